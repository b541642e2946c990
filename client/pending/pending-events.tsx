// On the dashboard: the events that wait to be published, so that nobody has to find the email again.
import { useEffect, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { formatDay, tileOf, viewerZone } from '#client/lib/dates.ts'
import { EventWhen } from '#client/lib/event/event-when.tsx'
import { ButtonLink } from '#client/ui/actions/button.tsx'
import { Link } from '#client/ui/actions/link.tsx'
import { DateTile } from '#client/ui/date-time.tsx'
import { Heading, Text } from '#client/ui/layout/heading.tsx'
import { List } from '#client/ui/layout/list.tsx'
import { type PendingEvent, pendingApi } from '#protocol/seats/pending.ts'

const none: readonly PendingEvent[] = []

/** Null while they aren't known, none where there can't be any. */
export function usePending(): readonly PendingEvent[] | null {
  const [events, setEvents] = useState<readonly PendingEvent[] | null>(null)
  useEffect(() => {
    let isHere = true
    call(pendingApi.list, {}).then(
      (read) => isHere && setEvents(read.events),
      () => isHere && setEvents(none),
    )
    return () => {
      isHere = false
    }
  }, [])
  return events
}

/** Anybody can have created some with one's address: more than these stand on the page that publishes them. */
const maxShown = 3

const PendingRow = ({ event: { _id, name, start, end, timeZone, expiresAt } }: { event: PendingEvent }) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-3 px-4 py-3.5 sm:flex-nowrap sm:px-5">
    <DateTile {...tileOf(start, timeZone)} />
    <div className="min-w-0 flex-1">
      <Heading level={4} size={17} className="line-clamp-2 wrap-anywhere">
        {name}
      </Heading>
      <Text as="div" size={13} tone="muted">
        <EventWhen start={start} end={end} timeZone={timeZone} />
      </Text>
      <Text size={13} tone="muted">
        Removed on {formatDay(expiresAt, viewerZone())} unless you publish it
      </Text>
    </div>
    <ButtonLink href={`/publish?event=${_id}`} variant="primary" className="max-sm:w-full" aria-label={`Review and publish ${name}`}>
      Review and publish
    </ButtonLink>
  </li>
)

export function PendingEvents({ events }: { events: readonly PendingEvent[] }) {
  if (events.length === 0) return null
  const title = 'Not published yet'
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <Heading level={3} size={15}>
          {title}
        </Heading>
        {events.length > maxShown && (
          <Link href="/publish" className="hit text-13">
            See all {events.length}
          </Link>
        )}
      </div>
      <List label={title}>
        {events.slice(0, maxShown).map((event) => (
          <PendingRow key={event._id} event={event} />
        ))}
      </List>
    </div>
  )
}
