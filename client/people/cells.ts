// A text as rows of cells: one mark parts the cells of the whole text; quoted cells are read as spreadsheets write them (RFC 4180).
import type { ParseResult } from 'papaparse'
import { readCell } from '#client/lib/files/csv-cells.ts'

export type Rows = readonly (readonly string[])[]
export interface Cells {
  readonly rows: Rows
  /** Each row as a line of its own, for where it is no table. */
  readonly lines: readonly string[]
}

const marks = ['\t', ';', ',', '|'] as const
/** So many rows are looked at to find the mark, within so many characters. */
const [sample, sampled] = [60, 120_000]

type Parse = (text: string, mark: string, preview?: number) => ParseResult<string[]>
const isFilled = (row: readonly string[]) => row.some((cell) => cell.trim() !== '')
const isCut = (row: readonly string[]) => row.some((cell) => cell.split('"').length % 2 === 0)

/** How much of the rows has the width that most have, without those in which a quoted cell was cut in two; 0 where the width is one cell. */
function evenness(rows: Rows): number {
  const counts = new Map<number, number>()
  for (const { length } of rows) counts.set(length, (counts.get(length) ?? 0) + 1)
  const [width = 1, count = 0] = [...counts].sort(([wide, often], [wider, oftener]) => oftener - often || wider - wide)[0] ?? []
  return width > 1 ? (count - rows.filter(isCut).length) / rows.length : 0
}

/** The mark by which most rows have as many cells as each other; of equal ones the first. */
function markOf(text: string, parse: Parse): string {
  const few = text.slice(0, sampled)
  const [best] = marks
    .map((mark) => ({ mark, even: few.includes(mark) ? evenness(parse(few, mark, sample).data.filter(isFilled)) : 0 }))
    .sort((one, other) => other.even - one.even)
  return best && best.even > 0 ? best.mark : (marks.find((mark) => few.includes(mark)) ?? ',')
}

/** A line whose quotes are not those of a spreadsheet: marks within quotes and angle brackets part nothing. */
function partsOf(line: string, mark: string): string[] {
  const isEven = line.split('"').length % 2 === 1
  const parts: string[] = []
  let [from, isQuoted, isAngled] = [0, false, false]
  for (let at = 0; at < line.length; at++) {
    const char = line[at]
    if (char === '"' && isEven) isQuoted = !isQuoted
    else if (char === '<' || char === '>') isAngled = char === '<'
    else if (char === mark && !isQuoted && !isAngled) {
      parts.push(line.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, line.slice(from)]
}

/** Excel's own first line. */
const said = /^sep=(.)\n/i

export async function cellsOf(source: string): Promise<Cells> {
  const { default: Papa } = await import('papaparse')
  const parse: Parse = (text, delimiter, preview = 0) => Papa.parse<string[]>(text, { delimiter, newline: '\n', preview })
  const whole = source.replace(/^\ufeff/, '').replace(/\r\n?|[\u2028\u2029\u0085]/g, '\n')
  const named = said.exec(whole)?.[1]
  const text = named ? whole.slice(6) : whole
  const mark = named ?? markOf(text, parse)
  const { data, errors } = parse(text, mark)
  if (!errors.some(({ type }) => type === 'Quotes')) {
    const rows = data.filter(isFilled).map((row) => row.map(readCell))
    return { rows, lines: rows.map((row) => row.join(mark === ',' ? ', ' : mark)) }
  }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return { rows: lines.map((line) => partsOf(line, mark)), lines }
}
