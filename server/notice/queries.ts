// What the link in a notice opens: whose emails it stops, about which event. Nothing here changes anything (R116).
import type { Input } from '#protocol/endpoint.ts'
import { invitation } from '#protocol/limits.ts'
import type { NoticeChoice, noticeApi } from '#protocol/notice.ts'
import { newsChoiceOf, type User, users } from '../account/model.ts'
import { emails } from '../emails/outbox.ts'
import { events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { digestChoice, noticeChoice, type Stop, stops } from './model.ts'

/** Whose emails a link stops: a guest's about one event, or an organizer's digest (R100). */
type Stopping =
  | { readonly reader: User; readonly choice: NoticeChoice }
  | {
      readonly reader?: undefined
      readonly rsvpId: string
      readonly groupId: string
      readonly stop: Stop | undefined
      readonly choice: NoticeChoice
    }

/** R102: what the token is about; it needs no answer to be there any more. Refuses `notice-link-over`. */
export async function stopOf({ signedTokens }: Services, tx: Reader, token: string): Promise<Stopping> {
  const { sub, group: groupId } = (await signedTokens.verify('unsubscribe', token)) ?? {}
  if (typeof sub !== 'string' || typeof groupId !== 'string') return digestOf(tx, (await signedTokens.verify('digest', token))?.sub)
  const [group, rsvp, stop] = await Promise.all([tx.get(groups, groupId), tx.get(rsvps, sub), tx.get(stops, sub)])
  if (!group) refuse('notice-link-over')
  const event = group.eventId ? await tx.get(events, group.eventId) : undefined
  return { rsvpId: sub, groupId, stop, choice: noticeChoice(group, event, rsvp, stop) }
}

async function digestOf(tx: Reader, userId: string | undefined): Promise<Stopping> {
  const reader = (userId && (await tx.get(users, userId))) || refuse('notice-link-over')
  return { reader, choice: digestChoice(reader, newsChoiceOf(reader) === 'off') }
}

const mostEmails = 50
/** R97, R102: whether somebody of whom nothing is kept was written to about this group within the last days. */
export async function wasAskedLately(
  tx: Reader,
  { email, _id }: { readonly email: string; readonly _id: string },
  now: number,
): Promise<boolean> {
  const since = iso(now - invitation.againDays * 86_400_000)
  const sent = await tx.find(emails, { index: 'recipient', where: { to: email }, descending: true, limit: mostEmails })
  return sent.some(({ rsvpId, attempts, createdAt }) => rsvpId === _id && attempts > 0 && createdAt > since)
}

export const readChoice = async (services: Services, { token }: Input<typeof noticeApi.open>) =>
  (await stopOf(services, services.store, token)).choice
