// The groups of an event by the day on which they begin: each with its times, its place and how it fills, and what can be done with it.
import { ArrowDown, ArrowUp, MapPin } from 'lucide-react'
import { memo } from 'react'
import type { BoardGroup } from '#client/group/several/board.ts'
import { byDay, eventAt, fillOf } from '#client/group/several/fill.ts'
import { formatTimes } from '#client/lib/dates.ts'
import { isManaged } from '#client/records/groups.ts'
import { CoverageRow } from '#client/role/coverage-row.tsx'
import { IconButton } from '#client/ui/actions/button.tsx'
import { CardLink } from '#client/ui/layout/card.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import type { PublicEvent } from '#protocol/seats/event.ts'
import { GroupMenu } from './group-menu.tsx'
import type { Arranging } from './use-arranging.tsx'

interface DayListProps {
  event: PublicEvent
  groups: readonly BoardGroup[]
  isOrdering: boolean
  /** Null for those who don't manage the event. */
  arranging: Arranging
  onCopy: (from: BoardGroup) => void
}

interface LineProps extends Omit<DayListProps, 'groups'> {
  group: BoardGroup
}

const Times = ({ event, group }: { event: PublicEvent; group: BoardGroup }) => {
  const at = eventAt(event, group)
  return <span className="tabular">{formatTimes(at.start, at.end, at.timeZone)}</span>
}

function Order({ group, arranging }: Pick<LineProps, 'group' | 'arranging'>) {
  return (
    <span className="relative z-10 flex shrink-0">
      <IconButton
        label={`Move ${group.name} up`}
        disabled={arranging.isFirst(group._id)}
        icon={<ArrowUp aria-hidden="true" />}
        onClick={() => void arranging.move(group, -1)}
      />
      <IconButton
        label={`Move ${group.name} down`}
        disabled={arranging.isLast(group._id)}
        icon={<ArrowDown aria-hidden="true" />}
        onClick={() => void arranging.move(group, 1)}
      />
    </span>
  )
}

const GroupRow = memo(function GroupLine({ event, group, isOrdering, arranging, onCopy }: LineProps) {
  const { location } = eventAt(event, group)
  const isOwn = isManaged(group) && group.location !== ''
  return (
    <li className="relative flex items-center gap-3 px-4 py-3 transition-colors hover:bg-fill sm:px-5">
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-2 md:grid-cols-[minmax(0,2fr)_minmax(0,3fr)] md:items-center">
        <div className="min-w-0">
          <div dir="auto" className="font-medium wrap-anywhere">
            <CardLink href={`/group/${group._id}`}>{group.name}</CardLink>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 text-13 text-muted">
            {isManaged(group) && <Times event={event} group={group} />}
            {isOwn && (
              <span dir="auto" className="flex min-w-0 items-center gap-1">
                <MapPin aria-hidden="true" className="size-3.5 shrink-0" />
                <span className="truncate">{location}</span>
              </span>
            )}
          </div>
        </div>
        {group.roles.length === 0 ? (
          <span className="text-13 text-muted">No roles yet</span>
        ) : (
          <CoverageRow
            coverage={fillOf(group)}
            isAsked={isManaged(group) && group.showConfirmation}
            compact
            title={<span className="text-muted">Seats taken</span>}
          />
        )}
      </div>
      {isOrdering && <Order group={group} arranging={arranging} />}
      {arranging.mayArrange && !isOrdering && isManaged(group) && <GroupMenu group={group} arranging={arranging} onCopy={onCopy} />}
    </li>
  )
})

const Lines = ({ label, groups, ...rest }: DayListProps & { label: string }) => (
  <ul
    aria-label={label}
    className="overflow-hidden rounded-lg border border-line bg-surface shadow-card [&>li+li]:border-t [&>li]:border-line"
  >
    {groups.map((group) => (
      <GroupRow key={group._id} group={group} {...rest} />
    ))}
  </ul>
)

/** While they are being ordered they stand as they will, whatever their day. Who may not look into any is told no times. */
export function DayList({ event, groups, ...rest }: DayListProps) {
  if (rest.isOrdering || !groups.some(isManaged)) return <Lines label="Groups" event={event} groups={groups} {...rest} />
  return (
    <div className="flex flex-col gap-6">
      {byDay(event, groups).map(({ day, groups: its }) => (
        <section key={day} aria-label={day} className="flex min-w-0 flex-col gap-2">
          <Heading level={3} size={15}>
            {day}
          </Heading>
          <Lines label={`Groups on ${day}`} event={event} groups={its} {...rest} />
        </section>
      ))}
    </div>
  )
}
