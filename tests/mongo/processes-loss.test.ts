// A stream that has lost what was committed and says so: screens are right again soon, lists of answers included.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { chance } from '../kit/model/chance.ts'
import { openProcesses, type Wire } from '../kit/process/processes.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'
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
  await comes(() => expect(Object.values(tabs).map(({ desk, phone }) => desk.shown.size + phone.shown.size)).toEqual([3, 3]))
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
const losses: readonly (readonly [what: string, keeps: Wire['keeps']])[] = [
  ['three in ten', () => next() >= 0.3],
  ['everything', () => false],
]

test.each(losses)(
  'L8 pace: a stream that loses %s for 3 s, and then says so: every screen and list is right within 2 s',
  onTime,
  async (_, keeps) => {
    const { wire, tabs, answer, wrong, stales } = await setUp()
    wire.keeps = keeps
    for (const until = performance.now() + lostMs; performance.now() < until; await wait(60)) await answer()
    wire.keeps = () => true
    const noticed = performance.now()
    wire.miss()
    await comes(async () => expect([seed, await wrong(tabs.heeding)]).toEqual([seed, []]))
    within(performance.now() - noticed, soonMs)
    console.log(`right after ${Math.round(performance.now() - noticed)} ms; told to look anew: ${stales().join(', ')} times`)
    // The control: who doesn't heed it goes on with gaps in the list, for as long as one waits.
    await wait(Math.max(0, noticed + soonMs - performance.now()))
    expect((await wrong(tabs.deaf)).some((key) => key.startsWith('rsvp/'))).toBe(true)
  },
)

test('L8, L5 while nothing gets through, whoever connects anew sees the current state', async () => {
  const { wire, tabs, answer, wrong, stales } = await setUp()
  wire.keeps = () => false
  for (let n = 0; n < 10; n++) await answer()
  await wait(500)
  expect(await wrong(tabs.heeding)).toHaveLength(13)
  const { desk, phone } = tabs.heeding
  for (const tab of [desk, phone]) tab.reconnect()
  await comes(async () => expect(await wrong(tabs.heeding)).toEqual([]))
  expect([await wrong(tabs.deaf), stales()]).toEqual([expect.objectContaining({ length: 13 }), [0, 0, 0, 0]])
})
