// What the door and the board hear at once, over a real socket: how many are inside (R186, R186b), and that this phone was cut off (R182).
import { renderHook } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Route } from 'wouter'
import { usePhones } from '#client/door/desk/phones.ts'
import { PhonesDialog } from '#client/door/desk/phones-dialog.tsx'
import { DoorPage } from '#client/door/door-page.tsx'
import { useDoor } from '#client/door/store.ts'
import { GroupPage } from '#client/event/page/group-page.tsx'
import { useTallies } from '#client/records/tallies.ts'
import { doorRoom } from '#protocol/live.ts'
import { comes } from '../kit/world/pace.ts'
import { eventId, groupId } from './event-fixtures.ts'
import { filled, pageOf } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import './group-panels.ts'
import { drawn, serve, settle, show, showAt, text } from './page-kit.tsx'

const live = await liveForAll()
const room = doorRoom(eventId)
const start = '2099-12-01T18:30:00.000Z'
const counts = { inside: 4, came: 5, roles: {}, doors: {} }
const list = {
  event: { _id: eventId, name: 'Summer school', timeZone: 'UTC' },
  door: 'North',
  groupId,
  groups: [{ _id: groupId, name: 'Summer school', start, opensAt: start, end: '2099-12-02T02:00:00.000Z', counts, roles: [] }],
  people: [{ _id: '1'.repeat(24), name: 'Zoë Brâncuși', roles: [], standing: 'yes' }],
  until: '2099-12-02T10:00:00.000Z',
  keys: [],
  nextCursor: null,
  now: start,
}
beforeEach(() => {
  act(() => {
    useDoor.setState(useDoor.getInitialState(), true)
    useTallies.setState({}, true)
  })
  live.answerWatch((at) => (at === room ? { view: { _id: eventId, rev: 1, groups: [{ _id: groupId, rev: 1, counts }] } } : undefined))
})

async function open() {
  serve(({ path }) => (path.includes('/list') ? { body: list } : undefined))
  await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
  await settle()
  await act(() => comes(() => expect(useTallies.getState()[groupId]).toBeDefined()))
}
const tell = (inside: number, came: number) =>
  act(async () => {
    const roles = { Guest: { inside, came } }
    live.say('door', { _id: groupId, rev: 2, counts: { inside, came, roles, doors: { South: { inside, came } } } })
    await comes(() => expect(useTallies.getState()[groupId]?.inside).toBe(inside))
  })

test('R186 what another phone did is in the sums at once, by role and by door', async () => {
  await open()
  expect(text()).toContain('4 inside, 5 came')
  await tell(7, 9)
  expect(text()).toContain('7 inside, 9 came')
  expect(document.querySelector('table')?.textContent).toContain('South79')
})

const whole = (inside: number, came: number, rev = 1) => ({ _id: eventId, rev, counts: { inside, came } })
const withAll = () =>
  live.answerWatch((at) =>
    at === room ? { view: { _id: eventId, rev: 1, groups: [{ _id: groupId, rev: 1, counts }], all: whole(6, 8) } } : undefined,
  )
const tellAll = (inside: number, came: number) =>
  act(async () => {
    live.say('doors', whole(inside, came, 2))
    await comes(() => expect(useTallies.getState()[eventId]?.inside).toBe(inside))
  })

test('R186b the door says nothing of all groups where that isn’t told', async () => {
  await open()
  expect(text()).toContain('4 inside, 5 came')
  expect(text()).not.toContain('in all groups')
})

test('R186b of several groups the door says how many are in all of them, each once, live; not without a network', async () => {
  withAll()
  await open()
  expect(text()).toContain('6 inside, 8 came in all groups')
  await tellAll(7, 9)
  expect(text()).toContain('7 inside, 9 came in all groups')
  await act(async () => useDoor.setState({ mode: 'offline', since: Date.now() }))
  expect(text()).not.toContain('in all groups')
})

test('R186b so does the dialog of the doors', async () => {
  withAll()
  serve(({ path }) => (path.endsWith('/phones') ? { body: { phones: [], groups: [] } } : undefined))
  await show(<PhonesDialog eventId={eventId} isOpen onOpenChange={() => {}} />)
  await act(() => comes(() => expect(useTallies.getState()[eventId]).toBeDefined()))
  await settle()
  expect(text()).toContain('6 inside, 8 came in all groups')
  await tellAll(7, 9)
  expect(text()).toContain('7 inside, 9 came in all groups. Each person counts once.')
})

test('R182, R190 a phone that is cut off shows nothing any more, at once', async () => {
  await open()
  expect(text()).toContain('Zoë')
  await act(async () => {
    live.say('gone', room)
    await comes(() => expect(useDoor.getState().failure).toBe('ended'))
  })
  await settle()
  expect(text()).toContain('This phone can’t check in guests')
  expect(JSON.stringify(useDoor.getState())).not.toContain('Zoë')
})

test('R186 the board says how many are inside once somebody came, live; the group itself doesn’t move', async () => {
  const group = filled()
  serve(({ method, path }) => (method === 'GET' && path === `/group/${groupId}` ? { body: pageOf(group) } : undefined))
  live.answerWatch((at) => (at === `group:${groupId}` ? { view: { ...group, door: { inside: 0, came: 0 } } } : undefined))
  await show(
    <Route path="/group/:groupId">
      <GroupPage />
    </Route>,
    `/group/${groupId}`,
  )
  await act(() => comes(() => expect(useTallies.getState()[groupId]).toBeDefined()))
  await settle()
  expect(text()).not.toContain('Inside')
  await tell(2, 3)
  expect(document.querySelector('dl[aria-label=Answers]')?.textContent).toMatch(/Inside2Came3/)
})

test('R186 the dialog of the doors shows them by role and by door', async () => {
  serve(({ path }) => (path.endsWith('/phones') ? { body: { phones: [], groups: [] } } : undefined))
  await show(<PhonesDialog eventId={eventId} isOpen onOpenChange={() => {}} />)
  await act(() => comes(() => expect(useTallies.getState()[groupId]).toBeDefined()))
  await settle()
  await tell(2, 3)
  expect(document.querySelector('table')?.textContent).toContain('By roleGuest23By doorSouth23')
})

test('R182b the dialog of the doors follows its phones: paired, heard of, cut off by others; a contact of another day says which', async () => {
  const phone = (_id: string, name: string, seenAt: string | null) => ({
    _id,
    name,
    createdAt: start,
    pairedAt: seenAt,
    seenAt,
    groupIds: [],
  })
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  let phones = [phone('1'.repeat(24), 'North', null), phone('2'.repeat(24), 'South', yesterday)]
  const asked = serve(({ path }) => (path.endsWith('/phones') ? { body: { phones, groups: [] } } : undefined))
  await show(<PhonesDialog eventId={eventId} isOpen onOpenChange={() => {}} />)
  await act(() => comes(() => expect(useTallies.getState()[groupId]).toBeDefined()))
  await settle()
  const list = () => document.querySelector('ul[aria-label=Phones]')?.textContent ?? ''
  expect(list()).toMatch(/NorthIts link was not opened yet.*SouthLast heard of on \w/)
  phones = [phone('1'.repeat(24), 'North', new Date().toISOString())]
  const before = asked.length
  live.say('phone', { _id: '2'.repeat(24), rev: 3, eventId: 'f'.repeat(24) })
  live.say('phone', { _id: '1'.repeat(24), rev: 2, eventId })
  await drawn(() => expect(list()).not.toContain('South'))
  expect(list()).toMatch(/NorthLast heard of at \d/)
  expect(asked.length).toBe(before + 1)
})

test('R182b of two readings of the phones the one that was asked later stands, whichever is answered first', async () => {
  const names = ['Before', 'After']
  const phone = { _id: '1'.repeat(24), createdAt: start, pairedAt: null, seenAt: null, groupIds: [] }
  serve(({ path }) => (path.endsWith('/phones') ? { body: { phones: [{ ...phone, name: names.shift() }], groups: [] } } : undefined))
  const ask = fetch
  const answers: (() => void)[] = []
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    const answer = await ask(...sent)
    await new Promise<void>((go) => answers.push(go))
    return answer
  })
  const { result } = renderHook(() => usePhones(eventId))
  await act(() => comes(() => expect(answers).toHaveLength(1)))
  await act(async () => void result.current.read())
  await act(() => comes(() => expect(answers).toHaveLength(2)))
  for (const answered of answers.toReversed()) await act(async () => answered())
  await settle()
  expect(result.current.phones.map(({ name }) => name)).toEqual(['After'])
})
