// How soon an invitation is in sight and can be answered, on a slow phone: the processor four times slower, over slow 4G.
import type { Browser, Page } from 'playwright-core'
import { keptLogin } from './kept-login.ts'

export interface FirstSight {
  /** Milliseconds from the start of the visit. */
  readonly firstPaint: number
  readonly largestPaint: number
  /** The page is hydrated, and its fields take what is typed. */
  readonly answerable: number
  /** Cumulative layout shift. */
  readonly shift: number
  /** What was seen to move, and from where to where. */
  readonly moved: readonly string[]
  /** What could be read at the first paint. */
  readonly text: string
}

/** Lighthouse's slow 4G: 150 ms there and back, 1.6 Mbit down, 750 kbit up. */
const slow4g = { offline: false, latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 }

interface Shift extends PerformanceEntry {
  readonly value: number
  readonly hadRecentInput: boolean
  readonly sources: readonly { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[]
}

/** Notes what is painted and what moves, from before the page begins. It runs in the page, where the bench's runner has no helper for functions with names. */
function watch() {
  const seen = { largest: 0, shift: 0, moved: [] as string[], text: '' }
  Object.assign(window, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largest = entry.startTime
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Shift[]) {
      if (entry.hadRecentInput) continue
      seen.shift += entry.value
      for (const { node, previousRect, currentRect } of entry.sources) {
        const places = [previousRect, currentRect].map(({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' '))
        seen.moved.push(`${node?.textContent?.slice(0, 40)}: ${places.join(' > ')}`)
      }
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) seen.text = document.getElementById('root')?.textContent ?? ''
  }).observe({ type: 'paint', buffered: true })
}

export interface Visitor {
  readonly token?: string
  readonly viewport?: { readonly width: number; readonly height: number }
  /** Whether the page marks when it can be used (client/lib/answerable.ts); it is waited for. */
  readonly isMarked?: boolean
  /** Of these addresses nothing comes until all else of the page has been in sight for a while. */
  readonly late?: RegExp
  /** What else is to be done with the page before it begins. */
  readonly prepare?: (page: Page) => Promise<unknown>
}
const phone = { width: 390, height: 844 }

/** On a busy machine a page may be asking for nothing and still not be there. */
export const isAnswerable = () => performance.getEntriesByName('answerable').length > 0

/** Holds back what comes from `late`; gives what lets it come once the page is in sight. */
async function holdBack(page: Page, late: RegExp): Promise<() => Promise<void>> {
  let letCome = () => {}
  const mayCome = new Promise<void>((come) => (letCome = come))
  await page.route(late, (route) => mayCome.then(() => route.fallback()))
  await page.routeWebSocket(late, (socket) => mayCome.then(() => void socket.connectToServer()))
  return async () => {
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForTimeout(1_000)
    letCome()
  }
}

/** Opens `address` in a browser that has nothing kept but the login of `token`, and measures until it rests. */
export async function firstSight(
  browser: Browser,
  address: string,
  { token, viewport = phone, isMarked = true, late, prepare }: Visitor = {},
): Promise<FirstSight> {
  const context = await browser.newContext({
    viewport,
    timezoneId: 'Europe/Berlin',
    ...(token && { storageState: keptLogin(new URL(address).origin, token) }),
  })
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.enable')
    await cdp.send('Network.emulateNetworkConditions', slow4g)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    await page.addInitScript(watch)
    await prepare?.(page)
    const letCome = late && (await holdBack(page, late))
    await page.goto(address, { waitUntil: late ? 'commit' : 'networkidle' })
    await letCome?.()
    await page.waitForLoadState('networkidle')
    if (isMarked) await page.waitForFunction(isAnswerable)
    await page.waitForTimeout(500)
    return await page.evaluate(() => {
      const { seen } = window as unknown as { seen: Pick<FirstSight, 'shift' | 'moved' | 'text'> & { largest: number } }
      return {
        firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        largestPaint: seen.largest,
        answerable: performance.getEntriesByName('answerable')[0]?.startTime ?? Number.POSITIVE_INFINITY,
        shift: seen.shift,
        moved: seen.moved,
        text: seen.text,
      }
    })
  } finally {
    await context.close()
  }
}

/** Three visits, and three more where those came late: what else runs on the machine only adds to one. */
const [visitsAtLeast, visitsAtMost] = [3, 6]

/**
 * The soonest of three visits, after one that warms up the server, or of up to six as long as none `isSoon`. What moved is the most of all, and no text
 * counts if one visit showed none.
 */
export async function soonestSight(
  browser: Browser,
  address: string,
  { isSoon = () => true, ...who }: Visitor & { readonly isSoon?: (one: FirstSight) => boolean } = {},
): Promise<FirstSight> {
  await firstSight(browser, address, who)
  const visits: FirstSight[] = []
  while (visits.length < visitsAtLeast || (visits.length < visitsAtMost && !visits.some(isSoon)))
    visits.push(await firstSight(browser, address, who))
  const soonest = (what: 'firstPaint' | 'largestPaint' | 'answerable') => Math.min(...visits.map((one) => one[what]))
  return {
    firstPaint: soonest('firstPaint'),
    largestPaint: soonest('largestPaint'),
    answerable: soonest('answerable'),
    shift: Math.max(...visits.map(({ shift }) => shift)),
    moved: visits.flatMap(({ moved }) => moved),
    text: visits.find(({ text }) => text === '')?.text ?? visits[0]?.text ?? '',
  }
}
