// The rows of a table as people: what its columns say of each.
import { addressesIn } from './addresses.ts'
import type { Rows } from './cells.ts'
import { type Column, holdsAddress, type Table } from './columns.ts'
import { readLine } from './free-text.ts'
import { bareText, cellName } from './names.ts'
import { type LeftOut, noAddress, notAnAddress, type ReadPerson } from './read.ts'
import { type Meaning, meanings } from './words.ts'

export interface ReadRow {
  readonly people: readonly ReadPerson[]
  readonly leftOut: readonly LeftOut[]
  /** Addresses of other columns: whose they are nobody says. */
  readonly aside: readonly LeftOut[]
}

/** The name in a cell, beside an address perhaps. */
const nameIn = (cell: string) => cellName(cell) || (holdsAddress(cell) ? (readLine(cell).people.find(({ name }) => name)?.name ?? '') : '')
const familyFirst = /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\s]+$/u

/** First and last name are joined; a full name beside a first one is the last where it doesn't hold it. */
function nameFrom(of: (meaning: Meaning) => string): string {
  const [full, first, last] = [nameIn(of('name')), nameIn(of('first')), nameIn(of('last'))]
  if (full && (!first || last || full.toLowerCase().includes(first.toLowerCase()))) return full
  const family = last || full
  const parts = familyFirst.test(first + family) ? [family, first] : [first, nameIn(of('middle')), family]
  return parts.filter(Boolean).join(' ')
}

/** Which columns say what. */
type Places = (meaning: Meaning) => readonly number[]
function placesOf(columns: readonly Column[]): Places {
  const places = new Map(meanings.map((meaning) => [meaning, columns.flatMap((column, at) => (column.meaning === meaning ? [at] : []))]))
  return (meaning) => places.get(meaning) ?? []
}

/** Columns in which an address is nobody else's: a role may be called like one. */
const ownMeanings = new Set<Meaning | undefined>(['email', 'role'])

function readRow(row: readonly string[], columns: readonly Column[], places: Places): ReadRow {
  const cellsOf = (meaning: Meaning) => places(meaning).flatMap((at) => (row[at]?.trim() ? [row[at]] : []))
  const name = nameFrom((meaning) => cellsOf(meaning)[0] ?? '')
  const own = cellsOf('email').filter((cell) => !/^[-–—]$/.test(cell.trim()))
  const others = row.flatMap((cell, at) =>
    holdsAddress(cell) && !ownMeanings.has(columns[at]?.meaning) ? [{ cell, heading: columns[at]?.heading ?? '' }] : [],
  )
  const reads = (own.length > 0 ? own : others.map(({ cell }) => cell)).map(readLine)
  const found = reads.flatMap(({ people }) => people)
  const mobile = cellsOf('mobile').map(cleanMobile).find(Boolean) ?? ''
  const role = cellsOf('role')[0]?.trim() ?? ''
  const nameTo = (one: ReadPerson) => (found.length > 1 && one.name) || name || one.name
  const people = found.map((one) => ({ name: nameTo(one), email: one.email, mobile: mobile || one.mobile, role }))
  const wrong = reads.flatMap(({ leftOut }) => leftOut).filter(({ why }) => why === notAnAddress || found.length === 0)
  const leftOut = wrong.map(({ text }) => ({ text: name && !text.includes('<') ? `${name} <${text}>` : text, why: notAnAddress }))
  const isNobody = people.length === 0 && leftOut.length === 0
  return {
    people,
    leftOut: isNobody ? [{ text: row.map(bareText).filter(Boolean).join(', '), why: noAddress }] : leftOut,
    aside: own.length === 0 ? [] : others.flatMap(({ cell, heading }) => asideOf(cell, heading)),
  }
}
const asideOf = (cell: string, heading: string): LeftOut[] =>
  addressesIn(cell).found.map(({ email, written }) => ({
    text: email || written,
    why: heading ? `It stands under “${heading}”, so it may be someone else’s.` : 'It may be someone else’s.',
  }))
const cleanMobile = (cell: string) => bareText(cell.replace(/^tel:/i, '')).replace(/[\u061c\u200b-\u200f]/g, '')

const isSameRow = (row: readonly string[], other: readonly string[]) => row.every((cell, at) => cell === other[at])

/** Every row of the table that says something, in their order; `cells` are the rows themselves. */
export function* readRows(rows: Rows, { columns, headingAt }: Table): Generator<ReadRow & { readonly cells: readonly string[] }> {
  const heading = rows[headingAt] ?? []
  const places = placesOf(columns)
  for (const [at, cells] of rows.entries()) {
    if (at < headingAt) {
      const above = cells.flatMap((cell) => (holdsAddress(cell) ? asideOf(cell, '') : []))
      if (above.length > 0) yield { people: [], leftOut: [], aside: above, cells }
    } else if (headingAt < 0 || !isSameRow(cells, heading)) {
      const read = readRow(cells, columns, places)
      // A second row of column names, as surveys have it.
      const isSub =
        at === headingAt + 1 &&
        headingAt >= 0 &&
        !cells.some(holdsAddress) &&
        columns.every(({ meaning }, nth) => meaning === '' || !cells[nth]?.trim())
      if (!isSub) yield { ...read, cells }
    }
  }
}
