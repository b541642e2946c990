// R154: what is due on one day to one guest about several groups of an event is one email: the first of them that goes out takes the others along, also
// those that are still to be written, each of which is then as good as sent (R99).
import { wallTime } from '#protocol/kernel/time/clocks.ts'
import { openIn } from '#protocol/seats/questions/answers.ts'
import { type ReminderKind, reminderKinds } from '#protocol/seats/reminder-rules.ts'
import type { EmailContent } from '#server/kernel/emails/layout.ts'
import { type Email, type EmailDeps, emailRecord, emails, emptied, ended, type Notice } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import type { Store, Write } from '#server/kernel/store/store.ts'
import { remindersEmail } from '#server/mail/emails/reminder.ts'
import { type Event, eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups, questionsOf } from '#server/seats/model/group.ts'
import { isOnlyInvited } from '#server/seats/model/invitation.ts'
import { noticeId } from '#server/seats/model/notice.ts'
import { reminderRuns, runId } from '#server/seats/model/reminder.ts'
import { isConfirmed, namesOf, type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { isReminder } from '#server/seats/rules/notice.ts'
import { dueOn, isAskedLately, nudged, nudgeWindow } from '#server/seats/rules/reminder.ts'
import { readTitle } from '#server/seats/seating/own.ts'

interface BundleDeps extends EmailDeps {
  readonly store: Store
}
interface Gathering {
  readonly email: Email
  readonly now: number
  /** Whether an email still says something true to somebody who is to hear it. */
  readonly isToGo: (email: Email) => Promise<boolean>
}
export interface Gathered {
  readonly email: Email
  readonly writes: readonly Write[]
}

/** R154: the event, where a guest may have something else due in another group of it. */
export const eventOfSeveral = async (store: Pick<Store, 'get'>, { notice, rsvpId: about }: Email): Promise<Event | undefined> => {
  if (!notice?.eventId || !about || !isReminder(notice.kind)) return undefined
  const event = await store.get(events, notice.eventId)
  return event && event.groupIds.length > 1 ? event : undefined
}

/** As many as are looked through for others that wait. */
const maxWaiting = 60
/** R99: what somebody sends by hand goes together with the same of that day, and with nothing else. */
const goesWith = (one: Notice | undefined, other: Notice | undefined) =>
  one?.isByHand || other?.isByHand ? one?.isByHand === other?.isByHand && one?.kind === other?.kind && one?.due === other?.due : true
const isUnheard = ({ state, attempts, notice }: Email) =>
  state === 'normal' && attempts === 0 && notice !== undefined && isReminder(notice.kind)

/** Written already, about other groups of the event. */
async function waitingBeside({ store }: BundleDeps, { email, isToGo }: Gathering): Promise<Email[]> {
  const found = await store.find(emails, { index: 'recipient', where: { to: email.to }, descending: true, limit: maxWaiting })
  const beside = found.filter(
    (one) => one._id !== email._id && isUnheard(one) && one.notice?.eventId === email.notice?.eventId && goesWith(one.notice, email.notice),
  )
  const meant = await Promise.all(beside.map(isToGo))
  return beside.filter((_, nth) => meant[nth])
}

interface Unwritten {
  readonly draft: Email
  /** R97: that who was only invited was asked anew. */
  readonly marks: readonly Write[]
}
/** R99: what is due today about one answer and not written yet: its time is still to come, or its run is under way. */
async function unwrittenOf(from: BundleDeps, event: Event, group: Group, rsvp: Rsvp, { email, now }: Gathering): Promise<Unwritten[]> {
  const { store, secrets, clock } = from
  const its = eventFor(event, group)
  const { day } = wallTime(now, event.timeZone)
  const byHand = email.notice?.isByHand ? email.notice : undefined
  const found = await Promise.all(
    reminderKinds.map(async (kind: ReminderKind): Promise<Unwritten[]> => {
      const due = byHand ? (byHand.kind === kind ? byHand.due : undefined) : dueOn(group, its, kind, day)
      if (due === undefined) return []
      const notice: Notice = { kind, due, groupId: group._id, eventId: event._id, ...(byHand && { isByHand: true }) }
      const _id = noticeId(secrets, rsvp._id, notice)
      const [run, before] = await Promise.all([store.get(reminderRuns, runId(secrets, group._id, kind, due)), store.get(emails, _id)])
      const added = run?.added ?? nudgeWindow(group, now)
      const isTheirs = byHand ? !isAskedLately(rsvp, group, now) : rsvp.createdAt >= added.from && rsvp.createdAt < added.to
      const isFor = kind !== 'nudge' || isTheirs
      const isDue = byHand ? run?.isByHand : (run ?? group.occasions?.[kind] === due)
      if (before || !isFor || !isDue) return []
      const draft = { to: rsvp.email, message: { subject: '', blocks: [] }, notice, rsvpId: rsvp._id, tenant: group.ownerId }
      const isMarked = kind === 'nudge' && isOnlyInvited(rsvp, group)
      const marks: Write[] = isMarked ? [{ collection: rsvps, put: nudged(rsvp, now), expectedRev: rsvp.rev }] : []
      return [{ draft: { ...emailRecord({ clock, secrets }, draft), _id }, marks }]
    }),
  )
  return found.flat()
}

async function unwrittenBeside(from: BundleDeps, event: Event, gathering: Gathering): Promise<Unwritten[]> {
  const { store, secrets } = from
  const { email, isToGo } = gathering
  const others = event.groupIds.filter((id) => id !== email.notice?.groupId)
  const found = await Promise.all(
    others.map(async (id) => {
      const group = await store.get(groups, id)
      const rsvp = group && (await store.get(rsvps, rsvpId(secrets, group, email.to)))
      return group && rsvp ? unwrittenOf(from, event, group, rsvp, gathering) : []
    }),
  )
  const all = found.flat()
  const meant = await Promise.all(all.map(({ draft }) => isToGo(draft)))
  return all.filter((_, nth) => meant[nth])
}

const silenced = (email: Email) => ended(emptied(email), 'sent')

/** R154: the email with the other answers it is about as well, and what is written so that these get none of their own. */
export async function gathered(from: BundleDeps, gathering: Gathering): Promise<Gathered> {
  const { email } = gathering
  const event = email.attempts === 0 ? await eventOfSeveral(from.store, email) : undefined
  if (!event) return { email, writes: [] }
  const [waiting, others] = [await waitingBeside(from, gathering), await unwrittenBeside(from, event, gathering)]
  const unwritten = others.map(({ draft }) => draft)
  const besides = [...new Set([...waiting, ...unwritten].flatMap(({ rsvpId: id }) => id ?? []))].filter((id) => id !== email.rsvpId)
  const writes = [
    ...waiting.map((one): Write => ({ collection: emails, put: { ...silenced(one), rev: one.rev + 1 }, expectedRev: one.rev })),
    ...unwritten.map((one): Write => ({ collection: emails, put: silenced(one), expectedRev: 0 })),
    ...others.flatMap(({ marks }) => marks),
  ]
  return { email: besides.length > 0 ? { ...email, besides } : email, writes }
}

interface Writing extends EmailDeps {
  readonly store: Store
  readonly publicUrl: string
}
/** R154: all of it by time, as it stands when it is sent; undefined where only the email's own answer is left, which its own words are about. */
export async function writtenTogether(
  { store, publicUrl, clock, secrets }: Writing,
  { to, rsvpId: about, besides = [], notice }: Email,
): Promise<EmailContent | undefined> {
  if (!notice?.eventId || !about || besides.length === 0) return undefined
  const event = await store.get(events, notice.eventId)
  const found = await Promise.all(
    [about, ...besides].map(async (id) => {
      const rsvp = await store.get(rsvps, id)
      const group = rsvp && (await store.get(groups, rsvp.groupId))
      const its = group && event && eventFor(event, group)
      const isOver = !its || group.cancelledAt !== null || Date.parse(its.start) <= clock.now()
      return !isOver && rsvp && rsvp.attending !== false ? [{ rsvp, group, event: its }] : []
    }),
  )
  const parts = found
    .flat()
    .sort((one, other) => (one.event.start < other.event.start ? -1 : 1))
    .map(({ rsvp, group }) => ({
      guest: guestPlace(group, rsvp),
      group: group.name,
      roles: namesOf(group, rsvp.roleIds),
      isToConfirm: group.showConfirmation && !isConfirmed(rsvp, group),
      open: openIn(questionsOf(group), rsvp, rsvp.answers ?? []).length,
    }))
  if (!event || parts.length < 2) return undefined
  const standing = await readTitle({ secrets, clock }, store, event, to)
  return remindersEmail(to, publicUrl, { name: event.name, standing, kind: notice.kind, parts }).message
}
