// The pages that emailed links lead to, and those that send them.
import { act } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ForgotPasswordPage } from '#client/access/links/forgot-password-page.tsx'
import { forgetLinkToken, takeLinkToken } from '#client/access/links/link-token.ts'
import { OpenLinkPage } from '#client/access/links/open-link-page.tsx'
import { RequestLinkPage } from '#client/access/links/request-link-page.tsx'
import { ResetPasswordPage } from '#client/access/links/reset-password-page.tsx'
import { VerifyEmailPage } from '#client/access/links/verify-email-page.tsx'
import { LogoutPage } from '#client/access/logout-page.tsx'
import { useSession } from '#client/lib/session.ts'
import { PublishPage } from '#client/pending/publish-page.tsx'
import { ada, byPath, done, refusal } from './access-fixtures.ts'
import { button, field, heading, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const wait = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const linkTo = (href: string) => document.querySelector(`a[href="${href}"]`)?.textContent

beforeEach(() => useSession.setState({ token: null, organizerToken: null, user: null, checking: false }))
afterEach(async () => {
  await leave()
  forgetLinkToken()
})

describe('an access link', () => {
  it('is asked for, and the answer never says whether there is an account', async () => {
    const asked = serve(byPath({ '/token-access/request': done }))
    await show(<RequestLinkPage />)
    expect(text()).toContain('Get Access Link')
    await type('Email', 'ada@example.com')
    await press('Send Access Link')
    expect(asked[0]?.body).toEqual({ email: 'ada@example.com' })
    expect(text()).toContain('Access link sent (if account exists)')
    expect(text()).toContain('Check your email')
    expect(text()).toContain('Sign in with password instead')
    await press('Try different email')
    expect(text()).toContain('Get Access Link')
  })

  it('keeps what was typed when sending fails', async () => {
    serve(() => ({ status: 500, body: {} }))
    await show(<RequestLinkPage />)
    await type('Email', 'ada@example.com')
    await press('Send Access Link')
    expect(text()).toContain('Failed to send access link. Please try again.')
    expect(field('Email').value).toBe('ada@example.com')
  })

  it('R29 leaves the address bar at once, is kept for the session, and leads to the dashboard', async () => {
    window.history.replaceState(null, '', '/token?token=secret')
    takeLinkToken()
    expect(window.location.href).not.toContain('secret')
    const asked = serve(byPath({ '/token-access/validate?token=secret': done, '/token-access/open': done }))
    const { at } = await show(<OpenLinkPage />, '/token')
    await settle()
    expect(asked[0]?.method).toBe('GET')
    expect(sessionStorage.getItem('organizerToken')).toBe('secret')
    expect(at()).toBe('/dashboard')
  })

  it('R116 leads to the event that it was mailed for, which only its button publishes', async () => {
    window.history.replaceState(null, '', '/token?token=secret&publish=e1')
    takeLinkToken()
    const asked = serve(byPath({ '/token-access/validate?token=secret': done, '/token-access/open': done }))
    const { at } = await show(<OpenLinkPage />, '/token')
    await settle()
    expect(at()).toBe('/publish?event=e1')
    await leave()
    const when = { start: '2026-12-05T18:30:00.000Z', end: '2026-12-05T20:30:00.000Z', timeZone: 'UTC' }
    const groups = [
      {
        name: 'Chess night',
        roles: [
          { name: 'Player', max: 4 },
          { name: 'Referee', max: 1 },
        ],
      },
    ]
    const one = { name: 'Chess night', ...when, location: 'Town hall', groups }
    const events = ['e0', 'e1'].map((_id) => ({ ...one, _id, name: `${one.name} ${_id}`, expiresAt: '2026-12-01T00:00:00.000Z' }))
    const full = refusal(403, 'active-events-reached', 'Your plan allows 2 active events.')
    const posted = serve(byPath({ '/event/pending': { body: { events } }, '/event/e1/publish': full }))
    await show(<PublishPage />, '/publish?event=e1')
    await settle()
    expect(posted.map(({ method }) => method)).toEqual(['GET'])
    expect([...document.querySelectorAll('li h2')].map((title) => title.textContent)).toEqual(['Chess night e1', 'Chess night e0'])
    for (const fact of ['5 Dec 2026', 'Town hall', 'Player (4 seats), Referee (1 seat)']) expect(text()).toContain(fact)
    await press('Publish Chess night e1')
    expect(posted.at(-1)).toMatchObject({ method: 'POST', path: '/event/e1/publish' })
    expect(text()).toContain('Your plan allows 2 active events.')
    expect(button('Publish Chess night e1').disabled).toBe(false)
    expect(asked).toHaveLength(2)
  })

  it('says that it is checked', async () => {
    window.history.replaceState(null, '', '/token?token=slow')
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await show(<OpenLinkPage />, '/token')
    expect(text()).toContain('Verifying token…')
  })

  it('says when it is invalid', async () => {
    window.history.replaceState(null, '', '/token?token=old')
    serve(byPath({ '/token-access/validate?token=old': refusal(400, 'link-invalid', 'Invalid or expired token') }))
    const { at } = await show(<OpenLinkPage />, '/token')
    await settle()
    expect(at()).toBe('/token')
    expect(text()).toContain('Invalid or expired token')
    expect(text()).toContain('Invalid or expired access link.')
    expect(linkTo('/request-token')).toBe('Get a new access link')
    expect(sessionStorage.getItem('organizerToken')).toBeNull()
  })

  it('is not called invalid when nobody answered', async () => {
    window.history.replaceState(null, '', '/token?token=good')
    serve(() => 'offline')
    await show(<OpenLinkPage />, '/token')
    await settle()
    expect(text()).not.toContain('Invalid')
    serve(byPath({ '/token-access/validate?token=good': done, '/token-access/open': done }))
    await press('Try again')
    expect(sessionStorage.getItem('organizerToken')).toBe('good')
  })

  it('without a token is invalid', async () => {
    await show(<OpenLinkPage />, '/token')
    expect(text()).toContain('Invalid or expired access link.')
  })
})

describe('verifying the email', () => {
  const answer = (body: object) => byPath({ '/auth/verify-email': { body } })
  it.each([
    ['Email verified successfully!', answer({ success: true, alreadyVerified: false })],
    ['Your email is verified.', answer({ success: true, alreadyVerified: true })],
    ['Verification failed.', answer({ success: false })],
    ['Verification failed. Try again.', () => 'offline' as const],
    ['Expired.', () => refusal(400, 'verification-invalid', 'Expired.')],
  ])('ends with "%s"', async (sentence, server) => {
    serve(server)
    await show(<VerifyEmailPage />, `/verify-email?token=${encodeURIComponent(sentence)}`)
    await settle()
    expect(document.querySelector('[role=status], [role=alert] h1')?.textContent).toBe(sentence)
  })

  it.each([
    ['fresh', { success: true, alreadyVerified: false, token: 'in', user: ada }, '/dashboard'],
    ['known', { success: true, alreadyVerified: true }, '/login'],
  ])('goes on by itself once it is verified: %s', async (token, body, goal) => {
    serve(answer(body))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { at } = await show(<VerifyEmailPage />, `/verify-email?token=${token}`)
    for (let step = 0; step < 5; step++) await act(async () => vi.advanceTimersByTimeAsync(100))
    expect(at()).toBe(`/verify-email?token=${token}`)
    await act(async () => vi.advanceTimersByTimeAsync(2_000))
    expect(at()).toBe(goal)
  })

  it('says that it is under way, and asks once', async () => {
    const asked = serve(byPath({}))
    vi.stubGlobal('fetch', () => new Promise(() => asked.push({ method: '', path: '', headers: {}, body: null })))
    await show(<VerifyEmailPage />, '/verify-email?token=slow')
    expect(text()).toContain('Verifying...')
    await leave()
    await show(<VerifyEmailPage />, '/verify-email?token=slow')
    expect(asked).toHaveLength(1)
  })

  it('R115 asks for the password in another browser, or for a new one, and sets nothing before', async () => {
    const needed = refusal(403, 'password-needed', 'Please enter the password you chose, or choose a new one.')
    const wrong = refusal(403, 'password-wrong', 'This is not the password you chose.')
    const answers = [needed, wrong, { body: { success: true, alreadyVerified: false, token: 'in', user: ada } }]
    const asked = serve(() => answers.shift())
    await show(<VerifyEmailPage />, '/verify-email?token=elsewhere')
    await settle()
    expect(asked.map(({ body }) => body)).toEqual([{ token: 'elsewhere' }])
    expect(text()).toContain('Please enter the password you chose, or choose a new one.')
    expect(text()).toContain('You signed up in another browser.')
    await press('Verify email')
    expect([text().includes('Please enter a password'), asked.length]).toEqual([true, 1])
    await type('Your password', 'a guess at it')
    await press('Verify email')
    expect(text()).toContain('This is not the password you chose.')
    expect([document.activeElement, field('Your password').getAttribute('aria-invalid')]).toEqual([field('Your password'), 'true'])
    expect(heading(1)).toBe('Verify your email')
    await press('Choose a new password')
    await type('New password', 'short')
    await press('Verify email')
    expect([text().includes('Password must be at least 8 characters long'), asked.length]).toEqual([true, 2])
    await type('New password', 'my very own one')
    await press('Verify email')
    expect(asked.at(-1)?.body).toEqual({ token: 'elsewhere', newPassword: 'my very own one' })
    expect(text()).toContain('Email verified successfully!')
    expect(heading(1)).toBe('Your account is ready')
    expect([useSession.getState().token, linkTo('/dashboard')]).toEqual(['in', 'Continue to dashboard'])
  })

  it('needs a token', async () => {
    await show(<VerifyEmailPage />, '/verify-email')
    expect(text()).toContain('Invalid verification link.')
  })
})

describe('the password', () => {
  it('is forgotten', async () => {
    serve(byPath({ '/auth/request-password-reset': done }))
    await show(<ForgotPasswordPage />)
    expect(linkTo('/login')).toBeDefined()
    expect(linkTo('/signup')).toBeDefined()
    await type('Email', 'ada@example.com')
    await press('Send Reset Link')
    expect(text()).toContain('Check your email')
    expect(text()).toContain('ada@example.com')
    expect(text()).toContain('spam')
    expect(text()).toContain('Back to Login')
    await press('Try different email')
    expect(text()).toContain('Send Reset Link')
  })

  it('is set anew: both fields, alike, 8 characters', async () => {
    const asked = serve(byPath({ '/auth/reset-password?token=r': done, '/auth/reset-password': done }))
    const { at } = await show(<ResetPasswordPage />, '/reset-password?token=r')
    await settle()
    expect(button('Set New Password').disabled).toBe(true)
    await type('New password', 'short')
    await type('Confirm password', 'shore')
    await press('Set New Password')
    expect(text()).toContain('Passwords do not match')
    await type('Confirm password', 'short')
    expect(text()).toContain('Passwords match (met)')
    await press('Set New Password')
    expect(text()).toContain('Password must be at least 8 characters long')
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
    await type('New password', 'correct horse')
    await type('Confirm password', 'correct horse')
    vi.useFakeTimers()
    await act(async () => button('Set New Password').click())
    await wait(1)
    expect(asked[1]?.body).toEqual({ token: 'r', newPassword: 'correct horse' })
    expect(text()).toContain('Password Reset Successfully')
    expect(text()).toContain('Continue to Login')
    await wait(2990)
    expect(at()).toBe('/reset-password?token=r')
    await wait(20)
    expect(at()).toBe('/login')
  })

  const isThere = (label: string) => [...document.querySelectorAll('label')].some(({ textContent }) => textContent === label)

  it.each(['?token=used', ''])(
    'R33a no form is drawn where its link (%s) is dead: it says what happened, and where another comes from',
    async (query) => {
      serve(() => ({ status: 400, body: { error: 'Invalid or expired token. Please try again.', code: 'reset-invalid' } }))
      await show(<ResetPasswordPage />, `/reset-password${query}`)
      await settle()
      expect(text()).toContain('This link is no longer validIt was used already, is more than an hour old, or isn’t complete.')
      expect(linkTo('/forgot-password')).toBe('Send a new link')
      expect(isThere('New password')).toBe(false)
      expect(text()).not.toContain('You will be logged out everywhere else.')
    },
  )

  it('R33a has no form as long as it isn’t known whether its link is good', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await show(<ResetPasswordPage />, '/reset-password?token=r')
    expect(text()).toContain('Loading...')
    expect(isThere('New password')).toBe(false)
  })

  it('R33a of a suspended account says so, and offers no other link', async () => {
    serve(() => ({ status: 403, body: { error: 'This account is suspended.', code: 'account-suspended' } }))
    await show(<ResetPasswordPage />, '/reset-password?token=r')
    await settle()
    expect(text()).toContain('This account is suspended.')
    expect(linkTo('/forgot-password')).toBeUndefined()
    expect(isThere('New password')).toBe(false)
  })

  it.each(['offline', { status: 500, body: {} }, { status: 429, body: { code: 'rate-limited' } }] as const)(
    'R33a has its form where nobody could say whether the link is good: %j',
    async (answer) => {
      serve(() => answer)
      await show(<ResetPasswordPage />, '/reset-password?token=r')
      await settle()
      expect(isThere('New password')).toBe(true)
      expect(button('Set New Password')).toBeDefined()
    },
  )
})

describe('logging out', () => {
  it('R33 forgets and revokes both tokens, says so for 3 s, and goes to the start', async () => {
    vi.useFakeTimers()
    useSession.setState({ token: 't', organizerToken: 'o' })
    sessionStorage.setItem('organizerToken', 'o')
    const asked = serve(byPath({ '/auth/logout': done }))
    const { at } = await show(<LogoutPage />, '/logout')
    expect(useSession.getState()).toMatchObject({ token: null, organizerToken: null, user: null })
    expect(sessionStorage.getItem('organizerToken')).toBeNull()
    expect(asked.map(({ headers }) => headers.authorization ?? headers['x-organizer-token'])).toEqual(['Bearer t', 'o'])
    expect(text()).toContain('You have been logged out.')
    await wait(2990)
    expect(at()).toBe('/logout')
    await wait(20)
    expect(at()).toBe('/')
  })
})
