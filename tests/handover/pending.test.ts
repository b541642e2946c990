// The list of all seats of a group that are being handed over, as its organizers page through it, over each engine.
import { beforeEach, expect, test, vi } from 'vitest'
import { groupRoom } from '#protocol/live.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { hour } from '../kit/world/clock.ts'
import { putAll } from '../kit/world/every-collection.ts'
import { guestNo } from '../kit/world/world.ts'
import { openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
const list = (cursor: string | null = null) => stage.world.ok(handoverApi.list, { id: stage.groupId, ...(cursor && { cursor }) }, stage.ada)
const givers = async () => (await list()).rsvps.map(({ email }) => email)

/** Copies of an answer as many others' would be, by number: with a hand-over for those that `offers`. */
async function crowd(from: number, count: number, offers: (n: number) => boolean) {
  const all = await stage.world.store.find(rsvps, { index: 'group', where: { groupId: stage.groupId } })
  const { handOver, handOverUntil: _until, handOverTo, ...plain } = all.find(({ email }) => email === guestNo(0)) ?? {}
  const until = (n: number) => new Date(stage.world.clock.now() + hour + n * 1000).toISOString()
  const copies = Array.from({ length: count }, (_, nth) => {
    const n = from + nth
    const offering = offers(n) && handOver ? { handOver: { ...handOver, until: until(n) }, handOverUntil: until(n), handOverTo } : {}
    return { ...plain, ...offering, _id: n.toString(16).padStart(24, '0'), email: guestNo(n), rev: 1 }
  })
  for (let at = 0; at < count; at += 1000) await putAll(stage.world.store, rsvps, copies.slice(at, at + 1000))
}

test('R94i organizers page through all hand-overs of a group of 10,000 answers, those that end first first, at the cost of a page', async () => {
  await stage.answer(0, ['Speaker'])
  await stage.begin(0, 1)
  await crowd(1, 10_000, (n) => n % 80 === 0)
  const read = vi.spyOn(stage.world.store, 'find')
  const pages = [await list()]
  const found = await Promise.all(read.mock.calls.flatMap(([{ name }], nth) => (name === 'rsvps' ? [read.mock.results[nth]?.value] : [])))
  expect(found.map((records) => records?.length)).toEqual([51])
  read.mockRestore()
  for (let cursor = pages[0]?.nextCursor; cursor; cursor = pages.at(-1)?.nextCursor) pages.push(await list(cursor))
  expect(pages.map((page) => page.rsvps.length)).toEqual([50, 50, 26])
  const all = pages.flatMap((page) => page.rsvps)
  expect(new Set(all.map(({ _id }) => _id)).size).toBe(126)
  const ends = all.map(({ handOver }) => handOver?.until ?? '')
  expect(ends).toEqual(ends.toSorted())
  expect(all.at(-1)).toMatchObject({ email: guestNo(0), handOver: { email: guestNo(1) } })
})

test('R94i the list has who hands over and nobody else: until it is taken back, declined, accepted, over, or its last seat is gone', async () => {
  expect(await givers()).toEqual([])
  for (const n of [0, 1]) await stage.answer(n, ['Guest'])
  await stage.answer(2, ['Speaker'])
  const first = await stage.offered(0, 10)
  stage.world.clock.advance(1000)
  const second = await stage.offered(1, 11)
  stage.world.clock.advance(1000)
  await stage.begin(2, 12)
  expect(await givers()).toEqual([guestNo(0), guestNo(1), guestNo(2)])
  await stage.takeBack(0)
  expect(await givers()).toEqual([guestNo(1), guestNo(2)])
  expect((await stage.accept(first)).body.code).toBe('hand-over-over')
  await stage.decline(second)
  expect(await givers()).toEqual([guestNo(2)])
  await stage.world.ok(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
  expect(await givers()).toEqual([])
})

test('R94i whoever watches the group hears of each that begins and ends; of another group nobody hears', async () => {
  await stage.answer(0, ['Speaker'])
  const other = await stage.world.event(stage.ada)
  const desk = await stage.world.socket(stage.ada)
  await desk.watch(groupRoom(stage.groupId))
  await stage.begin(0, 1)
  await expect.poll(() => desk.seen('rsvp').at(-1)).toMatchObject({ handOver: { email: guestNo(1) } })
  expect((await stage.world.ok(handoverApi.list, { id: other.groupId }, stage.ada)).rsvps).toEqual([])
  await stage.takeBack(0)
  await expect.poll(() => desk.seen('rsvp').at(-1)?.handOver).toBeUndefined()
})

test('R94i it is for those who manage the group alone', async () => {
  const eve = await stage.world.person('eve')
  expect(await stage.world.no(handoverApi.list, { id: stage.groupId }, eve)).toContain('group-unknown')
  expect(await stage.world.no(handoverApi.list, { id: stage.groupId })).toContain('sign-in-needed')
})
