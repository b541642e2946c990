// What the list of answers knows of a group's questions: who has open ones, and who gave which answer. Pure (R164, R165).
import type { RoleView, RsvpRow } from '#protocol/seats/group.ts'
import { answerTo, askedOf, openIn } from '#protocol/seats/questions/answers.ts'
import { hasOptions } from '#protocol/seats/questions/kinds.ts'
import type { AnswerValue, Question, QuestionAnswer } from '#protocol/seats/questions/question.ts'

/** The questions of a group, and its roles, by whose names a row tells who somebody is. */
export interface Asking {
  readonly questions: readonly Question[]
  readonly roles: readonly RoleView[]
}
export const nothingAsked: Asking = { questions: [], roles: [] }

type Row = Pick<RsvpRow, 'attending' | 'roles' | 'answers'>
const answering = ({ attending, roles }: Row, asking: Asking) => ({
  attending,
  roleIds: roles.flatMap((name) => asking.roles.find((role) => role.name === name)?._id ?? []),
})
const none: readonly QuestionAnswer[] = []

/** Rows stay the same objects until they change: a list of 10,000 is gone through once, not with each answer that comes in. */
const known = new WeakMap<Asking, WeakMap<Row, readonly Question[]>>()
const nothingOpen: readonly Question[] = []

/** R164: the required questions that somebody has not answered who has answered the invitation. */
export function openOf(row: Row, asking: Asking): readonly Question[] {
  if (row.attending === null || !asking.questions.some(({ required }) => required)) return nothingOpen
  const ofRows = known.get(asking) ?? new WeakMap<Row, readonly Question[]>()
  known.set(asking, ofRows)
  const open = ofRows.get(row) ?? openIn(asking.questions, answering(row, asking), row.answers ?? none)
  ofRows.set(row, open)
  return open
}

/** What a question is called; R163: with the word that it is no longer asked. */
export const nameOf = ({ label, isRetired }: Pick<Question, 'label' | 'isRetired'>) => (isRetired ? `${label} (no longer asked)` : label)

/** The same before an answer in one line; one that ends with a mark of its own needs no colon. */
export const leadOf = (question: Question) => `${nameOf(question)}${/[?!.:]$/.test(nameOf(question)) ? '' : ':'} `

/** What can be chosen as an answer, with options that are no longer offered. */
export const choicesOf = ({ kind, options }: Question): Question['options'] =>
  kind === 'yesNo'
    ? [
        { _id: 'yes', label: 'Yes' },
        { _id: 'no', label: 'No' },
      ]
    : hasOptions(kind)
      ? options
      : []

/** Which answers stay in the list: '' for all, 'open' for those with open required questions, '<question>:<option>', or '<question>:' for those without an answer. */
export type QuestionFilter = string
export const openFilter: QuestionFilter = 'open'
export const filterFor = (questionId: string, optionId = ''): QuestionFilter => `${questionId}:${optionId}`

const isChosen = (value: AnswerValue | undefined, option: string) =>
  typeof value === 'boolean' ? option === (value ? 'yes' : 'no') : Array.isArray(value) ? value.includes(option) : value === option

/** Tells of a row whether it stays. Who declines counts in no option, as in the counts beside them. */
export function fitsQuestion(wanted: QuestionFilter, asking: Asking): (row: Row) => boolean {
  if (wanted === openFilter) return (row) => openOf(row, asking).length > 0
  const [id = '', option = ''] = wanted.split(':')
  if (option) return ({ attending, answers = none }) => attending !== false && isChosen(answerTo(answers, id), option)
  return (row) =>
    row.attending !== null &&
    answerTo(row.answers ?? none, id) === undefined &&
    askedOf(asking.questions, answering(row, asking), row.answers ?? none).some(({ _id }) => _id === id)
}
