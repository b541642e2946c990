// Whether a group keeps a waitlist, and until when a freed seat is simply given (R89, R91).
import { useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { Switch } from '#client/ui/fields/switch.tsx'
import type { GroupView } from '#protocol/group.ts'

interface WaitlistSettingsProps {
  group: GroupView
  onChange: (settings: { waitlist?: boolean; waitlistCutoffHours?: number }) => Promise<void>
}

const usual = [0, 2, 6, 12, 24, 48, 72, 168]
const cutoffLabel = (hours: number) =>
  hours === 0
    ? 'Until the start'
    : hours % 24 === 0
      ? `Until ${hours / 24} ${hours === 24 ? 'day' : 'days'} before`
      : `Until ${hours} hours before`

/** Draws the switch and, while it is on, the cut-off; both take effect at once. */
export function WaitlistSettings({ group, onChange }: WaitlistSettingsProps) {
  const [wanted, setWanted] = useState<boolean | null>(null)
  const isOn = wanted ?? group.waitlist
  const save = (settings: Parameters<typeof onChange>[0]) =>
    onChange(settings).catch((error: unknown) => toast.error(sentenceOf(error, 'Failed to update group')))
  const turn = async (waitlist: boolean) => {
    setWanted(waitlist)
    await save({ waitlist })
    setWanted(null)
  }
  const all = [...new Set([...usual, group.waitlistCutoffHours])].sort((a, b) => a - b)
  return (
    <div className="flex flex-col gap-2">
      <Switch
        label="Waitlist"
        hint={
          isOn ? 'Guests can wait for full roles; free seats go to whoever is next.' : 'Nobody can join; those who wait are still served.'
        }
        checked={isOn}
        onValue={(waitlist) => void turn(waitlist)}
      />
      {isOn && (
        <Field label="Give free seats without asking" hint="After that a seat is offered and held for up to 4 hours.">
          <Select
            options={all.map((hours) => ({ value: String(hours), label: cutoffLabel(hours) }))}
            value={String(group.waitlistCutoffHours)}
            onValue={(hours) => void save({ waitlistCutoffHours: Number(hours) })}
          />
        </Field>
      )}
    </div>
  )
}
