// The dashboard's Events: what is ahead first, soonest first, then what is over; it fills and moves live.
import { CalendarPlus, Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSparklinesOf } from '#client/history/sparkline.tsx'
import { LiveBadge } from '#client/lib/live-badge.tsx'
import { useNow } from '#client/lib/use-now.ts'
import { PendingNotice } from '#client/pending/pending-notice.tsx'
import { useForgetPresence } from '#client/presence/store.ts'
import { Button, ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { EmptyState } from '#client/ui/feedback/empty-state.tsx'
import { ErrorState } from '#client/ui/feedback/error-state.tsx'
import { LoadMore } from '#client/ui/feedback/load-more.tsx'
import { Notice } from '#client/ui/feedback/notice.tsx'
import { Loading, Skeleton } from '#client/ui/feedback/skeleton.tsx'
import { Card } from '#client/ui/layout/card.tsx'
import { Heading } from '#client/ui/layout/heading.tsx'
import { List } from '#client/ui/layout/list.tsx'
import { Section } from '#client/ui/layout/section.tsx'
import { CoverageLegend } from '#client/ui/seats/coverage-bar.tsx'
import { type EventCard as Event, type EventOrder, everyEvent } from '#protocol/event.ts'
import { EventCard } from './event-card.tsx'
import { EventFilters } from './event-filters.tsx'
import { orderCards } from './event-order.ts'
import { EventRow } from './event-row.tsx'
import { type Density, useDensity, useEventFilter } from './use-event-filter.ts'
import { type MyEvents, useMyEvents } from './use-my-events.ts'

/** From so many events on there is something to look for. */
const worthFiltering = 4

/** Draws the section with its heading, help, tools and events. */
export function EventsView() {
  const { filter, change } = useEventFilter()
  const [density, setDensity] = useDensity()
  const mine = useMyEvents(filter)
  useForgetPresence()
  const isWhole = filter.search === '' && filter.time === 'all' && filter.organization === ''
  const isEmpty = isWhole && mine.loaded > 0 && mine.cards.length === 0
  return (
    <Section
      title="Events"
      description="An event is Active if it is not over yet."
      badge={<LiveBadge />}
      actions={
        <>
          <Link href="/dashboard?view=groups" tone="quiet" className="hit px-2 py-2.5">
            Groups
          </Link>
          {!isEmpty && (
            <ButtonLink href="/create" variant="primary" icon={<Plus aria-hidden="true" />}>
              Create event
            </ButtonLink>
          )}
        </>
      }
    >
      <PendingNotice />
      {(!isWhole || mine.cards.length >= worthFiltering) && (
        <EventFilters filter={filter} onChange={change} density={density} onDensity={setDensity} />
      )}
      <Events
        {...mine}
        density={density}
        order={filter.order}
        none={isWhole ? <NoEvents /> : <NoneLike onClear={() => change(everyEvent)} />}
      />
    </Section>
  )
}

interface EventsProps extends MyEvents {
  density: Density
  order: EventOrder
  /** Stands where no event is shown. */
  none: ReactNode
}

function Events({ cards, loaded, isBusy, isDone, failure, more, density, order, none }: EventsProps) {
  const now = useNow()
  useSparklinesOf(density === 'cards' ? cards.map(({ groupId }) => groupId) : [])
  if (cards.length === 0) {
    if (failure) {
      return (
        <ErrorState title="Failed to load events" onRetry={more} busy={isBusy}>
          {failure}
        </ErrorState>
      )
    }
    return loaded === 0 ? <CardsSkeleton /> : none
  }
  const { urgent, ahead, behind } = orderCards(cards, now, order)
  return (
    <div className="flex flex-col gap-6">
      {density === 'cards' && cards.some((card) => card.roleCoverage.length > 0) && <CoverageLegend />}
      {urgent.length > 0 && <EventList title="Needs attention" {...{ cards: urgent, now, density }} />}
      {ahead.length > 0 && (
        <EventList title="Now and next" isAlone={behind.length + urgent.length === 0} {...{ cards: ahead, now, density }} />
      )}
      {behind.length > 0 && <EventList title="Past" {...{ cards: behind, now, density }} />}
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
  /** Then the title says nothing that one doesn't see. */
  isAlone?: boolean
  cards: readonly Event[]
  now: number
  density: Density
}

const EventList = ({ title, isAlone, cards, now, density }: EventListProps) => (
  <div className="flex flex-col gap-3">
    <Heading level={3} size={15} className={isAlone ? 'sr-only' : undefined}>
      {title}
    </Heading>
    {density === 'rows' ? (
      <List label={title}>
        {cards.map((card) => (
          <EventRow key={card._id} card={card} now={now} />
        ))}
      </List>
    ) : (
      <ul className="flex flex-col gap-3">
        {cards.map((card) => (
          <EventCard key={card._id} card={card} now={now} />
        ))}
      </ul>
    )}
  </div>
)

const NoneLike = ({ onClear }: { onClear: () => void }) => (
  <EmptyState title="No event like that" action={<Button onClick={onClear}>Show all events</Button>}>
    None of your events fits what you look for.
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
    Create one, hand on its link, and watch the seats of every role fill here.
  </EmptyState>
)

const CardsSkeleton = () => (
  <Loading label="Loading events..." className="flex flex-col gap-3">
    {['first', 'second', 'third'].map((place) => (
      <Card key={place} className="grid gap-x-8 gap-y-5 md:grid-cols-[minmax(0,23rem)_minmax(0,1fr)]">
        <div className="flex gap-4">
          <Skeleton className="size-13 rounded" />
          <div className="flex flex-1 flex-col gap-2.5 pt-1">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-3.5 w-full" />
            <Skeleton className="h-5 w-20" />
          </div>
        </div>
        <div className="grid gap-x-6 gap-y-3 sm:grid-cols-2 md:grid-cols-1 lg:grid-cols-2">
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
          <Skeleton className="h-9" />
        </div>
      </Card>
    ))}
  </Loading>
)
