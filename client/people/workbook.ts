// The sheets of a workbook (.xlsx) as rows of cells. Comes only when one is dropped.
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import type { Rows } from './cells.ts'

/** What a workbook may unpack to (bytes): a list of a hundred thousand people is a third of it. */
const heaviest = 100_000_000

/** Packed anew without pressing: the library presses big parts out in a worker of its own making, which our pages forbid. */
function unpressed(bytes: Uint8Array): ArrayBuffer {
  let weight = 0
  const files = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.xml(?:\.rels)?$/.test(name)) return false
      weight += originalSize
      if (weight > heaviest) throw new RangeError('too heavy')
      return true
    },
  })
  return zipSync(files, { level: 0 }).slice().buffer
}

type Value = string | number | boolean | Date | null
const cellText = (value: Value) => (value instanceof Date ? value.toISOString() : value === null ? '' : String(value))

/** Those with anything in them. */
export async function sheetsOf(bytes: Uint8Array): Promise<Rows[]> {
  const sheets = await readWorkbook(unpressed(bytes))
  const rows = sheets.map(({ data }) => (data as unknown as Value[][]).map((row) => row.map(cellText)))
  return rows.map((all) => all.filter((row) => row.some((cell) => cell.trim() !== ''))).filter((all) => all.length > 0)
}
