// How much JavaScript a page makes a browser load at first, as gzip has it on the way.
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'

export interface Weight {
  /** Bytes of all scripts of the first load, each compressed by itself. */
  readonly bytes: number
  readonly scripts: readonly { name: string; bytes: number }[]
  /** What comes by itself afterwards. */
  readonly laterBytes: number
}

/** What was asked for before the page was awake; where that isn't marked, everything. */
const namesBefore = () => {
  const awake = performance.getEntriesByName('answerable')[0]?.startTime ?? Number.POSITIVE_INFINITY
  const asked = performance.getEntriesByType('resource').filter((one) => one.startTime < awake)
  return asked.map((one) => one.name.replace(/^.*\//, ''))
}

/** Opens `address` in a browser that has nothing kept, and weighs the scripts of its first load: those that it can't be answered without. */
export async function weigh(browser: Browser, address: string): Promise<Weight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const page = await context.newPage()
    const loaded: Promise<Weight['scripts'][number]>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() !== 'script') return
      const name = response.url().replace(/^.*\//, '')
      loaded.push(response.body().then((body) => ({ name, bytes: gzipSync(body, { level: 9 }).length })))
    })
    await page.goto(address, { waitUntil: 'networkidle' })
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

export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
