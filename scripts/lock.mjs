// Keeps package-lock.json complete for every platform: `npm install` drops optional binaries its registry lacks, and `npm ci` then refuses the lock.
import { readFileSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import './run.mjs'

const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'netbsd', 'openbsd', 'openharmony', 'sunos', 'win32']
const processors = ['arm', 'arm64', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']
const inNpmOrder = ([a], [b]) => a.localeCompare(b, 'en')
const libraries = { gnu: 'glibc', gnueabihf: 'glibc', musl: 'musl', musleabihf: 'musl' }

/** Where a package is for, read from the words of its name; undefined if the name doesn't say. */
export function platformOf(name) {
  const words = name.split(/[/-]/)
  const os = words.find((word) => systems.includes(word))
  const cpu = words.find((word) => processors.includes(word))
  const libc = words.map((word) => libraries[word]).find(Boolean)
  return cpu && { cpu: [cpu], ...(os && { os: [os] }), ...(os === 'linux' && libc && { libc: [libc] }) }
}

/** Tells whether the package at `path` finds `name` among its own dependencies or in a folder further up. */
function finds(packages, path, name) {
  const levels = path.split(/(?=\/node_modules\/)/)
  const folders = levels.map((_, n) => `${levels.slice(0, n + 1).join('')}/`)
  return ['', ...folders].some((folder) => packages[`${folder}node_modules/${name}`])
}

/** The optional entries that packages of the lock name and the lock lacks, each with the path it belongs at. */
export function missingEntries({ packages }) {
  return Object.entries(packages).flatMap(([path, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !finds(packages, path, name))
      .map(([name, version]) => {
        const platform = platformOf(name)
        if (!platform || !/^\d[\w.+-]*$/.test(version))
          throw new Error(`${path} wants ${name}@${version}: no platform or exact version to add`)
        const rest = { ...platform, ...(entry.dev && { dev: true }), optional: true }
        return { at: `node_modules/${name}`, entry: { version, ...Object.fromEntries(Object.entries(rest).sort(inNpmOrder)) } }
      }),
  )
}

/** The paths of entries that name the registry they came from. */
export const registryNamed = ({ packages }) => Object.keys(packages).filter((path) => /^https?:/.test(packages[path].resolved ?? ''))

/** The same lock with the missing entries added, in npm's order, and no registry named. */
export function complete(lock) {
  const packages = { ...lock.packages }
  for (const { at, entry } of missingEntries(lock)) packages[at] = entry
  for (const path of registryNamed(lock)) {
    const { resolved: _, ...rest } = packages[path]
    packages[path] = rest
  }
  const sorted = Object.entries(packages).sort(inNpmOrder)
  return { ...lock, packages: Object.fromEntries(sorted) }
}

/** What makes the lock unfit for `npm ci` elsewhere, one sentence each. */
export function complaints(lock, manifest) {
  const own = lock.packages['']
  const stale = ['dependencies', 'devDependencies', 'optionalDependencies'].filter(
    (kind) => JSON.stringify(own[kind] ?? {}) !== JSON.stringify(manifest[kind] ?? {}),
  )
  return [
    ...missingEntries(lock).map(({ at, entry }) => `lacks ${at}@${entry.version}`),
    ...registryNamed(lock).map((path) => `names a registry at ${path}`),
    ...stale.map((kind) => `its ${kind} are not those of package.json`),
  ]
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
  if (parseArgs({ options: { check: { type: 'boolean' } } }).values.check) {
    const found = complaints(lock, JSON.parse(readFileSync('package.json', 'utf8')))
    for (const complaint of found) console.error(`package-lock.json ${complaint}`)
    if (found.length > 0) console.error('Mend it with: npm install && npm run lock')
    process.exitCode = found.length > 0 ? 1 : 0
  } else {
    const added = missingEntries(lock).length
    writeFileSync('package-lock.json', `${JSON.stringify(complete(lock), null, 2)}\n`)
    console.log(`package-lock.json: ${added} optional entries added`)
  }
}
