// What every browser test stands on: the built server, the one Chromium, and people who each have a browser of their own.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject } from 'vitest'
import { timeoutMs } from '../kit/world/pace.ts'
import { openBrowser as openAt, typeAsPeopleDo } from './browser.ts'
import { keptLogin } from './kept-login.ts'
import { openMailbox } from './mailbox.ts'
import { type Server, startServer } from './server.ts'
import type {} from './setup.ts'

/** Widths and colors in which a page is looked at: each of them once, and all together where pictures are kept for people. */
export const screens = [
  [390, 'dark'],
  [768, 'light'],
  [1440, 'light'],
  ...(process.env.SCREENSHOTS === undefined
    ? []
    : ([
        [390, 'light'],
        [1440, 'dark'],
      ] as const)),
] as const

export interface PersonOptions {
  /** CSS pixels; 390 is a phone. */
  width?: number
  height?: number
  colorScheme?: 'light' | 'dark'
  reducedMotion?: 'reduce' | 'no-preference'
  timeZone?: string
  locale?: string
  /** Pixels of a picture per CSS pixel. */
  sharpness?: number
  /** Only for what has to run scripts of its own in the page (axe). */
  bypassCSP?: boolean
  /** A login token, as the login page would have kept it. */
  token?: string
  /** Where their browser finds the product, if not at the stage's server. */
  url?: string
}

/** Somebody at their own browser. */
export interface Person {
  readonly context: BrowserContext
  readonly page: Page
  /** Opens a path of the product, or a whole address, in their window. */
  readonly open: (path: string) => Promise<void>
  /** Opens it in a further window of the same browser. */
  readonly openAnother: (path: string) => Promise<Page>
  /** Says beforehand which console error or answer of the server belongs to the test, e.g. /409/. */
  readonly expects: (trouble: RegExp) => void
  /** Takes a picture when SCREENSHOTS names a folder. */
  readonly shoot: (name: string, page?: Page) => Promise<void>
}

export interface Stage {
  readonly server: Server
  readonly browser: Browser
  readonly mailbox: ReturnType<typeof openMailbox>
  readonly newPerson: (options?: PersonOptions) => Promise<Person>
}

interface Watched {
  readonly context: BrowserContext
  readonly allowed: RegExp[]
  readonly troubles: string[]
}

/** Notes all that must not happen in a page: thrown errors, console errors (broken content policy among them), answers from 500 on. */
function listen(page: Page, { troubles }: Watched) {
  const at = () => new URL(page.url()).pathname
  page.on('pageerror', (error) => troubles.push(`${at()} threw ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`${at()} logged ${message.text()} ${message.location().url}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) troubles.push(`${at()} was answered ${response.status()} by ${response.url()}`)
  })
}

async function shoot(name: string, page: Page) {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.waitForTimeout(250) // what has just appeared has then settled
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true, animations: 'disabled' })
}

/** Keeps what the toasts of a page say: one leaves after two seconds, which a busy machine may need to look. No script of ours runs in its frames. */
const keepToasts = (page: Page) =>
  page.on('domcontentloaded', () => {
    const keep = page.evaluate(() => {
      const said: string[] = []
      Object.assign(window, { said })
      const searching = new MutationObserver(search)
      function search() {
        const toasts = document.querySelector('[role="status"][aria-atomic="false"]')
        if (!toasts) return
        searching.disconnect()
        const note = () =>
          said.push(...[...toasts.children].map(({ textContent }) => textContent ?? '').filter((text) => !said.includes(text)))
        new MutationObserver(note).observe(toasts, { subtree: true, childList: true, characterData: true })
        note()
      }
      searching.observe(document, { subtree: true, childList: true })
      search()
    })
    void keep.catch(() => {}) // it has gone on to another page
  })

async function openPerson(browser: Browser, url: string, options: PersonOptions): Promise<Person & { watched: Watched }> {
  const {
    width = 1280,
    height = 900,
    colorScheme = 'light',
    reducedMotion = 'no-preference',
    timeZone = 'Europe/Berlin',
    locale = 'en-GB',
  } = options
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    deviceScaleFactor: options.sharpness ?? 1,
    colorScheme,
    reducedMotion,
    timezoneId: timeZone,
    locale,
    bypassCSP: options.bypassCSP ?? false,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(options.token && { storageState: keptLogin(url, options.token) }),
  })
  await typeAsPeopleDo(context)
  context.setDefaultTimeout(timeoutMs)
  const watched: Watched = { context, allowed: [], troubles: [] }
  context.on('page', (page) => listen(keepToasts(page), watched))
  const page = await context.newPage()
  return {
    context,
    page,
    watched,
    open: async (path) => void (await page.goto(path)),
    openAnother: async (path) => {
      const another = await context.newPage()
      await another.goto(path)
      return another
    },
    expects: (trouble) => void watched.allowed.push(trouble),
    shoot: (name, of = page) => shoot(name, of),
  }
}

/** A place of one's own in the Chromium that all files share. */
export const openBrowser = () => openAt(inject('chromium'))

/** Sets the stage for a test file, with the server that `start` gives; a test in which anything went wrong in a browser fails, and its people leave with it. */
export function openStage(start: () => Promise<Server> = startServer): Stage {
  let server: Server | undefined
  let browser: Browser | undefined
  let people: Watched[] = []
  const running = () => {
    if (!server || !browser) throw new Error('The stage opens before the first test')
    return { server, browser }
  }
  beforeAll(async () => {
    ;[server, browser] = await Promise.all([start(), openBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    await server?.close()
  })
  afterEach(async () => {
    const troubles = people.flatMap(({ troubles, allowed }) => troubles.filter((one) => !allowed.some((known) => known.test(one))))
    await Promise.all(people.map(({ context }) => context.close()))
    people = []
    if (troubles.length > 0) expect.fail([...troubles, ...running().server.warnings.slice(-5)].join('\n'))
  })
  return {
    get server() {
      return running().server
    },
    get browser() {
      return running().browser
    },
    mailbox: openMailbox(() => running().server.url),
    async newPerson(options = {}) {
      const { watched, ...person } = await openPerson(running().browser, options.url ?? running().server.url, options)
      people.push(watched)
      return person
    },
  }
}

/** Waits until somebody sees it. */
export const seen = (what: Locator) => what.filter({ visible: true }).first().waitFor({ state: 'visible', timeout: timeoutMs })

/** Waits until a toast has said it since the page was loaded; each counts once, and one that has gone again counts too. */
export const toastSays = (page: Page, words: string) =>
  expect
    .poll(
      () =>
        page.evaluate((words) => {
          const { said = [] } = window as unknown as { said?: string[] }
          const at = said.findIndex((text) => text.includes(words))
          if (at >= 0) said.splice(at, 1)
          return at >= 0
        }, words),
      { timeout: timeoutMs, message: words },
    )
    .toBe(true)

/** Waits until it has the focus. */
export const focused = (what: Locator) =>
  expect.poll(() => what.evaluate((element) => element === document.activeElement), { timeout: timeoutMs }).toBe(true)

/** Waits until somebody no longer sees it. */
export const gone = (what: Locator) => what.first().waitFor({ state: 'hidden', timeout: timeoutMs })
