// What a row says of somebody's roles, and its buttons.
import { CircleCheck, MailPlus, MailX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Chip } from '#client/ui/chip.tsx'
import type { RsvpRow as Answer } from '#protocol/group.ts'
import { answerOf } from './rsvp-filter.ts'

/** The roles somebody can be asked for: a no holds none. */
export const isSelectable = (row: Answer) => row.attending !== false && row.roles.length > 0

/** R97: was invited, and neither answered nor got a role. */
export const isOnlyInvited = (row: Answer) => answerOf(row) === 'invited' || answerOf(row) === 'opened'

/** What can be done with one row. */
export interface RowActs {
  /** Absent for those who may not assign. */
  onSelect?: (row: Answer) => void
  /** Absent for those who don't manage the group. */
  onNewLink?: (row: Answer) => void
  /** R97: likewise. */
  onTakeBack?: (row: Answer) => void
}

export const HeldRoles = ({ row }: { row: Answer }) => (
  <>
    {row.roles.map((name) => (
      <Chip key={name}>{name}</Chip>
    ))}
    {row.waitingFor?.map((name) => (
      <Badge key={name} tone="accent">
        Waits for {name}
      </Badge>
    ))}
    {row.offered?.map((name) => (
      <Badge key={name} tone="warn">
        Offered {name}
      </Badge>
    ))}
    {row.handOver && <Badge tone="warn">Offered to {row.handOver.name}</Badge>}
    {row.confirmed && (
      <Badge tone="success" icon={<CircleCheck aria-hidden="true" />}>
        Confirmed
      </Badge>
    )}
  </>
)

const SmallIcon = (props: { label: string; icon: ReactNode; onClick: () => void }) => (
  <IconButton size="sm" variant="ghost" className="hit" {...props} />
)

export const RowButtons = ({ row, onSelect, onNewLink, onTakeBack }: { row: Answer } & RowActs) => (
  <>
    {onSelect && isSelectable(row) && (
      <Button
        size="sm"
        variant="ghost"
        className="hit"
        data-select={row._id}
        aria-label={`Select roles of ${row.name || row.email}`}
        onClick={() => onSelect(row)}
      >
        Select
      </Button>
    )}
    {onNewLink && row.email && (
      <SmallIcon
        label={`Send a new link to ${row.name || row.email}`}
        icon={<MailPlus aria-hidden="true" />}
        onClick={() => onNewLink(row)}
      />
    )}
    {onTakeBack && isOnlyInvited(row) && (
      <SmallIcon
        label={`Take back the invitation of ${row.name || row.email}`}
        icon={<MailX aria-hidden="true" />}
        onClick={() => onTakeBack(row)}
      />
    )}
  </>
)
