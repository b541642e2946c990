// What the link in a notice opens: whose emails it stops, about which event. Nothing here changes anything (R116).

import type { Input } from '#protocol/kernel/endpoint.ts'
import type { NoticeChoice, noticeApi } from '#protocol/mail/notice.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { newsChoiceOf, type User, users } from '#server/people/model/account.ts'
import { groups } from '#server/seats/model/group.ts'
import { digestChoice, noticeChoice, type Stop, stops } from '#server/seats/model/notice.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'

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
  const event = await eventOf(tx, group)
  return { rsvpId: sub, groupId, stop, choice: noticeChoice(group, event, rsvp, stop) }
}

async function digestOf(tx: Reader, userId: string | undefined): Promise<Stopping> {
  const reader = (userId && (await tx.get(users, userId))) || refuse('notice-link-over')
  return { reader, choice: digestChoice(reader, newsChoiceOf(reader) === 'off') }
}

export const readChoice = async (services: Services, { token }: Input<typeof noticeApi.open>) =>
  (await stopOf(services, services.store, token)).choice
