// How soon what has happened is heard by those who look, over real sockets.
import { describe, expect, test } from 'vitest'
import { dashboardRoom, doorRoom, eventRoom, formRoom, type GuestView, groupRoom, guestRoom, type LineView } from '#protocol/live.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openDoor } from '../door/stage.ts'
import { openChoir } from '../kit/world/organization.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openWorld } from '../kit/world/world.ts'
import { openStage } from '../waitlist/stage.ts'

/** The time that all but one of twenty take no longer than. */
const p95 = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.ceil(all.length * 0.95) - 1] ?? Infinity
const told = 150

describe('what changed', () => {
  test('R64, L2 pace: group, form and dashboard move within 150 ms of the reply: p95 of 20 submits', onTime, async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId, eventId } = await world.event(ada, [{ name: 'Guest', max: 20 }])
    const [desk, phone] = [await world.socket({ token: ada.token }), await world.socket()]
    for (const room of [groupRoom(groupId), dashboardRoom(ada.userId)]) await desk.watch(room)
    await phone.watch(formRoom(groupId, eventId))
    const delays: number[] = []
    for (const guest of world.crowd(20, groupId)) {
      const body = JSON.stringify({ groupId, email: guest.email, name: 'A guest', attending: true, roles: ['Guest'] })
      const headers = { 'content-type': 'application/json', ...fromOwnPage(guest.cookie) }
      const response = await fetch(`${await world.address()}/api${rsvpApi.submit.path}`, { method: 'POST', headers, body })
      const { form } = (await response.json()) as { form: { rev: number } }
      const replied = performance.now()
      for (const [watcher, name] of [
        [desk, 'group'],
        [desk, 'dashboard'],
        [phone, 'form'],
      ] as const)
        delays.push((await watcher.hears((one) => one.name === name && one.view.rev >= form.rev)).at - replied)
    }
    within(p95(delays), told)
  })

  test('R152 pace: of an event with several groups within 150 ms, whichever it is', onTime, async () => {
    const { world, eventId, idOf, as, one, send } = await openSeveral(undefined, { roles: [{ name: 'Guest', max: 50 }] })
    const all = await world.socket()
    await all.watch(eventRoom(eventId))
    const delays: number[] = []
    for (let nth = 0; nth < 20; nth++) {
      const name = nth % 2 === 0 ? 'Bar' : 'Stage'
      const sent = performance.now()
      await send([one(name)], {}, as(`g${nth}@guests.test`))
      const count = 1 + Math.floor(nth / 2)
      const isTold = (what: string, view: { _id: string; roleCoverage: [{ count: number }] }) =>
        what === 'form' && view._id === idOf(name) && view.roleCoverage[0].count >= count
      delays.push((await all.hears(({ name: what, view }) => isTold(what, view))).at - sent)
    }
    within(p95(delays), told)
  })

  test('R92 pace: the last of 120 who wait hears within 150 ms that somebody before them has left', onTime, async () => {
    const stage = await openStage([{ name: 'Guest', max: 1 }])
    await stage.fill('Guest')
    for (let n = 1; n <= 120; n++) await stage.wait(n, ['Guest'])
    const last = await stage.world.socket({}, fromOwnPage(stage.guest(120).cookie))
    expect(await last.watch(guestRoom(stage.groupId, stage.eventId))).toHaveProperty('view')
    const left = performance.now()
    await stage.decline(1)
    const isTold = ({ name, view }: { name: string; view: unknown }) =>
      (name === 'line' && (view as LineView).lines.length > 0) ||
      (name === 'guest' && (view as GuestView).rsvp?.waiting?.[0]?.position === 119)
    within((await last.hears(isTold)).at - left, told)
  })
})

describe('who is there', () => {
  const setUp = async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin', ben: 'admin' })
    const { groupId } = await choir.event()
    const open = async ({ token }: { token: string }) => {
      const socket = await world.socket({ token })
      expect(await socket.watch(groupRoom(groupId))).toHaveProperty('view')
      return socket
    }
    return { choir, open, amy: await open(choir.amy), began: performance.now(), ben: await open(choir.ben) }
  }
  type Watcher = Awaited<ReturnType<typeof setUp>>['amy']
  const sees = (one: Watcher, people: number, from = 0) =>
    one.hears((heard) => heard.name === 'presence' && heard.at >= from && heard.view.people.length === people)

  test('R104, R104c pace: who comes and who leaves is seen within 500 ms', onTime, async () => {
    const { amy, ben, began } = await setUp()
    within((await sees(amy, 2)).at - began, 500)
    const left = performance.now()
    ben.socket.disconnect()
    within((await sees(amy, 1, left)).at - left, 500)
  })

  test('R104c pace: who stops answering is gone within 10 s', onTime, async () => {
    const { amy, ben } = await setUp()
    await sees(amy, 2)
    ben.socket.off('here').on('here', () => {})
    const lost = performance.now()
    within((await sees(amy, 1, lost)).at - lost, 10_000)
  })

  test('R104c, L6 pace: who loses the right is gone from there, and cut off, within a second', onTime, async () => {
    const { choir, amy, ben } = await setUp()
    await sees(amy, 2)
    const ended = performance.now()
    await choir.remove(choir.ben)
    within((await sees(amy, 1, ended)).at - ended, 1_000)
    within((await ben.hears(({ name }) => name === 'gone')).at - ended, 1_000)
  })
})

test('R182 pace: a phone at the door that is cut off hears it within a second', onTime, async () => {
  const { world, ada, eventId, north } = await openDoor()
  const phone = await world.socket({}, fromOwnPage(north.cookie))
  expect(await phone.watch(doorRoom(eventId))).toHaveProperty('view')
  const ended = performance.now()
  await world.ok(doorApi.endPhone, { eventId, phoneId: north.phoneId }, ada)
  within((await phone.hears(({ name }) => name === 'gone')).at - ended, 1_000)
})
