// What every call, room and other surface costs: bytes out, reads, commits. Each has a row in the table of costs, and none is over it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/access.ts'
import { accountApi } from '#protocol/account.ts'
import { orgRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/org.ts'
import { createApp, roomRules, routes } from '#server/app.ts'
import { countNothing } from '#server/http/limits.ts'
import { mountPages } from '#server/http/pages/pages.ts'
import { serveClient } from '#server/http/static.ts'
import { newMember } from '#server/org/actions.ts'
import { members } from '#server/org/model.ts'
import type { Store } from '#server/store/store.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { rewindable } from '../kit/hostile/rewind.ts'
import { newFolder } from '../kit/process/process.ts'
import { type Cost, callCosts, costs, otherSurfaces, pageCosts, roomCosts } from '../kit/rights/cost-table.ts'
import { keyOf, unmatched } from '../kit/rights/rights.ts'
import { openCast } from '../kit/rights/rights-cast.ts'
import { calls, rooms } from '../kit/rights/rights-table.ts'
import { openClient } from '../kit/world/client.ts'
import { type As, freshStore, guestNo, openWorld } from '../kit/world/world.ts'

interface Spent {
  readonly bytes: number
  readonly reads: number
  /** Of the request. */
  readonly sent: number
}
/** The least that a request is besides its path, its token and its body. */
const leastSent = 60

/** Everyone and everything, over a store that counts what is read of it. */
async function setUp() {
  const { store: base, rewind } = rewindable(await freshStore())
  onTestFinished(() => base.close())
  let reads = 0
  const store: Store = storeWith(base, {
    get: (...asked) => {
      reads++
      return base.get(...asked)
    },
    find: (...asked) => {
      reads++
      return base.find(...asked)
    },
  })
  const world = await openWorld({ store })
  const cast = await openCast(world)
  rewind.forget()
  /** What it takes to do `what`; everything is as before afterwards. */
  async function spent(what: () => Promise<unknown>, ...asked: unknown[]): Promise<Spent> {
    reads = 0
    const said = await what()
    const cost = { bytes: JSON.stringify(said)?.length ?? 0, reads, sent: leastSent + JSON.stringify(asked).length }
    await rewind()
    return cost
  }
  return { world, cast, spent, forget: () => rewind.forget() }
}

const callers = ['nobody', 'inviteeHere', 'linkOwner', 'creatorFree', 'creatorTeam', 'owner', 'admin', 'stranger']
const over = (what: string, { bytes, reads, sent }: Spent, most: Cost) => [
  ...(bytes > most.perByteIn * sent ? [`${what} says ${bytes} bytes for ${sent}, ${most.perByteIn} each`] : []),
  ...(bytes > most.bytes ? [`${what} says ${bytes} bytes of ${most.bytes}`] : []),
  ...(reads > most.reads ? [`${what} reads ${reads} times of ${most.reads}`] : []),
]

/** What is over its row, by every call to everybody's things, by those who may most and those who may nothing. */
async function overspent(most: (key: string) => Cost) {
  const { world, cast, spent } = await setUp()
  const found: string[] = []
  for (const { endpoint } of routes)
    for (const [title, row] of Object.entries(calls).filter(([one]) => one.split(' · ')[0] === keyOf(endpoint)))
      for (const on of row.on)
        for (const name of callers) {
          const as: As = cast.callers[name] ?? {}
          const input = row.input(cast.tenants[on])
          const cost = await spent(async () => (await world.call(endpoint, input, as)).body, endpoint.path, input, as)
          found.push(...over(`${title} on ${on} by ${name}`, cost, most(keyOf(endpoint))))
        }
  return found
}

test('R119 every call, every room and every other surface has a row in the table of costs, and no row is of none', async () => {
  expect(unmatched(routes, callCosts, Object.keys(roomRules), roomCosts)).toEqual([])
  const { app, services } = await openWorld()
  const folder = newFolder()
  writeFileSync(join(folder, 'index.html'), '<html></html>')
  const mountDrawn = (page: string) => mountPages(app, services, { page, style: '', draw: undefined, filesOf: () => [] })
  serveClient(app, folder, { mountDrawn })
  const mounted = app.routes
    .filter(({ method, path }) => method !== 'ALL' || !/^\/\*$/.test(path))
    .map(({ method, path }) => `${method} ${path}`)
  const known = new Set([...routes.map(({ endpoint: { method, path } }) => `${method} /api${path}`), ...otherSurfaces])
  expect([...new Set(mounted)].filter((one) => !known.has(one))).toEqual([])
  expect(otherSurfaces.filter((one) => !mounted.includes(one))).toEqual([])
})

test('R119 no call says more or reads more than its row allows, whoever asks', { timeout: 120_000 }, async () => {
  expect(await overspent((key) => costs[callCosts[key] ?? 'small'])).toEqual([])
})

test('R119 control: with rows of nothing every call is over its row', { timeout: 120_000 }, async () => {
  const found = (await overspent(() => ({ bytes: 1, reads: -1, perByteIn: 0 }))).map((one) => one.split(' on ')[0]?.split(' · ')[0])
  expect(new Set(found)).toEqual(new Set(Object.keys(callCosts)))
})

test('R119 no room’s view says more or reads more than its row allows, and it is read once', async () => {
  const { world, cast, spent } = await setUp()
  const found: string[] = []
  for (const [kind, row] of Object.entries(rooms))
    for (const on of row.on)
      for (const name of callers) {
        const { token, organizerToken } = cast.callers[name] ?? {}
        const watcher = await world.socket({ ...(token && { token }), ...(organizerToken && { organizerToken }) })
        const cost = await spent(() => watcher.watch(row.room(cast.tenants[on])), row.room(cast.tenants[on]))
        watcher.socket.disconnect()
        found.push(...over(`${kind} on ${on} by ${name}`, cost, costs[roomCosts[kind] ?? 'small']))
      }
  expect(found).toEqual([])
})

test('R119 with 10,000 members what is read and said of an organization is a page, as with a few more than one', {
  timeout: 120_000,
}, async () => {
  const { world, spent, forget } = await setUp()
  const ada = await world.person('ada', 'team')
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: ada.email } }, ada)
  const watcher = await world.socket(ada)
  let made = 0
  /** Put straight into the store: how they come is not what this is about. */
  const grow = async (to: number) => {
    for (; made < to; made += 250) {
      const wanted = Array.from({ length: 250 }, (_, n) => ({ name: `M ${made + n}`, email: guestNo(made + n), mobile: '' }))
      const added = wanted.map((one) => newMember(world.services, orgId, { ...one, role: 'member', preserveCnxnName: false }))
      await world.store.commit(added.map((put) => ({ collection: members, put, expectedRev: 0 })))
    }
  }
  const found: string[] = []
  const costOf = async (to: number) => {
    await grow(to)
    forget()
    const list = await spent(async () => (await world.call(orgApi.members, { id: orgId }, ada)).body, orgId, ada)
    const room = await spent(() => watcher.watch(orgRoom(orgId)), orgRoom(orgId), ada)
    found.push(...over(`members of ${to}`, list, pageCosts), ...over(`the room of ${to}`, room, pageCosts))
    return [list.reads, room.reads]
  }
  const few = await costOf(250)
  const many = await costOf(10_000)
  // A look at the caller more or less is no growth.
  for (const [nth, reads] of many.entries()) expect(reads).toBeLessThanOrEqual((few[nth] ?? 0) + 5)
  expect(found).toEqual([])
})

const slowMs = 1_500
const late = async <T>(work: () => Promise<T>) => {
  await wait(slowMs)
  return work()
}

test('R119 while passwords are hashed slowly, and while one commit is slow, other calls go on', async () => {
  const base = await freshStore()
  onTestFinished(() => base.close())
  let isSlow = false
  const world = await openWorld({
    store: storeWith(base, { commit: (writes) => (isSlow ? late(() => base.commit(writes)) : base.commit(writes)) }),
  })
  const ada = await world.person('ada')
  const passwords = {
    ...world.services.passwords,
    matches: (...given: Parameters<typeof world.services.passwords.matches>) => late(() => world.services.passwords.matches(...given)),
  }
  const app = createApp(
    { ...world.services, passwords },
    { log: { info() {}, error() {} } as never, countCall: countNothing, hops: 0, outbox: 'nobody' },
  )
  const slow = openClient(app)
  isSlow = true
  const ended: string[] = []
  const logIn = slow.call(accessApi.logIn, { email: ada.email, password: 'password of ada' }).then(() => ended.push('login'))
  const write = slow.call(accountApi.updateName, { name: 'Ada' }, ada).then(() => ended.push('write'))
  for (let n = 0; n < 20; n++) expect((await slow.call(accountApi.profile, {}, ada)).status).toBe(200)
  ended.push('reads')
  await Promise.all([logIn, write])
  expect(ended[0]).toBe('reads')
})
