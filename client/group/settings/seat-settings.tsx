// What becomes of freed seats, as settings that take effect at once: the waitlist, companions and handing over (R89, R94, R170).
import { useState } from 'react'
import { CompanionsField } from '#client/companions/companions-field.tsx'
import { HandOverSwitch } from '#client/handover/hand-over-switch.tsx'
import { toasted } from '#client/lib/actions/use-action.ts'
import { WaitlistFields, type WaitlistValue } from '#client/waitlist/waitlist-fields.tsx'
import type { GroupView } from '#protocol/seats/group.ts'

type Settings = Partial<WaitlistValue & { handOver: boolean; maxCompanions: number }>

/** What was chosen shows at once, and goes back if it can't be saved. */
export function SeatSettings({ group, onChange }: { group: GroupView; onChange: (settings: Settings) => Promise<void> }) {
  const [wanted, setWanted] = useState<Settings>({})
  const { waitlist, waitlistCutoffHours, handOver, maxCompanions } = { ...group, ...wanted }
  const save = async (settings: Settings) => {
    setWanted(settings)
    await toasted(() => onChange(settings), { failed: 'Failed to update group' })
    setWanted({})
  }
  return (
    <>
      <WaitlistFields waitlist={waitlist} waitlistCutoffHours={waitlistCutoffHours} onChange={(changed) => void save(changed)} />
      <CompanionsField value={maxCompanions} onValue={(most) => void save({ maxCompanions: most })} />
      <HandOverSwitch isOn={handOver} onValue={(isOn) => void save({ handOver: isOn })} />
    </>
  )
}
