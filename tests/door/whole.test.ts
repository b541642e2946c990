// The sums of an event with several groups: whoever is at the doors of two of them counts once, and only who sees all of its groups is told.
import { describe, expect, test } from 'vitest'
import { boardRoom, doorRoom } from '#protocol/live.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { type Attendance, attendances, doorCounts } from '#server/seats/model/door.ts'
import { recountWhole } from '#server/seats/rules/door.ts'
import { chance } from '../kit/model/chance.ts'
import { day } from '../kit/world/clock.ts'
import { guestNo } from '../kit/world/world.ts'
import { newScanId, openDoor } from './stage.ts'

const cookieOf = ({ cookie }: { readonly cookie: string }) => ({ cookie, 'sec-fetch-site': 'same-origin' })

/** Two groups, one after the other, and what is told of both together. */
async function openTwo(more: Record<string, unknown> = {}) {
  const stage = await openDoor(more)
  const { world, ada, eventId, north } = stage
  const evening = await stage.later('Evening', 3)
  const seen = await world.socket(ada)
  const whole = async (socket = seen) => {
    const { view } = (await socket.watch(doorRoom(eventId))) as {
      view?: { all?: { rev: number; counts: { inside: number; came: number } } }
    }
    const counts = view?.all?.counts
    return counts && [counts.inside, counts.came]
  }
  const go = (one: { rsvpId: string; companionId?: string }, kind: 'in' | 'out' = 'in', groupId?: string) =>
    stage.scan(north, { ...one, kind, despite: true, ...(groupId && { groupId }) })
  const goTo = (minutes: number) => stage.minutesBefore(minutes)
  return { ...stage, evening, whole, go, goTo, seen }
}

describe('R186b in all groups', () => {
  test('R186b who is in two groups counts once, inside as long as they are in one; others add up', async () => {
    const { yes, evening, whole, go, goTo } = await openTwo()
    const [here, there, other] = [await yes(1), await evening.yes(1), await evening.yes(2)]
    goTo(5)
    expect(await whole()).toEqual([0, 0])
    await go(here)
    expect(await whole()).toEqual([1, 1])
    await go(there, 'in', evening.groupId)
    expect(await whole()).toEqual([1, 1])
    await go(other, 'in', evening.groupId)
    expect(await whole()).toEqual([2, 2])
    await go(here, 'out')
    expect(await whole()).toEqual([2, 2])
    await go(there, 'out')
    expect(await whole()).toEqual([1, 2])
  })

  test('R186b both in one batch, and what is taken back', async () => {
    const { world, ada, eventId, yes, evening, whole, goTo, north } = await openTwo()
    const [here, there] = [await yes(1), await evening.yes(1)]
    goTo(5)
    const scans = [here.rsvpId, there.rsvpId].map((rsvpId) => ({ scanId: newScanId(), rsvpId, kind: 'in' as const, despite: true }))
    const { results } = await world.ok(doorApi.scan, { eventId, scans }, north)
    expect(results.map(({ result }) => result)).toEqual(['ok', 'ok'])
    expect(await whole()).toEqual([1, 1])
    for (const [nth, left] of [[0, [1, 1]] as const, [1, [0, 0]] as const]) {
      const line = results[nth]?.person?.door?.line ?? ''
      await world.ok(doorApi.undo, { eventId, rsvpId: results[nth]?.person?._id ?? '', line }, ada)
      expect(await whole()).toEqual(left)
    }
  })

  test('R186b of who comes along as many count as were in one group with the guest; newcomers without an email are each themselves', async () => {
    const { world, ada, eventId, groupId, guest, evening, whole, go, goTo, north } = await openTwo()
    for (const id of [groupId, evening.groupId]) await world.ok(groupApi.settings, { id, maxCompanions: 3 }, ada)
    const party = async (id: string, along: number) => {
      const { body } = await world.answer(id, world.proven(guestNo(1), id), ['Guest'], {
        companions: Array.from({ length: along }, () => ({})),
      })
      const ids = (body.rsvp.companions ?? []).map(({ _id }: { _id: string }) => _id)
      return [{ rsvpId: body.rsvp._id }, ...ids.map((companionId: string) => ({ rsvpId: body.rsvp._id, companionId }))]
    }
    const [three, two] = [await party(groupId, 2), await party(evening.groupId, 1)]
    goTo(5)
    for (const one of three) await go(one)
    for (const one of two) await go(one, 'in', evening.groupId)
    expect(await whole()).toEqual([3, 3])
    for (const one of three) await go(one, 'out')
    expect(await whole()).toEqual([2, 3])
    for (const id of [groupId, evening.groupId])
      await world.ok(walkinApi.add, { eventId, groupId: id, role: 'Guest', name: 'Bo', scanId: newScanId() }, north)
    expect(await whole()).toEqual([4, 5])
    expect(guest(1).email).toBe(guestNo(1))
  })

  test('R186b R206 it comes live to who sees all groups, by the event’s board too; not to a phone or helper of one group, nor where there is one group alone', async () => {
    const { world, ada, eventId, groupId, yes, evening, whole, go, goTo, north, pair, seen } = await openTwo()
    const { rsvpId } = await yes(1)
    goTo(5)
    const some = await pair('Side', [groupId])
    const [desk, phone, side] = [await world.socket(ada), await world.socket({}, cookieOf(north)), await world.socket({}, cookieOf(some))]
    expect(await desk.watch(boardRoom(eventId))).toMatchObject({ view: { door: { _id: eventId, counts: { inside: 0, came: 0 } } } })
    for (const one of [seen, phone]) expect(await whole(one)).toEqual([0, 0])
    expect(await whole(side)).toBeUndefined()
    await go({ rsvpId })
    for (const one of [seen, phone, desk]) {
      const heard = await one.hears(({ name, view }) => name === 'doors' && view._id === eventId)
      expect(heard.view).toEqual({ _id: eventId, rev: 1, counts: { inside: 1, came: 1 } })
    }
    await side.hears(({ name, view }) => name === 'door' && view._id === groupId)
    expect(side.seen('doors')).toEqual([])
    expect(evening.groupId).not.toBe(groupId)
    const single = await openDoor()
    const alone = await single.world.socket(single.ada)
    expect(await alone.watch(doorRoom(single.eventId))).not.toHaveProperty('view.all')
  })

  test('R186b who came before there was another group stays counted; so does who has erased their data, once', async () => {
    const stage = await openDoor()
    const { world, ada, eventId, groupId, yes, north, scan, guest } = stage
    const [first, second] = [await yes(1), await yes(2)]
    stage.minutesBefore(5)
    await scan(north, { rsvpId: first.rsvpId })
    const evening = await stage.later('Evening', 3)
    const seen = await world.socket(ada)
    const counts = async () => {
      const { view } = (await seen.watch(doorRoom(eventId))) as { view: { all: { counts: { inside: number; came: number } } } }
      return [view.all.counts.inside, view.all.counts.came]
    }
    expect(await counts()).toEqual([1, 1])
    await scan(north, { rsvpId: second.rsvpId })
    const there = await evening.yes(1)
    await scan(north, { rsvpId: there.rsvpId, groupId: evening.groupId, despite: true })
    expect(await counts()).toEqual([2, 2])
    await world.ok(guestApi.erase, { groupId }, guest(2))
    expect(await counts()).toEqual([2, 2])
  })

  test('R186b when the event goes its sums go with it', async () => {
    const { world, ada, eventId, yes, go, goTo, whole } = await openTwo()
    const { rsvpId } = await yes(1)
    goTo(5)
    await go({ rsvpId })
    expect(await whole()).toEqual([1, 1])
    await world.ok(eventApi.remove, { id: eventId }, ada)
    for (let n = 0; n < 40; n++) {
      world.clock.advance(5 * day)
      await world.runJobs()
    }
    expect(await world.store.find(attendances, { index: '_id', limit: 5 })).toEqual([])
    expect(await world.store.find(doorCounts, { index: '_id', limit: 5 })).toEqual([])
  })
})

test('R186b the sums of any course of scans are those of who is there, counted anew', () => {
  const random = chance()
  const below = (n: number) => random.between(0, n - 1)
  const line = (scan: number, who: string | undefined, kind: 'in' | 'out') => ({
    scan: `${scan}`,
    ...(who && { who }),
    kind,
    at: new Date(scan * 1_000).toISOString(),
    door: 'North',
    by: 'a',
  })
  for (let run = 0; run < 50; run++) {
    const kept = new Map<string, Attendance>()
    let sums = { inside: 0, came: 0 }
    for (let scan = 1; scan < 30; scan++) {
      const [person, group, who] = [below(3), below(3), [undefined, 'x', 'y'][below(3)]]
      const key = `${person}/${group}`
      const before = kept.get(key)
      const log = [...(before?.log ?? []), line(scan, who, below(3) > 0 ? 'in' : 'out')]
      const after = { _id: key, rev: 1, groupId: `${group}`, eventId: 'e', roleIds: [], log }
      const others = [...kept].flatMap(([other, one]) => (other.startsWith(`${person}/`) && other !== key ? [one] : []))
      sums = recountWhole(sums, others, before, after)
      kept.set(key, after)
    }
    const isIn = (one: Attendance, who: string | undefined) => one.log.filter((each) => each.who === who).at(-1)?.kind === 'in'
    const hasCome = (one: Attendance, who: string | undefined) => one.log.some((each) => each.who === who && each.kind === 'in')
    const count = (is: (one: Attendance, who: string | undefined) => boolean) =>
      [0, 1, 2].reduce((all, person) => {
        const own = [...kept].flatMap(([key, one]) => (key.startsWith(`${person}/`) ? [one] : []))
        const along = Math.max(0, ...own.map((one) => ['x', 'y'].filter((who) => is(one, who)).length))
        return all + Number(own.some((one) => is(one, undefined))) + along
      }, 0)
    expect(sums, `seed ${random.seed}`).toEqual({ inside: count(isIn), came: count(hasCome) })
  }
})
