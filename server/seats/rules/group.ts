// The decisions about a group and its roles. Pure.

import { codeAlphabet, planLimits, shortCodeLength, type Tier } from '#protocol/kernel/limits.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { type GroupEdit, type GroupInput, madeUpGroup, type RoleInput } from '#protocol/seats/group.ts'
import { defaultReminders } from '#protocol/seats/reminder-rules.ts'
import type { AnswerWindow } from '#protocol/seats/several/window.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { tierAt } from '#server/people/model/plan.ts'
import type { Event } from '#server/seats/model/event.ts'
import {
  companionsAllowed,
  type Editable,
  type Group,
  keptTimes,
  noCounts,
  occupied,
  questionsOf,
  type Role,
  settingsRevOf,
  taken,
} from '#server/seats/model/group.ts'
import { checkCompanions } from './companion.ts'
import { shapeQuestions, withRoleIds } from './question.ts'

/** A stored group out of a form, for an event or by itself. */
export function newGroup(
  input: GroupInput,
  owner: User,
  event: Pick<Event, '_id' | 'name' | 'expiresAt' | 'ownerOrgId'> | null,
  randomId: () => string,
  now: number,
): Group {
  const tier = tierAt(owner, now)
  const roles = shapeRoles([], input.roles, tier, randomId)
  checkCompanions(input.maxCompanions, 0, tier)
  checkAnswerTimes(input)
  const questions = withRoleIds(input.questions, input.roles, roles)
  return {
    _id: randomId(),
    rev: 1,
    settingsRev: 1,
    eventId: event?._id ?? null,
    ownerId: owner._id,
    ownerOrgId: event?.ownerOrgId ?? null,
    email: owner.email,
    ...input,
    ...keptTimes(input),
    name: input.name || (event ? madeUpGroup(event.name) : 'My Group'),
    roles,
    questions: shapeQuestions(questions, { before: [], counts: {}, roleIds: roles.map(({ _id }) => _id), tier, randomId }),
    answers: { yes: 0, no: 0, none: 0 },
    tally: { confirmed: 0, assigned: 0 },
    ...(event && { reminders: defaultReminders }),
    confirmEpoch: 1,
    createdAt: iso(now),
    shortCode: shortCodeOf(randomId()),
    cancelledAt: null,
    expiresAt: event?.expiresAt ?? null,
  }
}

/** R141a: refuses a time for answers in which nobody could give one. */
export function checkAnswerTimes({ opensAt = '', closesAt = '' }: AnswerWindow) {
  if (opensAt && closesAt && closesAt <= opensAt) refuse('answers-never')
}

/** R128: made of an id that nothing else is known by. A code that is taken already makes the commit decide again. */
export function shortCodeOf(id: string): string {
  let rest = BigInt(`0x${id}`)
  return Array.from({ length: shortCodeLength }, () => {
    const sign = codeAlphabet[Number(rest % BigInt(codeAlphabet.length))]
    rest /= BigInt(codeAlphabet.length)
    return sign
  }).join('')
}

export const roleNamed = (group: Group, name: string): Role | undefined => group.roles.find((role) => roleKey(role.name) === roleKey(name))

/** R3, R5, R7, R8: the roles a form sends, over those there are. `id` makes the id of a new one. Refuses what would break a limit or unseat a holder. */
export function shapeRoles(before: readonly Role[], wanted: readonly RoleInput[], tier: Tier, id: () => string): Role[] {
  if (new Set(wanted.map((role) => roleKey(role.name))).size < wanted.length) refuse('role-names-taken')
  const renamed = new Set(wanted.map((role) => role._id)) // a new role may take the old name of one of these
  const after = wanted.map((role) => {
    const isSame = (one: Role) => (role._id ? one._id === role._id : !renamed.has(one._id) && roleKey(one.name) === roleKey(role.name))
    const old = before.find(isSame)
    return setMax(setMin({ ...(old ?? { _id: id(), max: 0, counts: noCounts }), name: role.name }, role), role.max, tier)
  })
  if (new Set(after.map((role) => role._id)).size < after.length) refuse('role-names-taken')
  const gone = before.find((role) => taken(role) > 0 && !after.some((one) => one._id === role._id))
  if (gone) refuse('role-held', { role: gone.name })
  checkRoleCount(before.length, after.length, tier)
  return after
}

export function addRole(group: Group, role: Omit<RoleInput, '_id'>, tier: Tier, _id: string): Role[] {
  const { name, max } = role
  if (roleNamed(group, name)) refuse('role-name-taken')
  checkRoleCount(group.roles.length, group.roles.length + 1, tier)
  return [...group.roles, setMax(setMin({ _id, name, max: 0, counts: noCounts }, role), max, tier)]
}

type RoleSeats = Pick<RoleInput, 'name' | 'min'> & { readonly max?: number | undefined }
/** R108: the minimum of a role beside the limit it is to have. Refuses `role-min-over-max`, also where the minimum was there before. */
export function setRoleMin(group: Group, { name, max, min }: RoleSeats): Role[] {
  const role = roleNamed(group, name) ?? refuse('role-unknown', { role: name })
  return group.roles.map((one) => (one === role ? setMin(role, { max: max ?? role.max, min }) : one))
}

/** R4, R5, R93: where there is a waitlist the refusal offers to move the newest holders to it. */
export function setRoleMax(group: Group, name: string, max: number, tier: Tier): Role[] {
  const role = roleNamed(group, name) ?? refuse('role-unknown', { role: name })
  const offers = group.waitlist ? { moveToWaitlist: true as const } : {}
  return group.roles.map((one) => (one === role ? setMax(role, max, tier, offers) : one))
}

export interface RemovedRole {
  readonly role: Role
  readonly roles: Role[]
}
export const isHeld = (role: Role) => taken(role) > 0

export function removeRole(group: Group, name: string): RemovedRole {
  const role = roleNamed(group, name) ?? refuse('role-unknown', { role: name })
  return { role, roles: group.roles.filter((one) => one !== role) }
}

/** R19: confirmation goes on and stays on. */
export const checkConfirmation = (group: Group, wanted: boolean | undefined) =>
  group.showConfirmation && wanted === false ? refuse('confirmation-one-way') : (wanted ?? group.showConfirmation)

/** What an organizer changes in a group. */
export type GroupPatch = Partial<Omit<Group, keyof Editable>>

type Edit = Omit<GroupEdit, 'id' | 'rev' | 'settingsRev'>
/** What an edit changes; what is absent stays. */
export function editGroup(group: Group, { roles, questions, ...fields }: Edit, tier: Tier, randomId: () => string): GroupPatch {
  checkCompanions(fields.maxCompanions, companionsAllowed(group), tier)
  checkAnswerTimes({ ...group, ...definedFields(fields) })
  const shaped = roles && shapeRoles(group.roles, roles, tier, randomId)
  const roleIds = (shaped ?? group.roles).map(({ _id }) => _id)
  const shaping = { before: questionsOf(group), counts: group.questionCounts ?? {}, roleIds, tier, randomId }
  return {
    ...definedFields(fields),
    ...keptTimes({ ...group, ...definedFields(fields) }),
    ...(questions && { questions: shapeQuestions(questions, shaping) }),
    showConfirmation: checkConfirmation(group, fields.showConfirmation),
    ...(shaped && { roles: shaped }),
  }
}

/** The fields that a form sent. */
export const definedFields = <F extends object>(fields: F) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof F]?: Exclude<F[K], undefined>
  }

/** What an edit started from; what it doesn't name is taken for the current one. */
export interface BaseRevision {
  readonly rev?: number | undefined
  readonly settingsRev?: number | undefined
}
/** R55, R107: whether an edit started from another state than the current one. */
export function isStale(current: Editable, { rev = current.rev, settingsRev = settingsRevOf(current) }: BaseRevision): boolean {
  return rev !== current.rev || settingsRev !== settingsRevOf(current)
}

/** R107: the next revision of what an organizer changed; `editedBy` is their user id. */
export const nextEdit = <R extends Editable>(record: R, change: Partial<Omit<R, keyof Editable>>, editedBy?: string): R => ({
  ...record,
  ...change,
  editedBy,
  rev: record.rev + 1,
  settingsRev: record.settingsRev + 1,
})

const cancelledDays = 30
/** R57: from now on its link says that it was cancelled, until it is purged. */
export const cancelledAt = (now: number) => ({ cancelledAt: iso(now), expiresAt: iso(now + cancelledDays * 86_400_000) })

/** R54: a moved event asks everyone to confirm again. */
export const unconfirmed = (group: Group): Pick<Group, 'roles' | 'confirmEpoch' | 'tally'> => ({
  confirmEpoch: group.confirmEpoch + 1,
  ...(group.tally && { tally: { ...group.tally, confirmed: 0 } }),
  roles: group.roles.map((role) => {
    const { confirmedAndYes, yesNotConfirmed } = role.counts
    return { ...role, counts: { ...role.counts, confirmedAndYes: 0, yesNotConfirmed: yesNotConfirmed + confirmedAndYes } }
  }),
})

function setMin({ min: before = 0, ...role }: Role, { max, min = before }: Omit<RoleInput, 'name'>): Role {
  if (min > max) refuse('role-min-over-max', { role: role.name, min, max })
  return min > 0 ? { ...role, min } : role
}

/** R44: a number above the plan's limit may stay, but not grow. */
function setMax(role: Role, max: number, tier: Tier, more: { readonly moveToWaitlist?: true } = {}): Role {
  const limit = planLimits[tier].participantsPerRole
  if (max > limit && max > role.max) refuse('role-max-over-plan', { limit })
  if (max < occupied(role)) refuse('role-under-filled', { filled: occupied(role), role: role.name, ...more })
  return { ...role, max }
}

function checkRoleCount(before: number, after: number, tier: Tier) {
  const limit = planLimits[tier].rolesPerGroup
  if (after > limit && after > before) refuse('role-limit-reached', { limit })
}
