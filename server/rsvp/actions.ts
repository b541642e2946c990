// What an invitee can do.
import type { Input } from '#protocol/endpoint.ts'
import { code } from '#protocol/limits.ts'
import { formRoom } from '#protocol/live.ts'
import type { proofApi } from '#protocol/proof.ts'
import type { OwnRsvp, RsvpAnswer, rsvpApi } from '#protocol/rsvp.ts'
import { type Event, events } from '../event/model.ts'
import { seatedOutcome } from '../group/actions.ts'
import { coverage, type Group, groups } from '../group/model.ts'
import type { Caller } from '../identity/caller.ts'
import { mayAttend } from '../identity/rights.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { waitingEmail } from '../waitlist/emails.ts'
import { readOwn, settleSeats } from '../waitlist/queries.ts'
import { changesWaits, rolesToWaitFor, waitFor } from '../waitlist/rules.ts'
import { next, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { answerEmail, codeEmail, proofLinkEmail } from './emails.ts'
import { formView, proofCodes, rsvpId, rsvps } from './model.ts'
import { checkOpen, countAnswer, issueCode, issueLink, linkText, placeRsvp, readLink, tryCode } from './rules.ts'

/** R23: the group with its event; a missing `eventId` means the one it has, another one's is a 404. */
export async function formOf(
  tx: Reader,
  groupId: string,
  eventId: string | null | undefined,
): Promise<{ group: Group; event: Event | undefined }> {
  const group = (await tx.get(groups, groupId)) ?? refuse('group-unknown')
  if (eventId && eventId !== group.eventId) refuse('event-unknown')
  return { group, event: group.eventId ? await tx.get(events, group.eventId) : undefined }
}

/** R14, R17: the email this caller answers with. Refuses `proof-missing`. */
export function provenEmail({ via, user, proven }: Caller, groupId: string, asked: string): string {
  if (via === 'account' && user) return user.email
  return user?.email === asked || proven(groupId) === asked ? asked : refuse('proof-missing')
}

export async function readForm(services: Services, { groupId, eventId }: Input<typeof rsvpApi.form>, { user, proven }: Caller) {
  const { store, clock, secrets } = services
  const { group, event } = await formOf(store, groupId, eventId)
  const userEmail = user?.email ?? proven(groupId) ?? ''
  const rsvp = userEmail ? await store.get(rsvps, rsvpId(secrets, group, userEmail)) : undefined
  return {
    ...formView(group, event, clock.now()),
    userEmail,
    userName: rsvp?.name ?? user?.name ?? '',
    rsvp: rsvp ? await readOwn(services, store, rsvp, group) : null,
  }
}

/** R16: whether there is an answer, and nothing of it. */
export async function checkRsvp({ store, secrets }: Services, { groupId, eventId, email }: Input<typeof rsvpApi.check>) {
  const { group } = await formOf(store, groupId, eventId)
  const rsvp = await store.get(rsvps, rsvpId(secrets, group, email))
  return { hasExistingRSVP: rsvp !== undefined }
}

const codeId = ({ secrets }: Services, groupId: string, email: string) => secrets.idOf('code', groupId, email)

/** R15: sends a code. R118: once wrong codes have locked codes for the day, a link. The email with a code has a link too, so nobody can lock a guest out by using up codes. */
export function sendCode(services: Services, { groupId, email }: Input<typeof rsvpApi.sendCode>) {
  const { secrets, clock, publicUrl } = services
  const id = codeId(services, groupId, email)
  const fresh = secrets.randomCode()
  return transact(services, id, async (tx) => {
    const { group, event } = await formOf(tx, groupId, null)
    checkOpen(group, event, clock.now())
    const now = clock.now()
    const before = await tx.get(proofCodes, id)
    const linked = issueLink(before, now)
    const record = linked ?? issueCode(before, id, secrets.keyedHash('code', id, fresh), now)
    const occasion = event?.name ?? group.name
    const token = secrets.sign(linkText(groupId, email, now))
    return {
      writes: [put(proofCodes, record)],
      emails: [
        linked
          ? proofLinkEmail(email, publicUrl, token, occasion, group.ownerId)
          : codeEmail(email, publicUrl, token, fresh, occasion, group.ownerId),
      ],
      reply: { success: true, ...(linked && { sent: 'link' as const }), resendSeconds: code.resendSeconds } as const,
    }
  })
}

/** R14, R15: on success the route sets the proof cookie; a wrong try is written down before it is refused. */
export async function verifyCode(
  services: Services,
  { groupId, eventId, email, code: given }: Input<typeof rsvpApi.verifyCode>,
  { address }: Caller,
) {
  const { secrets, clock, store } = services
  const id = codeId(services, groupId, email)
  const right = await transact(services, id, async (tx) => {
    const tried = tryCode(await tx.get(proofCodes, id), secrets.keyedHash('code', id, given), secrets.idOf('guesser', address), clock.now())
    return { writes: [put(proofCodes, tried.record)], reply: tried.right }
  })
  if (!right) refuse('code-wrong')
  const { group } = await formOf(store, groupId, eventId)
  if (!(await mayAttend(services, store, group, email))) refuse('members-only')
  const rsvp = await store.get(rsvps, rsvpId(secrets, group, email))
  return { success: true, rsvp: rsvp ? await readOwn(services, store, rsvp, group) : null } as const
}

/** R118: proves an email by the mailed link instead of the code; the route sets the cookie. It takes a click (R116) and writes nothing. */
export async function verifyLink(services: Services, { token }: Input<typeof proofApi.verifyLink>) {
  const { secrets, clock, store } = services
  const { groupId, email } = readLink(secrets.unsign(token), clock.now())
  const { group } = await formOf(store, groupId, null)
  if (!(await mayAttend(services, store, group, email))) refuse('members-only')
  return { success: true, groupId, eventId: group.eventId, email } as const
}

/** What is replied to a guest who changed their answer. */
export const receipt = (rsvp: OwnRsvp, group: Group, event: Event | undefined, now: number) => ({
  rsvp,
  roleCoverage: coverage(group, group.displayRSVPToAll),
  form: formView(group, event, now),
})

/** R3, R13: saves an RSVP and gives out its seats. The same RSVP again writes nothing. */
export function submitRsvp(services: Services, answer: RsvpAnswer, caller: Caller) {
  const { secrets, clock, publicUrl } = services
  const email = provenEmail(caller, answer.groupId, answer.email)
  return transact(services, answer.groupId, async (tx) => {
    const now = clock.now()
    const { group: present, event } = await formOf(tx, answer.groupId, answer.eventId)
    checkOpen(present, event, now)
    if (!(await mayAttend(services, tx, present, email))) refuse('members-only')
    const _id = rsvpId(secrets, present, email)
    const before = await tx.get(rsvps, _id)
    const { group, rsvp: placed } = placeRsvp({ group: present, event, before, answer, email, _id, now })
    const waits = rolesToWaitFor(group, event, placed, answer)
    const isWait = changesWaits(group, placed, waits, answer)
    if (placed === before && !isWait) return { reply: receipt(await readOwn(services, tx, before, group), group, event, now) }
    const changed = placed === before ? next(before, { updatedAt: iso(now) }) : placed
    const seated = await settleSeats(services, tx, {
      group: placed === before ? next(present, {}) : group,
      event,
      changed: [{ before, after: services.rateLimits ? countAnswer(before, changed, now) : changed }],
      joins: waits ?? [],
      more: (seating) => (waits && isWait ? waitFor(seating, _id, waits, answer) : seating),
    })
    const { shown: _, emails: told, ...outcome } = await seatedOutcome(services, tx, seated, event)
    const own = seated.own(seated.of(_id) ?? changed)
    const asked = (own.waiting ? waitingEmail : answerEmail)(email, publicUrl, seated.group, event, own)
    return { ...outcome, emails: [asked, ...told], reply: receipt(own, seated.group, event, now) }
  })
}

/** The view of the room `form:<groupId>:<eventId>`: for anyone with the link, like the form itself. */
export async function watchForm({ store, clock }: Services, id: string) {
  const [groupId = ''] = id.split(':')
  const { group, event } = await formOf(store, groupId, null)
  if (`form:${id}` !== formRoom(group._id, group.eventId)) refuse('event-unknown')
  return { view: formView(group, event, clock.now()) }
}
