// Work on every RSVP of a group, page by page: tells its guests of a change, purges it, or drops what is sensitive. Each page's effect and the
// place reached are one commit, so a crash repeats nothing and leaves nobody out.

import { sensitiveDays, undoSeconds } from '#protocol/kernel/limits.ts'
import { nextTenant } from '#server/kernel/emails/fair-queue.ts'
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import { type Email, type EmailDeps, type EmailDraft, emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { type GroupRef, guestPlace } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { changedEmail, movedEmail } from '#server/seats/emails/event.ts'
import { cancelledEmail, roleDeletedEmail } from '#server/seats/emails/group.ts'
import { type Activity, activities } from '#server/seats/model/activity.ts'
import { rolesOfParty } from '#server/seats/model/companion.ts'
import { attendances, doorCounts } from '#server/seats/model/door.ts'
import { events, type GroupEvent, placeKey } from '#server/seats/model/event.ts'
import { type Group, groups, hasSensitive, type Role } from '#server/seats/model/group.ts'
import { histories } from '#server/seats/model/history.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { isConfirmed, isErased, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { withoutSensitive } from '#server/seats/model/rsvp-fields.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { changesFor, type Entered, type Entering, guestEntry, nounsOf, shownKey } from '#server/seats/rules/calendar.ts'

type Kind = 'moved' | 'changed' | 'cancelled' | 'role-deleted' | 'purge' | 'sensitive'
/** Nobody gets an email of these. */
const isSilent = (kind: Kind) => kind === 'purge' || kind === 'sensitive'
interface Removed {
  readonly _id: string
  readonly name: string
}
interface Fanout extends Stored {
  readonly kind: Kind
  /** `ownerId` is absent in records of the release before. */
  readonly group: { readonly _id: string; readonly eventId: string | null; readonly name: string; readonly ownerId?: string }
  readonly event: { readonly name: string; readonly start: string; readonly timeZone: string } | null
  /** The first of `roles`; the release before kept only this one. */
  readonly role: Removed | null
  readonly roles?: readonly Removed[]
  /** R250: how group and event were before; absent where that isn't the same for all who are to be told. */
  readonly was?: Entering | undefined
  /** The id of the last RSVP that was dealt with. */
  readonly cursor: string | null
  /** R119: where a change came while guests were being told: the fan-out continues to the last RSVP, starts again, and ends at this one. */
  readonly from?: string | null
  readonly isBack?: boolean
  /** The organizer in whose turn it runs; absent in those that write no emails. */
  readonly tenant?: string
  readonly dueAt: string
}
export const fanouts: Collection<Fanout> = {
  name: 'fanouts',
  indexes: { due: { fields: ['dueAt'] }, turn: { fields: ['tenant', 'dueAt'] } },
}
const perPage = 100
const dayMs = 86_400_000
/** R119: how long after a guest was told of one time of an event they may be told of the next, besides the minute of a lease. */
const quietMs = 60_000

interface Announcement {
  readonly kind: Kind
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly role?: Role
  readonly was?: Entering
  /** It can be taken back for some seconds. */
  readonly isUndoable?: boolean
}

/** R106: nobody is told that a role or one of several groups is gone while that can be taken back: it may have thousands of holders. */
function newFanout(
  { secrets, clock }: EmailDeps,
  { kind, group, event, role, was, isUndoable = kind === 'role-deleted' }: Announcement,
): Fanout {
  const removed = role ? { _id: role._id, name: role.name } : null
  return {
    _id: secrets.idOf('fanout', group._id, kind),
    rev: 1,
    kind,
    group: { _id: group._id, eventId: group.eventId, name: group.name, ownerId: group.ownerId },
    event: event ? { name: event.name, start: event.start, timeZone: event.timeZone } : null,
    role: removed,
    ...(removed && { roles: [removed] }),
    was,
    cursor: null,
    ...(!isSilent(kind) && { tenant: group.ownerId }),
    dueAt: iso(clock.now() + (isUndoable ? undoSeconds * 1_000 : 0)),
  }
}

const rolesOf = ({ roles, role }: Fanout): readonly Removed[] => roles ?? (role ? [role] : [])

const later = (one: string, other: string) => (one > other ? one : other)

/** R119: the write that starts a fan-out, or adds a change to the one under way: there is one record per group and kind. */
export async function tellGuests(services: EmailDeps, tx: Reader, telling: Announcement): Promise<RecordWrite> {
  const fresh = newFanout(services, telling)
  const before = await tx.get(fanouts, fresh._id)
  if (!before) return put(fanouts, fresh)
  const roles = [...rolesOf(before), ...rolesOf(fresh)]
  const dueAt = later(before.dueAt, fresh.kind === 'role-deleted' ? fresh.dueAt : '')
  return put(fanouts, next(before, { ...fresh, was: undefined, roles, cursor: before.cursor, from: before.cursor, isBack: false, dueAt }))
}

/** R106: nobody hears of the deletion of roles that are back: the write that leaves them out of what is told. */
export async function tellNoMore({ secrets }: Services, tx: Reader, groupId: string, roleIds: readonly string[]): Promise<RecordWrite[]> {
  const before = roleIds.length > 0 ? await tx.get(fanouts, secrets.idOf('fanout', groupId, 'role-deleted')) : undefined
  if (!before) return []
  const roles = rolesOf(before).filter(({ _id }) => !roleIds.includes(_id))
  return [roles.length > 0 ? put(fanouts, next(before, { role: roles[0] ?? null, roles })) : drop(fanouts, before)]
}

/** R106: a group that is back was not canceled: the writes that leave nothing of it to be told or purged. */
export async function keepAfterAll({ secrets }: Services, tx: Reader, groupId: string): Promise<RecordWrite[]> {
  const found = await Promise.all(
    (['cancelled', 'purge', 'sensitive'] as const).map((kind) => tx.get(fanouts, secrets.idOf('fanout', groupId, kind))),
  )
  return found.flatMap((one) => (one ? [drop(fanouts, one)] : []))
}

/** R57: purges the group's answers at `dueAt`. */
export const purgeLater = (services: Services, group: Group, dueAt: string): RecordWrite =>
  put(fanouts, { ...newFanout(services, { kind: 'purge', group, event: undefined }), dueAt })

/** R166: when answers to sensitive questions go, as epoch milliseconds. */
export const sensitiveEnd = ({ end }: Pick<GroupEvent, 'end'>) => Date.parse(end) + sensitiveDays * dayMs

/**
 * R166: drops the answers to sensitive questions of a group that the walk along the events finds no more (`guest/jobs.ts`): it goes from its event, has
 * none, or they became sensitive when their time was over. Not while what led to it can be taken back.
 */
export async function dropSensitiveLater(
  services: Services,
  tx: Reader,
  group: Group,
  event: GroupEvent | undefined,
): Promise<RecordWrite[]> {
  if (!hasSensitive(group)) return []
  const least = services.clock.now() + undoSeconds * 1_000
  const dueAt = iso(Math.max(least, event ? sensitiveEnd(event) : 0))
  const fresh = { ...newFanout(services, { kind: 'sensitive', group, event: undefined }), dueAt }
  const before = await tx.get(fanouts, fresh._id)
  return [put(fanouts, before ? next(before, fresh) : fresh)]
}

interface Page {
  readonly fanout: Fanout
  /** The group as it is now; gone where it was purged. */
  readonly group: Group | undefined
  readonly place: GroupRef
  readonly event: GroupEvent | undefined
}
interface GuestEmail {
  readonly id: string
  readonly draft: EmailDraft
}
const named = <T extends { readonly name: string; readonly location?: string; readonly organizerName?: string }>(
  one: T,
  isStranger: boolean,
): T => (isStranger ? withUnlinkedName(one) : one)

/** R95: what becomes of the entry in the calendar of who said yes. */
const entryOf = (services: Services, kind: Kind, entered: Entered) =>
  guestEntry(services, kind === 'cancelled' ? 'CANCEL' : 'REQUEST', entered)

/** R97: who was only invited is told by their invitation, which says what is true when they read the page; not who had a role until now. */
const isCoveredByInvitation = (fanout: Fanout, group: Group | undefined, rsvp: Rsvp) =>
  isOnlyInvited(rsvp, { roles: group ? [...group.roles, ...rolesOf(fanout)] : rsvp.roleIds.map((_id) => ({ _id })) })

/** R84, R250: what is new to this guest; undefined where nothing is. Who has no entry in a calendar yet is told of another place only. */
function changesSince({ was }: Fanout, is: Entering, rsvp: Rsvp) {
  const isElsewhere = was !== undefined && placeKey(was.event) !== placeKey(is.event)
  const nouns = was ? nounsOf(changesFor(rsvp, was, is)) : undefined
  return (rsvp.attending === true ? nouns?.length !== 0 : !was || isElsewhere) ? { isElsewhere, nouns } : undefined
}

/** R8, R54, R57, R84: the emails for one guest, each with an id derived from what it is about. */
function emailsFor(services: Services, { fanout, place, event, group: current }: Page, rsvp: Rsvp): GuestEmail[] {
  const { secrets, publicUrl } = services
  const { kind, group } = fanout
  // R117, R119: people who were assigned and never answered have agreed to nothing.
  const isStranger = rsvp.attending === null
  const occasion = named(event ?? fanout.event ?? { name: group.name }, isStranger)
  const emailOf = (draft: EmailDraft, ...of: string[]) => ({
    id: secrets.idOf('told', kind, group._id, rsvp._id, ...of),
    draft: isStranger ? { ...draft, isUnasked: true } : draft,
  })
  if (rsvp.attending === false || isErased(rsvp) || isCoveredByInvitation(fanout, current, rsvp)) return []
  const guest = guestPlace(place, rsvp)
  const calendar =
    event && current && rsvp.attending ? entryOf(services, kind, { group: current, event, rsvp, now: services.clock.now() }) : undefined
  if (kind === 'cancelled')
    return [emailOf(cancelledEmail(rsvp.email, publicUrl, guest, occasion, { calendar, goesOn: event?.cancelledAt === null }))]
  if (kind === 'role-deleted') {
    const held = rolesOf(fanout).filter(({ _id }) => rolesOfParty(rsvp).includes(_id))
    return held.map((role) => {
      const removed = { role: named(role, isStranger).name, calendar }
      return emailOf(roleDeletedEmail(rsvp.email, publicUrl, guest, occasion, removed), role._id)
    })
  }
  if (!event || !current) return []
  const changed = { link: rsvp.attending ? event.link : undefined, calendar } // R84
  // 'relocated', in the release before.
  if (kind !== 'moved') {
    const news = changesSince(fanout, { group: current, event }, rsvp)
    if (!news) return []
    const draft = changedEmail(rsvp.email, publicUrl, guest, named(event, isStranger), { ...changed, ...news })
    return [
      emailOf({ ...draft, tells: { eventId: event._id, groupId: group._id, shown: shownKey(services, { group: current, event, rsvp }) } }),
    ]
  }
  // R98: another start asks who has to confirm; nobody gets a second email for that.
  const isToConfirm = current.showConfirmation && !isConfirmed(rsvp, current)
  const draft = movedEmail(rsvp.email, publicUrl, guest, named(event, isStranger), { ...changed, isToConfirm })
  return [emailOf({ ...draft, tells: { eventId: event._id, groupId: group._id, start: event.start } })]
}

/** The write for one email: a new one, a rewrite of one that says something older, or nothing where the guest was told just this (R119). */
async function emailToKeep(services: Services, tx: Reader, { id, draft }: GuestEmail): Promise<RecordWrite[]> {
  const fresh = emailRecord(services, draft)
  const before = await tx.get(emails, id)
  if (!before) return [put(emails, { ...fresh, _id: id })]
  const { tells } = draft
  if (!tells || (before.tells?.start === tells.start && before.tells?.shown === tells.shown)) return []
  // An email that was tried is due again when its lease ends: that tells when it was sent.
  const { attempts, dueAt: leasedTo = before.leasedTo ?? '' } = before
  const quietUntil = attempts > 0 && leasedTo ? iso(Date.parse(leasedTo) + quietMs) : leasedTo
  const edition = (before.edition ?? 1) + 1
  const anew: Email = { ...fresh, _id: id, rev: before.rev + 1, edition, dueAt: later(fresh.dueAt ?? '', quietUntil) }
  return [put(emails, anew)]
}

/** What is done with a page: the RSVPs to process now, and the place reached; no place where all are done. */
function advance({ cursor, from = null, isBack = false }: Fanout, page: readonly Rsvp[]) {
  const isEnd = page.length < perPage
  const reached = page.at(-1)?._id ?? cursor
  if (isBack) {
    const isDone = isEnd || from === null || reached === null || reached >= from
    return { now: page.filter(({ _id }) => from !== null && _id <= from), place: isDone ? undefined : { cursor: reached } }
  }
  if (!isEnd) return { now: page, place: { cursor: reached } }
  return { now: page, place: from === null ? undefined : { cursor: null, isBack: true } }
}

/** R119: organizers take turns; purges run when no guests wait to be told. */
async function nextFanout({ store, clock }: Services, turn: RoundRobin): Promise<Fanout | undefined> {
  const now = iso(clock.now())
  const looked = new Set<string>()
  for (let last = turn.last; ; ) {
    const next = await nextTenant(store, fanouts, {}, last)
    if (!next || looked.has(next._id)) break
    last = next.tenant ?? ''
    if (next.dueAt <= now) {
      turn.last = last
      return next
    }
    looked.add(next._id)
  }
  return (await store.find(fanouts, { index: 'due', to: iso(clock.now() + 1), limit: 1 }))[0]
}

/** The organizer whose fan-out ran last. */
export interface RoundRobin {
  last: string
}

/** Processes one page of the next fan-out. True if there may be more. */
export async function workOff(services: Services, turn: RoundRobin = { last: '' }): Promise<boolean> {
  const { store } = services
  const due = await nextFanout(services, turn)
  if (!due) return false
  const after = due.cursor ? { after: { _id: due.cursor, rev: 0, groupId: due.group._id } } : {}
  const page = await store.find(rsvps, { index: 'group', where: { groupId: due.group._id }, limit: perPage, ...after })
  const hasEmails = await transact(services, due._id, async (tx) => {
    const fanout = await tx.get(fanouts, due._id)
    if (!fanout || fanout.rev !== due.rev) return { reply: false }
    if (await isOutdated(tx, fanout)) return { writes: [drop(fanouts, fanout)], reply: false }
    const lines = fanout.kind === 'purge' ? await linesToPurge(tx, fanout) : []
    if (lines.length > 0) return { writes: [put(fanouts, next(fanout, {})), ...lines.map((line) => drop(activities, line))], reply: false }
    const { now, place: at } = advance(fanout, page)
    const reached = at ? put(fanouts, next(fanout, at)) : drop(fanouts, fanout)
    if (fanout.kind === 'purge') {
      const curve = await tx.get(histories, fanout.group._id)
      const gone = [
        ...(curve ? [drop(histories, curve)] : []),
        ...(await atDoorOf(tx, fanout, now)),
        ...now.map((rsvp) => drop(rsvps, rsvp)),
      ]
      return { writes: [reached, ...gone], reply: false }
    }
    const group = await tx.get(groups, fanout.group._id)
    if (fanout.kind === 'sensitive') {
      const current = await Promise.all(now.map(({ _id }) => tx.get(rsvps, _id)))
      const left = current.flatMap((rsvp) => {
        const rest = rsvp && group && withoutSensitive(group, rsvp)
        return rest && rest !== rsvp ? [put(rsvps, rest)] : []
      })
      return { writes: [reached, ...left], reply: false }
    }
    const event = group && (await eventOf(tx, group))
    const place = { ...fanout.group, ownerId: fanout.group.ownerId ?? group?.ownerId ?? '' }
    const emails = now.flatMap((rsvp) => emailsFor(services, { fanout, group, place, event }, rsvp))
    const changes = await Promise.all(emails.map((one) => emailToKeep(services, tx, one)))
    return { writes: [reached, ...changes.flat()], reply: changes.length > 0 }
  })
  if (hasEmails) services.delivery.wake()
  return true
}

/** R186: who was at the door is kept as long as their answer. */
async function atDoorOf(tx: Reader, { group }: Fanout, page: readonly Rsvp[]): Promise<RecordWrite[]> {
  const event = await tx.get(events, group.eventId ?? '')
  const [count, whole, ...there] = await Promise.all([
    tx.get(doorCounts, group._id),
    event && !event.cancelledAt ? undefined : tx.get(doorCounts, group.eventId ?? ''),
    ...page.map(({ _id }) => tx.get(attendances, _id)),
  ])
  const counts = [count, whole].flatMap((one) => (one ? [drop(doorCounts, one)] : []))
  return [...counts, ...there.flatMap((one) => (one ? [drop(attendances, one)] : []))]
}

/** R105: the activity of a group goes with it. */
const linesToPurge = (tx: Reader, { group }: Fanout): Promise<Activity[]> =>
  tx.find(activities, { index: 'group', where: { groupId: group._id }, limit: perPage })

/** A fan-out about a new time, a new place or a role is outdated once the event is canceled: guests are told that instead. */
async function isOutdated(tx: Reader, { kind, group }: Fanout): Promise<boolean> {
  if (kind === 'cancelled' || isSilent(kind)) return false
  const current = await tx.get(groups, group._id)
  return !current || current.cancelledAt !== null
}
