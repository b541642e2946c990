// Pasted lines become rows: one entry per line of name,email[,mobile], as people write them, as CSV has them, or as a spreadsheet copies them.
import Papa from 'papaparse'
import { readCell } from '#client/lib/files/csv-cells.ts'
import { clean, emailKey } from '#client/lib/people/fields.ts'
import { isEmail } from '#protocol/kernel/texts.ts'

export interface Entry {
  readonly name: string
  readonly email: string
  readonly mobile: string
}

/** What parts the fields of a line: a tab where a spreadsheet was copied, else a comma. */
const delimiterOf = (line: string) => (line.includes('\t') ? '\t' : !line.includes(',') && line.includes(';') ? ';' : ',')

function fieldsOf(line: string): string[] {
  const delimiter = delimiterOf(line)
  // A line of its own, so that a quote nobody closed spoils nothing but itself.
  const { data, errors } = Papa.parse<string[]>(line, { delimiter, quoteChar: '"' })
  return errors.length === 0 ? (data[0] ?? []) : line.replaceAll('"', '').split(delimiter)
}

function entryOf(line: string): Entry {
  const fields = line.includes('"') ? fieldsOf(line) : line.split(delimiterOf(line))
  const [first = '', second = '', third = ''] = fields.map((field) => clean(readCell(field)))
  // An email that stands alone is one, though nobody said whose.
  return fields.length === 1 && isEmail(first) ? { name: '', email: first, mobile: '' } : { name: first, email: second, mobile: third }
}

const isHeading = ({ email }: Entry) => /^e-?mail( address)?$/i.test(email)

/** A line that became no row. */
export interface LeftOut {
  /** Its number, from 1. */
  readonly line: number
  readonly text: string
  readonly why: 'no email' | 'already in the list'
}
export interface Pasted {
  readonly entries: readonly Entry[]
  readonly leftOut: readonly LeftOut[]
}

/** Reads pasted text; leaves out lines without an email, and whoever is there already: in this text or in `known`. */
export function readPasted(text: string, known: Iterable<string>): Pasted {
  const seen = new Set([...known].map(emailKey))
  const entries: Entry[] = []
  const leftOut: LeftOut[] = []
  for (const [nth, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (clean(line) === '') continue
    const entry = entryOf(line)
    const key = emailKey(entry.email)
    if (isHeading(entry)) continue
    if (!key || seen.has(key)) leftOut.push({ line: nth + 1, text: clean(line), why: key ? 'already in the list' : 'no email' })
    else {
      seen.add(key)
      entries.push(entry)
    }
  }
  return { entries, leftOut }
}
