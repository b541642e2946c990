// That emails don't reach somebody, in the organizer's list (R102).
import { MailX } from 'lucide-react'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { faultWords } from './fault-words.ts'

export function AddressFault({ row, onRetry }: { row: RsvpRow; onRetry?: (row: RsvpRow) => void }) {
  if (!row.addressFault) return null
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone="danger" icon={<MailX aria-hidden="true" />}>
        {faultWords[row.addressFault]}
      </Badge>
      {onRetry && row.addressFault === 'undeliverable' && (
        <Button
          size="sm"
          variant="ghost"
          className="hit"
          aria-label={`Try again: the address of ${row.name || row.email}`}
          onClick={() => onRetry(row)}
        >
          Try again
        </Button>
      )}
    </span>
  )
}
