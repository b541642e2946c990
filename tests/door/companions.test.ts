// Companions at the door: a pass, a log and a share of the sums of their own (R180b, R181, R186).
import { encode } from 'uqr'
import { expect, test } from 'vitest'
import { doorApi } from '#protocol/seats/door/door.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openDoor } from './stage.ts'

async function openParty() {
  const stage = await openDoor({ maxCompanions: 3 })
  const { world, groupId, guest, minutesBefore, north, eventId } = stage
  const answer = async (companions: readonly object[], more: object = {}) =>
    (await world.answer(groupId, guest(1), ['Guest'], { name: 'Gina', companions, ...more })).body.rsvp
  await answer([{ name: 'Mo' }, { name: '', roles: ['Speaker'] }])
  minutesBefore(5)
  const own = async () => (await world.ok(rsvpApi.form, { groupId }, guest(1))).rsvp
  const passes = async () => (await own())?.passes ?? []
  const person = async () => (await world.ok(doorApi.list, { eventId }, north)).people[0]
  return { ...stage, answer, own, passes, person }
}

test('R180b, R181 each of a party has one of their own, in a code of 49 modules; a plain camera finds the answer by it', async () => {
  const { world, own, passes, groupId, eventId } = await openParty()
  const [mine, mo, other] = await passes()
  expect([mine?.companionId, mo?.companionId, other?.companionId]).toEqual([
    undefined,
    ...((await own())?.companions ?? []).map(({ _id }) => _id),
  ])
  expect(new Set([mine?.url, mo?.url, other?.url]).size).toBe(3)
  for (const one of [mine, mo, other]) {
    const token = one?.url.split('#')[1] ?? ''
    expect(token).toHaveLength(120)
    expect(encode(`https://rolecall.example.com/p#${token}`, { ecc: 'M', border: 0 }).size).toBe(49)
    expect(await world.ok(passApi.open, { pass: one?.url ?? '' })).toEqual({ groupId, eventId })
  }
  expect(await passes()).toEqual([mine, mo, other])
})

test('R185, R186 each is let in once, by pass or off the list, and counts as one, in their own role', async () => {
  const { scan, north, south, passes, person, counts, world, ada, groupId } = await openParty()
  const [mine, mo, other] = await passes()
  expect(await scan(north, { pass: mo?.url })).toMatchObject({ result: 'ok', companionId: mo?.companionId, person: { name: 'Gina' } })
  expect(await scan(south, { pass: mo?.url })).toMatchObject({ result: 'again', door: 'North', companionId: mo?.companionId })
  expect(await scan(south, { pass: mine?.url })).toMatchObject({ result: 'ok' })
  const { _id: rsvpId = '' } = (await person()) ?? {}
  expect(await scan(south, { rsvpId, companionId: other?.companionId })).toMatchObject({ result: 'ok' })
  expect(await counts()).toEqual({
    inside: 3,
    came: 3,
    roles: { Guest: { inside: 2, came: 2 }, Speaker: { inside: 1, came: 1 } },
    doors: {
      North: { inside: 1, came: 1 },
      South: { inside: 2, came: 2 },
    },
  })
  await scan(north, { pass: mo?.url, kind: 'out' })
  expect(await counts()).toMatchObject({ inside: 2, came: 3 })
  expect((await person())?.companions?.map(({ name, door }) => [name, door?.isIn])).toEqual([
    ['Mo', false],
    ['Guest of Gina (2)', true],
  ])
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  expect(rsvps[0]?.came).toMatchObject({ isIn: true, people: 3 })
})

test('R181 it is void once that companion isn’t coming along, or the guest isn’t; the others’ stay', async () => {
  const { scan, north, answer, passes, own, counts } = await openParty()
  const [mine, mo, other] = await passes()
  const left = ((await own())?.companions ?? []).filter(({ _id }) => _id !== mo?.companionId)
  await answer(left.map(({ _id, name, roles }) => ({ _id, name, roles })))
  expect((await scan(north, { pass: mo?.url })).result).toBe('void')
  // Nor does one more tap let anybody in: there is nobody.
  expect((await scan(north, { pass: mo?.url, despite: true })).result).toBe('void')
  expect((await scan(north, { rsvpId: (await own())?._id, companionId: mo?.companionId })).result).toBe('unknown')
  expect(await counts()).toMatchObject({ inside: 0, came: 0 })
  expect((await scan(north, { pass: other?.url })).result).toBe('ok')
  expect((await scan(north, { pass: mine?.url })).result).toBe('ok')
  await answer([], { attending: false })
  expect((await scan(north, { pass: other?.url, kind: 'in' })).result).toBe('void')
})

test('R184, R188 a scan of a companion again is answered the same; undone, they and nobody else are out', async () => {
  const { world, scan, north, passes, person, counts, eventId } = await openParty()
  const [mine, mo] = await passes()
  const scanId = '00000000-0000-4000-8000-0000000000aa'
  const first = await scan(north, { pass: mo?.url }, scanId)
  expect(await scan(north, { pass: mo?.url }, scanId)).toEqual(first)
  await scan(north, { pass: mine?.url })
  const { _id: rsvpId = '', companions } = (await person()) ?? {}
  const undone = await world.ok(doorApi.undo, { eventId, rsvpId, line: companions?.[0]?.door?.line ?? '' }, north)
  expect([undone.person.door?.isIn, undone.person.companions?.[0]?.door]).toEqual([true, undefined])
  expect(await counts()).toMatchObject({ inside: 1, came: 1 })
})

test('R191 two phones without a network let the same companion in: both are named, and they count once', async () => {
  const { scan, north, south, passes, counts, world } = await openParty()
  const [, mo] = await passes()
  const at = (ago: number) => new Date(world.clock.now() - ago).toISOString()
  await scan(south, { pass: mo?.url, mode: 'offline', at: at(1000) })
  const settled = await scan(north, { pass: mo?.url, mode: 'offline', at: at(2000) })
  expect(settled).toMatchObject({ result: 'double', companionId: mo?.companionId, entries: [{ door: 'North' }, { door: 'South' }] })
  expect(await counts()).toMatchObject({ inside: 1, came: 1 })
})
