// What holds for one person in an event with several groups: in how many they have seats, and what lies between two (R144, R148).
import { Field } from '#client/ui/fields/field.tsx'
import { FieldRow } from '#client/ui/fields/form.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { mostGroups } from '#protocol/kernel/limits.ts'

export interface PerPerson {
  /** null for as many as there are. */
  maxGroups: number | null
  /** Asked of each, never refused. */
  minGroups: number
  bufferMinutes: number
}

const numbers = Array.from({ length: mostGroups }, (_, at) => ({ value: String(at + 1), label: at === 0 ? '1 group' : `${at + 1} groups` }))
const counts = [{ value: '', label: 'As many as fit' }, ...numbers]
const fewest = [{ value: '0', label: 'Any number' }, ...numbers.map(({ value, label }) => ({ value, label: `${label} or more` }))]
const usual = [0, 5, 10, 15, 20, 30, 45, 60, 90, 120, 180, 240]
const lengthOf = (minutes: number) => (minutes === 0 ? 'None' : minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`)
/** With the one that is set, which may be any. */
const lengths = (set: number) =>
  [...new Set([...usual, set])].sort((a, b) => a - b).map((minutes) => ({ value: String(minutes), label: lengthOf(minutes) }))

interface PerPersonProps {
  value: PerPerson
  /** Nobody has a seat yet. */
  isNew?: boolean
  onChange: (value: PerPerson) => void
}

export const PerPersonFields = ({ value, isNew, onChange }: PerPersonProps) => (
  <Section title="Groups per person" description="No one can be in two groups at the same time, unless a group allows it." divided>
    <FieldRow>
      <Field label="Each person may take" hint={!isNew && 'People who have more already keep them.'}>
        <Select
          options={counts}
          value={value.maxGroups === null ? '' : String(value.maxGroups)}
          onValue={(text) => onChange({ ...value, maxGroups: text === '' ? null : Number(text) })}
        />
      </Field>
      <Field label="Ask each person to take" hint="Fewer is fine too. You see under People who took fewer.">
        <Select options={fewest} value={String(value.minGroups)} onValue={(text) => onChange({ ...value, minGroups: Number(text) })} />
      </Field>
      <Field label="Time between two groups" hint="So that people get from one to the next.">
        <Select
          options={lengths(value.bufferMinutes)}
          value={String(value.bufferMinutes)}
          onValue={(minutes) => onChange({ ...value, bufferMinutes: Number(minutes) })}
        />
      </Field>
    </FieldRow>
  </Section>
)
