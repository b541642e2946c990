// What drawn pages and pictures cost: nobody waits for those of others, and whoever asks for more than a share is given less, not everybody.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { newApp } from '#server/edge/http/mount.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { mountPreviews } from '#server/edge/http/pages/preview.ts'
import { createPress } from '#server/edge/http/pages/render-thread.ts'
import { make, type Sheet } from '#server/edge/http/pages/sheet.ts'
import { serve } from '#server/edge/http/serve.ts'
import type { Askers } from '#server/edge/preview/fair-queue.ts'
import { createPainter } from '#server/edge/preview/painter.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import { type CountCall, countNothing } from '#server/people/http/limits.ts'
import { brandFacts } from '#server/seats/model/event-picture.ts'
import { newFolder } from '../kit/process/process.ts'
import { onTime, times } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const files = { '/rsvp': [], '/rsvp/asking': [], '/rsvp/event': [], '/rsvp/own': [], '/': [], '/pricing': [] }
const stock = { page: '<html><head><title>x</title></head><body><div id="root"></div></body></html>', style: '', files }
const isDrawn = (html: string) => html.includes('drawn:/rsvp/')

/** A world whose invitations are drawn by `print`, and what fetches one from an address. */
async function openPages(print: (sheet: Sheet) => Promise<void>, countCall: CountCall = countNothing) {
  const world = await openWorld({ hops: 1 })
  const sheets: Sheet[] = []
  const draw = (path: string) => `drawn:${path}`
  mountPages(world.app, world.services, {
    stock,
    countCall,
    hops: 1,
    log: pino({ level: 'silent' }),
    print: async (sheet) => {
      sheets.push(sheet)
      await print(sheet)
      return make(stock, sheet, draw)
    },
  })
  const get = async (groupId: string, from: string) =>
    (await world.app.request(`/rsvp/${groupId}`, { headers: { 'x-forwarded-for': from } })).text()
  return { world, sheets, get }
}

/** So many groups with an event. */
async function groupsOf(world: World, count: number) {
  const ada = await world.person('ada', 'enterprise')
  const made: string[] = []
  while (made.length < count) made.push((await world.event(ada)).groupId)
  return made
}
const [attacker, home] = ['203.0.113.66', '192.0.2.1']

test('R119f of pages that are to be drawn an address has its share; beyond it they are bare at once, and others are drawn next', async () => {
  let end = () => {}
  let ended = 0
  const { world, get } = await openPages(async () => {
    await new Promise<void>((resolve) => (end = resolve))
    ended++
  })
  const [honest = '', ...many] = await groupsOf(world, 13)
  const asked = many.map((groupId) => get(groupId, attacker))
  const mine = get(honest, home)
  await wait(50)
  let isMine = false
  void mine.then(() => (isMine = true))
  const drawnBefore = async () => {
    for (let turn = 0; turn < 10 && !isMine; turn++) {
      end()
      await wait(20)
    }
    return ended
  }
  expect(await drawnBefore()).toBeLessThanOrEqual(3) // the one under way, one more of theirs, and mine
  expect(isDrawn(await mine)).toBe(true)
  const goOn = setInterval(() => end(), 5)
  const pages = await Promise.all(asked)
  clearInterval(goOn)
  expect(pages.filter(isDrawn)).toHaveLength(4)
  expect(pages.every((html) => html.includes('<div id="root">'))).toBe(true)
})

test('R119 pages that are drawn anew are counted for their address, those that are kept are not', async () => {
  const counted: string[] = []
  const countCall: CountCall = async (address, name) => {
    counted.push(`${name} ${address}`)
    if (address === attacker) throw new Refusal('rate-limited', { seconds: 9 })
  }
  const { world, get, sheets } = await openPages(async () => {}, countCall)
  const [groupId = ''] = await groupsOf(world, 1)
  expect(isDrawn(await get(groupId, attacker))).toBe(false)
  expect(sheets).toHaveLength(0)
  expect(isDrawn(await get(groupId, home))).toBe(true)
  expect(isDrawn(await get(groupId, attacker))).toBe(true)
  expect(counted).toEqual([`drawing ${attacker}`, `drawing ${home}`])
})

test.each(['a group', 'an event'] as const)(
  'R119, R32 all invitations to %s that are not published are one page, which names none of them',
  async (what) => {
    const { world, sheets } = await openPages(async () => {})
    const pages: string[] = []
    for (let nth = 0; nth < 5; nth++) {
      const input = world.eventInput({ organizerEmail: `nora${nth}@people.test`, name: `Surprise ${nth}` })
      const { groupId, event } = await world.ok(eventApi.createWithGroup, {
        event: input,
        groups: [{ roles: [{ name: `Role ${nth}`, max: 1 }], displayRSVPToAll: nth > 2 }],
      })
      const path = what === 'a group' ? groupId : `event/${event._id}`
      const page = await (await world.app.request(`/rsvp/${path}`, { headers: { 'x-forwarded-for': home } })).text()
      pages.push(page)
      expect(page).toContain('drawn:/rsvp/')
      expect(page).not.toMatch(new RegExp(`Surprise|Role \\d|nora|${groupId}|${event._id}`))
    }
    expect([sheets.length, new Set(pages).size]).toEqual([1, 1])
  },
)

/** What asks for a picture of a link from an address, and what it was asked for whom. */
function openLinks({ services }: World, refuses: string) {
  const asked: Askers[] = []
  const counted: string[] = []
  const countCall: CountCall = async (address, name) => {
    counted.push(`${name} ${address}`)
    if (address === refuses && name === 'picture') throw new Refusal('rate-limited', { seconds: 9 })
  }
  const options = { countCall, hops: 1, log: pino({ level: 'silent' }) }
  const app = newApp()
  serve(app, { ...options, services, metrics: createMetrics() })
  mountPreviews(app, services, options, async ({ key }, askers) => {
    asked.push(askers)
    return { key, png: new Uint8Array(8) }
  })
  const get = async (name: string, from: string) => (await app.request(`/og/${name}.png`, { headers: { 'x-forwarded-for': from } })).status
  return { asked, counted, get }
}

test('R119f each picture of a link counts for its address, and is drawn in the share of that address and of its event’s owner', async () => {
  const world = await openWorld({ hops: 1 })
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const { asked, counted, get } = openLinks(world, attacker)
  expect(await get(groupId, home)).toBe(200)
  expect(await get('rolecall', home)).toBe(200)
  expect(await get(groupId, attacker)).toBe(429)
  expect(asked).toEqual([[home, `of ${ada.userId}`], [home]])
  const one = (address: string) => [`page ${address}`, `picture ${address}`]
  expect(counted).toEqual([...one(home), ...one(home), ...one(attacker)])
})

/** How long the longest was that this thread did nothing else, while `work` went on. */
async function longestPause(work: () => Promise<unknown>) {
  let [last, longest] = [performance.now(), 0]
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await wait(30)
  last = performance.now()
  longest = 0
  await work()
  await wait(10)
  clearInterval(timer)
  return longest
}

test('R119, R81 pace: drawing and packing pages holds up nobody; control: on the thread that answers it does', onTime, async () => {
  const folder = newFolder()
  const slow = (ms: number) => `const until = performance.now() + ${ms}; while (performance.now() < until); return 'drawn:' + path`
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'pages.js'), `export const openDrawing = async () => (path) => { ${slow(800)} }`)
  const sheet: Sheet = { path: '/rsvp/x', at: '/rsvp', head: { title: 'x', description: '', url: '', picture: '' } }
  const print = createPress(stock, folder, { payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
  expect(Buffer.from((await print(sheet)).bodies.plain).toString()).toContain('drawn:/rsvp/x')
  const apart = await longestPause(() => print(sheet))
  const draw = (path: string) => {
    const until = performance.now() + 800
    while (performance.now() < until);
    return path
  }
  times(apart, await longestPause(async () => make(stock, sheet, draw)), 0.6)
})

/** How far each thread of this process gives way to others. */
const niceness = () =>
  readdirSync('/proc/self/task').map((id) => Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]))

test.runIf(process.platform === 'linux')('R119 the threads that draw pages and pictures give way to the one that answers', async () => {
  const before = niceness().filter((nice) => nice > 0).length
  const folder = newFolder()
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'pages.js'), 'export const openDrawing = async () => (path) => path')
  const print = createPress(stock, folder, { payments: 'on', supportEmail: 'help@rolecall.test', retentionDays: 90 })
  await print({ path: '/rsvp/x', at: '/rsvp', head: { title: 'x', description: '', url: '', picture: '' } })
  expect(niceness().filter((nice) => nice > 0).length).toBeGreaterThan(before)
  const drawn = niceness().filter((nice) => nice > 0).length
  await createPainter()({ name: 'x', key: 'x', state: 'x', facts: brandFacts }, [home])
  expect(niceness().filter((nice) => nice > 0).length).toBeGreaterThan(drawn)
})

test('R119f, R81 a picture that is drawn anew is not waited for long: its previous one is there, unless it may not be shown any more', async () => {
  let isSlow = false
  const paint = createPainter(async ({ title }) => {
    if (isSlow) await wait(400)
    return Buffer.from(title)
  }, 50)
  const wanted = (rev: number, state = 'open') => ({
    name: 'g',
    key: `g-${rev}-${state}`,
    state,
    facts: { ...brandFacts, title: `${rev} ${state}` },
  })
  const get = async (rev: number, state?: string, from = home) => Buffer.from((await paint(wanted(rev, state), [from])).png).toString()
  expect(await get(1)).toBe('1 open')
  isSlow = true
  expect(await get(2)).toBe('1 open')
  await wait(500)
  expect(await get(2)).toBe('2 open')
  expect(await get(3, 'cancelled')).toBe('3 cancelled')
  // Where its address has no share left, there is the previous one, or none.
  const others = Array.from({ length: 6 }, (_, n) => paint({ ...wanted(n), name: `o${n}`, key: `o${n}` }, [attacker]))
  expect((await Promise.allSettled(others)).map(({ status }) => status)).toEqual([...Array(4).fill('fulfilled'), 'rejected', 'rejected'])
})
