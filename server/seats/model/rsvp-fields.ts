// Every field of an RSVP, a row each (R240): what is left of it when its person goes, what the next answer keeps, and where else it is to be seen. Erasure and
// retention, removal and its undo, own data and the next answer are made from these rows; a field without one fails the type check.
import type { RsvpRow } from '#protocol/seats/group.ts'
import type { MyData } from '#protocol/seats/guest.ts'
import { answerInWords, answerTo } from '#protocol/seats/questions/answers.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { type Companion, companionsOf } from './companion.ts'
import { type Group, questionsOf } from './group.ts'
import type { Invitation } from './invitation.ts'
import { type HandOver, isConfirmed, namesOf, type Rsvp } from './rsvp.ts'

/** What is left of a value: all of it, nothing, or what this makes of it. */
type Left<V> = 'stays' | (undefined extends V ? 'goes' : never) | ((value: NonNullable<V>) => V)
interface Field<V> {
  /** R96: once its holder's data is erased, by their wish or by time. What doesn't stay is personal. */
  readonly erased: Left<V>
  /** R166: what is left of it some days after the end, where that is less. */
  readonly sensitive?: (value: NonNullable<V>, group: Group) => V
  /** R129: once those who manage the group have taken the answer away. What doesn't stay an undo puts back, but for what ends. */
  readonly removed: Left<V> | (undefined extends V ? 'ends' : never)
  /** What a new version of it, whichever way it comes about, takes over: the value, or nothing; or what is said anew. */
  readonly next: 'kept' | 'ends' | 'said'
  /** R62: in the own data of its holder; or where it is found there, or why it isn't. */
  readonly own: string | ((rsvp: Rsvp, group: Group) => Partial<MyData>)
  /** R165: the field of the organizers' row, each of which has its columns in an exported file; null where they aren't shown it. */
  readonly row: keyof RsvpRow | null
}
/** A row for each. */
export type Fields<R> = { readonly [K in keyof R]-?: Field<R[K]> }

const stays = { erased: 'stays', removed: 'stays' } as const
const ofRecord = { ...stays, next: 'said', own: 'what the record is found by' } as const
const inner = { ...stays, row: null } as const
const ofLinks = { ...inner, next: 'kept', own: 'a number that ends links and passes' } as const
/** The lines of a group go by it as long as it stands there, and it says nothing of a person. */
const ofWaiting = { ...inner, next: 'kept' } as const
const ofHandOver = { erased: 'goes', removed: 'ends', next: 'kept', row: null } as const
const said = { erased: 'stays', next: 'said' } as const

/** What lists show in the place of a name. */
export const nameOfErased = 'A guest'
const nameless = ({ id, roleIds }: Companion): Companion => ({ id, name: '', ...(roleIds && { roleIds }) })

export const handOverData = ({ name, createdAt, until }: HandOver) => ({ name, createdAt, until })

const invitationData = ({ at, openedAt, nudgedAt, roleIds = [], earlier = '' }: Invitation, group: Group) => ({
  at,
  openedAt: openedAt ?? null,
  nudgedAt: nudgedAt ?? null,
  suggestedRoles: namesOf(group, roleIds),
  earlierEvent: earlier,
})

/** R163: with those to questions that are no longer asked. */
const answersInWords = ({ answers = [] }: Rsvp, group: Group) => ({
  answers: questionsOf(group).flatMap((question) => {
    const answer = answerInWords(question, answerTo(answers, question._id))
    return answer ? [{ question: question.label, answer }] : []
  }),
})

function notSensitive(answers: NonNullable<Rsvp['answers']>, group: Group) {
  const sensitive = new Set(questionsOf(group).flatMap(({ _id, isSensitive }) => (isSensitive ? [_id] : [])))
  const left = answers.filter(({ questionId }) => !sensitive.has(questionId))
  return left.length < answers.length ? left : answers
}

export const rsvpFields = {
  _id: { ...ofRecord, row: '_id' },
  rev: { ...ofRecord, row: 'rev' },
  eventId: { ...ofRecord, row: 'eventId' },
  groupId: { ...ofRecord, row: 'groupId' },
  email: { erased: () => '', removed: 'stays', next: 'said', own: ({ email }) => ({ email }), row: 'email' },
  name: { erased: () => nameOfErased, removed: 'stays', next: 'said', own: ({ name }) => ({ name }), row: 'name' },
  attending: { ...said, removed: () => false, own: ({ attending }) => ({ attending }), row: 'attending' },
  roleIds: { ...said, removed: () => [], own: ({ roleIds }, group) => ({ roles: namesOf(group, roleIds) }), row: 'roles' },
  declinedRoleIds: {
    ...said,
    removed: () => [],
    own: ({ declinedRoleIds }, group) => ({ declinedRoles: namesOf(group, declinedRoleIds) }),
    row: null,
  },
  confirmedEpoch: { ...said, removed: () => null, own: (rsvp, group) => ({ confirmed: isConfirmed(rsvp, group) }), row: 'confirmed' },
  confirmationDate: {
    ...said,
    removed: () => null,
    own: ({ confirmationDate }) => ({ confirmationDate }),
    row: 'confirmationDate',
  },
  note: { erased: 'goes', removed: 'goes', next: 'kept', own: ({ note = '' }) => ({ note }), row: 'note' },
  answers: {
    erased: 'goes',
    sensitive: notSensitive,
    removed: 'goes',
    next: 'kept',
    own: answersInWords,
    row: 'answers',
  },
  companions: {
    erased: (companions) => companions.map(nameless),
    removed: 'goes',
    next: 'kept',
    own: (rsvp, group) => ({
      companions: companionsOf(rsvp).map(({ name, roleIds, link }) => ({
        name,
        roles: namesOf(group, roleIds ?? rsvp.roleIds),
        linkTo: link?.email ?? null,
      })),
    }),
    row: 'companions',
  },
  invitation: {
    // The group counts who was invited, and who opened that.
    erased: ({ at, openedAt }): Invitation => ({ at, ...(openedAt && { openedAt }) }),
    removed: 'goes',
    next: 'kept',
    own: ({ invitation }, group) => ({ invitation: invitation ? invitationData(invitation, group) : null }),
    row: 'invitation',
  },
  orgId: { erased: () => null, removed: 'stays', next: 'kept', own: ({ orgId }) => ({ organizationId: orgId }), row: 'orgId' },
  changes: { erased: 'goes', removed: 'stays', next: 'kept', own: ({ changes = null }) => ({ changes }), row: null },
  linkEpoch: ofLinks,
  passSerial: ofLinks,
  erasedAt: { ...inner, next: 'ends', own: 'what is erased is nobody’s' },
  removedAt: { ...inner, next: 'ends', own: ({ removedAt = null }) => ({ removedAt }) },
  removalTold: { erased: 'goes', removed: 'stays', next: 'ends', own: 'whether an email told what `removedAt` says', row: null },
  blockedAt: { ...inner, next: 'ends', own: ({ blockedAt = null }) => ({ blockedAt }) },
  waits: {
    ...ofWaiting,
    own: ({ waits = [] }, group) => ({ waitingFor: waits.flatMap(({ roleId }) => namesOf(group, [roleId])) }),
    row: 'waitingFor',
  },
  keepWaiting: { ...ofWaiting, own: ({ keepWaiting = false }) => ({ keepWaiting }) },
  replaceRole: { ...ofWaiting, own: ({ replaceRole = false }) => ({ replaceRole }) },
  atLeast: { ...ofWaiting, own: ({ atLeast = null }) => ({ atLeast }), row: 'atLeast' },
  offers: {
    ...ofWaiting,
    own: ({ offers = [] }, group) => ({
      offers: offers.flatMap(({ roleId, until }) => namesOf(group, [roleId]).map((role) => ({ role, until }))),
    }),
    row: 'offered',
  },
  offerUntil: { ...ofWaiting, own: 'in `offers`' },
  handOver: {
    ...ofHandOver,
    own: ({ handOver }, group) => ({
      handOver: handOver ? { ...handOverData(handOver), email: handOver.email, roles: namesOf(group, handOver.roleIds) } : null,
    }),
    row: 'handOver',
  },
  handOverUntil: { ...ofHandOver, own: 'in `handOver`' },
  handOverTo: { ...ofHandOver, own: 'in `handOver`' },
  cameBy: { erased: 'goes', removed: 'stays', next: 'ends', own: ({ cameBy = null }) => ({ cameBy }), row: null },
  seatedAt: { ...inner, next: 'kept', own: 'the order in which seats were given' },
  despite: {
    erased: 'goes',
    removed: 'stays',
    next: 'kept',
    own: 'in `overlaps`, as long as it is so; what it was then is in the activity',
    row: 'also',
  },
  addressFault: {
    erased: 'goes',
    removed: 'stays',
    next: 'kept',
    own: ({ addressFault = null }) => ({ addressFault }),
    row: 'addressFault',
  },
  createdAt: { ...inner, next: 'kept', own: ({ createdAt }) => ({ createdAt }) },
  updatedAt: { ...said, removed: 'stays', own: ({ updatedAt }) => ({ updatedAt }), row: 'updatedAt' },
} as const satisfies Fields<Rsvp>

const fields = Object.entries(rsvpFields) as [keyof Rsvp, Field<unknown>][]
const fieldNamed = new Map<string, Field<unknown>>(fields)

/** What is left of an answer; what no row names, a field of an earlier release, is not. */
function left(rsvp: Rsvp, once: 'erased' | 'removed'): Rsvp {
  const kept = (Object.entries(rsvp) as [string, unknown][]).flatMap(([name, value]) => {
    const becomes = fieldNamed.get(name)?.[once] ?? 'goes'
    if (becomes === 'goes' || becomes === 'ends') return []
    return [[name, becomes === 'stays' || value === undefined || value === null ? value : becomes(value)] as const]
  })
  return Object.fromEntries(kept) as unknown as Rsvp
}
/** R96: the answer as nobody's. */
export const withoutPerson = (rsvp: Rsvp) => left(rsvp, 'erased')
/** R129: the answer as those who manage the group leave it to its holder. */
export const withoutAnswer = (rsvp: Rsvp) => left(rsvp, 'removed')

function those(rsvp: Rsvp, isMeant: (field: Field<unknown>) => boolean): Partial<Rsvp> {
  const found: Record<string, unknown> = {}
  for (const [name, field] of fields) if (rsvp[name] !== undefined && isMeant(field)) found[name] = rsvp[name]
  return found
}
/** What an undo of that puts back (R106). */
export const stoodOf = (rsvp: Rsvp) => those(rsvp, ({ removed }) => removed !== 'stays' && removed !== 'ends')
/** What a new version of an RSVP takes over from the one before. */
export const carried = (rsvp: Rsvp) => those(rsvp, ({ next }) => next === 'kept')

/** R166: the answer some days after the end; the very same where it holds nothing sensitive. */
export function withoutSensitive(group: Group, rsvp: Rsvp): Rsvp {
  const less = fields.flatMap(([name, { sensitive }]): [string, unknown][] => {
    const value = rsvp[name]
    const rest = value ? (sensitive?.(value, group) ?? value) : value
    return rest === value ? [] : [[name, rest]]
  })
  return less.length > 0 ? { ...rsvp, rev: rsvp.rev + 1, ...Object.fromEntries(less) } : rsvp
}

type Intersection<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never
type Owned = Extract<(typeof rsvpFields)[keyof Rsvp]['own'], (...of: never[]) => unknown>
/** R62: what an answer adds to the own data of its holder. */
export const ownFields = (rsvp: Rsvp, group: Group) => {
  const all = fields.flatMap(([, { own }]) => (typeof own === 'string' ? [] : Object.entries(own(rsvp, group))))
  return Object.fromEntries(all) as unknown as Intersection<ReturnType<Owned>>
}

/** What every new version of somebody's RSVP has, whichever way it comes about: what was said before stands until it is said anew. */
export const versionOf = (
  { _id: groupId, eventId }: Group,
  before: Rsvp | undefined,
  { _id, email, now }: { readonly _id: string; readonly email: string; readonly now: number },
) => ({
  orgId: null,
  createdAt: iso(now),
  ...(before && carried(before)),
  _id,
  rev: (before?.rev ?? 0) + 1,
  eventId,
  groupId,
  email,
  updatedAt: iso(now),
})
