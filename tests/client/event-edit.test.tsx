// Editing an event on screen: its two steps, what is sent, and what happens when someone else was faster.
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Route } from 'wouter'
import { EventEditPage } from '#client/event/edit/edit-page.tsx'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { aGroup, anEvent, eventId, groupId, groupPage } from './event-fixtures.ts'
import { type Answer, field, heading, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const page = (
  <Route path="/event/:eventId/edit">
    <EventEditPage />
  </Route>
)
const path = `/event/${eventId}/edit`
const later = new Date(Date.now() + 5 * 86_400_000).toISOString()
const event = (part = {}) => anEvent({ start: later, end: new Date(Date.parse(later) + 7_200_000).toISOString(), ...part })

/** Serves the event as it is at the time, and answers its PUTs one by one. */
function serveEvent(now: () => { event: object; group?: object }, puts: ReturnType<Answer>[] = []) {
  return serve(({ method, path: asked }) => {
    if (method === 'PUT') return puts.shift()
    if (asked === `/event/${eventId}`) return { body: { event: now().event, canManage: true } }
    return asked === `/group/${groupId}` ? { body: groupPage(now().group) } : undefined
  })
}
const saved = { body: { event: event({ rev: 2 }), groups: [aGroup({ rev: 2 })] } }

beforeEach(() => keepOrganizerToken(Math.random().toString(36)))
afterEach(async () => {
  await leave()
  vi.unstubAllGlobals()
})

it("goes from 'Update Event' over 'Step 2 of 2' to the event, and sends what was changed with its settingsRev", async () => {
  const asked = serveEvent(() => ({ event: event() }), [saved])
  const { at } = await show(page, path)
  await settle()
  expect(heading(1)).toBe('Update Event (Step 1 of 2)')
  await type('Event name', 'Winter meetup')
  await press('Next')
  expect(text()).toContain('Step 2 of 2')
  await press('Back')
  expect(field('Event name').value).toBe('Winter meetup')
  await press('Next')
  await press('Save changes')
  expect(asked.at(-1)).toMatchObject({ method: 'PUT', path: `/event/${eventId}`, body: { settingsRev: 1, name: 'Winter meetup' } })
  expect(asked.at(-1)?.body).not.toHaveProperty('start')
  expect(at()).toBe(`/event/${eventId}`)
})

it('R107: a stale edit loads the present state without losing what was typed', async () => {
  let now: { event: object; group?: object } = { event: event() }
  const stale = { status: 409, body: { error: 'Someone else changed this in the meantime. Here is the present state.', code: 'stale-rev' } }
  const asked = serveEvent(() => now, [stale, saved])
  await show(page, path)
  await settle()
  await type('Event name', 'Mine')
  await press('Next')
  await press('Save changes')
  expect(text()).toContain('Someone else changed this in the meantime.')
  now = { event: event({ rev: 7, settingsRev: 3, name: 'Theirs', description: 'Their words' }), group: { rev: 7 } }
  await press('Load the present state')
  expect(text()).toContain('Name, as the other person left it: Theirs')
  await press('Save changes')
  expect(asked.at(-1)?.body).toEqual({ settingsRev: 3, name: 'Mine' })
})

it('R54: says whom a moved start reaches', async () => {
  serveEvent(() => ({ event: event() }))
  await show(page, path)
  await settle()
  await type('Start', new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 16))
  await press('Next')
  expect(text()).toContain('gets an email about the new time, and is asked to confirm again')
})

it("says 'Failed to update event' where the server has no word, and shows a refused role at the roles", async () => {
  const held = { status: 409, body: { error: 'Role "Host" has attendees. Delete it by itself to remove it.', code: 'role-held' } }
  serveEvent(() => ({ event: event() }), [{ status: 500, body: {} }, held])
  await show(page, path)
  await settle()
  await type('Event name', 'Mine')
  await press('Next')
  await press('Save changes')
  expect(screen.getByRole('alert').textContent).toContain('Failed to update event')
  await press('Save changes')
  expect(text()).toContain('Role "Host" has attendees.')
})

it("says 'Failed to load event data', with the server's sentence or 'Failed to fetch event'", async () => {
  serve(() => ({ status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }))
  await show(page, path)
  await settle()
  expect(text()).toContain('Failed to load event data')
  expect(text()).toContain('Event Not Found')
  await leave()
  serve(() => ({ status: 502, body: {} }))
  await show(page, path)
  await settle()
  expect(text()).toContain('Failed to fetch event')
  await leave()
  serve(() => ({ body: { event: {} } }))
  await show(page, path)
  await settle()
  expect(text()).toContain('An unexpected error occurred while loading event data')
})
