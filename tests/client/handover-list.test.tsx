// The organizer's list of seats that are being handed over: all of a group, whatever is loaded of its answers, and live.
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshGroup } from '#client/group/actions.ts'
import { PendingHandOvers } from '#client/handover/pending-panel.tsx'
import { forgetTokens, keepLogin } from '#client/lib/session.ts'
import { dropGroup, putPage, putRows } from '#client/records/groups.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { aUser, groupId } from './event-fixtures.ts'
import { aRow, filled, forgetGroups, pageOf } from './group-fixtures.ts'
import { type Answer, leave, newToken, press, serve, settle, show, text } from './page-kit.tsx'

beforeEach(() => {
  keepLogin(newToken(), aUser)
  vi.stubGlobal('IntersectionObserver', undefined)
})
afterEach(async () => {
  await leave()
  forgetTokens()
  forgetGroups()
  vi.unstubAllGlobals()
})

const until = (n: number) => `2099-12-01T18:${String(n).padStart(2, '0')}:00.000Z`
const giving = (n: number, part: Partial<RsvpRow> = {}) =>
  aRow(n, { roles: ['Host'], handOver: { name: `Named ${n}`, email: `n${n}@example.org`, until: until(n) }, ...part })
const page = (rsvps: RsvpRow[], nextCursor: string | null = null) => ({ body: { rsvps, nextCursor } })
const named = () => [...text().matchAll(/to (Named \d+)/g)].map(([, name]) => name)

/** One answer of many is loaded, and none that is being handed over. */
async function open(answer: Answer) {
  const asked = serve(answer)
  await act(async () => putPage(pageOf(filled(), { rsvps: [aRow(1)], nextCursor: aRow(1)._id })))
  await show(<PendingHandOvers groupId={groupId} timeZone="UTC" />)
  await settle()
  return asked
}

test('R94 has the hand-overs of answers that are not loaded, page by page, those that end first first', async () => {
  const cursor = `${until(4)}_${giving(4)._id}`
  const pages = [page([giving(4), giving(8)], cursor), page([giving(9)])]
  const asked = await open(() => pages.shift())
  expect(named()).toEqual(['Named 4', 'Named 8'])
  expect(text()).toContain('Host · n4@example.org · until ')
  await press('Show more')
  expect(asked.map(({ path }) => path)).toEqual([
    `/group/${groupId}/hand-overs`,
    `/group/${groupId}/hand-overs?cursor=${encodeURIComponent(cursor)}`,
  ])
  expect(named()).toEqual(['Named 4', 'Named 8', 'Named 9'])
  expect(text()).not.toContain('Show more')
})

test('R94 is live: one that begins comes in at its place, one that has ended goes, and the last takes the list along', async () => {
  await open(() => page([giving(4)]))
  await act(async () => putRows([giving(2), giving(7)], 'first'))
  expect(named()).toEqual(['Named 2', 'Named 4', 'Named 7'])
  await act(async () => putRows([2, 4, 7].map((n) => giving(n, { rev: 2, handOver: undefined }))))
  expect(text()).toBe('')
})

test('R94 what was missed while the line was down comes with the answers that are read again', async () => {
  const next = `${until(5)}_${giving(5)._id}`
  const lists = [page([giving(4), giving(5)], next), page([giving(5)], next), page([giving(6)])]
  await open(({ path }) => (path.endsWith('/hand-overs') || path.includes('hand-overs?') ? lists.shift() : { body: pageOf(filled()) }))
  expect(named()).toEqual(['Named 4', 'Named 5'])
  await act(async () => void (await refreshGroup(groupId)))
  expect(named()).toEqual(['Named 5', 'Named 6'])
})

test('R94 says that it could not be loaded, and tries again; nothing stays once the right has ended', async () => {
  const answers = [{ status: 500, body: {} }, page([giving(4)])]
  await open(() => answers.shift())
  expect(text()).toContain('Failed to load the seats being handed over')
  await press('Try again')
  expect(named()).toEqual(['Named 4'])
  serve(() => undefined)
  await act(async () => dropGroup(groupId))
  expect(named()).toEqual([])
})
