// A group of an event as a list of people and a list of roles, written from the rules alone: what the product is compared with.
// It keeps no count: whoever asks for one counts the list anew.
import type { RefusalCode } from '#protocol/refusals.ts'
import { day } from '../world/clock.ts'

export interface ModelRole {
  readonly id: number
  readonly name: string
  readonly max: number
}
export interface ModelPerson {
  readonly who: number
  readonly name: string
  readonly attending: boolean | null
  /** Ids of the roles whose seats they have. */
  readonly roles: readonly number[]
  /** Ids of the roles they had when they declined. */
  readonly declined: readonly number[]
  readonly confirmed: boolean
  /** A role of theirs was deleted: their next answer is a new one, whatever it says. */
  readonly lost: boolean
}
export type Mode = 'choose' | 'assign' | 'neither' | 'both'
export interface Model {
  readonly roles: readonly ModelRole[]
  readonly people: readonly ModelPerson[]
  readonly rolesMade: number
  readonly asksConfirmation: boolean
  readonly mode: Mode
  readonly single: boolean
  readonly tier: 'free' | 'team'
  readonly now: number
  readonly start: number
  readonly cancelled: boolean
  /** How many emails each person got. */
  readonly letters: Readonly<Record<number, number>>
}

export type Command =
  | { kind: 'answer'; who: number; name: string; attending: boolean; roles: readonly string[]; confirmed: boolean }
  | { kind: 'assign'; who: number; role: string }
  | { kind: 'take'; who: number; role: string }
  | { kind: 'pass'; who: number; to: number; role: string }
  | { kind: 'addRole'; role: string; max: number }
  | { kind: 'setMax'; role: string; max: number }
  | { kind: 'removeRole'; role: string }
  /** The whole form: `is` is the place of the role that a row stands for when the form is opened, or null for a new one. */
  | { kind: 'form'; rows: readonly { is: number | null; name: string; max: number }[] }
  | { kind: 'askConfirmation'; on: boolean }
  | { kind: 'switch'; mode: Mode; single: boolean }
  | { kind: 'move'; days: number }
  | { kind: 'setTier'; tier: 'free' | 'team' }
  | { kind: 'wait'; days: number }
  | { kind: 'remove' }
/** What is asked of the product; time and plans change by themselves. */
export type Request = Exclude<Command, { kind: 'wait' | 'setTier' }>
export type CommandOf<K extends Command['kind']> = Extract<Command, { kind: K }>

/** What a command makes of a model: another one, or the code it is refused with. */
type Made = Model | RefusalCode
type Handlers = { readonly [K in Command['kind']]: (model: Model, command: CommandOf<K>) => Made }

export const eventHours = 1
const limits = { free: { roles: 3, seats: 20, days: 30 }, team: { roles: 30, seats: 100, days: 180 } }

const keyOf = (name: string) => name.trim().normalize('NFKC').toLowerCase()
const named = (model: Model, name: string) => model.roles.find((role) => keyOf(role.name) === keyOf(name))
const personOf = (model: Model, who: number) => model.people.find((one) => one.who === who)
const hasSeat = (person: ModelPerson | undefined, id: number) =>
  person !== undefined && person.attending !== false && person.roles.includes(id)
/** R1: everyone who has the role and has not declined. */
export const seatsTaken = ({ people }: Model, id: number) => people.filter((person) => hasSeat(person, id)).length
const isFull = (model: Model, role: ModelRole) => seatsTaken(model, role.id) >= role.max
const isOver = ({ start, now }: Model) => start + eventHours * 3_600_000 <= now

const withPerson = (model: Model, person: ModelPerson): Model => ({
  ...model,
  people: [...model.people.filter(({ who }) => who !== person.who), person],
})
const withLetter = (model: Model, who: number): Model => ({
  ...model,
  letters: { ...model.letters, [who]: (model.letters[who] ?? 0) + 1 },
})
const sameSet = (a: readonly number[], b: readonly number[]) => a.length === b.length && a.every((one) => b.includes(one))

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
  if (isSame) return model
  return withLetter(withPerson(model, { who, name, attending, roles: ids, declined, confirmed, lost: false }), who)
}

/** Why nobody can be assigned now, if so. */
function closedToAssigning(model: Model): RefusalCode | undefined {
  if (model.cancelled) return 'event-unknown'
  if (model.tier !== 'team') return 'team-plan-needed'
  if (model.mode !== 'assign') return 'assignment-disabled'
  return isOver(model) ? 'event-ended' : undefined
}

/** A role given to a person, who may be new: R9, R12, R18. */
function given(model: Model, who: number, role: ModelRole): Made {
  const before = personOf(model, who)
  const held = before && before.attending !== false ? before.roles : []
  if (held.includes(role.id)) return model
  if (model.single && held.length > 0) return 'single-role-only'
  if (isFull(model, role)) return 'role-full'
  const attending = before?.attending === true ? true : null
  const name = before?.name ?? memberName(who)
  const person = { who, name, attending, roles: [...held, role.id], declined: [], confirmed: false, lost: false }
  return withLetter(withPerson(model, person), who)
}
/** What whoever assigns calls a person. */
export const memberName = (who: number) => `Member ${who}`

function taken(model: Model, who: number, role: ModelRole): Made {
  const before = personOf(model, who)
  if (!before || !hasSeat(before, role.id)) return 'role-not-held'
  return withLetter(withPerson(model, { ...before, roles: before.roles.filter((id) => id !== role.id) }), who)
}

function take(model: Model, { who, role: name }: CommandOf<'take'>): Made {
  const closed = closedToAssigning(model)
  if (closed) return closed
  const role = named(model, name)
  if (!personOf(model, who)) return 'rsvp-unknown'
  return role ? taken(model, who, role) : 'role-unknown'
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
  return typeof freed === 'string' ? freed : given(freed, to, role)
}

/** R4, R5: why a role's limit can't be `max`, if so. */
function badMax(model: Model, max: number, role?: ModelRole): RefusalCode | undefined {
  if (max > limits[model.tier].seats && max > (role?.max ?? 0)) return 'role-max-over-plan'
  return role && max < seatsTaken(model, role.id) ? 'role-under-filled' : undefined
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
  return badMax(model, max, role) ?? { ...model, roles: model.roles.map((one) => (one === role ? { ...role, max } : one)) }
}

/** Who had one of the roles that are gone keeps the rest of their answer. */
function withoutRoles(model: Model, roles: readonly ModelRole[]): Model {
  const stays = (id: number) => roles.some((role) => role.id === id)
  const left = (one: ModelPerson): ModelPerson => {
    const kept = one.roles.filter(stays)
    return { ...one, roles: kept, declined: one.declined.filter(stays), lost: one.lost || kept.length < one.roles.length }
  }
  return { ...model, roles, people: model.people.map(left) }
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
export const openForm = ({ roles }: Model, { rows }: CommandOf<'form'>): OpenedForm => ({
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
  return { ...withoutRoles(model, roles), rolesMade: model.rolesMade + rows.length }
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
  return { ...model, start, people: model.people.map((one) => ({ ...one, confirmed: false })) }
}

const handlers: Handlers = {
  answer,
  assign: (model, { who, role: name }) => {
    const role = named(model, name)
    return closedToAssigning(model) ?? (role ? given(model, who, role) : 'role-unknown')
  },
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
  wait: (model, { days }) => ({ ...model, now: model.now + days * day }),
  remove: (model) => (model.cancelled ? 'event-unknown' : { ...model, cancelled: true }),
}

/** Does one command: gives the model after it, or the code it is refused with. */
export const apply = (model: Model, command: Command): Made =>
  (handlers[command.kind] as (model: Model, command: Command) => Made)(model, command)
