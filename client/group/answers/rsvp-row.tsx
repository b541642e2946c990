// One answer as a row: who, what they said, their roles; and, for those who may assign, the way into select mode.
import { CircleCheck, MailPlus, MailX, UserX } from 'lucide-react'
import { memo, type ReactNode, type Ref } from 'react'
import { AddressFault } from '#client/notice/address-fault.tsx'
import { Button, IconButton } from '#client/ui/actions/button.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { Chip } from '#client/ui/chip.tsx'
import { cx } from '#client/ui/cx.ts'
import type { RsvpRow as Answer } from '#protocol/group.ts'
import { answerOf, answerWords } from './rsvp-filter.ts'

const rowClass =
  'grid w-full grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2 border-t border-line px-4 py-3 sm:px-5 md:grid-cols-[minmax(0,5fr)_11rem_minmax(0,5fr)] md:items-center'

const tones = { yes: 'success', no: 'danger', none: 'neutral', invited: 'outline', opened: 'accent' } as const satisfies Record<
  string,
  BadgeTone
>

/** R38, R40: who was given a role and hasn't answered holds a seat all the same. */
function AnswerBadge({ row }: { row: Answer }) {
  const answer = answerOf(row)
  if (answer !== 'none' || row.roles.length === 0) return <Badge tone={tones[answer]}>{answerWords[answer]}</Badge>
  return (
    <Badge tone="warn">
      <span className="max-md:sr-only">Assigned, </span>
      <span className="inline-block max-md:first-letter:uppercase">no response</span>
    </Badge>
  )
}

/** The roles somebody can be asked for: a no holds none. */
export const isSelectable = (row: Answer) => row.attending !== false && row.roles.length > 0

export interface RsvpRowProps {
  row: Answer
  isMoved: boolean
  /** Instead of the roles: select mode. */
  selected?: ReactNode
  /** Absent for those who may not assign. */
  onSelect?: (row: Answer) => void
  /** Absent for those who don't manage the group. */
  onNewLink?: (row: Answer) => void
  /** R102: likewise. */
  onRetryAddress?: (row: Answer) => void
  /** R97: likewise. */
  onTakeBack?: (row: Answer) => void
  ref?: Ref<HTMLTableRowElement>
  index?: number
  /** Where it lies in a list that is drawn in part, in pixels; absent where rows follow each other. */
  offset?: number
}

/** R97: was invited, and neither answered nor got a role. */
const isOnlyInvited = (row: Answer) => answerOf(row) === 'invited' || answerOf(row) === 'opened'

const Plain = ({ row, onSelect, onNewLink, onTakeBack }: Pick<RsvpRowProps, 'row' | 'onSelect' | 'onNewLink' | 'onTakeBack'>) => (
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
    {onSelect && isSelectable(row) && (
      <Button
        size="sm"
        variant="ghost"
        className="hit ml-auto"
        data-select={row._id}
        aria-label={`Select roles of ${row.name || row.email}`}
        onClick={() => onSelect(row)}
      >
        Select
      </Button>
    )}
    {onNewLink && row.email && (
      <IconButton
        size="sm"
        variant="ghost"
        className={cx('hit', !(onSelect && isSelectable(row)) && 'ml-auto')}
        label={`Send a new link to ${row.name || row.email}`}
        icon={<MailPlus aria-hidden="true" />}
        onClick={() => onNewLink(row)}
      />
    )}
    {onTakeBack && isOnlyInvited(row) && (
      <IconButton
        size="sm"
        variant="ghost"
        className="hit"
        label={`Take back the invitation of ${row.name || row.email}`}
        icon={<MailX aria-hidden="true" />}
        onClick={() => onTakeBack(row)}
      />
    )}
  </>
)

/** Draws the row. */
export const RsvpRow = memo(
  ({ row, isMoved, selected, onSelect, onNewLink, onRetryAddress, onTakeBack, ref, index, offset }: RsvpRowProps) => (
    <tr
      ref={ref}
      data-index={index}
      data-row={row._id}
      tabIndex={-1}
      style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
      className={cx(
        rowClass,
        isMoved && 'animate-glow',
        Boolean(selected) && 'bg-fill',
        offset !== undefined && 'absolute inset-x-0 top-0',
      )}
    >
      <th scope="row" className="min-w-0 text-start font-normal">
        <span className="flex items-center gap-3.5">
          <Avatar name={row.name || row.email} />
          <span className="min-w-0">
            <span className="block truncate font-medium" title={row.name}>
              {row.name || row.email}
            </span>
            <span className="block truncate text-13 text-muted" title={row.email}>
              {row.email}
            </span>
            {row.note && (
              <span className="mt-1 block text-13 wrap-anywhere">
                <span className="sr-only">Note: </span>“{row.note}”
              </span>
            )}
            <AddressFault row={row} onRetry={onRetryAddress} />
            {row.formerMember && (
              <Badge tone="warn" icon={<UserX aria-hidden="true" />} className="mt-1">
                Former member
              </Badge>
            )}
          </span>
        </span>
      </th>
      <td className="self-center">
        <AnswerBadge row={row} />
      </td>
      <td
        className={cx(
          'col-span-2 flex min-w-0 flex-wrap items-center gap-1.5 pl-12.5 empty:hidden',
          selected ? 'md:col-span-3' : 'md:col-span-1 md:pl-0',
        )}
      >
        {selected ?? <Plain row={row} onSelect={onSelect} onNewLink={onNewLink} onTakeBack={onTakeBack} />}
      </td>
    </tr>
  ),
)
RsvpRow.displayName = 'RsvpRow'
