// What ends some time after an event, page by page: its guests are known by no name any more (R96), and answers to sensitive questions are gone (R166).

import { sensitiveDays } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { type Event, events, overAt } from '#server/seats/model/event.ts'
import { type Group, groups, hasSensitive } from '#server/seats/model/group.ts'
import { type Retention, retentions } from '#server/seats/model/guest.ts'
import { isErased, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { withoutSensitive } from '#server/seats/model/rsvp-fields.ts'
import { groupsOf } from '#server/seats/rights/groups.ts'
import { anonymized } from '#server/seats/rules/guest.ts'
import { withUnreached } from '#server/seats/seating/counts.ts'

const perPage = 100
const dayMs = 86_400_000

/** R142: events by their end and, of those that are over at another time, by that: one walk each, with its own place reached. */
const walks = [
  { name: '', index: 'end', endOf: ({ end }: Event) => end, isIn: ({ lastEnd }: Event) => lastEnd === undefined },
  { name: '-last', index: 'last', endOf: overAt, isIn: () => true },
] as const
type RetentionWalk = (typeof walks)[number]

interface Ending {
  /** Where it is noted how far it has come. */
  readonly key: string
  readonly days: number
  /** Whether there is anything to end in a group. */
  readonly isMeant: (group: Group) => boolean
  /** What is left of an answer; the very same where that is all of it. */
  readonly left: (rsvp: Rsvp, group: Group, now: number) => Rsvp
}

/** The event under way, or those next whose time is over. */
async function nextEvents(
  { store, clock }: Services,
  { index }: RetentionWalk,
  days: number,
  done: Retention | undefined,
): Promise<Event[]> {
  if (done?.rsvpId || done?.groupId) {
    const begun = await store.get(events, done.eventId)
    if (begun) return [begun]
  }
  const after = done && { after: { _id: done.eventId, rev: 0, end: done.end, lastEnd: done.end } }
  return store.find(events, { index, to: iso(clock.now() - days * dayMs), limit: perPage, ...after })
}

/** The first of them in one of whose groups there is something to end, and which is next there; else the last, in which there is nothing. */
async function firstMeant(
  tx: Reader,
  found: readonly Event[],
  { isIn }: RetentionWalk,
  isMeant: Ending['isMeant'],
  done: Retention | undefined,
) {
  for (const event of found) {
    const begun = (done?.eventId === event._id && done.groupId) || ''
    // In the order of their ids, which stays the same whatever becomes of theirs.
    const meant = (isIn(event) ? await groupsOf(tx, event) : []).filter(isMeant).toSorted((a, b) => (a._id < b._id ? -1 : 1))
    const [group, after] = meant.filter(({ _id }) => _id >= begun)
    if (group) return { event, group, after }
  }
  const event = found.at(-1)
  return event && { event, group: undefined, after: undefined }
}

/** One page of the answers of an event's group. */
async function pageOf(tx: Reader, groupId: string, last: string | null): Promise<Rsvp[]> {
  const after = last ? { after: { _id: last, rev: 0, groupId } } : {}
  return tx.find(rsvps, { index: 'group', where: { groupId }, limit: perPage, ...after })
}

const endSome = async (services: Services, ending: Ending): Promise<boolean> => {
  for (const walk of walks) if (await endAlong(services, walk, ending)) return true
  return false
}

/** Ends one page. The page and the place reached are one commit, so a crash leaves nobody out. True if there may be more. */
async function endAlong(services: Services, walk: RetentionWalk, { days, isMeant, left, ...ending }: Ending): Promise<boolean> {
  const { store, clock } = services
  const key = `${ending.key}${walk.name}`
  const before = await store.get(retentions, key)
  const next = await firstMeant(store, await nextEvents(services, walk, days, before), walk, isMeant, before)
  if (!next) return false
  const { event, group, after } = next
  const page = group ? await pageOf(store, group._id, before?.eventId === event._id ? before.rsvpId : null) : []
  await transact(services, `retention:${key}`, async (tx) => {
    const place = await tx.get(retentions, key)
    if (place?.rev !== before?.rev) return { reply: undefined }
    const current = await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))
    const changed = current.flatMap((rsvp) => {
      const rest = rsvp && group && left(rsvp, group, clock.now())
      return rest && rest !== rsvp ? [{ before: rsvp, after: rest }] : []
    })
    const its = group && changed.length > 0 ? await tx.get(groups, group._id) : undefined
    const counted = its && withUnreached(its, changed)
    const isDone = page.length < perPage
    const reached: Retention = {
      _id: key,
      rev: (place?.rev ?? 0) + 1,
      end: walk.endOf(event),
      eventId: event._id,
      groupId: isDone ? after?._id : group?._id,
      rsvpId: isDone ? null : (page.at(-1)?._id ?? null),
    }
    const recount = counted && counted !== its ? [put(groups, counted)] : []
    return { writes: [put(retentions, reached), ...changed.map(({ after }) => put(rsvps, after)), ...recount], reply: undefined }
  })
  return true
}

/** R96 */
export const anonymizeSome = (services: Services): Promise<boolean> =>
  endSome(services, {
    key: 'this',
    days: services.retentionDays,
    isMeant: () => true,
    left: (rsvp, _, now) => (isErased(rsvp) ? rsvp : anonymized(rsvp, now)),
  })

/** R166 */
export const dropSensitiveAnswers = (services: Services): Promise<boolean> =>
  endSome(services, {
    key: 'sensitive',
    days: sensitiveDays,
    isMeant: hasSensitive,
    left: (rsvp, group) => withoutSensitive(group, rsvp),
  })
