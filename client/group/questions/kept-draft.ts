// The question that is being written, kept with the tab until it is saved or put away: another tab of the board, a reload or a lost session takes nothing.
import { z } from 'zod/mini'
import { useSession } from '#client/lib/session.ts'
import { Question } from '#protocol/seats/questions/question.ts'
import type { DraftQuestion } from './question-list.ts'

/** What the edits started from. */
export interface OpenedQuestions {
  readonly _id: string
  readonly settingsRev: number
  readonly questions: readonly Question[]
}
export interface Editing {
  readonly opened: OpenedQuestions
  readonly question: DraftQuestion
}

const KeptDraft = z.object({
  by: z.string(),
  opened: z.object({ _id: z.string(), settingsRev: z.int(), questions: z.array(Question) }),
  question: z.object({
    ...Question.shape,
    showIf: z.nullable(z.object({ questionId: z.string(), optionIds: z.array(z.string()) })),
    min: z.nullable(z.number()),
    max: z.nullable(z.number()),
  }),
})

const draftKey = (groupId: string) => `questionDraft:${groupId}`
const nameOfReader = () => useSession.getState().user?._id ?? ''

/** Only for whoever typed it. */
export function readEditing(groupId: string): Editing | null {
  try {
    const { by, ...editing } = KeptDraft.parse(JSON.parse(window.sessionStorage.getItem(draftKey(groupId)) ?? 'null'))
    return by === nameOfReader() ? editing : null
  } catch {
    return null // nothing kept, or storage is closed
  }
}

export function keepEditing(groupId: string, editing: Editing | null) {
  try {
    if (editing) window.sessionStorage.setItem(draftKey(groupId), JSON.stringify({ by: nameOfReader(), ...editing }))
    else window.sessionStorage.removeItem(draftKey(groupId))
  } catch {
    // Storage is closed: the draft lives as long as the page.
  }
}
