// Reads what a store holds of one group's waiting, offers and hand-overs, and says what can't be: a free seat while somebody waits, a seat held for nobody.
import { type Event, events } from '#server/event/model.ts'
import { type Group, groups, occupied, taken, waiting } from '#server/group/model.ts'
import { handOverOf, type Rsvp, rsvps } from '#server/rsvp/model.ts'
import type { Reader } from '#server/store/store.ts'
import { type WaitPage, waitPages } from '#server/waitlist/model.ts'
import { vacancies } from '#server/waitlist/rules.ts'

/** The records of one group. */
export interface Waiting {
  readonly group: Group
  readonly event: Event | undefined
  readonly rsvps: readonly Rsvp[]
  readonly pages: readonly WaitPage[]
}

export async function readWaiting(store: Reader, groupId: string): Promise<Waiting> {
  const group = (await store.get(groups, groupId)) as Group
  return {
    group,
    event: group.eventId ? await store.get(events, group.eventId) : undefined,
    rsvps: await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000_000 }),
    pages: await store.find(waitPages, { index: 'group', where: { groupId }, limit: 1_000_000 }),
  }
}

/** Everything that is wrong; nothing: all is well. */
export function waitingFaults({ group, event, rsvps: all, pages }: Waiting, now: number): string[] {
  const ofRoles = group.roles.flatMap((role) => {
    const { _id, name, max, held = 0 } = role
    const holders = all.filter(({ attending, roleIds }) => attending !== false && roleIds.includes(_id)).length
    const offers = all.filter((rsvp) => rsvp.offers?.some(({ roleId }) => roleId === _id)).length
    const listed = pages.filter(({ roleId }) => roleId === _id).flatMap(({ rsvpIds }) => rsvpIds)
    const waits = all.filter((rsvp) => rsvp.waits?.some(({ roleId }) => roleId === _id))
    const lost = waits.filter((rsvp) => !listed.includes(rsvp._id))
    return [
      ...(holders + offers > max ? [`${name}: ${holders} hold it and ${offers} are offered it, of ${max}`] : []),
      ...(holders !== taken(role) ? [`${name}: ${holders} hold it, ${taken(role)} are counted`] : []),
      ...(offers !== held ? [`${name}: ${offers} are offered it, ${held} seats are held`] : []),
      ...(listed.length !== waiting(role) ? [`${name}: ${listed.length} stand on its pages, ${waiting(role)} are counted`] : []),
      ...(new Set(listed).size !== listed.length ? [`${name}: somebody waits twice`] : []),
      ...(waits.length !== listed.length || lost.length > 0 ? [`${name}: ${waits.length} wait for it, ${listed.length} are listed`] : []),
      ...(waits.some(({ roleIds, attending }) => attending !== false && roleIds.includes(_id)) ? [`${name}: a holder waits for it`] : []),
      ...(occupied(role) !== holders + offers ? [`${name}: ${occupied(role)} seats are gone, ${holders + offers} should be`] : []),
    ]
  })
  const free = group.unfilledSince === undefined ? vacancies({ group, event, now }) : []
  const seatless = all.filter((rsvp) => rsvp.handOver && !handOverOf(rsvp, group))
  const unfound = all.filter(
    ({ handOver, handOverTo, handOverUntil }) => handOver?.email !== handOverTo || handOver?.until !== handOverUntil,
  )
  return [
    ...ofRoles,
    ...free.map(({ name }) => `${name}: a seat is free that somebody waits for`),
    ...seatless.map(({ _id }) => `${_id} hands over a seat that it doesn't have`),
    ...unfound.map(({ _id }) => `${_id}: its hand-over can't be found by its end or its email`),
  ]
}
