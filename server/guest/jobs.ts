// R96: some time after an event its guests are known by no name any more: their answers are anonymized in place, page by page.

import { type Event, events } from '../event/model.ts'
import { iso } from '../ports/clock.ts'
import { isErased, type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { type Retention, retentions } from './model.ts'
import { anonymized } from './rules.ts'

const perPage = 100
const key = 'this'
const dayMs = 86_400_000

/** The event under way, or the next one whose time is over. */
async function nextEvent({ store, clock, retentionDays }: Services, done: Retention | undefined): Promise<Event | undefined> {
  if (done?.rsvpId) {
    const begun = await store.get(events, done.eventId)
    if (begun) return begun
  }
  const after = done && { after: { _id: done.eventId, rev: 0, end: done.end } }
  return (await store.find(events, { index: 'end', to: iso(clock.now() - retentionDays * dayMs), limit: 1, ...after }))[0]
}

/** One page of the answers of an event's group. */
async function pageOf(tx: Reader, event: Event, last: string | null): Promise<Rsvp[]> {
  const groupId = event.groupIds[0] ?? ''
  const after = last ? { after: { _id: last, rev: 0, groupId } } : {}
  return tx.find(rsvps, { index: 'group', where: { groupId }, limit: perPage, ...after })
}

/** Anonymizes one page. The page and the place reached are one commit, so a crash leaves nobody out. True if there may be more. */
export async function anonymizeSome(services: Services): Promise<boolean> {
  const { store, clock } = services
  const before = await store.get(retentions, key)
  const event = await nextEvent(services, before)
  if (!event) return false
  const isSame = before?.eventId === event._id
  const page = await pageOf(store, event, isSame ? before.rsvpId : null)
  await transact(services, `retention:${key}`, async (tx) => {
    const place = await tx.get(retentions, key)
    if (place?.rev !== before?.rev) return { reply: undefined }
    const present = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    const left = present
      .filter((rsvp) => rsvp !== undefined)
      .filter((rsvp) => !isErased(rsvp))
      .map((rsvp) => anonymized(rsvp, clock.now()))
    const isDone = page.length < perPage
    const reached: Retention = {
      _id: key,
      rev: (place?.rev ?? 0) + 1,
      end: event.end,
      eventId: event._id,
      rsvpId: isDone ? null : (page.at(-1)?._id ?? null),
    }
    return { writes: [put(retentions, reached), ...left.map((rsvp) => put(rsvps, rsvp))], reply: undefined }
  })
  return true
}
