// The menu by which tables of people are saved, on every screen that has one: the workbook first, CSV second, and why nothing came of it.

import { readdirSync, readFileSync } from 'node:fs'
import { act, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ActivityPanel } from '#client/activity/activity-panel.tsx'
import { useActivities } from '#client/activity/store.ts'
import { PeopleView } from '#client/event/groups/people-view.tsx'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { RosterPage } from '#client/group/roster/roster-page.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { putPage } from '#client/records/groups.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { type Answer, newToken, openMenu, serve, settle, showAt, text } from './page-kit.tsx'

const group = filled({ name: 'Choir / spring' })
const rows = [aRow(1, { roles: ['Speaker', 'Host'] }), aRow(2)]
const cursor = 'c'.repeat(24)
const line = {
  _id: 'l'.repeat(24),
  rev: 1,
  groupId,
  act: 'a',
  at: rows[0]?.updatedAt,
  by: { type: 'rolecall' },
  via: 'job',
  kind: 'create',
  from: {},
  to: {},
}
const known: Answer = ({ path }) => {
  if (path === `/group/${groupId}`) return { body: pageOf(group, { rsvps: rows, nextCursor: cursor }) }
  if (path.startsWith(`/group/${groupId}/rsvps`)) return { body: { rsvps: [aRow(3)], nextCursor: null } }
  if (path.startsWith(`/group/${groupId}/activity`)) return { body: { activity: [line], next: null } }
  return path === `/event/${eventId}` ? { body: { event: anEvent(), canManage: true } } : undefined
}

interface Screen {
  readonly file: string
  readonly menu: string
  readonly page: ReactElement
  readonly saved: string
  /** What its files say of everybody's roles, where that has a column of its own. */
  readonly roles: readonly string[]
}
const given = ['Speaker, Host', '', '']
const screens: readonly Screen[] = [
  {
    file: 'group/answers/rsvp-list.tsx',
    menu: 'Export',
    page: <RsvpList group={group} timeZone="Asia/Kathmandu" />,
    saved: 'Choir-spring',
    roles: given,
  },
  {
    file: 'activity/activity-filters.tsx',
    menu: 'Export',
    page: <ActivityPanel group={group} event={anEvent()} />,
    saved: 'Choir-spring-activity',
    roles: [],
  },
  { file: 'group/roster/roster-page.tsx', menu: 'Export', page: <RosterPage />, saved: 'Choir-spring-roster', roles: given },
  ...['person', 'group'].map((per) => ({
    file: 'event/groups/people-view.tsx',
    menu: `Export per ${per}`,
    page: <PeopleView event={anEvent()} groups={[group]} asked={0} />,
    saved: per === 'person' ? 'Meetup-by-person' : 'Meetup-by-group',
    roles: per === 'person' ? ['', '', ''] : given,
  })),
]

test('R233 each table of a group is saved under a name of its own', () => {
  const names = screens.map((one) => one.saved)
  expect(new Set(names).size).toBe(names.length)
})

const saved: { name: string; blob: Blob }[] = []
beforeEach(async () => {
  saved.length = 0
  vi.stubGlobal('IntersectionObserver', undefined)
  useActivities.setState({ byId: {}, lists: {}, arrived: {} })
  keepOrganizerToken(newToken())
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push({ name: '', blob: blob as Blob })}`)
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    const last = saved.at(-1)
    if (last) last.name = this.download
  })
})
afterEach(() => vi.restoreAllMocks())
await liveForAll()

async function open({ page }: Screen, answer = known) {
  serve(answer)
  putPage(pageOf(group, { rsvps: rows, nextCursor: cursor }))
  await showAt('/group/:groupId/*?', page, `/group/${groupId}/roster`)
  await settle()
  await settle()
}
async function choose(menu: string, item: string) {
  await openMenu(menu)
  await act(async () => screen.getByRole('menuitem', { name: item }).click())
  await settle()
  await settle()
}

test('R233 every screen with such a menu is tried here', () => {
  const files = readdirSync('client', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.tsx'))
  const found = files.filter((file) => readFileSync(`client/${file}`, 'utf8').includes('<ExportMenu'))
  expect([...new Set(screens.map(({ file }) => file))].toSorted()).toEqual(found.toSorted())
})

test.each(screens.map((one) => [one.file, one.menu, one] as const))(
  'R233 %s: “%s” offers a workbook first, CSV second, of all pages',
  async (_, menu, one) => {
    await open(one)
    await openMenu(menu)
    expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Excel workbook (.xlsx)', 'CSV'])
    await act(async () => screen.getAllByRole('menuitem')[0]?.click())
    await settle()
    await settle()
    await choose(menu, 'CSV')
    expect(saved.map(({ name }) => name)).toEqual([`${one.saved}.xlsx`, `${one.saved}.csv`])
    const lists = await Promise.all(saved.map(async ({ blob }) => (await readPeopleList(new Uint8Array(await blob.arrayBuffer()))).people))
    expect(lists[0]).toEqual(lists[1])
    expect(lists[0]?.map(({ role }) => role)).toEqual(one.roles)
  },
)

test.each([
  ['offline', 'We can’t reach Rolecall. Check your connection.'],
  [{ status: 500, body: {} }, 'Failed to export the answers'],
] as const)('R233 an export that fails says so, and can be tried again (%#)', async (failed, sentence) => {
  let isDown = true
  const [answers] = screens
  if (!answers) throw new Error('no screen')
  await open(answers, (asked) => (isDown && asked.path.includes('/rsvps') ? failed : known(asked)))
  await choose('Export', 'Excel workbook (.xlsx)')
  expect([text().includes(sentence), saved]).toEqual([true, []])
  isDown = false
  await choose('Export', 'Excel workbook (.xlsx)')
  expect(saved.map(({ name }) => name)).toEqual(['Choir-spring.xlsx'])
})
