// How those who manage a group invite people by email, again, and take it back (R97).
import type { Input } from '#protocol/endpoint.ts'
import type { invitationApi } from '#protocol/invitation.ts'
import { invitation, rsvpsPerPage } from '#protocol/limits.ts'
import { isEmail } from '#protocol/texts.ts'
import { type User, users } from '../account/model.ts'
import { type NoticeDraft, newNotices } from '../emails/notices.ts'
import { emails } from '../emails/outbox.ts'
import { guestPlace } from '../emails/parts.ts'
import { type Event, shownName } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import { managed } from '../group/queries.ts'
import type { SignedIn } from '../identity/caller.ts'
import { countStrangerEmails, strangerEmails } from '../org/actions.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, drop, type Outcome, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { invitationEmail } from './emails.ts'
import { progressView, sendingId, sendings, startSending } from './model.ts'
import { earlierOf, guestOf, invitable, wantedOf } from './queries.ts'
import * as rules from './rules.ts'

interface Asking {
  readonly owner: User
  readonly group: Group
  readonly event: Event | undefined
  readonly asked: readonly Rsvp[]
  readonly message: string
}

/** Who invites, by name: that of the event, or of whoever a group that stands alone belongs to. */
const hostOf = (event: Event | undefined, owner: User) => shownName(event ? event.organizerName : owner.name)

/** R97: one email to each, written once for each occasion on which they are asked; and the count of the day, and the progress. */
export async function ask(services: Services, tx: Reader, { owner, group, event, asked, message }: Asking): Promise<Change[]> {
  if (asked.length === 0) return []
  const { publicUrl, secrets, clock } = services
  const drafts = asked.map((rsvp): NoticeDraft => {
    const { at = '', roleIds = [], earlier = '' } = rsvp.invitation ?? {}
    const roles = group.roles.filter(({ _id }) => roleIds.includes(_id)).map(({ name }) => name)
    const inviting = { host: hostOf(event, owner), message, roles, earlier }
    const draft = invitationEmail(rsvp.email, publicUrl, guestPlace(group, rsvp), event ?? group, inviting)
    return { ...draft, rsvpId: rsvp._id, notice: { kind: 'invitation', due: at, groupId: group._id, eventId: group.eventId } }
  })
  const notices = await newNotices(services, tx, drafts)
  const _id = sendingId(secrets, group._id)
  const sending = startSending(await tx.get(sendings, _id), _id, group._id, notices.length, clock.now())
  return [
    ...asked.map((rsvp) => put(rsvps, rsvp)),
    ...notices.map((notice) => put(emails, notice)),
    put(sendings, sending),
    ...(await countStrangerEmails(services, tx, owner, asked.length)),
  ]
}

/** Runs one piece of the work in the queue of its group, and starts the delivery. It is harmless to repeat without a key: a reply that is kept would keep addresses (R96). */
async function inQueue<Reply>(services: Services, id: string, decide: (tx: Reader) => Promise<Outcome<Reply>>) {
  const reply = await transact(services, id, decide)
  services.delivery.wake()
  return reply
}

/** How many invitations went to somebody of whom nothing is kept, since theirs was taken back. */
async function askedLately(tx: Reader, { email, _id, before }: rules.Wanted, now: number): Promise<number> {
  if (before || !isEmail(email)) return 0
  const sent = await tx.find(emails, { index: 'recipient', where: { to: email }, descending: true, limit: mostEmails })
  const since = iso(now - invitation.againDays * dayMs)
  return sent.filter(
    ({ rsvpId, notice, attempts, createdAt }) => rsvpId === _id && notice?.kind === 'invitation' && attempts > 0 && createdAt > since,
  ).length
}
const mostEmails = 50
const dayMs = 86_400_000

/** R41, R97: invites the people of the rows that are new, and tells of each row what became of it. With `dryRun` it only tells. */
export const invite = (services: Services, input: Input<typeof invitationApi.send>, caller: SignedIn) =>
  inQueue(services, input.id, async (tx) => {
    const { people, message, fromEventId, dryRun } = input
    const { group: present, event, owner } = await invitable(services, tx, input.id, caller)
    const earlier = fromEventId ? await earlierOf(services, tx, present, fromEventId, caller) : undefined
    const { left } = await strangerEmails(services, tx, owner, 0)
    const hosting = {
      group: present,
      isSelfSelect: event?.assignmentRules.enableRoleSelfSelect ?? true,
      emailsLeft: Math.max(0, left),
      now: services.clock.now(),
    }
    const wanted = await wantedOf(services, tx, present, people)
    const counted = await Promise.all(wanted.map(async (one) => ({ ...one, askedLately: await askedLately(tx, one, hosting.now) })))
    const { rows, invited, group } = rules.sortRows(hosting, counted)
    const reply = { rows, left: Math.max(0, left - invited.length) }
    if (dryRun || invited.length === 0) return { reply }
    const asked = await Promise.all(invited.map(async (rsvp) => rules.askedAsGuest(rsvp, await guestOf(services, tx, earlier, rsvp.email))))
    return { writes: [put(groups, group), ...(await ask(services, tx, { owner, group, event, asked, message }))], reply }
  })

/** R97: one page of those who were invited and stay silent. As many as the day still allows are asked; a page that wasn't finished comes again. */
export const inviteAgain = (services: Services, { id, message, cursor, dryRun }: Input<typeof invitationApi.again>, caller: SignedIn) =>
  inQueue(services, id, async (tx) => {
    const now = services.clock.now()
    const { group, event, owner } = await invitable(services, tx, id, caller)
    const after = cursor ? { after: { _id: cursor, rev: 0, groupId: id } } : {}
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: id }, limit: rsvpsPerPage, ...after })
    const present = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    const { due, recent } = rules.silentOf(
      group,
      present.filter((rsvp) => rsvp !== undefined),
      now,
    )
    const { left } = await strangerEmails(services, tx, owner, 0)
    const asked = (dryRun ? due : due.slice(0, Math.max(0, left))).map((rsvp) => rules.askedAgain(rsvp, now))
    const isSpent = !dryRun && asked.length < due.length
    const nextCursor = page.length === rsvpsPerPage && !isSpent ? (page.at(-1)?._id ?? null) : null
    const reply = { due: asked.length, recent, left: Math.max(0, dryRun ? left : left - asked.length), nextCursor }
    return { writes: dryRun ? [] : await ask(services, tx, { owner, group, event, asked, message }), reply }
  })

/** R97: an email that waits isn't sent, the link ends, and nobody is counted any more. */
export const takeBack = (services: Services, { id, rsvpId }: Input<typeof invitationApi.takeBack>, caller: SignedIn) =>
  transact(services, id, async (tx) => {
    const present = await managed(services, tx, id, caller)
    const rsvp = await tx.get(rsvps, rsvpId)
    if (rsvp?.groupId !== id) refuse('rsvp-unknown')
    const group = rules.withoutInvited(present, rsvp)
    return { writes: [put(groups, group), drop(rsvps, rsvp)], reply: { success: true } as const }
  })

/** How many more people may be invited today, and how far the latest emails have come. */
export async function readInvitations(services: Services, { id }: Input<typeof invitationApi.read>, caller: SignedIn) {
  const { store, secrets } = services
  const group = await managed(services, store, id, caller)
  const owner = (await store.get(users, group.ownerId)) ?? refuse('group-unknown')
  const [{ left }, sending] = await Promise.all([strangerEmails(services, store, owner, 0), store.get(sendings, sendingId(secrets, id))])
  return { left: Math.max(0, left), progress: sending ? progressView(sending) : null }
}

/** R97: notes that somebody opened their personal link for the first time. */
export const noteOpened = (services: Services, groupId: string, rsvpId: string) =>
  transact(services, groupId, async (tx) => {
    const [group, rsvp] = await Promise.all([tx.get(groups, groupId), tx.get(rsvps, rsvpId)])
    const opened = group && rsvp && rules.opened(group, rsvp, services.clock.now())
    return { writes: opened ? [put(groups, opened.group), put(rsvps, opened.rsvp)] : [], reply: undefined }
  })
