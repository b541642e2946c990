// `npm test` in minutes, `npm run test:all` everything (tests/tiers.ts says what is where); what follows `--` goes to vitest, and names of files or suites
// run just those. Ends with `N passed, N failed`. Ours are `--all`, `--rest` (all but what `npm test` has run), `--soak`, more of everything in the suite
// `safety` (`npm run test:soak`), `--record`, its row in the table of figures, and `--durations`, which notes what each file took.
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

/** Those that run something in each tier; the screens without a browser all run in `npm test`. */
const suites = { fast: ['unit', 'client', 'mongo', 'safety', 'e2e'], rest: ['unit', 'mongo', 'safety', 'e2e'] }
/** Which suite a test file belongs to; `vitest.config.ts` draws the same lines. */
const suiteOf = (file) => /^tests\/(e2e|client|mongo|safety)\//.exec(relative(root, file).replaceAll('\\', '/'))?.[1] ?? 'unit'

/** Counts a report's tests; a file that couldn't be loaded counts as one failed test, as does each of these suites without tests. */
function count(report, wanted) {
  const files = report.testResults ?? []
  const tests = (status) => files.flatMap((file) => file.assertionResults).filter((test) => test.status === status).length
  const unloaded = files.filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
  const ran = new Set(
    files.filter((file) => file.assertionResults.some((test) => test.status === 'passed')).map((file) => suiteOf(file.name)),
  )
  const empty = wanted.filter((suite) => !ran.has(suite))
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

/** What a run of `npm test` says at its end, before the total. */
const more =
  'More: npm run test:all (crashes, floods, several processes, MongoDB, all of the screens), npm run test:mutants, npm run bench.'

const options = {
  all: { type: 'boolean' },
  rest: { type: 'boolean' },
  soak: { type: 'boolean' },
  record: { type: 'boolean' },
  durations: { type: 'boolean' },
  project: { type: 'string', multiple: true },
}
const { values, tokens } = parseArgs({ options, strict: false, tokens: true })
const { all, rest, soak, record: recorded, durations, project: projects = [] } = values
const ours = tokens.filter(({ name }) => ['all', 'rest', 'soak', 'record', 'durations'].includes(name)).map(({ index }) => index)
const args = process.argv.slice(2).filter((_, index) => !ours.includes(index))
/** A whole tier, unless something of it is named. */
const isFull = args.length === 0
const tier = rest ? 'rest' : all || !isFull ? 'all' : 'fast'
const startedAt = performance.now()
let total = { passed: 0, failed: 1 }
process.on('exit', () => {
  if (tier === 'fast') console.log(more)
  console.log(`${total.passed} passed, ${total.failed} failed`)
})
const env = { ...process.env, TZ: 'Asia/Kathmandu', TIER: tier, ...(soak && { SOAK: '1' }) }

await install()
if (projects.length === 0 || projects.some((project) => ['e2e', 'firefox', 'webkit'].includes(project))) {
  Object.assign(env, await browsers(tier === 'fast' ? ['CHROMIUM_PATH'] : undefined))
  await build()
}
const folder = mkdtempSync(join(tmpdir(), 'rolecall-'))
const report = join(folder, 'report.json')
env.MONGO_NOTE = noteIn(folder)
const reporters = ['default', 'json', './scripts/second-tries.mjs', ...(durations ? ['./scripts/durations.mjs'] : [])].map(
  (name) => `--reporter=${name}`,
)
const code = await run(tool('vitest'), ['run', ...reporters, `--outputFile.json=${report}`, ...args], { env })
const { passed, failed } = count(reportIn(report), isFull ? suites[tier === 'rest' ? 'rest' : 'fast'] : [])
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
