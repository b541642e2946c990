// What a change of records means as lines of the activity (R105): the record before and the one after say it all. Pure.
import { holdsEmail } from '#protocol/kernel/texts.ts'
import type { ActivityKind, ChangedFields, SeatsThen, SettingsThen } from '#protocol/record/activity.ts'
import { eventSettings, settingsIn } from '#protocol/seats/settings.ts'
import { isFor, isOffer, type Teammate } from '#server/people/model/team.ts'
import { type Attendance, type DoorCount, doubleEntries, peopleThere } from '#server/seats/model/door.ts'
import type { Event } from '#server/seats/model/event.ts'
import { type Group, queueLength, type Role, settingsOf, taken } from '#server/seats/model/group.ts'
import type { Message } from '#server/seats/model/message.ts'
import { type ReminderRun, rulesOf } from '#server/seats/model/reminder.ts'

export interface Pair<R> {
  readonly before: R | undefined
  readonly after: R | undefined
}
export interface EntryDiff {
  readonly from: ChangedFields
  readonly to: ChangedFields
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The fields that differ, as each side has them. */
function differing<F extends object>(one: F, other: F): { from: Partial<F>; to: Partial<F> } {
  const keys = Object.keys({ ...one, ...other }).filter((key) => !same(one[key as keyof F], other[key as keyof F])) as (keyof F)[]
  const side = (of: F) => Object.fromEntries(keys.filter((key) => of[key] !== undefined).map((key) => [key, of[key]])) as Partial<F>
  return { from: side(one), to: side(other) }
}

const isNothing = ({ from, to }: { from: object; to: object }) => Object.keys(from).length === 0 && Object.keys(to).length === 0
export const orNothing = (sides: EntryDiff): EntryDiff | undefined => (isNothing(sides) ? undefined : sides)

/** No email address stands in a line as somebody's name. */
export const nameInLine = (name: string): string => (holdsEmail(name) ? '' : name)

export const seatsOf = ({ _id, name, max, min }: Role, at: number): SeatsThen => ({ _id, name, max, ...(min && { min }), at })
const seatsIn = ({ roles }: Pick<Group, 'roles'>) => new Map(roles.map((role, at) => [role._id, seatsOf(role, at)]))
const withoutPlace = ({ at: _, ...seats }: SeatsThen) => seats

/** R105: the roles that were added, removed, renamed, and those of which only the limit or the minimum changed. */
export function roleSides(before: Group, after: Group): readonly { readonly kind: ActivityKind; readonly sides: EntryDiff }[] {
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
  const pairs = (list: typeof changed): EntryDiff => ({
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

export const settingsOfGroup = (group: Group): SettingsThen => ({
  ...settingsOf(group),
  ...(group.eventId && { reminders: rulesOf(group) }),
})

/** R85: a name only; release 0.1.0 kept a masked email in its place. */
const hostName = ({ organizerName }: Event) => (holdsEmail(organizerName) ? {} : { organizerName })

export const settingsOfEvent = (event: Event): SettingsThen => ({
  ...settingsIn(eventSettings, event),
  ...hostName(event),
  assignmentRules: event.assignmentRules,
})

const settingsSides = (one: SettingsThen, other: SettingsThen): EntryDiff | undefined => {
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
export interface Fact {
  readonly kind: ActivityKind
  readonly sides: EntryDiff
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

const created = (group: Group): Fact => ({
  kind: 'create',
  sides: { from: {}, to: { settings: settingsOfGroup(group), seats: group.roles.map(seatsOf) } },
})

function removedRole({ kind, sides }: ReturnType<typeof roleSides>[number], { roles }: Group): Fact {
  if (kind !== 'role-remove') return { kind, sides }
  const removed = roles.filter(({ _id }) => sides.from.seats?.some((seats) => seats._id === _id))
  return { kind, sides, removed, count: removed.reduce((sum, role) => sum + taken(role) + queueLength(role), 0) }
}

/** What answers change in a group, and what is noted of emails; all else is somebody's doing. */
const countedFields: ReadonlySet<string> = new Set<keyof Group>([
  'rev',
  'roles',
  'answers',
  'questionCounts',
  'companions',
  'invitations',
  'unreached',
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
export function groupFacts({ before, after }: Pair<Group>): Fact[] {
  if (!after) return []
  if (!before || isUnpublished(before)) return [created(after)]
  if (isUntouched(before, after)) return []
  const [wasOrder, isOrder] = orderSides(before, after)
  const settings = settingsSides({ ...settingsOfGroup(before), ...wasOrder }, { ...settingsOfGroup(after), ...isOrder })
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
export function eventFacts({ before, after }: Pair<Event>, group: Pair<Group>): Fact[] {
  if (!before && group.before?.confirmEpoch === group.after?.confirmEpoch) return []
  if (!group.before) return [] // R140: one that is new in it
  const settings = before && after?.published && before.published ? settingsSides(withGroups(before), withGroups(after)) : undefined
  const epochs = group.before && group.after ? differing(epochOf(group.before), epochOf(group.after)) : { from: {}, to: {} }
  const sides = { from: { ...settings?.from, ...epochs.from }, to: { ...settings?.to, ...epochs.to } }
  return isNothing(sides) ? [] : [{ kind: 'event', sides }]
}
const withGroups = (event: Event): SettingsThen => ({ ...settingsOfEvent(event), groupIds: [...event.groupIds] })
const epochOf = ({ confirmEpoch }: Group) => ({ confirmEpoch })

const isThere = (one: Teammate | undefined): one is Teammate => one !== undefined && one.removedAt === undefined
/** Who helps, as a line keeps it. */
const helperThen = ({ _id, role, userId = '', name, until, acceptedAt }: Teammate): ChangedFields => ({
  grant: {
    userId,
    name: nameInLine(name),
    ...(role && { _id, role, ...(until && !isOffer({ role }) && { until }), ...(acceptedAt && { isAccepted: true }) }),
  },
})
/** R39, R208: who helps in this group, as what and until when: that they are asked, accept, are changed, and no longer do. */
export function teamFacts({ before, after }: Pair<Teammate>, groupId: string): Fact[] {
  if (isOffer(after ?? before ?? {})) return offerFacts(before, after)
  const side = (one: Teammate | undefined): ChangedFields => (isThere(one) && isFor(one, groupId) ? helperThen(one) : {})
  const sides = { from: side(before), to: side(after) }
  const told = ({ grant }: ChangedFields) => grant && { ...grant, name: '' }
  return same(told(sides.from), told(sides.to)) ? [] : [{ kind: 'grant', sides }]
}

/** R203: an event that is offered, taken over (it stands on both sides), or no longer offered; of one that lapsed nothing is told. */
function offerFacts(before: Teammate | undefined, after: Teammate | undefined): Fact[] {
  const side = (one: Teammate | undefined): ChangedFields => (one ? helperThen(one) : {})
  if (!after) return []
  if (after.removedAt) return before && isThere(before) ? [{ kind: 'grant', sides: { from: side(before), to: {} } }] : []
  if (after.acceptedAt) return [{ kind: 'grant', sides: { from: side(before), to: side(after) } }]
  return [{ kind: 'grant', sides: { from: {}, to: side(after) } }]
}

export const messageFacts = ({ before, after }: Pair<Message>): Fact[] =>
  before || !after ? [] : [{ kind: 'message', sides: { from: {}, to: { sent: after.subject } }, count: after.recipients }]

/** R185: what the door had said of those who were let in all the same by this commit; R191: at which doors one of them was let in twice. */
export function letInAnyway({ before, after }: Pair<Attendance>): readonly Pick<ChangedFields, 'scanned' | 'doors'>[] {
  const added = new Set(after?.log.slice(before?.log.length ?? 0))
  const despite = [...added].flatMap((line) => (line.kind === 'in' && line.despite ? [{ scanned: line.despite }] : []))
  const doubles = peopleThere(after).flatMap(doubleEntries)
  const twice = doubles.filter((both) => both.some((line) => added.has(line)))
  return [...despite, ...twice.map((both) => ({ scanned: 'double', doors: both.map(({ door }) => door) }))]
}

/** R193: how many who said yes didn't come. */
export const missedFacts = ({ before, after }: Pair<DoorCount>): Fact[] =>
  after?.missed && !before?.missed
    ? [{ kind: 'no-show', sides: { from: {}, to: { expected: after.missed.expected } }, count: after.missed.count }]
    : []

/** A run by hand; that everybody is asked to confirm, the group tells (R110: of those who were picked, the run). */
export const runFacts = ({ before, after }: Pair<ReminderRun>): Fact[] =>
  before || !after?.isByHand || (after.kind === 'confirmation' && !after.rsvpIds)
    ? []
    : [{ kind: 'remind', sides: { from: {}, to: { sent: after.kind } }, ...(after.rsvpIds && { count: after.rsvpIds.length }) }]
