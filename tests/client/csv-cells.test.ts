// What an exported table holds however a program parts its cells, and what we read out of it again.
import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { asText, csvText, readCell } from '#client/lib/files/csv-cells.ts'
import { workbookOf } from '#client/lib/files/workbook.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { fileSeed } from '../kit/model/chance.ts'
import { sheetIn, tables } from './exported-tables.ts'
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
/** What some programs take off a cell's front, or take for a sign. */
const odd = ['\v', '\f', '\0', '\u0085', '\u2028', '\u2007', '\u3000', '\ufeff', '\u2060', '\u202e', '\u207a', '\u208b', '\ufb29', '\ufe63']
const piece = fc.constantFrom(
  ...signs,
  ...odd,
  ...separators,
  '"',
  '""',
  "'",
  ' ',
  '\u00a0',
  '\u200b',
  '\uff02',
  '\n',
  '\r\n',
  'x',
  '1',
  'SUM(1)',
)
const cell = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const sheet = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 4 })
const plain = { title: 'A', zone: 'UTC', columns: ['A', 'B', 'C'].map((name) => ({ name })) }
const options = { seed: fileSeed(), numRuns: 1000 }

test('R245 no cell of an exported table is a formula, whatever parts its cells; read back it is what went in', async () => {
  await fc.assert(
    fc.asyncProperty(sheet, async (rows) => {
      const csv = await csvText({ ...plain, rows })
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
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ['x|-2+3+cmd', "x|'-2+3+cmd"],
  ['\v=1+1', "\v'=1+1"],
  ['\u0000@SUM(1)', "\u0000'@SUM(1)"],
  ['\u3000\uff1d1+1', "\u3000'\uff1d1+1"],
  ['x\r=1+1', "x\r'=1+1"],
  ['\ufb291', "'\ufb291"],
  ["O'Neil; Ann-Marie 1+1=2 a@b.test", "O'Neil; Ann-Marie 1+1=2 a@b.test"],
  ["'quoted' text", "'quoted' text"],
])('R245 the cell %j is written as %j, and read as it was', (text, written) => {
  expect(asText(text)).toBe(written)
  expect(readCell(written)).toBe(text)
})

const all = Object.values(tables).flatMap((of) => Object.entries(of))
test.each(all)('R245 the table of %s holds no formula', async (_, tableFor) => {
  const table = tableFor('x;"=1+1;y', 'UTC')
  const csv = await csvText(table)
  expect(csv).toContain('x;""\'=1+1;y')
  expect(formulasOf(csv)).toEqual([])
  expect(sheetIn(workbookOf(table))).not.toMatch(/<f[ >/]|t="str"/)
})

test('R245 our own table of answers, chosen as a file of people, gives the names as they were', async () => {
  const names = ['=Ann', '-Ben', "'=Cy", '@Dee', "O'Neil"]
  const csv = await csvText(
    answersTable(
      names.map((name, nth) => aRow(nth + 1, { name })),
      'UTC',
    ),
  )
  const { people } = await readPeopleList(csv, { fileName: 'answers.csv' })
  expect(people.map(({ name }) => name)).toEqual(names)
})
