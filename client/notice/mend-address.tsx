// Mends an address that emails don't reach: the organizer has it tried again, or types the right one (R102).
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { type OfRow, RowDialog } from '#client/lib/row-dialog.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Dialog } from '#client/ui/actions/dialog.tsx'
import { toast } from '#client/ui/feedback/toast.tsx'
import { Field } from '#client/ui/fields/field.tsx'
import { TextInput } from '#client/ui/fields/text-input.tsx'
import type { RsvpRow } from '#protocol/group.ts'
import { isEmail } from '#protocol/texts.ts'
import { correctAddress, retryAddress } from './actions.ts'

/** Asks once; an answer was given with a proven address, which nobody else may change. */
export function MendAddressDialog({ groupId, row, onClose }: OfRow) {
  const isOpen = row !== null && row.attending === null && row.orgId === null
  return (
    <>
      <RowDialog
        row={isOpen ? null : row}
        onClose={onClose}
        work={({ _id }) => retryAddress(groupId, _id)}
        done={({ name, email }) => `${name || email} gets emails again`}
        title="Write to this address again?"
        confirmLabel="Try again"
        busyLabel="Saving..."
        tone="primary"
      >
        An email to {row?.email} could not be delivered, so no more were sent. If the address works now, the next email goes there again.
      </RowDialog>
      {isOpen && <AddressForm key={row._id} groupId={groupId} row={row} onClose={onClose} />}
    </>
  )
}

function AddressForm({ groupId, row, onClose }: { groupId: string; row: RsvpRow; onClose: () => void }) {
  const formId = useId()
  const [typed, setTyped] = useState(row.email)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const email = typed.trim().toLowerCase()
  const isSame = email === row.email
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!isEmail(email)) return setError('Please enter a valid email address.')
    setBusy(true)
    setError(null)
    try {
      await (isSame ? retryAddress(groupId, row._id) : correctAddress(groupId, row._id, email))
      toast.success(isSame ? `${row.name || row.email} gets emails again` : `${row.name || email} is written to at ${email}`)
      onClose()
    } catch (failure) {
      setError(sentenceOf(failure, 'Something went wrong. Please try again.'))
      setBusy(false)
    }
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
    <Dialog open onOpenChange={(open) => !open && !isBusy && onClose()} title="Mend this address" size="sm" footer={footer}>
      <form id={formId} noValidate onSubmit={(event) => void save(event)} className="flex flex-col gap-4">
        <p className="text-muted">
          An email to {row.email} could not be delivered, so no more were sent. If the address works now, try it again. If it is wrong,
          enter the right one: it gets the same email, and the roles stay.
        </p>
        <Field label="Email" error={error} required>
          <TextInput type="email" inputMode="email" autoComplete="off" value={typed} onChange={(event) => setTyped(event.target.value)} />
        </Field>
      </form>
    </Dialog>
  )
}
