// The questions of a group while organizers edit them, and what can be done to the list. Pure (R160 to R163).
import { newKey } from '#client/lib/new-key.ts'
import { hasOptions, type QuestionKind } from '#protocol/seats/questions/kinds.ts'
import type { Question, QuestionInput } from '#protocol/seats/questions/question.ts'

export interface DraftOption {
  readonly _id: string
  readonly label: string
}
/** A question as it is sent. What is retired is left out: the server keeps it where it has answers. */
export interface DraftQuestion {
  readonly _id: string
  readonly label: string
  readonly help: string
  readonly kind: QuestionKind
  readonly options: readonly DraftOption[]
  readonly required: boolean
  readonly of: Question['of']
  readonly showIf: Question['showIf'] | null
  readonly audience: Question['audience']
  readonly isSensitive: boolean
  readonly min: number | null
  readonly max: number | null
}

const newId = () => newKey().slice(0, 12)
export const newOption = (label = ''): DraftOption => ({ _id: newId(), label })
export const newQuestion = (part: Partial<DraftQuestion> = {}): DraftQuestion => ({
  _id: newId(),
  label: '',
  help: '',
  kind: 'line',
  options: [],
  required: false,
  of: 'yes',
  showIf: null,
  audience: 'organizers',
  isSensitive: false,
  min: null,
  max: null,
  ...part,
})

/** The same fields in the same order, whoever made it, so that two can be compared. */
export const draftOf = (question: Omit<Question, 'isRetired'>): DraftQuestion => ({
  _id: question._id,
  label: question.label,
  help: question.help,
  kind: question.kind,
  options: question.options.flatMap(({ _id, label, isRetired }) => (isRetired ? [] : [{ _id, label }])),
  required: question.required,
  of: question.of,
  showIf: question.showIf ? { questionId: question.showIf.questionId, optionIds: question.showIf.optionIds } : null,
  audience: question.audience,
  isSensitive: question.isSensitive,
  min: question.min ?? null,
  max: question.max ?? null,
})

/** Those that are asked, in their order. */
export const askedIn = (questions: readonly Question[]): DraftQuestion[] => questions.filter(({ isRetired }) => !isRetired).map(draftOf)
export const retiredIn = (questions: readonly Question[]): Question[] => questions.filter(({ isRetired }) => isRetired)

/** Without what its kind doesn't have, and without options that say nothing. */
export function tidied(question: DraftQuestion): DraftQuestion {
  const { label, help, kind, options, min, max } = question
  const isNumber = kind === 'number'
  return {
    ...question,
    label: label.trim(),
    help: help.trim(),
    options: hasOptions(kind) ? options.filter((one) => one.label.trim()).map((one) => ({ ...one, label: one.label.trim() })) : [],
    min: isNumber ? min : null,
    max: isNumber ? max : null,
  }
}
/** As it is sent. */
export const inputOf = ({ options, of, showIf, min, max, ...question }: DraftQuestion): QuestionInput => ({
  ...question,
  options: [...options],
  of,
  ...(showIf && { showIf }),
  ...(min !== null && { min }),
  ...(max !== null && { max }),
})

/** What an answer to a question can be that others depend on; undefined where none can (R161). */
export const answersOf = ({ kind, options }: DraftQuestion): readonly DraftOption[] | undefined =>
  kind === 'yesNo'
    ? [
        { _id: 'yes', label: 'Yes' },
        { _id: 'no', label: 'No' },
      ]
    : hasOptions(kind)
      ? options
      : undefined

/** Which come only after an answer to this one. */
export const dependentsOf = (all: readonly DraftQuestion[], id: string) => all.filter(({ showIf }) => showIf?.questionId === id)

export const replaced = (all: readonly DraftQuestion[], question: DraftQuestion): DraftQuestion[] =>
  all.some(({ _id }) => _id === question._id) ? all.map((one) => (one._id === question._id ? question : one)) : [...all, question]

/** What depended on it is asked without it from then on. */
export const removed = (all: readonly DraftQuestion[], id: string): DraftQuestion[] =>
  all.filter(({ _id }) => _id !== id).map((one) => (one.showIf?.questionId === id ? { ...one, showIf: null } : one))

/** Why it can't go one place up (-1) or down (1); undefined where it can: nothing comes before what it depends on. */
export function stuck(all: readonly DraftQuestion[], id: string, step: -1 | 1): string | undefined {
  const at = all.findIndex(({ _id }) => _id === id)
  const [one, other] = [all[at], all[at + step]]
  if (!one || !other) return step < 0 ? 'It is the first' : 'It is the last'
  if (step < 0 && one.showIf?.questionId === other._id) return `It is asked only after “${other.label}”`
  return step > 0 && other.showIf?.questionId === one._id ? `“${other.label}” is asked only after it` : undefined
}
export function moved(all: readonly DraftQuestion[], id: string, step: -1 | 1): DraftQuestion[] {
  const at = all.findIndex(({ _id }) => _id === id)
  const next = [...all]
  const [one] = next.splice(at, 1)
  if (one) next.splice(at + step, 0, one)
  return next
}
