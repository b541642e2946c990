// How many people each guest may bring (R170): in a group's forms, and among the settings that take effect at once.
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { planLimits } from '#protocol/kernel/limits.ts'
import { companionLimits } from '#protocol/seats/companions/companion.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'

interface CompanionsFieldProps {
  value: number
  error?: string | undefined
  onValue: (maxCompanions: number) => void
}

export const companionsLabel = (most: number) => (most === 0 ? 'No one' : `Up to ${peopleText(most)}`)

export const CompanionsField = ({ value, error, onValue }: CompanionsFieldProps) => (
  <Field
    label="Companions"
    hint={`How many people each guest may bring. Each takes a seat. The Free plan allows ${planLimits.free.companionsPerGuest}.`}
    error={error}
  >
    <Select
      options={Array.from({ length: companionLimits.perGuest + 1 }, (_, most) => ({ value: String(most), label: companionsLabel(most) }))}
      value={String(value)}
      onValue={(most) => onValue(Number(most))}
    />
  </Field>
)
