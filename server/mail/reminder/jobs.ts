// What goes out by itself: groups whose time has come start runs, and each run goes over the answers page by page. A page's emails and the place reached
// are one commit, so a crash repeats nothing and leaves nobody out.
import { openIn } from '#protocol/seats/questions/answers.ts'
import type { ReminderKind } from '#protocol/seats/reminder-rules.ts'
import { nextTenant } from '#server/kernel/emails/fair-queue.ts'
import { withUnlinkedName } from '#server/kernel/emails/names.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { confirmationEmail, nudgeEmail, reminderEmail } from '#server/mail/emails/reminder.ts'
import { users } from '#server/people/model/account.ts'
import { countStrangerEmails, strangerEmails } from '#server/people/org/actions.ts'
import { type GroupEvent, placeKey, statusOf } from '#server/seats/model/event.ts'
import { type Group, groups, questionsOf } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { type ReminderRun, reminderRuns } from '#server/seats/model/reminder.ts'
import { isConfirmed, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { type NoticeDraft, newNotices } from '#server/seats/notices/notices.ts'
import { newRun, withTally } from '#server/seats/reminder/queries.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { isStillWanted } from '#server/seats/rules/notice.ts'
import { askedNow, dueKinds, isAskedLately, nudged, nudgeWindow, planned } from '#server/seats/rules/reminder.ts'

/** Large enough for 10,000 in some seconds, small enough that an answer never waits for one. */
const perPage = 250

/** The organizer whose run went last. */
export interface RoundRobin {
  last: string
}

/** Starts what is due in one group, or processes one page of the next run. True if there may be more. */
export async function remindSome(services: Services, turn: RoundRobin = { last: '' }): Promise<boolean> {
  return (await startDue(services)) || (await runPage(services, turn))
}

async function startDue(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(groups, { index: 'remind', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due._id, async (tx) => {
    const group = await tx.get(groups, due._id)
    if (!group?.remindAt || group.remindAt > iso(clock.now())) return { reply: undefined }
    return { writes: await startOf(services, tx, group), reply: undefined }
  })
  return true
}

/** R99: a run for each kind that is due, and the group with what comes next. Nothing starts once the event has begun. */
async function startOf(services: Services, tx: Reader, before: Group) {
  const now = services.clock.now()
  const event = await eventOf(tx, before)
  const isToCome = event !== undefined && statusOf(event, now) === 'active' && event.start > iso(now)
  const kinds = isToCome ? dueKinds(before, now) : []
  const counted = kinds.includes('confirmation') ? await withTally(tx, before) : before
  const window = nudgeWindow(before, now)
  const after: Group = {
    ...counted,
    ...(kinds.includes('confirmation') && askedNow(counted, now)),
    ...(kinds.includes('nudge') && window.to > window.from && { nudgedTo: window.to }),
    occasions: {},
    remindAt: undefined,
  }
  const isOver = !event || event.start <= iso(now) || before.cancelledAt !== null
  const runs = kinds
    .filter((kind) => kind !== 'nudge' || window.to > window.from)
    .map((kind) => newRun(services, before, kind, before.occasions?.[kind] ?? iso(now), kind === 'nudge' ? { added: window } : {}))
  const started = await Promise.all(runs.map(({ _id }) => tx.get(reminderRuns, _id)))
  const fresh = runs.filter((_, nth) => !started[nth])
  return [
    put(groups, next(before, { ...after, ...(isOver ? {} : planned(after, event, now)) })),
    ...fresh.map((run) => put(reminderRuns, run)),
  ]
}

async function pageOf({ store }: Services, { groupId, cursor, rsvpIds }: ReminderRun): Promise<Pick<Rsvp, '_id' | 'createdAt'>[]> {
  if (rsvpIds) return rsvpIds.slice(0, perPage).map((_id) => ({ _id, createdAt: '' }))
  const after = cursor ? { after: { rev: 0, groupId, ...cursor } } : {}
  return store.find(rsvps, { index: 'group', where: { groupId }, limit: perPage, ...after })
}

/** A nudge is for those of some days: it looks at all of a group, so that no answer has to keep an index for it. */
const isAdded = ({ createdAt }: Rsvp, { added }: ReminderRun) => !added || (createdAt >= added.from && createdAt < added.to)

/** R119: organizers take turns. */
async function runPage(services: Services, turn: RoundRobin): Promise<boolean> {
  const due = await nextTenant(services.store, reminderRuns, {}, turn.last)
  if (!due) return false
  turn.last = due.tenant
  const page = await pageOf(services, due)
  const written = await transact(services, due.groupId, async (tx) => {
    const run = await tx.get(reminderRuns, due._id)
    if (!run || run.rev !== due.rev) return { reply: 0 }
    const group = await tx.get(groups, run.groupId)
    const event = group && (await eventOf(tx, group))
    const current = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    // Who was named may be of another group, or gone.
    const there = current.filter((rsvp) => rsvp !== undefined).filter((rsvp) => rsvp.groupId === run.groupId && isAdded(rsvp, run))
    const { fresh, more } = group ? await emailsOf(services, tx, run, { group, event, page: there }) : { fresh: [], more: [] }
    const last = page.at(-1)
    const isDone = page.length < perPage || !last
    const reached = isDone
      ? drop(reminderRuns, run)
      : put(
          reminderRuns,
          next(run, run.rsvpIds ? { rsvpIds: run.rsvpIds.slice(perPage) } : { cursor: { _id: last._id, createdAt: last.createdAt } }),
        )
    return { writes: [reached, ...fresh.map((email) => put(emails, email)), ...more], reply: fresh.length }
  })
  if (written > 0) services.delivery.wake()
  return true
}

interface Page {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly page: readonly Rsvp[]
}
/** The emails of a page. R119: a nudge by hand counts where it goes to somebody who was only invited; those beyond the day's number get none. */
async function emailsOf(services: Services, tx: Reader, run: ReminderRun, { group, event, page }: Page) {
  const now = services.clock.now()
  const isNudge = run.kind === 'nudge'
  const meant = isNudge && run.isByHand ? page.filter((rsvp) => !isAskedLately(rsvp, group, now)) : page
  const fresh = await newNotices(
    services,
    tx,
    meant.flatMap((rsvp) => draftsFor(services, run, rsvp, group, event)),
  )
  if (!isNudge) return { fresh, more: [] }
  const written = new Set(fresh.map(({ rsvpId }) => rsvpId))
  const strangers = meant.filter((rsvp) => written.has(rsvp._id) && isOnlyInvited(rsvp, group))
  const owner = run.isByHand ? await tx.get(users, group.ownerId) : undefined
  const left = owner ? Math.max(0, (await strangerEmails(services, tx, owner, 0)).left) : strangers.length
  const asked = strangers.slice(0, left)
  const beyond = new Set(strangers.slice(left).map(({ _id }) => _id))
  return {
    fresh: fresh.filter(({ rsvpId }) => !beyond.has(rsvpId ?? '')),
    more: [
      ...asked.map((rsvp) => put(rsvps, nudged(rsvp, now))),
      ...(owner ? await countStrangerEmails(services, tx, owner, asked.length) : []),
    ],
  }
}

const writers = { confirmation: confirmationEmail, reminder: reminderEmail, nudge: nudgeEmail } as const satisfies Record<
  ReminderKind,
  unknown
>

/** The email for one guest; none where there is nothing to ask or to say. It is dropped if by the time it is sent it is no longer true. */
function draftsFor(
  { publicUrl, clock }: Services,
  { kind, due, isByHand }: ReminderRun,
  rsvp: Rsvp,
  group: Group,
  event: GroupEvent | undefined,
): NoticeDraft[] {
  const notice = { kind, due, groupId: group._id, eventId: group.eventId, ...(isByHand && { isByHand }) }
  if (!isStillWanted(notice, { rsvp, group, event }, clock.now())) return []
  const isStranger = rsvp.attending === null
  const occasion = event ?? { name: group.name }
  const roles = group.roles.filter(({ _id }) => rsvp.roleIds.includes(_id)).map(({ name }) => name)
  const isToConfirm = group.showConfirmation && !isConfirmed(rsvp, group)
  const named = isStranger ? withUnlinkedName(occasion) : occasion
  const shownRoles = isStranger ? roles.map((name) => withUnlinkedName({ name }).name) : roles
  const open = openIn(questionsOf(group), rsvp, rsvp.answers ?? []).length
  const draft = writers[kind](rsvp.email, publicUrl, guestPlace(group, rsvp), named, { roles: shownRoles, isToConfirm, isStranger, open })
  const tells = event && {
    eventId: event._id,
    groupId: group._id,
    start: event.start,
    ...(kind === 'reminder' && { place: placeKey(event) }),
  }
  return [{ ...draft, notice, rsvpId: rsvp._id, ...(tells && { tells }) }]
}
