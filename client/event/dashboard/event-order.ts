// How events stand on the dashboard: what needs a person first.
import { type EventCard, type EventOrder, type EventStatus, everyEvent } from '#protocol/seats/event.ts'
import { risksOf } from '#protocol/seats/risk.ts'

/** An event is over once its last group is (R142), also when no broadcast has said so. */
export const statusAt = ({ status, end, lastEnd = end }: Pick<EventCard, 'status' | 'end' | 'lastEnd'>, now: number): EventStatus =>
  status === 'active' && Date.parse(lastEnd) <= now ? 'over' : status

const isAhead = (card: EventCard, now: number) => ['active', 'unpublished'].includes(statusAt(card, now))

/** R108: what is at risk at an event, in words. */
export const cardRisks = (card: EventCard, now: number) => risksOf({ ...card, status: statusAt(card, now) }, now)

/** Gives those that need attention (R108, in that order only) and the others ahead, soonest first, and those behind, latest first. */
export function orderCards(cards: readonly EventCard[], now: number, order: EventOrder = everyEvent.order) {
  const byStart = [...cards].sort((one, other) => Date.parse(one.start) - Date.parse(other.start) || one._id.localeCompare(other._id))
  const isUrgent = (card: EventCard) => order === 'attention' && cardRisks(card, now).length > 0
  return {
    urgent: byStart.filter(isUrgent),
    ahead: byStart.filter((card) => isAhead(card, now) && !isUrgent(card)),
    behind: byStart.filter((card) => !isAhead(card, now)).reverse(),
  }
}
