// A notice to a guest, written as whatever causes one writes it, and all that waits delivered as a mail server takes it.
import { pino } from 'pino'
import type { NoticeKind } from '#protocol/mail/notice.ts'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import { type Email, emails } from '#server/kernel/emails/outbox.ts'
import { guestPlace, plain, toGuest } from '#server/kernel/emails/parts.ts'
import type { Mailer, OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { put } from '#server/kernel/write/outcome.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { newNotices } from '#server/seats/notices/notices.ts'
import type { World } from './world.ts'

export async function answerOf({ store, services }: World, groupId: string, email: string) {
  const group = await store.get(groups, groupId)
  const rsvp = group && (await store.get(rsvps, rsvpId(services.secrets, group, email)))
  if (!group || !rsvp) throw new Error(`no answer of ${email}`)
  return { group, rsvp }
}

/** Writes the notice `due` to who answered with `email`; gives how many were new. */
export async function notify(world: World, groupId: string, email: string, due = 'one', kind: NoticeKind = 'message') {
  const { group, rsvp } = await answerOf(world, groupId, email)
  const { _id, eventId } = group
  const draft = toGuest(guestPlace(group, rsvp), plain(email, `Notice ${due}`, [{ p: 'Something nobody asked for.' }]))
  return transact(world.services, groupId, async (tx) => {
    const found = await newNotices(world.services, tx, [{ ...draft, rsvpId: rsvp._id, notice: { kind, due, groupId: _id, eventId } }])
    return { writes: found.map((one) => put(emails, one)), reply: found.length }
  })
}

/** One look for what is due, and all that it starts to its end: what one process sends at this moment. */
export async function mailRound(world: World, mailer: Mailer, slots = defaultSlots) {
  const loop = createDelivery({ ...world.services, mailer, log: pino({ level: 'silent' }) }, slots)
  world.clock.advance(20) // it looks at once
  await loop.stop()
}

/** Every email there is a record of, the oldest first. */
export const allEmails = (world: World): Promise<Email[]> => world.store.find(emails, { index: 'expiry', limit: 100_000 })
const waits = ({ state }: Email) => state === 'urgent' || state === 'normal'

/** Delivers all that waits, while time passes in steps; `refuse` answers for the mail server. Gives what was sent. */
export async function deliverAll(world: World, refuse: (email: OutgoingEmail) => Error | undefined = () => undefined, stepMs = 1_000) {
  const sent: OutgoingEmail[] = []
  const send = async (email: OutgoingEmail) => {
    const no = refuse(email)
    if (no) throw no
    sent.push(email)
  }
  do {
    world.clock.advance(stepMs)
    await mailRound(world, { name: 'outbox', keeps: true, send })
  } while ((await allEmails(world)).some(waits))
  return sent
}
