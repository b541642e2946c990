// What becomes of freed seats, as settings that take effect at once: the waitlist and handing over (R89, R94).
import { useState } from 'react'
import { HandOverSwitch } from '#client/handover/hand-over-switch.tsx'
import { sentenceOf } from '#client/lib/call.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { WaitlistFields, type WaitlistValue } from '#client/waitlist/waitlist-fields.tsx'
import type { GroupView } from '#protocol/group.ts'

type Settings = Partial<WaitlistValue & { handOver: boolean }>

/** Draws them; what was chosen shows at once, and goes back if it can't be saved. */
export function SeatSettings({ group, onChange }: { group: GroupView; onChange: (settings: Settings) => Promise<void> }) {
  const [wanted, setWanted] = useState<Settings>({})
  const { waitlist, waitlistCutoffHours, handOver } = { ...group, ...wanted }
  const save = async (settings: Settings) => {
    setWanted(settings)
    await onChange(settings).catch((error: unknown) => toast.error(sentenceOf(error, 'Failed to update group')))
    setWanted({})
  }
  return (
    <>
      <WaitlistFields waitlist={waitlist} waitlistCutoffHours={waitlistCutoffHours} onChange={(changed) => void save(changed)} />
      <HandOverSwitch isOn={handOver} onValue={(isOn) => void save({ handOver: isOn })} />
    </>
  )
}
