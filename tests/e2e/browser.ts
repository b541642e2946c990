// The browsers that tests and benchmarks drive: the system's Chromium, or with BROWSER=firefox its Firefox.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, type BrowserContext, chromium, firefox } from 'playwright-core'

/** Two pages that Chromium loads for its own address bar beside each window of ours, unseen, and each in a process of its own. */
const addressBar = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']
/** What playwright-core turns off itself, but for Edge: Chromium heeds only the last list that it is given. */
const asPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose HttpsUpgrades HttpsFirstBalancedModeAutoEnable LensOverlay MediaRouter',
  'PaintHolding ThirdPartyStoragePartitioning AvoidCorsURLLoaderRestartOnRedirect TcpPortRandomizationWin OptimizationHints',
  'NetworkTimeServiceQuerying AimEnabled PreconnectToSearch',
].flatMap((line) => line.split(' '))
const args = [
  '--headless --no-sandbox --disable-gpu --disable-quic --no-first-run',
  '--disable-background-networking --disable-component-update --disable-sync',
  `--disable-features=${[...asPlaywright, ...addressBar].join(',')}`,
].flatMap((line) => line.split(' '))
const options = { executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium', args }

export const launch = () => chromium.launch(options)

/** One of its own, with more said to it. */
export const launchWith = (more: readonly string[]) => chromium.launch({ ...options, args: [...args, ...more] })

/** Starts one for several processes. */
export const serve = () => chromium.launchServer(options)

/** Joins the one that was started for all; closing it closes only what was opened here. */
const joinAt = (address: string) => chromium.connect(address)

const firefoxWithMedia = fileURLToPath(new URL('firefox-with-media.mjs', import.meta.url))
const isFirefox = process.env.BROWSER === 'firefox'

/** The browser for one test file: the Chromium that all share, reached at `shared`, or a Firefox of its own. */
export const openBrowser = (shared: string | undefined): Promise<Browser> =>
  isFirefox ? firefox.launch({ channel: 'moz-firefox', executablePath: firefoxWithMedia }) : joinAt(shared ?? '')

/**
 * Makes `fill` type as a person does: playwright-core's own way in Firefox sets `value` from inside the page, which React takes for its own doing,
 * and hears no change.
 */
export async function typeAsPeopleDo(context: BrowserContext) {
  if (!isFirefox) return
  await context.addInitScript(() => {
    const insert = (text: string) => void document.execCommand('insertText', false, text)
    Object.defineProperty(window, '__pw_bidiInsertText', { get: () => insert, set: () => {} })
  })
}

/** A Chromium of its own whose user has blocked all cookies, and with them what pages keep. */
export function launchBlocked(folder: string): Promise<BrowserContext> {
  const profile = join(folder, 'Default')
  mkdirSync(profile, { recursive: true })
  writeFileSync(join(profile, 'Preferences'), JSON.stringify({ profile: { default_content_setting_values: { cookies: 2 } } }))
  return chromium.launchPersistentContext(folder, { ...options, viewport: { width: 390, height: 844 } })
}
