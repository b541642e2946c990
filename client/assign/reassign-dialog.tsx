// Moves chosen roles from one person to another: each in one step, so that a full role can be moved too (R40).

import { type FormEvent, useId, useState } from 'react'
import { useAction, wentWrong } from '#client/lib/actions/use-action.ts'
import { NotMeant } from '#client/lib/call-failed.ts'
import { useDespite } from '#client/lib/conflict/despite.tsx'
import { useGroups } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { Failure } from '#client/ui/feedback/failure.tsx'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import { reassignMissing } from '#protocol/seats/assign.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { type AssignScope, eachInTurn, partialText, quoted, reassignFailed, reassignRole } from './actions.ts'
import { type Person, usePersonChoice } from './person.ts'
import { PersonFields } from './person-fields.tsx'
import { holdsRole, warnDuplicate } from './warn-duplicate.ts'

interface ReassignDialogProps {
  place: AssignScope
  from: RsvpRow
  /** Those of the chosen roles that `from` still holds. */
  roleNames: readonly string[]
  onClose: () => void
  /** All of them are moved. */
  onDone: () => void
}

export function ReassignDialog({ place, from, roleNames, onClose, onDone }: ReassignDialogProps) {
  const formId = useId()
  const choice = usePersonChoice(place.orgIds, `instead of ${from._id}`)
  const [named] = useState(roleNames)
  const despite = useDespite()
  const moveOne = (person: Person) => (roleName: string) =>
    despite.attempt(person.name || person.email, (despiteOverlap) => reassignRole(place, from, person, { roleName, despiteOverlap }))
  const { run, isBusy, failure, setFailure } = useAction(
    async (person: Person) => {
      const outcome = await eachInTurn(roleNames, moveOne(person), reassignFailed)
      if (outcome.done.length > 0) toastUndoable(`${quoted(outcome.done)} reassigned to ${person.name}`, outcome.acts)
      const missed = partialText(outcome, 'reassigned')
      if (missed !== null) throw new Error(missed)
      if (outcome.isLeft) throw new NotMeant('Some of it is left as it was')
      onDone()
    },
    (missed) => (missed instanceof Error ? missed.message : wentWrong),
  )
  const reassign = (event: FormEvent) => {
    event.preventDefault()
    const { person } = choice
    if (!person || roleNames.length === 0) return setFailure(reassignMissing)
    const rows = useGroups.getState().answered[place.groupId]?.rows ?? []
    const held = roleNames.find((roleName) => holdsRole(rows, person.email, roleName))
    if (held) warnDuplicate(person.name, held)
    else void run(person)
  }
  const footer = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel="Reassigning...">
        Reassign
      </Button>
    </>
  )
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isBusy && onClose()}
      title="Reassign role"
      description={`${quoted(named)} from ${from.name || from.email || from.maskedEmail} to someone else. Both get an email.`}
      footer={footer}
    >
      <form id={formId} onSubmit={reassign} noValidate className="flex flex-col gap-4">
        <PersonFields choice={choice} />
        <Failure>{failure === reassignMissing && choice.person ? null : failure}</Failure>
      </form>
      {despite.dialog}
    </Dialog>
  )
}
