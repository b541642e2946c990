// Who is asked what, and what was answered: the same on the page and on the server (R161, R164). Pure, and without a schema.
import type { AnswerValue, Question, QuestionAnswer } from './question.ts'

/** Who answers: whether they come, and in which roles (ids). */
export interface Answering {
  readonly attending: boolean | null
  readonly roleIds: readonly string[]
}

const concerns = ({ of }: Question, { attending, roleIds }: Answering) =>
  of === 'everyone' || (attending !== false && (of === 'yes' || of.some((id) => roleIds.includes(id))))

/** Whether an answer is one of the named options. */
const isAmong = (value: AnswerValue | undefined, ids: readonly string[]) => {
  const given = value === true ? ['yes'] : value === false ? ['no'] : Array.isArray(value) ? value : [String(value ?? '')]
  return given.some((id) => ids.includes(id))
}

export const answerTo = (answers: readonly QuestionAnswer[], questionId: string) =>
  answers.find((one) => one.questionId === questionId)?.value

/** R161: the questions that are asked of somebody who has given these answers so far, in their order. */
export function askedOf(questions: readonly Question[], who: Answering, answers: readonly QuestionAnswer[]): Question[] {
  const asked: Question[] = []
  for (const question of questions) {
    const { showIf } = question
    if (question.isRetired || !concerns(question, who)) continue
    const follows =
      showIf && asked.some(({ _id }) => _id === showIf.questionId) && isAmong(answerTo(answers, showIf.questionId), showIf.optionIds)
    if (!showIf || follows) asked.push(question)
  }
  return asked
}

/** R164: the required ones among them that have no answer. */
export const openIn = (questions: readonly Question[], who: Answering, answers: readonly QuestionAnswer[]): Question[] =>
  askedOf(questions, who, answers).filter(({ _id, required }) => required && answerTo(answers, _id) === undefined)

/** What a number may be, in words; '' for whatever. */
export const range = ({ min, max }: Pick<Question, 'min' | 'max'>) =>
  min !== undefined && max !== undefined
    ? `from ${min} to ${max}`
    : min !== undefined
      ? `of at least ${min}`
      : max !== undefined
        ? `of at most ${max}`
        : ''

/** An answer in words, as tables, files and emails show it. */
export function answerInWords({ kind, options }: Question, value: AnswerValue | undefined): string {
  if (value === undefined) return ''
  if (kind === 'yesNo') return value === true ? 'Yes' : 'No'
  if (options.length === 0) return String(value)
  const chosen = Array.isArray(value) ? value : [value]
  return options
    .filter(({ _id }) => chosen.includes(_id))
    .map(({ label }) => label)
    .join(', ')
}
