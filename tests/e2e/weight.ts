// How much JavaScript a page makes a browser load at first, as gzip has it on the way.
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'

export interface Weight {
  /** Bytes of all scripts, each compressed by itself. */
  readonly bytes: number
  readonly scripts: readonly { name: string; bytes: number }[]
}

/** Opens `address` in a browser that has nothing kept, and weighs every script it loads until the network rests. */
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
    const scripts = (await Promise.all(loaded)).sort((one, other) => other.bytes - one.bytes)
    return { bytes: scripts.reduce((sum, { bytes }) => sum + bytes, 0), scripts }
  } finally {
    await context.close()
  }
}

/** What is allowed to the invitee's page (bytes): it opens in a second on a slow phone. */
export const inviteeLimit = 130_000

export const inKb = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`
