// What is told live: the current view on watching, every change within 150 ms, never an older state after a newer one.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dashboardRoom, formRoom, groupRoom, messageSchemas, watchViews } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'
import { type As, openWorld, type World } from '../kit/world/world.ts'

const setUp = async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada, [
    { name: 'Guest', max: 20 },
    { name: 'Cook', max: 20 },
  ])
  const rooms = { group: groupRoom(made.groupId), form: formRoom(made.groupId, made.eventId), dashboard: dashboardRoom(ada.userId) }
  const [desk, phone] = [await world.socket({ token: ada.token }), await world.socket()]
  return { world, ada, ...made, rooms, desk, phone }
}
type Setting = Awaited<ReturnType<typeof setUp>>

const watchAll = async ({ desk, phone, rooms }: Setting) => [
  await desk.watch(rooms.group),
  await desk.watch(rooms.dashboard),
  await phone.watch(rooms.form),
]

/** A submit over the same server the sockets are on, as a browser sends it. Gives when the reply was there. */
async function submit(world: World, groupId: string, as: As & { email: string }, roles: string[]) {
  const body = JSON.stringify({ groupId, email: as.email, name: 'A guest', attending: true, roles })
  const headers = { 'content-type': 'application/json', ...fromOwnPage(as.cookie) }
  const response = await fetch(`${await world.address()}/api${rsvpApi.submit.path}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  const { form } = (await response.json()) as { form: { rev: number } }
  return { rev: form.rev, at: performance.now() }
}

describe('watching', () => {
  test('R64, L1 replies with the current view: group, form and dashboard', async () => {
    const setting = await setUp()
    const { world, ada, groupId, eventId } = setting
    const [group, dashboard, form] = await watchAll(setting)
    expect(group).toEqual({ view: (await world.ok(groupApi.read, { id: groupId }, ada)).group })
    expect(dashboard).toMatchObject({ view: { _id: `dashboard:${ada.userId}`, events: (await world.ok(eventApi.mine, {}, ada)).events } })
    const { userEmail, userName, rsvp, ...shown } = await world.ok(rsvpApi.form, { groupId, eventId })
    expect(form).toEqual({ view: shown })
    expect([userEmail, userName, rsvp]).toEqual(['', '', null])
  })

  test('R64, L1 the form of a group that stands alone is watched as :none', async () => {
    const { world, ada, phone } = await setUp()
    const { groupId } = await world.ok(groupApi.create, { name: 'Choir', roles: [{ name: 'Alto', max: 1 }] }, ada)
    expect(await phone.watch(formRoom(groupId, null))).toMatchObject({ view: { _id: groupId, event: null, status: 'open' } })
    await world.answer(groupId, world.proven('a@guests.test', groupId), ['Alto'])
    // What was committed just before the watch may be told after it: only the content says which message is meant.
    await comes(() => expect(phone.seen('form').at(-1)).toMatchObject({ roleCoverage: [{ count: 1 }] }))
  })

  test('R64 every message is what the contract says, to the field', async () => {
    const setting = await setUp()
    const { world, groupId, desk, phone } = setting
    const [group, dashboard, form] = await watchAll(setting)
    for (const [view, schema] of [
      [group, watchViews.group],
      [dashboard, watchViews.dashboard],
      [form, watchViews.form],
    ] as const)
      expect(schema.parse((view as { view: unknown }).view)).toEqual((view as { view: unknown }).view)
    await world.answer(groupId, world.proven('a@guests.test', groupId), ['Guest'])
    for (const [watcher, names] of [
      [desk, ['group', 'rsvp', 'dashboard']],
      [phone, ['form']],
    ] as const) {
      for (const name of names) {
        const { view } = await watcher.hears((one) => one.name === name)
        expect(messageSchemas[name as 'group'].parse(view)).toEqual(view)
      }
      expect(new Set(watcher.heard.map(({ name }) => name))).toEqual(new Set(names))
    }
  })
})

describe('changes', () => {
  test('R64, L2 move the group, form and dashboard rooms within 150 ms of the reply: p95 of 20 submits', onTime, async () => {
    const setting = await setUp()
    const { world, groupId, desk, phone } = setting
    await watchAll(setting)
    const delays: number[] = []
    for (const guest of world.crowd(20, groupId)) {
      const { rev, at } = await submit(world, groupId, guest, ['Guest'])
      for (const [watcher, name] of [
        [desk, 'group'],
        [desk, 'dashboard'],
        [phone, 'form'],
      ] as const) {
        const heard = await watcher.hears((one) => one.name === name && one.view.rev >= rev)
        delays.push(heard.at - at)
      }
    }
    const p95 = delays.sort((a, b) => a - b)[Math.ceil(delays.length * 0.95) - 1]
    expect(delays).toHaveLength(60)
    within(p95 ?? Infinity, 150)
    for (const one of [desk.seen('group').at(-1), desk.seen('dashboard').at(-1), phone.seen('form').at(-1)]) {
      expect(one?.roleCoverage[0]).toMatchObject({ name: 'Guest', total: 20, count: 20, detailedCounts: { yesNotConfirmed: 20 } })
    }
  })

  test('L3, L4 of 50 submits at once a room is told at most one state per 50 ms, in order, the last being the final one', async () => {
    const setting = await setUp()
    const { world, ada, groupId, desk, phone } = setting
    await watchAll(setting)
    const began = performance.now()
    const answers = await Promise.all(world.crowd(50, groupId).map((guest, n) => world.answer(groupId, guest, n % 2 ? ['Guest'] : [])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(45)
    const final = (await world.ok(groupApi.read, { id: groupId }, ada)).group
    for (const [watcher, name] of [
      [desk, 'group'],
      [desk, 'dashboard'],
      [phone, 'form'],
    ] as const)
      await watcher.hears((one) => one.name === name && one.view.rev === final.rev)
    await comes(() => expect(new Set(desk.seen('rsvp').map(({ email }) => email)).size).toBe(45))
    await wait(150) // nothing more is told
    for (const [watcher, name] of [
      [desk, 'group'],
      [desk, 'dashboard'],
      [phone, 'form'],
    ] as const) {
      const heard = watcher.heard.filter((one) => one.name === name)
      const took = (heard.at(-1)?.at ?? began) - began
      expect(heard.length).toBeLessThanOrEqual(1 + Math.ceil(took / 50))
      const revs = heard.map(({ view }) => view.rev)
      expect(revs).toEqual([...new Set(revs)].sort((a, b) => a - b))
      expect(heard.at(-1)?.view).toMatchObject({ rev: final.rev, roleCoverage: final.roleCoverage })
    }
  })

  test('L3, L4 of a steady stream too, whatever the pace', async () => {
    const setting = await setUp()
    const { world, groupId, phone } = setting
    await watchAll(setting)
    const began = performance.now()
    for (const [n, guest] of world.crowd(60, groupId).entries()) {
      await world.answer(groupId, guest, [])
      await wait(n % 7)
    }
    const rev = (await world.ok(rsvpApi.form, { groupId })).rev
    await phone.hears(({ view }) => view.rev === rev)
    const heard = phone.heard.map(({ view, at }) => [view.rev as number, at] as const)
    expect(heard.length).toBeLessThanOrEqual(1 + Math.ceil(((heard.at(-1)?.[1] ?? 0) - began) / 50))
    expect(heard.length).toBeGreaterThan(2)
    expect(heard.map(([one]) => one)).toEqual(heard.map(([one]) => one).sort((a, b) => a - b))
  })

  test('L4 whoever watches amid a stream of answers never hears an older state than the one they were given', async () => {
    const { world, groupId, rooms } = await setUp()
    const storm = Promise.all(world.crowd(60, groupId).map(async (guest, n) => wait(n * 3).then(() => world.answer(groupId, guest, []))))
    const watchers = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        const one = await world.socket()
        await wait(n * 15)
        const answer = await one.watch(rooms.form)
        return { ...one, given: (answer as { view: { rev: number } }).view.rev }
      }),
    )
    await storm
    const rev = (await world.ok(rsvpApi.form, { groupId })).rev
    await Promise.all(watchers.map(async ({ hears, given }) => given === rev || (await hears(({ view }) => view.rev === rev))))
    for (const { heard, given } of watchers) {
      const revs = [given, ...heard.map(({ view }) => view.rev)]
      expect(revs).toEqual(revs.toSorted((a, b) => a - b))
    }
  })

  test('L5 after a reconnect watching shows the current state', async () => {
    const { world, groupId, rooms, phone } = await setUp()
    await phone.watch(rooms.form)
    phone.socket.disconnect()
    await world.answer(groupId, world.proven('a@guests.test', groupId), ['Guest'])
    phone.socket.connect()
    expect(await phone.watch(rooms.form)).toMatchObject({ view: { roleCoverage: [{ count: 1 }, { count: 0 }] } })
    await world.answer(groupId, world.proven('b@guests.test', groupId), ['Guest'])
    await comes(() => expect(phone.seen('form').at(-1)).toMatchObject({ roleCoverage: [{ count: 2 }, { count: 0 }] }))
  })

  test('R27, R57, L2 settings, roles, edits and deletion are told too', async () => {
    const setting = await setUp()
    const { world, ada, groupId: id, eventId, desk, phone } = setting
    await watchAll(setting)
    await world.ok(groupApi.addRole, { id, name: 'Host', max: 1 }, ada)
    await phone.hears(({ view }) => view.roles?.length === 3)
    await world.ok(eventApi.update, { id: eventId, name: 'Renamed' }, ada)
    await phone.hears(({ view }) => view.event?.name === 'Renamed')
    await desk.hears(({ name, view }) => name === 'dashboard' && view.name === 'Renamed')
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect((await phone.hears(({ view }) => view.status === 'cancelled')).view.roles).toEqual([])
    await desk.hears(({ name, view }) => name === 'dashboard' && view.status === 'cancelled')
  })
})
