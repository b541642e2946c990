// What is told over one server process moves the screens of the others as it moves its own: every kind of room, in time, and never backwards.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { accountRoom, dashboardRoom, formRoom, groupRoom, type MessageName, messageSchemas, orgRoom } from '#protocol/live.ts'
import { planApi } from '#protocol/money/plan.ts'
import { orgApi } from '#protocol/people/org.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { chance } from '../kit/model/chance.ts'
import { openProcesses, type Wire } from '../kit/process/processes.ts'
import { buy } from '../kit/world/buying.ts'
import { openChoir } from '../kit/world/organization.ts'
import { comes, onTime, untilSeen, within } from '../kit/world/pace.ts'
import type { Answer, World } from '../kit/world/world.ts'

const rounds = process.env.SOAK === undefined ? 12 : 60
/** What the way over the database may add to a view's way to a screen. */
const addedMs = 150
type View = ReturnType<typeof JSON.parse>

async function setUp() {
  const { worlds, wire } = await openProcesses(['a', 'b'])
  const [near, far] = worlds
  const choir = await openChoir(near, { amy: 'admin' })
  const ada = await near.person('ada')
  await buy(near, ada)
  const made = await near.event(ada, [{ name: 'Guest', max: 20 }])
  const rooms = [groupRoom(made.groupId), dashboardRoom(ada.userId), accountRoom(ada.userId), formRoom(made.groupId, made.eventId)]
  const watchers = await Promise.all(
    [near, far].map(async (world) => {
      const [desk, admin] = [await world.socket({ token: ada.token }), await world.socket({ token: choir.amy.token })]
      for (const room of rooms) expect(await desk.watch(room)).toHaveProperty('view')
      expect(await admin.watch(orgRoom(choir.orgId))).toHaveProperty('view')
      return { desk, admin }
    }),
  )
  return { near, far, wire, choir, ada, ...made, watchers }
}
type Setting = Awaited<ReturnType<typeof setUp>>

/** Makes a change over the near process; says how to tell the message of each name that shows it. */
type Change = (setting: Setting, n: number) => Promise<Partial<Record<MessageName, (view: View) => boolean>>>
const changes: Readonly<Record<string, Change>> = {
  async answer({ near, groupId }, n) {
    const guest = near.proven(`g${n}@guests.test`, groupId)
    const { rev } = (await near.answer(groupId, guest, n < 20 ? ['Guest'] : [])).body.form
    const reached = (view: View) => view.rev >= rev
    return { group: reached, form: reached, dashboard: reached, rsvp: (view) => view.email === guest.email }
  },
  async member({ near, choir }, n) {
    const email = `m${n}@guests.test`
    await near.ok(orgApi.addBulk, { members: [{ name: `Member ${n}`, email }], orgId: choir.orgId }, choir.owner)
    return { org: (view) => JSON.stringify(view).includes(email) }
  },
  async plan({ near, ada }, n) {
    await near.ok(n % 2 === 0 ? planApi.cancel : planApi.reactivate, {}, ada)
    return { account: (view) => view.subscription?.cancelAtPeriodEnd === (n % 2 === 0) }
  },
}

const p95 = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Infinity

test('L8, L2 pace: a change over one process reaches every kind of room on the other about as soon as on its own', onTime, async () => {
  const setting = await setUp()
  const delays = new Map<string, [number[], number[]]>()
  for (const change of Object.values(changes)) {
    for (let n = 0; n < rounds; n++) {
      const from = setting.watchers.map(({ desk, admin }) => ({ desk: desk.heard.length, admin: admin.heard.length }))
      const shown = await change(setting, n)
      const at = performance.now()
      for (const [name, isIt] of Object.entries(shown))
        for (const [nth, watchers] of setting.watchers.entries()) {
          const who = name === 'org' ? 'admin' : 'desk'
          const { heard } = watchers[who]
          const after = from[nth]?.[who] ?? 0
          const found = await watchers[who].hears((one) => one.name === name && isIt(one.view) && heard.indexOf(one) >= after)
          expect(messageSchemas[name as 'group'].parse(found.view)).toEqual(found.view)
          const both = delays.get(name) ?? [[], []]
          delays.set(name, both)
          both[nth]?.push(Math.max(0, found.at - at))
        }
    }
  }
  const table = [...delays].map(([name, [near, far]]) => ({ name, near: Math.round(p95(near)), far: Math.round(p95(far)) }))
  console.log(
    `p95 from the answer to the screen, ms: ${table.map(({ name, near, far }) => `${name} ${near} here, ${far} there`).join('; ')}`,
  )
  expect(table.map(({ name }) => name).sort()).toEqual(['account', 'dashboard', 'form', 'group', 'org', 'rsvp'])
  for (const { desk } of setting.watchers) expect(desk.seen('gone')).toEqual([])
  for (const { near, far } of table) within(far, near + addedMs + 1)
})

/** Both processes answer to one group at the same time. */
async function storm({ near, far, groupId }: Setting, each: number): Promise<Answer[]> {
  const answersOf = (world: World, name: string) =>
    Array.from({ length: each }, async (_, n) => {
      await wait(n * 15)
      return world.answer(groupId, world.proven(`${name}${n}@guests.test`, groupId), [])
    })
  return Promise.all([...answersOf(near, 'near'), ...answersOf(far, 'far')])
}

interface Newcomer {
  readonly heard: Awaited<ReturnType<World['socket']>>['heard']
  /** So much of it came before the reply. */
  readonly before: number
  readonly given: number
  readonly at: number
}

/** How often a stream brought a group older than what somebody had been shown before, by `shownAt`. */
const arrivedOlder = ({ arrived }: Wire, to: string, shownAt: number, rev: number) =>
  arrived
    .filter((one) => one.to === to && one.at > shownAt)
    .flatMap(({ changes }) => changes)
    .filter(({ collection, record }) => collection === 'groups' && record.rev < rev).length

test(
  'L8, L4 while both processes answer, and their streams lag, no screen goes back, not those opened meanwhile either, and all end right',
  untilSeen,
  async () => {
    const setting = await setUp()
    const { near, far, wire, groupId, eventId, ada, watchers } = setting
    const { next, seed } = chance()
    wire.lagMs = () => 100 + next() * 100
    const answering = storm(setting, 80)
    const newcomers = await Promise.all(
      Array.from({ length: 10 }, async (_, n) => {
        await wait(n * 100)
        const { socket, heard } = await far.socket()
        // What comes between joining and the reply is older than the reply, and rightly so.
        return new Promise<Newcomer>((come) =>
          socket.emit('watch', formRoom(groupId, eventId), (reply) => {
            const { rev } = (reply as { view: { rev: number } }).view
            come({ heard, before: heard.length, given: rev, at: performance.now() })
          }),
        )
      }),
    )
    const answers = await answering
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    const { rev } = (await near.ok(groupApi.read, { id: groupId }, ada)).group
    for (const { desk } of watchers) {
      for (const name of ['group', 'form', 'dashboard'] as const) {
        await desk.hears((one) => one.name === name && one.view.rev === rev)
        const revs = desk.seen(name).map((view) => view.rev)
        expect([name, seed, revs]).toEqual([name, seed, revs.toSorted((a, b) => a - b)])
      }
      await comes(() => expect(new Set(desk.seen('rsvp').map(({ email }) => email)).size).toBe(160))
    }
    for (const { heard, before, given } of newcomers) {
      const revs = heard.map(({ view }) => view.rev).toSpliced(before, 0, given)
      expect([seed, revs.at(-1), revs]).toEqual([seed, rev, revs.toSorted((a, b) => a - b)])
    }
    // The control: had all been told that arrived, newcomers' screens would have gone back.
    expect(newcomers.reduce((sum, { at, given }) => sum + arrivedOlder(wire, 'b', at, given), 0)).toBeGreaterThan(0)
  },
)
