// The page of an event: what it shows to whom, and what its options do.
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Route } from 'wouter'
import { EventPage } from '#client/event/page/event-page.tsx'
import { useLiveState } from '#client/lib/connection.ts'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { putEvent } from '#client/records/events.ts'
import { useTallies } from '#client/records/tallies.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { boardRoom } from '#protocol/live.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { comes } from '../kit/world/pace.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { filled, pageOf, publicOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import './group-panels.ts'
import { type Answer, button, drawn, heading, leave, newToken, press, serve, settle, show, text } from './page-kit.tsx'

const page = (
  <Route path="/event/:eventId">
    <EventPage />
  </Route>
)
const event = anEvent({ timeZone: 'Europe/Berlin', start: '2099-12-05T18:30:00.000Z', end: '2099-12-05T20:30:00.000Z' })
const {
  rev: _,
  manualEnd: __,
  organizerEmail: ___,
  ownerOrgId: ____,
  organisingOrgObj: _____,
  assignmentRules: ______,
  createdAt: _______,
  ...publicEvent
} = event

const open = async (answer: Answer) => {
  const asked = serve(answer)
  const shown = await show(page, `/event/${eventId}`)
  await settle()
  await settle()
  return { ...shown, asked }
}
const asManager: Answer = ({ method, path }) => {
  if (method === 'DELETE') return { body: { success: true } }
  if (path === `/event/${eventId}`) return { body: { event, canManage: true } }
  return path === `/group/${groupId}` ? { body: pageOf(filled()) } : undefined
}
async function choose(item: string) {
  const trigger = document.querySelector<HTMLButtonElement>('[aria-label="Options"]')
  await act(async () => trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  const found = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === item)
  await act(async () => found?.click())
  await settle()
}

const live = await liveForAll()
beforeEach(() => keepOrganizerToken(newToken()))

it('R53: shows the event in its zone and in mine, its organizer and state, and the board of its first group', async () => {
  await open(asManager)
  expect(heading(1)).toBe('Meetup')
  for (const said of ['Sat, 5 Dec 2099, 7:30 PM – 9:30 PM', 'CET · 6 Dec, 12:15 AM', 'Organized by Ada', 'Active', 'Talks and soup'])
    expect(text().replaceAll('\u00a0', ' ')).toContain(said)
  for (const part of ['Role Summary', 'Share link', 'Roles', 'Answers', 'Waiting', 'Settings']) expect(text()).toContain(part)
})

it("'Edit Event' goes to the edit page", async () => {
  const { at } = await open(asManager)
  await choose('Edit Event')
  expect(at()).toBe(`/event/${eventId}/edit`)
})

it("R19: 'Enable Confirmation' in the menu only says that it will move there, and leads to the button in Settings", async () => {
  const { asked } = await open(asManager)
  await choose('Enable Confirmation')
  expect(screen.getByRole('alertdialog').textContent).toContain('Enable Confirmation will move here soon.')
  await press('OK')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Options')
  await choose('Enable Confirmation')
  await press('Turn it on in Settings')
  expect(screen.queryByRole('alertdialog')).toBeNull()
  await drawn(() => expect(document.activeElement?.textContent).toBe('Enable Confirmation'))
  expect(asked.every((one) => one.method === 'GET')).toBe(true)
})

const barId = 'b'.repeat(24)
const ofSeveral =
  (isOn: boolean): Answer =>
  ({ method, path }) => {
    const groups = [filled({ name: 'Hall', showConfirmation: isOn }), filled({ _id: barId, name: 'Bar', showConfirmation: isOn })]
    const both = { ...event, groupIds: [groupId, barId] }
    if (method === 'PUT') return { body: { event: both, groups: groups.map((one) => ({ ...one, rev: 9, showConfirmation: true })) } }
    if (path === `/event/${eventId}`) return { body: { event: both, canManage: true, groups, tierLimits: tierLimits('pro') } }
    return path === `/group/${groupId}` ? { body: pageOf(filled()) } : undefined
  }

it('R98b: where there are several groups it asks first, says how many hear of it, and switches it on in all of them by one call', async () => {
  const { asked } = await open(ofSeveral(false))
  await choose('Enable Confirmation')
  await drawn(() => screen.getByRole('dialog', { name: 'Ask guests to confirm in 2 groups?' }))
  expect(text()).toContain('(4 so far)')
  await press('Ask them to confirm')
  const writes = asked.filter(({ method }) => method !== 'GET')
  expect(writes.map(({ method, path, body }) => [method, path, body])).toEqual([['PUT', `/event/${eventId}`, { showConfirmation: true }]])
  expect(text()).toContain('Confirmation enabled — invitees will now be asked to confirm.')
  await leave()
  await open(ofSeveral(true))
  await choose('Enable Confirmation')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('R98b: groups that have begun are neither counted nor offered, as nobody is asked in them', async () => {
  const begun = { start: '2020-12-05T18:30:00.000Z', end: '2099-12-05T20:30:00.000Z' }
  const answer: (isHallToo: boolean) => Answer = (isHallToo) => (asked) => {
    const given = ofSeveral(false)(asked)
    if (typeof given !== 'object' || asked.path !== `/event/${eventId}`) return given
    const body = given.body as { groups: GroupView[] }
    return {
      body: {
        ...body,
        groups: body.groups.map((one) => (isHallToo || one._id === barId ? { ...one, ...begun, rev: isHallToo ? 8 : 7 } : one)),
      },
    }
  }
  await open(answer(false))
  await choose('Enable Confirmation')
  await drawn(() => screen.getByRole('dialog', { name: 'Ask guests to confirm in 1 group?' }))
  expect(text()).toContain('(2 so far)')
  await leave()
  await open(answer(true))
  await choose('Enable Confirmation')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('R19: leads nowhere where it is on already', async () => {
  await open((one) => (one.path === `/group/${groupId}` ? { body: pageOf(filled({ showConfirmation: true })) } : asManager(one)))
  await choose('Enable Confirmation')
  expect(screen.getByRole('alertdialog').textContent).toContain('It is on already')
  expect(() => button('Turn it on in Settings')).toThrow('No button')
})

it.each([
  ['one group', asManager],
  ['several', ofSeveral(true)],
])('R168: an address that names a group begins it, with %s; the address is the event’s again', async (_, answer) => {
  serve(answer)
  const { at } = await show(page, `/event/${eventId}?group=Boat%20tour`)
  await drawn(() => screen.getByRole('dialog', { name: 'Add a group' }))
  expect(screen.getAllByRole('dialog')).toHaveLength(1)
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Group name/ }).value).toBe('Boat tour')
  expect(at()).not.toContain('group=')
  await press('Cancel')
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('R140: what begins a second group stays, with what was typed, when somebody else adds one meanwhile', async () => {
  await open(asManager)
  await choose('Add a shift or session')
  await drawn(() => screen.getByRole('dialog', { name: 'Add a group' }))
  const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: /^Group name/ })
  const typed = name()
  await act(async () => fireEvent.change(typed, { target: { value: 'Boat tour' } }))
  act(() => putEvent({ ...event, rev: 2, groupIds: [groupId, barId] }))
  await drawn(() => expect(text()).toContain('Change order'))
  expect(name()).toBe(typed)
  expect(typed.value).toBe('Boat tour')
})

it.each([
  ['over', 'Over'],
  ['cancelled', 'Canceled'],
] as const)('an event that is %s is called neither active nor live', async (status, word) => {
  useLiveState.setState({ state: 'live' })
  await open(({ path }) =>
    path === `/event/${eventId}` ? { body: { event: { ...publicEvent, status, groupIds: [] }, canManage: false } } : undefined,
  )
  expect(text()).toContain(word)
  expect(text()).not.toMatch(/Active|Live/)
  await leave()
  await open(({ path }) =>
    path === `/event/${eventId}` ? { body: { event: { ...publicEvent, groupIds: [] }, canManage: false } } : undefined,
  )
  expect(text()).toMatch(/Active.*Live/)
})

it('R57: deletes the event after asking, and goes to the dashboard', async () => {
  const { asked, at } = await open(asManager)
  await choose('Delete event')
  expect(text()).toContain('Delete this event?')
  await press('Delete', screen.getByRole('dialog'))
  expect(asked.at(-1)).toMatchObject({ method: 'DELETE', path: `/event/${eventId}` })
  expect(at()).toBe('/dashboard')
})

it('shows a stranger the public view, read only', async () => {
  await open(({ path }) => {
    if (path === `/event/${eventId}`) return { body: { event: publicEvent, canManage: false } }
    return path === `/group/${groupId}` ? { body: { ...pageOf(filled()), group: publicOf(filled()), canManage: false } } : undefined
  })
  expect(text()).toContain('Speaker2 of 3')
  expect(document.querySelector('[aria-label="Options"], [role=spinbutton], input')).toBeNull()
})

it.each([
  [{ status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }, 'Event Not Found'],
  [{ status: 500, body: {} }, 'Failed to load event'],
  [
    { status: 500, body: { error: 'Something went wrong. Please try again.', code: 'internal' } },
    'Something went wrong. Please try again.',
  ],
])('says the server text, or "Failed to load event"', async (answer, sentence) => {
  await open(() => answer)
  expect(heading(2)).toBe(sentence)
})

const isOurs = () => text().includes('Is this your event? Email me a sign-in link')
it.each([
  ['of one group', [groupId], true],
  ['of several groups', [groupId, 'c'.repeat(24)], true],
  ['that is unknown, or not published', 404, true],
  ['that can’t be read now', 500, false],
] as const)('R127b on the page of an event %s a stranger can have a sign-in link mailed', async (_, has, isAsked) => {
  await open(({ path }) => {
    if (typeof has === 'number') return { status: has, body: { error: 'Event Not Found', code: 'event-unknown' } }
    if (path === `/event/${eventId}`) return { body: { event: { ...publicEvent, groupIds: has }, canManage: false } }
    const id = path.split('/').at(-1) ?? ''
    return path.startsWith('/group/')
      ? { body: { ...pageOf(filled()), group: { ...publicOf(filled()), _id: id }, canManage: false } }
      : undefined
  })
  expect(isOurs()).toBe(isAsked)
})

it('R127b those who manage the event are not asked whether it is theirs', async () => {
  await open(asManager)
  expect(isOurs()).toBe(false)
})

it('R186b: of several groups its head says how many are inside and came in all of them, each person once, live', async () => {
  const other = 'c'.repeat(24)
  const groups = [filled(), { ...filled(), _id: other, name: 'Evening' }]
  const several = { ...event, groupIds: [groupId, other] }
  const told = (inside: number, came: number, rev: number) => ({ _id: eventId, rev, counts: { inside, came } })
  live.answerWatch((at) =>
    at === boardRoom(eventId) ? { view: { _id: eventId, rev: 1, groupIds: several.groupIds, groups, door: told(0, 0, 0) } } : undefined,
  )
  await open(({ method, path }) =>
    method === 'GET' && path === `/event/${eventId}` ? { body: { event: several, canManage: true, groups } } : undefined,
  )
  await act(() => comes(() => expect(useTallies.getState()[eventId]).toBeDefined()))
  await settle()
  const line = () => document.querySelector('dl[aria-label=Answers]')?.textContent
  expect(line()).not.toContain('Inside')
  await act(async () => {
    live.say('doors', told(2, 3, 1))
    await comes(() => expect(useTallies.getState()[eventId]?.inside).toBe(2))
  })
  expect(line()).toMatch(/Inside2Came3/)
})

it.each([
  ['rate-limited', false, 1],
  ['gone', true, 3],
] as const)('R205: of several groups, when the room of all says %s, the page is left: %s', async (code, isLeft, reads) => {
  const other = 'c'.repeat(24)
  const groups = [filled(), { ...filled(), _id: other, name: 'Evening' }]
  const several = { ...event, groupIds: [groupId, other] }
  const watched: string[] = []
  live.answerWatch((at) => {
    watched.push(at)
    return at === boardRoom(eventId) ? { error: 'Not now', code } : undefined
  })
  let asked = 0
  await open(({ method, path }) => {
    if (method !== 'GET' || path !== `/event/${eventId}`) return undefined
    asked += 1
    // Whoever is shown it anew is nobody there any more at the second look.
    return { body: asked < 3 ? { event: several, canManage: asked === 1, groups } : { event: { ...publicEvent }, canManage: false } }
  })
  await act(() => comes(() => expect(watched).toContain(boardRoom(eventId))))
  await act(async () => void (await live.heard()))
  await settle()
  await settle()
  expect([asked, text().includes('Evening')]).toEqual([reads, !isLeft])
})
