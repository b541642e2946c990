// `npm run check`: types, lint, format, structure, dead code and the lock, side by side; prints what the failing ones said and what each has cost.
// What passed is remembered in node_modules/.cache: a part is done again once any file has changed, and then goes by its own tool's cache.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import process from 'node:process'
import { install } from './install.mjs'
import { tool } from './run.mjs'

const checks = [
  // One program tells types and what is linted by them: to build it is most of the work of either.
  ['types, lint', tool('oxlint'), '--type-aware', '--type-check', '--deny-warnings'],
  ['format', tool('biome'), 'ci', '--colors=off'],
  ['structure', tool('vitest'), 'run', '--project', 'unit', '--reporter', 'dot', 'tests/structure.test.ts'],
  ['dead code', tool('knip'), '--cache'],
  ['lock', process.execPath, 'scripts/lock.mjs', '--check'],
]

/** What knows the types is written in Go: collecting its garbage at every doubling costs a third of its time. */
const env = { ...process.env, GOGC: process.env.GOGC ?? '400' }

const kept = 'node_modules/.cache/check'
const stampOf = (name) => `${kept}/${name.replaceAll(/\W+/g, '-')}`
const leftOut = new Set(['.git', 'node_modules', 'dist', 'data', 'coverage'])

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !leftOut.has(name))
    .flatMap((one) => (one.isDirectory() ? filesIn(`${folder}/${one.name}`) : one.isFile() ? `${folder}/${one.name}` : []))
    .sort((one, other) => (one < other ? -1 : 1))

/** Stands for all that the parts look at: every file here, the packages that are installed, Node. */
function stateNow() {
  const hash = createHash('sha256').update(process.version)
  for (const file of [...filesIn('.'), 'node_modules/.package-lock.json']) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

function hasPassed(name, state) {
  try {
    return readFileSync(stampOf(name), 'utf8') === state
  } catch {
    return false
  }
}

/** Runs one check to its end; answers how long it took, whether it passed and what it printed. */
async function examine([name, command, ...args], state) {
  if (hasPassed(name, state)) return { name, code: 0, text: '' }
  rmSync(stampOf(name), { force: true })
  const began = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: command.endsWith('.cmd'), env })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
  const code = await new Promise((resolve) => {
    child.once('error', (error) => {
      printed.push(Buffer.from(error.message))
      resolve(127)
    })
    child.once('close', resolve)
  })
  if (code === 0) writeFileSync(stampOf(name), state)
  return { name, code, seconds: (performance.now() - began) / 1000, text: Buffer.concat(printed).toString().trim() }
}

await install()
mkdirSync(kept, { recursive: true })
const state = stateNow()
const results = await Promise.all(checks.map((check) => examine(check, state)))
const failed = results.filter(({ code }) => code !== 0)
for (const { name, text } of failed) console.log(`\n--- ${name} ---\n${text}`)
console.log()
for (const { name, code, seconds } of results)
  console.log(
    `${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(11)} ${seconds === undefined ? 'nothing has changed since it passed' : `${seconds.toFixed(1).padStart(5)} s`}`,
  )
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
