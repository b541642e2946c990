// Mends an address that emails don't reach: the organizer has it tried again, or types the right one (R102).

import { type FormEvent, useId } from 'react'
import { ActionDialog, type RowDialogProps } from '#client/lib/actions/action-dialog.tsx'
import { useAction } from '#client/lib/actions/use-action.ts'
import { useTyped } from '#client/lib/conflict/kept-edits.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import { isEmail, normalEmail } from '#protocol/kernel/texts.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { correctAddress, retryAddress } from './actions.ts'

/** Asks once; an answer was given with a proven address, which nobody else may change. */
export function MendAddressDialog({ groupId, row, onClose }: RowDialogProps) {
  const isOpen = row !== null && row.attending === null && row.orgId === null
  return (
    <>
      <ActionDialog
        about={isOpen ? null : row}
        onClose={onClose}
        work={({ _id }) => retryAddress(groupId, _id)}
        done={({ name, email }) => `${name || email} gets emails again`}
        title="Send emails to this address again?"
        confirmLabel="Try again"
        busyLabel="Saving..."
        tone="primary"
      >
        An email to {row?.email} couldn’t be delivered, so we stopped sending. If the address works now, emails go there again.
      </ActionDialog>
      {isOpen && <AddressForm key={row._id} groupId={groupId} row={row} onClose={onClose} />}
    </>
  )
}

function AddressForm({ groupId, row, onClose }: { groupId: string; row: RsvpRow; onClose: () => void }) {
  const formId = useId()
  const [typed, setTyped] = useTyped(`address:${row._id}`, row.email)
  const email = normalEmail(typed)
  const isSame = email === row.email
  const { run, isBusy, failure, setFailure } = useAction(async () => {
    await (isSame ? retryAddress(groupId, row._id) : correctAddress(groupId, row._id, email))
    toast.success(isSame ? `${row.name || row.email} gets emails again` : `${row.name || email} now gets emails at ${email}`)
    onClose()
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (isEmail(email)) void run()
    else setFailure('Please enter a valid email address.')
  }
  const footer = (
    <>
      <Button onClick={onClose} disabled={isBusy}>
        Cancel
      </Button>
      <Button type="submit" form={formId} variant="primary" busy={isBusy} busyLabel="Saving...">
        {isSame ? 'Try again' : 'Save and send'}
      </Button>
    </>
  )
  return (
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title="Fix this address" size="sm" footer={footer}>
      <form id={formId} noValidate onSubmit={save} className="flex flex-col gap-4">
        <p className="text-muted">
          An email to {row.email} couldn’t be delivered, so we stopped sending. If the address works now, try it again. If it is wrong,
          enter the right one: it gets the same email, and the person keeps their roles.
        </p>
        <Field label="Email" error={failure} required>
          <TextInput type="email" inputMode="email" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
