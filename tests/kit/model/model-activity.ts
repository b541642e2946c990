// Plays the lines of a group's activity from its first to its last, and knows nothing of the group but what they say.
import type { ChangedFields, SeatsThen } from '#protocol/record/activity.ts'
import type { Activity } from '#server/seats/model/activity.ts'
import type { Group } from '#server/seats/model/group.ts'
import { isConfirmed, type Rsvp } from '#server/seats/model/rsvp.ts'

interface Person {
  attending: boolean | null
  confirmed: boolean
  readonly roles: Set<string>
  readonly declinedRoles: Set<string>
  readonly waits: Set<string>
  readonly offers: Set<string>
}
interface Replayed {
  roles: SeatsThen[]
  readonly people: Map<string, Person>
}
const lists = ['roles', 'declinedRoles', 'waits', 'offers'] as const
const newPerson = (): Person => ({
  attending: null,
  confirmed: false,
  roles: new Set(),
  declinedRoles: new Set(),
  waits: new Set(),
  offers: new Set(),
})

function playSeats(state: Replayed, from: readonly SeatsThen[], to: readonly SeatsThen[]) {
  const isAmong = (list: readonly SeatsThen[], id: string) => list.some(({ _id }) => _id === id)
  state.roles = state.roles
    .filter(({ _id }) => !isAmong(from, _id) || isAmong(to, _id))
    .map((role) => to.find(({ _id }) => _id === role._id) ?? role)
  for (const role of to) if (!isAmong(state.roles, role._id)) state.roles.splice(role.at, 0, role)
}

/** Those that are named stand where they stood, in the order that is said. */
function playOrder(state: Replayed, order: readonly string[]) {
  const left = order.flatMap((id) => state.roles.find(({ _id }) => _id === id) ?? [])
  state.roles = state.roles.map((role) => (order.includes(role._id) ? (left.shift() ?? role) : role))
}

function playPerson({ people }: Replayed, id: string, from: ChangedFields, to: ChangedFields) {
  if (from.attending !== undefined && to.attending === undefined) return people.delete(id)
  const person = people.get(id) ?? newPerson()
  people.set(id, person)
  if (to.attending !== undefined) person.attending = to.attending
  if (to.confirmed !== undefined) person.confirmed = to.confirmed
  for (const key of lists) {
    for (const { _id } of from[key] ?? []) person[key].delete(_id)
    for (const { _id } of to[key] ?? []) person[key].add(_id)
  }
  return true
}

function playLine(state: Replayed, line: Activity) {
  const [from, to] = [line.from as ChangedFields, line.to as ChangedFields]
  if (from.seats || to.seats) playSeats(state, from.seats ?? [], to.seats ?? [])
  if (to.settings?.roleOrder) playOrder(state, to.settings.roleOrder)
  if (to.confirmEpoch !== undefined) for (const person of state.people.values()) person.confirmed = false
  for (const id of line.rsvpIds ?? (line.rsvpId ? [line.rsvpId] : [])) playPerson(state, id, from, to)
}

const sorted = (ids: Iterable<string>) => [...ids].sort()
const personText = (person: Person) => ({
  attending: person.attending,
  confirmed: person.confirmed && person.attending === true,
  ...Object.fromEntries(lists.map((key) => [key, sorted(person[key])])),
})

function countsIn({ people }: Replayed, id: string) {
  const all = [...people.values()]
  const holders = all.filter(({ roles, attending }) => roles.has(id) && attending !== false)
  return {
    confirmedAndYes: holders.filter(({ attending, confirmed }) => attending === true && confirmed).length,
    yesNotConfirmed: holders.filter(({ attending, confirmed }) => attending === true && !confirmed).length,
    assignedNoResponse: holders.filter(({ attending }) => attending === null).length,
    declined: all.filter(({ attending, declinedRoles }) => attending === false && declinedRoles.has(id)).length,
  }
}

/** What the lines say that there is now. */
export function replayed(lines: readonly Activity[]) {
  const state: Replayed = { roles: [], people: new Map() }
  for (const line of lines) playLine(state, line)
  return {
    roles: state.roles.map(({ _id, name, max }) => ({ _id, name, max, counts: countsIn(state, _id) })),
    people: Object.fromEntries([...state.people].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, person]) => [id, personText(person)])),
  }
}

/** The same of the records. */
export function standing(group: Group, rsvps: readonly Rsvp[]) {
  const personOf = (rsvp: Rsvp): Person => ({
    attending: rsvp.attending,
    confirmed: isConfirmed(rsvp, group),
    roles: new Set(rsvp.roleIds),
    declinedRoles: new Set(rsvp.declinedRoleIds),
    waits: new Set((rsvp.waits ?? []).map(({ roleId }) => roleId)),
    offers: new Set((rsvp.offers ?? []).map(({ roleId }) => roleId)),
  })
  const people = rsvps.toSorted((a, b) => (a._id < b._id ? -1 : 1)).map((rsvp) => [rsvp._id, personText(personOf(rsvp))] as const)
  return {
    roles: group.roles.map(({ _id, name, max, counts }) => ({ _id, name, max, counts: { ...counts } })),
    people: Object.fromEntries(people),
  }
}
