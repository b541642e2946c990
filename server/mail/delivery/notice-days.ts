// R99: at most one email of a kind that goes out by itself a day, to each guest of an event, and none at night: decided when one is to be sent (decision 0104).
import { wallTime } from '#protocol/kernel/time/clocks.ts'
import type { Email, EmailDeps } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Collection, Reader, Stored, Write } from '#server/kernel/store/store.ts'
import { events } from '#server/seats/model/event.ts'
import { isReminder, nextMorning, quietUntil } from '#server/seats/rules/notice.ts'

/** The email that the day of one guest of an event is given to. It is written with the lease, so two processes can't both give it. */
interface NoticeDay extends Stored {
  readonly emailId: string
  readonly expiresAt: string
}
export const noticeDays: Collection<NoticeDay> = { name: 'noticeDays', indexes: { expiry: { fields: ['expiresAt'] } } }

const hourMs = 3_600_000
/** However often a clock is put back, a day's email is remembered through it. */
const keptMs = 72 * hourMs
const soonestMs = 60_000

/** When an email that is due now may be sent instead, or what to write so that no other is sent today; neither where nothing limits it. */
export async function placeInDay(
  store: Reader,
  { secrets }: Pick<EmailDeps, 'secrets'>,
  { _id, notice, rsvpId, to }: Email,
  now: number,
): Promise<{ until?: number; writes: Write[] }> {
  if (!notice || !rsvpId || !isReminder(notice.kind)) return { writes: [] }
  const event = notice.eventId ? await store.get(events, notice.eventId) : undefined
  const zone = event?.timeZone ?? 'UTC'
  const later = (ms: number) => ({ until: Math.max(ms, now + soonestMs), writes: [] })
  const night = notice.isByHand ? undefined : quietUntil(now, zone)
  if (night !== undefined) return later(night)
  // R154: of several groups it is one day for all of them.
  const whose = event && event.groupIds.length > 1 ? [event._id, to] : [rsvpId]
  const id = secrets.idOf('notice day', ...whose, wallTime(now, zone).day)
  const given = await store.get(noticeDays, id)
  if (given) return given.emailId === _id ? { writes: [] } : later(nextMorning(now, zone))
  const day: NoticeDay = { _id: id, rev: 1, emailId: _id, expiresAt: iso(now + keptMs) }
  return { writes: [{ collection: noticeDays, put: day, expectedRev: 0 }] }
}
