// On a group's own page: the way to the other groups of its event, one after the other or any of them. Nothing where there is one.
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useLocation, useSearch } from 'wouter'
import { formatInstant } from '#client/lib/dates.ts'
import { useEvents } from '#client/records/events.ts'
import { isManaged } from '#client/records/groups.ts'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Select } from '#client/ui/fields/select.tsx'
import { type BoardGroup, useBoardGroups, useGroupIds } from './board.ts'
import { eventAt } from './fill.ts'

interface StepGroupsProps {
  eventId: string
  groupId: string
  /** Which page of the groups; the board without. */
  page?: 'roster' | 'messages' | 'invite' | 'activity'
}

const none: readonly string[] = []

export function StepGroups({ eventId, groupId, page }: StepGroupsProps) {
  const [, navigate] = useLocation()
  const search = useSearch()
  const event = useEvents((held) => held.byId[eventId])
  const groups = useBoardGroups(useGroupIds(eventId, none))
  const at = groups.findIndex(({ _id }) => _id === groupId)
  if (groups.length < 2 || at < 0) return null
  // The tab that is open stays open.
  const pathOf = (id: string) => `/group/${id}${page ? `/${page}` : search ? `?${search}` : ''}`
  const labelOf = (group: BoardGroup) =>
    event && isManaged(group) && group.start ? `${group.name}, ${formatInstant(eventAt(event, group).start, event.timeZone)}` : group.name
  const [before, after] = [groups[at - 1], groups[at + 1]]
  return (
    <nav aria-label="Groups of this event" className="flex items-center gap-2 print:hidden">
      {before && (
        <ButtonLink href={pathOf(before._id)} icon={<ChevronLeft aria-hidden="true" />} aria-label={`Previous group: ${before.name}`}>
          <span className="max-sm:sr-only">Previous</span>
        </ButtonLink>
      )}
      <div className="min-w-0 flex-1 sm:max-w-80">
        <Select
          aria-label={`Group ${at + 1} of ${groups.length}`}
          options={groups.map((group) => ({ value: group._id, label: labelOf(group) }))}
          value={groupId}
          onValue={(id) => navigate(pathOf(id))}
        />
      </div>
      {after && (
        <ButtonLink href={pathOf(after._id)} icon={<ChevronRight aria-hidden="true" />} aria-label={`Next group: ${after.name}`}>
          <span className="max-sm:sr-only">Next</span>
        </ButtonLink>
      )}
    </nav>
  )
}
