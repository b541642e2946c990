// R107: saves a draft over what others save meanwhile: takes over what only they changed, and stops to ask where both changed the same.
import { type Comparison, type Editor, staleOf } from './conflict.ts'

/** What the edits started from, and the edits. */
export interface EditDraft<Opened, Edits> {
  readonly opened: Opened
  readonly edits: Edits
}
/** What both changed, over the current state. */
export interface EditConflict<Opened, Edits> {
  readonly current: Opened
  readonly found: Comparison<Edits>
  readonly by: Editor | null
}
export interface Saving<Opened, Edits> {
  isChanged: (draft: EditDraft<Opened, Edits>) => boolean
  /** Gives the act by which it can be taken back (R106). */
  send: (draft: EditDraft<Opened, Edits>, despiteOverlap?: boolean) => Promise<string | undefined>
  /** The current state after a stale save; throws where it can't be had. */
  current: (draft: EditDraft<Opened, Edits>, error: unknown) => Promise<Opened>
  compare: (draft: EditDraft<Opened, Edits>, current: Opened) => Comparison<Edits>
}
export type Outcome<Opened, Edits> = { readonly draft: EditDraft<Opened, Edits> } & (
  | { readonly is: 'saved'; readonly act: string | undefined }
  | { readonly is: 'asked'; readonly conflict: EditConflict<Opened, Edits> }
  | { readonly is: 'failed'; readonly error: unknown }
)

/** So often a save begins anew by itself where others keep saving what is no conflict. */
const maxTries = 5

/** Tells what became of it, and the draft as it then is. */
export async function saveOver<Opened, Edits>(
  first: EditDraft<Opened, Edits>,
  saving: Saving<Opened, Edits>,
): Promise<Outcome<Opened, Edits>> {
  let draft = first
  let act: string | undefined
  for (let tries = maxTries; saving.isChanged(draft); tries--) {
    try {
      act = await saving.send(draft)
      break
    } catch (error) {
      const stale = staleOf(error)
      if (!stale || tries === 0) return { is: 'failed', draft, error }
      const current = await saving.current(draft, error).catch((lost: unknown) => ({ lost }))
      if (typeof current === 'object' && current !== null && 'lost' in current) return { is: 'failed', draft, error: current.lost }
      const found = saving.compare(draft, current)
      if (found.conflicts.length > 0) return { is: 'asked', draft, conflict: { current: current, found, by: stale.by } }
      draft = { opened: current, edits: found.settle({}) }
    }
  }
  return { is: 'saved', draft, act }
}
