// The dashboard's Groups: those of events and those that stand alone. It has no tab; a quiet link leads here.
import { Plus } from 'lucide-react'
import { useGroups } from '#client/records/groups.ts'
import { CoverageList } from '#client/role/coverage-list.tsx'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card, CardLink } from '#client/ui/layout/card.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import type { GroupView } from '#protocol/group.ts'
import { answersText } from './event-card.tsx'
import { type Listing, useMyGroups } from './use-my-groups.ts'

const create = (
  <ButtonLink href="/createGroup" icon={<Plus aria-hidden="true" />}>
    Create New Group
  </ButtonLink>
)

/** Draws the section. */
export function GroupsView() {
  const { listing, load, more } = useMyGroups()
  const backLink = (
    <Link href="/dashboard" tone="quiet" className="hit px-2 py-2.5">
      Events
    </Link>
  )
  const actions = (
    <>
      {backLink}
      {listing.is === 'listed' && listing.ids.length > 0 && create}
    </>
  )
  return (
    <Section title="Groups" description="A group holds roles with their seats, and the people who answer." actions={actions}>
      {listing.is === 'loading' && <GroupsSkeleton />}
      {listing.is === 'failed' && (
        <ErrorState title="Failed to load group data" onRetry={load}>
          {listing.sentence}
        </ErrorState>
      )}
      {listing.is === 'listed' && <GroupCards {...listing} more={more} />}
    </Section>
  )
}

type Listed = Extract<Listing, { is: 'listed' }>

function GroupCards({ ids, hasMore, isBusy, failure, more }: Listed & { more: () => void }) {
  const byId = useGroups((held) => held.byId)
  const groups = ids.flatMap((id) => byId[id] ?? [])
  if (groups.length === 0) {
    return (
      <EmptyState title="No groups yet" action={create}>
        Every event brings its group; a group can also stand alone.
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
        <Notice tone="danger" live title="Failed to load group data" action={<Button onClick={more}>Try again</Button>}>
          {failure}
        </Notice>
      ) : (
        <LoadMore onMore={more} busy={isBusy} isDone={!hasMore} />
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
        {group.eventId ? 'Belongs to an event' : 'Stands alone'} · {answersText(group.answers)}
      </Text>
    </div>
    <CoverageList coverage={group.roleCoverage} compact />
  </Card>
)

const GroupsSkeleton = () => (
  <Loading label="Loading groups..." className="grid gap-3 md:grid-cols-2">
    {['first', 'second', 'third', 'fourth'].map((place) => (
      <Skeleton key={place} className="h-44 rounded-lg" />
    ))}
  </Loading>
)
