// `npm test` in minutes, `npm run test:all` everything (tests/tiers.ts says what is where); what follows `--` goes to vitest, and names of files or suites
// run just those. A file that failed is run once more alone: what passes then is named, and is a fault to mend. Ends with `N passed, N failed`.
// Ours are `--all`, `--rest` (all but what `npm test` has run), `--soak`, more of everything in the suite `safety` (`npm run test:soak`), `--record`, its
// row in the table of figures, and `--durations`, which notes what each file took.
import { randomInt } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { browsers, spreadsheets } from './browsers.mjs'
import { build } from './build.mjs'
import { record } from './figures.mjs'
import { install } from './install.mjs'
import { noteIn, summary } from './mongo-summary.mjs'
import { run, tool } from './run.mjs'

/** Those that run something in each tier; the screens without a browser all run in `npm test`. */
const suites = { fast: ['unit', 'client', 'mongo', 'safety', 'e2e'], rest: ['unit', 'mongo', 'safety', 'e2e'] }
/** So many failed files get a second try: of `npm test` more than that are no chance, and of everything more would take too long. */
const mostTriedAgain = { fast: 3, rest: 20, all: 20 }

/** Reads what a run wrote; nothing, if it fell over before. */
function read(file, otherwise) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return otherwise
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
// What is run rarely tries new cases each time.
if (all || rest || soak) env.SEED ??= String(randomInt(2 ** 31))

await install()
if (projects.length === 0 || projects.some((project) => ['e2e', 'pace', 'firefox', 'webkit'].includes(project))) {
  Object.assign(env, await browsers(tier === 'fast' ? ['CHROMIUM_PATH'] : undefined))
  await build()
}
if (isFull && tier !== 'fast') Object.assign(env, await spreadsheets())
const folder = mkdtempSync(join(tmpdir(), 'rolecall-'))
const report = join(folder, 'report.json')
env.MONGO_NOTE = noteIn(folder)

/** Runs vitest; answers which files ran, and how many failures belong to none of them. */
async function test(reporters, ...what) {
  const outcome = join(folder, 'outcome.json')
  rmSync(outcome, { force: true })
  const names = ['default', './scripts/outcome.mjs', ...reporters].map((name) => `--reporter=${name}`)
  const code = await run(tool('vitest'), ['run', ...names, `--outputFile.json=${report}`, ...what], { env: { ...env, OUTCOME: outcome } })
  const { files, errors } = read(outcome, { files: [], errors: 0 })
  const others = errors > 0 || (code !== 0 && files.every(({ failed }) => failed === 0)) ? Math.max(errors, 1) : 0
  return { files, others }
}

const { files, others } = await test(['json', ...(durations ? ['./scripts/durations.mjs'] : [])], ...args)
const triedAgain = files.filter(({ failed }) => failed > 0)
const [failedOnce, failed] = [[], triedAgain.length > mostTriedAgain[tier] ? triedAgain : []]
for (const one of failed.length > 0 ? [] : triedAgain) {
  console.log(`second try: ${one.project} ${one.file}`)
  const again = await test([], '--project', one.project, one.file)
  const isMended = again.others === 0 && again.files.length > 0 && again.files.every((file) => file.failed === 0)
  if (isMended) Object.assign(one, { failed: 0, passed: again.files.reduce((sum, { passed }) => sum + passed, 0) })
  ;(isMended ? failedOnce : failed).push(one)
}

const wanted = isFull ? suites[tier === 'rest' ? 'rest' : 'fast'] : []
const empty = wanted.filter((suite) => !files.some(({ project, passed }) => project === suite && passed > 0))
for (const suite of empty) console.error(`No test of the suite ${suite} passed.`)
// A planted fault whose test has another title by now would be noticed by nobody.
const named = isFull ? await run(process.execPath, ['--import', 'tsx', 'tests/mutants/titles.ts', report]) : 0
if (projects.join() === 'mongo') console.log(summary(read(report, {}), folder))
rmSync(folder, { recursive: true, force: true })

const sum = (key) => files.reduce((before, one) => before + one[key], 0)
const found = sum('failed') + others + empty.length + (named === 0 ? 0 : 1)
const green = found === 0 && sum('passed') > 0
total = { passed: sum('passed'), failed: green ? 0 : Math.max(found, 1) }
process.exitCode = green ? 0 : 1
const listed = (some) => (some.length === 0 ? ' none' : some.map(({ project, file }) => `\n  ${project} ${file}`).join(''))
if (isFull || triedAgain.length > 0) {
  console.log(`failed:${listed(failed)}`)
  console.log(`failed once, passed at the second try:${listed(failedOnce)}`)
}
if (env.SEED !== undefined)
  console.log(`seeds: SEED=${env.SEED} for all files; one again: SEED=${env.SEED} npm test -- --project <suite> <file>`)
if (recorded) {
  const seconds = (performance.now() - startedAt) / 1_000
  const [suite, limit, mostSeconds] = soak ? ['npm run test:soak', '0 failed', Infinity] : ['npm run test:safety', '0 failed, ≤ 8 min', 480]
  record(suite, { ...total, seconds, limit, ok: green && seconds <= mostSeconds })
}
