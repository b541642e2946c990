// The kinds of questions there are, and how long things may be (R160), without a schema.
import { answerLengths } from '#protocol/kernel/limits.ts'

export const questionKinds = ['line', 'text', 'choice', 'choices', 'yesNo', 'number', 'date'] as const
export type QuestionKind = (typeof questionKinds)[number]
export const hasOptions = (kind: QuestionKind) => kind === 'choice' || kind === 'choices'

/** `allBytes`: of all questions together, as JSON in UTF-8, so that whatever is allowed fits into the body of its call. */
export const questionLimits = {
  questions: 20,
  options: 50,
  label: 120,
  help: 300,
  option: 80,
  allBytes: 480_000,
  ...answerLengths,
} as const
