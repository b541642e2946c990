// `npm test`: every suite from a fresh clone, browser included; what follows `--` goes to vitest. Ends with `N passed, N failed`.
// Ours are `--soak`, more of everything in the suite `safety` (`npm run test:soak`), `--record`, its row in the README's table of figures, and
// `--durations`, which notes what each file took.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { browsers } from './browsers.mjs'
import { build } from './build.mjs'
import { record } from './figures.mjs'
import { install } from './install.mjs'
import { noteIn, summary } from './mongo-summary.mjs'
import { root, run, tool } from './run.mjs'

const suites = ['unit', 'client', 'mongo', 'safety', 'e2e']
/** Which suite a test file belongs to; `vitest.config.ts` draws the same lines. */
const suiteOf = (file) => /^tests\/(e2e|client|mongo|safety)\//.exec(relative(root, file).replaceAll('\\', '/'))?.[1] ?? 'unit'

/** Counts a report's tests; a file that couldn't be loaded counts as one failed test, as does a suite without tests in a full run. */
function count(report, full) {
  const files = report.testResults ?? []
  const tests = (status) => files.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
  const unloaded = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
  const ran = new Set(
    files.filter((file) => file.assertionResults.some((test) => test.status === 'passed')).map((file) => suiteOf(file.name)),
  )
  const empty = full ? suites.filter((suite) => !ran.has(suite)) : []
  for (const suite of empty) console.error(`No test of the suite ${suite} passed.`)
  return { passed: tests('passed'), failed: tests('failed') + unloaded.length + empty.length }
}

/** Reads what vitest wrote; nothing, if it fell over before. */
function reportIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

const options = {
  soak: { type: 'boolean' },
  record: { type: 'boolean' },
  durations: { type: 'boolean' },
  project: { type: 'string', multiple: true },
}
const { values, tokens } = parseArgs({ options, strict: false, tokens: true })
const { soak, record: recorded, durations, project: projects = [] } = values
const ours = tokens.filter(({ name }) => ['soak', 'record', 'durations'].includes(name)).map(({ index }) => index)
const args = process.argv.slice(2).filter((_, index) => !ours.includes(index))
const startedAt = performance.now()
let total = { passed: 0, failed: 1 }
process.on('exit', () => console.log(`${total.passed} passed, ${total.failed} failed`))
const env = { ...process.env, TZ: 'Asia/Kathmandu', ...(soak && { SOAK: '1' }) }

await install()
if (projects.length === 0 || projects.some((project) => ['e2e', 'firefox', 'webkit'].includes(project))) {
  Object.assign(env, await browsers())
  await build()
}
const folder = mkdtempSync(join(tmpdir(), 'rolecall-'))
const report = join(folder, 'report.json')
env.MONGO_NOTE = noteIn(folder)
const reporters = ['default', 'json', './scripts/second-tries.mjs', ...(durations ? ['./scripts/durations.mjs'] : [])].map(
  (name) => `--reporter=${name}`,
)
const code = await run(tool('vitest'), ['run', ...reporters, `--outputFile.json=${report}`, ...args], { env })
const isFull = args.length === 0
const { passed, failed } = count(reportIn(report), isFull)
// A planted fault whose test has another title by now would be noticed by nobody.
const named = isFull ? await run(process.execPath, ['--import', 'tsx', 'tests/mutants/titles.ts', report]) : 0
if (projects.join() === 'mongo') console.log(summary(reportIn(report), folder))
rmSync(folder, { recursive: true, force: true })
const green = code === 0 && named === 0 && failed === 0 && passed > 0
total = { passed, failed: green ? 0 : Math.max(failed, 1) }
process.exitCode = green ? 0 : 1
if (recorded) {
  const seconds = (performance.now() - startedAt) / 1_000
  const [suite, limit, mostSeconds] = soak ? ['npm run test:soak', '0 failed', Infinity] : ['npm run test:safety', '0 failed, ≤ 8 min', 480]
  record(suite, { ...total, seconds, limit, ok: green && seconds <= mostSeconds })
}
