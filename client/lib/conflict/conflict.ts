// Two people edited the same thing (R107): what both changed, what the one chooses of it, and who the other is (decision 0115).
import { z } from 'zod/mini'
import { CallFailed } from '#client/lib/call.ts'

/** A field that both changed, each to something else; in words, as it stands on screen. */
export interface Conflict {
  /** Names the field: unique within the form. */
  readonly key: string
  readonly label: string
  readonly mine: string
  readonly theirs: string
}
export type Choice = 'mine' | 'theirs'
export type Choices = Readonly<Record<string, Choice>>

/** Mine and theirs over what both started from: what only one changed is settled; `settle` takes the choices for the rest. */
export interface Comparison<Edits> {
  readonly conflicts: readonly Conflict[]
  readonly settle: (choices: Choices) => Edits
}

/** Tells whether two drafts are the same, whatever objects they are. */
export const isSameJson = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** What I have of a field, what they have, and what both started from. */
export interface Versions<T> {
  readonly base: T
  readonly mine: T
  readonly theirs: T
}
export const isConflict = <T>({ base, mine, theirs }: Versions<T>) =>
  !isSameJson(base, mine) && !isSameJson(base, theirs) && !isSameJson(mine, theirs)

/** The one of a field that stays: the changed one, or the chosen one where both changed it; mine where nothing was chosen. */
export function settled<T>(versions: Versions<T>, choice: Choice = 'mine'): T {
  const { base, mine, theirs } = versions
  if (isConflict(versions)) return choice === 'mine' ? mine : theirs
  return isSameJson(base, mine) ? theirs : mine
}

/** Who made the last change, as the reply to a stale save says. */
const Editor = z.object({ _id: z.string(), name: z.string() })
export type Editor = z.infer<typeof Editor>

/** Tells whether a save was refused because somebody else was faster, and who, if that is known. */
export function staleOf(error: unknown): { by: Editor | null } | null {
  if (!(error instanceof CallFailed) || error.code !== 'stale-rev') return null
  return { by: Editor.safeParse(error.body.by).data ?? null }
}

const ended = new Set(['event-unknown', 'group-unknown', 'not-yours', 'account-needed', 'was-canceled'])
/** Tells whether what is edited is gone, or one's right to it. */
export const isEnded = (error: unknown) => error instanceof CallFailed && ended.has(error.code)

/** What was typed, as it is copied where it can't be saved any more. */
export interface Typed {
  readonly label: string
  readonly text: string
}
