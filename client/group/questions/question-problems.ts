// What keeps a question from being saved, field by field, as the form says it before the server does.
import { hasOptions } from '#protocol/seats/questions/kinds.ts'
import { type DraftQuestion, tidied } from './question-list.ts'

export type Problems = Readonly<Partial<Record<'label' | 'options' | 'of' | 'showIf' | 'max', string>>>

export function problemsOf(question: DraftQuestion): Problems {
  const { label, kind, options, of, showIf, min, max } = tidied(question)
  const labels = options.map((option) => option.label.toLowerCase())
  return {
    ...(!label && { label: 'Please write the question' }),
    ...(hasOptions(kind) && options.length < 2 && { options: 'Please give at least 2 options' }),
    ...(new Set(labels).size < labels.length && { options: 'Each option can be there only once' }),
    ...(of.length === 0 && { of: 'Please choose at least one role' }),
    ...(showIf?.optionIds.length === 0 && { showIf: 'Please choose at least one answer' }),
    ...(min !== null && max !== null && min > max && { max: 'The highest number must not be below the lowest' }),
  }
}
