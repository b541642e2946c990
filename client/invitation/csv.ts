// A CSV file as people to invite: which column is what is guessed, shown, and can be changed.
import { readCell } from '#client/lib/files/csv-cells.ts'
import { clean } from '#client/lib/people/fields.ts'
import { isEmail } from '#protocol/kernel/texts.ts'
import { labelKey } from '#protocol/seats/questions/words.ts'
import type { Entry } from './people.ts'

export interface Columns {
  readonly email: number
  /** -1 for none. */
  readonly name: number
  readonly role: number
  /** R162: which column answers a question, by its id; those that none does are left out. */
  readonly answers?: Readonly<Record<string, number>>
  /** The first row has the column names. */
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
  return { name: file.name, lines: data.map((line) => line.map((cell) => clean(readCell(cell)))) }
}

const words = {
  name: /name|person|guest|nom|nombre/i,
  role: /role|seat|function|rolle/i,
} as const

interface Named {
  readonly _id: string
  readonly label: string
}

/** Guesses the columns: by their heading, else by what stands in them. A heading that says a question's label answers it. */
export function guessColumns(lines: CsvFile['lines'], questions: readonly Named[] = []): Columns {
  const [first = []] = lines
  const hasHeading = first.length > 0 && !first.some((cell) => isEmail(cell))
  const body = hasHeading ? lines.slice(1) : lines
  const share = (at: number) => body.filter((line) => isEmail(line[at] ?? '')).length
  const width = Math.max(0, ...lines.slice(0, 50).map((line) => line.length))
  const all = Array.from({ length: width }, (_, at) => at)
  const email = [...all].sort((a, b) => share(b) - share(a))[0] ?? 0
  const answers = Object.fromEntries(
    questions.flatMap(({ _id, label }) => {
      const at = hasHeading ? all.find((one) => one !== email && labelKey(first[one] ?? '') === labelKey(label)) : undefined
      return at === undefined ? [] : [[_id, at]]
    }),
  )
  const isFree = (at: number) => at !== email && !Object.values(answers).includes(at)
  const named = (kind: keyof typeof words) => all.find((at) => isFree(at) && hasHeading && words[kind].test(first[at] ?? '')) ?? -1
  const role = named('role')
  const byHeading = all.find((at) => isFree(at) && at !== role && hasHeading && words.name.test(first[at] ?? ''))
  const beside = all.find((at) => at !== email && at !== role)
  const found = { email, name: byHeading ?? (hasHeading ? -1 : (beside ?? -1)), role, hasHeading }
  return questions.length > 0 ? { ...found, answers } : found
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
    ...(columns.answers && { answers: answersIn(line, columns.answers) }),
  }))

const answersIn = (line: readonly string[], columns: Readonly<Record<string, number>>) =>
  Object.entries(columns).flatMap(([question, at]) => (cell(line, at) ? [{ question, answer: cell(line, at) }] : []))
