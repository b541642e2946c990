// A group of an event as a list of people and a list of roles, written from the rules alone: what the product is compared with.
// It keeps no count: whoever asks for one counts the list anew.
import type { RefusalCode } from '#protocol/kernel/refusals.ts'
import { day, hour } from '../world/clock.ts'
import { acceptSeat, declineSeat, handOver, keepHandOver, takeBack } from './model-handover.ts'
import {
  type Command,
  type CommandOf,
  closedToAssigning,
  closedToTaking,
  hasSeat,
  isOver,
  keyOf,
  type Made,
  type Model,
  type ModelPerson,
  type ModelRole,
  named,
  newcomer,
  personOf,
  type Request,
  sameSet,
  seatsTaken,
  withLetter,
  withNotice,
  withPerson,
} from './model-state.ts'
import { limitBack, noted, seatsBack } from './model-undo.ts'
import {
  changeList,
  changesWaits,
  fill,
  hasBegun,
  hasRoom,
  isInLine,
  later,
  lineOf,
  lower,
  offer,
  offersOf,
  settle,
  setWaits,
  toldOfSeat,
  waitsWanted,
  withMax,
} from './model-waiting.ts'

type Handlers = { readonly [K in Command['kind']]: (model: Model, command: CommandOf<K>) => Made }
const limits = { free: { roles: 3, seats: 20, days: 30 }, team: { roles: 30, seats: 100, days: 180 } }
/** R90: nobody overtakes those who wait, until the event has begun. */
const isFull = (model: Model, role: ModelRole) => !hasRoom(model, role) || (lineOf(model, role.id).length > 0 && !hasBegun(model))

type Answer = CommandOf<'answer'>
/** The ids a yes comes to, by the rules of the event. */
function chosen(model: Model, before: ModelPerson | undefined, { roles }: Answer): number[] | RefusalCode {
  const found = roles.map((name) => named(model, name))
  if (found.includes(undefined)) return 'role-unknown'
  const ids = [...new Set(found.flatMap((role) => role?.id ?? []))]
  const held = before?.roles ?? []
  if (model.mode !== 'choose') return ids.every((id) => held.includes(id)) ? [...held] : 'selection-disabled'
  return model.single && ids.length > 1 ? 'single-role-only' : ids
}

function answer(model: Model, command: Answer): Made {
  if (model.cancelled) return 'event-cancelled'
  if (isOver(model)) return 'event-ended'
  const { who, name, attending } = command
  const before = personOf(model, who)
  const ids = attending ? chosen(model, before, command) : []
  if (typeof ids === 'string') return ids
  if (model.roles.some((role) => ids.includes(role.id) && !hasSeat(before, role.id) && isFull(model, role))) return 'role-full'
  const still = before?.attending === true && before.confirmed && ids.every((id) => before.roles.includes(id))
  const confirmed = attending && model.asksConfirmation && (command.confirmed || still)
  const declined = attending ? [] : before?.attending === false ? before.declined : (before?.roles ?? [])
  const isSame =
    before?.name === name && before.attending === attending && sameSet(before.roles, ids) && before.confirmed === confirmed && !before.lost
  const waits = waitsWanted(model, before, ids, command)
  if (typeof waits === 'string') return waits
  const isWait = waits !== undefined && changesWaits(model, before, waits, command)
  if (isSame && !isWait) return model
  const said = before ?? newcomer
  const placed = isSame ? model : withPerson(model, { ...said, who, name, attending, roles: ids, declined, confirmed, lost: false })
  const settled = settle(placed, before, who)
  const done = fill(waits && isWait ? setWaits(settled, who, waits, command) : settled, who)
  const isWaiting = [model, done].some((one) => one.roles.some(({ id }) => lineOf(one, id).includes(who)))
  // Where all that it comes to is the offer of a seat, the email about that says it.
  const isOffer = isSame && !isWaiting && sameSet(before.roles, personOf(done, who)?.roles ?? [])
  return isOffer ? done : withLetter(done, who)
}

/** R106: what an act put there is taken away, what it took is put back, if what it left is still so. */
function undo(model: Model, { back, nth }: CommandOf<'undo'>): Made {
  const act = nth === undefined ? model.acts.at(-1 - back) : model.acts[nth]
  if (!act || model.cancelled) return 'activity-unknown'
  if (act.at + 30_000 <= model.now) return 'undo-late'
  if (!act.limit && !act.takes && !act.gives) return 'undo-unable'
  if (act.isUndone) return 'undo-done'
  const closed = act.limit ? undefined : act.takes ? closedToAssigning(model) : closedToTaking(model)
  if (closed) return closed
  const undone = act.limit ? limitBack(model, act.limit, badMax) : seatsBack(model, act)
  if (typeof undone === 'string') return undone
  return { ...fill(undone), acts: model.acts.map((one) => (one === act ? { ...one, isUndone: true } : one)) }
}

/** A role given to a person, who may be new: R9, R12, R18. */
function given(model: Model, who: number, role: ModelRole, isMove = false): Made {
  const before = personOf(model, who)
  const held = before && before.attending !== false ? before.roles : []
  if (held.includes(role.id)) return model
  if (model.single && held.length > 0) return 'single-role-only'
  if (isMove ? !hasRoom(model, role) : isFull(model, role)) return 'role-full'
  const attending = before?.attending === true ? true : null
  const name = before?.name ?? memberName(who)
  const person = { ...(before ?? newcomer), who, name, attending, roles: [...held, role.id], declined: [], confirmed: false, lost: false }
  return settle(toldOfSeat(withPerson(model, person), who, role.id), before, who)
}
/** What whoever assigns calls a person. */
export const memberName = (who: number) => `Member ${who}`

const without = (model: Model, one: ModelPerson, role: ModelRole) =>
  keepHandOver(withPerson(model, { ...one, roles: one.roles.filter((id) => id !== role.id) }), one.who)

function taken(model: Model, who: number, role: ModelRole): Made {
  const before = personOf(model, who)
  if (!before || !hasSeat(before, role.id)) return 'role-not-held'
  return withNotice(without(model, before, role), who, role.id, 'unassigned')
}

function take(model: Model, { who, role: name }: CommandOf<'take'>): Made {
  const closed = closedToTaking(model)
  if (closed) return closed
  const role = named(model, name)
  if (!personOf(model, who)) return 'rsvp-unknown'
  return role ? filled(taken(model, who, role)) : 'role-unknown'
}
const filled = (made: Made): Made => (typeof made === 'string' ? made : fill(made))

/** R110: one role given back and another taken in one step. */
function swap(model: Model, { who, from, role: name }: CommandOf<'swap'>): Made {
  const closed = closedToAssigning(model)
  if (closed) return closed
  const role = named(model, name)
  const old = named(model, from)
  if (!role || !old) return 'role-unknown'
  if (role === old) return filled(given(model, who, role))
  const before = personOf(model, who)
  if (!before || !hasSeat(before, old.id)) return 'role-not-held'
  // Who waited for the new one is told of that alone.
  const left = without(model, before, old)
  return filled(given(isInLine(model, who, role.id) ? left : withNotice(left, who, old.id, 'unassigned'), who, role))
}

/** R40: the seat is given back and taken in one step. */
function pass(model: Model, { who, to, role: name }: CommandOf<'pass'>): Made {
  const closed = closedToAssigning(model)
  if (closed) return closed
  if (!personOf(model, who)) return 'rsvp-unknown'
  if (who === to) return 'role-not-held'
  const role = named(model, name)
  if (!role) return 'role-unknown'
  const freed = taken(model, who, role)
  return typeof freed === 'string' ? freed : filled(given(freed, to, role, true))
}

/** R4, R5: why a role's limit can't be `max`, if so. */
function badMax(model: Model, max: number, role?: ModelRole): RefusalCode | undefined {
  if (max > limits[model.tier].seats && max > (role?.max ?? 0)) return 'role-max-over-plan'
  return role && max < seatsTaken(model, role.id) + offersOf(model, role.id) ? 'role-under-filled' : undefined
}
const tooMany = ({ roles, tier }: Model, count: number) => count > limits[tier].roles && count > roles.length

function addRole(model: Model, { role: name, max }: CommandOf<'addRole'>): Made {
  if (model.cancelled) return 'group-unknown'
  if (named(model, name)) return 'role-name-taken'
  if (tooMany(model, model.roles.length + 1)) return 'role-limit-reached'
  const bad = badMax(model, max)
  return bad ?? { ...model, rolesMade: model.rolesMade + 1, roles: [...model.roles, { id: model.rolesMade, name, max }] }
}

function setMax(model: Model, { role: name, max }: CommandOf<'setMax'>): Made {
  if (model.cancelled) return 'group-unknown'
  const role = named(model, name)
  if (!role) return 'role-unknown'
  return badMax(model, max, role) ?? fill(withMax(model, role, max))
}

/** Who had one of the roles that are gone keeps the rest of their answer. */
function withoutRoles(model: Model, roles: readonly ModelRole[]): Model {
  const stays = (id: number) => roles.some((role) => role.id === id)
  const left = (one: ModelPerson): ModelPerson => {
    const kept = one.roles.filter(stays)
    const offers = one.offers.filter(({ id }) => stays(id))
    return { ...one, offers, roles: kept, declined: one.declined.filter(stays), lost: one.lost || kept.length < one.roles.length }
  }
  const lines = Object.fromEntries(Object.entries(model.lines).filter(([id]) => stays(Number(id))))
  return { ...model, roles, lines, people: model.people.map(left) }
}

function removeRole(model: Model, { role: name }: CommandOf<'removeRole'>): Made {
  if (model.cancelled) return 'group-unknown'
  const role = named(model, name)
  if (!role) return 'role-unknown'
  return withoutRoles(
    model,
    model.roles.filter((one) => one !== role),
  )
}

/** A form as its sender saw it: rows name roles by id, not by place. */
export interface OpenedForm {
  readonly kind: 'opened'
  readonly rows: readonly { readonly id: number | undefined; readonly name: string; readonly max: number }[]
}
const openForm = ({ roles }: Model, { rows }: CommandOf<'form'>): OpenedForm => ({
  kind: 'opened',
  rows: rows.map(({ is, ...row }) => ({ id: is === null ? undefined : roles[is]?.id, ...row })),
})

/** R3, R5, R7, R8. */
export function sendForm(model: Model, { rows }: OpenedForm): Made {
  if (model.cancelled) return 'group-unknown'
  if (new Set(rows.map(({ name }) => keyOf(name))).size < rows.length) return 'role-names-taken'
  const claimed = new Set(rows.flatMap(({ id }) => id ?? []))
  const standsFor = ({ id, name }: (typeof rows)[number]) =>
    model.roles.find((role) => (id === undefined ? keyOf(role.name) === keyOf(name) && !claimed.has(role.id) : role.id === id))
  const pairs = rows.map((row, nth) => ({ row, old: standsFor(row), fresh: model.rolesMade + nth }))
  const bad = pairs.map(({ row, old }) => badMax(model, row.max, old)).find((code) => code !== undefined)
  if (bad) return bad
  const roles = pairs.map(({ row: { name, max }, old, fresh }) => ({ id: old?.id ?? fresh, name, max }))
  if (new Set(roles.map(({ id }) => id)).size < roles.length) return 'role-names-taken'
  const leftOut = model.roles.filter(({ id }) => !roles.some((role) => role.id === id))
  if (leftOut.some(({ id }) => seatsTaken(model, id) > 0)) return 'role-held'
  if (tooMany(model, roles.length)) return 'role-limit-reached'
  return fill({ ...withoutRoles(model, roles), rolesMade: model.rolesMade + rows.length })
}

function askConfirmation(model: Model, { on }: CommandOf<'askConfirmation'>): Made {
  if (model.cancelled) return 'group-unknown'
  return model.asksConfirmation && !on ? 'confirmation-one-way' : { ...model, asksConfirmation: on }
}

function switchMode(model: Model, { mode, single }: CommandOf<'switch'>): Made {
  if (model.cancelled) return 'event-unknown'
  if (mode === 'both') return 'toggles-both'
  if (mode === 'assign' && model.tier !== 'team' && model.mode !== 'assign') return 'team-plan-needed'
  return { ...model, mode, single }
}

/** R22, R54. */
function move(model: Model, { days }: CommandOf<'move'>): Made {
  if (model.cancelled) return 'event-unknown'
  const start = model.now + days * day
  if (start === model.start) return model
  if (days > limits[model.tier].days) return 'window-exceeded'
  return fill({ ...model, start, moves: model.moves + 1, people: model.people.map((one) => ({ ...one, confirmed: false })) })
}

const handlers: Handlers = {
  answer,
  assign: (model, { who, role: name }) => {
    const role = named(model, name)
    return closedToAssigning(model) ?? (role ? filled(given(model, who, role)) : 'role-unknown')
  },
  swap,
  take,
  pass,
  addRole,
  setMax,
  removeRole,
  form: (model, command) => sendForm(model, openForm(model, command)),
  askConfirmation,
  switch: switchMode,
  move,
  setTier: (model, { tier }) => ({ ...model, tier }),
  wait: (model, { days }) => later(model, days * day),
  hours: (model, { hours }) => later(model, hours * hour),
  offer,
  handOver,
  takeBack,
  acceptSeat,
  declineSeat,
  list: (model, command) => changeList(model, command, (role, max) => badMax(model, max, role)),
  lower: (model, { role: name, max }) => lower(model, named(model, name), max, (role) => badMax(model, max, role)),
  undo,
  remove: (model) => (model.cancelled ? 'event-unknown' : { ...model, cancelled: true }),
}

/** A command as it is sent: what it names is what it names now, whatever comes before it is done. */
export function opened(model: Model, command: Request): Exclude<Request, { kind: 'form' }> | OpenedForm {
  if (command.kind === 'form') return openForm(model, command)
  return command.kind === 'undo' ? { ...command, nth: model.acts.length - 1 - command.back } : command
}

/** Does one command: gives the model after it, or the code it is refused with. */
export const apply = (model: Model, command: Command): Made =>
  noted(model, command, (handlers[command.kind] as (model: Model, command: Command) => Made)(model, command))
