// A right that ends refuses the next request and takes the socket out of the room within a second, and nothing is told to it after that.
import { setTimeout as wait } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { canary, refused, setUpRights, watching, ways } from '../kit/rights/ends.ts'
import { withoutRecheck, withStaleReads } from '../kit/rights/unguarded.ts'
import { day } from '../kit/world/clock.ts'
import { onTime, within } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const soonMs = 1_000
const silenceMs = 150

/** `options` are for controls. */
const setUp = async (options: Parameters<typeof openWorld>[0] = {}) => setUpRights(await openWorld(options))

const transports = ['websocket', 'polling'] as const
const waysOver = transports.flatMap((transport) => ways.map(([what, way]) => [what, transport, way] as const))
test.each(waysOver)(
  '%s, R246 pace: over a %s: the next request is refused, and the socket is silent within a second',
  onTime,
  async (_, transport, way) => {
    const setting = await setUp({ transports: [transport] })
    const { watcher, room, ask } = await watching(setting, way)
    const ended = performance.now()
    await way.end(setting)
    expect((await ask()).body.code).toMatch(refused)
    const gone = await watcher.hears(({ name, view }) => name === 'gone' && view === room)
    within(gone.at - ended, soonMs)
    const heard = watcher.heard.length
    await way.happen(setting, canary)
    await wait(silenceMs)
    expect(watcher.heard.slice(heard)).toEqual([])
    expect(JSON.stringify(watcher.heard)).not.toMatch(/canary/i)
    expect(await watcher.watch(room)).toMatchObject({ code: expect.stringMatching(refused) })
  },
)

describe('control', () => {
  test.each(ways)('%s: without a second look the socket is told the canary', async (_, way) => {
    const setting = await setUp()
    Object.assign(setting.world.clock, { after: () => () => {} })
    const { hearsCanary } = await watching(setting, way)
    await withoutRecheck(setting.world)
    await way.end(setting)
    await way.happen(setting, canary)
    await hearsCanary()
  })

  const byWrite = ways.filter(([what]) => !/end of a magic link|lower plan/.test(what))
  test.each(byWrite)('%s: a server that remembers what it read serves the next request', async (_, way) => {
    let isOn = false
    const setting = await setUp({ wrap: (store) => withStaleReads(store, () => isOn) })
    const { ask } = await watching(setting, way)
    isOn = true
    await ask()
    await way.end(setting)
    expect((await ask()).status).toBe(200)
  })
})

test('L6, R33 by logout, while another session of the same person goes on', async () => {
  const setting = await setUp()
  const { world, ada, own, answerOf } = setting
  const other = await world.socket({ token: (await world.logIn('ada')).token })
  await other.watch(groupRoom(own.groupId))
  const watcher = await world.socket({ token: ada.token })
  await watcher.watch(dashboardRoom(ada.userId))
  await world.ok(accessApi.logOut, {}, ada)
  await watcher.hears(({ name }) => name === 'gone')
  await answerOf(canary)
  await other.hears(({ view }) => view.name === canary)
  expect([other.seen('gone'), watcher.seen('dashboard')]).toEqual([[], []])
})

test('L6, R57 pace: by the deletion of the event', onTime, async () => {
  const { world, ada, own } = await setUp()
  const watcher = await world.socket({ token: ada.token })
  await watcher.watch(groupRoom(own.groupId))
  const ended = performance.now()
  await world.ok(eventApi.remove, { id: own.eventId }, ada)
  expect((await world.call(groupApi.rsvps, { id: own.groupId }, ada)).body.code).toBe('group-unknown')
  within((await watcher.hears(({ name }) => name === 'gone')).at - ended, soonMs)
  expect(await watcher.watch(groupRoom(own.groupId))).toHaveProperty('code')
})

test('L6, A4 by the end of a login, thirty days on', async () => {
  const { world, ada, own } = await setUp()
  const watcher = await world.socket({ token: ada.token })
  await watcher.watch(groupRoom(own.groupId))
  for (let nth = 1; nth < 30; nth++) {
    world.clock.advance(day)
    await wait(5)
  }
  expect(watcher.seen('gone')).toEqual([])
  world.clock.advance(day)
  await watcher.hears(({ name }) => name === 'gone')
})

test('L6 unwatch ends it as well, without a word', async () => {
  const { world, ada, own, somebodyAnswers } = await setUp()
  const form = formRoom(own.groupId, own.eventId)
  const watcher = await world.socket({ token: ada.token })
  await watcher.watch(groupRoom(own.groupId))
  watcher.socket.emit('unwatch', groupRoom(own.groupId))
  await watcher.watch(form)
  await somebodyAnswers()
  await watcher.hears(({ name }) => name === 'form')
  await wait(100)
  expect(new Set(watcher.heard.map(({ name }) => name))).toEqual(new Set(['form']))
})
