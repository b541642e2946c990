// How those who manage a group invite people by email, again, and take it back (R97).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { invitation, rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { isEmail } from '#protocol/kernel/texts.ts'
import type { invitationApi } from '#protocol/seats/invitation.ts'
import { createdAtOf, emails } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, type Outcome, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { type User, users } from '#server/people/model/account.ts'
import { countStrangerEmails, strangerEmails } from '#server/people/org/actions.ts'
import { invitationEmail } from '#server/seats/emails/invitation.ts'
import { type Event, events, type GroupEvent, shownName } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { progressView, sendingId, sendings, startSending } from '#server/seats/model/invitation.ts'
import { isRemoved, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { type NoticeDraft, newNotices } from '#server/seats/notices/notices.ts'
import { writable } from '#server/seats/rights/groups.ts'
import { roleNamed } from '#server/seats/rules/group.ts'
import * as rules from '#server/seats/rules/invitation.ts'
import { earlierOf, guestOf, invitable, wantedOf } from './queries.ts'

interface Asking {
  readonly owner: User
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly asked: readonly Rsvp[]
  readonly message: string
  /** R97j: of several groups at once: who gets the email here, about which groups; who is left out gets theirs about another. */
  readonly several?: { readonly event: Event; readonly groupsOf: (email: string) => readonly string[] | undefined }
}

/** Who invites, by name: that of the event, or of whoever a group that stands alone belongs to. */
const hostOf = (event: GroupEvent | undefined, owner: User) => shownName(event ? event.organizerName : owner.name)

/** R97: one email to each, written once for each occasion on which they are asked; and the count of the day, and the progress. */
export async function ask(
  services: Services,
  tx: Reader,
  { owner, group, event, asked, message, several }: Asking,
): Promise<RecordWrite[]> {
  if (asked.length === 0) return []
  const { publicUrl, secrets, clock } = services
  const emailed = several ? asked.filter(({ email }) => several.groupsOf(email)) : asked
  const drafts = await inSlices(emailed, (rsvp): NoticeDraft => {
    const { at = '', roleIds = [], earlier = '' } = rsvp.invitation ?? {}
    const roles = group.roles.filter(({ _id }) => roleIds.includes(_id)).map(({ name }) => name)
    const names = several?.groupsOf(rsvp.email) ?? []
    const inviting = { host: hostOf(event, owner), message, roles, earlier, ...(names.length > 1 && { groups: names }) }
    const occasion = names.length > 1 && several ? several.event : (event ?? group)
    const draft = invitationEmail(rsvp.email, publicUrl, guestPlace(group, rsvp), occasion, inviting)
    return { ...draft, rsvpId: rsvp._id, notice: { kind: 'invitation', due: at, groupId: group._id, eventId: group.eventId } }
  })
  const notices = await newNotices(services, tx, drafts)
  const _id = sendingId(secrets, group._id)
  const sending = startSending(await tx.get(sendings, _id), _id, group._id, notices.length, clock.now())
  return [
    ...asked.map((rsvp) => put(rsvps, rsvp)),
    ...notices.map((notice) => put(emails, notice)),
    put(sendings, sending),
    ...(several ? [] : await countStrangerEmails(services, tx, owner, asked.length)),
  ]
}

/** Runs one piece of the work in the queue of its group, and starts the delivery. Harmless to repeat, so it has no key: a kept reply would keep addresses (R96). */
async function inQueue<Reply>(services: Services, id: string, decide: (tx: Reader) => Promise<Outcome<Reply>>) {
  const reply = await transact(services, id, decide)
  services.delivery.wake()
  return reply
}

/** How many invitations went to somebody of whom nothing is kept, since theirs was taken back. */
async function askedLately(tx: Reader, { email, _id, before }: rules.InviteCandidate, now: number): Promise<number> {
  if ((before && !isRemoved(before)) || !isEmail(email)) return 0
  const sent = await tx.find(emails, { index: 'recipient', where: { to: email }, descending: true, limit: maxEmails })
  const since = iso(now - invitation.againDays * dayMs)
  return sent.filter((one) => one.rsvpId === _id && one.notice?.kind === 'invitation' && one.attempts > 0 && createdAtOf(one) > since)
    .length
}
const maxEmails = 50
const dayMs = 86_400_000

type SendInput = Input<typeof invitationApi.send>
/** R97j: the groups to invite to, the one of the call first. Refuses `group-unknown` for one of another event. */
async function placesOf(services: Services, tx: Reader, { id, alsoTo = [] }: SendInput, caller: SignedIn) {
  const ids = [id, ...new Set(alsoTo.filter((one) => one !== id))]
  const places = await Promise.all(ids.map((one) => invitable(services, tx, one, caller)))
  const eventIds = new Set(places.map(({ group }) => group.eventId))
  if (places.length > 1 && (eventIds.size > 1 || eventIds.has(null))) refuse('group-unknown')
  return places
}
type InviteTarget = Awaited<ReturnType<typeof placesOf>>[number]

/** In other groups than that of the call a suggested role counts where there is one of its name. */
const suggestedIn = ({ group }: InviteTarget, people: SendInput['people'], isFirst: boolean): SendInput['people'] =>
  isFirst ? people : people.map(({ roles = [], ...person }) => ({ ...person, roles: roles.filter((name) => roleNamed(group, name)) }))

/** R41, R97: invites the people of the rows that are new, and replies what became of each row. With `dryRun` it only replies. */
export const invite = (services: Services, input: SendInput, caller: SignedIn) =>
  inQueue(services, input.id, async (tx) => {
    const places = await placesOf(services, tx, input, caller)
    const [{ owner, group: first } = refuse('group-unknown')] = places
    const earlier = input.fromEventId ? await earlierOf(services, tx, first, input.fromEventId, caller) : undefined
    const { left } = await strangerEmails(services, tx, owner, 0)
    const emailed = new Map<string, string[]>()
    const sorted: (rules.Sorted & { place: InviteTarget })[] = []
    for (const place of places) {
      const found = await sortedIn(services, tx, { place, input, emailed, left })
      for (const { email } of found.invited) emailed.set(email, [...(emailed.get(email) ?? []), place.group.name])
      sorted.push({ ...found, place })
    }
    const reply = { rows: rules.joinRows(sorted.map(({ rows }) => rows)), left: Math.max(0, left - emailed.size) }
    if (input.dryRun || emailed.size === 0) return { reply }
    return { writes: await invitedWrites(services, tx, { input, sorted, emailed, earlier }), reply }
  })

interface Sorting {
  readonly place: InviteTarget
  readonly input: SendInput
  /** Who gets an email by this call so far, and about which groups. */
  readonly emailed: ReadonlyMap<string, readonly string[]>
  readonly left: number
}
async function sortedIn(services: Services, tx: Reader, { place, input, emailed, left }: Sorting) {
  const { group, event } = place
  const hosting = {
    group,
    isSelfSelect: event?.assignmentRules.enableRoleSelfSelect ?? true,
    emailsLeft: Math.max(0, left - emailed.size),
    now: services.clock.now(),
    isEmailed: (email: string) => emailed.has(email),
  }
  const wanted = await wantedOf(services, tx, group, suggestedIn(place, input.people, group._id === input.id))
  const { sort, sorted } = rules.createSorting(hosting)
  const counted = await inSlices(wanted, async (one) => ({ ...one, askedLately: await askedLately(tx, one, hosting.now) }), { together: 8 })
  return sorted(await inSlices(counted, sort))
}

interface InviteBatch {
  readonly input: SendInput
  readonly sorted: readonly (rules.Sorted & { readonly place: InviteTarget })[]
  readonly emailed: ReadonlyMap<string, readonly string[]>
  readonly earlier: Awaited<ReturnType<typeof earlierOf>> | undefined
}
/** R97j: each is written to about the first group that they are invited to, and all others with it. */
async function invitedWrites(services: Services, tx: Reader, { input, sorted, emailed, earlier }: InviteBatch): Promise<RecordWrite[]> {
  const [{ place: first } = refuse('group-unknown')] = sorted
  const event = sorted.length > 1 ? await tx.get(events, first.group.eventId ?? '') : undefined
  const written = new Set<string>()
  const writes: RecordWrite[] = []
  for (const { place, invited, group } of sorted) {
    const asked = await inSlices(invited, async (rsvp) => rules.askedAsGuest(rsvp, await guestOf(services, tx, earlier, rsvp.email)), {
      together: 8,
    })
    const here = new Set(asked.map(({ email }) => email).filter((email) => !written.has(email)))
    for (const email of here) written.add(email)
    const groupsOf = (email: string) => (here.has(email) ? emailed.get(email) : undefined)
    const asking = { ...place, group, asked, message: input.message, ...(event && { several: { event, groupsOf } }) }
    if (invited.length > 0) writes.push(put(groups, group), ...(await ask(services, tx, asking)))
  }
  return event ? [...writes, ...(await countStrangerEmails(services, tx, first.owner, emailed.size))] : writes
}

/** R97: one page of those who were invited and stay silent. As many as the day still allows are asked; a page that wasn't finished comes again. */
export const inviteAgain = (services: Services, { id, message, cursor, dryRun }: Input<typeof invitationApi.again>, caller: SignedIn) =>
  inQueue(services, id, async (tx) => {
    const now = services.clock.now()
    const { group, event, owner } = await invitable(services, tx, id, caller)
    const after = cursor ? { after: { _id: cursor, rev: 0, groupId: id } } : {}
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: id }, limit: rsvpsPerPage, ...after })
    const current = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    const { due, recent } = rules.silentOf(
      group,
      current.filter((rsvp) => rsvp !== undefined),
      now,
    )
    const { left } = await strangerEmails(services, tx, owner, 0)
    const asked = (dryRun ? due : due.slice(0, Math.max(0, left))).map((rsvp) => rules.askedAgain(rsvp, now))
    const isSpent = !dryRun && asked.length < due.length
    const nextCursor = page.length === rsvpsPerPage && !isSpent ? (page.at(-1)?._id ?? null) : null
    const reply = { due: asked.length, recent, left: Math.max(0, dryRun ? left : left - asked.length), nextCursor }
    return { writes: dryRun ? [] : await ask(services, tx, { owner, group, event, asked, message }), reply }
  })

/** R97: an email that waits isn't sent, the link ends, and nobody is counted any more (decision 0102). */
export const takeBack = (services: Services, { id, rsvpId }: Input<typeof invitationApi.takeBack>, caller: SignedIn) =>
  transact(services, id, async (tx) => {
    const current = await writable(services, tx, id, caller)
    const rsvp = await tx.get(rsvps, rsvpId)
    if (rsvp?.groupId !== id) refuse('rsvp-unknown')
    const group = rules.withoutInvited(current, rsvp)
    return { writes: [put(groups, group), drop(rsvps, rsvp)], reply: { success: true } as const }
  })

/** How many more people may be invited today, and how far the latest emails have come. */
export async function readInvitations(services: Services, { id }: Input<typeof invitationApi.read>, caller: SignedIn) {
  const { store, secrets } = services
  const group = await writable(services, store, id, caller)
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
