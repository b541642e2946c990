// That emails don't reach somebody, in the organizer's list, and the way to try the address again (R102).
import { MailX } from 'lucide-react'
import { type OfRow, RowDialog } from '#client/lib/row-dialog.tsx'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { RsvpRow } from '#protocol/group.ts'
import { retryAddress } from './actions.ts'
import { faultWords } from './fault-words.ts'

/** Draws the badge and, for those who may, the button. */
export function AddressFault({ row, onRetry }: { row: RsvpRow; onRetry?: (row: RsvpRow) => void }) {
  if (!row.addressFault) return null
  return (
    <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="danger" icon={<MailX aria-hidden="true" />}>
        {faultWords[row.addressFault]}
      </Badge>
      {onRetry && row.addressFault === 'undeliverable' && (
        <Button
          size="sm"
          variant="ghost"
          className="hit"
          aria-label={`Try the address of ${row.name || row.email} again`}
          onClick={() => onRetry(row)}
        >
          Try again
        </Button>
      )}
    </span>
  )
}

/** Asks once; the next email then goes to the address again. */
export const RetryAddressDialog = ({ groupId, row, onClose }: OfRow) => (
  <RowDialog
    row={row}
    onClose={onClose}
    work={({ _id }) => retryAddress(groupId, _id)}
    done={({ name, email }) => `${name || email} gets emails again`}
    title="Write to this address again?"
    confirmLabel="Try again"
    busyLabel="Saving..."
    tone="primary"
  >
    An email to {row?.email} could not be delivered, so no more were sent. If the address works now, the next email goes there again. If it
    is wrong, send this person the share link, so that they answer with the right one.
  </RowDialog>
)
