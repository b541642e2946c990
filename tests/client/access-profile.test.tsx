// The profile on screen: what it shows, and editing it.
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ProfilePage } from '#client/account/profile-page.tsx'
import { useSession } from '#client/lib/session.ts'
import { App } from '#client/root.tsx'
import { ada, byPath, refusal } from './access-fixtures.ts'
import { type Answer, field, leave, press, resting, serve, settle, show, text, type } from './page-kit.tsx'

const profile = { body: { user: ada } }
const withSaves = (saves: Record<string, ReturnType<Answer>>) =>
  byPath({ '/user/profile': profile, '/auth/check-username/countess': { body: { available: true } }, ...saves })

async function pagesCome() {
  for (const _ of ['the shell', 'the page']) {
    await act(async () => vi.dynamicImportSettled())
    await settle()
  }
}

async function edit(username: string, name: string) {
  await show(<ProfilePage />)
  await settle()
  await press('Edit Profile')
  await resting(450, async () => {
    await type('Username', username)
    await type('Name', name)
  })
  await press('Save Changes')
  await settle()
}

beforeEach(() => useSession.setState({ token: 't', organizerToken: null, user: ada, checking: false }))

describe('the page', () => {
  it('shows the Account Information', async () => {
    serve(withSaves({}))
    await show(<ProfilePage />)
    await settle()
    for (const part of [
      'Back to Dashboard',
      'Account Information',
      'Edit Profile',
      'ada_l',
      'Ada',
      'ada@example.com',
      '1 Nov 2026',
      'Free Plan',
      'Subscription: None',
    ])
      expect(text()).toContain(part)
    expect(text().split('Free Plan')).toHaveLength(2)
    expect(['Quick Actions', 'View Dashboard', 'Create Event'].filter((one) => !text().includes(one))).toEqual([])
  })

  it('says that it is loading, and when it could not', async () => {
    vi.stubGlobal('fetch', () => new Promise(() => {}))
    await show(<ProfilePage />)
    expect(text()).toContain('Loading your profile...')
    await leave()
    serve(() => ({ status: 502, body: 'gone' }))
    await show(<ProfilePage />)
    await settle()
    expect(text()).toContain('Error Loading Profile')
    expect(text()).toContain('Failed to load profile information')
    serve(withSaves({}))
    await press('Try Again')
    expect(text()).toContain('Account Information')
  })

  it('sends a signed-out visitor to the login, and tells one with a link what is missing (R30)', async () => {
    serve(byPath({}))
    useSession.setState({ token: null, user: null })
    const { at } = await show(<App />, '/profile')
    await pagesCome()
    expect(at()).toBe('/login?from=%2Fprofile')
    await leave()
    useSession.setState({ organizerToken: 'o', user: { ...ada, access: 'organizer' } })
    await show(<App />, '/profile')
    await pagesCome()
    expect(text()).toContain('Access Error')
  })
})

describe('Edit Profile', () => {
  it('saves what changed, and nothing else', async () => {
    const asked = serve(withSaves({ '/user/update-name': { body: { user: { ...ada, rev: 2, name: 'Countess' } } } }))
    await edit('ada_l', ' Countess ')
    expect(asked.filter(({ path }) => path.startsWith('/user/update')).map(({ path, body }) => [path, body])).toEqual([
      ['/user/update-name', { name: ' Countess ' }],
    ])
    expect(text()).toContain('Profile updated successfully')
    expect(text()).toContain('Edit Profile')
    expect(useSession.getState().user?.name).toBe('Countess')
  })

  it('puts each refusal beside its field', async () => {
    const taken = refusal(409, 'username-taken', 'Username is taken')
    serve(withSaves({ '/user/update-username': taken }))
    await edit('countess', 'Ada')
    expect(document.activeElement).toBe(field('Username'))
    expect(field('Username').getAttribute('aria-invalid')).toBe('true')
    expect(field('Username').value).toBe('countess')
  })

  it("says 'Failed to update profile' where the server has no word, and keeps what was typed", async () => {
    serve(withSaves({ '/user/update-name': { status: 502, body: 'gone' } }))
    await edit('ada_l', 'Countess')
    expect(text()).toContain('Failed to update profile')
    expect(field('Name').value).toBe('Countess')
    await press('Cancel')
    expect(text()).toContain('Edit Profile')
  })
})
