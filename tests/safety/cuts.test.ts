// Long: sockets are cut every few seconds while answers come in.
// Sockets that are cut every few seconds while answers come in: two seconds after the last cut every view is the current one, and no answer was
// lost or taken twice. The control, a tab that doesn't watch again, is wrong.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accountRoom, dashboardRoom, formRoom, groupRoom, orgRoom } from '#protocol/live.ts'
import { planApi } from '#protocol/money/plan.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { chance } from '../kit/model/chance.ts'
import { objections, readKept } from '../kit/model/oracle.ts'
import { type Outcome, submit } from '../kit/process/burst.ts'
import { openCutter } from '../kit/process/cutter.ts'
import { buy } from '../kit/world/buying.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openTab, type Tab, thingsIn } from '../kit/world/tab.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const isSoak = process.env.SOAK !== undefined
const [forMs, longestPauseMs] = isSoak ? [300_000, 5_000] : [18_000, 3_000]
const { seed, between } = chance()

async function setUp() {
  const world = await openWorld()
  const choir = await openChoir(world, { anna: 'admin' })
  await buy(world, choir.anna)
  const roles = [
    { name: 'Guest', max: 100 },
    { name: 'Scarce', max: 40 },
  ]
  const { eventId, groupId } = await choir.event({ assignmentRules: { enableRoleSelfSelect: true } }, roles)
  // Members only would ask for a membership of each guest.
  const open = await world.send('PUT', `/api/group/${groupId}`, { limitToMembers: false, roles: undefined }, choir.owner)
  expect(open.status).toBe(200)
  const roomsOf = ({ userId }: { userId: string }) => [
    groupRoom(groupId),
    formRoom(groupId, eventId),
    dashboardRoom(userId),
    orgRoom(choir.orgId),
    accountRoom(userId),
  ]
  return { world, ...choir, eventId, groupId, roomsOf }
}
type Setting = Awaited<ReturnType<typeof setUp>>

/** Guests who answer through the wire, again and again where no answer came, until told to stop; and changes of all other kinds. */
function openTraffic({ world, anna, invite, eventId, groupId }: Setting, url: string) {
  const journal: Outcome[] = []
  let [isOver, next, name] = [false, 0, 0]
  const target = { groupId, eventId, proofOf: (email: string) => world.proven(email, groupId).cookie ?? '' }
  const guest = async () => {
    for (let n = next++; !isOver; n = next++) {
      const said = {
        email: `guest${n}@guests.test`,
        name: 'A guest',
        attending: n % 4 > 0,
        roles: n % 4 > 0 ? [n % 3 ? 'Guest' : 'Scarce'] : [],
      }
      let outcome: Outcome
      do {
        outcome = await submit(undefined, url, target, said)
        journal.push(outcome)
        await wait(20)
      } while (outcome.status === 0)
    }
  }
  const others = async () => {
    while (!isOver) {
      await world.ok(name++ % 2 ? planApi.reactivate : planApi.cancel, {}, anna)
      if (name % 5 === 0) await invite(`member${name}`)
      await wait(100)
    }
  }
  const all = Promise.all([...Array.from({ length: 8 }, guest), others()])
  const stop = async () => {
    isOver = true
    await all
  }
  return { journal, stop }
}

/** What `rooms` hold now, asked for by a socket of its own that nobody cuts. */
async function current(world: World, auth: { token?: string }, rooms: readonly string[]) {
  const socket = await world.socket(auth)
  const views = await Promise.all(rooms.map(async (room) => ({ room, answer: await socket.watch(room) })))
  return new Map(views.flatMap(({ room, answer }) => ('view' in answer ? thingsIn(room, answer.view) : [])))
}
/** Without the counts of the door (R186), which come with the first view of a room and then by messages of their own. */
const asText = (thing: unknown) => JSON.stringify(thing, (key, value: unknown) => (key === 'door' ? undefined : value))
/** What a tab shows otherwise than it is. */
const wrongIn = ({ shown }: Tab, now: ReadonlyMap<string, unknown>) =>
  [...now].filter(([key, thing]) => asText(shown.get(key)) !== asText(thing)).map(([key]) => key)

test(
  'L5, L7 sockets cut every few seconds amid answers: 2 s after the last cut all views of all kinds of rooms are right; control',
  async () => {
    const setting = await setUp()
    const { world, owner, anna, groupId, eventId, roomsOf } = setting
    const { rev } = (await world.store.get(groups, groupId)) as Group
    const wire = await openCutter(await world.address())
    const people = [owner, anna].map((one) => ({ one, rooms: roomsOf(one) }))
    const tabs = people.flatMap(({ one, rooms }) => [openTab(wire.url, one, rooms), openTab(wire.url, one, rooms)])
    const invitees = Array.from({ length: 8 }, () => openTab(wire.url, {}, [formRoom(groupId, eventId)]))
    const blind = people.map(({ one, rooms }) => openTab(wire.url, one, rooms, { watchesAgain: false }))
    const traffic = openTraffic(setting, wire.url)
    const until = performance.now() + forMs
    let cuts = 0
    while (performance.now() < until) {
      await wait(between(1_000, longestPauseMs))
      if (wire.cut() > 0) cuts++
    }
    await wait(1_700)
    await traffic.stop()
    await wait(300)
    const now = await Promise.all(people.map(({ one, rooms }) => current(world, one, rooms)))
    const form = await current(world, {}, [formRoom(groupId, eventId)])
    expect([now[0]?.size, form.size]).toEqual([5, 1])
    const wrong = [...tabs.flatMap((tab, n) => wrongIn(tab, now[n >> 1] ?? form)), ...invitees.flatMap((tab) => wrongIn(tab, form))]
    expect(wrong, `SEED=${seed}`).toEqual([])
    expect(Math.min(...[...tabs, ...invitees].map((tab) => tab.connects()))).toBeGreaterThan(cuts / 2)
    for (const [n, tab] of blind.entries()) expect(wrongIn(tab, now[n] ?? form).length).toBeGreaterThan(2)
    expect(traffic.journal.filter(({ status }) => status === 0).length).toBeGreaterThan(0)
    expect(objections(traffic.journal, await readKept(world.store, groupId, rev))).toEqual([])
    console.log(
      `${cuts} cuts, ${traffic.journal.length} answers, ${traffic.journal.filter(({ status }) => status === 0).length} of them cut off, SEED=${seed}`,
    )
  },
  forMs + 180_000,
)
