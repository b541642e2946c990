// Whose answer it is, said before anything of it is changed; and what somebody else does who shares the address (R239).
import { companionsPart } from '#client/rsvp/companions/later.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { openChange } from './open-change.ts'
import { WhoseLine } from './whose-line.tsx'

/** R170: opens the form with one companion more, and leads to their name. */
async function addCompanion(had: NonNullable<SavedAnswer['companions']>) {
  await companionsPart.ready()
  openChange({ attending: true, companions: [...had, { name: '' }] })
  setTimeout(() => document.querySelector<HTMLElement>(`[name="companion-${had.length + 1}"]`)?.focus())
}

export function Whose({ form, saved }: { form: FormView; saved: SavedAnswer }) {
  const { companions = [], attending, name, email } = saved
  const canBring = attending === true && !form.shut && companions.length < (form.maxCompanions ?? 0)
  return <WhoseLine whose={name || email} isOpen={form.status === 'open'} bring={canBring ? () => void addCompanion(companions) : null} />
}
