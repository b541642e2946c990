// How much JavaScript a page makes a browser load at first, as gzip has it on the way.
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from 'playwright-core'
import { isAnswerable, type Visitor } from './first-sight.ts'
import { keptLogin } from './kept-login.ts'
import type { Held, openSeed } from './seed.ts'

export interface Weight {
  /** Bytes of all scripts of the first load, each compressed by itself. */
  readonly bytes: number
  readonly scripts: readonly { name: string; bytes: number }[]
  /** What comes by itself afterwards. */
  readonly laterBytes: number
}

/** What was asked for before the page was hydrated; where that isn't marked, everything. */
const namesBefore = () => {
  const hydrated = performance.getEntriesByName('answerable')[0]?.startTime ?? Number.POSITIVE_INFINITY
  const asked = performance.getEntriesByType('resource').filter((one) => one.startTime < hydrated)
  return asked.map((one) => one.name.replace(/^.*\//, ''))
}

/** Whether a script was asked for after the page was hydrated: on a busy machine the network may be idle for long before that. */
const hasAskedForMore = () => {
  const hydrated = performance.getEntriesByName('answerable')[0]?.startTime ?? Number.POSITIVE_INFINITY
  return performance.getEntriesByType('resource').some((one) => one.name.endsWith('.js') && one.startTime >= hydrated)
}

/** Opens `address` in a browser that has nothing kept but the login of `token`, and weighs the scripts of its first load: those that it can't be answered without. */
export async function weigh(browser: Browser, address: string, { token, isMarked = true }: Visitor = {}): Promise<Weight> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    ...(token && { storageState: keptLogin(new URL(address).origin, token) }),
  })
  try {
    const page = await context.newPage()
    const loaded: Promise<Weight['scripts'][number]>[] = []
    const note = (response: Response) => {
      if (response.request().resourceType() !== 'script') return
      const name = response.url().replace(/^.*\//, '')
      loaded.push(response.body().then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length })))
    }
    page.on('response', note)
    await page.goto(address, { waitUntil: 'networkidle' })
    if (isMarked) {
      await page.waitForFunction(isAnswerable)
      await page.waitForFunction(hasAskedForMore)
    }
    page.off('response', note) // what comes from now on is not weighed, and would be cut off with the context
    const all = (await Promise.all(loaded)).sort((one, other) => other.bytes - one.bytes)
    const first = await page.evaluate(namesBefore)
    const scripts = all.filter(({ name }) => first.includes(name))
    const sum = (some: typeof all) => some.reduce((bytes, one) => bytes + one.bytes, 0)
    return { bytes: sum(scripts), scripts, laterBytes: sum(all) - sum(scripts) }
  } finally {
    await context.close()
  }
}

/** What is allowed to the invitee's page (bytes): it opens in a second on a slow phone. */
export const inviteeLimit = 115_000

/** What may move on a page that is opened (cumulative layout shift). */
export const shiftLimit = 0.02

/** What is allowed to an organizer's pages: bytes, and milliseconds to the largest paint on a slow phone where somebody waits to read. */
export const organizerPages = [
  { what: 'dashboard', path: () => '/dashboard', bytes: 160_000, largestPaint: 2_000 },
  { what: 'event page of its organizer', path: ({ eventId }: Held) => `/event/${eventId}`, bytes: 190_000, largestPaint: 2_000 },
  { what: 'group page of its organizer', path: ({ groupId }: Held) => `/group/${groupId}`, bytes: 190_000, largestPaint: 2_000 },
  { what: 'creation of an event', path: () => '/create', bytes: 170_000 },
] as const satisfies readonly { what: string; path: (held: Held) => string; bytes: number; largestPaint?: number }[]

/** An organizer with something to show: an event with answers, text and place, and another one. */
export async function organizerWithEvents({ host, event, answer }: Pick<ReturnType<typeof openSeed>, 'host' | 'event' | 'answer'>) {
  const organizer = await host()
  const roles = [
    { name: 'Speaker', max: 3, min: 2 },
    { name: 'Guest', max: 12 },
  ]
  const held = await event(organizer, roles, { description: 'Bring boots.', location: 'Old mill' })
  await event(organizer, roles, { name: 'Autumn meetup' })
  for (const name of ['Ann Ames', 'Ben Berg']) await answer(held, name, ['Guest'])
  return { token: organizer.token, held }
}

export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
