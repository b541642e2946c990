// Login on screen: its texts, its refusals, and where it leads.
import { beforeEach, describe, expect, it } from 'vitest'
import { LoginPage } from '#client/access/login-page.tsx'
import { useSession } from '#client/lib/session.ts'
import { ada, byPath, done, refusal } from './access-fixtures.ts'
import { field, heading, press, serve, settle, show, text, type } from './page-kit.tsx'

const loggedIn = { body: { token: 't', user: ada } }

async function logIn(path = '/login') {
  const shown = await show(<LoginPage />, path)
  await type('Email', ' Ada@Example.com ')
  await type('Password', 'correct horse')
  await press('Login')
  await settle()
  return shown
}

beforeEach(() => useSession.setState({ token: null, organizerToken: null, user: null, checking: false }))

describe('the page', () => {
  it('has its title and its links', async () => {
    await show(<LoginPage />)
    expect(heading(1)).toBe('Welcome back')
    const links = [...document.querySelectorAll('a')].map((one) => [one.textContent, one.getAttribute('href')])
    expect(links).toEqual([
      ['Forgot password?', '/forgot-password'],
      ['Get new access link', '/request-token'],
      ['Sign up', '/signup'],
    ])
  })
})

describe('a login', () => {
  it('says so, keeps the token and goes to the dashboard', async () => {
    const asked = serve(byPath({ '/auth/login': loggedIn }))
    const { at } = await logIn()
    expect(asked[0]?.body).toEqual({ email: 'ada@example.com', password: 'correct horse' })
    expect(text()).toContain('Logged in successfully')
    expect(useSession.getState()).toMatchObject({ token: 't', user: { username: 'ada_l' } })
    expect(at()).toBe('/dashboard')
  })

  it.each([
    ['/group/1/edit?tab=roles', '/group/1/edit?tab=roles'],
    ['//evil.example', '/dashboard'],
    ['/\\evil.example', '/dashboard'],
    ['https://evil.example', '/dashboard'],
    ['javascript:alert(1)', '/dashboard'],
    ['/logout', '/dashboard'],
  ])('coming from %s leads to %s', async (from, to) => {
    serve(byPath({ '/auth/login': loggedIn }))
    expect((await logIn(`/login?from=${encodeURIComponent(from)}`)).at()).toBe(to)
  })

  it('offers a new verification email after a 403 with showResend', async () => {
    const unverified = refusal(403, 'unverified', 'Please verify your email before logging in.', { showResend: true })
    const asked = serve(byPath({ '/auth/login': unverified, '/auth/resendVerificationEmail': done }))
    await logIn()
    expect(text()).toContain('Please verify your email before logging in.')
    await press('Resend verification email')
    expect(asked.at(-1)?.body).toEqual({ email: 'ada@example.com' })
    expect(text()).toContain('Verification email resent')
  })

  it('says when sending that email failed', async () => {
    serve(
      byPath({ '/auth/login': refusal(403, 'unverified', 'Not yet.', { showResend: true }), '/auth/resendVerificationEmail': 'offline' }),
    )
    await logIn()
    await press('Resend verification email')
    expect(text()).toContain('Failed to resend verification email')
  })

  it('shows the word of the server, and keeps what was typed', async () => {
    serve(byPath({ '/auth/login': refusal(401, 'login-wrong', 'Wrong email or password.') }))
    await logIn()
    expect(text()).toContain('Wrong email or password.')
    expect(text()).not.toContain('Resend verification email')
    expect(field('Password').value).toBe('correct horse')
  })

  it("says 'Login failed' where the server has no word", async () => {
    serve(byPath({ '/auth/login': { status: 502, body: '<html>' } }))
    await logIn()
    expect(text()).toContain('Login failed')
  })
})
