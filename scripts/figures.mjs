// The table of figures in the README: a run of the benchmarks rewrites its own rows, a recorded run of a suite its one.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'

const readme = 'README.md'
const [open, close] = ['<!-- bench -->', '<!-- /bench -->']
const recorded = '| Suite '
/** What a full run doesn't measure. */
const isRecorded = (line) => line.startsWith(recorded) || line.startsWith('| An hour')

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const lineOf = ({ what, measured, limit, ok }) => `| ${cell(what)} | ${cell(measured)} | ${cell(limit)} | ${ok ? 'yes' : '**no**'} |`

/** Rewrites the table's rows, as `change` makes them of those before. */
function rewrite(change) {
  const text = readFileSync(readme, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${readme} lacks ${open} and ${close}, so the table has no place to go`)
  const lines = text.slice(from, to).split('\n')
  const before = lines.filter((line) => line.startsWith('| ') && !/^\| (What|-+) +\|/.test(line))
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, load generator on the same machine.`
  const table = [machine, '', '| What | Measured | Limit | Held |', '|---|---|---|---|', ...change(before)].join('\n')
  writeFileSync(readme, `${text.slice(0, from + open.length)}\n\n${table}\n\n${text.slice(to)}`)
}

/** Puts the rows of all benchmarks in place of those before. */
export const publish = (rows) => rewrite((before) => [...rows.map(lineOf), ...before.filter(isRecorded)])

/** Puts rows in place of those of the same name; new ones come first. */
export function publishSome(rows) {
  const startOf = ({ what }) => `| ${cell(what)} |`
  const isOf = (line) => (row) => line.replace(/ +\|/, ' |').startsWith(startOf(row))
  rewrite((before) => [
    ...rows.filter((row) => !before.some((line) => isOf(line)(row))).map(lineOf),
    ...before.map((line) => {
      const row = rows.find(isOf(line))
      return row ? lineOf(row) : line
    }),
  ])
}

/** Puts the row of one suite in place of its row before. */
export function record(suite, { passed, failed, seconds, limit, ok }) {
  const row = { what: `Suite \`${suite}\``, measured: `${passed} passed, ${failed} failed, ${(seconds / 60).toFixed(1)} min`, limit, ok }
  rewrite((before) => [...before.filter((line) => !line.startsWith(`${recorded}\`${suite}\``)), lineOf(row)])
}
