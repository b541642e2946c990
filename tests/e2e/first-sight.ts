// How soon an invitation is in sight and can be answered, on a slow phone: the processor four times slower, over slow 4G.
import type { Browser } from 'playwright-core'

export interface FirstSight {
  /** Milliseconds from the start of the visit. */
  readonly firstPaint: number
  readonly largestPaint: number
  /** The page is awake, and its fields take what is typed. */
  readonly answerable: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** What could be read at the first paint. */
  readonly text: string
}

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit down, 750 kbit up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

/** Notes what is painted and what moves, from before the page begins. */
function watch() {
  const seen = { largest: 0, shift: 0, text: '' }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) seen.text = document.getElementById('root')?.textContent ?? ''
  }).observe({ type: 'paint', buffered: true })
}

/** Opens `address` in a browser that has nothing kept, and measures until it rests. */
export async function firstSight(browser: Browser, address: string): Promise<FirstSight> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, timezoneId: 'Europe/Berlin' })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slow4g)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watch)
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(500)
    return await page.evaluate(() => {
      const { seen } = window as unknown as { seen: { largest: number; shift: number; text: string } }
      return {
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        largestPaint: seen.largest,
        answerable: performance.getEntriesByName('answerable')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        shift: seen.shift,
        text: seen.text,
      }
    })
  } finally {
    await context.close()
  }
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN

/** The median of three visits, after one that warms up the server. What moved is the most of all, and no text counts if one visit showed none. */
export async function usualSight(browser: Browser, address: string): Promise<FirstSight> {
  await firstSight(browser, address)
  const visits: FirstSight[] = []
  for (let visit = 0; visit < 3; visit++) visits.push(await firstSight(browser, address))
  const usual = (what: 'firstPaint' | 'largestPaint' | 'answerable') => median(visits.map((one) => one[what]))
  return {
    firstPaint: usual('firstPaint'),
    largestPaint: usual('largestPaint'),
    answerable: usual('answerable'),
    shift: Math.max(...visits.map(({ shift }) => shift)),
    text: visits.find(({ text }) => text === '')?.text ?? visits[0]?.text ?? '',
  }
}
