// What every call, room and other surface costs: bytes out, reads, commits. Each has a row in the table of costs, and none is over it.

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createApp, roomRules, routes } from '#server/app/app.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { make } from '#server/edge/http/pages/sheet.ts'
import { serveClient } from '#server/edge/http/static.ts'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { newFolder } from '../kit/process/process.ts'
import { type Cost, callCosts, costs, otherSurfaces, roomCosts } from '../kit/rights/cost-table.ts'
import { keyOf, unmatched } from '../kit/rights/rights.ts'
import { rooms } from '../kit/rights/rights-rooms.ts'
import { calls } from '../kit/rights/rights-table.ts'
import { openSpending, over } from '../kit/rights/spending.ts'
import { unrouted } from '../kit/rights/surfaces.ts'
import { openClient } from '../kit/world/client.ts'
import { type As, freshStore, guestNo, openWorld } from '../kit/world/world.ts'

const callers = ['nobody', 'inviteeHere', 'linkOwner', 'creatorFree', 'creatorTeam', 'owner', 'admin', 'stranger', 'operator']
/** What is over its row, by every call to everybody's things, by those who may most and those who may nothing. */
async function overspent(most: (key: string) => Cost) {
  const { world, cast, spent } = await openSpending()
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
  const mountDrawn = (page: string) => {
    const stock = {
      page,
      style: '',
      files: { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [], '/': [], '/pricing': [] },
    }
    mountPages(app, services, {
      stock,
      print: async (sheet) => make(stock, sheet),
      countCall: countNothing,
      hops: 0,
      log: pino({ level: 'silent' }),
    })
  }
  serveClient(app, folder, { mountDrawn })
  const mounted = [...app.routes.map(({ method, path }) => `${method} ${path}`), ...unrouted]
  const known = new Set([...routes.map(({ endpoint: { method, path } }) => `${method} /api${path}`), ...otherSurfaces])
  expect([...new Set(mounted)].filter((one) => !known.has(one))).toEqual([])
  expect(otherSurfaces.filter((one) => !mounted.includes(one))).toEqual([])
})

test('R119 no call says more or reads more than its row allows, whoever asks', async () => {
  expect(await overspent((key) => costs[callCosts[key] ?? 'small'])).toEqual([])
})

test('R119 control: with rows of nothing every call is over its row', async () => {
  const found = (await overspent(() => ({ bytes: 1, reads: -1, perByteIn: 0 }))).map((one) => one.split(' on ')[0]?.split(' · ')[0])
  expect(new Set(found)).toEqual(new Set(Object.keys(callCosts)))
})

test('R119 no room’s view says more or reads more than its row allows, and it is read once', async () => {
  const { world, cast, spent } = await openSpending()
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

test('R119, M6 while no email gets away, calls that write them answer, others go on, and no more are on their way than there are slots', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId } = await world.event(ada)
  const counts = { now: 0, most: 0, sent: 0 }
  let free = () => {}
  const gate = new Promise<void>((open) => (free = open))
  const send = async () => {
    counts.most = Math.max(counts.most, ++counts.now)
    await gate
    counts.now--
    counts.sent++
  }
  const mail = createDelivery({ ...world.services, mailer: { name: 'smtp', keeps: false, send }, log: pino({ level: 'silent' }) })
  const beat = setInterval(() => world.clock.advance(10), 5)
  const guests = Array.from({ length: 3 * defaultSlots.all }, (_, nth) => guestNo(nth))
  const answers = await Promise.all(guests.map((email) => world.call(rsvpApi.sendCode, { email, groupId })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  await expect.poll(() => counts.now).toBeGreaterThan(0)
  for (let nth = 0; nth < 20; nth++) expect((await world.call(accountApi.profile, {}, ada)).status).toBe(200)
  expect([counts.sent, counts.most <= defaultSlots.all]).toEqual([0, true])
  free()
  await expect.poll(() => counts.sent).toBeGreaterThanOrEqual(guests.length)
  expect(counts.most).toBeLessThanOrEqual(defaultSlots.all)
  clearInterval(beat)
  await mail.stop()
})
