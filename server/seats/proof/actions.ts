// How a guest proves an email.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { code } from '#protocol/kernel/limits.ts'
import type { proofApi } from '#protocol/people/proof.ts'
import type { rsvpApi } from '#protocol/seats/rsvp.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { askedBy, type Caller, giveBack } from '#server/people/identity/caller.ts'
import { hourCounts } from '#server/people/model/access.ts'
import { proofCodes } from '#server/people/model/proof.ts'
import { askCode, asking, countCode, everyGroup, linkText, readLink, sameAgain, tryCode, withheld } from '#server/people/rules/proof.ts'
import { codeEmail, everyGroupEmail, proofLinkEmail } from '#server/seats/emails/proof.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { addressKey, addressMarks } from '#server/seats/model/notice.ts'
import { livingRsvp, removedOf, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { type Marked, markedAnswers, markWrites, noteWorks } from '#server/seats/notices/addresses.ts'
import { formOf } from '#server/seats/rights/groups.ts'
import { mayAttend } from '#server/seats/rights/rights.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { readOwn } from '#server/seats/seating/own.ts'

const codeId = ({ secrets }: Services, groupId: string, email: string) => secrets.idOf('code', groupId, email)

/**
 * R15: sends a code. R118: once wrong codes have locked codes for the day, a link. The email with a code has a link too, so nobody can lock a guest out
 * by using up codes. Of the emails that one address gets within an hour the last proves it everywhere, and more are not sent: the reply is the same, as it is
 * where others have asked too soon or too often (R15b).
 */
export function sendCode(services: Services, { groupId, email }: Input<typeof rsvpApi.sendCode>, caller: Caller) {
  const { secrets, clock } = services
  const id = codeId(services, groupId, email)
  const countId = secrets.idOf('codes to', email)
  const fresh = secrets.randomCode()
  const guesser = secrets.idOf('guesser', caller.address)
  return transact(services, id, async (tx) => {
    const now = clock.now()
    const { group, event } = await formOf(tx, groupId, null)
    checkOpen(group, event, now)
    const [before, countBefore, unsent] = await Promise.all([
      tx.get(proofCodes, id),
      tx.get(hourCounts, countId),
      tx.get(proofCodes, guesser),
    ])
    const asked = askCode(before, { id, hash: secrets.keyedHash('code', id, fresh), guesser, now })
    const { record, mails } = countCode(countBefore, countId, now, asked.isSent)
    const sent = mails === 'code' ? asked.record : withheld(before, asked.record, now)
    const writes = [put(proofCodes, asked.isSent ? asking(sent, askedBy(services, caller, 'code')) : sent), put(hourCounts, record)]
    const reply = { success: true, ...(asked.saysLink && { sent: 'link' as const }), resendSeconds: code.resendSeconds } as const
    // What isn't sent costs as many writes.
    if (mails === 'nothing') return { writes: [...writes, put(proofCodes, sameAgain(unsent, guesser, now))], reply }
    return { writes, emails: [proofEmail(services, { group, event, email, now, code: asked.isLink ? null : fresh, mails })], reply }
  })
}

interface Proving {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly email: string
  readonly now: number
  /** null: a link takes its place. */
  readonly code: string | null
  readonly mails: 'code' | 'link'
}
function proofEmail({ secrets, publicUrl }: Services, { group, event, email, now, code, mails }: Proving) {
  if (mails === 'link') return everyGroupEmail(email, publicUrl, secrets.sign(linkText(everyGroup, email, now)))
  const occasion = event ?? { name: group.name }
  const token = secrets.sign(linkText(group._id, email, now))
  const guest = guestPlace(group, { _id: rsvpId(secrets, group, email), attending: null })
  return code === null
    ? proofLinkEmail(email, publicUrl, token, occasion, guest)
    : codeEmail(email, publicUrl, token, code, occasion, guest)
}

/** R102: a code that came back says that the address works. */
async function worksAgain({ secrets, clock }: Services, tx: Reader, email: string): Promise<Marked | undefined> {
  const mark = await tx.get(addressMarks, addressKey(secrets, email))
  if (mark?.fault !== 'undeliverable') return undefined
  return markedAnswers(tx, email, next(mark, { fault: null, at: iso(clock.now()) }))
}

/** R14, R15: on success the route sets the proof cookie; a wrong try is written down before it is refused. R15a: each is refused alike. */
export async function verifyCode(
  services: Services,
  { groupId, eventId, email, code: given }: Input<typeof rsvpApi.verifyCode>,
  { address, over }: Caller,
) {
  const { secrets, clock, store } = services
  const id = codeId(services, groupId, email)
  const guesser = secrets.idOf('guesser', address)
  const right = await transact(services, id, async (tx) => {
    const [before, astray] = await Promise.all([tx.get(proofCodes, id), tx.get(proofCodes, guesser)])
    const trying = { hash: secrets.keyedHash('code', id, given), guesser, now: clock.now(), isOver: over !== undefined, astray }
    const tried = tryCode(before, trying)
    const works = tried.right ? await worksAgain(services, tx, email) : undefined
    return {
      writes: [put(proofCodes, tried.record), ...(works ? markWrites(works) : [])],
      reply: tried.right ? (before?.asked ?? []) : undefined,
    }
  })
  if (!right) throw over ?? new Refusal('code-wrong')
  await giveBack(services, right)
  const { group, event } = await formOf(store, groupId, eventId)
  if (!(await mayAttend(services, store, group, email))) refuse('members-only')
  const found = await store.get(rsvps, rsvpId(secrets, group, email))
  const rsvp = livingRsvp(found)
  const own = rsvp ? await readOwn(services, store, rsvp, group, event) : null
  return { success: true, rsvp: own, ...removedOf(found) } as const
}

/** R228: the codes asked for this email and group are used, by the link in their email. */
async function giveBackAsked(services: Services, groupId: string, email: string) {
  const id = codeId(services, groupId, email)
  if (!(await services.store.get(proofCodes, id))?.asked?.length) return
  const asked = await transact(services, id, async (tx) => {
    const before = await tx.get(proofCodes, id)
    return { writes: before ? [put(proofCodes, next(before, { asked: [] }))] : [], reply: before?.asked }
  })
  await giveBack(services, asked)
}

/** R118: proves an email by the mailed link instead of the code; the route sets the cookie. It takes a click (R116), and writes only whose point comes back (R228) and that the address works (R102d). */
export async function verifyLink(services: Services, { token }: Input<typeof proofApi.verifyLink>) {
  const { secrets, clock, store } = services
  const now = clock.now()
  const { groupId, email, madeAt } = readLink(secrets.unsign(token), now)
  await noteWorks(services, email, { sentAt: madeAt, now: iso(now) }).catch(() => undefined) // Where nothing can be written, it opens all the same.
  if (groupId === everyGroup) return { success: true, groupId: null, eventId: null, email } as const
  const { group } = await formOf(store, groupId, null)
  await giveBackAsked(services, groupId, email).catch(() => undefined)
  if (!(await mayAttend(services, store, group, email))) refuse('members-only')
  return { success: true, groupId, eventId: group.eventId, email } as const
}
