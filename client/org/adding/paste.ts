// Pasted lines become rows: one entry per line of name,email[,mobile], as people write them, as CSV has them, or as a spreadsheet copies them.
import Papa from 'papaparse'
import { isEmail } from '#protocol/texts.ts'

export interface Entry {
  readonly name: string
  readonly email: string
  readonly mobile: string
}

/** No field may be longer than what a call takes; such a row is refused by itself. */
const longestField = 1000
const invisible = /[\u200b-\u200d\u2060\ufeff\u00a0]/g
const clean = (field = '') => field.replace(invisible, ' ').trim().slice(0, longestField)

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
  const [first = '', second = '', third = ''] = fields.map(clean)
  // An email that stands alone is one, though nobody said whose.
  return fields.length === 1 && isEmail(first) ? { name: '', email: first, mobile: '' } : { name: first, email: second, mobile: third }
}

const isHeading = ({ email }: Entry) => /^e-?mail( address)?$/i.test(email)

/** How emails are told apart (R13). */
export const emailKey = (email: string) => email.trim().toLowerCase()

export interface Pasted {
  readonly entries: readonly Entry[]
  /** Lines that had no email. */
  readonly dropped: number
  /** Emails that were there before, in this text or in `known`. */
  readonly duplicates: number
}

/** Reads pasted text; drops lines without an email, and whoever is there already. */
export function readPasted(text: string, known: Iterable<string>): Pasted {
  const seen = new Set([...known].map(emailKey))
  const entries: Entry[] = []
  let [dropped, duplicates] = [0, 0]
  for (const line of text.split(/\r\n|\r|\n/)) {
    if (clean(line) === '') continue
    const entry = entryOf(line)
    const key = emailKey(entry.email)
    if (isHeading(entry)) continue
    if (!key) dropped++
    else if (seen.has(key)) duplicates++
    else {
      seen.add(key)
      entries.push(entry)
    }
  }
  return { entries, dropped, duplicates }
}
