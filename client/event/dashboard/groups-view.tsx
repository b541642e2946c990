// The dashboard's Groups: those of events and those that stand alone. It has no tab; a line under the events leads here.
import { ArrowLeft, Plus } from 'lucide-react'
import { call } from '#client/lib/call.ts'
import { usePages } from '#client/lib/use-pages.ts'
import { putGroup, useGroups } from '#client/records/groups.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Card, CardLink } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { answersText } from '#protocol/seats/coverage.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { GroupsSkeleton } from './groups-skeleton.tsx'

const create = (
  <ButtonLink href="/createGroup" icon={<Plus aria-hidden="true" />}>
    Create New Group
  </ButtonLink>
)

async function readPage(cursor: string | undefined) {
  const { groups, nextCursor } = await call(groupApi.mine, { cursor })
  for (const group of groups) putGroup(group)
  return { rows: groups, nextCursor }
}

export function GroupsView() {
  const pages = usePages<GroupView>(readPage)
  const { rows, failure, retry } = pages
  return (
    <Section
      title={
        <>
          <Link tone="quiet" href="/dashboard" className="hit mb-2 flex items-center gap-1.5 text-13 font-medium">
            <ArrowLeft aria-hidden="true" className="size-4" />
            Back to events
          </Link>
          Groups
        </>
      }
      description="The people of your events: their roles, seats and answers. A group can also exist on its own, without a date."
      actions={rows && rows.length > 0 && create}
    >
      {!rows && !failure && <GroupsSkeleton />}
      {!rows && failure && (
        <ErrorState title="Failed to load group data" onRetry={retry}>
          {failure}
        </ErrorState>
      )}
      {rows && <GroupCards {...pages} rows={rows} />}
    </Section>
  )
}

type GroupPages = ReturnType<typeof usePages<GroupView>> & { rows: readonly GroupView[] }

function GroupCards({ rows, isComplete, isBusy, failure, more, retry }: GroupPages) {
  const byId = useGroups((held) => held.byId)
  const groups = rows.flatMap(({ _id }) => byId[_id] ?? [])
  if (groups.length === 0) {
    return (
      <EmptyState title="No groups yet" action={create}>
        Every event has a group. A group can also exist on its own.
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-6">
      <ul className="grid gap-3 md:grid-cols-2">
        {groups.map((group) => (
          <GroupCard key={group._id} group={group} />
        ))}
      </ul>
      {failure ? (
        <Notice tone="danger" live title="Failed to load group data" action={<Button onClick={retry}>Try again</Button>}>
          {failure}
        </Notice>
      ) : (
        <LoadMore onMore={more} busy={isBusy} isDone={isComplete} />
      )}
    </div>
  )
}

const GroupCard = ({ group }: { group: GroupView }) => (
  <Card as="li" interactive className="flex flex-col gap-4">
    <div>
      <Heading level={3} size={17} className="line-clamp-2 wrap-anywhere">
        <CardLink href={`/group/${group._id}`}>{group.name}</CardLink>
      </Heading>
      {group.description && (
        <Text size={13} tone="muted" className="line-clamp-2 wrap-anywhere">
          {group.description}
        </Text>
      )}
      <Text size={13} tone="muted" className="tabular mt-1">
        {group.eventId ? 'Belongs to an event' : 'Not part of an event'} ·{' '}
        {answersText(group.answers, group.showConfirmation, group.companions)}
      </Text>
    </div>
    <CoverageList coverage={group.roleCoverage} isAsked={group.showConfirmation} of={group} compact />
  </Card>
)
