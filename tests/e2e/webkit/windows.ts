// WebKitGTK's small browser on a screen of its own, driven by WebDriver: its windows need a display, and a window manager to get the focus.
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Builder, By, Capabilities, until, type WebDriver, type WebElement } from 'selenium-webdriver'
import { afterAll, beforeAll } from 'vitest'
import { freePort } from '../../kit/process/free-port.ts'

const timeoutMs = 20_000
const path = (variable: string, usual: string) => process.env[variable] || usual

/** A person's window; fields and buttons are found by the words on them. */
export interface Window {
  readonly open: (url: string) => Promise<void>
  /** Until an invitation takes what one does; what is done before is tried in Chromium, where the moment can be chosen. */
  readonly hydrated: () => Promise<void>
  readonly type: (label: string, text: string) => Promise<void>
  /** Sets a date field, whose parts WebDriver's keys don't reach: `text` is its value. */
  readonly date: (label: string, text: string) => Promise<void>
  readonly press: (button: string) => Promise<void>
  readonly follow: (link: string) => Promise<void>
  /** Chooses the radio button, checkbox or card with that label. */
  readonly choose: (label: string) => Promise<void>
  readonly sees: (text: string) => Promise<void>
  /** Sees it without scrolling. */
  readonly inFirstScreen: (text: string) => Promise<void>
  /** The address of the first link whose path has that part. */
  readonly linkTo: (part: string) => Promise<string>
  readonly shoot: (name: string) => Promise<void>
}

interface Size {
  readonly width: number
  readonly height: number
}
/** The frame of a window takes some of it: what is left for a page is measured, and the difference added. */
async function resize(driver: WebDriver, { width, height }: Size) {
  await driver.get('about:blank')
  await driver.manage().window().setRect({ width, height })
  const shown = await driver.executeScript<Size>('return { width: innerWidth, height: innerHeight }')
  await driver
    .manage()
    .window()
    .setRect({ width: 2 * width - shown.width, height: 2 * height - shown.height })
}

/** Starts a program that goes on until it is killed. */
function start(command: string, args: string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  child.once('error', (error) => console.error(`${command}: ${error.message}`))
  return child
}

/** Opens a screen before the tests of a file; `newWindow` opens a browser of its own on it (a driver holds one session only). */
export function openWindows() {
  const running: ChildProcess[] = []
  const drivers: WebDriver[] = []
  const display = `:${60 + (process.pid % 900)}`

  beforeAll(async () => {
    running.push(start(path('XVFB_PATH', 'Xvfb'), [display, '-screen', '0', '1500x1100x24', '-nolisten', 'tcp']))
    await new Promise((drawn) => setTimeout(drawn, 1_000))
    running.push(start(path('OPENBOX_PATH', 'openbox'), [], { DISPLAY: display }))
  })
  afterAll(async () => {
    await Promise.allSettled(drivers.map((driver) => driver.quit()))
    for (const child of running.toReversed()) child.kill()
  })

  async function connect(): Promise<WebDriver> {
    const port = await freePort()
    // The browser's own sandbox needs user namespaces, which containers don't allow.
    // The locale C.UTF-8, which containers have, would become the language "C", which is none.
    const env = { DISPLAY: display, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1', LC_ALL: 'C' }
    running.push(start(path('WEBKIT_DRIVER_PATH', 'WebKitWebDriver'), [`--port=${port}`], env))
    const binary = path('WEBKIT_PATH', '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser')
    const wanted = new Capabilities({ browserName: 'MiniBrowser', 'webkitgtk:browserOptions': { binary, args: ['--automation'] } })
    const build = () => new Builder().usingServer(`http://127.0.0.1:${port}`).withCapabilities(wanted).build()
    for (const end = Date.now() + timeoutMs; ; ) {
      try {
        return await build()
      } catch (error) {
        if (Date.now() > end) throw error
        await new Promise((later) => setTimeout(later, 100))
      }
    }
  }

  /** One of the usual size, or one whose pages have that many pixels. */
  return async function newWindow(page?: Size): Promise<Window> {
    const driver = await connect()
    drivers.push(driver)
    if (page) await resize(driver, page)
    return windowOf(driver)
  }
}

/** A text as XPath takes it, with either kind of quotes in it. */
const quoted = (text: string) =>
  `concat('', ${text
    .split("'")
    .map((part) => `'${part}'`)
    .join(`, "'", `)})`
const says = (text: string) => `normalize-space(.)=${quoted(text)}`

/** What a window shows: where it is, what its fields hold, what it says. */
const shownIn = (driver: WebDriver) =>
  driver.executeScript<string>(`const fields = [...document.querySelectorAll('input')].map((one) => one.name + ': ' + one.value)
    return [location.href, ...fields, document.body.innerText].join('\\n')`)

const isAnswerable = `return performance.getEntriesByName('answerable').length > 0`

function windowOf(driver: WebDriver): Window {
  async function shoot(name: string) {
    const folder = process.env.SCREENSHOTS
    if (!folder) return
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `webkit-${name}.png`), Buffer.from(await driver.takeScreenshot(), 'base64'))
  }
  /** The first that is displayed of those it names. */
  async function shown(xpath: string): Promise<WebElement> {
    const firstShown = async () => {
      for (const element of await driver.findElements(By.xpath(xpath))) if (await element.isDisplayed().catch(() => false)) return element
      return null
    }
    try {
      return (await driver.wait(firstShown, timeoutMs)) as WebElement
    } catch (error) {
      await shoot('failed')
      throw new Error(`waited to see ${xpath} in\n${await shownIn(driver)}`, { cause: error })
    }
  }
  /** The field whose label begins with that text; "*" or "Optional" may follow in a part of its own. */
  const labeled = async (label: string) => {
    const own = By.xpath(`//label[normalize-space(node()[1])=${quoted(label)}]`)
    const element = await driver.wait(until.elementLocated(own), timeoutMs, `waited for the label ${label}`)
    return driver.findElement(By.id(String(await element.getAttribute('for'))))
  }
  const click = async (element: WebElement) => {
    await driver.executeScript('arguments[0].scrollIntoView({ block: "center" })', element)
    await element.click().catch(() => driver.executeScript('arguments[0].click()', element)) // a card covers its own radio button
  }
  return {
    open: (url) => driver.get(url),
    hydrated: async () => void (await driver.wait(() => driver.executeScript(isAnswerable), timeoutMs, 'waited for the page to hydrate')),
    async type(label, text) {
      const field = await labeled(label)
      await field.clear()
      await field.sendKeys(text)
    },
    async date(label, text) {
      const set = `const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set; set.call(arguments[0], arguments[1]);
        for (const name of ['input', 'change', 'blur']) arguments[0].dispatchEvent(new Event(name, { bubbles: true }))`
      await driver.executeScript(set, await labeled(label), text)
    },
    // One that can't be pressed yet, because something is still being asked, waits with whoever presses.
    press: async (name) =>
      click(await shown(`//button[${says(name)} or .//span[${says(name)}] or @aria-label=${quoted(name)}][not(@disabled)]`)),
    follow: async (name) => click(await shown(`//a[${says(name)}]`)),
    choose: async (label) =>
      click(
        await shown(
          `//label[.//*[${says(label)}] or ${says(label)}] | //*[@role='radio' or @role='checkbox'][@aria-label=${quoted(label)}]`,
        ),
      ),
    async inFirstScreen(text) {
      const inSight = `const { top, bottom } = arguments[0].getBoundingClientRect(); return scrollY === 0 && top >= 0 && bottom <= innerHeight`
      const element = () => shown(`//main//*[${says(text)}][not(.//*[${says(text)}])]`)
      await driver.wait(
        async () => driver.executeScript<boolean>(inSight, await element()).catch(() => false),
        timeoutMs,
        `${text} is not in the first screen`,
      )
    },
    sees: async (text) => void (await shown(`//body//*[contains(normalize-space(.), ${quoted(text)})][not(self::script)]`)),
    linkTo: async (part) => String(await (await shown(`//a[contains(@href, ${quoted(part)})]`)).getAttribute('href')),
    shoot,
  }
}
