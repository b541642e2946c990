// The list of answers: what it shows, how it is searched and filtered, how it grows, and that nothing old comes over something newer.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { everyone, filterRows } from '#client/group/answers/rsvp-filter.ts'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { putGroup, putPage, putRows, useGroups } from '#client/records/groups.ts'
import { groupId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { leave, press, serve, settle, show, text, type } from './page-kit.tsx'

/** Whose rows they are: name and email have a title each, for where they are cut off. */
const names = () => screen.queryAllByRole('rowheader').map((cell) => within(cell).getAllByTitle(/./)[0]?.textContent)
const people = [
  aRow(1, { name: 'Ada', roles: ['Speaker'], confirmed: true }),
  aRow(2, { name: 'Grace', attending: null, roles: ['Host'] }),
  aRow(3, { name: 'Linus', attending: false }),
]
const open = async (rsvps = people, nextCursor: string | null = null) => {
  const group = filled({ answers: { yes: 1, no: 1, none: 1 } })
  await act(async () => putPage(pageOf(group, { rsvps, nextCursor })))
  await show(<RsvpList group={group} />)
  await settle()
}

// Without it every row is drawn and pages load only when asked for.
beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))

it('shows name, email, answer, roles and confirmation', async () => {
  await open()
  const [, ...rows] = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toEqual(
    ['LILinusp3@example.orgNot coming', 'GRGracep2@example.orgAssigned, no answer yetHost', 'ADAdap1@example.orgComingSpeaker'].map((one) =>
      expect.stringContaining(one.slice(2)),
    ),
  )
})

it('is filtered by role without regard to case, and searched by name or email', async () => {
  await open([...people, aRow(4, { name: 'Alan', roles: ['SPEAKER'] })])
  await type('Filter by role', 'Speaker')
  expect(names()).toEqual(['Alan', 'Ada'])
  await type('Search by name or email', 'P1@EXAMPLE')
  await settle()
  expect(names()).toEqual(['Ada'])
  await type('Search by name or email', 'nobody')
  await settle()
  expect(text()).toContain('No matches')
  await press('Clear search and filters')
  expect(names()).toHaveLength(4)
})

it('R97 what the filter counts adds up to all, and who was invited stands there as such', async () => {
  const group = filled({
    answers: { yes: 1, no: 0, none: 1 },
    invitations: { invited: 1, opened: 1, answered: 0, silent: 2 },
  })
  const invited = (n: number, state: 'invited' | 'opened') => aRow(n, { attending: null, roles: [], invitation: { state } as never })
  const rsvps = [aRow(1), aRow(2, { attending: null, roles: ['Host'] }), invited(3, 'invited'), invited(4, 'opened')]
  await act(async () => putPage(pageOf(group, { rsvps, nextCursor: null })))
  await show(<RsvpList group={group} />)
  await settle()
  const options = screen.getAllByRole('radio').map((one) => one.closest('label')?.textContent)
  expect(options).toEqual(['All 4', 'Coming 1', 'Not coming 0', 'No response 1', 'Invited 2'])
  expect(text()).toContain('1 answered, 3 have not.')
  await act(async () => screen.getByRole<HTMLInputElement>('radio', { name: 'Invited 2' }).click())
  await settle()
  expect(names()).toHaveLength(2)
  await act(async () => screen.getByRole<HTMLInputElement>('radio', { name: 'All 4' }).click())
})

it('loads page after page by cursor; one that fails can be tried again', async () => {
  const cursor = people[2]?._id ?? ''
  const answers = [{ status: 500, body: {} }, { body: { rsvps: [aRow(9, { name: 'Radia' })], nextCursor: null } }]
  const asked = serve(() => answers.shift())
  await open(people, cursor)
  await press('Show more')
  expect(text()).toContain('Failed to load group data')
  await press('Try again')
  expect(asked.map((one) => one.path)).toEqual(Array(2).fill(`/group/${groupId}/rsvps?cursor=${cursor}`))
  expect(names()).toContain('Radia')
  expect(text()).not.toContain('Show more')
})

it('an older rev never overwrites a newer one, of groups or of answers', () => {
  putGroup(filled({ rev: 5, name: 'New' }))
  putGroup(filled({ rev: 4, name: 'Old' }))
  expect(useGroups.getState().byId[groupId]?.name).toBe('New')
  putRows([aRow(1, { rev: 3, name: 'New' })])
  putRows([aRow(1, { rev: 2, name: 'Old' }), aRow(2)])
  expect(useGroups.getState().answered[groupId]?.rows.map((row) => row.name)).toEqual(['New', 'Person 2'])
})

it('R102 a complaint is no address that doesn’t work: not in the filter, not in the file', async () => {
  const rows = [aRow(1, { addressFault: 'undeliverable' }), aRow(2, { addressFault: 'complained' })]
  const left = (invitation: 'undeliverable' | 'complained') => filterRows(rows, { ...everyone, invitation }).map(({ _id }) => _id)
  expect([left('undeliverable'), left('complained')]).toEqual([[rows[0]?._id], [rows[1]?._id]])
  const [, first, second] = (await csvText(answersTable(rows, 'UTC'))).split('\r\n')
  expect([first?.endsWith('Address doesn’t work,'), second?.endsWith('Reported as spam,')]).toEqual([true, true])
})

it('R97 tells to invite by email only those who may', async () => {
  const group = filled({ answers: { yes: 0, no: 0, none: 0 } })
  await act(async () => putPage(pageOf(group)))
  await show(<RsvpList group={group} />)
  expect(text()).not.toContain('invite people by email')
  await leave()
  await show(<RsvpList group={group} canManage mayInvite />)
  expect(text()).toContain('Share the link or invite people by email. Every answer appears here')
})
