// The dashboard's Events: what is ahead first, soonest first, then what is over; it fills and moves live.
import { CalendarPlus } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useState } from 'react'
import { useSparklinesOf } from '#client/history/sparkline.tsx'
import { useAnswerable } from '#client/lib/answerable.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { PendingEvents, usePending } from '#client/pending/pending-events.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { cx } from '#client/ui/cx.ts'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { List } from '#client/ui/layout/list.tsx'
import { type EventCard as Event, type EventFilter, type EventOrder, everyEvent } from '#protocol/seats/event.ts'
import { EventCard } from './event-card.tsx'
import { orderCards } from './event-order.ts'
import { EventRow } from './event-row.tsx'
import { EventsSkeleton } from './events-skeleton.tsx'
import type { Density } from './use-event-filter.ts'
import { type MyEvents, useMyEvents } from './use-my-events.ts'

/** From so many events on there is something to look for. */
const worthFiltering = 4

/** What there is to tell over the list. */
interface Found {
  /** Then the one act stands in the middle of the page. */
  readonly isEmpty: boolean
  readonly isWorthFiltering: boolean
  /** How many the filter leaves; null while that isn't known. */
  readonly count: number | null
}
export const notFound: Found = { isEmpty: false, isWorthFiltering: false, count: null }

interface EventsViewProps {
  filter: EventFilter
  onFilter: (part: Partial<EventFilter>) => void
  density: Density
  waits?: boolean
  onFound: (found: Found) => void
}

export function EventsView({ filter, onFilter, density, waits = false, onFound }: EventsViewProps) {
  const mine = useMyEvents(filter)
  const pending = usePending()
  // All that stands above the events comes with them, or it would move them.
  const isThere = !waits && pending !== null && (mine.loaded > 0 || mine.cards.length > 0 || mine.failure !== null)
  useForgetPresence()
  useAnswerable(isThere)
  const isWhole = filter.search === '' && filter.time === 'all' && filter.organization === ''
  const isEmpty = isWhole && mine.loaded > 0 && mine.cards.length === 0 && pending?.length === 0
  // Once there it stays: whoever clears a filter may stand in its sheet, while less or nothing is known of the rest.
  const [wasWorth, setWorth] = useState(false)
  const isWorthFiltering = wasWorth || !isWhole || (isThere && mine.cards.length >= worthFiltering)
  if (isWorthFiltering && !wasWorth) setWorth(true)
  const count = mine.isDone ? mine.cards.length : null
  useLayoutEffect(() => onFound({ isEmpty, isWorthFiltering, count }), [isEmpty, isWorthFiltering, count, onFound])
  if (waits) return <EventsSkeleton />
  return (
    <section aria-labelledby="events" className="flex min-w-0 flex-col gap-3">
      <h2 id="events" className="sr-only">
        Events
      </h2>
      {isThere && <PendingEvents events={pending} />}
      <Events
        {...mine}
        isThere={isThere}
        density={density}
        order={filter.order}
        none={!isWhole ? <NoneLike onClear={() => onFilter(everyEvent)} /> : isEmpty && <NoEvents />}
      />
      {isThere && <AboutEvents />}
    </section>
  )
}

/** Under the list: what Active means, and where the groups are. */
const AboutEvents = () => (
  <Text size={13} tone="muted">
    An event is Active if it is not over yet. Roles without an event are under{' '}
    <Link href="/dashboard?view=groups" className="hit">
      Groups
    </Link>
    .
  </Text>
)

interface EventsProps extends MyEvents {
  isThere: boolean
  density: Density
  order: EventOrder
  /** Stands where no event is shown. */
  none: ReactNode
}

function Events({ isThere, cards, loaded, isBusy, isDone, failure, more, density, order, none }: EventsProps) {
  const now = useNow()
  useSparklinesOf(density === 'cards' ? cards.filter(({ groups }) => !groups).map(({ groupId }) => groupId) : [])
  if (!isThere) return <EventsSkeleton />
  if (cards.length === 0) {
    if (failure) {
      return (
        <ErrorState title="Failed to load events" onRetry={more} busy={isBusy}>
          {failure}
        </ErrorState>
      )
    }
    return loaded === 0 ? <EventsSkeleton /> : none
  }
  const { urgent, ahead, behind } = orderCards(cards, now, order)
  const lists = [
    { title: 'Needs attention', cards: urgent },
    { title: 'Now and next', cards: ahead },
    { title: 'Past', cards: behind },
  ].filter((one) => one.cards.length > 0)
  return (
    <div className={cx('flex flex-col', density === 'rows' ? 'gap-4' : 'gap-6')}>
      {lists.map(({ title, cards: some }, nth) => (
        <EventList key={title} title={title} isFirst={nth === 0} {...{ cards: some, now, density }} />
      ))}
      {failure ? (
        <Notice tone="danger" live title="Failed to load events" action={<Button onClick={more}>Try again</Button>}>
          {failure}
        </Notice>
      ) : (
        <LoadMore onMore={more} busy={isBusy} isDone={isDone} />
      )}
    </div>
  )
}

interface EventListProps {
  title: string
  isFirst: boolean
  cards: readonly Event[]
  now: number
  density: Density
}

const EventList = ({ title, isFirst, cards, now, density }: EventListProps) => (
  <div className="flex flex-col gap-2">
    <div className="flex items-center justify-between gap-3">
      <Heading level={3} size={15}>
        {title}
      </Heading>
      {isFirst && <LiveBadge />}
    </div>
    <List label={title}>
      {cards.map((card) =>
        density === 'rows' ? <EventRow key={card._id} {...{ card, now }} /> : <EventCard key={card._id} {...{ card, now }} />,
      )}
    </List>
  </div>
)

const NoneLike = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No matching events" action={<Button onClick={onClear}>Clear search and filters</Button>}>
    None of your events match your search and filters.
  </EmptyState>
)

const NoEvents = () => (
  <EmptyState
    title="No events yet"
    action={
      <ButtonLink href="/create" variant="primary" icon={<CalendarPlus aria-hidden="true" />}>
        Create an event
      </ButtonLink>
    }
  >
    Create one, share its link, and watch the seats of every role fill up here.
  </EmptyState>
)
