// Who else is there, on screen (R104): names and what they edit on the board and on cards, and what the page says of its own person.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { DashboardPage } from '#client/event/dashboard/dashboard-page.tsx'
import { EventEditPage } from '#client/event/edit/edit-page.tsx'
import { GroupPage } from '#client/event/page/group-page.tsx'
import { GroupEditPage } from '#client/group/settings/edit-page.tsx'
import { useLiveState } from '#client/lib/connection.ts'
import { keepOrganizerToken, useSession } from '#client/lib/session.ts'
import { forgetEverybody, usePresence } from '#client/presence/store.ts'
import { Announcer } from '#client/ui/feedback/announcer.tsx'
import { groupRoom } from '#protocol/live.ts'
import type { Doing, PersonHere } from '#protocol/record/presence.ts'
import { comes } from '../kit/world/pace.ts'
import { aCard, anEvent, eventId, groupId } from './event-fixtures.ts'
import { filled, hostId, pageOf, speakerId } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import './group-panels.ts'
import { button, leave, newToken, press, resting, serve, settle, show, showAt, text } from './page-kit.tsx'

const room = groupRoom(groupId)
const self = 'f'.repeat(24)
const person = (name: string, doing: Doing | null = null): PersonHere => ({ userId: name, name, doing })
const edits = (roleId: string): Doing => ({ kind: 'role', roleId })
/** Tells the page who is there; oneself always is. */
const tell = (...people: PersonHere[]) =>
  act(async () => {
    live.say('presence', { room, people: [{ userId: self, name: 'Myself', doing: edits(hostId) }, ...people] })
    await comes(() => expect(usePresence.getState().byRoom[room]?.length ?? 0).toBe(people.length + 1))
  })

const live = await liveForAll()
beforeEach(() => {
  keepOrganizerToken(newToken())
  useSession.setState({ user: { _id: self } as never, checking: false })
  live.answerWatch((at) => (at === room ? { view: filled() } : undefined))
})
afterEach(async () => {
  await leave()
  forgetEverybody()
})

async function openBoard() {
  serve(({ method, path }) => (method === 'GET' && path === `/group/${groupId}` ? { body: pageOf(filled()) } : undefined))
  await show(
    <>
      <Route path="/group/:groupId">
        <GroupPage />
      </Route>
      <Route path="/group/:groupId/edit">
        <GroupEditPage />
      </Route>
      <Announcer />
    </>,
    `/group/${groupId}`,
  )
  await settle()
  await comes(() => expect(useLiveState.getState().state).toBe('live'))
  await screen.findByRole('list', { name: 'Roles' })
  await settle()
}
const listed = () => within(screen.getByRole('list', { name: 'Also here' })).getAllByRole('listitem')
const rowOf = (name: string) => document.querySelector(`[aria-label="Delete ${name}"]`)?.closest('li')?.textContent ?? ''
const said = () => document.querySelector('[aria-live=polite].sr-only')?.textContent ?? ''

describe('the others', () => {
  test('R104 stand over the board with their names and what they edit, and at that role; oneself is not one of them', async () => {
    await openBoard()
    expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull()
    await tell(person('Mia', edits(speakerId)), person('Jon', { kind: 'settings' }), person('Lea'))
    expect(listed().map((one) => one.textContent)).toEqual(['MMia edits Speaker', 'JJon edits the settings', 'LLea'])
    expect(rowOf('Speaker')).toContain('Mia edits Speaker')
    expect(rowOf('Host')).not.toMatch(/edit/)
    expect(text()).not.toContain('Myself')
    await tell(person('Mia', edits(hostId)), person('Jon', edits(hostId)))
    expect(rowOf('Speaker')).not.toMatch(/edit/)
    expect(rowOf('Host')).toContain('Mia and Jon edit Host')
    await tell()
    expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull()
  })

  test('R104e more than five fold, and a press shows them all', async () => {
    await openBoard()
    await tell(...['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'].map((name) => person(name)))
    expect(listed()).toHaveLength(6)
    expect(listed().at(-1)?.textContent).toBe('+3')
    expect(button('Show 3 more').getAttribute('aria-label')).toBe('Show 3 more: F, G, H')
    await press('Show 3 more')
    expect(listed()).toHaveLength(8)
  })

  test('R104 are not known without a connection', async () => {
    await openBoard()
    await tell(person('Mia'))
    await act(async () => useLiveState.setState({ state: 'reconnecting' }))
    expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull()
    await act(async () => useLiveState.setState({ state: 'live' }))
  })

  test('R104 are not shown before it is known who one is oneself', async () => {
    useSession.setState({ user: null })
    await openBoard()
    await tell(person('Mia'))
    expect(screen.queryByRole('list', { name: 'Also here' })).toBeNull()
  })

  test('R104e are said aloud when they come, together and every half minute at most; not what they edit, nor that they go', async () => {
    await openBoard()
    await tell(person('Ines'))
    await comes(() => expect(said()).toBe('Ines is here too'))
    await resting(1_300, async () => {
      await tell(person('Ines', edits(speakerId)), person('Jon'))
      await tell(person('Jon'), person('Lea'))
    })
    expect(said()).toBe('Ines is here too')
  })

  test('R104 stand on the card of their event, as avatars whose names are read out', async () => {
    serve(({ path }) =>
      path.startsWith('/event/mine') ? { body: { events: [aCard({ groupId, roleCoverage: filled().roleCoverage })] } } : undefined,
    )
    live.answerWatch((at) => (at.startsWith('dashboard:') ? { view: { _id: at, rev: 1, events: [] } } : undefined))
    await show(<DashboardPage />, '/dashboard')
    await settle()
    await comes(() => expect(useLiveState.getState().state).toBe('live'))
    await tell(person('Mia Moss', edits(speakerId)), ...['B', 'C', 'D', 'E', 'F', 'G'].map((name) => person(name)))
    const items = within(screen.getByRole('list', { name: 'Here now' })).getAllByRole('listitem')
    expect(items.map((one) => one.textContent)).toEqual(['MMMia Moss edits Speaker', 'BB', 'CC', 'DD', 'EE', '+2F, G'])
  })
})

describe('oneself', () => {
  const heard = (count: number) => comes(() => expect(live.doings).toHaveLength(count))
  const focusOn = (label: string) => act(async () => document.querySelector<HTMLElement>(`[aria-label="${label}"]`)?.focus())
  const says = (what: Doing | null) => ({ room, what })

  test('R104 says which role is edited once a moment was spent on it, and that it no longer is', async () => {
    await openBoard()
    await focusOn('Limit of Speaker')
    await focusOn('Limit of Host: one more')
    await heard(1)
    expect(live.doings).toEqual([says(edits(hostId))])
    await act(async () => document.querySelector<HTMLElement>('[aria-label="Refresh"]')?.focus())
    await heard(2)
    expect(live.doings[1]).toEqual(says(null))
  })

  test('R104 whoever touches nothing for a minute is no longer at it', async () => {
    await openBoard()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    await focusOn('Limit of Speaker')
    await act(() => vi.advanceTimersByTimeAsync(59_000))
    await act(() => vi.advanceTimersByTimeAsync(2_000))
    vi.useRealTimers()
    await heard(2)
    expect(live.doings).toEqual([says(edits(speakerId)), says(null)])
  })

  test('R104 the form of a group says so while it is open, again where the room was joined again, and stops as it is left', async () => {
    await openBoard()
    const latest = (what: Doing | null) => comes(() => expect(live.doings.at(-1)).toEqual(says(what)))
    await act(async () => document.querySelector<HTMLAnchorElement>(`a[href="/group/${groupId}/edit"]`)?.click())
    await latest({ kind: 'group' })
    await settle()
    live.doings.length = 0
    live.say('stale')
    await latest({ kind: 'group' })
    await act(async () => document.querySelector<HTMLAnchorElement>(`a[href="/group/${groupId}"]`)?.click())
    await latest(null)
  })

  test('R104 so does the form of an event, which shows who else is there before one begins, and who edits which role', async () => {
    serve(({ path }) => {
      if (path === `/event/${eventId}`) return { body: { event: anEvent(), canManage: true } }
      return path === `/group/${groupId}` ? { body: pageOf(filled()) } : undefined
    })
    await showAt('/event/:eventId/edit', <EventEditPage />, `/event/${eventId}/edit`)
    await settle()
    await comes(() => expect(useLiveState.getState().state).toBe('live'))
    await comes(() => expect(live.doings.at(-1)).toEqual(says({ kind: 'event' })))
    await tell(person('Mia', { kind: 'event' }), person('Jon', edits(speakerId)))
    expect(listed().map((one) => one.textContent)).toEqual(['MMia edits this event', 'JJon edits Speaker'])
    await press('Next')
    expect(text().match(/Jon edits Speaker/g)).toHaveLength(2)
  })
})
