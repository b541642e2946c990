// What is told live: the current view on watching, every change soon after, never an older state after a newer one.
import { describe, expect, test } from 'vitest'
import { dashboardRoom, formRoom, groupRoom, messageSchemas, watchViews } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { holdTime } from '../kit/world/held.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { comes } from '../kit/world/pace.ts'
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

/** A submit over the same server the sockets are on, as a browser sends it. Gives the revision that was replied. */
async function submit(world: World, groupId: string, as: As & { email: string }, roles: string[]) {
  const body = JSON.stringify({ groupId, email: as.email, name: 'A guest', attending: true, roles })
  const headers = { 'content-type': 'application/json', ...fromOwnPage(as.cookie) }
  const response = await fetch(`${await world.address()}/api${rsvpApi.submit.path}`, { method: 'POST', headers, body })
  expect(response.status).toBe(200)
  const { form } = (await response.json()) as { form: { rev: number } }
  return form.rev
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
  test('R64, L2 move the group, form and dashboard rooms: 20 submits', async () => {
    const setting = await setUp()
    const { world, groupId, desk, phone } = setting
    await watchAll(setting)
    for (const guest of world.crowd(20, groupId)) {
      const rev = await submit(world, groupId, guest, ['Guest'])
      for (const [watcher, name] of [
        [desk, 'group'],
        [desk, 'dashboard'],
        [phone, 'form'],
      ] as const)
        await watcher.hears((one) => one.name === name && one.view.rev >= rev)
    }
    for (const one of [desk.seen('group').at(-1), desk.seen('dashboard').at(-1), phone.seen('form').at(-1)]) {
      expect(one?.roleCoverage[0]).toMatchObject({ name: 'Guest', total: 20, count: 20, detailedCounts: { yesNotConfirmed: 20 } })
    }
  })

  test('L3, L4 of 50 submits at once a room is told one state, and the final one after its pause of 50 ms', async () => {
    const setting = await setUp()
    const { world, ada, groupId, desk, phone } = setting
    await watchAll(setting)
    const pass = holdTime()
    const answers = await Promise.all(world.crowd(50, groupId).map((guest, n) => world.answer(groupId, guest, n % 2 ? ['Guest'] : [])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(45)
    const final = (await world.ok(groupApi.read, { id: groupId }, ada)).group
    const rooms = [
      [desk, 'group'],
      [desk, 'dashboard'],
      [phone, 'form'],
    ] as const
    for (const [watcher, name] of rooms) await watcher.hears((one) => one.name === name && one.view.rev === final.rev)
    await comes(() => expect(new Set(desk.seen('rsvp').map(({ email }) => email)).size).toBe(45))
    pass(1_000)
    await watchAll(setting) // nothing more is told before this is answered
    for (const [watcher, name] of rooms) {
      const told = watcher.heard.filter((one) => one.name === name).map(({ view }) => view)
      expect(told.length).toBeLessThanOrEqual(2)
      expect(told.map(({ rev }) => rev)).toEqual([...new Set(told.map(({ rev }) => rev))].sort((a, b) => a - b))
      expect(told.at(-1)).toMatchObject({ rev: final.rev, roleCoverage: final.roleCoverage })
    }
  })

  test('L3, L4 of a steady stream a state per 50 ms at most too, in order', async () => {
    const setting = await setUp()
    const { world, groupId, phone } = setting
    await watchAll(setting)
    const pass = holdTime()
    let passed = 0
    for (const [n, guest] of world.crowd(60, groupId).entries()) {
      await world.answer(groupId, guest, [])
      pass(n % 7)
      passed += n % 7
    }
    const { rev } = await world.ok(rsvpApi.form, { groupId })
    await phone.hears(({ view }) => view.rev === rev)
    const revs = phone.heard.map(({ view }) => view.rev as number)
    expect([revs.length > 2, revs.length <= 2 + passed / 50]).toEqual([true, true])
    expect(revs).toEqual(revs.toSorted((a, b) => a - b))
  })

  test('L4 whoever watches amid a stream of answers never hears an older state than the one they were given', async () => {
    const { world, groupId, rooms } = await setUp()
    const watching = async () => {
      const one = await world.socket()
      const answer = await one.watch(rooms.form)
      return { ...one, given: (answer as { view: { rev: number } }).view.rev }
    }
    const opened: ReturnType<typeof watching>[] = []
    for (const [n, guest] of world.crowd(60, groupId).entries()) {
      const answered = world.answer(groupId, guest, [])
      if (n % 6 === 0) opened.push(watching())
      await answered
    }
    const watchers = await Promise.all(opened)
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
