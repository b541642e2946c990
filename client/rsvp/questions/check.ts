// Looks at the answers before they are sent: what is wrong or missing stands at its question, and the first takes the focus (R162).
import { type RsvpDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { type Filled, filledNow } from '#client/rsvp/answer/form-state.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { answerTo } from '#protocol/seats/questions/answers.ts'
import { answerMissing, readAnswer } from '#protocol/seats/questions/reading.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { givenIn } from './given.ts'

type Answering = Pick<Filled, 'attending' | 'seats' | 'saved'>
/** What is wrong with the answers, by question, in the order of the form. */
export function wrongIn(form: FormView, filled: Answering, draft: Pick<RsvpDraft, 'answers'>): [questionId: string, sentence: string][] {
  const { asked, answers, open } = givenIn(form, filled, draft)
  return asked.flatMap((question): [string, string][] => {
    if (open.includes(question)) return [[question._id, answerMissing]]
    const value = answerTo(answers, question._id)
    const kept = answerTo(filled.saved?.answers ?? [], question._id)
    // An option that isn't offered any more stays with who chose it before.
    if (value === undefined || JSON.stringify(value) === JSON.stringify(kept)) return []
    const read = readAnswer(question, value, kept)
    return 'wrong' in read ? [[question._id, read.wrong]] : []
  })
}

/** Says whether the answers can be sent as they are; where not, shows why. */
export function areAnswered(form: FormView): boolean {
  const wrong = wrongIn(form, filledNow(form), useDraft.getState().draft)
  useGuest.setState({ wrongAnswers: Object.fromEntries(wrong), toQuestion: wrong[0]?.[0] ?? '' })
  return wrong.length === 0
}
