// How events stand on the dashboard: what needs a person first.
import type { EventCard, EventStatus } from '#protocol/event.ts'

/** An event is over once its end has passed, also when nobody has told this page. */
export const statusAt = ({ status, end }: Pick<EventCard, 'status' | 'end'>, now: number): EventStatus =>
  status === 'active' && Date.parse(end) <= now ? 'over' : status

const isAhead = (card: EventCard, now: number) => ['active', 'unpublished'].includes(statusAt(card, now))

/** Gives those ahead, soonest first, and those behind, latest first. */
export function orderCards(cards: readonly EventCard[], now: number): { ahead: EventCard[]; behind: EventCard[] } {
  const byStart = [...cards].sort((one, other) => Date.parse(one.start) - Date.parse(other.start) || one._id.localeCompare(other._id))
  return {
    ahead: byStart.filter((card) => isAhead(card, now)),
    behind: byStart.filter((card) => !isAhead(card, now)).reverse(),
  }
}
