// A guest comes back by their link, and does what is theirs to do: nothing happens without a press.
import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { FeedSection } from '#client/calendar/feed-section.tsx'
import { MyAnswersPage } from '#client/guest/my-answers-page.tsx'
import { yourData } from '#client/rsvp/card/lazy-parts.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { guestToken, spendGuestToken, takeGuestToken } from '#client/rsvp/guest-link.ts'
import { belowCard, stateCard } from '#client/rsvp/lazy-parts.ts'
import { ProveEmailPage } from '#client/rsvp/proof/prove-email-page.tsx'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { useRsvps } from '#client/rsvp/store.ts'
import {
  type Answer,
  type Asked,
  button,
  drawn,
  heading,
  leave,
  openMenu,
  press,
  serve,
  settle,
  show,
  showAt,
  text,
  type,
} from './page-kit.tsx'
import { email, eventId, formView, groupId, ownRsvp, path } from './rsvp-fixtures.ts'

beforeAll(
  async () => void (await Promise.all([yourData.ready(), stateCard.ready(), belowCard.ready(), import('#client/rsvp/own/open-link.ts')])),
)
beforeEach(() => {
  sessionStorage.clear()
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })
})
afterEach(async () => {
  await leave()
  spendGuestToken()
})

const answered = { userEmail: email, userName: 'Maya', rsvp: { ...ownRsvp(), attending: true } }
const over = { status: 410, body: { error: 'This link no longer works. A newer one may have replaced it.', code: 'guest-link-over' } }

async function open(answers: Answer): Promise<Asked[]> {
  const asked = serve(answers)
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await settle()
  return asked
}
const calls = (asked: Asked[]) => asked.map((one) => `${one.method} ${one.path.replace(/\?.*/, '')}`)

test('R87 the token leaves the address at once and is used once; the answer shows without a code', async () => {
  window.history.replaceState(null, '', `/rsvp/${groupId}?eventId=${eventId}&guest=to.ken`)
  takeGuestToken()
  expect(window.location.search).toBe(`?eventId=${eventId}`)
  const asked = await open(({ path: at }) => (at === '/rsvp/open' ? { body: { ...formView(), ...answered } } : undefined))
  expect(calls(asked)).toEqual(['POST /rsvp/open'])
  expect(asked[0]?.body).toEqual({ token: 'to.ken' })
  expect(heading(1)).toBe('You’re coming without a role')
  expect(document.body.innerHTML).not.toContain('to.ken')
  expect(guestToken()).toBeNull()
})

test('R87 a link that has ended says so kindly, and leads to a new one; the invitation is a press away', async () => {
  window.history.replaceState(null, '', `/rsvp/${groupId}?eventId=${eventId}&guest=old`)
  takeGuestToken()
  await open(({ path: at }) => {
    if (at === '/rsvp/open') return over
    return at.startsWith('/rsvp/form/') ? { body: { ...formView(), userEmail: '', userName: '', rsvp: null } } : undefined
  })
  expect(window.location.pathname + window.location.search).toBe(`/my-answers?groupId=${groupId}&eventId=${eventId}`)
  await leave()
  await show(<MyAnswersPage />, `/my-answers?groupId=${groupId}&eventId=${eventId}`)
  expect(text()).toContain('This link no longer works. A newer one may have replaced it.')
  expect(document.querySelector(`[href="/rsvp/${groupId}?eventId=${eventId}"]`)?.textContent).toBe('open the invitation')
  await leave()
  await show(<MyAnswersPage />, '/my-answers?groupId=//evil.test')
  expect(text()).not.toContain('This link has ended')
})

test('R116, R87, R96 opening the page asks for nothing; a new link and erasing are asked first, then done once', async () => {
  const asked = await open(({ path: at, method }) => {
    if (at.startsWith('/rsvp/form/')) return { body: { ...formView(), ...answered } }
    if (at === '/rsvp/new-link') return { body: { sent: true } }
    return method === 'DELETE' ? { body: { success: true } } : undefined
  })
  expect(calls(asked)).toEqual([`GET /rsvp/form/${groupId}`])
  await press('Email me a new link')
  expect(calls(asked)).toHaveLength(1)
  const dialog = () => document.querySelector('[role="dialog"],[role="alertdialog"]')
  const confirm = async (name: string) => {
    const found = [...(dialog()?.querySelectorAll('button') ?? [])].find((one) => one.textContent?.startsWith(name))
    await act(async () => found?.click())
    await settle()
  }
  await confirm('Email me a new link')
  expect(calls(asked)).toContain('POST /rsvp/new-link')
  await press('Erase my data')
  expect(calls(asked)).not.toContain('DELETE /rsvp')
  await confirm('Cancel')
  expect(calls(asked)).not.toContain('DELETE /rsvp')
  await press('Erase my data')
  await confirm('Erase my data')
  expect(calls(asked).filter((one) => one === 'DELETE /rsvp')).toHaveLength(1)
  expect(asked.find((one) => one.method === 'DELETE')?.path).toContain(`groupId=${groupId}`)
})

test('R95, R234a the calendar links name the event, its spaces as every provider reads them, and the public invitation, and no token', async () => {
  const name = 'Summer school & friends + guests'
  const form = formView()
  const event = form.event && { ...form.event, name }
  await open(({ path: at }) => (at.startsWith('/rsvp/form/') ? { body: { ...form, event, ...answered } } : undefined))
  await openMenu('More')
  const calendars = () => [...document.querySelectorAll('a')].filter((one) => /calendar|outlook/.test(one.href))
  const labels = ['Add to calendar', 'Google Calendar', 'Outlook', 'Outlook for work or school']
  await drawn(() => expect(calendars().map((one) => one.textContent)).toEqual(labels))
  const links = calendars()
  const [, google, outlook, work] = links
  expect([outlook?.host, work?.host]).toEqual(['outlook.live.com', 'outlook.office.com'])
  for (const one of [outlook, work]) expect(one?.href).toContain('subject=Summer%20school%20%26%20friends%20%2B%20guests&')
  expect(links.map((one) => one.href).join()).not.toContain('+')
  const fields = new URL(google?.href ?? '').searchParams
  expect(fields.get('dates')).toMatch(/^\d{8}T\d{6}Z\/\d{8}T\d{6}Z$/)
  expect(fields.get('text')).toBe(name)
  expect(google?.rel).toBe('noopener noreferrer')
  expect(links.map((one) => one.href).join()).not.toContain('guest=')
})

test('R96 the data comes as a file', async () => {
  const saved: Blob[] = []
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: (blob: Blob) => String(saved.push(blob)), revokeObjectURL: () => {} }))
  await open(({ path: at }) => {
    if (at.startsWith('/rsvp/form/')) return { body: { ...formView(), ...answered } }
    const now = '2026-12-01T09:00:00.000Z'
    const data = {
      event: null,
      group: 'g',
      name: 'Maya',
      email,
      note: '',
      handOver: null,
      handedToMe: [],
      waitingFor: [],
      offers: [],
      keepWaiting: false,
      replaceRole: false,
      addressFault: null,
      emailsStoppedAt: null,
      atDoor: [],
      invitation: null,
      attending: true,
      roles: [],
      declinedRoles: [],
      confirmed: false,
      confirmationDate: null,
      answers: [],
      companions: [],
      atLeast: null,
      cameBy: null,
      overlaps: [],
      changes: null,
      removedAt: null,
      blockedAt: null,
    }
    return at.startsWith('/rsvp/my-data')
      ? { body: { ...data, organizationId: null, createdAt: now, updatedAt: now, emails: [] } }
      : undefined
  })
  await press('Download my data')
  await drawn(() => expect(saved).toHaveLength(1))
  expect(await saved[0]?.text()).toContain('"name": "Maya"')
})

test('R88 My answers asks for an email and says the same whatever there is', async () => {
  const asked = serve(({ path: at }) => (at === '/rsvp/links' ? { body: { sent: true } } : undefined))
  await show(<MyAnswersPage />, '/my-answers')
  await press('Get a link to your answer')
  expect(asked).toEqual([])
  await type('Email', ' Gast@Guests.test ')
  await press('Get a link to your answer')
  await settle()
  expect(asked[0]?.body).toEqual({ email: 'gast@guests.test' })
  expect(text()).toContain('If there are answers from gast@guests.test, links to them are on their way.')
  await press('Try different email')
  expect(button('Get a link to your answer')).toBeTruthy()
})

test('R95, R237 the profile makes a feed, offers its address once by https and webcal, and asks before it ends', async () => {
  let createdAt: string | null = null
  const asked = serve(({ path: at, method }) => {
    if (at !== '/user/calendar-feed') return undefined
    if (method === 'DELETE') return { body: { success: true } }
    if (method === 'POST') createdAt = '2026-12-01T09:00:00.000Z'
    return {
      body:
        method === 'POST'
          ? { url: 'webcal://rolecall.test/api/calendar/secret', webUrl: 'https://rolecall.test/api/calendar/secret', createdAt }
          : { createdAt },
    }
  })
  await show(<FeedSection />, '/profile')
  await settle()
  await press('Create a calendar feed')
  expect(document.querySelector<HTMLInputElement>('input[readonly]')?.value).toBe('https://rolecall.test/api/calendar/secret')
  expect(document.querySelector<HTMLAnchorElement>('a[href^="webcal:"]')?.href).toBe('webcal://rolecall.test/api/calendar/secret')
  await leave()
  await show(<FeedSection />, '/profile')
  await settle()
  expect(text()).toContain('Its address isn’t shown again')
  await press('Turn off the feed')
  expect(calls(asked)).not.toContain('DELETE /user/calendar-feed')
  const [confirm] = [...document.querySelectorAll('[role="dialog"] button,[role="alertdialog"] button')].filter((one) =>
    one.textContent?.startsWith('Turn off the feed'),
  )
  await act(async () => (confirm as HTMLButtonElement | undefined)?.click())
  await settle()
  expect(calls(asked)).toContain('DELETE /user/calendar-feed')
  expect(button('Create a calendar feed')).toBeTruthy()
})

test('R118 the link for every invitation proves by a press, then says where to go on; nothing names a group', async () => {
  window.history.replaceState(null, '', '/prove-email?token=wide')
  const asked = serve(({ path: at }) =>
    at === '/rsvp/verify-link' ? { body: { success: true, groupId: null, eventId: null, email } } : undefined,
  )
  const { at } = await show(<ProveEmailPage />, '/prove-email')
  expect([asked, text().includes('Email verified')]).toEqual([[], false])
  await press('Verify my email')
  expect(calls(asked)).toEqual(['POST /rsvp/verify-link'])
  expect(text()).toContain('Email verified. Open or reload your invitation: in this browser you need no code for 2 hours.')
  expect(() => button('Verify my email')).toThrow(/Verify my email/)
  expect(at()).toBe('/prove-email')
})
