// A CSV file as people to invite: which column is what is guessed, shown, and can be changed.
import { isEmail } from '#protocol/texts.ts'
import { clean, type Entry } from './people.ts'

export interface Columns {
  readonly email: number
  /** -1 for none. */
  readonly name: number
  readonly role: number
  /** The first line names the columns. */
  readonly hasHeading: boolean
}
export interface CsvFile {
  readonly name: string
  readonly lines: readonly (readonly string[])[]
}

/** Reads a file; whatever parts its cells is found out. */
export async function readCsv(file: File): Promise<CsvFile> {
  const { default: Papa } = await import('papaparse')
  const text = await file.text()
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: 'greedy' })
  return { name: file.name, lines: data.map((line) => line.map(clean)) }
}

const words = {
  name: /name|person|guest|nom|nombre/i,
  role: /role|seat|function|rolle/i,
} as const

/** Guesses the columns: by their heading, else by what stands in them. */
export function guessColumns(lines: CsvFile['lines']): Columns {
  const [first = []] = lines
  const hasHeading = first.length > 0 && !first.some((cell) => isEmail(cell))
  const body = hasHeading ? lines.slice(1) : lines
  const share = (at: number) => body.filter((line) => isEmail((line[at] ?? '').toLowerCase())).length
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length))
  const all = Array.from({ length: width }, (_, at) => at)
  const email = [...all].sort((a, b) => share(b) - share(a))[0] ?? 0
  const named = (kind: keyof typeof words) => all.find((at) => at !== email && hasHeading && words[kind].test(first[at] ?? '')) ?? -1
  const role = named('role')
  const byHeading = all.find((at) => at !== email && at !== role && hasHeading && words.name.test(first[at] ?? ''))
  const beside = all.find((at) => at !== email && at !== role)
  return { email, name: byHeading ?? (hasHeading ? -1 : (beside ?? -1)), role, hasHeading }
}

/** What a column is called in the choice. */
export function columnLabels({ lines }: CsvFile, { hasHeading }: Columns): string[] {
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length))
  const [first = [], second = []] = lines
  return Array.from({ length: width }, (_, at) => {
    const title = hasHeading ? first[at] : undefined
    const sample = (hasHeading ? second : first)[at] ?? ''
    return title || (sample ? `Column ${at + 1} (${sample.slice(0, 30)})` : `Column ${at + 1}`)
  })
}

const cell = (line: readonly string[], at: number) => (at < 0 ? '' : (line[at] ?? ''))

/** The people of the file; roles of one person are parted by semicolons or bars. */
export const entriesOf = ({ lines }: CsvFile, columns: Columns): Entry[] =>
  (columns.hasHeading ? lines.slice(1) : lines).map((line) => ({
    email: cell(line, columns.email),
    name: cell(line, columns.name),
    roles: cell(line, columns.role)
      .split(/[;|]/)
      .map((role) => role.trim())
      .filter(Boolean),
  }))
