// Taking back in the model (R106): which acts can be, and what stood before them.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { keepHandOver } from './model-offers.ts'
import {
  type Command,
  hasSeat,
  type Made,
  type Model,
  type ModelAct,
  type ModelPerson,
  type ModelRole,
  named,
  personOf,
  withLetter,
  withNotice,
  withPerson,
} from './model-state.ts'
import { hasBegun, hasRoom, isInLine, lineOf, settle, withMax } from './model-waiting.ts'

const keyOf = ({ who, id }: { readonly who: number; readonly id: number }) => `${who} ${id}`
const waits = (model: Model, who: number) => model.roles.filter(({ id }) => lineOf(model, id).includes(who)).map(({ id }) => id)
const hasOffer = (one: ModelPerson | undefined, id: number) => one?.offers.some((offer) => offer.id === id) === true

/** Whether a change ended something of theirs that can't be put back. */
function hasEnded(before: Model, after: Model, who: number): boolean {
  const [was, is] = [personOf(before, who), personOf(after, who)]
  const lost = waits(before, who).some((id) => !waits(after, who).includes(id))
  const over = was?.offers.some(({ id }) => !hasOffer(is, id)) === true
  return lost || over || (was?.handOver !== null && was !== undefined && is?.handOver === null)
}

/** Who was given a role by hand, unless it was a seat that they waited for. */
function taken(before: Model, after: Model, who: number, id: number): ModelAct['takes'] {
  const [was, is] = [personOf(before, who), personOf(after, who)]
  const isOfWaitlist = lineOf(before, id).includes(who) || hasOffer(was, id)
  return is && hasSeat(is, id) && !hasSeat(was, id) && !isOfWaitlist ? { who, id, before: was, after: is, moves: before.moves } : undefined
}
/** Who lost a role, with the holders who had it before them. */
function given(before: Model, who: number, id: number): ModelAct['gives'] {
  const at = before.seatings.findIndex((one) => one.who === who && one.id === id)
  return { who, id, earlier: before.seatings.slice(0, Math.max(at, 0)).map(keyOf) }
}

function actOf(before: Model, command: Command, after: Model): ModelAct | undefined {
  const none = { at: before.now, isUndone: false, hasEnded: false }
  if (command.kind === 'setMax') {
    const [was, is] = [named(before, command.role), named(after, command.role)]
    return was && is && was.max !== is.max ? { ...none, limit: { id: was.id, from: was.max, to: is.max } } : undefined
  }
  const { kind } = command
  if (kind !== 'assign' && kind !== 'swap' && kind !== 'take' && kind !== 'pass') return undefined
  const idOf = (name: string) => named(before, name)?.id ?? -1
  const id = idOf(command.role)
  const lost = kind === 'swap' ? idOf(command.from) : id
  const gets = kind === 'take' ? -1 : kind === 'pass' ? command.to : command.who
  const loses = kind === 'assign' || (kind === 'swap' && lost === id) ? -1 : command.who
  const takes = gets < 0 ? undefined : taken(before, after, gets, id)
  const gives = loses < 0 ? undefined : given(before, loses, lost)
  const ended = [...(takes ? [gets] : []), ...(gives ? [loses] : [])].some((who) => hasEnded(before, after, who))
  return { ...none, ...(takes && { takes }), ...(gives && { gives }), hasEnded: ended }
}

/** The model with the act of a command that has changed something. */
export function noted(before: Model, command: Command, made: Made): Made {
  if (typeof made === 'string' || made === before) return made
  const act = actOf(before, command, made)
  return act ? { ...made, acts: [...made.acts, act] } : made
}

type BadMax = (model: Model, max: number, role?: ModelRole) => RefusalCode | undefined
export function limitBack(model: Model, { id, from, to }: NonNullable<ModelAct['limit']>, badMax: BadMax): Made {
  const role = model.roles.find((one) => one.id === id)
  if (!role) return 'undo-role-gone'
  if (role.max !== to) return 'undo-changed'
  return badMax(model, from, role) ?? withMax(model, role, from)
}

/** Why one of the two can't be put back, if so. */
function changedSince(model: Model, { takes, gives }: ModelAct, who: number): RefusalCode | undefined {
  const one = personOf(model, who)
  if (!one) return 'undo-person-gone'
  const isTaken = takes?.who === who
  if (
    isTaken &&
    (takes.before === undefined || takes.before.attending !== takes.after.attending) &&
    one.attending !== takes.after.attending
  )
    return 'undo-answered'
  if (gives?.who === who) {
    if (!model.roles.some(({ id }) => id === gives.id)) return 'undo-role-gone'
    if (one.attending === false) return 'undo-answered'
    if (hasSeat(one, gives.id)) return 'undo-held'
  }
  const isLeft = !isTaken || (hasSeat(one, takes.id) && model.roles.some(({ id }) => id === takes.id))
  return isLeft ? undefined : 'undo-lost'
}

/** Somebody without the role that they were given; nothing where that was all there was of them. */
function withoutTaken(model: Model, { who, id, before, after, moves }: NonNullable<ModelAct['takes']>): Model {
  const one = personOf(model, who) as ModelPerson
  const rest = one.roles.filter((role) => role !== id)
  const isAll = before === undefined && rest.length === 0 && !one.lost && waits(model, who).length === 0 && one.offers.length === 0
  if (isAll) {
    const seatings = model.seatings.filter((seat) => seat.who !== who)
    return { ...model, seatings, people: model.people.filter((person) => person.who !== who) }
  }
  const hasMore = rest.some((role) => model.roles.some((live) => live.id === role)) || waits(model, who).length > 0 || one.offers.length > 0
  const attending = before !== undefined && before.attending !== after.attending && !hasMore ? before.attending : one.attending
  const wasConfirmed = before?.confirmed === true && attending === true && model.moves === moves
  const declined = attending === false ? [...one.declined, ...(before?.declined ?? [])] : one.declined
  return keepHandOver(withPerson(model, { ...one, attending, roles: rest, declined, confirmed: one.confirmed || wasConfirmed }), who)
}

function withGiven(model: Model, { who, id, earlier }: NonNullable<ModelAct['gives']>): Model {
  const one = personOf(model, who) as ModelPerson
  const settled = settle(withPerson(model, { ...one, roles: [...one.roles, id] }), one, who)
  const rest = settled.seatings.filter((seat) => !(seat.who === who && seat.id === id))
  let last = -1
  const at = rest.findIndex((seat) => {
    const before = last
    last = earlier.indexOf(keyOf(seat))
    return last <= before
  })
  return { ...settled, seatings: rest.toSpliced(at < 0 ? rest.length : at, 0, { who, id }) }
}

/** The people of an act; the order is that in which the product looks at them. */
export function seatsBack(model: Model, act: ModelAct): Made {
  const { takes, gives } = act
  const people = [...new Set([gives?.who, takes?.who])].filter((who) => who !== undefined)
  for (const who of people) {
    const changed = changedSince(model, act, who)
    if (changed) return changed
    if (act.hasEnded) return 'undo-unable'
    const one = personOf(model, who)
    const kept = one?.roles.filter((id) => takes?.who !== who || id !== takes.id)
    if (gives?.who === who && model.single && kept?.some((id) => model.roles.some((role) => role.id === id))) return 'undo-other-role'
  }
  const freed = takes ? withNotice(withoutTaken(model, takes), takes.who, takes.id, 'unassigned') : model
  const role = model.roles.find(({ id }) => id === gives?.id)
  if (!gives || !role) return freed
  const isPassed = takes?.id === gives.id
  if (!hasRoom(freed, role) || (lineOf(freed, role.id).length > 0 && !isPassed && !hasBegun(freed))) return 'undo-seat-gone'
  return isInLine(freed, gives.who, gives.id)
    ? withLetter(withGiven(freed, gives), gives.who)
    : withNotice(withGiven(freed, gives), gives.who, gives.id, 'assigned')
}
