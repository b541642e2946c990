// Long: a process that is gone is noticed after the seconds it may be silent.
// Who is there over one server process is told over the others, as soon as over its own, and is gone when that process is.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dashboardRoom, groupRoom } from '#protocol/live.ts'
import type { Doing, PresenceView } from '#protocol/record/presence.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { presences } from '#server/people/model/presence.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { day } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { onTime, within } from '../kit/world/pace.ts'
import type { World } from '../kit/world/world.ts'

const soonMs = 500
const goneMs = 10_000

/** Amy has the group open over the one process, Ben over the other, and Olga looks at her dashboard there. */
async function setUp() {
  const opened = await openProcesses(['a', 'b'])
  const [near, far] = opened.worlds
  const choir = await openChoir(near, { amy: 'admin', ben: 'admin' })
  const { groupId } = await choir.event()
  const { group } = await near.ok(groupApi.read, { id: groupId }, choir.owner)
  const room = groupRoom(groupId)
  const open = async (world: World, who: { token: string }, at: string = room) => {
    const socket = await world.socket({ token: who.token })
    expect(await socket.watch(at)).toHaveProperty('view')
    return socket
  }
  const records = () => near.store.find(presences, { index: '_id' })
  return { ...opened, near, far, choir, room, roleId: group.roleCoverage[0]?._id ?? '', open, records }
}
type Watcher = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['open']>>
const latest = ({ heard }: Watcher) => heard.findLast(({ name }) => name === 'presence')
const sees = (watcher: Watcher, isIt: (view: PresenceView) => boolean) => watcher.hears((one) => one === latest(watcher) && isIt(one.view))
const namesOf = ({ people }: PresenceView) => people.map(({ name }) => name).join()
const seesNames = (watcher: Watcher, ...names: string[]) => sees(watcher, (view) => namesOf(view) === names.join())

test(
  'R104, L8 pace: who comes, edits and leaves over one process is told over the other within 500 ms, on boards and dashboards',
  onTime,
  async () => {
    const { near, far, choir, room, roleId, open, records } = await setUp()
    const [amy, board] = [await open(near, choir.amy), await open(far, choir.owner, dashboardRoom(choir.owner.userId))]
    await seesNames(board, 'amy')
    const came = performance.now()
    const ben = await open(far, choir.ben)
    within((await seesNames(amy, 'amy', 'ben')).at - came, soonMs)
    await seesNames(ben, 'amy', 'ben')
    for (const what of [{ kind: 'role' as const, roleId }, null]) {
      const said = performance.now()
      ben.socket.emit('doing', { room, what })
      const isIt = ({ people }: PresenceView) => JSON.stringify(people[1]?.doing) === JSON.stringify(what)
      within((await sees(amy, isIt)).at - said, soonMs)
    }
    expect((await records()).map(({ process }) => process).sort()).toEqual(['a', 'b'])
    const left = performance.now()
    ben.socket.disconnect()
    within((await seesNames(amy, 'amy')).at - left, soonMs)
    await seesNames(board, 'amy')
    await expect.poll(async () => (await records()).map(({ process }) => process)).toEqual(['a'])
  },
)

test('R104 the same person over two processes is one, and stays until the last of them is left', async () => {
  const { near, far, choir, room, roleId, open } = await setUp()
  const amy = await open(near, choir.amy)
  const [first, second] = [await open(near, choir.ben), await open(far, choir.ben)]
  second.socket.emit('doing', { room, what: { kind: 'role', roleId } })
  await sees(amy, (view) => namesOf(view) === 'amy,ben' && view.people[1]?.doing?.kind === 'role')
  second.socket.disconnect()
  await sees(amy, (view) => namesOf(view) === 'amy,ben' && view.people[1]?.doing === null)
  first.socket.disconnect()
  await seesNames(amy, 'amy')
})

test(
  'R104, L10 pace: who is there over a process of which nothing is heard any more is gone within 10 s, and back when it is heard',
  onTime,
  async () => {
    const { near, far, wire, choir, open } = await setUp()
    const amy = await open(near, choir.amy)
    await open(far, choir.ben)
    await seesNames(amy, 'amy', 'ben')
    wire.keeps = ({ record }, to) => !(to === 'a' && 'process' in record && record.process === 'b')
    const lost = performance.now()
    within((await seesNames(amy, 'amy')).at - lost, goneMs)
    wire.keeps = () => true
    await seesNames(amy, 'amy', 'ben')
  },
)

test('R104 what somebody does already, said again and again, costs the store nothing', async () => {
  const { near, far, stores, choir, room, roleId, open } = await setUp()
  const [amy, ben] = [await open(near, choir.amy), await open(far, choir.ben)]
  const say = (what: Doing | null) => ben.socket.emit('doing', { room, what })
  say({ kind: 'role', roleId })
  await sees(amy, ({ people }) => people[1]?.doing?.kind === 'role')
  await wait(300)
  const before = stores[1].commits
  for (let nth = 0; nth < 20; nth++) {
    say({ kind: 'role', roleId })
    await wait(50)
  }
  expect(stores[1].commits - before).toBeLessThanOrEqual(1) // a sign of life
  say({ kind: 'settings' })
  await sees(amy, ({ people }) => people[1]?.doing?.kind === 'settings')
})

test('R104 control: whose process lives stays; all that it costs the store is a write every three seconds', async () => {
  const { near, far, stores, choir, open } = await setUp()
  const amy = await open(near, choir.amy)
  for (const who of [choir.ben, choir.owner, choir.ben]) await open(far, who)
  await seesNames(amy, 'amy', 'ben', 'olga_user')
  await wait(500)
  const [before, heard] = [stores[1].commits, amy.heard.length]
  await wait(goneMs)
  expect(namesOf(latest(amy)?.view)).toBe('amy,ben,olga_user')
  expect(amy.heard.length).toBe(heard)
  expect(stores[1].commits - before).toBeLessThanOrEqual(4)
})

test(
  'R104 pace: a process that missed something reads who is there again, and one whose records were purged writes them again',
  onTime,
  async () => {
    const { near, far, wire, clock, choir, open, records } = await setUp()
    const [amy, ben] = [await open(near, choir.amy), await open(far, choir.ben)]
    await seesNames(amy, 'amy', 'ben')
    wire.keeps = ({ collection }, to) => !(to === 'a' && collection === presences.name)
    ben.socket.disconnect()
    await expect.poll(async () => (await records()).map(({ process }) => process)).toEqual(['a'])
    expect(namesOf(latest(amy)?.view)).toBe('amy,ben')
    wire.keeps = () => true
    const noticed = performance.now()
    wire.miss()
    within((await seesNames(amy, 'amy')).at - noticed, 2_000)

    const back = await open(far, choir.ben)
    await seesNames(amy, 'amy', 'ben')
    clock.advance(2 * day)
    await far.runJobs()
    await expect.poll(async () => (await records()).map(({ process }) => process).sort()).toEqual(['a', 'b'])
    await seesNames(back, 'amy', 'ben')
  },
)
