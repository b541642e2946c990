// What is kept of the door of an event: the phones paired to it, who went in and out, how many of them, and what became of each scan.

import { companionName } from '#protocol/seats/companions/companion.ts'
import type { DoorPhone as DoorPhoneView } from '#protocol/seats/door/door.ts'
import type { Along, DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer, ScanResult } from '#protocol/seats/door/scan.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import type { Came, DoorCounts, DoorSums, DoorTally, EventTally } from '#protocol/seats/tally/tally.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { type Companion, companionsOf } from './companion.ts'
import { type Group, questionsOf } from './group.ts'
import { isComing, isInLine, type Rsvp } from './rsvp.ts'

/** R182: a browser that was paired to an event. Of both its secrets a hash is kept. */
export interface DoorPhone extends Stored {
  readonly eventId: string
  readonly name: string
  readonly createdAt: string
  /** Of the link that pairs, and until when it does; absent once it has. */
  readonly link?: { readonly hash: string; readonly until: string } | undefined
  /** Of the cookie; absent before it is paired. */
  readonly secretHash?: string | undefined
  readonly pairedAt?: string | undefined
  readonly seenAt?: string | undefined
  /** The groups whose door it is at; absent for all of the event's. */
  readonly groupIds?: readonly string[] | undefined
  /** Long after the event is over, wherever it may be moved. */
  readonly expiresAt: string
}
export const doorPhones: Collection<DoorPhone> = {
  name: 'doorPhones',
  indexes: { event: { fields: ['eventId'] }, expiry: { fields: ['expiresAt'] } },
}

export const phoneView = ({ _id, name, createdAt, pairedAt, seenAt, groupIds = [] }: DoorPhone): DoorPhoneView => ({
  _id,
  name,
  createdAt,
  pairedAt: pairedAt ?? null,
  seenAt: seenAt ?? null,
  groupIds: [...groupIds],
})
/** Those of an event's groups that a phone is at the door of. */
export const groupsAt = ({ groupIds }: DoorPhone, all: readonly Group[]) => all.filter(({ _id }) => !groupIds || groupIds.includes(_id))

/** R186: one line of what happened to a person at the door. Lines are only added. */
export interface AttendanceLine {
  readonly scan: string
  /** R180b: the companion that it is about; absent for the guest. */
  readonly who?: string | undefined
  /** `undo` takes back the line of the scan that it names by `of`. */
  readonly kind: 'in' | 'out' | 'undo'
  readonly of?: string
  readonly at: string
  /** As the door was called then; the phone's id, or the person's who needs none. */
  readonly door: string
  readonly by: string
  /** R185: what was said when they were let in all the same. */
  readonly despite?: ScanResult
}
/** By the id of the answer: who of its party was at the door of a group. It names nobody. */
export interface Attendance extends Stored {
  readonly groupId: string
  readonly eventId: string
  /** Those held when the newest line was written: what they count for. */
  readonly roleIds: readonly string[]
  /** Those of companions who have others than their guest. */
  readonly along?: Readonly<Record<string, readonly string[]>> | undefined
  readonly log: readonly AttendanceLine[]
}
export const attendances: Collection<Attendance> = { name: 'attendances', indexes: { group: { fields: ['groupId'] } } }

/** What happened to one of a party, the guest or a companion; undefined where nothing did. */
export function ofPerson(one: Attendance | undefined, who: string | undefined) {
  const log = one?.log.filter((line) => line.who === who) ?? []
  return one && log.length > 0 ? { log, roleIds: (who !== undefined && one.along?.[who]) || one.roleIds } : undefined
}
export type PersonThere = NonNullable<ReturnType<typeof ofPerson>>
/** All of a party who were ever there. */
export const peopleThere = (one: Attendance | undefined): readonly PersonThere[] =>
  [...new Set(one?.log.map(({ who }) => who))].flatMap((who) => ofPerson(one, who) ?? [])

/** The lines that were not taken back, as they happened: those of phones that were offline come later (R191). */
function countedLines({ log }: Pick<Attendance, 'log'>): AttendanceLine[] {
  const undone = new Set(log.map(({ of }) => of))
  const left = log.filter(({ kind, scan }) => kind !== 'undo' && !undone.has(scan))
  return left.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}
/** Those that change anything: of two entries without a way out between them the earlier stands (R191). */
export function standingLines(one: Pick<Attendance, 'log'>): AttendanceLine[] {
  return countedLines(one).filter(({ kind }, nth, all) => kind === 'out' || all[nth - 1]?.kind !== 'in')
}
/** What happened last, whether or not it stands: what can be taken back. */
export const lastLine = (one: Pick<Attendance, 'log'>) => countedLines(one).at(-1)

/** R191: the entries of who was let in twice without anybody knowing, the one that stands first. */
export function doubleEntries(one: Pick<Attendance, 'log'>): AttendanceLine[][] {
  const doubles: AttendanceLine[][] = []
  let standing: AttendanceLine | undefined
  for (const line of countedLines(one)) {
    if (line.kind === 'out') standing = undefined
    else if (!standing) standing = line
    else if (line.despite !== 'again') doubles.push([standing, line])
  }
  return doubles
}
export const isIn = (one: Pick<Attendance, 'log'> | undefined): boolean => one !== undefined && standingLines(one).at(-1)?.kind === 'in'

/** R193: undefined for who was never there. */
export function cameOf(one: Attendance): Came | undefined {
  const people = peopleThere(one)
  const entries = people.flatMap((person) => standingLines(person).find(({ kind }) => kind === 'in') ?? [])
  const [first] = entries.map(({ at }) => at).toSorted((a, b) => (a < b ? -1 : 1))
  const [twice] = people.flatMap((person) => doubleEntries(person).slice(-1))
  return first === undefined
    ? undefined
    : { at: first, isIn: people.some(isIn), people: entries.length, ...(twice && { twice: twice.map(entryOf) }) }
}

/** Roles by their ids; doors by those of the phones, and of the people who need none, with the names they had last. */
export interface KeptCounts extends DoorSums {
  readonly roles: Readonly<Record<string, DoorSums>>
  /** Without a name where they were counted by it, before doors were told apart; whoever was in then and left since takes one from another door. */
  readonly doors: Readonly<Record<string, DoorSums & { readonly name?: string | undefined }>>
}
/** R186: how many of a group are inside, and came: written with every line that changes it, by the group's id; of an event with several by the event's too, without roles and doors. */
export interface DoorCount extends Stored {
  readonly eventId: string
  readonly counts: KeptCounts
  /** R193: when it is told how many didn't come; absent once it was. */
  readonly dueAt?: string | undefined
  /** Of how many people how many didn't. */
  readonly missed?: { readonly count: number; readonly expected: number } | undefined
}
export const doorCounts: Collection<DoorCount> = { name: 'doorCounts', indexes: { due: { fields: ['dueAt'] } } }
export const noCounts: KeptCounts = { inside: 0, came: 0, roles: {}, doors: {} }
/** By their names: of several of one name the others with a number. */
function byName(doors: KeptCounts['doors']): DoorCounts['doors'] {
  const named = Object.entries(doors).map(([id, { name = id, inside, came }]) => ({ name, inside, came }))
  const sums = new Map<string, DoorSums>()
  for (const { name, inside, came } of named.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))) {
    let own = name
    for (let nth = 2; sums.has(own); nth++) own = `${name} (${nth})`
    sums.set(own, { inside: Math.max(0, inside), came: Math.max(0, came) })
  }
  return Object.fromEntries(sums)
}
/** Roles by the names that they have now. */
export const countsOf = (group: Group, { inside, came, roles, doors }: KeptCounts = noCounts): DoorCounts => ({
  inside,
  came,
  roles: Object.fromEntries(group.roles.flatMap(({ _id, name }) => (roles[_id] ? [[name, roles[_id]]] : []))),
  doors: byName(doors),
})
export const tallyOf = (group: Group, kept: DoorCount | undefined): DoorTally => ({
  _id: group._id,
  rev: kept?.rev ?? 0,
  counts: countsOf(group, kept?.counts),
})
/** R186b: of the whole event, where it has several groups. Before anybody was let in since there are, nobody was in two. */
export const wholeTally = (eventId: string, whole: DoorCount | undefined, ofGroups: readonly (DoorCount | undefined)[]): EventTally => ({
  _id: eventId,
  rev: whole?.rev ?? 0,
  counts: whole ? sumsOf(whole) : addedUp(ofGroups),
})
export const addedUp = (counts: readonly (DoorCount | undefined)[]): DoorSums =>
  counts.map((one) => sumsOf(one)).reduce((sum, one) => ({ inside: sum.inside + one.inside, came: sum.came + one.came }), sumsOf())

export const sumsOf = ({ counts: { inside, came } = noCounts }: Partial<DoorCount> = {}): DoorSums => ({ inside, came })

/** The server's own rooms: who hears of the sums of a group, and what ends the watch of a phone. */
export const tallyRoom = (groupId: string) => `@door:${groupId}`
/** Who hears of the sums of an event: whoever sees all of its groups. */
export const wholeRoom = (eventId: string) => `@doors:${eventId}`
/** Who hears that a phone of an event has changed. */
export const phonesRoom = (eventId: string) => `@phones:${eventId}`
export const phoneRoom = (phoneId: string) => `@phone:${phoneId}`

/** R184: what a scan was answered, by the phone and the id it gave; kept for some days, in which it may come again. */
export interface DoorScan extends Stored {
  readonly eventId: string
  readonly rsvpId: string | null
  readonly companionId?: string | undefined
  /** It let nobody in. */
  readonly isPractice?: true | undefined
  readonly result: ScanResult
  readonly at?: string | undefined
  readonly door?: string | undefined
  readonly entries?: ScanAnswer['entries']
  readonly scannedAt: string
  readonly expiresAt: string
}
export const doorScans: Collection<DoorScan> = { name: 'doorScans', indexes: { expiry: { fields: ['expiresAt'] } } }

/** R192a: seats that a phone keeps for those who come without an answer. They count as held (`Role.held`). */
export interface DoorLease extends Stored {
  readonly eventId: string
  readonly groupId: string
  readonly roleId: string
  /** The phone's id, or the person's who needs none. */
  readonly by: string
  readonly seats: number
  readonly until: string
}
export const doorLeases: Collection<DoorLease> = {
  name: 'doorLeases',
  indexes: { event: { fields: ['eventId'] }, end: { fields: ['until'] } },
}

/** R185: who said yes and has no seat yet waits at the door as well. */
export const standingAt = (rsvp: Rsvp): DoorPerson['standing'] =>
  isComing(rsvp) ? 'yes' : isInLine(rsvp) ? 'waiting' : rsvp.attending === false ? 'no' : 'none'

/** R165: what was answered to the questions that are meant for the door. */
function doorAnswers(rsvp: Rsvp, group: Group) {
  const meant = questionsOf(group).filter(({ audience }) => audience === 'door')
  const answers = meant.flatMap((question) => {
    const given = answerTo(rsvp.answers ?? [], question._id)
    return given === undefined ? [] : [{ question: question.label, answer: answerInWords(question, given) }]
  })
  return answers.length > 0 ? { answers } : {}
}

export const entryOf = ({ at, door }: AttendanceLine) => ({ at, door })

function doorOf(person: PersonThere | undefined): Pick<Along, 'door' | 'twice'> {
  if (!person) return {}
  const [last, newest, twice] = [standingLines(person).at(-1), lastLine(person), doubleEntries(person).at(-1)]
  return {
    ...(twice && { twice: twice.map(entryOf) }),
    ...(last && newest && { door: { isIn: last.kind === 'in', ...entryOf(last), line: newest.scan } }),
  }
}

/** R183: a person as the door sees them. */
export function doorPerson(rsvp: Rsvp, group: Group, attendance: Attendance | undefined): DoorPerson {
  const names = (ids: readonly string[]) => group.roles.filter(({ _id }) => ids.includes(_id)).map(({ name }) => name)
  const alongOf = (one: Companion, nth: number): Along => ({
    _id: one.id,
    name: companionName(one, rsvp.name, nth + 1),
    ...(one.roleIds && { roles: names(one.roleIds) }),
    ...doorOf(ofPerson(attendance, one.id)),
  })
  return {
    _id: rsvp._id,
    name: rsvp.name,
    roles: names(rsvp.roleIds),
    standing: standingAt(rsvp),
    ...(rsvp.companions && { companions: companionsOf(rsvp).map(alongOf) }),
    ...doorAnswers(rsvp, group),
    ...(rsvp.passSerial && { serial: rsvp.passSerial }),
    ...doorOf(ofPerson(attendance, undefined)),
  }
}
