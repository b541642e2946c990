// What an exported table holds however a program parts its cells, and what we read out of it again.
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { activityCsv } from '#client/activity/activity-csv.ts'
import { scheduleCsv } from '#client/event/groups/schedule.ts'
import { csvOf, csvOfGroups } from '#client/group/answers/rsvp-csv.ts'
import { asText, csvText, readCell } from '#client/lib/files/csv-cells.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { fileSeed } from '../kit/model/chance.ts'
import { aGroup } from './event-fixtures.ts'
import { aRow } from './group-fixtures.ts'

const separators = [',', ';', '\t', '|']
/** A sign that begins a formula for some program, behind whatever quotation marks and blanks some take off. */
const isFormula = (cell: string) =>
  /^[=+\-\u2212@\t\r]/.test(cell.normalize('NFKC').replace(/^(?:["\p{Zs}\p{Default_Ignorable_Code_Point}]|(?![\t\r\n])\p{Cc})+/u, ''))
/** Read by the rules of quoting, and by a program that knows none. */
function formulasFor(csv: string, separator: string): string[] {
  const text = csv.replace('\ufeff', '').replaceAll('\r\n', '\n')
  const quoted = Papa.parse<string[]>(text, { delimiter: separator, newline: '\n' }).data.flat()
  const plain = text.split('\n').flatMap((line) => line.split(separator))
  return [...quoted, ...plain].filter(isFormula)
}
const formulasOf = (csv: string) => separators.flatMap((separator) => formulasFor(csv, separator))

const signs = ['=', '+', '-', '@', '\t', '\r', '\uff1d', '\uff0b', '\uff0d', '\uff20', '\ufe66', '\u2212']
const piece = fc.constantFrom(...signs, ...separators, '"', '""', "'", ' ', '\u00a0', '\u200b', '\uff02', '\n', '\r\n', 'x', '1', 'SUM(1)')
const cell = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const sheet = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 })
const options = { seed: fileSeed(), numRuns: 1000 }

test('R245 no cell of an exported table is a formula, whatever parts its cells; read back it is what went in', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async (rows) => {
      const csv = await csvText(['A', 'B', 'C'], rows)
      expect(formulasOf(csv)).toEqual([])
      const [, ...back] = Papa.parse<string[]>(csv.replace('\ufeff', ''), { delimiter: ',', newline: '\r\n' }).data
      expect(back.map((cells) => cells.map(readCell))).toEqual(rows)
    }),
    options,
  )
})

test('R245 control: without the guard such cells are found', () => {
  const byHand = Papa.unparse([['x;"=1+1;y', 'b']])
  expect(formulasFor(byHand, ';')).not.toEqual([])
  expect(formulasFor(Papa.unparse([['x\n=1+1', 'b']]), ';')).not.toEqual([])
})

test.each([
  ['x;"=1+1;y', `x;"'=1+1;y`],
  ['"=1+1', `"'=1+1`],
  ['x; =1+1', "x; '=1+1"],
  ['x,"=1+1,y', `x,"'=1+1,y`],
  ['\t=1+1', "'\t'=1+1"],
  ['\uff1d1+1', "'\uff1d1+1"],
  ['two\n=1+1', "two\n'=1+1"],
  ["'=1+1", "''=1+1"],
  ["O'Neil; Ann-Marie 1+1=2 a@b.test", "O'Neil; Ann-Marie 1+1=2 a@b.test"],
  ["'quoted' text", "'quoted' text"],
])('R245 the cell %j is written as %j, and read as it was', (text, written) => {
  expect(asText(text)).toBe(written)
  expect(readCell(written)).toBe(text)
})

const hostile = 'x;"=1+1;y'
const line = {
  _id: 'l',
  at: '2026-12-05T10:00:00.000Z',
  by: { type: 'person', userId: 'u', name: hostile },
  via: 'account',
  kind: 'assign',
  from: {},
  to: { roles: [{ _id: 's', name: hostile }] },
  rsvp: { _id: 'r', name: hostile },
}
const row = aRow(1, {
  name: hostile,
  email: `-a@guests.test`,
  note: hostile,
  roles: [hostile, '=1+1'],
  handOver: { name: hostile, email: '-b@guests.test' } as never,
})
test.each([
  ['answers', () => csvOf([row], [{ _id: 'q', kind: 'short', label: hostile, options: [] } as never])],
  ['groups', () => csvOfGroups([{ of: [hostile, '', '', hostile], rows: [row] }])],
  ['people', () => scheduleCsv([aGroup({ name: hostile })], [{ key: 'k', name: hostile, email: '-a@guests.test', parts: [] }])],
  ['activity', () => activityCsv([line as never])],
])('R245 the table of %s holds no formula', async (_, made) => {
  const csv = await made()
  expect(csv).toContain('x;""\'=1+1;y')
  expect(formulasOf(csv)).toEqual([])
})

test('R245 our own table of answers, chosen as a file of people, gives the names as they were', async () => {
  const names = ['=Ann', '-Ben', "'=Cy", '@Dee', "O'Neil"]
  const csv = await csvOf(names.map((name, nth) => aRow(nth + 1, { name })))
  const { people } = await readPeopleList(csv, { fileName: 'answers.csv' })
  expect(people.map(({ name }) => name)).toEqual(names)
})
