// Reads what a store holds of one group's waiting, offers and hand-overs, and says what can't be: a free seat while somebody waits, a seat held for nobody.

import type { Reader } from '#server/kernel/store/store.ts'
import { needOf, seatsIn } from '#server/seats/model/companion.ts'
import { type Event, eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups, occupied, queueLength, taken } from '#server/seats/model/group.ts'
import { handOverOf, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { needOn, type WaitPage, waitPages } from '#server/seats/model/waitlist.ts'
import { vacancies } from '#server/seats/seating/fill.ts'

/** The records of one group. */
export interface WaitlistState {
  readonly group: Group
  readonly event: Event | undefined
  readonly rsvps: readonly Rsvp[]
  readonly pages: readonly WaitPage[]
}

export async function readWaiting(store: Reader, groupId: string): Promise<WaitlistState> {
  const group = (await store.get(groups, groupId)) as Group
  return {
    group,
    event: group.eventId ? await store.get(events, group.eventId) : undefined,
    rsvps: await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000_000 }),
    pages: await store.find(waitPages, { index: 'group', where: { groupId }, limit: 1_000_000 }),
  }
}

/** Everything that is wrong; nothing: all is well. */
export function waitingFaults({ group, event, rsvps: all, pages }: WaitlistState, now: number): string[] {
  const ofRoles = group.roles.flatMap((role) => {
    const { _id, name, max, held = 0 } = role
    const holders = all.reduce((sum, rsvp) => sum + seatsIn(rsvp, _id), 0)
    const offers = all.flatMap((rsvp) => rsvp.offers ?? []).reduce((sum, { roleId, seats = 1 }) => sum + (roleId === _id ? seats : 0), 0)
    const needs = pages.filter(({ roleId }) => roleId === _id).flatMap((page) => page.rsvpIds.map((id) => [id, needOn(page, id)] as const))
    const listed = pages.filter(({ roleId }) => roleId === _id).flatMap(({ rsvpIds }) => rsvpIds)
    const waits = all.filter((rsvp) => rsvp.waits?.some(({ roleId }) => roleId === _id))
    const lost = waits.filter((rsvp) => !listed.includes(rsvp._id))
    return [
      ...(holders + offers > max ? [`${name}: ${holders} hold it and ${offers} are offered it, of ${max}`] : []),
      ...(holders !== taken(role) ? [`${name}: ${holders} hold it, ${taken(role)} are counted`] : []),
      ...(offers !== held ? [`${name}: ${offers} are offered it, ${held} seats are held`] : []),
      ...needs
        .filter(([id, need]) => need !== needOf(all.find((rsvp) => rsvp._id === id) as Rsvp))
        .map(([id]) => `${name}: ${id} needs another number of seats`),
      ...(listed.length !== queueLength(role) ? [`${name}: ${listed.length} stand on its pages, ${queueLength(role)} are counted`] : []),
      ...(new Set(listed).size !== listed.length ? [`${name}: somebody waits twice`] : []),
      ...(waits.length !== listed.length || lost.length > 0 ? [`${name}: ${waits.length} wait for it, ${listed.length} are listed`] : []),
      ...(waits.some(({ roleIds, attending }) => attending !== false && roleIds.includes(_id)) ? [`${name}: a holder waits for it`] : []),
      ...(occupied(role) !== holders + offers ? [`${name}: ${occupied(role)} seats are gone, ${holders + offers} should be`] : []),
    ]
  })
  const free = group.unfilledSince === undefined ? vacancies({ group, event: eventFor(event, group), now }) : []
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
