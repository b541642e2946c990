// R98b: one act asks the guests of all groups of an event to confirm: one commit, a request for each group that wasn't asked yet, and no way back.
import { expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openPost, pass } from '../reminder/stage.ts'

async function answered() {
  const stage = await openSeveral()
  const post = openPost(stage.world)
  const { world, ada, eventId, idOf, send, one, as } = stage
  await send([one('Bar'), one('Stage', [])])
  await send([one('Door')], {}, as('other@guests.test', 'Door'))
  const groups = async () => {
    const { groups: found = [] } = await world.ok(eventApi.read, { id: eventId }, ada)
    return found.map((group) => ('answers' in group ? [group.name, group.showConfirmation, group.asking?.asked?.people ?? null] : []))
  }
  const asks = async (to: string) => {
    await pass(world, post, 2 * hour, hour)
    return post.sent.filter((one) => one.to === to && /confirm/i.test(one.subject)).map(({ subject }) => subject)
  }
  const enable = (more: object = {}, by: object = ada) => world.call(eventApi.update, { id: eventId, showConfirmation: true, ...more }, by)
  return { ...stage, post, groups, asks, enable, idOf }
}

test('R98b, R154 all groups ask at once, in one commit and one act, everybody who said yes in any of them, by one email; a second time nobody', async () => {
  const { world, ada, post, groups, asks, enable, idOf } = await answered()
  const commits = world.store.commits
  const { status, body } = await enable()
  expect([status, world.store.commits - commits]).toEqual([200, 1])
  expect(await groups()).toEqual([
    ['Bar', true, 1],
    ['Door', true, 1],
    ['Stage', true, 1],
  ])
  const asked = ['Please confirm: “Fair”', 'Please confirm: “Fair: Door”']
  expect([...(await asks('gast@guests.test')), ...(await asks('other@guests.test'))]).toEqual(asked)
  for (const name of ['Bar', 'Door', 'Stage']) {
    const { activity: lines } = await world.ok(activityApi.list, { id: idOf(name) }, ada)
    const said = lines.filter(({ kind }) => kind === 'settings' || kind === 'remind').map(({ kind }) => kind)
    expect([name, said.toSorted()]).toEqual([name, ['remind', 'settings']])
  }
  expect((await enable()).status).toBe(200)
  await pass(world, post, day, hour)
  expect([...(await asks('gast@guests.test')), ...(await asks('other@guests.test'))]).toEqual(asked)
  // R106k: nor can it be taken back by the act that the reply names.
  const { act = '' } = body as { act?: string }
  expect((await world.call(undoApi.undo, { id: act }, ada)).status).toBe(409)
})

test('R98b a group that asks already is left as it is', async () => {
  const { world, ada, groups, enable, idOf } = await answered()
  await world.ok(groupApi.settings, { id: idOf('Bar'), showConfirmation: true }, ada)
  const before = (await world.ok(groupApi.read, { id: idOf('Bar') }, ada)).group
  world.clock.advance(day)
  await enable()
  const after = (await world.ok(groupApi.read, { id: idOf('Bar') }, ada)).group
  const asked = (group: object) => ('asking' in group ? group.asking : null)
  expect(asked(after)).toEqual(asked(before))
  expect((await groups()).map(([, isOn]) => isOn)).toEqual([true, true, true])
})

test('R98b in a group that has begun nobody is asked: it asks from now on, and no request is noted, counted or sent', async () => {
  const { world, groups, asks, enable } = await answered()
  world.clock.advance(7 * day + 1.5 * hour)
  await enable()
  expect(await groups()).toEqual([
    ['Bar', true, null],
    ['Door', true, null],
    ['Stage', true, 1],
  ])
  expect(await asks('other@guests.test')).toEqual([])
})

test('R98b, R107 of the event itself nothing changes by it: an edit of it that stands open is not stale, and its page hears of it', async () => {
  const { world, ada, eventId, enable } = await answered()
  const read = async () => (await world.ok(eventApi.read, { id: eventId }, ada)).event as EventView
  const before = await read()
  await enable()
  const after = await read()
  expect([after.settingsRev, after.rev > before.rev]).toEqual([before.settingsRev, true])
  const edit = { id: eventId, name: 'Fair at the lake', settingsRev: before.settingsRev }
  expect((await world.call(eventApi.update, edit, ada)).status).toBe(200)
})

test('R98b who has confirmed is counted once, before the decision, and again in it only where the group has changed since', async () => {
  let [read, meet]: [number, (() => Promise<unknown>) | undefined] = [0, undefined]
  const stage = await openSeveral(undefined, {
    wrap: (store) =>
      storeWith(store, {
        async find(collection, query) {
          if (collection.name === rsvps.name && query.index === 'group') read++
          return store.find(collection, query)
        },
        async commit(writes) {
          const first = meet
          meet = undefined
          await first?.()
          return store.commit(writes)
        },
      }),
  })
  const { world, ada, eventId, idOf, send, one } = stage
  await send([one('Bar')])
  // As the releases before kept them.
  for (const name of ['Bar', 'Door', 'Stage']) {
    const group = await world.store.get(groups, idOf(name))
    if (group) await world.store.commit([{ collection: groups, put: next(group, { tally: undefined }), expectedRev: group.rev }])
  }
  read = 0
  // Another process writes one of the three between the decision and its commit.
  meet = async () => {
    const group = await world.store.get(groups, idOf('Door'))
    if (group) await world.store.commit([{ collection: groups, put: next(group, {}), expectedRev: group.rev }])
  }
  expect((await world.call(eventApi.update, { id: eventId, showConfirmation: true }, ada)).status).toBe(200)
  expect(read).toBe(4)
})

test('R98b, R98 with another start each guest is asked in the email that tells of it, and in no second one', async () => {
  const { world, asks, enable } = await answered()
  const start = world.inDays(9)
  expect((await enable({ start, end: world.inDays(10), moveGroups: true })).status).toBe(200)
  expect(await asks('other@guests.test')).toEqual(['New time for “Fair: Door”: please confirm'])
})

test('R98b, R19 it goes one way, and who can’t manage the event can’t do it', async () => {
  const { world, eventId, groups, enable } = await answered()
  const eve = await world.person('eve')
  expect((await enable({}, eve)).status).toBe(404)
  const off = await world.send('PUT', `/api/event/${eventId}`, { showConfirmation: false }, await world.logIn('ada'))
  expect(off.status).toBe(400)
  expect((await groups()).map(([, isOn]) => isOn)).toEqual([false, false, false])
})
