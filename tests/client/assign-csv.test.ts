// The export of the answers: all pages, and no cell that a spreadsheet would run.
import { expect, it, vi } from 'vitest'
import { csvOf, exportRows } from '#client/group/answers/rsvp-csv.ts'
import { putPage } from '#client/records/groups.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { serve } from './page-kit.tsx'

it('escapes what would be a formula, and quotes what has commas, quotes and line ends', async () => {
  const handOver = { name: '=Bo', email: 'bo@example.org', until: '2026-12-05T18:30:00.000Z' }
  const text = await csvOf([
    aRow(1, { name: '=HYPERLINK("http://x")', roles: ['A, B', '+C'], note: '=1+1; \u200b@x' }),
    aRow(2, { name: '-1+1', attending: null, formerMember: true, waitingFor: ['Speaker', 'Host'], offered: ['Guest'], handOver }),
  ])
  const [head, first, second] = text.replace('\uFEFF', '').split('\r\n')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(head).toBe(
    'Name,Email,Answer,Roles,Confirmed,Confirmed at,Changed at,Former member,Waiting for,Offered,Handing over to,Note,Invitation,Invited at,Address,Companions',
  )
  expect(first).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",p1@example.org,Yes,"A, B; '\+C",No,,/)
  expect(first).toMatch(/,"'=1\+1; \u200b'@x",,,,$/)
  expect(second).toMatch(/^"?'-1\+1"?,p2@example.org,No response,,No,,.*,Yes,"Speaker; Host",Guest,"?'=Bo <bo@example.org>"?,,,,,$/)
})

it('loads every page first', async () => {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) saved.push(blob)
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  const cursors = [aRow(1)._id, aRow(2)._id]
  const asked = serve(({ path }) => ({
    body: path.endsWith(cursors[0] ?? '') ? { rsvps: [aRow(2)], nextCursor: cursors[1] } : { rsvps: [aRow(3)], nextCursor: null },
  }))
  putPage(pageOf(filled(), { rsvps: [aRow(1)], nextCursor: cursors[0] ?? null }))
  await exportRows(filled({ name: 'Choir / spring' }), true)
  expect(asked).toHaveLength(2)
  expect((await saved[0]?.text())?.split('\r\n')).toHaveLength(4)
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})
