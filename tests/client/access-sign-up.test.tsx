// Signing up on screen: the username's states, what blocks, and what is said.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { SignUpPage } from '#client/access/sign-up-page.tsx'
import { useAccess } from '#client/access/store.ts'
import { useSession } from '#client/lib/session.ts'
import { ada, byPath, done, refusal } from './access-fixtures.ts'
import { type Answer, button, heading, press, resting, serve, settle, show, text, type } from './page-kit.tsx'

const free: Answer = ({ path }) => (path.startsWith('/auth/check-username/') ? { body: { available: true } } : undefined)
const signUpWith =
  (answer: ReturnType<Answer>): Answer =>
  (asked) =>
    asked.path === '/auth/signup' ? answer : free(asked)

const typingRests = async (ms: number) => {
  await act(async () => vi.advanceTimersByTimeAsync(ms))
}

async function fill(username = 'ada_l') {
  await type('Email', 'ada@example.com')
  await type('Password', 'correct horse')
  await resting(450, () => type('Username', username))
}

beforeEach(() => {
  useSession.setState({ token: null, organizerToken: null, user: null, checking: false })
  useAccess.setState({ pending: null })
})

describe('the username', () => {
  it('is checked after 400 ms of no typing, and blocks while unchecked', async () => {
    vi.useFakeTimers()
    const asked = serve(free)
    await show(<SignUpPage />)
    await type('Username', 'ada_')
    expect(asked).toEqual([])
    await type('Username', 'ada_l')
    expect(button('Sign up').disabled).toBe(true)
    await typingRests(399)
    expect(asked).toEqual([])
    await typingRests(2)
    expect(asked.map(({ path }) => path)).toEqual(['/auth/check-username/ada_l'])
    expect(text()).toContain('Available')
    expect(button('Sign up').disabled).toBe(false)
  })

  it.each([
    ['Username is taken', { body: { available: false } }, true],
    ['Could not validate username', { body: { free: 'yes' } }, false],
    ['Could not check username', 'offline', false],
  ] as const)('says "%s"', async (sentence, answer, isBlocked) => {
    vi.useFakeTimers()
    serve(() => answer)
    await show(<SignUpPage />)
    await type('Username', 'ada_l')
    await typingRests(401)
    expect(text()).toContain(sentence)
    expect(button('Sign up').disabled).toBe(isBlocked)
  })

  it('has 5 to 24 letters, digits or underscores', async () => {
    serve(free)
    await show(<SignUpPage />)
    await type('Username', 'a-b')
    await press('Sign up')
    expect(text()).toContain('Username must be 5–24 alphanumeric characters')
  })
})

describe('signing up', () => {
  it('names the masked address', async () => {
    const masked = 'a***@example.com'
    serve(signUpWith({ body: { success: true, maskedEmail: masked, user: { maskedEmail: masked } } }))
    await show(<SignUpPage />)
    await fill()
    await press('Sign up')
    expect(text()).toContain('Verification email sent to a***@example.com. Please check your inbox.')
    expect(heading(1)).toBe('Check your email')
  })

  it('does without it', async () => {
    serve(signUpWith({ body: { success: true, maskedEmail: '', user: { maskedEmail: '' } } }))
    await show(<SignUpPage />)
    await fill()
    await press('Sign up')
    expect(text()).toContain('Signup successful. Please check your email.')
  })

  it.each([
    ['Signup failed', { status: 502, body: 'gone' }, true],
    ['There was an error with this address.', refusal(400, 'x', 'There was an error with this address.'), true],
    ['Username is taken', refusal(409, 'username-taken', 'Username is taken'), false],
  ] as const)('says "%s", in red if it contains failed or error', async (sentence, answer, isRed) => {
    serve(signUpWith(answer))
    await show(<SignUpPage />)
    await fill()
    await press('Sign up')
    expect(text()).toContain(sentence)
    expect(document.querySelector('[role=alert]') !== null).toBe(isRed)
  })

  it('puts the word about a field beside the field', async () => {
    const short = 'Password must be at least 8 characters long'
    serve(signUpWith(refusal(400, 'input-invalid', short, { fields: { password: short } })))
    await show(<SignUpPage />)
    expect(text()).not.toContain(short)
    await fill()
    await press('Sign up')
    expect(document.getElementById('main')).toBeNull()
    expect(document.activeElement?.getAttribute('autocomplete')).toBe('new-password')
    expect(text()).toContain(short)
  })

  it('R72 tells the rules of username and password before they are broken; without a username none is sent', async () => {
    const asked = serve(
      signUpWith({ body: { success: true, maskedEmail: 'ad***@example.com', user: { maskedEmail: 'ad***@example.com' } } }),
    )
    await show(<SignUpPage />)
    expect(text()).toContain('5–24 letters, digits or underscores')
    expect(text()).toContain('At least 8 characters')
    await type('Email', 'ada@example.com')
    await type('Password', 'correct horse')
    await press('Sign up')
    expect(asked.map(({ path, body }) => [path, body])).toEqual([['/auth/signup', { email: 'ada@example.com', password: 'correct horse' }]])
    expect(text()).toContain('Verification email sent to ad***@example.com')
  })

  it('is blocked while a magic-link session is active, and free after the logout', async () => {
    useSession.setState({ organizerToken: 'o', user: { ...ada, access: 'organizer' } })
    const asked = serve(byPath({ '/auth/logout': done }))
    await show(<SignUpPage />)
    expect(button('Sign up').disabled).toBe(true)
    await press('Logout to continue')
    await settle()
    expect(asked[0]?.headers['x-organizer-token']).toBe('o')
    expect(useSession.getState().organizerToken).toBeNull()
    expect(button('Sign up').disabled).toBe(false)
  })
})
