// Asks before an account is suspended or let in again, and says what follows (R76).

import { toasted } from '#client/lib/actions/use-action.ts'
import { call } from '#client/lib/call.ts'
import { ConfirmDialog } from '#client/ui/actions/confirm-dialog.tsx'
import { type OperatorPerson, operatorApi } from '#protocol/app/operator.ts'

interface Props {
  person: OperatorPerson
  onClose: () => void
  onDone: (person: OperatorPerson) => void
}

export function SuspendDialog({ person, onClose, onDone }: Props) {
  const isSuspended = person.suspendedAt === null
  const confirm = () =>
    toasted(async () => onDone((await call(operatorApi.suspend, { id: person._id, isSuspended })).person), {
      done: isSuspended ? `${person.email} is suspended` : `${person.email} may log in again`,
      failed: 'That did not work.',
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={isSuspended ? 'Suspend this account?' : 'Lift the suspension?'}
      confirmLabel={isSuspended ? 'Suspend' : 'Lift the suspension'}
      tone={isSuspended ? 'danger' : 'primary'}
      onConfirm={confirm}
    >
      <p className="font-medium wrap-anywhere text-ink">{person.email}</p>
      {isSuspended ? (
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-5">
          <li>They are logged out everywhere right away, and can’t log in until you let them in again.</li>
          <li>No invitations, reminders and messages go out in their name.</li>
          <li>Their events stay: guests keep their seats and may answer. Organizations they belong to go on.</li>
          {person.subscription && <li>What they pay goes on. End it at the payment provider if it should.</li>}
        </ul>
      ) : (
        <p className="mt-2">They may log in again. Their old logins stay ended.</p>
      )}
    </ConfirmDialog>
  )
}
