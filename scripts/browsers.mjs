// Finds the programs that tests drive, or installs the system's own: Chromium for all browser tests, Firefox and WebKit for the main ways, and LibreOffice,
// which opens what we export.
import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { run } from './run.mjs'

const applications = ['Google Chrome', 'Chromium', 'Firefox'].map((name) => `/Applications/${name}.app/Contents/MacOS`)

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a program: what `variable` says, else the first of these names on the PATH; undefined if there is none. */
function find(variable, names) {
  const configured = process.env[variable]
  if (configured) return canRun(configured) ? configured : undefined
  const places = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), '/usr/bin', ...applications]
  return names.flatMap((name) => places.map((place) => join(place, name))).find(canRun)
}

const findChromium = () =>
  find('CHROMIUM_PATH', [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome.exe',
    'Google Chrome',
    'Chromium',
  ])
const findFirefox = () => find('FIREFOX_PATH', ['firefox-esr', 'firefox'])

/** WebKitGTK's small browser, which lies beside its library. */
function findMiniBrowser() {
  const configured = process.env.WEBKIT_PATH
  if (configured) return canRun(configured) ? configured : undefined
  const libraries = ['/usr/lib', ...folderNames('/usr/lib').map((name) => `/usr/lib/${name}`)]
  return libraries
    .flatMap((library) => folderNames(library).map((name) => `${library}/${name}/MiniBrowser`))
    .find((path) => path.includes('webkit2gtk') && canRun(path))
}
function folderNames(folder) {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : []))
  } catch {
    return []
  }
}
/** What the browser tests need: the variable that says where it stands, how it is found, and Debian's package. WebKit outside Linux has no such driver. */
const programs = [
  { variable: 'CHROMIUM_PATH', find: findChromium, package: 'chromium' },
  { variable: 'FIREFOX_PATH', find: findFirefox, package: 'firefox-esr' },
  ...(process.platform === 'linux'
    ? [
        { variable: 'WEBKIT_PATH', find: findMiniBrowser, package: 'webkit2gtk-driver' },
        { variable: 'WEBKIT_DRIVER_PATH', find: () => find('WEBKIT_DRIVER_PATH', ['WebKitWebDriver']), package: 'webkit2gtk-driver' },
        { variable: 'XVFB_PATH', find: () => find('XVFB_PATH', ['Xvfb']), package: 'xvfb' },
        { variable: 'OPENBOX_PATH', find: () => find('OPENBOX_PATH', ['openbox']), package: 'openbox' },
      ]
    : []),
]

/** For `tests/safety/spreadsheet.test.ts`, which is skipped without it. */
const spreadsheet = { variable: 'CALC_PATH', find: () => find('CALC_PATH', ['soffice', 'localc']), package: 'libreoffice-calc-nogui' }

export const browsers = (wanted = programs.map(({ variable }) => variable)) =>
  findAll(programs.filter(({ variable }) => wanted.includes(variable)))
export const spreadsheets = () => findAll([spreadsheet])

/** Gives where the programs are, as environment for the tests; installs the system's packages where that is allowed, and says what to do where it isn't. */
async function findAll(needed) {
  const missing = () => needed.filter((program) => !program.find())
  const wrong = missing().find(({ variable }) => process.env[variable])
  if (wrong) return giveUp(`${wrong.variable} is ${process.env[wrong.variable]}, and there is no program there.`)
  if (missing().length > 0 && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    await run('apt-get', ['update'], { env })
    await run('apt-get', ['install', '-y', '--no-install-recommends', ...packagesOf(missing())], { env })
  }
  const still = missing()
  if (still.length > 0) {
    const variables = still.map(({ variable }) => variable).join(', ')
    const sentence = `The tests need other programs: install them (Debian: apt-get install ${packagesOf(still).join(' ')}) or set ${variables}.`
    // Without Chromium next to nothing can be tested; without another browser its own suite fails.
    if (still.some(({ variable }) => variable === 'CHROMIUM_PATH')) return giveUp(sentence)
    console.error(sentence)
  }
  return Object.fromEntries(needed.flatMap(({ variable, find: path }) => (path() ? [[variable, path()]] : [])))
}

const packagesOf = (some) => [...new Set(some.map((program) => program.package))]

function giveUp(reason) {
  console.error(reason)
  process.exit(1)
}
