// Two of the phones at the doors as real browsers: each has a camera before which passes are held up, and one of them loses its network for a while.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import * as z from 'zod/mini'
import { doorApi } from '#protocol/seats/door/door.ts'
import { passApi } from '#protocol/seats/door/pass.ts'
import { launchWith } from '#tests/e2e/browser.ts'
import { cameraOf, film } from '#tests/e2e/film.ts'
import type { Phone } from '#tests/kit/process/door-crowd.ts'
import { ownerToken, type Seeded } from '#tests/kit/process/seed.ts'

/** As fast as a helper can hold them up. */
const [passes, held] = [100, { blank: 6, shown: 10 }] as const
/** Lighthouse's slow 4G: 1.6 Mbit/s, 150 ms there and back. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

const Sent = z.object({ scans: z.array(z.object({ scanId: z.string(), rsvpId: z._default(z.string(), ''), kind: z.enum(['in', 'out']) })) })

/** Notes what the page of a phone sends, and what it is answered. */
function note(page: Page, phone: Phone) {
  page.on('request', (request) => {
    if (!request.url().endsWith('/scans')) return
    for (const { scanId } of Sent.parse(request.postDataJSON()).scans) phone.tried.add(scanId)
  })
  page.on('response', async (response) => {
    if (!response.url().endsWith('/scans') || !response.ok()) return
    const { scans } = Sent.parse(response.request().postDataJSON())
    const { results } = doorApi.scan.reply.parse(await response.json())
    for (const answer of results) {
      const scan = scans.find(({ scanId }) => scanId === answer.scanId)
      if (scan) phone.acknowledged.set(answer.scanId, { scan: { ...scan, mode: 'online', at: '' }, answer })
    }
  })
}

/** How long the whole list takes on slow 4G, in milliseconds: from its first request to the end of its last answer. */
async function loadTime(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.enable')
  await cdp.send('Network.emulateNetworkConditions', slow4g)
  await page.reload({ waitUntil: 'networkidle' })
  await cdp.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 })
  await cdp.detach()
  return page.evaluate(() => {
    const all = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/list')) as PerformanceResourceTiming[]
    return Math.max(...all.map(({ responseEnd }) => responseEnd)) - Math.min(...all.map(({ startTime }) => startTime))
  })
}

async function openPhone(browser: Browser, url: string, { eventId }: Seeded, phone: Phone): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  const [name = '', value = ''] = phone.cookie.split('=')
  await context.addCookies([{ name, value, url }])
  const page = await context.newPage()
  note(page, phone)
  await page.goto(`${url}/door/${eventId}`)
  return page
}

/** Opens the pages of these phones, ready to scan, with how long the first loaded its list. */
export async function openBrowsers(folder: string, url: string, seeded: Seeded, phones: readonly Phone[]) {
  const path = passApi.sheet.path.replace(':eventId', seeded.eventId)
  const sheet = await fetch(`${url}/api${path}`, { headers: { authorization: `Bearer ${ownerToken}` } })
  const { passes: all } = passApi.sheet.reply.parse(await sheet.json())
  const file = join(folder, 'film.y4m')
  writeFileSync(
    file,
    film(
      all.slice(0, passes).map((one) => one.url),
      held,
    ),
  )
  const browser = await launchWith(cameraOf(file))
  const pages: Page[] = []
  for (const phone of phones) pages.push(await openPhone(browser, url, seeded, phone))
  const [first] = pages
  const loadMs = first ? await loadTime(first) : Number.NaN
  for (const page of pages) await page.getByRole('button', { name: 'Scan passes' }).click()
  return {
    loadMs,
    setOffline: (nth: number, isOffline: boolean) => pages[nth]?.context().setOffline(isOffline),
    /** Waits until nothing is left to be sent. */
    async close() {
      for (const page of pages) {
        await page.context().setOffline(false)
        await page.getByText('Working without a network').waitFor({ state: 'detached', timeout: 120_000 })
      }
      await browser.close()
    },
  }
}
