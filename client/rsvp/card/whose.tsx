// Whose answer it is, said before anything of it is changed; and what somebody else does who shares the address (R239).
import { useState } from 'react'
import { companionsPart } from '#client/rsvp/companions/later.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Text } from '#client/ui/layout/heading.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { openChange } from './open-change.ts'

const once = 'One email address answers once. Whoever else comes answers with an email of their own, by the same invitation.'

/** R170: opens the form with one companion more, and leads to their name. */
async function addCompanion(had: NonNullable<SavedAnswer['companions']>) {
  await companionsPart.ready()
  openChange({ attending: true, companions: [...had, { name: '' }] })
  setTimeout(() => document.querySelector<HTMLElement>(`[name="companion-${had.length + 1}"]`)?.focus())
}

export function Whose({ form, saved }: { form: FormView; saved: SavedAnswer }) {
  const [isTold, setTold] = useState(false)
  const { companions = [], attending, name, email } = saved
  const canBring = attending === true && !form.shut && companions.length < (form.maxCompanions ?? 0)
  return (
    <div className="flex flex-col gap-1">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Text size={13} tone="muted" className="wrap-anywhere">
          {`This is ${name || email}’s answer.`}
        </Text>
        {form.status === 'open' && (
          <Button
            variant="ghost"
            size="sm"
            className="-mx-2"
            aria-expanded={canBring ? undefined : isTold}
            onClick={() => (canBring ? void addCompanion(companions) : setTold(!isTold))}
          >
            Answer for someone else too
          </Button>
        )}
      </div>
      <div role="status">{isTold && <Text size={13}>{once}</Text>}</div>
    </div>
  )
}
