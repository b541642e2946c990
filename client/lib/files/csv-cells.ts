// A table as CSV, and what reads its cells again: none is ever read as a formula, whatever parts them (R245).
import { headingOf, shownAt, type Table } from './table.ts'

/** Some programs read full width as the plain character, and a minus sign as a hyphen. */
const isSign = (character: string) => /^[=+\-\u2212@\t\r]/.test(character.normalize('NFKC'))

// Where a cell begins for one program or another, up to the first character that each keeps: quotation marks, blanks and what can't be seen may go.
const begins = String.raw`(?<=^|[,;|\t\r\n])(?:["\uff02\p{Z}\p{Default_Ignorable_Code_Point}]|(?![\t\r\n])\p{Cc})*'*`
const written = new RegExp(String.raw`${begins}(?=([\s\S]))`, 'gu')
const guarded = new RegExp(String.raw`(${begins})'(?=([\s\S]))`, 'gu')

/** The cell as a text: an apostrophe stands before each sign that would begin a formula, one more where there is one. */
export const asText = (cell: string) => cell.replace(written, (start, next: string) => (isSign(next) ? `${start}'` : start))

/** A cell as it was before `asText`. */
export const readCell = (cell: string) => cell.replace(guarded, (all, start: string, next: string) => (isSign(next) ? start : all))

/** '2026-12-05 19:30:00', which spreadsheets read as a time wherever they are. */
const timeText = (iso: string, zone: string) => iso && new Date(shownAt(iso, zone)).toISOString().slice(0, 19).replace('T', ' ')

/** Gives the text of a file; spreadsheets know by its first character that it is UTF-8. */
export async function csvText({ columns, rows, zone }: Table): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const heading = columns.map((column) => headingOf(column, zone))
  const texts = rows.map((cells) => cells.map((cell, at) => (columns[at]?.is === 'time' ? timeText(cell, zone) : cell)))
  const quotes = (cell: unknown) => /[;|\t]/.test(String(cell))
  return `\uFEFF${Papa.unparse(
    [heading, ...texts].map((cells) => cells.map(asText)),
    { newline: '\r\n', quotes },
  )}`
}
