// What the page where an event was created says of itself once the emailed link has published it, in another tab or on another device.
import { beforeEach, expect, it } from 'vitest'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { startOver, useDraft } from '#client/event/create/draft.ts'
import { accessOf, forgetTokens, useSession } from '#client/lib/session.ts'
import { aGroup, anEvent, eventId, groupId } from './event-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { button, drawn, field, freeLimits, inDays, press, resting, serve, show, text, type } from './page-kit.tsx'
import { formView } from './rsvp-fixtures.ts'

const live = await liveForAll()
const watched: string[] = []
const created = { body: { event: anEvent(), groups: [aGroup()], groupId, published: false } }
const form = (status: 'open' | 'unpublished', rev: number) => formView({ _id: groupId, eventId, status, rev })

beforeEach(() => {
  forgetTokens()
  startOver()
  watched.length = 0
  live.answerWatch((room) => (watched.push(room) && room.startsWith('form:') ? { view: form('unpublished', 1) } : undefined))
})

async function create() {
  serve((one) => (one.path === '/event/with-group' ? created : freeLimits(one)))
  const shown = await show(<EventCreatePage />, '/create')
  await type('Event name', 'Meetup')
  await type('Start', inDays(3))
  await type('Your email', 'ada@example.com')
  await press('Next')
  await drawn(() => button('Create event'))
  await press('Create event')
  await drawn(() => field('Verification code'))
  return shown
}
const publishElsewhere = () =>
  resting(1_700, async () => {
    live.say('form', form('open', 2))
    await live.heard()
  })

it('R127e on another device: it says so, and the code still signs in here', async () => {
  const { at } = await create()
  expect(text()).not.toContain('Link for guests') // it opens for nobody yet
  await drawn(() => expect(watched).toContain(`form:${groupId}:${eventId}`))
  await publishElsewhere()
  await drawn(() => expect(text()).toContain('Your event is published'))
  expect(text()).toContain('Send it to everyone you invite.')
  expect([button('Sign in').disabled, at()]).toEqual([false, '/create'])
})

it('R127e where this browser was signed in meanwhile it goes on to the board, signed in', async () => {
  const { at } = await create()
  await drawn(() => expect(watched).toContain(`form:${groupId}:${eventId}`))
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = 'rolecall_signed_in=0123abcd; Path=/'
  await publishElsewhere()
  await drawn(() =>
    expect([at(), accessOf(useSession.getState()), useDraft.getState().waiting]).toEqual([`/event/${eventId}`, 'organizer', null]),
  )
})
