// One answer as a row: who, what they said, their roles, when, their note; where there is little room it folds to three lines.
import { UserX } from 'lucide-react'
import { memo, type ReactNode, type Ref, useState } from 'react'
import { AddressFault } from '#client/notice/address-fault.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import { formatInstant } from '#protocol/dates.ts'
import type { RsvpRow as Answer } from '#protocol/group.ts'
import { columnsClass } from './answers-head.tsx'
import { HeldRoles, type RowActs, RowButtons } from './row-cells.tsx'
import { answerOf, answerWords } from './rsvp-filter.ts'

const rowClass = `grid min-h-11 w-full grid-cols-[2.75rem_minmax(0,auto)_minmax(0,max-content)_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line pr-3 max-lg:py-1.5 print:pl-3 lg:gap-x-4 lg:pr-4 ${columnsClass}`

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
      <span className="max-xl:sr-only">Assigned, </span>
      <span className="inline-block max-xl:first-letter:uppercase">no response</span>
    </Badge>
  )
}

const Who = ({ row, onRetryAddress }: Pick<RsvpRowProps, 'row' | 'onRetryAddress'>) => (
  <th scope="row" className="col-span-3 min-w-0 text-start font-normal lg:col-span-1 print:col-span-1">
    <span className="flex min-w-0 items-center gap-3">
      <span className="max-lg:hidden print:hidden">
        <Avatar name={row.name || row.email} size="sm" />
      </span>
      <span className="min-w-0">
        <span className="flex min-w-0 items-baseline gap-x-2 lg:block print:block">
          <span
            className="block max-w-full shrink-0 truncate leading-5 font-medium max-lg:max-w-3/5 print:max-w-full print:wrap-anywhere print:whitespace-normal"
            title={row.name}
          >
            {row.name || row.email}
          </span>
          <span
            className="block min-w-0 truncate text-13 leading-4 text-muted print:wrap-anywhere print:whitespace-normal"
            title={row.email}
          >
            {row.email}
          </span>
        </span>
        <AddressFault row={row} onRetry={onRetryAddress} />
        {row.formerMember && (
          <Badge tone="warn" icon={<UserX aria-hidden="true" />} className="mt-1">
            Former member
          </Badge>
        )}
      </span>
    </span>
  </th>
)

/** More than this may be cut off. */
const shortNote = 40

/** Two lines of the note; a long one opens by a press. */
function Note({ note }: { note: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  if (!note) return null
  const said = (
    <>
      <span className="sr-only">Note: </span>“{note}”
    </>
  )
  const isShort = note.length <= shortNote
  const look = cx('text-start text-13 leading-5 wrap-anywhere print:line-clamp-none', !isOpen && !isShort && 'line-clamp-1 lg:line-clamp-2')
  if (isShort) return <span className={look}>{said}</span>
  return (
    <button type="button" data-printed aria-expanded={isOpen} onClick={() => setOpen(!isOpen)} className={cx(look, 'hit rounded-sm')}>
      {said}
    </button>
  )
}

/** Without the year, which the title tells. */
function Changed({ at, timeZone }: { at: string; timeZone: string }) {
  const text = formatInstant(at, timeZone)
  return (
    <time dateTime={at} title={text}>
      {text.replace(/ \d{4},/, ',')}
    </time>
  )
}

export interface RsvpRowProps extends RowActs {
  row: Answer
  /** On whose clock times are. */
  timeZone: string
  isMoved: boolean
  /** Instead of the roles and what follows: select mode. */
  selected?: ReactNode
  /** R102: absent for those who don't manage the group. */
  onRetryAddress?: (row: Answer) => void
  isPicked?: boolean
  /** Absent where nothing can be done with several rows. */
  onPick?: (id: string, isPicked: boolean, isRange: boolean) => void
  ref?: Ref<HTMLTableRowElement>
  index?: number
  /** Where it lies in a list that is drawn in part, in pixels; absent where rows follow each other. */
  offset?: number
}

const Pick = ({ row, isPicked = false, onPick }: Pick<RsvpRowProps, 'row' | 'isPicked' | 'onPick'>) => (
  <td className="row-span-3 flex justify-center self-start lg:row-span-1 lg:self-center print:hidden">
    {onPick && (
      <Checkbox
        hideLabel
        data-pick={row._id}
        label={`Select ${row.name || row.email}`}
        checked={isPicked}
        onChange={({ target, nativeEvent }) => onPick(row._id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    )}
  </td>
)

interface CellsProps extends Pick<RsvpRowProps, 'row' | 'timeZone' | 'selected' | 'onRetryAddress' | 'isPicked' | 'onPick'>, RowActs {}

/** The cells apart from their row: where others come in above it only the row moves. */
const Cells = memo(({ row, timeZone, selected, onRetryAddress, isPicked, onPick, ...acts }: CellsProps) => (
  <>
    <Pick row={row} isPicked={isPicked} onPick={onPick} />
    <Who row={row} onRetryAddress={onRetryAddress} />
    <td className="justify-self-end lg:justify-self-start print:justify-self-start">
      <AnswerBadge row={row} />
    </td>
    {selected ? (
      <td className="col-span-4 col-start-2 min-w-0 py-1">{selected}</td>
    ) : (
      <>
        <td className="flex min-w-0 flex-wrap items-center gap-1.5 py-1 empty:py-0 max-lg:col-[2/-1] print:col-auto">
          <HeldRoles row={row} />
        </td>
        <td className="tabular min-w-0 truncate text-13 text-muted max-lg:col-start-2 print:col-start-auto">
          <Changed at={row.updatedAt} timeZone={timeZone} />
        </td>
        <td className="min-w-0 max-sm:order-last max-sm:col-[2/-1] max-sm:empty:hidden sm:max-lg:col-span-2 print:order-none print:col-span-1">
          <Note note={row.note} />
        </td>
        <td className="flex items-center justify-end gap-0.5 max-sm:col-start-5 print:hidden">
          <RowButtons row={row} {...acts} />
        </td>
      </>
    )}
  </>
))
Cells.displayName = 'Cells'

/** Draws the row. */
export const RsvpRow = memo(({ isMoved, ref, index, offset, ...cells }: RsvpRowProps) => (
  <tr
    ref={ref}
    data-index={index}
    data-row={cells.row._id}
    tabIndex={-1}
    style={offset === undefined ? undefined : { transform: `translateY(${offset}px)` }}
    className={cx(
      rowClass,
      isMoved && 'animate-glow',
      (Boolean(cells.selected) || cells.isPicked) && 'bg-fill',
      offset !== undefined && 'absolute inset-x-0 top-0',
    )}
  >
    <Cells {...cells} />
  </tr>
))
RsvpRow.displayName = 'RsvpRow'
