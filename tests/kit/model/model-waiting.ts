// Waiting in the model: a line is a list of people, and every free seat goes to the first of them at once (R89 to R93).
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { hour } from '../world/clock.ts'
import { endHandOvers, keepHandOver } from './model-offers.ts'
import {
  type CommandOf,
  isOver,
  type Made,
  type Model,
  type ModelPerson,
  type ModelRole,
  named,
  personOf,
  sameSet,
  seatsTaken,
  withLetter,
  withNotice,
  withPerson,
} from './model-state.ts'

const cutoff = 24 * hour
const longestOffer = 4 * hour

export const lineOf = ({ lines }: Model, id: number) => lines[id] ?? []
export const hasBegun = ({ start, now }: Model) => start <= now
export const offersOf = ({ people }: Model, id: number) => people.flatMap(({ offers }) => offers).filter((one) => one.id === id).length
/** Whether a seat is neither taken nor held. */
export const hasRoom = (model: Model, role: ModelRole) => seatsTaken(model, role.id) + offersOf(model, role.id) < role.max
export const withMax = (model: Model, role: ModelRole, max: number): Model => ({
  ...model,
  roles: model.roles.map((one) => (one.id === role.id ? { ...one, max } : one)),
})

const person = (model: Model, who: number): ModelPerson => personOf(model, who) as ModelPerson
const waitsOf = (model: Model, who: number) => model.roles.filter(({ id }) => lineOf(model, id).includes(who)).map(({ id }) => id)
const withLine = (model: Model, id: number, line: readonly number[]): Model => ({ ...model, lines: { ...model.lines, [id]: line } })
const isHeldFor = (one: ModelPerson | undefined, id: number) => one?.offers.some((offered) => offered.id === id) === true

/** What somebody said about waiting ends with their last wait and offer. */
function tidy(model: Model, who: number): Model {
  const one = person(model, who)
  return waitsOf(model, who).length > 0 || one.offers.length > 0 ? model : withPerson(model, { ...one, keep: false, replace: false })
}
const leave = (model: Model, who: number, id: number): Model =>
  lineOf(model, id).includes(who)
    ? tidy(
        withLine(
          model,
          id,
          lineOf(model, id).filter((one) => one !== who),
        ),
        who,
      )
    : model
function dropOffer(model: Model, who: number, id: number): Model {
  const one = person(model, who)
  return isHeldFor(one, id) ? tidy(withPerson(model, { ...one, offers: one.offers.filter((offered) => offered.id !== id) }), who) : model
}
function endAll(model: Model, who: number): Model {
  const left = waitsOf(model, who).reduce((done, id) => leave(done, who, id), model)
  return person(left, who).offers.reduce((done, { id }) => dropOffer(done, who, id), left)
}

/** What a changed answer means for its waits and offers. */
export const settle = (model: Model, before: ModelPerson | undefined, who: number): Model =>
  keepHandOver(settleWaits(model, before, who), who)

function settleWaits(model: Model, before: ModelPerson | undefined, who: number): Model {
  const after = person(model, who)
  if (after.attending === false) return endAll(model, who)
  const had = before && before.attending !== false ? before.roles : []
  const got = after.roles.filter((id) => !had.includes(id) && (waitsOf(model, who).includes(id) || isHeldFor(after, id)))
  if (got.length > 0 && !after.keep) return endAll(model, who)
  return got.reduce((done, id) => dropOffer(leave(done, who, id), who, id), model)
}

/** The ids an answer asks to wait for; undefined where it says nothing of it. */
export function waitsWanted(
  model: Model,
  before: ModelPerson | undefined,
  ids: readonly number[],
  { attending, who, waits }: CommandOf<'answer'>,
): number[] | undefined | RefusalCode {
  if (!attending || !waits) return undefined
  const found = waits.for.map((name) => named(model, name))
  if (found.includes(undefined)) return 'role-unknown'
  const wanted = [...new Set(found.flatMap((role) => role?.id ?? []))].filter((id) => !ids.includes(id) && !isHeldFor(before, id))
  const isNew = wanted.some((id) => !lineOf(model, id).includes(who))
  return isNew && model.mode !== 'choose' ? 'selection-disabled' : wanted
}

export function changesWaits(
  model: Model,
  before: ModelPerson | undefined,
  wanted: readonly number[],
  { who, waits }: CommandOf<'answer'>,
) {
  const isSame = sameSet(waitsOf(model, who), wanted)
  return !isSame || (wanted.length > 0 && (before?.keep !== waits?.keep || before?.replace !== waits?.replace))
}

export function setWaits(model: Model, who: number, wanted: readonly number[], { waits }: CommandOf<'answer'>): Model {
  const gone = waitsOf(model, who).filter((id) => !wanted.includes(id))
  const left = gone.reduce((done, id) => leave(done, who, id), model)
  const fresh = wanted.filter((id) => !lineOf(left, id).includes(who))
  const joined = fresh.reduce((done, id) => withLine(done, id, [...lineOf(done, id), who]), left)
  return tidy(withPerson(joined, { ...person(joined, who), keep: waits?.keep === true, replace: waits?.replace === true }), who)
}

const mustChoose = (model: Model, who: number) => model.single && !person(model, who).replace && person(model, who).roles.length > 0

function seat(model: Model, who: number, id: number): Model {
  const before = person(model, who)
  const roles = model.single ? [id] : [...before.roles, id]
  return settle(withPerson(model, { ...before, roles, declined: [], confirmed: false }), before, who)
}

function offerTo(model: Model, who: number, id: number): Model {
  const { keep, replace } = person(model, who)
  const until = model.now + Math.min(longestOffer, (model.start - model.now) / 2)
  const left = leave(model, who, id)
  const one = person(left, who)
  return withPerson(left, { ...one, keep, replace, offers: [...one.offers, { id, until }] })
}

export const isInLine = (model: Model, who: number, id: number) => waitsOf(model, who).includes(id) || isHeldFor(person(model, who), id)
/** R119: who waited for a seat hears that they have it, anyone else that they were given a role. */
export const toldOfSeat = (model: Model, who: number, id: number) =>
  isInLine(model, who, id) ? withLetter(model, who) : withNotice(model, who, id, 'assigned')

/** R90: no seat is free while somebody waits for it, unless the event has begun. */
export function fill(model: Model, asker?: number): Model {
  if (model.cancelled || hasBegun(model)) return model
  const role = model.roles.find((one) => hasRoom(model, one) && lineOf(model, one.id).length > 0)
  const who = role && lineOf(model, role.id)[0]
  if (!role || who === undefined) return model
  const isOffer = model.now >= model.start - cutoff || mustChoose(model, who)
  if (isOffer) return fill(withLetter(offerTo(model, who, role.id), who), asker)
  const seated = seat(model, who, role.id)
  return fill(who === asker ? seated : withLetter(seated, who), asker) // the email about their own answer says it
}

/** Time goes by, and the offers that ran out meanwhile end, one after the other. */
export function later(model: Model, ms: number): Model {
  const now = model.now + ms
  const ended = (one: Model): Model => {
    const due = one.people.filter(({ offers }) => offers.some(({ until }) => until <= now))
    const soonest = (all: ModelPerson) => Math.min(...all.offers.map(({ until }) => until))
    const [first] = due.toSorted((a, b) => soonest(a) - soonest(b) || a.who - b.who)
    if (!first) return one
    const over = first.offers.filter(({ until }) => until <= now)
    const dropped = over.reduce((done, { id }) => dropOffer(done, first.who, id), one)
    return ended(fill(one.cancelled ? dropped : over.reduce((done) => withLetter(done, first.who), dropped)))
  }
  return endHandOvers(ended({ ...model, now }))
}

export function offer(model: Model, { who, role: name, accept }: CommandOf<'offer'>): Made {
  if (model.cancelled) return 'event-cancelled'
  if (isOver(model)) return 'event-ended'
  const one = personOf(model, who)
  if (!one) return 'offer-over'
  const role = named(model, name)
  if (!role) return 'role-unknown'
  if (!one.offers.some(({ id, until }) => id === role.id && until > model.now)) return 'offer-over'
  const dropped = dropOffer(model, who, role.id)
  if (!accept) return fill(dropped, who)
  const seated = withLetter(seat(dropped, who, role.id), who)
  return fill(one.keep ? seated : endAll(seated, who), who)
}

type BadMax = (role: ModelRole, max: number) => RefusalCode | undefined
/** R92 */
export function changeList(model: Model, { who, role: name, change, addSeat }: CommandOf<'list'>, bad: BadMax): Made {
  if (model.cancelled) return 'group-unknown'
  const role = named(model, name)
  if (!role) return 'role-unknown'
  const adds = change === 'give' && addSeat && !hasRoom(model, role)
  const refused = adds ? bad(role, role.max + 1) : undefined
  if (refused) return refused
  if (!lineOf(model, role.id).includes(who)) return 'wait-unknown'
  const roomy = adds ? withMax(model, role, role.max + 1) : model
  if (change === 'front') return fill(withLine(model, role.id, [who, ...lineOf(model, role.id).filter((one) => one !== who)]))
  if (change === 'remove') return fill(withLetter(leave(model, who, role.id), who))
  if (!hasRoom(roomy, { ...role, max: role.max + (adds ? 1 : 0) })) return 'role-full'
  if (mustChoose(model, who)) return 'single-role-only'
  return fill(withLetter(seat(roomy, who, role.id), who))
}

/** R93: the newest holders make room, by the order in which they got the role. */
export function lower(model: Model, role: ModelRole | undefined, max: number, bad: (role: ModelRole) => RefusalCode | undefined): Made {
  if (model.cancelled) return 'group-unknown'
  if (!role) return 'role-unknown'
  const surplus = seatsTaken(model, role.id) + offersOf(model, role.id) - max
  if (surplus <= 0) return bad(role) ?? fill(withMax(model, role, max))
  if (max < offersOf(model, role.id)) return 'role-under-filled'
  const holders = model.people.filter(({ attending, roles }) => attending !== false && roles.includes(role.id))
  const order = model.seatings.filter(({ id }) => id === role.id).map(({ who }) => who)
  const newest = holders.toSorted((a, b) => order.indexOf(b.who) - order.indexOf(a.who)).slice(0, surplus)
  const moved = newest.reduce(
    (done, one) => {
      const unseated = withPerson(done, { ...one, roles: one.roles.filter((id) => id !== role.id) })
      return withLetter(withLine(keepHandOver(unseated, one.who), role.id, [one.who, ...lineOf(unseated, role.id)]), one.who)
    },
    withMax(model, role, max),
  )
  return fill(moved)
}
