// What organizers read about a question: what kind of answer it takes, whom it is for, who reads the answers.
import { sensitiveDays } from '#protocol/kernel/limits.ts'
import { answerText } from '#protocol/seats/companions/counting.ts'
import { hasOptions, type QuestionKind } from '#protocol/seats/questions/kinds.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { answersOf, type DraftQuestion } from './question-list.ts'

export const kindWords: Readonly<Record<QuestionKind, string>> = {
  line: 'Short text',
  text: 'Long text',
  choice: 'One choice',
  choices: 'Several choices',
  yesNo: 'Yes or no',
  number: 'Number',
  date: 'Date',
}
export const sensitiveWords = `Answers are deleted ${sensitiveDays} days after the event, or with a group that has none, and are never in emails or the activity.`

const list = (words: readonly string[]) => (words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)

type Roles = readonly { readonly _id: string; readonly name: string }[]

/** Who is asked. */
export function whomText(of: Question['of'], roles: Roles): string {
  if (of === 'yes') return 'Who comes'
  if (of === 'everyone') return 'Everyone who answers'
  return `Who comes as ${list(of.map((id) => roles.find(({ _id }) => _id === id)?.name ?? 'a deleted role'))}`
}

/** After which answer it is asked; '' where it always is. */
export function afterText({ showIf }: Pick<DraftQuestion, 'showIf'>, all: readonly DraftQuestion[]): string {
  const before = all.find(({ _id }) => _id === showIf?.questionId)
  if (!showIf || !before) return ''
  const labels = (answersOf(before) ?? []).filter(({ _id }) => showIf.optionIds.includes(_id)).map(({ label }) => label)
  return `after “${before.label}”: ${list(labels)}`
}

export const answerCount = (count: number) => (count === 0 ? 'No answers yet' : answerText(count))

/** The line under a question in the list. */
export function metaOf(question: DraftQuestion, all: readonly DraftQuestion[], roles: Roles, count: number): string {
  const parts = [
    hasOptions(question.kind) ? `${kindWords[question.kind]} of ${question.options.length}` : kindWords[question.kind],
    question.required ? 'required' : 'optional',
    [whomText(question.of, roles), afterText(question, all)].filter(Boolean).join(', '),
    question.audience === 'door' && 'Also at the door',
    question.isSensitive && 'Sensitive',
    answerCount(count),
  ]
  return parts.filter(Boolean).join(' · ')
}

const bounds = ({ min, max }: DraftQuestion) =>
  [min === null ? '' : `from ${min}`, max === null ? '' : `to ${max}`].filter(Boolean).join(' ')

/** What two versions of a question are compared by, in words. */
export const fieldTexts = {
  label: { label: 'question', text: ({ label }: DraftQuestion) => label },
  help: { label: 'explanation', text: ({ help }: DraftQuestion) => help || 'Empty' },
  options: { label: 'options', text: ({ options }: DraftQuestion) => options.map(({ label }) => label).join('\n') || 'None' },
  required: { label: 'required', text: ({ required }: DraftQuestion) => (required ? 'Yes' : 'No') },
  of: { label: 'who is asked', text: ({ of }: DraftQuestion, roles: Roles) => whomText(of, roles) },
  showIf: {
    label: 'when it is asked',
    text: (question: DraftQuestion, _: Roles, all: readonly DraftQuestion[]) => afterText(question, all) || 'Always',
  },
  audience: {
    label: 'who reads the answers',
    text: ({ audience }: DraftQuestion) => (audience === 'door' ? 'Also at the door' : 'Only organizers'),
  },
  isSensitive: { label: 'sensitive', text: ({ isSensitive }: DraftQuestion) => (isSensitive ? 'Yes' : 'No') },
  min: { label: 'lowest number', text: (question: DraftQuestion) => bounds({ ...question, max: null }) || 'Any' },
  max: { label: 'highest number', text: (question: DraftQuestion) => bounds({ ...question, min: null }) || 'Any' },
} as const satisfies Partial<Record<keyof DraftQuestion, unknown>>
