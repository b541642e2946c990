// The one writer of the tables we save as CSV, and what reads their cells again: none is ever read as a formula, whatever parts them (R245).
import { saveText } from '#client/lib/files/save-file.ts'

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

/** Gives the text of a file; spreadsheets know by its first character that it is UTF-8. */
export async function csvText(fields: readonly string[], rows: readonly (readonly string[])[]): Promise<string> {
  const { default: Papa } = await import('papaparse')
  const quotes = (cell: unknown) => /[;|\t]/.test(String(cell))
  return `\uFEFF${Papa.unparse(
    [fields, ...rows].map((cells) => cells.map(asText)),
    { newline: '\r\n', quotes },
  )}`
}

/** Saves such a text as a file called after what it is about. */
export const saveCsv = (name: string, otherwise: string, text: string) =>
  saveText(`${name.replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || otherwise}.csv`, text, 'text/csv')
