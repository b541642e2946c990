// Whether a group keeps a waitlist, and until when a freed seat is simply given (R89, R91): in its forms, and among the settings that take effect at once.
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import { cutoffLabel } from './cutoff.ts'

export interface WaitlistValue {
  waitlist: boolean
  waitlistCutoffHours: number
}

interface WaitlistFieldsProps extends WaitlistValue {
  onChange: (changed: Partial<WaitlistValue>) => void
}

const usual = [0, 2, 6, 12, 24, 48, 72, 168]
export function WaitlistFields({ waitlist, waitlistCutoffHours, onChange }: WaitlistFieldsProps) {
  const all = [...new Set([...usual, waitlistCutoffHours])].sort((a, b) => a - b)
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Waitlist"
        hint={
          waitlist
            ? 'Guests can wait for a full role. When a seat becomes free, the next person gets it.'
            : 'No one new can join. People already on it still get free seats.'
        }
        checked={waitlist}
        onValue={(isOn) => onChange({ waitlist: isOn })}
      />
      {waitlist && (
        <Field
          label="Give free seats automatically"
          hint="After that, a free seat is offered to the next person and held for up to 4 hours."
        >
          <Select
            options={all.map((hours) => ({ value: String(hours), label: cutoffLabel(hours) }))}
            value={String(waitlistCutoffHours)}
            onValue={(hours) => onChange({ waitlistCutoffHours: Number(hours) })}
          />
        </Field>
      )}
    </div>
  )
}
