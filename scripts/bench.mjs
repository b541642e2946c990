// `npm run bench`: the benchmarks one after the other; a full run rewrites the table in README.md. Names after `--` run only those.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'
import { build } from './build.mjs'
import { install } from './install.mjs'
import { start } from './run.mjs'

const folder = 'tests/bench'
const readme = 'README.md'
const [open, close] = ['<!-- bench -->', '<!-- /bench -->']

/** Runs one file in a process of its own, so that none warms up or slows down the next; answers its rows, or none if it broke. */
async function measure(file) {
  const code = `const { default: bench } = await import(${JSON.stringify(`./${folder}/${file}`)})
    const rows = await bench()
    process.send(rows, () => process.exit(0))`
  const args = ['--import', 'tsx', '--input-type=module', '--eval', code]
  const { child, ended } = start(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  let rows
  child.once('message', (message) => {
    rows = message
  })
  return (await ended) === 0 ? rows : undefined
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Puts rows into a Markdown table, above it what it was measured with. */
function tableOf(rows) {
  const lines = rows.map(
    ({ what, measured, limit, ok }) => `| ${cell(what)} | ${cell(measured)} | ${cell(limit)} | ${ok ? 'yes' : '**no**'} |`,
  )
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, load generator on the same machine.`
  return [machine, '', '| What | Measured | Limit | Held |', '|---|---|---|---|', ...lines].join('\n')
}

/** Writes the table between the README's two markers. */
function publish(table) {
  const text = readFileSync(readme, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${readme} lacks ${open} and ${close}, so the table has no place to go`)
  writeFileSync(readme, `${text.slice(0, from + open.length)}\n\n${table}\n\n${text.slice(to)}`)
}

await install()
await build()
const names = process.argv.slice(2)
const files = readdirSync(folder).filter((file) => file.endsWith('.bench.ts'))
const chosen = files.filter((file) => names.length === 0 || names.some((name) => file.startsWith(name))).sort()
const rows = []
const broken = []
for (const file of chosen) {
  console.log(`\n${file}`)
  const measured = await measure(file)
  if (!measured) broken.push(file)
  for (const row of measured ?? []) {
    console.log(`${row.ok ? 'ok  ' : 'FAIL'} ${row.what}: ${row.measured} (limit ${row.limit})`)
    rows.push(row)
  }
}
for (const file of broken) console.error(`${file} broke before it had measured.`)
if (chosen.length === 0) console.error(`No benchmark of that name in ${folder}.`)
const whole = names.length === 0 && broken.length === 0 && rows.length > 0
if (whole) publish(tableOf(rows))
process.exitCode = rows.length > 0 && broken.length === 0 && rows.every(({ ok }) => ok) ? 0 : 1
