// Makes node_modules what package-lock.json says, and does nothing when it already is.
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { must } from './run.mjs'

const oldest = [20, 19]

/** Reads a lock's packages; undefined if there is no such file (npm writes the one inside node_modules last, so a broken install has none). */
function packagesOf(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages
  } catch {
    return undefined
  }
}

/** Tells whether everything installed is in the lock at that version, and all the lock asks of every platform is installed. */
export function isInstalled() {
  const wanted = packagesOf('package-lock.json')
  const there = packagesOf('node_modules/.package-lock.json')
  if (!wanted) throw new Error('package-lock.json is missing or unreadable')
  if (!there) return false
  const right = (path) => wanted[path]?.version === there[path]?.version
  const needed = Object.keys(wanted).filter((path) => path && !wanted[path].optional && !wanted[path].devOptional)
  return Object.keys(there).every(right) && needed.every(right)
}

/** Installs with `npm ci`, client libraries and tools included, unless that is done. */
export async function install() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < oldest[0] || (major === oldest[0] && minor < oldest[1])) {
    console.error(`Rolecall needs Node ${oldest.join('.')} or newer; this is ${process.versions.node}.`)
    process.exit(1)
  }
  if (isInstalled()) return
  const npm = process.env.npm_execpath ?? ''
  const args = ['ci', '--include=dev']
  if (basename(npm) === 'npm-cli.js') await must(process.execPath, [npm, ...args])
  else await must(process.platform === 'win32' ? 'npm.cmd' : 'npm', args)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await install()
