// Which events a filter leaves (E5): the dashboard, the commands and the server go by the same.
import { finderOf } from '#protocol/kernel/finding/names.ts'
import { type EventCard, type EventFilter, ownEvents } from '#protocol/seats/event.ts'

/** E5: `organizationId` is null where it belongs to its creator alone. */
type Filtered = Pick<EventCard, 'name' | 'location'> & { readonly organizationId: string | null; readonly isPast: boolean }

/** E5: tells of any number of events whether the filter leaves them. */
export function matcherOf({ search, time, organization }: Omit<EventFilter, 'order'>): (one: Filtered) => boolean {
  const finds = finderOf(search)
  return (one) =>
    (time === 'all' || (time === 'past') === one.isPast) &&
    (organization === '' || (one.organizationId ?? ownEvents) === organization) &&
    finds(one.name, one.location)
}
export const matchesFilter = (one: Filtered, filter: Omit<EventFilter, 'order'>) => matcherOf(filter)(one)
