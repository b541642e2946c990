// What a change of records means as lines of the activity (R105): the record before and the one after say it all. Pure.
import type { ActivityKind, Facts, RoleThen, SeatsThen, SettingsThen } from '#protocol/activity.ts'
import { usualCutoffHours } from '#protocol/group.ts'
import type { Grant } from '../assign/model.ts'
import type { Event } from '../event/model.ts'
import { type Group, type Role, taken, waiting } from '../group/model.ts'
import type { Message } from '../message/model.ts'
import { type ReminderRun, rulesOf } from '../reminder/model.ts'
import { isConfirmed, isErased, type Rsvp } from '../rsvp/model.ts'

export interface Pair<R> {
  readonly before: R | undefined
  readonly after: R | undefined
}
export interface Sides {
  readonly from: Facts
  readonly to: Facts
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ, as each side has them. */
function differing<F extends object>(one: F, other: F): { from: Partial<F>; to: Partial<F> } {
  const keys = Object.keys({ ...one, ...other }).filter((key) => !same(one[key as keyof F], other[key as keyof F])) as (keyof F)[]
  const side = (of: F) => Object.fromEntries(keys.filter((key) => of[key] !== undefined).map((key) => [key, of[key]])) as Partial<F>
  return { from: side(one), to: side(other) }
}

const isNothing = ({ from, to }: { from: object; to: object }) => Object.keys(from).length === 0 && Object.keys(to).length === 0
export const orNothing = (sides: Sides): Sides | undefined => (isNothing(sides) ? undefined : sides)

const none: readonly string[] = []
type Lists = Readonly<Record<'roles' | 'declinedRoles' | 'waits' | 'offers', readonly string[]>>
const noLists: Lists = { roles: none, declinedRoles: none, waits: none, offers: none }
const listsOf = ({ roleIds, declinedRoleIds, waits, offers }: Rsvp): Lists => ({
  roles: roleIds,
  declinedRoles: declinedRoleIds,
  waits: waits ? waits.map(({ roleId }) => roleId) : none,
  offers: offers ? offers.map(({ roleId }) => roleId) : none,
})
const listNames = Object.keys(noLists) as (keyof Lists)[]

/** Adds the roles that only `one` has, by the names they have there; a role that is gone has none. */
function addApart(side: Record<string, unknown>, key: keyof Lists, [one, other]: readonly Lists[], roles: readonly Role[]) {
  const apart = one?.[key].filter((id) => !other?.[key].includes(id)) ?? none
  if (apart.length > 0) side[key] = apart.map((_id) => ({ _id, name: roles.find((role) => role._id === _id)?.name ?? '' }))
}

/** What an answer says besides its roles; what is absent where there is none can't be told from what is off. */
const plainFacts = (rsvp: Rsvp | undefined, group: Pick<Group, 'confirmEpoch'>) => ({
  attending: rsvp?.attending,
  confirmed: rsvp !== undefined && isConfirmed(rsvp, group),
  handOver: rsvp?.handOver !== undefined,
})

/** No email address stands in a line as somebody's name. */
export const nameInLine = (name: string): string => (name.includes('@') ? '' : name)

/** R105: how an answer changed; undefined where nothing did that anyone did. Every answer takes this way: it compares without making copies. */
export function answerSides({ before, after }: Pair<Rsvp>, was: Group, is: Group): Sides | undefined {
  const [from, to]: [Record<string, unknown>, Record<string, unknown>] = [{}, {}]
  const apart = (key: string, one: unknown, other: unknown) => {
    if (one !== undefined) from[key] = one
    if (other !== undefined) to[key] = other
  }
  const [one, other] = [plainFacts(before, is), plainFacts(after, is)]
  for (const key of ['attending', 'confirmed', 'handOver'] as const) if (one[key] !== other[key]) apart(key, one[key], other[key])
  if (from.confirmed === true && before?.confirmationDate) {
    from.confirmedAt = before.confirmationDate
    from.confirmedEpoch = is.confirmEpoch
  }
  const lists = [before ? listsOf(before) : noLists, after ? listsOf(after) : noLists] as const
  for (const key of listNames) {
    addApart(from, key, lists, was.roles)
    addApart(to, key, [lists[1], lists[0]], is.roles)
  }
  const isKnown = before !== undefined && after !== undefined && !isErased(before) && !isErased(after)
  if (isKnown && before.name !== after.name) apart('name', nameInLine(before.name), nameInLine(after.name))
  if (before && isErased(before) && after && !isErased(after)) from.erased = true
  // What happens again leaves the fact on both sides.
  if (before?.invitation?.at !== after?.invitation?.at) apart('invited', before?.invitation && true, after?.invitation && true)
  if (before?.note !== after?.note) apart('note', before?.note ? true : undefined, after?.note ? true : undefined)
  return orNothing({ from, to })
}

/** Who changed an answer: its holder, somebody else who is a guest, somebody who manages the group, or nobody. */
export type Changer = 'holder' | 'guest' | 'person' | 'nobody'

const has = (list: readonly RoleThen[] | undefined, other: readonly RoleThen[] | undefined) =>
  (list ?? []).some(({ _id }) => (other ?? []).some((one) => one._id === _id))

/** Seats of the waitlist that are given, held or no longer held. */
export const isOfWaitlist = ({ from, to }: Sides) => has(to.roles, from.waits) || has(to.roles, from.offers) || has(to.offers, from.waits)

function assignmentOf({ from, to }: Sides, isMoved: boolean): ActivityKind | undefined {
  if (!from.roles && !to.roles) return undefined
  if (isMoved) return 'reassign'
  return to.roles ? 'assign' : 'unassign'
}

/** R105: what kind of act it was. `isMoved`: in the same act somebody else got or lost the role; `isHandedOver`: an offered seat was taken in it. */
export function answerKind(
  { before, after }: Pair<Rsvp>,
  sides: Sides,
  changer: Changer,
  { isMoved, isHandedOver }: { readonly isMoved: boolean; readonly isHandedOver: boolean },
): ActivityKind {
  const { from, to } = sides
  if (!after) return from.roles ? 'unassign' : 'uninvite' // R106: an answer that an assignment had made
  if (isErased(after) && !(before && isErased(before))) return changer === 'person' && from.roles ? 'unassign' : 'erase' // likewise (R106)
  if (isOfWaitlist(sides)) return 'seat'
  if (isHandedOver && (changer === 'guest' || changer === 'holder')) return 'hand-over'
  if (has(from.roles, to.waits)) return 'wait'
  const assigned = changer === 'person' ? assignmentOf(sides, isMoved) : undefined
  if (assigned) return assigned
  if (to.invited) return 'invite'
  if (from.attending !== to.attending || from.roles || to.roles) return 'answer'
  if (from.waits || to.waits || from.offers || to.offers) return 'wait'
  if (from.handOver !== to.handOver) return 'hand-over'
  return from.confirmed !== to.confirmed ? 'confirm' : 'answer'
}

export const seatsOf = ({ _id, name, max, min }: Role, at: number): SeatsThen => ({ _id, name, max, ...(min && { min }), at })
const seatsIn = ({ roles }: Pick<Group, 'roles'>) => new Map(roles.map((role, at) => [role._id, seatsOf(role, at)]))
const withoutPlace = ({ at: _, ...seats }: SeatsThen) => seats

/** R105: the roles that were added, removed, renamed, and those of which only the limit or the minimum changed. */
export function roleSides(before: Group, after: Group): readonly { readonly kind: ActivityKind; readonly sides: Sides }[] {
  const [was, is] = [seatsIn(before), seatsIn(after)] as const
  const gone = [...was.values()].filter(({ _id }) => !is.has(_id))
  const fresh = [...is.values()].filter(({ _id }) => !was.has(_id))
  const changed = [...is.values()].flatMap((now) => {
    const old = was.get(now._id)
    return old && !same(withoutPlace(old), withoutPlace(now)) ? [{ old, now }] : []
  })
  const limits = changed.filter(({ old, now }) => old.name === now.name)
  const others = changed.filter(({ old, now }) => old.name !== now.name)
  const pairs = (list: typeof changed): Sides => ({
    from: { seats: list.map(({ old }) => old) },
    to: { seats: list.map(({ now }) => now) },
  })
  return [
    ...(gone.length > 0 ? [{ kind: 'role-remove' as const, sides: { from: { seats: gone }, to: {} } }] : []),
    ...(fresh.length > 0 ? [{ kind: 'role-add' as const, sides: { from: {}, to: { seats: fresh } } }] : []),
    ...(others.length > 0 ? [{ kind: 'role-change' as const, sides: pairs(others) }] : []),
    ...(limits.length > 0 ? [{ kind: 'limit' as const, sides: pairs(limits) }] : []),
  ]
}

export const groupSettings = (group: Group): SettingsThen => ({
  name: group.name,
  description: group.description,
  displayRSVPToAll: group.displayRSVPToAll,
  showConfirmation: group.showConfirmation,
  limitToMembers: group.limitToMembers,
  waitlist: group.waitlist ?? false,
  waitlistCutoffHours: group.waitlistCutoffHours ?? usualCutoffHours,
  handOver: group.handOver ?? false,
  attendingOrgIds: [...group.attendingOrgIds],
  ...(group.eventId && { reminders: rulesOf(group) }),
})

/** R85: a name only; release 0.1.0 kept a masked email in its place. */
const hostName = ({ organizerName }: Event) => (organizerName.includes('@') ? {} : { organizerName })

export const eventSettings = (event: Event): SettingsThen => ({
  name: event.name,
  description: event.description,
  location: event.location ?? '',
  link: event.link ?? '',
  ...(event.theme && { theme: event.theme }),
  start: event.start,
  end: event.end,
  timeZone: event.timeZone,
  manualEnd: event.manualEnd,
  ...hostName(event),
  assignmentRules: event.assignmentRules,
})

const settingsSides = (one: SettingsThen, other: SettingsThen): Sides | undefined => {
  const sides = differing(one, other)
  return isNothing(sides) ? undefined : { from: { settings: sides.from }, to: { settings: sides.to } }
}

/** The order of the roles that both have, where it is another one. */
function orderSides(before: Group, after: Group): SettingsThen[] {
  const order = (one: Group, other: Group) => one.roles.map(({ _id }) => _id).filter((id) => other.roles.some(({ _id }) => _id === id))
  const [was, is] = [order(before, after), order(after, before)] as const
  return same(was, is) ? [{}, {}] : [{ roleOrder: was }, { roleOrder: is }]
}

/** What a line says besides whom it is about. */
export interface Told {
  readonly kind: ActivityKind
  readonly sides: Sides
  readonly count?: number
  readonly removed?: readonly Role[]
}

/** Waits to be published by the person it is for: nothing of it is anybody's activity yet. */
export const isUnpublished = ({ expiresAt, cancelledAt }: Pick<Group, 'expiresAt' | 'cancelledAt'>) =>
  expiresAt !== null && cancelledAt === null

/** Paid for once, or until it is canceled. */
const isUpgraded = ({ paid }: Group) =>
  paid !== undefined &&
  (paid.paidCheckouts.length > 0 ||
    paid.subscriptions.some(({ status, cancelAtPeriodEnd }) => !cancelAtPeriodEnd && status !== 'canceled' && status !== 'incomplete'))

const created = (group: Group): Told => ({
  kind: 'create',
  sides: { from: {}, to: { settings: groupSettings(group), seats: group.roles.map(seatsOf) } },
})

function removedRole({ kind, sides }: ReturnType<typeof roleSides>[number], { roles }: Group): Told {
  if (kind !== 'role-remove') return { kind, sides }
  const removed = roles.filter(({ _id }) => sides.from.seats?.some((seats) => seats._id === _id))
  return { kind, sides, removed, count: removed.reduce((sum, role) => sum + taken(role) + waiting(role), 0) }
}

/** What answers change in a group, and what is noted of emails; all else is somebody's doing. */
const countedFields: ReadonlySet<string> = new Set<keyof Group>([
  'rev',
  'roles',
  'answers',
  'invitations',
  'tally',
  'seatings',
  'unfilledSince',
  'occasions',
  'remindAt',
  'nudgedTo',
  'digestAt',
  'digested',
])
const isSameRole = (one: Role, other: Role | undefined) =>
  one._id === other?._id && one.name === other.name && one.max === other.max && one.min === other.min
/** Whether only numbers differ, as after every answer: found without making anything of the rest. */
function isUntouched(before: Group, after: Group): boolean {
  if (before.roles.length !== after.roles.length || !before.roles.every((role, nth) => isSameRole(role, after.roles[nth]))) return false
  for (const key in after) if (!countedFields.has(key) && after[key as keyof Group] !== before[key as keyof Group]) return false
  for (const key in before) if (!(key in after) && !countedFields.has(key)) return false
  return true
}

/** R105: what happened to a group itself. */
export function groupTold({ before, after }: Pair<Group>): Told[] {
  if (!after) return []
  if (!before || isUnpublished(before)) return [created(after)]
  if (isUntouched(before, after)) return []
  const [wasOrder, isOrder] = orderSides(before, after)
  const settings = settingsSides({ ...groupSettings(before), ...wasOrder }, { ...groupSettings(after), ...isOrder })
  const isAsked = after.asked !== undefined && after.asked.at !== before.asked?.at
  return [
    ...roleSides(before, after).map((one) => removedRole(one, before)),
    ...(settings ? [{ kind: 'settings' as const, sides: settings }] : []),
    ...(isAsked ? [{ kind: 'remind' as const, sides: { from: {}, to: { sent: 'confirmation' } }, count: after.asked?.people ?? 0 }] : []),
    ...(isUpgraded(before) !== isUpgraded(after)
      ? [{ kind: 'upgrade' as const, sides: { from: { upgraded: isUpgraded(before) }, to: { upgraded: isUpgraded(after) } } }]
      : []),
    ...(!before.cancelledAt && after.cancelledAt ? [{ kind: 'cancel' as const, sides: { from: {}, to: { cancelled: true } } }] : []),
  ]
}

/** R105: what happened to a group's event; R54: with the end of what was confirmed before. */
export function eventTold({ before, after }: Pair<Event>, group: Pair<Group>): Told[] {
  if (!before && group.before?.confirmEpoch === group.after?.confirmEpoch) return []
  const settings = before && after?.published && before.published ? settingsSides(eventSettings(before), eventSettings(after)) : undefined
  const epochs = group.before && group.after ? differing(epochOf(group.before), epochOf(group.after)) : { from: {}, to: {} }
  const sides = { from: { ...settings?.from, ...epochs.from }, to: { ...settings?.to, ...epochs.to } }
  return isNothing(sides) ? [] : [{ kind: 'event', sides }]
}
const epochOf = ({ confirmEpoch }: Group) => ({ confirmEpoch })

export function grantTold({ before, after }: Pair<Grant>): Told[] {
  const fact = (grant: Grant | undefined): Facts => (grant ? { grant: { userId: grant.userId, name: nameInLine(grant.name) } } : {})
  return before && after ? [] : [{ kind: 'grant', sides: { from: fact(before), to: fact(after) } }]
}

export const messageTold = ({ before, after }: Pair<Message>): Told[] =>
  before || !after ? [] : [{ kind: 'message', sides: { from: {}, to: { sent: after.subject } }, count: after.recipients }]

/** A run by hand; that everybody is asked to confirm, the group tells. */
export const runTold = ({ before, after }: Pair<ReminderRun>): Told[] =>
  before || !after?.isByHand || after.kind === 'confirmation'
    ? []
    : [{ kind: 'remind', sides: { from: {}, to: { sent: after.kind } }, ...(after.rsvpIds && { count: after.rsvpIds.length }) }]
