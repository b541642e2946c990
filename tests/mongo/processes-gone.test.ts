// Long: every way in which a right ends, over two real servers, told and untold.
// A right that ends over one server process takes the sockets of the other ones out of the room, even where its end can't be told.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openProcesses, type Wire } from '../kit/process/processes.ts'
import { canary, refused, type Setting, setUpRights, type Way, watching, ways } from '../kit/rights/ends.ts'
import { onTime, within } from '../kit/world/pace.ts'

const soonMs = 1_000
const silenceMs = 300

async function setUp() {
  const { worlds, wire } = await openProcesses(['a', 'b'])
  return { setting: await setUpRights(worlds[0], worlds[1]), wire }
}
/** Loses every end of a right. */
const withoutEnds: Wire['keeps'] = ({ collection }) => ['groups', 'rsvps', 'orgs'].includes(collection)

async function isSilent(setting: Setting, way: Way, { watcher }: Awaited<ReturnType<typeof watching>>) {
  const heard = watcher.heard.length
  await way.happen(setting, canary)
  await wait(silenceMs)
  expect(watcher.heard.slice(heard).filter(({ name }) => name !== 'stale')).toEqual([])
  expect(JSON.stringify(watcher.heard)).not.toMatch(/canary/i)
}

test.each(ways)(
  'L9 pace: %s over one process: the other refuses at once, and its socket is silent within a second',
  onTime,
  async (_, way) => {
    const { setting } = await setUp()
    const one = await watching(setting, way)
    const ended = performance.now()
    await way.end(setting)
    expect((await one.ask()).body.code).toMatch(refused)
    const gone = await one.watcher.hears(({ name, view }) => name === 'gone' && view === one.room)
    within(gone.at - ended, soonMs)
    await isSilent(setting, way, one)
    expect(await one.watcher.watch(one.room)).toMatchObject({ code: expect.stringMatching(refused) })
  },
)

/** What happens where nothing tells of it is the same for every right: some that end by different collections stand for all. */
const byWrite = ways.filter(([what]) =>
  /by logout$|by the revoke of a permission|by a lower role$|by a lower plan|by suspension$/.test(what),
)

test.each(byWrite)(
  'L9 pace: %s: where a stream had a gap just then, the socket is out soon all the same, though it asks for nothing',
  onTime,
  async (_, way) => {
    const { setting, wire } = await setUp()
    const one = await watching(setting, way)
    wire.keeps = withoutEnds
    await way.end(setting)
    const noticed = performance.now()
    wire.miss()
    const gone = await one.watcher.hears(({ name, view }) => name === 'gone' && view === one.room)
    within(gone.at - noticed, soonMs)
    await isSilent(setting, way, one)
  },
)

test.each(byWrite)('L9 control, %s: where nothing says that it ended, the other’s socket is told the canary', async (_, way) => {
  const { setting, wire } = await setUp()
  const one = await watching(setting, way)
  wire.keeps = withoutEnds
  await way.end(setting)
  await way.happen(setting, canary)
  await one.hearsCanary()
  expect(one.watcher.seen('gone')).toEqual([])
})

test('L9, R57 pace: the deletion of an event over one process ends its rooms on the other', onTime, async () => {
  const { setting } = await setUp()
  const { world, far, ada, own } = setting
  const watcher = await far.socket({ token: ada.token })
  await watcher.watch(groupRoom(own.groupId))
  const guest = await far.socket()
  await guest.watch(formRoom(own.groupId, own.eventId))
  const ended = performance.now()
  await world.ok(eventApi.remove, { id: own.eventId }, ada)
  expect((await far.call(groupApi.rsvps, { id: own.groupId }, ada)).body.code).toBe('group-unknown')
  within((await watcher.hears(({ name }) => name === 'gone')).at - ended, soonMs)
  within((await guest.hears(({ view }) => view.status === 'cancelled')).at - ended, soonMs)
})

test('L9, R27 Keep Private over one process takes the details out of what the other tells its guests, while both take answers', async () => {
  const { setting } = await setUp()
  const { world, far, ada, own, somebodyAnswers } = setting
  const { groupId } = own
  const guest = await far.socket()
  expect(JSON.stringify(await guest.watch(formRoom(groupId, own.eventId)))).toContain('detailedCounts')
  const farAnswers = (n: number) => far.answer(groupId, far.proven(`far${n}@guests.test`, groupId), [])
  await Promise.all([
    somebodyAnswers(),
    farAnswers(1),
    world.ok(groupApi.settings, { id: groupId, displayRSVPToAll: false }, ada),
    farAnswers(2),
  ])
  const { rev } = await far.ok(rsvpApi.form, { groupId })
  await guest.hears(({ view }) => view.rev === rev)
  await wait(silenceMs)
  const first = guest.heard.findIndex(({ view }) => view.displayRSVPToAll === false)
  expect(first).toBeGreaterThanOrEqual(0)
  expect(JSON.stringify(guest.heard.slice(first))).not.toContain('detailedCounts')
})
