// Asks which seats are given back for one that is held, where a person may have no more than they have (R148, R149).
import { useState } from 'react'
import { toasted } from '#client/lib/actions/use-action.ts'
import { serverNow } from '#client/lib/now.ts'
import type { SavedAnswer } from '#client/rsvp/store.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { offersOpen } from '#protocol/seats/standing/standing.ts'
import { acceptOffer } from './acts.ts'

interface GiveOneBackProps {
  form: FormView
  saved: SavedAnswer
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function GiveOneBack({ form, saved, open, onOpenChange }: GiveOneBackProps) {
  const [given, setGiven] = useState<readonly string[]>([])
  const [held] = offersOpen(saved, serverNow())
  const { count = 0, of = [] } = held?.choose ?? {}
  const isChosen = (id: string) => given.includes(id)
  // A further one takes the place of the first that was chosen, so that there is always a choice to press.
  const toggle = (id: string) => setGiven(isChosen(id) ? given.filter((one) => one !== id) : [...given, id].slice(-count))
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={count > 1 ? `Which ${count} seats do you give back?` : 'Which seat do you give back?'}
      confirmLabel="Accept the seat"
      busyLabel="Sending..."
      tone="primary"
      isReady={given.length === count}
      onConfirm={() =>
        held && toasted(() => acceptOffer(form, held, { chosen: given }), { failed: 'That couldn’t be sent. Please try again.' })
      }
    >
      <p>You have seats in as many groups as one person may.</p>
      <fieldset className="mt-2 flex flex-col text-ink">
        <legend className="sr-only">Your seats</legend>
        {of.map(({ _id, name }) => (
          <Checkbox key={_id} label={name} checked={isChosen(_id)} onChange={() => toggle(_id)} />
        ))}
      </fieldset>
    </ConfirmDialog>
  )
}
