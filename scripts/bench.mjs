// `npm run bench`: the benchmarks one after the other; a full run rewrites the table in README.md. `-- --only form` runs those whose name begins so,
// in seconds, and with `--record` rewrites their rows; `-- --against <commit>` measures what one answer costs beside that commit, in minutes.
import { readdirSync } from 'node:fs'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { build } from './build.mjs'
import { publish, publishSome } from './figures.mjs'
import { install } from './install.mjs'
import { withOlder } from './older.mjs'
import { start } from './run.mjs'

const folder = 'tests/bench'

/** Runs one file in a process of its own, so that none warms up or slows down the next; answers its rows, or none if it broke. */
async function measure(file, ...given) {
  const code = `const { default: bench } = await import(${JSON.stringify(`./${folder}/${file}`)})
    const rows = await bench(...${JSON.stringify(given)})
    process.send(rows, () => process.exit(0))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  const { child, ended } = start(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let rows
  child.once('message', (message) => {
    rows = message
  })
  return (await ended) === 0 ? rows : undefined
}

const options = {
  only: { type: 'string', multiple: true, default: [] },
  record: { type: 'boolean', default: false },
  against: { type: 'string' },
}
const { values, positionals } = parseArgs({ options, allowPositionals: true })
const names = values.only.concat(positionals)
await install()
await build()
const { against } = values
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))
/** What takes so long that it runs only where it is named. */
const onlyNamed = ['heap.bench.ts', 'hour.bench.ts', 'migration.bench.ts']
const isChosen = (file) => (names.length === 0 ? !against && !onlyNamed.includes(file) : names.some((name) => file.startsWith(name)))
const chosen = files.filter(isChosen).sort()
const rows = []
const broken = []
function note(file, measured) {
  if (!measured) broken.push(file)
  for (const row of measured ?? []) {
    console.log(`${row.ok ? 'ok  ' : 'FAIL'} ${row.what}: ${row.measured} (limit ${row.limit})`)
    rows.push(row)
  }
}
for (const file of chosen) {
  console.log(`\n${file}`)
  note(file, await measure(file))
}
if (against) note('against.ts', await withOlder(against, ({ folder: home, hash }) => measure('against.ts', home, hash)))
for (const file of broken) console.error(`${file} broke before it had measured.`)
if (chosen.length === 0 && !against) console.error(`No benchmark of that name in ${folder}.`)
const whole = names.length === 0 && !against && broken.length === 0 && rows.length > 0
if (whole) publish(rows)
else if (values.record) publishSome(rows)
process.exitCode = rows.length > 0 && broken.length === 0 && rows.every(({ ok }) => ok) ? 0 : 1
