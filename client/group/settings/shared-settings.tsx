// What a group's forms and its Settings tab both have: who sees the answers, and what becomes of seats that are given back (R27, R89, R94, R170).
import { useId } from 'react'
import { CompanionsField } from '#client/companions/companions-field.tsx'
import { HandOverSwitch } from '#client/handover/hand-over-switch.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { WaitlistFields, type WaitlistValue } from '#client/waitlist/waitlist-fields.tsx'

export interface SharedValue extends WaitlistValue {
  displayRSVPToAll: boolean
  handOver: boolean
  maxCompanions: number
}

interface SharedSettingsProps {
  value: SharedValue
  onChange: (changed: Partial<SharedValue>) => void
  /** One sentence per field. */
  errors?: Readonly<Partial<Record<keyof SharedValue, string>>>
}

const visibilityOptions = [
  { value: 'allow', label: 'Allow', hint: 'Guests see how each role fills up' },
  { value: 'private', label: 'Keep Private', hint: 'Guests see only how many seats are left' },
] as const

export const SharedSettings = ({ value, onChange, errors = {} }: SharedSettingsProps) => (
  <>
    <Segmented
      look="cards"
      name={`${useId()}-visibility`}
      label="RSVP visibility"
      options={visibilityOptions}
      value={value.displayRSVPToAll ? 'allow' : 'private'}
      onValue={(chosen) => onChange({ displayRSVPToAll: chosen === 'allow' })}
      error={errors.displayRSVPToAll}
    />
    <WaitlistFields waitlist={value.waitlist} waitlistCutoffHours={value.waitlistCutoffHours} onChange={onChange} />
    <CompanionsField value={value.maxCompanions} error={errors.maxCompanions} onValue={(maxCompanions) => onChange({ maxCompanions })} />
    <HandOverSwitch isOn={value.handOver} onValue={(handOver) => onChange({ handOver })} />
  </>
)
