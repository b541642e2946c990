// What each column of a table means: by its heading, wherever that stands, and else by what the column holds.
import { addressesIn } from './addresses.ts'
import type { Rows } from './cells.ts'
import { isPhone, looksLikeName, mayBeName } from './holds.ts'
import { bareText, cleanField } from './names.ts'
import { type Meaning, meaningOf } from './words.ts'

export interface Column {
  /** Its heading; '' where there is none. */
  readonly heading: string
  /** What stands in it first. */
  readonly sample: string
  readonly meaning: Meaning
}
export interface Table {
  readonly columns: readonly Column[]
  /** Where the heading stands; -1 for nowhere. */
  readonly headingAt: number
}

const headingWithin = 10
const judged = 300
const most = 0.6

export const holdsAddress = (cell: string) => cell !== '' && /[@＠﹫<]|mailto:/iu.test(cell) && addressesIn(cell).found.length > 0

const known = (cell: string) => (cell.trim() === '' ? undefined : meaningOf(bareText(cell)))
/** The row of column names: one says email, or two say something else of a person. */
export function headingOf(rows: Rows): number {
  const first = rows.slice(0, headingWithin).map((row) => (row.some(holdsAddress) ? [] : row.map(known)))
  const email = first.findIndex((found) => found.includes('email'))
  if (email >= 0) return email
  return first.findIndex((found) => found.filter((one) => one !== undefined && one !== '' && one !== 'label').length > 1)
}

/** The cells of one column that have something in them. */
const filled = (rows: Rows, at: number) => rows.flatMap((row) => bareText(row[at] ?? '') || [])
const share = (cells: readonly string[], is: (cell: string) => boolean) => (cells.length === 0 ? 0 : cells.filter(is).length / cells.length)
const isOneWord = (cell: string) => !/\s/.test(cell)
const isLabel = (cells: readonly string[]) => cells.length >= 4 && new Set(cells).size * 2 <= cells.length

/** Where names stand in a table without headings: before the address, or behind it where nothing is before; one word beside another are first and last name. */
function nameColumns(rows: Rows, free: readonly number[], email: number): [number, Meaning][] {
  const cells = (at: number) => filled(rows, at)
  const fit = free.filter((at) => share(cells(at), mayBeName) >= most && !isLabel(cells(at)))
  const before = fit.filter((at) => at < email)
  const [first, second] = before.length > 0 ? before : fit
  if (first === undefined) return []
  const areBoth = second === first + 1 && [first, second].every((at) => share(cells(at), isOneWord) > most)
  return areBoth ? [[first, 'first'], [second, 'last']] : [[first, 'name']] // biome-ignore format: one thing
}

/** What headings don't say, by what the columns hold. */
function byContent(rows: Rows, said: readonly (Meaning | undefined)[], hasHeading: boolean): Meaning[] {
  const found = [...said]
  const all = found.map((_, at) => at)
  const free = () => all.filter((at) => found[at] === undefined)
  const counts = all.map((at) => rows.filter((row) => holdsAddress(row[at] ?? '')).length)
  if (!all.some((at) => found[at] === 'email' && (counts[at] ?? 0) > 0)) {
    const [fullest] = all.filter((at) => (counts[at] ?? 0) > 0).sort((one, other) => (counts[other] ?? 0) - (counts[one] ?? 0))
    if (fullest !== undefined) {
      for (const at of all) if (found[at] === 'email') found[at] = ''
      found[fullest] = 'email'
    }
  }
  const email = found.indexOf('email')
  if (!found.some((one) => one === 'name' || one === 'first' || one === 'last')) {
    const likely = free().find((at) => share(filled(rows, at), looksLikeName) >= most)
    const names: [number, Meaning][] = hasHeading ? (likely === undefined ? [] : [[likely, 'name']]) : nameColumns(rows, free(), email)
    for (const [at, meaning] of names) found[at] = meaning
  }
  const phone = found.includes('mobile') ? undefined : free().find((at) => share(filled(rows, at), isPhone) >= most)
  if (phone !== undefined) found[phone] = 'mobile'
  return found.map((one) => (one === undefined || one === 'label' ? '' : one))
}

/** The columns of a table; `chosen` holds against what is found out. */
export function tableOf(rows: Rows, chosen: readonly (Meaning | undefined)[] = []): Table {
  const headingAt = headingOf(rows)
  const heading = rows[headingAt] ?? []
  const body = rows.slice(headingAt + 1, headingAt + 1 + judged)
  const width = Math.min(200, Math.max(heading.length, ...body.map(({ length }) => length)))
  const all = Array.from({ length: width }, (_, at) => at)
  const found = byContent(body, all.map((at) => known(heading[at] ?? '')), headingAt >= 0) // biome-ignore format: one thing
  const columns = all.map((at) => ({
    heading: cleanField(heading[at]),
    sample: cleanField(body.find((row) => row[at]?.trim())?.[at]).slice(0, 60),
    meaning: chosen[at] ?? found[at] ?? '',
  }))
  return { columns, headingAt }
}

/** Without a heading: whether nearly all addresses stand alone in one and the same column, beside others. */
export function isTable(rows: Rows): boolean {
  const places = rows.slice(0, judged).flatMap((row) => {
    const at = row.findIndex(holdsAddress)
    return at < 0
      ? []
      : [
          {
            at,
            isAlone: row.filter(holdsAddress).length === 1 && isBare(row[at] ?? ''),
            isWide: row.filter((cell) => cell.trim()).length > 1,
          },
        ]
  })
  const first = places[0]?.at
  const fit = places.filter(({ at, isAlone }) => at === first && isAlone)
  return places.some(({ isWide }) => isWide) && fit.length >= 0.8 * places.length
}
/** Nothing but addresses. */
const isBare = (cell: string) => {
  const { found, rest } = addressesIn(cell)
  return [...found.map(({ before }) => before), rest].every((text) => bareText(text) === '')
}
