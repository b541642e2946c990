// The files we export, opened by a real spreadsheet program: no cell of them is run, and what people typed is there.
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { activityTable } from '#client/activity/activity-table.ts'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { workbookOf } from '#client/lib/files/workbook.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { formulas, payloads } from '../kit/hostile/markup.ts'
import { type Cell, calc, opened, openedBooks } from '../kit/hostile/spreadsheet.ts'
import { guestNo, openWorld } from '../kit/world/world.ts'

const texts = [...formulas, '=WEBSERVICE("http://evil.test")', ...payloads.map(({ text }) => text)]

const roles = ['=1+1', '@SUM(1)']

/** The answers and the activity of a group in which everybody is called like a formula, as they are saved; and who was taken. */
async function exported() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { groupId } = await world.event(
    ada,
    roles.map((name) => ({ name, max: 50 })),
  )
  const names: string[] = []
  for (const [nth, name] of texts.entries()) {
    const { status } = await world.answer(groupId, world.proven(guestNo(nth), groupId), [roles[nth % 2] ?? ''], { name, note: name })
    if (status === 200) names.push(name)
  }
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  const { activity } = await world.ok(activityApi.list, { id: groupId }, ada)
  return { names, tables: [answersTable(rsvps, 'Asia/Kathmandu'), activityTable(activity, 'Asia/Kathmandu')] }
}
const formulasOf = (sheets: readonly Cell[][][]) =>
  sheets.flatMap((rows) => rows.flatMap((cells) => cells.flatMap(({ formula }) => formula ?? [])))
/** What can be seen of a text. */
const seen = (text: string) => text.replace(/['\s\p{Default_Ignorable_Code_Point}]/gu, '')

test.runIf(calc)(
  'S14 no cell of an exported file is run by LibreOffice, however it parts them; every name is there',
  { timeout: 180_000 },
  async () => {
    const { names, tables } = await exported()
    const files = await Promise.all(tables.map(csvText))
    expect(names.length).toBeGreaterThan(formulas.length)
    for (const parting of [',', ';', '\t'] as const) expect([parting, formulasOf(await opened(files, parting))]).toEqual([parting, []])
    const [answers = []] = await opened(files, ',')
    const shown = answers.map(([first]) => seen(first?.text ?? ''))
    expect(names.filter((name) => !shown.includes(seen(name)))).toEqual([])
  },
)

test.runIf(calc)(
  'R233, R245 LibreOffice opens a workbook with every text a text, every time a time of the event’s zone, and no formula',
  { timeout: 180_000 },
  async () => {
    const { names, tables } = await exported()
    const books = await openedBooks(tables.map(workbookOf))
    expect(formulasOf(books)).toEqual([])
    const [answers = [], activity = []] = books
    expect(answers.slice(1).map(([name]) => name?.type)).toEqual(tables[0]?.rows.map(() => 'string'))
    const shown = answers.map(([first]) => seen(first?.text ?? ''))
    expect(names.filter((name) => !shown.includes(seen(name)))).toEqual([])
    const [heading, first] = activity
    // Kathmandu is 5:45 ahead.
    const time = new Date(Date.parse(tables[1]?.rows[0]?.[0] ?? '') + 20_700_000).toISOString().slice(0, 16).replace('T', ' ')
    expect([heading?.[0]?.text.trim(), first?.[0]?.text.trim(), first?.[0]?.type]).toEqual(['At (Asia/Kathmandu)', time, 'date'])
  },
)

test.runIf(calc)('R245 control: a workbook put together by hand is run', async () => {
  const table = { title: 'A', zone: 'UTC', columns: [{ name: 'A' }], rows: [['1+1']] }
  const parts = unzipSync(workbookOf(table))
  const name = 'xl/worksheets/sheet1.xml'
  const sheet = strFromU8(parts[name] ?? new Uint8Array()).replace(/<c r="A2".*?<\/c>/, '<c r="A2"><f>1+1</f></c>')
  expect(formulasOf(await openedBooks([zipSync({ ...parts, [name]: strToU8(sheet) })]))).toEqual(['of:=1+1'])
})

test.runIf(calc)('S14 control: a file put together by hand is run', async () => {
  const byHand = formulas.map((text) => `${text},x`).join('\r\n')
  expect(formulasOf(await opened([byHand], ','))).toContain('of:=1+1')
})
