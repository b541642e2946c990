// Lists of people as they come: pasted or as a file, out of a spreadsheet, an address book, an email or a form (R225). Pure: it knows no page and no group.
import { cellsOf, type Rows } from './cells.ts'
import { type Column, isTable, tableOf } from './columns.ts'
import { readLine } from './free-text.ts'
import { gathering } from './gather.ts'
import { bareText } from './names.ts'
import type { LeftOut, ReadPerson } from './read.ts'
import { openBytes } from './source.ts'
import { readRows } from './table-rows.ts'
import { isVcard, readCards } from './vcard.ts'
import { type Meaning, meaningOf } from './words.ts'

export interface PeopleList {
  readonly people: readonly ReadPerson[]
  readonly leftOut: readonly LeftOut[]
  /** What each column means; none where it is no table. */
  readonly columns: readonly Column[]
  /** The cells that each of `people` was read from, in their order. */
  readonly cells: readonly (readonly string[])[]
  /** How it was read, where that is a guess. */
  readonly note?: string
  /** Why nothing could be read. */
  readonly problem?: string
}
export interface Reading {
  readonly fileName?: string
  /** What the columns mean, where somebody said so. */
  readonly columns?: ColumnChoices
}
/** What some columns mean; the others are found out. */
export type ColumnChoices = readonly (Meaning | undefined)[]

/** The page goes on after so many rows. */
const atOnce = 1_000
const breath = () => new Promise<void>((resume) => setTimeout(resume))
type Gathering = ReturnType<typeof gathering>

async function each<T>(all: Iterable<T>, take: (one: T) => void) {
  let count = 0
  for (const one of all) {
    take(one)
    if (++count % atOnce === 0) await breath()
  }
}

async function takeTable(all: Gathering, rows: Rows, chosen?: ColumnChoices): Promise<readonly Column[]> {
  const table = tableOf(rows, chosen)
  await each(readRows(rows, table), (read) => all.take(read, read.cells))
  return table.columns
}

/** Sheets without a heading or an address are said line by line, as all else is. */
async function takeSheets(all: Gathering, sheets: readonly Rows[], chosen?: ColumnChoices): Promise<readonly Column[]> {
  let columns: readonly Column[] = []
  for (const rows of sheets) {
    const found = await takeTable(all, rows, columns.length === 0 ? chosen : undefined)
    if (columns.length === 0) columns = found
  }
  return columns
}

async function takeText(all: Gathering, text: string, chosen?: ColumnChoices): Promise<readonly Column[]> {
  if (isVcard(text)) {
    await each(readCards(text), (card) => all.take(card))
    return []
  }
  const { rows, lines } = await cellsOf(text)
  const isOne = tableOf(rows.slice(0, 10)).headingAt >= 0 || isTable(rows)
  if (isOne) return takeTable(all, rows, chosen)
  await each(lines, (line) => meaningOf(bareText(line)) === undefined && all.take(readLine(line)))
  return []
}

const unreadableNames = 'Some names have letters that couldn’t be read, so they were left empty.'

export async function readPeopleList(source: string | Uint8Array, { fileName = '', columns: chosen }: Reading = {}): Promise<PeopleList> {
  const opened = typeof source === 'string' ? { text: source } : await openBytes(source, fileName)
  const nobody = { people: [], leftOut: [], columns: [], cells: [] }
  if (opened.problem) return { ...nobody, problem: opened.problem }
  const all = gathering()
  const columns = opened.sheets ? await takeSheets(all, opened.sheets, chosen) : await takeText(all, opened.text ?? '', chosen)
  const note = opened.text?.includes('\ufffd') ? unreadableNames : opened.note
  return { ...all.done(), columns, ...(note !== undefined && { note }) }
}
