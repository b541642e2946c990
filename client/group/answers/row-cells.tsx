// What a row says of somebody's roles, and its buttons.
import { companionTexts } from '#client/companions/names.ts'
import { formatTimes } from '#client/lib/dates.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Chip } from '#client/ui/chip.tsx'
import type { RsvpRow as Answer } from '#protocol/seats/group.ts'
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
  /** R129: likewise, while the event takes answers. */
  onRemove?: (row: Answer) => void
}

/** R170 */
const Along = ({ row }: { row: Answer }) => {
  const names = companionTexts(row)
  if (names.length === 0) return null
  return (
    <span className="text-13 wrap-anywhere text-muted">
      {`+${names.length}: `}
      {row.companions?.map(({ _id }, nth) => (
        <span key={_id} dir="auto">
          {nth > 0 ? `, ${names[nth]}` : names[nth]}
        </span>
      ))}
    </span>
  )
}

export const HeldRoles = ({ row, timeZone }: { row: Answer; timeZone: string }) => (
  <>
    {row.roles.map((name) => (
      <Chip key={name}>{name}</Chip>
    ))}
    <Along row={row} />
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
    {row.also?.map(({ groupId, name, start, end }) => (
      <Badge key={groupId} tone="warn">
        <span className="truncate">
          also {name} {formatTimes(start, end, timeZone)}
        </span>
      </Badge>
    ))}
    {row.handOver && <Badge tone="warn">Offered to {row.handOver.name}</Badge>}
  </>
)

/** What it does, in a word; to whom, for readers. */
const Act = ({ word, label, onClick, ...rest }: { word: string; label: string; onClick: () => void; 'data-select'?: string }) => (
  <Button size="sm" variant="ghost" className="hit" aria-label={label} onClick={onClick} {...rest}>
    {word}
  </Button>
)

export function RowButtons({ row, onSelect, onNewLink, onTakeBack, onRemove }: { row: Answer } & RowActs) {
  const who = row.name || row.email || row.maskedEmail
  return (
    <>
      {onSelect && isSelectable(row) && (
        <Act word="Select" label={`Select roles of ${who}`} data-select={row._id} onClick={() => onSelect(row)} />
      )}
      {onNewLink && row.email && <Act word="New link" label={`New link for ${who}`} onClick={() => onNewLink(row)} />}
      {onTakeBack && isOnlyInvited(row) && (
        <Act word="Withdraw" label={`Withdraw the invitation of ${who}`} onClick={() => onTakeBack(row)} />
      )}
      {onRemove && row.email && !isOnlyInvited(row) && <Act word="Remove" label={`Remove ${who}`} onClick={() => onRemove(row)} />}
    </>
  )
}
