// R137: no page that says Live, and no room, is left out of the table that a browser walks through (tests/e2e/live.test.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isPage, pagePaths } from '#protocol/kernel/pages.ts'
import { type RoomKind, watchViews } from '#protocol/live.ts'
import { teamRoles } from '#protocol/people/team-roles.ts'
import { livePages, type PageOfOne, stillPages, teamPages } from '../e2e/live-table.ts'

const files = readdirSync('client', { recursive: true, encoding: 'utf8' })
  .map((file) => `client/${file.replaceAll('\\', '/')}`)
  .filter((file) => /\.tsx?$/.test(file))
const textOf = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

/** What the table leaves out of these files, rooms and pages. */
function omissions(texts: ReadonlyMap<string, string>, rooms: readonly string[], pages: readonly string[]) {
  const said = livePages.flatMap(({ says = [] }) => says)
  const watched = livePages.flatMap((row) => row.rooms)
  const rows = [...livePages.map(({ page }) => page), ...Object.keys(stillPages)]
  return [
    ...[...texts].filter(([file, text]) => text.includes('<LiveBadge') && !said.includes(file)).map(([file]) => file),
    ...rooms.filter((room) => !watched.includes(room as RoomKind)).map((room) => `room ${room}`),
    ...pages.filter((page) => !rows.includes(page)),
  ]
}

test('R137 every page, every part that says Live and every room has its row, and no row is of something that isn’t there', () => {
  expect(omissions(textOf, Object.keys(watchViews), pagePaths)).toEqual([])
  expect(livePages.flatMap(({ says = [] }) => says).filter((file) => !textOf.get(file)?.includes('<LiveBadge'))).toEqual([])
  expect(livePages.filter(({ audiences, shows }) => audiences.length === 0 || Object.keys(shows).length === 0)).toEqual([])
  expect(livePages.filter(({ page }) => page in stillPages)).toEqual([])
})

test('R137 control: a part that says Live, a room and a page without a row are named', () => {
  const planted = new Map([...textOf, ['client/planted.tsx', '<LiveBadge />']])
  expect(omissions(planted, [...Object.keys(watchViews), 'cellar'], [...pagePaths, '/cellar'])).toEqual([
    'client/planted.tsx',
    'room cellar',
    '/cellar',
  ])
})

/** Roles of a team that a page of one event is open to, and that no row of the page is followed as. */
const unfollowed = (rows: typeof livePages) =>
  (Object.keys(teamPages) as PageOfOne[]).flatMap((page) =>
    page in stillPages
      ? []
      : teamPages[page]
          .filter((role) => !rows.some((row) => row.page === page && row.audiences.includes(role)))
          .map((role) => `${page} ${role}`),
  )

test('R137, R205 every page of one event or group says which roles of its team it is open to, and each live one is followed as all of them', () => {
  expect(Object.keys(teamPages).toSorted()).toEqual(pagePaths.filter((path) => path.includes(':')).toSorted())
  expect(unfollowed(livePages)).toEqual([])
  expect(teamRoles.filter((role) => !Object.values(teamPages).flat().includes(role))).toEqual([])
})

test('R137, R205 control: a role that no row of a page is followed as is named', () => {
  const rows = livePages.map((row) => (row.page === '/door/:eventId' ? { ...row, audiences: ['manager' as const] } : row))
  expect(unfollowed(rows)).toEqual(['/door/:eventId door'])
})

test('R136 the server knows the paths of the client’s pages, and no others', () => {
  const text = ['client/root.tsx', 'client/app.tsx'].map((file) => textOf.get(file) ?? '').join('')
  const found = new Set([...text.matchAll(/\{ path: '([^']+)'/g)].map(([, path]) => path))
  expect(found).toEqual(new Set(pagePaths))
  for (const path of ['/', '/login', '/LOGIN', '/login/', '/event/1', '/group/1/edit', '/payment', '/payment/1'])
    expect([path, isPage(path)]).toEqual([path, true])
  for (const path of ['/nope', '/login/more', '/event', '/event/', '/group/1/nope', '/.env', '/wp-admin'])
    expect([path, isPage(path)]).toEqual([path, false])
})
