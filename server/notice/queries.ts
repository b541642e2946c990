// What the link in a notice opens: whose emails it stops, about which event. Nothing here changes anything (R116).
import type { Input } from '#protocol/endpoint.ts'
import type { noticeApi } from '#protocol/notice.ts'
import { events } from '../event/model.ts'
import { groups } from '../group/model.ts'
import { refuse } from '../refuse.ts'
import { rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { noticeChoice, type Stop, stops } from './model.ts'

/** R102: what the token is about; it needs no answer to be there any more. Refuses `notice-link-over`. */
export async function stopOf({ signedTokens }: Services, tx: Reader, token: string) {
  const { sub, group: groupId } = (await signedTokens.verify('unsubscribe', token)) ?? {}
  if (typeof sub !== 'string' || typeof groupId !== 'string') refuse('notice-link-over')
  const [group, rsvp, stop] = await Promise.all([tx.get(groups, groupId), tx.get(rsvps, sub), tx.get(stops, sub)])
  if (!group) refuse('notice-link-over')
  const event = group.eventId ? await tx.get(events, group.eventId) : undefined
  return { rsvpId: sub, groupId, stop, shown: (after: Stop | undefined) => noticeChoice(group, event, rsvp, after) }
}

export async function readChoice(services: Services, { token }: Input<typeof noticeApi.open>) {
  const { stop, shown } = await stopOf(services, services.store, token)
  return shown(stop)
}
