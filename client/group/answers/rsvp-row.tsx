// One answer as a row: who, what they said, their roles, when, their note; where there is little room it folds to three lines.
import { CircleCheck, UserX } from 'lucide-react'
import { memo, type ReactNode, type Ref, useState } from 'react'
import { AnswerCells, OpenQuestions } from '#client/group/answers/questions/answer-cells.tsx'
import type { Asking } from '#client/group/answers/questions/asking.ts'
import { formatInstant, formatShortDay, formatTime } from '#client/lib/dates.ts'
import { AddressFault } from '#client/notice/address-fault.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import { cx } from '#client/ui/cx.ts'
import { Checkbox } from '#client/ui/fields/checkbox.tsx'
import type { RsvpRow as Answer } from '#protocol/seats/group.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { columnsClass, noteClass } from './answers-head.tsx'
import { HeldRoles, type RowActs, RowButtons } from './row-cells.tsx'
import { answerOf, rowWord } from './rsvp-filter.ts'

const rowClass = `grid min-h-11 w-full grid-cols-[2.75rem_minmax(0,auto)_minmax(0,max-content)_minmax(0,1fr)_auto] items-center gap-x-3 border-t border-line pr-3 max-lg:py-2 print:pl-3 lg:gap-x-4 lg:pr-2 ${columnsClass}`

const tones = { yes: 'coming', no: 'neutral', none: 'outline', invited: 'outline', opened: 'accent' } as const satisfies Record<
  string,
  BadgeTone
>

/** R38, R40: who was given a role and hasn't answered holds a seat all the same. */
function AnswerBadge({ row, isAsked }: Pick<RsvpRowProps, 'row' | 'isAsked'>) {
  const answer = answerOf(row)
  const word = rowWord(row, isAsked)
  if (answer === 'yes' && isAsked) {
    const isConfirmed = row.confirmed
    return (
      <Badge tone={isConfirmed ? 'success' : 'outline'} icon={isConfirmed && <CircleCheck aria-hidden="true" />}>
        {word}
      </Badge>
    )
  }
  const [assigned, said] = word.split(', ')
  if (answer !== 'none' || !said) return <Badge tone={tones[answer]}>{word}</Badge>
  return (
    <Badge tone="warn">
      <span className="max-xl:sr-only">{assigned}, </span>
      <span className="inline-block max-xl:first-letter:uppercase">{said}</span>
    </Badge>
  )
}

/** In one line, so that a row of 44 px has air above and below. */
const Who = ({ row, asking, onRetryAddress }: Pick<RsvpRowProps, 'row' | 'asking' | 'onRetryAddress'>) => (
  <th scope="row" className="col-span-3 min-w-0 text-start font-normal lg:col-span-1 print:col-span-1">
    <span className="flex min-w-0 items-center gap-2.5">
      <span className="max-lg:hidden print:hidden">
        <Avatar name={row.name || row.email || row.maskedEmail} size="sm" />
      </span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="flex max-w-full min-w-0 items-baseline gap-x-2 max-sm:flex-col print:block">
          <span
            dir="auto"
            className={cx(
              'min-w-0 truncate leading-5 font-medium print:max-w-full print:wrap-anywhere print:whitespace-normal',
              row.name && row.email && 'max-w-full shrink-0 sm:max-w-3/5',
            )}
            title={row.name}
          >
            {row.name || row.email || row.maskedEmail}
          </span>
          {row.name && row.email && (
            <span
              className="max-w-full min-w-0 truncate text-13 leading-5 text-muted print:block print:wrap-anywhere print:whitespace-normal"
              title={row.email}
            >
              {row.email}
            </span>
          )}
        </span>
        <AddressFault row={row} onRetry={onRetryAddress} />
        <OpenQuestions row={row} asking={asking} />
        {row.formerMember && (
          <Badge tone="warn" icon={<UserX aria-hidden="true" />}>
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
  if (isShort)
    return (
      <span dir="auto" className={look}>
        {said}
      </span>
    )
  return (
    <button
      type="button"
      dir="auto"
      data-printed
      aria-expanded={isOpen}
      onClick={() => setOpen(!isOpen)}
      className={cx(look, 'hit rounded-sm')}
    >
      {said}
    </button>
  )
}

/** Without the year, which the title tells. */
function ChangedAt({ at, timeZone }: { at: string; timeZone: string }) {
  return (
    <time dateTime={at} title={formatInstant(at, timeZone)}>
      {`${formatShortDay(at, timeZone)}, ${formatTime(at, timeZone)}`}
    </time>
  )
}

/** R193: since when, and how many of them; R191: and who was let in twice. */
function Attended({ row: { came }, timeZone }: Pick<RsvpRowProps, 'row' | 'timeZone'>) {
  if (!came) return null
  return (
    <>
      <Badge tone={came.isIn ? 'success' : 'outline'}>
        {came.people > 1 ? `${came.people} came` : 'Came'} {formatTime(came.at, timeZone)}
      </Badge>
      {came.twice && (
        <Badge tone="warn">{`Let in twice: ${came.twice.map(({ at, door }) => `${door} ${formatTime(at, timeZone)}`).join(', ')}`}</Badge>
      )}
    </>
  )
}

export interface RsvpRowProps extends RowActs {
  row: Answer
  /** On whose clock times are. */
  timeZone: string
  /** R126: guests are asked to confirm. */
  isAsked: boolean
  isMoved: boolean
  asking: Asking
  /** Questions whose answers stand in place of roles, time, note and buttons; none for those. */
  columns: readonly Question[]
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
  <td className="row-span-3 -mt-0.5 flex justify-center self-start lg:row-span-1 lg:mt-0 lg:self-center print:hidden">
    {onPick && (
      <Checkbox
        hideLabel
        data-pick={row._id}
        label={`Select ${row.name || row.email || row.maskedEmail}`}
        checked={isPicked}
        onChange={({ target, nativeEvent }) => onPick(row._id, target.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
    )}
  </td>
)

interface CellsProps
  extends Pick<RsvpRowProps, 'row' | 'timeZone' | 'isAsked' | 'asking' | 'columns' | 'selected' | 'onRetryAddress' | 'isPicked' | 'onPick'>,
    RowActs {}

/** The cells apart from their row: where others come in above it only the row moves. */
const Cells = memo(({ row, timeZone, isAsked, asking, columns, selected, onRetryAddress, isPicked, onPick, ...acts }: CellsProps) => (
  <>
    <Pick row={row} isPicked={isPicked} onPick={onPick} />
    <Who row={row} asking={asking} onRetryAddress={onRetryAddress} />
    <td className="justify-self-end lg:justify-self-start print:justify-self-start">
      <AnswerBadge row={row} isAsked={isAsked} />
    </td>
    {selected ? (
      <td className="col-span-4 col-start-2 min-w-0 py-1">{selected}</td>
    ) : columns.length > 0 ? (
      <AnswerCells row={row} columns={columns} />
    ) : (
      <>
        <td className="flex min-w-0 flex-wrap items-center gap-1.5 py-1 empty:py-0 max-lg:col-[2/-1] print:col-auto">
          <HeldRoles row={row} timeZone={timeZone} />
          <Attended row={row} timeZone={timeZone} />
        </td>
        <td className="tabular min-w-0 truncate text-13 text-muted max-lg:col-start-2 print:col-start-auto print:whitespace-normal">
          <ChangedAt at={row.updatedAt} timeZone={timeZone} />
        </td>
        <td
          className={cx(
            'min-w-0 max-sm:order-1 max-sm:col-[2/-1] max-sm:empty:hidden sm:max-lg:col-span-2 print:order-none print:col-span-1',
            noteClass,
          )}
        >
          <Note note={row.note} />
        </td>
        <td className="flex flex-wrap items-center justify-end max-sm:col-[3/-1] max-sm:-mr-3 print:hidden">
          <RowButtons row={row} {...acts} />
        </td>
      </>
    )}
  </>
))
Cells.displayName = 'Cells'

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
