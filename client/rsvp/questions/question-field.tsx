// One question with the box that its kind wants, as guests answer it and organizers try it out.
import type { ReactNode } from 'react'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { Field, FieldGroup } from '#client/ui/fields/field.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { TextArea } from '#client/ui/fields/text-area.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { answerLengths, sensitiveDays } from '#protocol/kernel/limits.ts'
import { range } from '#protocol/seats/questions/answers.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { Typed } from './given.ts'

/** Up to so many options are all in sight; of more, one is picked from a list. */
const maxInSight = 7

interface QuestionFieldProps {
  question: Question
  hasEvent?: boolean
  typed: Typed
  wrong: string | undefined
  take: (questionId: string, typed: Typed) => void
}

const optionsOf = ({ kind, options }: Question) =>
  kind === 'yesNo'
    ? [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]
    : options.map(({ _id, label }) => ({ value: _id, label }))

function hintOf({ question, typed, hasEvent = true }: QuestionFieldProps): string {
  const { kind, help, isSensitive } = question
  const isGone = typed.some((one) => one !== '' && !optionsOf(question).some(({ value }) => value === one))
  const said = [
    help,
    kind === 'number' && range(question) ? `A number ${range(question)}.` : '',
    isSensitive ? `Never in emails, and deleted ${hasEvent ? `${sensitiveDays} days after the event` : 'with the group'}.` : '',
    (kind === 'choice' || kind === 'choices') && isGone ? 'What you chose is no longer offered.' : '',
  ]
  return said.filter(Boolean).join(' ')
}

const noAnswer = 'No answer'

interface BoxProps extends QuestionFieldProps {
  /** Label, hint and error, as fields take them. */
  field: { label: ReactNode; hint?: string | undefined; error?: string | undefined; required: boolean; optional: boolean }
  name: string
}

function OneOf({ question, typed, take, field, name }: BoxProps) {
  const { _id, required } = question
  const [chosen = ''] = typed
  if (question.options.length > maxInSight)
    return (
      <Field {...field}>
        <Select
          name={name}
          autoComplete="off"
          placeholder={required ? 'Please choose' : noAnswer}
          options={optionsOf(question)}
          value={chosen}
          onValue={(value) => take(_id, value ? [value] : [])}
        />
      </Field>
    )
  // A radio button can't be let go of: what nobody has to answer has one for that.
  const none = required ? [] : [{ value: '', label: noAnswer }]
  return (
    <Segmented
      {...field}
      name={name}
      look="cards"
      options={[...optionsOf(question), ...none]}
      value={required ? chosen || null : chosen}
      onValue={(value) => take(_id, value ? [value] : [])}
    />
  )
}

const SomeOf = ({ question: { _id, options }, typed, take, field, name }: BoxProps) => (
  <FieldGroup {...field}>
    <div>
      {options.map((option) => (
        <Checkbox
          key={option._id}
          name={name}
          value={option._id}
          autoComplete="off"
          aria-invalid={Boolean(field.error) || undefined}
          label={option.label}
          checked={typed.includes(option._id)}
          onValue={(isChosen) => take(_id, isChosen ? [...typed, option._id] : typed.filter((one) => one !== option._id))}
        />
      ))}
    </div>
  </FieldGroup>
)

function Box({ question, typed: [text = ''], take, field, name }: BoxProps) {
  const { _id, kind, min = 0 } = question
  const box = {
    name,
    value: text,
    onChange: ({ target }: { target: { value: string } }) => take(_id, [target.value]),
  }
  const boxes = {
    line: () => <TextInput {...box} maxLength={answerLengths.line} />,
    text: () => <TextArea {...box} maxLength={answerLengths.text} />,
    // A phone's keys for numbers have no minus.
    number: () => <TextInput {...box} inputMode={min < 0 ? 'text' : 'decimal'} autoComplete="off" maxLength={24} className="sm:max-w-48" />,
    date: () => <TextInput {...box} type="date" autoComplete="off" className="sm:max-w-48" />,
  }
  return <Field {...field}>{boxes[kind as keyof typeof boxes]()}</Field>
}

export function QuestionField(props: QuestionFieldProps) {
  const { question, wrong } = props
  const { _id, kind, label, required } = question
  const field = { label, hint: hintOf(props) || undefined, error: wrong, required, optional: !required }
  const box = { ...props, field, name: `answers.${_id}` }
  if (kind === 'choices') return <SomeOf {...box} />
  return kind === 'choice' || kind === 'yesNo' ? <OneOf {...box} /> : <Box {...box} />
}
