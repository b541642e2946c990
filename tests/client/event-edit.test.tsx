// Editing an event on screen: its two steps, what is sent, and what happens when someone else was faster.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { Route } from 'wouter'
import { movedAnswers } from '#client/event/edit/answers-move.tsx'
import { type EventEdits, editsOf } from '#client/event/edit/edit-merge.ts'
import { EventEditPage } from '#client/event/edit/edit-page.tsx'
import { forgetTokens, keepOrganizerToken, useSession } from '#client/lib/session.ts'
import { tierLimits } from '#protocol/kernel/limits.ts'
import { aGroup, anEvent, eventId, groupId, groupPage } from './event-fixtures.ts'
import { type Answer, field, heading, leave, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const page = (
  <Route path="/event/:eventId/edit">
    <EventEditPage />
  </Route>
)
const path = `/event/${eventId}/edit`
const later = new Date(Date.now() + 5 * 86_400_000).toISOString()
const event = (part = {}) => anEvent({ start: later, end: new Date(Date.parse(later) + 7_200_000).toISOString(), ...part })

async function open() {
  const shown = await show(page, path)
  await settle()
  return shown
}
/** Types into fields of the first step, and goes on to the second. */
async function change(fields: Readonly<Record<string, string>>) {
  for (const [label, value] of Object.entries(fields)) await type(label, value)
  await press('Next')
}

/** Serves the event as it is at the time, and answers its PUTs one by one. */
function serveEvent(now: () => { event: object; group?: object }, puts: ReturnType<Answer>[] = []) {
  return serve(({ method, path: asked }) => {
    if (method === 'PUT') return puts.shift()
    if (asked === `/event/${eventId}`) return { body: { event: now().event, canManage: true } }
    return asked === `/group/${groupId}` ? { body: groupPage(now().group) } : undefined
  })
}
const saved = { body: { event: event({ rev: 2 }), groups: [aGroup({ rev: 2 })] } }

beforeEach(() => keepOrganizerToken(newToken()))

it("goes from 'Update Event' over 'Step 2 of 2' to the event, and sends what was changed with its settingsRev", async () => {
  const asked = serveEvent(() => ({ event: event() }), [saved])
  const { at } = await open()
  expect(heading(1)).toBe('Update Event (Step 1 of 2)')
  await change({ 'Event name': 'Winter meetup' })
  expect(text()).toContain('Step 2 of 2')
  await press('Back')
  expect(field('Event name').value).toBe('Winter meetup')
  await press('Next')
  await press('Save changes')
  expect(asked.at(-1)).toMatchObject({ method: 'PUT', path: `/event/${eventId}`, body: { settingsRev: 1, name: 'Winter meetup' } })
  expect(asked.at(-1)?.body).not.toHaveProperty('start')
  expect(at()).toBe(`/event/${eventId}`)
})

it('asks first what is changed most, says once when it ends, and folds away what few change; roles are asked as in creation', async () => {
  serveEvent(() => ({ event: event() }))
  await open()
  const fold = document.querySelector('details')
  const asked = [...document.querySelectorAll('label, legend')].filter((one) => !fold?.contains(one)).map((one) => one.textContent)
  expect(asked).toEqual(['Event name*', 'Start*', 'Duration*', 'PlaceOptional', 'DescriptionOptional'])
  expect(text().match(/Ends \d/g)).toHaveLength(1)
  expect(fold?.textContent).toContain('Your name')
  await press('Next')
  expect(text()).toContain('Who picks the roles?')
  expect(document.querySelector('form [role=switch]')).toBeNull()
})

const stale = (by?: object) => ({ status: 409, body: { error: 'Someone else changed this in the meantime.', code: 'stale-rev', ...by } })
const theirs = (part: object = {}) => ({
  event: event({ rev: 7, settingsRev: 3, name: 'Theirs', description: 'Their words', ...part }),
  group: { rev: 7 },
})
const dialog = () => screen.getByRole('dialog', { name: 'This has changed since you opened it' })
/** The fields that the dialog asks about. */
const asks = () =>
  within(dialog())
    .getAllByRole('group')
    .map((one) => one.querySelector('legend')?.textContent)
const choice = (name: RegExp, at = 0) => within(dialog()).getAllByRole<HTMLInputElement>('radio', { name })[at] as HTMLInputElement
const choose = (name: RegExp, at = 0) => act(async () => choice(name, at).click())

it('R107b: what only others changed is taken over without a question, also when they save again meanwhile', async () => {
  let now: { event: object; group?: object } = { event: event() }
  const asked = serveEvent(() => now, [stale(), stale(), saved])
  const { at } = await open()
  await change({ 'Event name': 'Mine' })
  now = theirs({ name: event().name })
  await press('Save changes')
  await settle()
  expect(asked.filter(({ method }) => method === 'PUT').map(({ body }) => body)).toEqual([
    { settingsRev: 1, name: 'Mine' },
    { settingsRev: 3, name: 'Mine' },
    { settingsRev: 3, name: 'Mine' },
  ])
  expect(at()).toBe(`/event/${eventId}`)
})

it('R107b: where both changed the same it asks, field by field, and saves what was chosen over the current state', async () => {
  let now: { event: object; group?: object } = { event: event() }
  const asked = serveEvent(() => now, [stale({ by: { _id: 'b', name: 'Bea' } }), saved])
  await open()
  await change({ 'Event name': 'Mine', Place: 'My hall' })
  now = theirs({ location: 'Their hall' })
  await press('Save changes')
  await settle()
  expect(dialog().textContent).toContain('Theirs, last saved by Bea')
  expect(asks()).toEqual(['Name', 'Place'])
  expect(
    within(dialog())
      .getAllByRole<HTMLInputElement>('radio')
      .filter(({ checked }) => checked),
  ).toEqual([])
  await press('Save my choices')
  expect(dialog().textContent).toContain('Please choose a version for the 2 that are left.')
  await choose(/Yours/, 0)
  await press('Save my choices')
  expect(dialog().textContent).toContain('Please choose a version for the one that is left.')
  await choose(/Theirs/, 1)
  await press('Save my choices')
  await settle()
  expect(asked.at(-1)?.body).toEqual({ settingsRev: 3, name: 'Mine' })
})

it('R107b: a second conflict while one chooses is asked again, and back in the form everything typed is there', async () => {
  let now: { event: object; group?: object } = { event: event() }
  const asked = serveEvent(() => now, [stale(), stale(), saved])
  await open()
  await change({ 'Event name': 'Mine', Place: 'My hall' })
  now = theirs({ location: 'Their hall' })
  await press('Save changes')
  await settle()
  await press('Keep all of mine')
  now = theirs({ settingsRev: 4, name: 'Third', location: 'Their hall' })
  await press('Save my choices')
  await settle()
  expect(dialog().textContent).toContain('Third')
  expect(asks()).toEqual(['Name'])
  await press('Back to the form')
  await press('Back')
  expect([field('Event name').value, field('Place').value]).toEqual(['Mine', 'My hall'])
  await press('Next')
  now = theirs({ settingsRev: 4, name: 'Third', location: 'Their hall' })
  await press('Save changes')
  await settle()
  expect(asked.at(-1)?.body).toEqual({ settingsRev: 3, name: 'Mine', location: 'My hall' })
})

it('R107c: when the event is gone it says so, and what was changed can be copied', async () => {
  serveEvent(() => ({ event: event() }), [{ status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }])
  await open()
  await change({ 'Event name': 'Mine' })
  await press('Save changes')
  expect(text()).toContain('This event can no longer be saved.')
  expect(text()).toContain('NameMine')
  expect(screen.getByRole('button', { name: 'Copy my changes' })).toBeDefined()
})

it('R107c: what was typed when the session ended is there again for the same person, and for nobody else', async () => {
  const as = (user: string) => useSession.setState({ organizerToken: 'o', user: { _id: user } as never, checking: false })
  const typing = async (value: string) => {
    await open()
    await type('Event name', value)
    await act(async () => forgetTokens())
    await leave()
  }
  const opening = async () => {
    await open()
    const shown = field('Event name').value
    const isTold = text().includes('We restored what you typed.')
    await leave()
    return [shown, isTold]
  }
  serveEvent(() => ({ event: event() }))
  as('ada')
  await typing('Kept')
  as('ada')
  expect([await opening(), await opening()]).toEqual([
    ['Kept', true],
    [event().name, false],
  ])
  await typing('Mine alone')
  as('eve')
  expect(await opening()).toEqual([event().name, false])
})

it('R54: says whom a moved start reaches', async () => {
  serveEvent(() => ({ event: event() }))
  await open()
  await type('Start', new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 16))
  await press('Next')
  expect(text()).toContain('gets an email about the new time, and is asked to confirm again')
})

const windowed = (part: object) => aGroup({ start: '', end: '', opensAt: '', closesAt: '', ...part })
const inDaysFrom = (start: string, days: number) => new Date(Date.parse(start) + days * 86_400_000).toISOString()
const moveTo = async (days: number) => {
  await open()
  await type('Start', new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 16))
  await press('Next')
}

it('R142c: says that a move takes along when guests may answer, and which day that is then', async () => {
  serveEvent(() => ({ event: event(), group: windowed({ closesAt: inDaysFrom(later, -1) }) }))
  await moveTo(8)
  expect(text()).toMatch(/Answers move along: they close on \d+ \w+ \d{4}/)
  expect(text()).not.toContain('shut at once')
})

it('R142c: warns where answers would be shut at once, and leads to what to change; says nothing where there are no such times', async () => {
  serveEvent(() => ({ event: event(), group: windowed({ closesAt: inDaysFrom(later, -3) }) }))
  await moveTo(2)
  expect(text()).toContain('Answers would be shut at once')
  expect(text()).toContain('which has passed.')
  expect(screen.getByRole('link', { name: 'Change when guests may answer' }).getAttribute('href')).toBe(`/group/${groupId}/edit`)
  await leave()
  serveEvent(() => ({ event: event(), group: windowed({ rev: 2 }) }))
  await moveTo(2)
  expect(text()).not.toContain('Answers move along')
})

it('R142c: of several groups those with times of their own are meant where they move along; shut ones are no news', () => {
  const now = Date.parse('2026-12-01T12:00:00Z')
  const start = '2026-12-10T12:00:00.000Z'
  const own = { start, end: '2026-12-10T14:00:00.000Z' }
  const groups = [
    windowed({ _id: 'a'.repeat(24), name: 'Bar', closesAt: '2026-12-03T12:00:00.000Z' }),
    windowed({ _id: 'b'.repeat(24), name: 'Door', ...own, opensAt: '2026-11-30T12:00:00.000Z' }),
    windowed({ _id: 'c'.repeat(24), name: 'Over', closesAt: '2026-11-30T12:00:00.000Z' }),
    windowed({ _id: 'd'.repeat(24), name: 'Free' }),
  ]
  const shown = anEvent({ start, end: '2026-12-10T16:00:00.000Z', timeZone: 'UTC', groupIds: groups.map(({ _id }) => _id) })
  const opened = { event: shown, group: groups[0] ?? aGroup(), limits: tierLimits('pro') }
  const said = (to: string, part: Partial<EventEdits> = {}) => {
    const edits = editsOf(opened)
    const moved = movedAnswers(opened, { ...edits, fields: { ...edits.fields, start: to }, ...part }, groups, now)
    return moved.map(({ group, shut }) => [group.name, shut?.why])
  }
  expect(said('2026-12-10T12:00')).toEqual([])
  expect(said('2026-12-07T12:00')).toEqual([
    ['Bar', 'late'],
    ['Door', undefined],
    ['Over', undefined],
  ])
  expect(said('2026-12-13T12:00')).toEqual([
    ['Bar', undefined],
    ['Door', 'early'],
    ['Over', undefined],
  ])
  expect(said('2026-12-13T12:00', { moveGroups: false }).map(([name]) => name)).toEqual(['Bar', 'Over'])
})

const close = '2 people would have seats that are too close in time for one person: “Bar” and “Door” (2).'
const clashing = { status: 409, body: { error: close, code: 'moves-overlap' } }

it('R147a says whom new times give two seats at once, and saves them where that is meant; left, nothing is sent and all stays typed', async () => {
  const asked = serveEvent(() => ({ event: event() }), [clashing, clashing, saved])
  const { at } = await open()
  await change({ 'Event name': 'Mine' })
  await press('Save changes')
  expect(screen.getByRole('dialog').textContent).toContain(close)
  await press('Cancel')
  expect(text()).not.toContain(close)
  const puts = () => asked.filter(({ method }) => method === 'PUT')
  expect([puts().length, at()]).toEqual([1, path])
  await press('Save changes')
  await press('Save anyway')
  expect(puts().map(({ body }) => (body as { despiteOverlap?: boolean }).despiteOverlap)).toEqual([undefined, undefined, true])
  expect(at()).toBe(`/event/${eventId}`)
})

it("says 'Failed to update event' where the server has no word, and shows a refused role at the roles", async () => {
  const held = { status: 409, body: { error: 'Role "Host" has attendees. Delete it on the group page.', code: 'role-held' } }
  serveEvent(() => ({ event: event() }), [{ status: 500, body: {} }, held])
  await open()
  await change({ 'Event name': 'Mine' })
  await press('Save changes')
  expect(screen.getByRole('alert').textContent).toContain('Failed to update event')
  await press('Save changes')
  expect(text()).toContain('Role "Host" has attendees.')
})

it("says 'Failed to load event data', with the server's sentence or 'Failed to fetch event'", async () => {
  serve(() => ({ status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }))
  await open()
  expect(text()).toContain('Failed to load event data')
  expect(text()).toContain('Event Not Found')
  await leave()
  serve(() => ({ status: 502, body: {} }))
  await open()
  expect(text()).toContain('Failed to fetch event')
  await leave()
  serve(() => ({ body: { event: {} } }))
  await open()
  expect(text()).toContain('An unexpected error occurred while loading event data')
})
