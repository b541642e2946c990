// `npm run check`: types, lint, format, structure, dead code and the lock, side by side; prints what the failing ones said.
// What hasn't changed since is remembered in node_modules/.cache.
import { spawn } from 'node:child_process'
import process from 'node:process'
import { install } from './install.mjs'
import { tool } from './run.mjs'

const checks = [
  ['types', tool('tsc'), '--noEmit', '--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'],
  ['lint', tool('oxlint'), '--type-aware', '--deny-warnings'],
  ['format', tool('biome'), 'ci', '--colors=off'],
  ['structure', tool('vitest'), 'run', '--project', 'unit', '--reporter', 'dot', 'tests/structure.test.ts'],
  ['dead code', tool('knip'), '--cache'],
  ['lock', process.execPath, 'scripts/lock.mjs', '--check'],
]

/** Runs one check to its end; answers how long it took, whether it passed and what it printed. */
function examine([name, command, ...args]) {
  const began = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], shell: command.endsWith('.cmd') })
  const printed = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(chunk))
  return new Promise((resolve) => {
    const end = (code) =>
      resolve({ name, code, seconds: (performance.now() - began) / 1000, text: Buffer.concat(printed).toString().trim() })
    child.once('error', (error) => {
      printed.push(Buffer.from(error.message))
      end(127)
    })
    child.once('close', end)
  })
}

await install()
const results = await Promise.all(checks.map(examine))
const failed = results.filter(({ code }) => code !== 0)
for (const { name, text } of failed) console.log(`\n--- ${name} ---\n${text}`)
console.log()
for (const { name, code, seconds } of results)
  console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds.toFixed(1).padStart(5)} s`)
console.log(`${results.length - failed.length} passed, ${failed.length} failed`)
process.exitCode = failed.length > 0 ? 1 : 0
