// R141a: from when to when a group takes answers, in its own form.
import { Clock } from '#client/group/several/own-times.tsx'
import { fromLocalInput, toLocalInput, zoneName } from '#client/lib/dates.ts'
import { FieldGroup } from '#client/ui/fields/field.tsx'
import { FieldRow } from '#client/ui/fields/form.tsx'
import type { Times } from '#protocol/kernel/time/times.ts'
import type { GroupFieldsValue } from './group-values.ts'

export interface EventTimes extends Times {
  readonly timeZone: string
}

export interface TimesSectionProps {
  event: EventTimes
  fields: GroupFieldsValue
  errors: Readonly<Record<string, string>>
  onChange: (fields: GroupFieldsValue) => void
}

const labels = { opensAt: 'Answers open', closesAt: 'Answers close' } as const

export function AnswerTimes({ event: { timeZone, start }, fields, errors, onChange }: TimesSectionProps) {
  const clock = (key: keyof typeof labels) => {
    const shown = fields[key] && toLocalInput(fields[key], timeZone)
    // What isn't touched stays to the second.
    const set = (text: string) => text !== shown && onChange({ ...fields, [key]: fromLocalInput(text, timeZone) })
    return <Clock label={labels[key]} text={shown} zone={timeZone} error={errors[key]} onText={set} isOptional />
  }
  return (
    <FieldGroup
      label="When guests may answer"
      hint={`On the clock of ${zoneName(start, timeZone)}; left empty, always. Outside these times who has a seat may still confirm it or give it back, and you can go on assigning.`}
    >
      <FieldRow>
        {clock('opensAt')}
        {clock('closesAt')}
      </FieldRow>
    </FieldGroup>
  )
}
