// What we export comes back whole: times on the event's clock, and every role, whatever it is called, out of the workbook as out of CSV.
import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import Papa from 'papaparse'
import readWorkbook from 'read-excel-file/universal'
import { describe, expect, test } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { rolesIn } from '#client/invitation/entries.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { headingOf, type Table } from '#client/lib/files/table.ts'
import { workbookOf } from '#client/lib/files/workbook.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { isLine } from '#protocol/kernel/fields.ts'
import { roleKey } from '#protocol/kernel/texts.ts'
import { readWords } from '#protocol/seats/questions/words.ts'
import { fileSeed } from '../kit/model/chance.ts'
import { sheetIn, tables } from './exported-tables.ts'
import { aRow } from './group-fixtures.ts'

type Value = string | number | boolean | Date | null
const cellsOf = async (table: Table) => {
  const [sheet] = await readWorkbook(workbookOf(table).buffer)
  return (sheet?.data ?? []) as unknown as Value[][]
}
const csvCells = async (table: Table) => Papa.parse<string[]>((await csvText(table)).slice(1), { delimiter: ',', newline: '\r\n' }).data
/** The table as each file has it, by the name of the file. */
const files = async (table: Table): Promise<[string, Uint8Array][]> => [
  ['people.xlsx', workbookOf(table)],
  ['people.csv', new TextEncoder().encode(await csvText(table))],
]

const sources = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('lib/files/'))
  .map((file) => [`client/${file}`, readFileSync(`client/${file}`, 'utf8')] as const)

test('R233 every module that makes a table to save is tried here, and every such table is in a menu that offers both files', () => {
  const makers = sources.filter(([, text]) => /\btableOf\b.*'#client\/lib\/files\/table\.ts'/.test(text)).map(([file]) => file)
  expect(makers.toSorted()).toEqual(Object.keys(tables).toSorted())
  const menus = sources.filter(([, text]) => text.includes('<ExportMenu')).map(([, text]) => text)
  const made = makers.flatMap((file) => [
    ...(sources.find(([name]) => name === file)?.[1].matchAll(/export (?:const|function) (\w+Table)\b/g) ?? []),
  ])
  expect(made.map(([, name = '']) => name).filter((name) => !menus.some((text) => text.includes(`${name}(`)))).toEqual([])
  expect(sources.filter(([, text]) => /\b(?:saveTable|csvText|workbookOf)\(/.test(text)).map(([file]) => file)).toEqual([])
})

const all = Object.values(tables).flatMap((of) => Object.entries(of))
describe.each(all)('the table of %s', (_, tableFor) => {
  const table = tableFor('Ann', 'Asia/Kathmandu')
  const times = table.columns.flatMap(({ is }, at) => (is === 'time' ? [at] : []))

  test('R233 has no instant under a heading that doesn’t name the zone', () => {
    const instants = table.rows.flatMap((row) => row.flatMap((cell, at) => (/^\d{4}-\d\d-\d\dT/.test(cell) ? [at] : [])))
    expect(instants.filter((at) => !times.includes(at))).toEqual([])
    expect(
      times.map((at) => table.columns[at]).filter((column) => column && !headingOf(column, table.zone).endsWith(' (Asia/Kathmandu)')),
    ).toEqual([])
  })

  test('R233 shows times on the clock of the event’s zone, as times, alike in both files', async () => {
    const [sheet, csv] = [await cellsOf(table), await csvCells(table)]
    expect(sheet[0]).toEqual(csv[0])
    for (const [nth, row] of table.rows.entries())
      for (const at of times) {
        const [iso = '', cell, text] = [row[at], sheet[nth + 1]?.[at] ?? null, csv[nth + 1]?.[at]]
        // Kathmandu is 5:45 ahead.
        const shown = iso && new Date(Date.parse(iso.replace(/\.\d+Z$/, 'Z')) + 20_700_000).toISOString()
        expect([cell instanceof Date ? cell.toISOString() : '', text]).toEqual([shown, shown.slice(0, 19).replace('T', ' ')])
      }
  })
})

test('R233 a zone that isn’t known here is UTC, and is called so', async () => {
  const table = answersTable([aRow(1, { updatedAt: '2026-12-05T18:30:12.345Z' })], 'Etc/Unknown')
  const [head, row] = await csvCells(table)
  expect([head?.[6], row?.[6]]).toEqual(['Changed at (UTC)', '2026-12-05 18:30:12'])
})

const odd = [
  'Sound | Light',
  'Bar; late',
  'Door, early',
  'Say "hi"',
  '"',
  '"Host"',
  "'=1+1",
  '=1+1',
  '@home',
  '-',
  'constructor',
  '_x0041_',
  '<b>&amp;',
  'a  b',
]
const piece = fc.constantFrom(...odd, ...',;|"\'=+-@ \t<&\u200d\u00a0\u0301'.split(''), 'Host', '1', 'ann@example.com', 'Name', 'Email')
const role = fc.oneof(
  fc.constantFrom(...odd),
  fc
    .array(piece, { minLength: 1, maxLength: 5 })
    .map((pieces) => pieces.join('').trim())
    .filter((name) => name !== '' && isLine(name, 60)),
)
const roles = fc.uniqueArray(role, { maxLength: 4, selector: roleKey })
const guests = fc.array(roles, { minLength: 1, maxLength: 70 })
const label = fc.constantFrom('Diet', 'Diet; allergies', 'Bar | Door', '=1+1', 'Anything else, please?')

test('R233a both files are read back with everybody’s roles, whatever they are called, and nobody else', async () => {
  const property = fc.asyncProperty(guests, label, fc.boolean(), async (drawn, asked, areKnown) => {
    // A group has one role of a key, however often guests have it.
    const named = new Map(drawn.flat().map((name) => [roleKey(name), name]))
    const all = drawn.map((of) => of.map((name) => named.get(roleKey(name)) ?? name))
    const rows = all.map((of, nth) => {
      const said = of.join('; ').replaceAll('@', '')
      return aRow(nth + 1, { roles: of, note: said, answers: [{ questionId: 'q', value: `${said}\n"${said}` }] })
    })
    const table = answersTable(rows, 'Asia/Kathmandu', [{ _id: 'q', kind: 'text', label: asked, options: [] } as never])
    for (const [fileName, bytes] of await files(table)) {
      const { people, leftOut, problem } = await readPeopleList(bytes, { fileName })
      const back = people.map(({ name, email, role }) => [name, email, rolesIn(role, areKnown ? all.flat() : [])])
      expect([fileName, back, leftOut, problem]).toEqual([
        fileName,
        rows.map(({ name, email, roles: of }) => [name, email, of]),
        [],
        undefined,
      ])
    }
  })
  await fc.assert(property, { seed: fileSeed(), numRuns: 300 })
})

test('R233a a semicolon in every quoted cell of a column parts nothing', async () => {
  const rows = Array.from({ length: 70 }, (_, nth) => aRow(nth + 1, { roles: ['Bar; late'] }))
  const table = answersTable(rows, 'UTC', [{ _id: 'q', kind: 'line', label: 'Diet; allergies', options: [] } as never])
  for (const [fileName, bytes] of await files(table)) {
    const { people } = await readPeopleList(bytes, { fileName })
    expect(people.flatMap(({ role }) => rolesIn(role, []))).toEqual(rows.map(() => 'Bar; late'))
  }
})

test('R233a options that hold commas are read back as they were chosen', async () => {
  const options = ['Fish, fresh', 'Meat', 'Salt; pepper'].map((name, nth) => ({ _id: `o${nth}`, label: name }))
  const question = { _id: 'q', kind: 'choices', label: 'Food', options } as never
  const { rows } = answersTable([aRow(1, { answers: [{ questionId: 'q', value: ['o0', 'o2'] }] })], 'UTC', [question])
  expect(rows[0]?.at(-1)).toBe('"Fish, fresh", "Salt; pepper"')
  expect(readWords(question, rows[0]?.at(-1) ?? '')).toEqual({ value: ['o0', 'o2'] })
})

describe('a workbook', () => {
  const columns = [{ name: 'Text' }, { name: 'Number', is: 'number' as const }]
  const holding = (...rows: string[][]) => ({ title: 'Answers', zone: 'UTC', columns, rows })
  test.each([
    'constructor',
    '__proto__',
    '_x0041_',
    '_x005F_',
    'a\rb',
    'a\r\nb',
    '\u0001',
    '\ufffe',
    '<![CDATA[',
    '&amp;',
    'a\u0000b',
    '=1+1',
    '007',
  ])('R233, R245 holds the text %j as it is', async (text) => expect((await cellsOf(holding([text])))[1]?.[0]).toBe(text))
  test('R233 sums numbers, and leaves what is none a text', async () => {
    const cells = await cellsOf(holding(['a', '-2.5'], ['b', '=1+1'], ['c', '1e5'], ['d', '']))
    expect(cells.slice(1).map((row) => row[1] ?? null)).toEqual([-2.5, '=1+1', '1e5', null])
  })
  test('R233 keeps a text within what a spreadsheet takes in one cell', async () => {
    expect(String((await cellsOf(holding(['x'.repeat(40_000)])))[1]?.[0])).toHaveLength(32_767)
  })
  test('R233 has as many columns as there are questions', async () => {
    const wide = Array.from({ length: 60 }, (_, nth) => ({ name: `Q${nth}` }))
    const table = { title: 'A', zone: 'UTC', columns: wide, rows: [wide.map(({ name }) => name)] }
    expect((await cellsOf(table))[1]).toEqual(wide.map(({ name }) => name))
    expect(sheetIn(workbookOf(table))).toContain('r="BH2"')
  })
})
