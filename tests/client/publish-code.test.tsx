// From idea to link in one tab, on screen: the code that publishes, whom the cookie keeps in, and the way back for who has lost it.
import { act, fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { reopenDraft, startOver, useDraft } from '#client/event/create/draft.ts'
import { PublicBoard } from '#client/group/board/public-board.tsx'
import { call } from '#client/lib/call.ts'
import {
  accessOf,
  credentials,
  followCookie,
  forgetTokens,
  keepLogin,
  keepOrganizerToken,
  socketAuth,
  useSession,
} from '#client/lib/session.ts'
import { PublishPage } from '#client/pending/publish-page.tsx'
import { eventApi } from '#protocol/seats/event.ts'
import type { PublicGroup } from '#protocol/seats/group.ts'
import { aGroup, anEvent, aUser, eventId, groupId } from './event-fixtures.ts'
import {
  type Answer,
  button,
  drawn,
  field,
  freeLimits,
  heading,
  inDays,
  leave,
  press,
  serve,
  settle,
  show,
  text,
  type,
} from './page-kit.tsx'

const created = { body: { event: anEvent(), groups: [aGroup()], groupId, published: false } }
const published = { body: { event: anEvent(), groups: [aGroup()], groupId } }
const no = (code: string, error: string) => ({ status: 400, body: { error, code } })
const publishPath = `/event/${eventId}/publish`
/** What the server's cookie beside the token says. */
function mark(value: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `rolecall_signed_in=${value}; Path=/`
}

async function create(answer: Answer = () => undefined) {
  const asked = serve((one) => answer(one) ?? (one.path === '/event/with-group' ? created : freeLimits(one)))
  const shown = await show(<EventCreatePage />, '/create')
  await type('Event name', 'Meetup')
  await type('Start', inDays(3))
  await type('Your email', 'ada@example.com')
  await press('Next')
  await drawn(() => button('Create event'))
  await press('Create event')
  await drawn(() => field('Verification code'))
  return { asked, ...shown }
}

beforeEach(() => {
  forgetTokens()
  startOver()
})

it('R127d goes on to the board once another tab has published this event, and for no other', async () => {
  const { at } = await create()
  const other = new BroadcastChannel('rolecall')
  other.postMessage({ is: 'published', eventId: 'f'.repeat(24) })
  await settle()
  expect(text()).toContain('Check your email')
  mark('abc')
  other.postMessage({ is: 'published', eventId })
  await drawn(() => expect(at()).toBe(`/event/${eventId}`))
  expect(accessOf(useSession.getState())).toBe('organizer')
  other.close()
})

describe('after creating while signed out', () => {
  it('R32 R127 the code is asked for here, and the whole of it publishes, stays signed in and gives the link', async () => {
    const { asked, at } = await create(({ path }) => {
      if (path !== publishPath) return undefined
      mark('0123abcd')
      return published
    })
    expect(text()).toContain('Enter the code to publish Meetup.')
    expect(text()).toContain('We sent it to ada@example.com.')
    expect(sessionStorage.getItem('pendingGroupEmail')).toBe('ada@example.com')
    expect(document.activeElement).toBe(field('Verification code'))
    await type('Verification code', 'abc234')
    await settle()
    expect(asked.filter(({ path }) => path === publishPath).map(({ body }) => body)).toEqual([{ code: 'ABC234' }])
    expect([accessOf(useSession.getState()), credentials(), socketAuth()]).toEqual(['organizer', {}, {}])
    expect(sessionStorage.getItem('pendingGroupEmail')).toBe(null)
    expect([at(), heading(1)]).toEqual(['/create', 'Your event is live'])
    expect(text()).toContain('This browser opens your event without a code from now on.')
    expect([field('Link for guests').value, button('Copy link').disabled]).toEqual(['localhost/e/ABCDEFGH', false])
    await press('QR code')
    expect(document.querySelector('[aria-label="QR code of the share link"]')).not.toBe(null)
    expect(document.querySelector(`a[href="/group/${groupId}/invite"]`)?.textContent).toBe('Invite by email')
    expect(document.querySelector(`a[href="/event/${eventId}"]`)?.textContent).toBe('Open the board')
    await leave()
    expect(useDraft.getState().waiting).toBe(null)
  })

  it('R127g a reload brings the page of the published event again', async () => {
    await create(({ path }) => (path === publishPath ? published : undefined))
    await type('Verification code', 'abc234')
    await settle()
    const kept = useDraft.getState().waiting
    expect(kept?.live).toMatchObject({ link: 'http://localhost/e/ABCDEFGH' })
    await leave()
    useDraft.setState({ waiting: kept }) // a reload unmounts nothing
    reopenDraft()
    await show(<EventCreatePage />, '/create')
    await drawn(() => expect(heading(1)).toBe('Your event is live'))
    await press('Create another event')
    expect(useDraft.getState().waiting).toBe(null)
    expect(text()).not.toContain('Your event is live')
  })

  it('R127 a wrong code is said at the field, which keeps the focus; pressing Publish without one says what is missing', async () => {
    const { at } = await create(({ path }) =>
      path === publishPath ? no('code-wrong', 'Invalid verification code. Please try again.') : undefined,
    )
    await press('Publish')
    expect(text()).toContain('Please enter the verification code')
    await type('Verification code', 'ABC234')
    await settle()
    expect(text()).toContain('Invalid verification code. Please try again.')
    expect(document.activeElement).toBe(field('Verification code'))
    expect(at()).toBe('/create')
  })

  it('R127 the page is there again after a reload; the code is sent again once its time has come', async () => {
    await create()
    await leave()
    reopenDraft()
    const asked = serve(() => no('event-unknown', 'Event Not Found'))
    await show(<EventCreatePage />, '/create')
    await drawn(() => field('Verification code'))
    expect(button('Resend in 30 s').disabled).toBe(true)
    expect(asked.map(({ path }) => path)).not.toContain(`${publishPath}/code`)
    await press('Create another event')
    expect(field('Event name').value).toBe('')
    expect(field('Your email').value).toBe('ada@example.com')
  })
})

describe('R127b the link opened again', () => {
  it('R127b leads to the board of what is published; what is gone is said', async () => {
    keepOrganizerToken('o')
    let isThere = true
    serve(({ path }): ReturnType<Answer> => {
      if (path === '/event/pending') return { body: { events: [] } }
      if (path !== `/event/${eventId}`) return undefined
      return isThere
        ? { body: { event: anEvent(), canManage: true } }
        : { status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }
    })
    const { at } = await show(<PublishPage />, `/publish?event=${eventId}`)
    await settle()
    expect(at()).toBe(`/event/${eventId}`)
    isThere = false
    await leave()
    await show(<PublishPage />, `/publish?event=${eventId}`)
    await settle()
    expect(text()).toContain('Nothing to publish')
    expect(text()).not.toContain('created with your email address')
  })
})

describe('R127a the session in the cookie', () => {
  it('R127a R31 is the organizer’s, sends no header, and gives way to a login', () => {
    mark('0123abcd')
    followCookie()
    expect([accessOf(useSession.getState()), credentials()]).toEqual(['organizer', {}])
    keepLogin('t', aUser)
    expect(credentials()).toEqual({ authorization: 'Bearer t' })
  })

  it('R127a is forgotten when the server refuses it, and by a logout', async () => {
    mark('0123abcd')
    followCookie()
    serve(() => ({ status: 401, body: { error: 'Missing or invalid auth token', code: 'token-invalid' } }))
    await expect(call(eventApi.mine, {})).rejects.toThrow('Missing or invalid auth token')
    expect([accessOf(useSession.getState()), document.cookie]).toEqual(['none', ''])
    mark('0123abcd')
    followCookie()
    forgetTokens()
    expect([accessOf(useSession.getState()), document.cookie]).toEqual(['none', ''])
  })

  it('R127a goes on where the token of this tab has ended', async () => {
    keepOrganizerToken('o')
    mark('0123abcd')
    serve(() => ({ status: 401, body: { error: 'Missing or invalid auth token', code: 'token-invalid' } }))
    await expect(call(eventApi.mine, {})).rejects.toThrow('Missing or invalid auth token')
    expect([accessOf(useSession.getState()), credentials()]).toEqual(['organizer', {}])
  })
})

describe('R127b the page of an event that isn’t theirs', () => {
  const others: PublicGroup = { ...aGroup(), roleCoverage: [] }
  it('R127b R34 mails a sign-in link that leads back, and says no more than that', async () => {
    const asked = serve(({ path }) => (path === '/token-access/request' ? { body: { success: true } } : undefined))
    await show(<PublicBoard group={others} form={null} />)
    await press('Is this your event? Email me a sign-in link')
    await drawn(() => field('Email'))
    await press('Email me a sign-in link')
    expect(text()).toContain('Please enter a valid email address')
    await type('Email', 'ada@example.com')
    await press('Email me a sign-in link')
    await settle()
    expect(asked.at(-1)?.body).toEqual({ email: 'ada@example.com', eventId })
    expect(text()).toContain('If we know ada@example.com, a sign-in link is on its way.')
  })

  it('R127b what was typed stays when sending fails', async () => {
    serve(() => 'offline')
    await show(<PublicBoard group={others} form={null} />)
    await press('Is this your event? Email me a sign-in link')
    await drawn(() => field('Email'))
    await act(async () => fireEvent.change(field('Email'), { target: { value: 'ada@example.com' } }))
    await press('Email me a sign-in link')
    await settle()
    expect(field('Email').value).toBe('ada@example.com')
    expect(document.querySelector('[role=alert]')?.textContent).toBeTruthy()
  })
})
