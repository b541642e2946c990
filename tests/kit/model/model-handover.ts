// Handing a seat over in the model: it stays with the giver until the other accepts, and passes on in one step (R94).
import { hour } from '../world/clock.ts'
import { keepHandOver, seatsOffered } from './model-offers.ts'
import {
  type CommandOf,
  isOver,
  type Made,
  type Model,
  type ModelPerson,
  newcomer,
  personOf,
  withLetter,
  withPerson,
} from './model-state.ts'
import { fill, hasBegun, settle } from './model-waiting.ts'

export { keepHandOver }

const lifeHours = 48
/** What whoever is named calls themselves, if they have no answer yet. */
export const namedAs = (who: number) => `Named ${who}`

const isPending = ({ now, start }: Model, one: ModelPerson) =>
  one.handOver !== null && now < Math.min(one.handOver.until, start) && seatsOffered(one).length > 0

export function handOver(model: Model, { who, to }: CommandOf<'handOver'>): Made {
  const giver = personOf(model, who)
  if (!giver) return 'rsvp-unknown'
  if (model.cancelled) return 'event-cancelled'
  if (isOver(model)) return 'event-ended'
  if (model.mode !== 'choose') return 'hand-over-off'
  if (hasBegun(model)) return 'hand-over-late'
  if (giver.attending === false || giver.roles.length === 0) return 'hand-over-seatless'
  if (isPending(model, giver)) return 'hand-over-pending'
  if (who === to) return 'hand-over-self'
  const until = Math.min(model.now + lifeHours * hour, model.start)
  return withLetter(withPerson(model, { ...giver, handOver: { to, roles: giver.roles, until } }), to)
}

export function takeBack(model: Model, { who }: CommandOf<'takeBack'>): Made {
  const giver = personOf(model, who)
  if (!giver) return 'rsvp-unknown'
  return giver.handOver && seatsOffered(giver).length > 0 ? withPerson(model, { ...giver, handOver: null }) : 'hand-over-over'
}

/** The giver of an offer that can be answered, or why it can't be. */
function openFor(model: Model, who: number) {
  const giver = personOf(model, who)
  if (!giver?.handOver) return 'hand-over-over'
  if (model.cancelled) return 'event-cancelled'
  if (isOver(model)) return 'event-ended'
  return isPending(model, giver) ? giver : 'hand-over-over'
}

export function acceptSeat(model: Model, { who, replace }: CommandOf<'acceptSeat'>): Made {
  const giver = openFor(model, who)
  if (typeof giver === 'string') return giver
  const to = giver.handOver?.to ?? -1
  const moved = seatsOffered(giver)
  const before = personOf(model, to)
  const held = before && before.attending !== false ? before.roles : []
  const others = held.filter((id) => !moved.includes(id))
  if (model.single && (moved.length > 1 || (others.length > 0 && !replace))) return 'single-role-only'
  const rest = giver.roles.filter((id) => !moved.includes(id))
  const isNo = rest.length === 0 && { attending: false, declined: [], confirmed: false }
  const left = withPerson(model, { ...giver, handOver: null, roles: rest, ...isNo })
  const roles = [...new Set([...(model.single ? [] : others), ...held.filter((id) => moved.includes(id)), ...moved])]
  const isSame = before?.attending === true && roles.every((id) => before.roles.includes(id))
  const confirmed = isSame && before.confirmed
  const taker = { ...newcomer, name: namedAs(to), ...before, who: to, attending: true, roles, declined: [], confirmed, lost: false }
  const settled = settle(settle(withPerson(left, taker), giver, who), before, to)
  return fill(withLetter(withLetter(settled, who), to), to)
}

export function declineSeat(model: Model, { who }: CommandOf<'declineSeat'>): Made {
  const giver = openFor(model, who)
  return typeof giver === 'string' ? giver : withLetter(withPerson(model, { ...giver, handOver: null }), who)
}
