// Who is here, and which pages that opens: the auth check, protected pages, the navigation bar.
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ErrorBoundary } from '#client/home/error-boundary.tsx'
import { OfflineNotice } from '#client/home/offline-notice.tsx'
import { startAuthCheck } from '#client/lib/auth-check.ts'
import { useReach } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { App } from '#client/root.tsx'
import { authCheckDelayMs } from '#protocol/kernel/limits.ts'
import { ada, byPath, done, refusal } from './access-fixtures.ts'
import { type Answer, drawn, heading, leave, press, serve, settle, show, text } from './page-kit.tsx'

const nobody = { token: null, organizerToken: null, user: null, checking: false }
const me: Answer = byPath({
  '/auth/me': { body: { user: ada } },
  '/auth/logout': done,
  '/event/mine?page=1&limit=10': { body: { events: [] } },
})
const hrefs = () => [...document.querySelectorAll('a')].map((one) => one.getAttribute('href') ?? '')
const navText = () => document.querySelector('nav[aria-label=Main]')?.textContent

const trouble = { isThere: false }
function Troubled() {
  if (trouble.isThere) throw new Error('broken')
  return <p>whole again</p>
}

/** Draws the client at `path`, its lazy pages loaded. */
async function open(path: string) {
  await leave()
  const shown = await show(<App />, path)
  for (const _ of ['the page', 'the one it leads to']) {
    await act(async () => vi.dynamicImportSettled())
    await settle()
  }
  return shown
}

beforeEach(() => {
  useSession.setState(nobody)
  useReach.setState({ isReachable: true, returns: 0 })
})

describe('the auth check', () => {
  let stop = () => {}
  const start = async (answer: Answer, tokens: object) => {
    vi.useFakeTimers()
    const asked = serve(answer)
    useSession.setState({ ...nobody, ...tokens, checking: true })
    stop = startAuthCheck()
    await vi.advanceTimersByTimeAsync(authCheckDelayMs - 1)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(2)
    return asked
  }
  afterEach(() => stop())

  it('fetches the user 100 ms after start', async () => {
    await start(me, { token: 't' })
    expect(useSession.getState()).toMatchObject({ user: { username: 'ada_l' }, checking: false })
  })

  it('marks the visitor logged out when it fails, and forgets the refused token', async () => {
    await start(() => refusal(401, 'token-invalid', 'Missing or invalid auth token'), { token: 't' })
    expect(useSession.getState()).toMatchObject(nobody)
  })

  it('keeps a good access link beside a stale login', async () => {
    const asked = await start(
      ({ headers }) => (headers.authorization ? refusal(401, 'token-invalid', 'no') : { body: { user: { ...ada, access: 'organizer' } } }),
      { token: 'stale', organizerToken: 'o' },
    )
    expect(asked).toHaveLength(2)
    expect(useSession.getState()).toMatchObject({ token: null, organizerToken: 'o', user: { access: 'organizer' }, checking: false })
  })

  it('does not take being offline for an answer: the token stays, and is checked when the server is back', async () => {
    await start(() => 'offline', { token: 't' })
    expect(useSession.getState()).toMatchObject({ token: 't', user: null, checking: false })
    serve(me)
    useReach.setState({ returns: 1 })
    await vi.advanceTimersByTimeAsync(1)
    expect(useSession.getState().user?.username).toBe('ada_l')
  })

  it('asks nothing without a token', async () => {
    expect(await start(me, {})).toEqual([])
    expect(useSession.getState().checking).toBe(false)
  })
})

describe('a protected page', () => {
  it('sends a signed-out visitor to the login and remembers where they came from', async () => {
    serve(me)
    const { at } = await open('/group/0123456789abcdef01234567/edit')
    expect(at()).toBe('/login?from=%2Fgroup%2F0123456789abcdef01234567%2Fedit')
    expect(text()).toContain('Welcome back')
  })

  it('shows "Loading..." while the session is checked', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    useSession.setState({ token: 't', checking: true })
    await open('/createGroup')
    expect(text()).toContain('Loading...')
  })

  it('is not the dashboard: it says what to do', async () => {
    serve(me)
    await open('/dashboard')
    expect(text()).toContain('Login or use the link emailed to you to access your dashboard.')
  })

  it('is not /create: signed-out visitors may use it', async () => {
    serve(me)
    const { at } = await open('/create')
    expect(at()).toBe('/create')
    expect(text()).toContain('Event Details')
  })
})

describe('the navigation bar', () => {
  it('offers a visitor the ways in', async () => {
    serve(me)
    await open('/')
    expect(navText()).toBe('PricingLoginSign up')
  })

  it('offers an organizer their pages, and a menu with the way out', async () => {
    serve(me)
    useSession.setState({ token: 't', user: ada })
    const { at } = await open('/access')
    expect(navText()).toBe('CreateDashboard')
    const account = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.includes('Your account'))
    await drawn(() => expect(account()).toBeDefined())
    const menu = account()
    await act(async () => menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    expect(text()).toContain('ada_l')
    expect(text()).toContain('ada@example.com')
    const logout = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === 'Logout')
    await act(async () => logout?.click())
    expect(at()).toBe('/')
    expect(text()).toContain('Logged out')
    expect(useSession.getState().token).toBeNull()
  })

  it('is absent from the invitee’s page', async () => {
    serve(me)
    await open('/rsvp/0123456789abcdef01234567')
    expect(document.querySelector('nav[aria-label="Main"]')).toBeNull()
  })
})

describe('every page around the product', () => {
  it('the landing page has its texts', async () => {
    serve(me)
    await open('/')
    expect(heading(1)).toBe('Smart RSVP Management with Custom Roles')
    const starts = [...document.querySelectorAll('a')].filter((one) => one.textContent === 'Start Your Free Event')
    // At the top or, on a phone, in the bar; and at the end.
    expect(starts.map((one) => one.getAttribute('href'))).toEqual(['/create', '/create', '/create'])
    expect(document.querySelectorAll('h3')).toHaveLength(4)
    expect(document.querySelector('footer')).not.toBeNull()
  })

  it('has no link that leads nowhere', async () => {
    serve(me)
    const seen = new Set(['/'])
    for (const path of seen) {
      await open(path)
      expect([path, heading(1)]).not.toEqual([path, 'Page not found'])
      for (const href of hrefs()) if (/^\/[\w-]*$/.test(href)) seen.add(href)
    }
    expect([...seen].sort()).toEqual([
      '/',
      '/create',
      '/forgot-password',
      '/help',
      '/login',
      '/my-answers',
      '/pricing',
      '/privacy',
      '/request-token',
      '/signup',
      '/terms',
      '/user-guide',
    ])
  })

  it('says so when there is no such page, and when access is required', async () => {
    serve(me)
    await open('/nowhere')
    expect(text()).toContain('There is no page at this address.')
    await open('/access')
    expect(text()).toContain('Please login or use your emailed access link to access this page')
    expect(hrefs()).toContain('/login')
  })
})

describe('trouble', () => {
  it('on a page: "Something went wrong", and another try', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    trouble.isThere = true
    await show(
      <ErrorBoundary at="/">
        <Troubled />
      </ErrorBoundary>,
    )
    expect(text()).toContain('Something went wrong')
    trouble.isThere = false
    await press('Try again')
    expect(text()).toContain('whole again')
    vi.restoreAllMocks()
  })

  it('with the connection: it is said, and it mends itself', async () => {
    vi.useFakeTimers()
    serve(() => 'offline')
    await show(<OfflineNotice />)
    await act(async () => window.dispatchEvent(new Event('offline')))
    expect(text()).toContain('You are offline')
    await act(async () => vi.advanceTimersByTimeAsync(3100))
    expect(text()).toContain('You are offline')
    serve(byPath({ '/health': { body: { status: 'ok' } } }))
    await act(async () => vi.advanceTimersByTimeAsync(3100))
    expect(text()).toContain('You are online again.')
    expect(text()).not.toContain('You are offline')
    await act(async () => vi.advanceTimersByTimeAsync(3100))
    expect(text()).not.toContain('You are online again.')
  })
})
