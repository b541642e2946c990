// How events stand on the dashboard: what needs a person first.
import { formatCount } from '#client/lib/format-count.ts'
import { type EventCard, type EventOrder, type EventStatus, everyEvent } from '#protocol/seats/event.ts'
import { risksOf, soonestPressing, undeliveredIn } from '#protocol/seats/risk.ts'

/** An event is over once its last group is (R142), also when no broadcast has said so. */
export const statusAt = ({ status, end, lastEnd = end }: Pick<EventCard, 'status' | 'end' | 'lastEnd'>, now: number): EventStatus =>
  status === 'active' && Date.parse(lastEnd) <= now ? 'over' : status

const isAhead = (card: EventCard, now: number) => ['active', 'unpublished'].includes(statusAt(card, now))

/** R108: what is at risk at an event, in words. */
export const cardRisks = (card: EventCard, now: number) => risksOf({ ...card, status: statusAt(card, now) }, now)

export interface Concerns {
  /** What is at risk, then what else there is to mend, in words. */
  readonly lines: readonly string[]
  readonly isAtRisk: boolean
  /** R130g: how many emails don't arrive. */
  readonly undelivered: number
}
/** What somebody should see to at an event. */
export function concernsOf(card: EventCard, now: number): Concerns {
  const risks = cardRisks(card, now)
  const undelivered = undeliveredIn({ ...card, status: statusAt(card, now) }, now)
  const mend = undelivered > 0 ? [`${formatCount(undelivered)} ${undelivered === 1 ? 'email' : 'emails'} undelivered`] : []
  return { lines: [...risks, ...mend], isAtRisk: risks.length > 0, undelivered }
}

/** Gives those that need attention (R108, in that order only) and the others ahead, soonest first, and those behind, latest first. */
export function orderCards(cards: readonly EventCard[], now: number, order: EventOrder = everyEvent.order) {
  const byStart = [...cards].sort((one, other) => Date.parse(one.start) - Date.parse(other.start) || one._id.localeCompare(other._id))
  const pressing = (card: EventCard) => (order === 'attention' ? soonestPressing({ ...card, status: statusAt(card, now) }, now) : undefined)
  const urgent = byStart.map((card) => ({ card, at: pressing(card) ?? '' })).filter(({ at }) => at)
  return {
    urgent: urgent.sort((one, other) => Date.parse(one.at) - Date.parse(other.at)).map(({ card }) => card),
    ahead: byStart.filter((card) => isAhead(card, now) && !pressing(card)),
    behind: byStart.filter((card) => !isAhead(card, now)).reverse(),
  }
}
