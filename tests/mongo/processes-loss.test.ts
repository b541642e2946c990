// A line between server processes that loses what they tell one another: screens are right again soon, lists of answers included.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { groupApi } from '#protocol/group.ts'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { chance } from '../kit/model/chance.ts'
import { dead, type Line, openProcesses, whole } from '../kit/process/processes.ts'
import { openTab, type Tab } from '../kit/world/tab.ts'

/** L8 */
const soonMs = 2_000
const lostMs = 3_000

async function setUp() {
  const { worlds, wire } = await openProcesses(['a', 'b'])
  const [near, far] = worlds
  const ada = await near.person('ada')
  const { groupId, eventId } = await near.event(ada, [{ name: 'Guest', max: 20 }])
  const rooms = [groupRoom(groupId), dashboardRoom(ada.userId)]
  const rowsOf = async () => {
    const { rsvps } = await far.ok(groupApi.rsvps, { id: groupId }, ada)
    return rsvps.map((row) => [`rsvp/${row._id}`, row] as const)
  }
  const reads = async (room: string) => (room.startsWith('group:') ? rowsOf() : [])
  const url = await far.address()
  const open = (hearsStale: boolean) => ({
    desk: openTab(url, ada, rooms, { reads, hearsStale }),
    phone: openTab(url, {}, [formRoom(groupId, eventId)], { hearsStale }),
  })
  const tabs = { heeding: open(true), deaf: open(false) }
  await vi.waitFor(() => expect(Object.values(tabs).map(({ desk, phone }) => desk.shown.size + phone.shown.size)).toEqual([3, 3]))
  let nth = 0
  const answer = async () => {
    const { status } = await near.answer(groupId, near.proven(`g${nth++}@guests.test`, groupId), [])
    expect(status).toBe(200)
  }
  /** What these screens show that is not so. */
  async function wrong({ desk, phone }: { desk: Tab; phone: Tab }): Promise<string[]> {
    const { rev } = (await far.ok(groupApi.read, { id: groupId }, ada)).group
    const shown = (tab: Tab, key: string) => tab.shown.get(key)?.rev
    const rows = (await rowsOf()).filter(([key, row]) => shown(desk, key) !== row.rev).map(([key]) => key)
    const views = [
      [desk, `group/${groupId}`],
      [desk, `dashboard/${eventId}`],
      [phone, `form/${groupId}`],
    ] as const
    return [...rows, ...views.filter(([tab, key]) => shown(tab, key) !== rev).map(([, key]) => key)]
  }
  const all = Object.values(tabs).flatMap(({ desk, phone }) => [desk, phone])
  return { wire, tabs, answer, wrong, stales: () => all.map((tab) => tab.stales()) }
}

const { next, seed } = chance()
const lines: readonly (readonly [what: string, line: Line])[] = [
  ['loses three in ten', () => (next() < 0.3 ? undefined : 0)],
  ['loses everything', dead],
]

test.each(lines)('L8 a line that %s for 3 s: every screen and list is right within 2 s of the next change', async (_, line) => {
  const { wire, tabs, answer, wrong, stales } = await setUp()
  wire.line = line
  for (const until = performance.now() + lostMs; performance.now() < until; await wait(60)) await answer()
  wire.line = whole
  await answer()
  const changed = performance.now()
  await vi.waitFor(async () => expect([seed, await wrong(tabs.heeding)]).toEqual([seed, []]), { timeout: soonMs, interval: 20 })
  console.log(`right after ${Math.round(performance.now() - changed)} ms; told to look anew: ${stales().join(', ')} times`)
  // The control: who doesn't heed it goes on with gaps in the list, for as long as one waits.
  await wait(Math.max(0, changed + soonMs - performance.now()))
  expect((await wrong(tabs.deaf)).some((key) => key.startsWith('rsvp/'))).toBe(true)
})

test('L8 what is lost with nothing after it is noticed too, within 2 s of the line being whole again', async () => {
  const { wire, tabs, answer, wrong } = await setUp()
  wire.line = dead
  for (let n = 0; n < 10; n++) await answer()
  await wait(lostMs)
  wire.line = whole
  await vi.waitFor(async () => expect(await wrong(tabs.heeding)).toEqual([]), { timeout: soonMs, interval: 20 })
  // The control: rooms, and not only lists, stay wrong for who doesn't heed it.
  expect((await wrong(tabs.deaf)).filter((key) => !key.startsWith('rsvp/'))).toHaveLength(3)
})

test('L8, L5 while nothing gets through, whoever connects anew sees the present state', async () => {
  const { wire, tabs, answer, wrong, stales } = await setUp()
  wire.line = dead
  for (let n = 0; n < 10; n++) await answer()
  await wait(500)
  expect(await wrong(tabs.heeding)).toHaveLength(13)
  const { desk, phone } = tabs.heeding
  for (const tab of [desk, phone]) tab.reconnect()
  await vi.waitFor(async () => expect(await wrong(tabs.heeding)).toEqual([]), { timeout: soonMs, interval: 20 })
  expect([await wrong(tabs.deaf), stales()]).toEqual([expect.objectContaining({ length: 13 }), [0, 0, 0, 0]])
})
