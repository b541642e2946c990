// Whose answer to this group it is, said before anything of it is changed; who comes along is added in the form below (R239).
import { useEffect } from 'react'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { companionsPart } from '#client/rsvp/companions/lazy-parts.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { openChange } from './open-change.ts'
import { WhoseLine } from './whose-line.tsx'

/** R170: opens the form with one companion more, if there may be one, and leads to their name. */
async function addCompanion(saved: NonNullable<SavedAnswer['companions']>, most: number) {
  await companionsPart.ready()
  const had = useDraft.getState().draft.companions ?? saved
  const companions = had.length < most ? [...had, { name: '' }] : had
  openChange({ attending: true, companions })
  setTimeout(() => document.querySelector<HTMLElement>(`[name="companion-${companions.length}"]`)?.focus())
}

/** Whether the address asks for that, as the page of several groups does; it does so once. */
function isLedHere() {
  const address = new URL(window.location.href)
  if (address.searchParams.get('open') !== 'companion') return false
  address.searchParams.delete('open')
  window.history.replaceState(window.history.state, '', address)
  return true
}

export function Whose({ form, saved }: { form: FormView; saved: SavedAnswer }) {
  const { companions = [], attending, name, email } = saved
  const most = form.maxCompanions ?? 0
  const canBring = attending === true && !form.shut && companions.length < most
  const bring = () => void addCompanion(companions, most)
  useEffect(() => {
    if (isLedHere() && canBring) bring()
  })
  return <WhoseLine whose={name || email} isOpen={form.status === 'open'} bring={canBring ? bring : null} />
}
