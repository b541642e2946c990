// R140: the groups of an event that has several, on its page: by day with their fill, or as a matrix of groups and roles; and what is done with them.
import { Grid3x3, List as ListIcon, Plus, Users } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { ShareLink } from '#client/group/board/share-link.tsx'
import type { BoardGroup } from '#client/group/several/board.ts'
import { useAnswerable } from '#client/lib/answerable.ts'
import { severalUrl } from '#client/lib/event/share-path.ts'
import { loadPart } from '#client/lib/load-page.tsx'
import { isManaged } from '#client/records/groups.ts'
import { Button } from '#client/ui/actions/button.tsx'
import { NotLoaded } from '#client/ui/feedback/not-loaded.tsx'
import { Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Segmented } from '#client/ui/fields/segmented.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { EventView, PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { groupsAsked } from '#protocol/seats/several/asked.ts'
import { DayList } from './day-list.tsx'
import { Matrix } from './matrix.tsx'
import type { Adding } from './use-adding.tsx'
import { useArranging } from './use-arranging.tsx'

const PeopleView = loadPart(() => import('./people-view.tsx'), 'PeopleView', {
  waiting: <Skeleton className="h-80 rounded-lg" />,
  missing: (retry) => <NotLoaded onRetry={retry} />,
})

/** R26: only members may answer there. */
const isMembersOnly = ({ limitToMembers, ownerOrgId, attendingOrgIds }: GroupView) =>
  limitToMembers && (ownerOrgId !== null || attendingOrgIds.length > 0)

const views = [
  { value: 'days', label: 'By day', icon: <ListIcon aria-hidden="true" className="size-4" /> },
  { value: 'matrix', label: 'Matrix', icon: <Grid3x3 aria-hidden="true" className="size-4" /> },
  { value: 'people', label: 'People', icon: <Users aria-hidden="true" className="size-4" /> },
] as const
type View = (typeof views)[number]['value']

/** Which of the two the address names: `?groups=matrix`. */
function useView(): [View, (view: View) => void] {
  const [params, setParams] = useSearchParams()
  const set = (view: View) =>
    setParams(
      (now) => {
        if (view === 'days') now.delete('groups')
        else now.set('groups', view)
        return now
      },
      { replace: true },
    )
  const named = params.get('groups')
  return [named === 'matrix' || named === 'people' ? named : 'days', set]
}

interface GroupsSectionProps {
  event: PublicEvent
  /** Null for those who don't manage it. */
  managed: EventView | null
  groups: readonly BoardGroup[]
  adding: Adding
}

export function GroupsSection({ event, managed, groups, adding }: GroupsSectionProps) {
  useAnswerable()
  const id = useId()
  const [view, setView] = useView()
  const [isOrdering, setOrdering] = useState(false)
  const { arranging, dialogs } = useArranging(managed, groups)
  const inside = useMemo(() => groups.filter(isManaged), [groups])
  return (
    <Section
      title="Groups"
      badge={<span className="tabular text-muted">{groups.length}</span>}
      actions={
        <>
          {managed && view === 'days' && (
            <Button variant="ghost" aria-pressed={isOrdering} onClick={() => setOrdering(!isOrdering)}>
              {isOrdering ? 'Done' : 'Change order'}
            </Button>
          )}
          {managed && (
            <Button icon={<Plus aria-hidden="true" />} onClick={() => adding.begin()}>
              Add a group
            </Button>
          )}
        </>
      }
    >
      <Segmented
        name={`${id}-view`}
        label="Show the groups"
        hideLabel
        options={inside.length > 0 ? views : views.slice(0, 2)}
        value={view}
        onValue={setView}
      />
      {view === 'matrix' ? (
        <Matrix event={event} groups={groups} />
      ) : view === 'people' ? (
        <PeopleView event={event} groups={inside} asked={managed ? groupsAsked(managed, groups.length) : 0} />
      ) : (
        <DayList event={event} groups={groups} isOrdering={isOrdering && managed !== null} arranging={arranging} onCopy={adding.begin} />
      )}
      {managed && (
        <div className="max-w-normal print:hidden">
          <ShareLink
            url={managed.shortLink ?? severalUrl(event._id)}
            title={event.name}
            status={event.status}
            membersOnly={inside.some(isMembersOnly)}
            {...(inside[0] && { poster: `/group/${inside[0]._id}/poster?of=event` })}
          />
        </div>
      )}
      {dialogs}
    </Section>
  )
}
