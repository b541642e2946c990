// What a change of records means as lines of the activity (R105): the record before and the one after say it all. Pure.
import type { ActivityKind, Facts, SeatsThen, SettingsThen } from '#protocol/activity.ts'
import { usualCutoffHours } from '#protocol/group.ts'
import type { Grant } from '../assign/model.ts'
import type { Event } from '../event/model.ts'
import { type Group, type Role, taken, waiting } from '../group/model.ts'
import type { Message } from '../message/model.ts'
import { type ReminderRun, rulesOf } from '../reminder/model.ts'

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

/** No email address stands in a line as somebody's name. */
export const nameInLine = (name: string): string => (name.includes('@') ? '' : name)

export const seatsOf = ({ _id, name, max, min }: Role, at: number): SeatsThen => ({ _id, name, max, ...(min && { min }), at })
const seatsIn = ({ roles }: Pick<Group, 'roles'>) => new Map(roles.map((role, at) => [role._id, seatsOf(role, at)]))
const withoutPlace = ({ at: _, ...seats }: SeatsThen) => seats

/** R105: the roles that were added, removed, renamed, and those of which only the limit or the minimum changed. */
export function roleSides(before: Group, after: Group): readonly { readonly kind: ActivityKind; readonly sides: Sides }[] {
  const was = seatsIn(before)
  const is = seatsIn(after)
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
  const was = order(before, after)
  const is = order(after, before)
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

/** A run by hand; that everybody is asked to confirm, the group tells (R110: of those who were picked, the run). */
export const runTold = ({ before, after }: Pair<ReminderRun>): Told[] =>
  before || !after?.isByHand || (after.kind === 'confirmation' && !after.rsvpIds)
    ? []
    : [{ kind: 'remind', sides: { from: {}, to: { sent: after.kind } }, ...(after.rsvpIds && { count: after.rsvpIds.length }) }]
