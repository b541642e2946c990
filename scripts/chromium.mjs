// Finds the Chromium that browser tests drive, or installs the system's own.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import process from 'node:process'
import { run } from './run.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome.exe', 'Google Chrome', 'Chromium']
const folders = ['/usr/bin', '/Applications/Google Chrome.app/Contents/MacOS', '/Applications/Chromium.app/Contents/MacOS']

function canRun(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The path of a Chromium on this machine: CHROMIUM_PATH, else the first known name on the PATH; undefined if there is none. */
export function findChromium() {
  const told = process.env.CHROMIUM_PATH
  if (told) return canRun(told) ? told : undefined
  const places = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...folders]
  return names.flatMap((name) => places.map((place) => join(place, name))).find(canRun)
}

/** Answers a Chromium's path; installs the system's package where that is allowed, and says what to do where it isn't. */
export async function chromium() {
  const found = findChromium()
  if (found) return found
  if (process.env.CHROMIUM_PATH) return giveUp(`CHROMIUM_PATH is ${process.env.CHROMIUM_PATH}, and there is no program there.`)
  if (process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    const done = (await run('apt-get', ['update'], { env })) === 0 && (await run('apt-get', ['install', '-y', 'chromium'], { env })) === 0
    const installed = done && findChromium()
    if (installed) return installed
  }
  return giveUp('The browser tests need a Chromium: install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.')
}

function giveUp(reason) {
  console.error(reason)
  process.exit(1)
}
