// What may be answered: the same on the page and on the server (R162). Pure.
import { lineOrNothing, prose } from '#protocol/kernel/fields.ts'
import { type Answering, answerTo, askedOf, openIn, range } from './answers.ts'
import { questionLimits } from './kinds.ts'
import type { AnswerValue, Question, QuestionAnswer } from './question.ts'

/** A day that is in the calendar. */
function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

const texts = { line: lineOrNothing(questionLimits.line), text: prose(questionLimits.text) }
/** What a kind takes: the value as it is kept, undefined for none, or a sentence that says why not. */
type ReadValue = { readonly value: AnswerValue | undefined } | { readonly wrong: string }
function readText(kind: 'line' | 'text', value: AnswerValue): ReadValue {
  if (typeof value !== 'string') return { wrong: 'Please write an answer' }
  const read = texts[kind].safeParse(value)
  return read.success ? { value: read.data || undefined } : { wrong: read.error.issues[0]?.message ?? 'Please write an answer' }
}
function readChoices({ kind, options }: Question, value: AnswerValue, kept: AnswerValue | undefined): ReadValue {
  const many = Array.isArray(value) ? [...new Set(value)] : undefined
  if (kind === 'choice' ? typeof value !== 'string' : !many) return { wrong: 'Please choose from the options' }
  const chosen = many ?? (value === '' ? [] : [value as string])
  // R162: what was retired after it was chosen may stay.
  const before = Array.isArray(kept) ? kept : [kept]
  const offered = (id: string) => options.some((option) => option._id === id && (!option.isRetired || before.includes(id)))
  if (!chosen.every(offered)) return { wrong: 'Please choose from the options' }
  return { value: chosen.length === 0 ? undefined : kind === 'choice' ? chosen[0] : chosen }
}
function readNumber(question: Question, value: AnswerValue): ReadValue {
  const { min = -1e9, max = 1e9 } = question
  if (typeof value !== 'number' || !Number.isFinite(value) || value < min || value > max)
    return { wrong: `Please enter a number ${range(question)}`.trim() }
  return { value }
}

/** One answer as it is sent, read as its question wants it. */
export function readAnswer(question: Question, value: AnswerValue, kept?: AnswerValue): ReadValue {
  if (value === '' && question.kind !== 'choice') return { value: undefined }
  switch (question.kind) {
    case 'line':
    case 'text':
      return readText(question.kind, value)
    case 'choice':
    case 'choices':
      return readChoices(question, value, kept)
    case 'yesNo':
      return typeof value === 'boolean' ? { value } : { wrong: 'Please choose yes or no' }
    case 'number':
      return readNumber(question, value)
    case 'date':
      return typeof value === 'string' && isDate(value) ? { value } : { wrong: 'Please enter a date' }
  }
}

export interface Problem {
  readonly questionId: string
  readonly sentence: string
}
export const answerMissing = 'Please answer this question'

/** R161, R162: the answers as they are kept, or the first that is wrong or missing. What isn't asked is dropped; answers to retired questions stay. */
export function readAnswers(
  questions: readonly Question[],
  who: Answering,
  sent: readonly QuestionAnswer[],
  kept: readonly QuestionAnswer[],
): { readonly answers: readonly QuestionAnswer[] } | { readonly problem: Problem } {
  const read: QuestionAnswer[] = []
  const seen = new Set<string>()
  for (const { questionId, value } of sent) {
    const question = questions.find(({ _id, isRetired }) => _id === questionId && !isRetired)
    if (!question || seen.has(questionId)) return { problem: { questionId, sentence: 'This question isn’t asked' } }
    seen.add(questionId)
    const one = readAnswer(question, value, answerTo(kept, questionId))
    if ('wrong' in one) return { problem: { questionId, sentence: one.wrong } }
    if (one.value !== undefined) read.push({ questionId, value: one.value })
  }
  const asked = askedOf(questions, who, read)
  const missing = openIn(questions, who, read)[0]
  if (missing) return { problem: { questionId: missing._id, sentence: answerMissing } }
  const retired = kept.filter(({ questionId }) => questions.some(({ _id, isRetired }) => _id === questionId && isRetired))
  const answers = asked.flatMap(({ _id }) => {
    const value = answerTo(read, _id)
    return value === undefined ? [] : [{ questionId: _id, value }]
  })
  return { answers: [...answers, ...retired] }
}
