// The table of figures in docs/figures.md: a run of the benchmarks rewrites its own rows, a recorded run of a suite its one. Five rows stand in the README too.
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import process from 'node:process'

const [all, readme] = ['docs/figures.md', 'README.md']
const [open, close] = ['<!-- bench -->', '<!-- /bench -->']
const recorded = '| Suite '
/** What a full run doesn't measure. */
const isRecorded = (line) => line.startsWith(recorded) || line.startsWith('| An hour')
/** How the README's rows begin: what a newcomer asks first. */
const inReadme = [
  'RSVP burst: seats given',
  'Server process killed amid 3',
  'Fan-out: 1000 sockets in one room, 20 changes a second',
  'Invitation on a slow phone',
  'Start on a store',
]

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const lineOf = ({ what, measured, limit, ok }) => `| ${cell(what)} | ${cell(measured)} | ${cell(limit)} | ${ok ? 'yes' : '**no**'} |`

/** The text of a file before, between and after the marks of its table. */
function parts(file) {
  const text = readFileSync(file, 'utf8')
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`${file} lacks ${open} and ${close}, so the table has no place to go`)
  return [text.slice(0, from + open.length), text.slice(from, to), text.slice(to)]
}

function write(file, lines) {
  const [before, , after] = parts(file)
  const machine = `Node ${process.versions.node}, ${cpus().length} cores, load generator on the same machine.`
  writeFileSync(file, [before, '', machine, '', '| What | Measured | Limit | Held |', '|---|---|---|---|', ...lines, '', after].join('\n'))
}

/** Rewrites the table's rows, as `change` makes them of those before. */
function rewrite(change) {
  const rows = parts(all)[1].split('\n')
  const lines = change(rows.filter((line) => line.startsWith('| ') && !/^\| (What|-+) +\|/.test(line)))
  write(all, lines)
  write(
    readme,
    inReadme.flatMap((start) => lines.filter((line) => line.startsWith(`| ${start}`))),
  )
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
