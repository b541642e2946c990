// Where one is logged in, on screen; and a person who changed in another tab.
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { ProfilePage } from '#client/account/profile-page.tsx'
import { UserMenu } from '#client/home/user-menu.tsx'
import { forgetTokens, useSession } from '#client/lib/session.ts'
import { putUser } from '#client/records/user.ts'
import { ownName } from '#protocol/kernel/texts.ts'
import type { SessionView } from '#protocol/people/account.ts'
import { ada, byPath, refusal } from './access-fixtures.ts'
import { type Answer, button, field, press, resting, serve, settle, show, text, type } from './page-kit.tsx'

const here: SessionView = {
  kind: 'login',
  createdAt: '2026-11-02T10:00:00.000Z',
  expiresAt: '2026-12-02T10:00:00.000Z',
  lastPart: 'c3f9a1',
  isCurrent: true,
}
const link: SessionView = { ...here, kind: 'link', lastPart: '77e0b2', isCurrent: false }
const revoke = '/user/sessions/revoke-others'
const answers = (more: Record<string, ReturnType<Answer>> = {}) =>
  byPath({
    '/user/profile': { body: { user: ada } },
    '/user/sessions': { body: { sessions: [here, link] } },
    '/user/calendar-feed': { body: { createdAt: null } },
    ...more,
  })

async function open() {
  await show(<ProfilePage />)
  await settle()
}
const confirm = () =>
  act(async () =>
    [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')]
      .find((one) => one.textContent?.startsWith('Log out'))
      ?.click(),
  )

beforeEach(() => useSession.setState({ token: 't', organizerToken: null, user: ada, checking: false }))

describe('A8 Where you are logged in', () => {
  it('lists the ways in that are open, and says which one this is', async () => {
    serve(answers())
    await open()
    expect([...document.querySelectorAll('[aria-label="Where you are logged in"] li')].map((row) => row.textContent)).toEqual([
      'With your passwordSince 2 Nov 2026, 3:45 PM · until 2 Dec 2026, 3:45 PMCurrent',
      'With a sign-in linkSince 2 Nov 2026, 3:45 PM · until 2 Dec 2026, 3:45 PM',
    ])
  })

  it('ends all others when asked twice, and shows what is left', async () => {
    const asked = serve(answers({ [revoke]: { body: { sessions: [here] } } }))
    await open()
    await press('Log out everywhere else')
    expect(text()).toContain('You are logged out on all other devices')
    expect(asked.some(({ path }) => path === revoke)).toBe(false)
    await confirm()
    await settle()
    expect(asked.find(({ path }) => path === revoke)?.method).toBe('POST')
    expect(text()).toContain('Logged out everywhere else')
    expect(text()).not.toContain('With a sign-in link')
  })

  it('says why it could not, and keeps the list', async () => {
    serve(answers({ [revoke]: refusal(503, 'busy', 'We are very busy. Please try again in a moment.') }))
    await open()
    await press('Log out everywhere else')
    await confirm()
    await settle()
    expect(text()).toContain('We are very busy.')
    expect(text()).toContain('With a sign-in link')
  })

  it('says when the list could not be had, and tries again', async () => {
    serve(answers({ '/user/sessions': { status: 502, body: 'gone' } }))
    await open()
    expect(text()).toContain('We could not load where you are logged in.')
    serve(answers())
    await press('Try Again')
    expect(text()).toContain('With your password')
  })
})

describe('A7 a person who changed in another tab', () => {
  const comeToTheFront = async () => {
    await act(async () => window.dispatchEvent(new Event('focus')))
    await settle()
  }

  it('shows as they are now when this tab comes to the front', async () => {
    serve(answers({ '/auth/me': { body: { user: { ...ada, rev: 2, username: 'countess' } } } }))
    await show(
      <>
        <UserMenu user={ada} />
        <ProfilePage />
      </>,
    )
    await settle()
    expect(text()).not.toContain('countess')
    await comeToTheFront()
    expect(text()).toContain('countess')
  })

  it('R130 is called in the bar as everywhere else: by name, not by a username that may be made up', async () => {
    const named = { ...ada, name: 'Ada Lovelace', username: 'user_x1y2z3' }
    serve(answers({ '/auth/me': { body: { user: named } } }))
    await show(
      <>
        <UserMenu user={named} />
        <ProfilePage />
      </>,
    )
    await settle()
    expect([...document.querySelectorAll('[aria-hidden="true"]')].filter(({ textContent }) => textContent === 'AL').length).toBeGreaterThan(
      0,
    )
    expect(ownName({ ...named, name: '' })).toBe(named.email)
    expect(ownName({ ...ada, name: '' })).toBe(ada.username)
  })

  it('keeps what was typed here, and saves only what was changed here', async () => {
    const renamed = { ...ada, rev: 2, name: 'Countess' }
    const asked = serve(
      answers({
        '/auth/me': { body: { user: renamed } },
        '/auth/check-username/ada_1815': { body: { available: true } },
        '/user/update-username': { body: { user: { ...renamed, rev: 3, username: 'ada_1815' } } },
      }),
    )
    await show(
      <>
        <UserMenu user={ada} />
        <ProfilePage />
      </>,
    )
    await settle()
    await press('Edit Profile')
    await resting(450, () => type('Username', 'ada_1815'))
    await comeToTheFront()
    expect(field('Username').value).toBe('ada_1815')
    await press('Save Changes')
    await settle()
    expect(asked.filter(({ path }) => path.startsWith('/user/update')).map(({ path }) => path)).toEqual(['/user/update-username'])
    expect(text()).toContain('Countess')
    expect(document.activeElement).toBe(button('Edit Profile'))
  })

  it('never goes back to an older state, to somebody else, or in after a logout', () => {
    putUser({ ...ada, rev: 5, name: 'Newer' })
    putUser({ ...ada, rev: 4, name: 'Older' })
    putUser({ ...ada, _id: 'f'.repeat(24), rev: 9, name: 'Other' })
    expect(useSession.getState().user?.name).toBe('Newer')
    forgetTokens()
    putUser({ ...ada, rev: 6 })
    expect(useSession.getState().user).toBeNull()
  })
})
