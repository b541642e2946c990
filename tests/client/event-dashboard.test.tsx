// The dashboard on screen: its cards, its pages, its live fill, and what it says when there is nothing.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { DashboardPage } from '#client/event/dashboard/dashboard-page.tsx'
import { keepOrganizerToken, useSession } from '#client/lib/session.ts'
import { putCard } from '#client/records/events.ts'
import type { EventCard } from '#protocol/seats/event.ts'
import { aCard, aGroup, groupId } from './event-fixtures.ts'
import { type Answer, button, drawn, leave, newToken, press, resting, serve, settle, show, text, type } from './page-kit.tsx'

const hex = (at: number) => at.toString(16).padStart(24, '0')
const soon = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const guest = (count: number) => ({
  _id: 'r1',
  name: 'Guest',
  total: 10,
  count,
  detailedCounts: { confirmedAndYes: 0, yesNotConfirmed: count, assignedNoResponse: 0, declined: 0 },
})
const card = (at: number, part: Partial<EventCard> = {}) =>
  aCard({ _id: hex(at), name: `Event ${at}`, start: soon(at), end: soon(at + 1), roleCoverage: [guest(1)], ...part })
const mine =
  (pages: EventCard[][]): Answer =>
  ({ path }) => {
    const page = /^\/event\/mine\?page=(\d+)&limit=10$/.exec(path)?.[1]
    return page ? { body: { events: pages[Number(page) - 1] ?? [] } } : undefined
  }
const names = () => [...document.querySelectorAll('h4')].map((one) => one.textContent)

const asRows = async () => {
  await press('Filters')
  const rows = await drawn(() => screen.getByRole<HTMLInputElement>('radio', { name: 'Rows' }))
  await act(async () => rows.click())
  await press('Close')
}

beforeEach(() => {
  keepOrganizerToken(newToken())
  useSession.setState({ user: null, checking: false })
})

it("says 'No events yet' with one action, and what Active means", async () => {
  serve(mine([[]]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(text()).toContain('No events yet')
  expect(text()).toContain('An event is Active if it is not over yet.')
  expect(document.querySelectorAll('a[href="/create"]')).toHaveLength(1)
})

it('R127 shows an event that waits as what it is, and doesn’t say that there are none', async () => {
  const waiting = (at: number) => ({ ...card(at), timeZone: 'UTC', location: '', groups: [], expiresAt: soon(5) })
  const pending = [1, 2, 3, 4].map(waiting)
  let listed = pending.slice(0, 1)
  serve((asked) => (asked.path === '/event/pending' ? { body: { events: listed } } : mine([[]])(asked)))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(names()).toEqual(['Event 1'])
  expect(text()).toContain('Not published yet')
  expect(text()).not.toContain('No events yet')
  const publishing = () => screen.getAllByRole('link', { name: /^Review and publish/ }).map((one) => one.getAttribute('href'))
  expect(publishing()).toEqual([`/publish?event=${hex(1)}`])
  expect(screen.getAllByRole('link', { name: 'Create event' })).toHaveLength(1)
  await leave()
  listed = pending
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(publishing()).toHaveLength(3)
  expect(screen.getByRole('link', { name: 'See all 4' }).getAttribute('href')).toBe('/publish')
})

it('loads ten at a time, more while a full page returns, soonest first', async () => {
  const all = Array.from({ length: 13 }, (_, at) => card(at + 1))
  const asked = serve(mine([all.slice(0, 10), all.slice(10)]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(names()).toHaveLength(10)
  await press('Show more')
  expect(names()).toEqual(all.map((one) => one.name))
  expect(asked.filter(({ path }) => path.startsWith('/event/mine'))).toHaveLength(2)
  expect(() => button('Show more')).toThrow('No button')
})

it('shows status, fill and badges, links to the event, and moves live by rev', async () => {
  serve(mine([[card(1), card(2, { name: 'Old', status: 'over', start: soon(-3), end: soon(-2) })]]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(document.querySelector(`a[href="/event/${hex(1)}"]`)?.textContent).toBe('Event 1')
  expect(names()).toEqual(['Event 1', 'Old'])
  expect(text()).toContain('Over')
  await act(async () => putCard(card(1, { rev: 3, roleCoverage: [guest(8)] })))
  expect(text()).toContain('Nearly Full')
  await act(async () => putCard(card(1, { rev: 2, roleCoverage: [guest(2)] })))
  expect(text()).toContain('Nearly Full')
  await act(async () => putCard(card(1, { rev: 4, roleCoverage: [guest(10)] })))
  expect(text()).toContain('SeatsFull10 of 10')
  await act(async () => putCard(card(9, { name: 'New', start: soon(0.5), status: 'unpublished' })))
  expect(names()[0]).toBe('New')
  expect(text()).toContain('Not published yet')
})

it("says 'Failed to load events' and tries again", async () => {
  let isUp = false
  serve((asked) => (isUp ? mine([[card(1)]])(asked) : 'offline'))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(text()).toContain('Failed to load events')
  isUp = true
  await press('Try again')
  expect(names()).toEqual(['Event 1'])
})

it('has a Groups view: cards lead to the group, Create New Group to its form', async () => {
  serve(({ path }) => (path === '/group/mine' ? { body: { groups: [aGroup()], nextCursor: null } } : undefined))
  await import('#client/event/dashboard/groups-view.tsx')
  await show(<DashboardPage />, '/dashboard?view=groups')
  await settle()
  expect(document.querySelector(`a[href="/group/${groupId}"]`)?.textContent).toBe('Group for Meetup')
  expect(document.querySelector('a[href="/createGroup"]')?.textContent).toBe('Create New Group')
})

it('R30 says what a sign-in link leaves out, and where to log in; an account sees no such notice', async () => {
  serve(mine([[card(1)]]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(text()).toContain('You’re signed in by email')
  expect(text()).toContain('To see those of your organizations too, log in with your password.')
  expect(document.querySelector('a[href="/login?from=%2Fdashboard"]')?.textContent).toBe('Login')
  await leave()
  useSession.setState({ token: 'login' })
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(text()).not.toContain('emailed link')
  useSession.setState({ token: null })
})

it('R69 lists groups a page at a time, and says what went wrong with the next one without losing the first', async () => {
  const all = Array.from({ length: 60 }, (_, at) => aGroup({ _id: hex(at + 1), name: `Group ${at + 1}` }))
  let isUp = false
  const asked = serve(({ path }) => {
    if (path === '/group/mine') return { body: { groups: all.slice(0, 50), nextCursor: 'next' } }
    if (path !== '/group/mine?cursor=next') return undefined
    return isUp ? { body: { groups: all.slice(50), nextCursor: null } } : { status: 503, body: { error: 'Too busy.', code: 'busy' } }
  })
  await import('#client/event/dashboard/groups-view.tsx')
  await show(<DashboardPage />, '/dashboard?view=groups')
  await settle()
  const listed = () => [...document.querySelectorAll('h3')].map((one) => one.textContent)
  expect(listed()).toEqual(all.slice(0, 50).map((one) => one.name))
  await press('Show more')
  expect([listed().length, text()]).toEqual([50, expect.stringContaining('Too busy.')])
  isUp = true
  await press('Try again')
  expect(listed()).toEqual(all.map((one) => one.name))
  expect(() => button('Show more')).toThrow('No button')
  expect(asked.filter(({ path }) => path.startsWith('/group/mine'))).toHaveLength(3)
})

const rowNames = () => [...document.querySelectorAll('[aria-label="Now and next"] a')].map((one) => one.textContent)
const choir = { _id: hex(90), name: 'Choir' }

it('E5 searches, narrows by time and organization, keeps the choice in the address, and what moves meanwhile comes and goes', async () => {
  const all = Array.from({ length: 6 }, (_, at) => card(at + 1, at === 5 ? { organization: choir, location: 'Town hall' } : {}))
  const over = card(7, { start: soon(-3), end: soon(-2), status: 'over' })
  const asked = serve(({ path }) => {
    const address = new URL(path, 'http://there')
    if (address.pathname !== '/event/mine') return undefined
    const isPast = address.searchParams.get('time') === 'past'
    return { body: { events: address.searchParams.get('search') ? all.slice(5) : isPast ? [over] : all } }
  })
  const { at } = await show(<DashboardPage />, '/dashboard?time=active')
  await settle()
  expect(names()).toEqual(all.map(({ name }) => name))
  await resting(300, () => type('Search events by name or place', 'town'))
  expect(names()).toEqual(['Event 6'])
  expect(at()).toBe('/dashboard?time=active&search=town')
  expect(asked.at(-1)?.path).toBe('/event/mine?page=1&limit=10&search=town&time=active')
  await act(async () => putCard({ ...all[5], rev: 9, location: 'Elsewhere' } as EventCard))
  expect(text()).toContain('No matching events')
  await press('Clear search and filters')
  expect(at()).toBe('/dashboard')
  expect(names()).toEqual(all.map(({ name }) => name))
})

it('E5c what is filtered by stands behind one button, which says how much is set; its sheet says how many are left, and clears them', async () => {
  const all = Array.from({ length: 5 }, (_, at) => card(at + 1))
  serve(({ path }) =>
    path.startsWith('/event/mine') ? { body: { events: path.includes('time=active') ? all.slice(1) : all } } : undefined,
  )
  const { at } = await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(screen.queryByRole('radio')).toBeNull()
  await press('Filters')
  await drawn(() => screen.getByRole('dialog', { name: 'Filters' }))
  expect(button('Show 5 events')).toBeDefined()
  expect(button('Clear').disabled).toBe(true)
  await act(async () => screen.getByRole('radio', { name: 'Now and next' }).click())
  await act(async () => screen.getByRole('radio', { name: 'Soonest first' }).click())
  await settle()
  expect(at()).toBe('/dashboard?time=active&order=start')
  await press('Show 5 events')
  await drawn(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Filters (2) active')
  await drawn(() => screen.getByRole('dialog', { name: 'Filters' }))
  await press('Clear')
  expect(at()).toBe('/dashboard')
})

it('E5c its sheet stays open when what it clears leaves too few events to look for, and while they load', async () => {
  const all = [card(1), card(2)]
  serve(({ path }) => (path.startsWith('/event/mine') ? { body: { events: path.includes('time=past') ? [] : all } } : undefined))
  const { at } = await show(<DashboardPage />, '/dashboard?time=past')
  await settle()
  await press('Filters (1) active')
  await drawn(() => screen.getByRole('dialog', { name: 'Filters' }))
  await press('Clear')
  await settle()
  expect(at()).toBe('/dashboard')
  expect(screen.getByRole('dialog', { name: 'Filters' }).textContent).toContain('Show 2 events')
})

it('E5b an event has one bar for all of its seats, however many roles it has, and what it may still need is no part of it', async () => {
  serve(mine([[card(1, { roleCoverage: [guest(3), { ...guest(2), _id: 'r2', name: 'Host', min: 4 }] })]]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  const bars = [...document.querySelectorAll('[role="img"]')].map((one) => one.getAttribute('aria-label'))
  expect(bars).toEqual(['Seats of Event 1: 20 seats, 5 coming'])
  expect(text()).toContain('Seats5 of 20')
})

it('E5 as rows, eight events stand close, and the choice stays in this browser', async () => {
  serve(mine([Array.from({ length: 8 }, (_, at) => card(at + 1))]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  await asRows()
  expect(rowNames()).toHaveLength(8)
  expect(text()).toContain('1 of 10 seats')
  await leave()
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(rowNames()).toHaveLength(8)
  localStorage.removeItem('dashboardDensity')
})

it('R130g emails that don’t arrive are said on the row, with the way to mend them, live; within a week of the start first of all', async () => {
  serve(mine([[card(1), card(3, { unreached: 1 }), card(20, { unreached: 1_200 })]]))
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(names()).toEqual(['Event 3', 'Event 1', 'Event 20'])
  expect(text()).toContain('1 email undelivered')
  expect(text()).toContain('1,200 emails undelivered')
  const fixes = () =>
    [...document.querySelectorAll('a[aria-label^="Fix"]')].map((one) => [one.getAttribute('aria-label'), one.getAttribute('href')])
  expect(fixes()).toEqual([
    ['Fix 1: Event 3', `/event/${card(3)._id}?tab=answers&show=unreached`],
    ['Fix 1,200: Event 20', `/event/${card(20)._id}?tab=answers&show=unreached`],
  ])
  await act(async () => putCard(card(3, { rev: 2 })))
  const several = [
    { _id: groupId, start: soon(20), showConfirmation: false, unreached: 2 },
    { _id: hex(80), start: soon(21), showConfirmation: false },
  ]
  await act(async () => putCard(card(20, { rev: 2, groups: several })))
  expect(fixes()).toEqual([['Fix 2: Event 20', `/event/${hex(20)}`]])
  await act(async () => putCard(card(20, { rev: 3, groups: several, status: 'cancelled' })))
  expect(fixes()).toEqual([])
  expect(text()).not.toContain('undelivered')
})

it('R108 what is at risk stands first and says why, live, on cards and rows; by start on request', async () => {
  const host = (count: number) => ({ ...guest(count), name: 'Host', min: 3 })
  const asked = serve(({ path }) =>
    path.startsWith('/event/mine')
      ? { body: { events: [card(1), card(3, { roleCoverage: [host(2)] }), card(8, { roleCoverage: [host(0)] })] } }
      : undefined,
  )
  await show(<DashboardPage />, '/dashboard')
  await settle()
  expect(names()).toEqual(['Event 3', 'Event 1', 'Event 8'])
  expect(text()).toContain('Needs attention')
  expect(text()).toContain('Host needs 1 more')
  expect(
    [...document.querySelectorAll('a')].filter(({ textContent }) => textContent === 'Invite').map((one) => one.getAttribute('aria-label')),
  ).toEqual(['Invite: Event 3'])
  await act(async () => putCard(card(1, { rev: 2, showConfirmation: true })))
  expect(names()).toEqual(['Event 1', 'Event 3', 'Event 8'])
  expect(text()).toContain('1 in Guest has not confirmed')
  await act(async () => putCard(card(3, { rev: 2, roleCoverage: [host(3)] })))
  await act(async () => putCard(card(1, { rev: 3 })))
  expect(text()).not.toContain('has not confirmed')
  expect(text()).not.toContain('Needs attention')
  await act(async () => putCard(card(4, { roleCoverage: [host(1)] })))
  expect(names()[0]).toBe('Event 4')
  await asRows()
  expect(text()).toContain('Host needs 2 more')
  localStorage.removeItem('dashboardDensity')
  expect(asked.some(({ path }) => path.includes('order'))).toBe(false)
  await leave()
  const again = serve(mine([[]]))
  await show(<DashboardPage />, '/dashboard?order=start')
  await settle()
  expect(again.some(({ path }) => path.includes('order=start'))).toBe(true)
})
