// What was typed into the questions, over what was answered before: as boxes hold it, and as it is sent (R161, R162).
import type { RsvpDraft } from '#client/rsvp/answer/draft.ts'
import type { Filled } from '#client/rsvp/answer/form-state.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { type Answering, answerTo, askedOf, openIn } from '#protocol/seats/questions/answers.ts'
import type { AnswerValue, Question, QuestionAnswer } from '#protocol/seats/questions/question.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'

/** What the boxes of a question hold: its text, or the options that are chosen ('yes', 'no' of a yes/no question). */
export type Typed = readonly string[]

const inBoxes = (value: AnswerValue | undefined): Typed => {
  if (value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'yes' : 'no']
  return Array.isArray(value) ? value : [String(value)]
}

export const typedIn = ({ _id }: Question, draft: Pick<RsvpDraft, 'answers'>, saved: SavedAnswer | null): Typed =>
  draft.answers?.[_id] ?? inBoxes(answerTo(saved?.answers ?? [], _id))

/** As it is sent; a number that isn't one stays as it is typed, for the reading to refuse. */
function sentAs({ kind }: Question, typed: Typed): AnswerValue | undefined {
  const [first = ''] = typed
  if (kind === 'choices') return typed.length > 0 ? [...typed] : undefined
  if (first.trim() === '') return undefined
  if (kind === 'yesNo') return first === 'yes'
  if (kind !== 'number') return first
  // Half the world writes it with a comma.
  const number = Number(first.trim().replace(',', '.'))
  return Number.isFinite(number) ? number : first
}

interface QuestionAnswers {
  /** What is asked as the form is filled in, in its order. */
  readonly asked: readonly Question[]
  /** The answers to that, and no others. */
  readonly answers: QuestionAnswer[]
  /** Those that have to be answered and aren't. */
  readonly open: readonly Question[]
}

const answering = ({ attending, seats }: Pick<Filled, 'attending' | 'seats'>): Answering => ({
  attending,
  roleIds: attending === false ? [] : seats.filter((role) => role.isChosen).map((role) => role._id),
})

/** What isn't shown stays in the draft, in case it is shown again. */
export function givenIn(
  { questions = [] }: Pick<FormView, 'questions'>,
  filled: Pick<Filled, 'attending' | 'seats' | 'saved'>,
  draft: Pick<RsvpDraft, 'answers'>,
): QuestionAnswers {
  const all = questions.flatMap((question) => {
    const value = sentAs(question, typedIn(question, draft, filled.saved))
    return value === undefined ? [] : [{ questionId: question._id, value }]
  })
  const who = answering(filled)
  const asked = askedOf(questions, who, all)
  const answers = all.filter(({ questionId }) => asked.some(({ _id }) => _id === questionId))
  return { asked, answers, open: openIn(questions, who, answers) }
}
