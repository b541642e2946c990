// Work on every RSVP of a group, page by page: tells its guests of a change, purges it, or drops what is sensitive. Each page's effect and the
// place reached are one commit, so a crash repeats nothing and leaves nobody out.

import { sensitiveDays, undoSeconds } from '#protocol/kernel/limits.ts'
import { nextTenant } from '#server/kernel/emails/fair-queue.ts'
import type { EmailDeps } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { activities } from '#server/seats/model/activity.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups, hasSensitive, type Role } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import type { Entering } from '#server/seats/rules/calendar.ts'
import { emailsFor, emailToKeep } from './guest-emails.ts'
import { dropSensitive, linesToPurge, purged } from './purge.ts'
import { type Fanout, fanouts, isSilent, type Kind, later, rolesOf } from './record.ts'

const perPage = 100
const dayMs = 86_400_000
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
    if (fanout.kind === 'purge') return { writes: [reached, ...(await purged(tx, fanout, now))], reply: false }
    if (fanout.kind === 'sensitive') return { writes: [reached, ...(await dropSensitive(tx, fanout, now))], reply: false }
    const group = await tx.get(groups, fanout.group._id)
    const event = group && (await eventOf(tx, group))
    const place = { ...fanout.group, ownerId: fanout.group.ownerId ?? group?.ownerId ?? '' }
    const emails = now.flatMap((rsvp) => emailsFor(services, { fanout, group, place, event }, rsvp))
    const changes = await Promise.all(emails.map((one) => emailToKeep(services, tx, one)))
    return { writes: [reached, ...changes.flat()], reply: changes.length > 0 }
  })
  if (hasEmails) services.delivery.wake()
  return true
}

/** A fan-out about a new time, a new place or a role is outdated once the event is canceled: guests are told that instead. */
async function isOutdated(tx: Reader, { kind, group }: Fanout): Promise<boolean> {
  if (kind === 'cancelled' || isSilent(kind)) return false
  const current = await tx.get(groups, group._id)
  return !current || current.cancelledAt !== null
}
