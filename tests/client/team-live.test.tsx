// The dashboard's shared events, over a real socket: what comes, becomes another and ends is there at once.
import { act } from 'react'
import { expect, test } from 'vitest'
import { keepLogin } from '#client/lib/session.ts'
import { SharedEvents } from '#client/team/shared-events.tsx'
import { dashboardRoom } from '#protocol/live.ts'
import { comes } from '../kit/world/pace.ts'
import { aUser } from './event-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { newToken, serve, settle, show, text } from './page-kit.tsx'

const live = await liveForAll()
const until = '2026-12-20T10:00:00.000Z'
const gala = {
  _id: 'a'.repeat(24),
  groupId: 'g',
  name: 'Gala',
  organizer: 'Ada',
  start: until,
  end: until,
  timeZone: 'UTC',
  role: 'viewer',
}

test('R207, R137 a new share, another role and an ended one show on the open dashboard, by its room', async () => {
  keepLogin(newToken(), aUser)
  const room = dashboardRoom(aUser._id)
  const watched: string[] = []
  live.answerWatch((at) => {
    watched.push(at)
    return at === room ? { view: { _id: room, rev: 0, events: [] } } : undefined
  })
  let events: object[] = []
  serve(() => ({ body: { events } }))
  await show(<SharedEvents />)
  await settle()
  await comes(() => expect(watched).toContain(room))
  let rev = 0
  const tell = async (now: object[], says: (all: string) => void) => {
    events = now
    await act(async () => {
      live.say('shared', { _id: 't'.repeat(24), rev: ++rev })
      await live.heard()
    })
    await comes(async () => {
      await settle()
      says(text())
    })
  }
  expect(text()).not.toContain('Gala')
  await tell([gala], (all) => expect(all).toContain('Viewer'))
  await tell([{ ...gala, name: 'Ball', role: 'assigner' }], (all) => expect(all).toMatch(/Ball.*Assigner/))
  await tell([], (all) => expect(all).not.toContain('Ball'))
})

test('R207, R202 a role whose end has come is gone from the open dashboard, though nobody tells of it', async () => {
  keepLogin(newToken(), aUser)
  const watched: string[] = []
  live.answerWatch((at) => {
    watched.push(at)
    return at === dashboardRoom(aUser._id) ? { view: { _id: at, rev: 0, events: [] } } : undefined
  })
  let events: object[] = [gala, { ...gala, _id: 'b'.repeat(24), name: 'Ball', until: new Date(Date.now() + 1).toISOString() }]
  serve(() => ({ body: { events } }))
  await show(<SharedEvents />)
  await settle()
  await comes(() => expect(watched).toContain(dashboardRoom(aUser._id)))
  await act(() => live.heard())
  await settle()
  expect(text()).toMatch(/Gala.*Ball/)
  events = [gala]
  await comes(async () => {
    await settle()
    expect(text()).not.toContain('Ball')
  })
  expect(text()).toContain('Gala')
})
