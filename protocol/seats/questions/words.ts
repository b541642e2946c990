// Answers as people write them into a spreadsheet: options by their labels, yes and no in words, numbers and dates as they are written (R162). Pure.
import { namesIn } from './cell.ts'
import { questionLimits } from './kinds.ts'
import type { AnswerValue, Question } from './question.ts'
import { readAnswer } from './reading.ts'

/** How labels are compared: without regard to case and spaces. */
export const labelKey = (label: string) => label.normalize('NFKC').replace(/\s+/g, '').toLowerCase()

/** The question that a column's heading, or an id, names; undefined where none that is asked does. */
export const questionNamed = (questions: readonly Question[], name: string): Question | undefined => {
  const asked = questions.filter(({ isRetired }) => !isRetired)
  return asked.find(({ _id }) => _id === name) ?? asked.find(({ label }) => labelKey(label) === labelKey(name))
}

type ReadValue = { readonly value: AnswerValue | undefined } | { readonly wrong: string }
const isYes = /^(y|yes|true|1|x|✓|✔)$/i
const isNo = /^(n|no|false|0)$/i

function optionsNamed({ options }: Question, words: string): { readonly ids: readonly string[] } | { readonly missing: string } {
  const idOf = (label: string) => options.find((option) => !option.isRetired && labelKey(option.label) === labelKey(label))?._id
  const whole = idOf(words)
  if (whole) return { ids: [whole] }
  const named = namesIn(words, (label) => {
    const _id = idOf(label)
    return _id && { _id }
  })
  const missing = named.find((one) => typeof one === 'string')
  return missing === undefined ? { ids: [...new Set(named.flatMap((one) => (typeof one === 'string' ? [] : one._id)))] } : { missing }
}

function dateIn(words: string): string | undefined {
  const two = (text = '') => text.padStart(2, '0')
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(words) ?? []
  if (year) return `${year}-${two(month)}-${two(day)}`
  const [, first, second, end] = /^(\d{1,2})[./](\d{1,2})[./](\d{4})$/.exec(words) ?? []
  if (!end) return undefined
  // With slashes half the world writes the month first: only what can't be the other is taken.
  if (words.includes('.') || Number(first) > 12 || first === second) return `${end}-${two(second)}-${two(first)}`
  return Number(second) > 12 ? `${end}-${two(first)}-${two(second)}` : undefined
}

function valueIn(question: Question, words: string): ReadValue {
  switch (question.kind) {
    case 'choice':
    case 'choices': {
      const named = optionsNamed(question, words)
      if ('missing' in named) return { wrong: `there is no option “${named.missing.slice(0, questionLimits.option)}”` }
      if (question.kind === 'choices') return { value: [...named.ids] }
      return named.ids.length > 1 ? { wrong: 'only one option can be chosen' } : { value: named.ids[0] }
    }
    case 'yesNo':
      return isYes.test(words) ? { value: true } : isNo.test(words) ? { value: false } : { wrong: 'please write yes or no' }
    case 'number': {
      const number = Number(words.replace(',', '.'))
      return Number.isFinite(number) ? { value: number } : { wrong: 'please write a number' }
    }
    case 'date': {
      const date = dateIn(words)
      return date ? { value: date } : { wrong: 'please write the day as in 2026-12-31' }
    }
    case 'line':
    case 'text':
      return { value: words }
  }
}

/** One answer in words, read as its question wants it; nothing where nothing is written. */
export function readWords(question: Question, words: string): ReadValue {
  // Our own files put it before what a spreadsheet would take for a formula.
  const written = words.trim().replace(/^'(?=[=+\-@])/, '')
  if (written === '') return { value: undefined }
  const read = valueIn(question, written)
  return 'wrong' in read || read.value === undefined ? read : readAnswer(question, read.value)
}
