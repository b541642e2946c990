// /member-setup and /org-setup: an organization, a list, and every word on the way.
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { keepLogin } from '#client/lib/session.ts'
import { MemberSetupPage } from '#client/org/setup/member-setup-page.tsx'
import { OrgSetupPage } from '#client/org/setup/org-setup-page.tsx'
import type { UserView } from '#protocol/people/account.ts'
import { aUser } from './event-fixtures.ts'
import { anOrg, orgId, serveOrg, teamUser } from './org-fixtures.ts'
import { type Answer, type Asked, button, field, leave, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const logInAs = (user: UserView) => keepLogin(newToken(), user)
const created = { body: { orgId, organization: { _id: orgId, name: 'Choir' } } }
interface Sent {
  members: { user: { email: string } }[]
}
const emailsIn = (asked: Asked) => (asked.body as Sent).members.map(({ user }) => user.email)
/** Adds whoever is sent, but says duplicate of those with "dup", and invalid of those without "@". */
const added = (asked: Asked) => ({
  body: emailsIn(asked).map((email) => {
    if (email.includes('dup')) return { email, status: 'Already Member', message: 'Duplicate: already a member' }
    return email.includes('@')
      ? { email, status: 'Successfully Added', message: '' }
      : { email, status: 'Invalid', message: 'Invalid email' }
  }),
})
const open = async (answer: Answer, path = '/member-setup') => {
  const asked = serve(answer)
  await show(path === '/member-setup' ? <MemberSetupPage /> : <OrgSetupPage />, path)
  await settle()
  return asked
}
const addOne = async (name: string, email: string) => {
  await type('Name', name)
  await type('Email', email)
  await press('Add')
}
const paste = async (lines: string, label = 'Lines of name,email') => {
  await type(label, lines)
  await press('Add lines to list')
}
const sends = (asked: Asked[]) => asked.filter(({ path }) => path.startsWith('/member'))

const { crypto } = globalThis
beforeEach(() => {
  logInAs(teamUser)
  // What browsers have over plain HTTP: no crypto.randomUUID.
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array<ArrayBuffer>) => crypto.getRandomValues(bytes) })
})

it('a new organization is created once, then its members are added in chunks', async () => {
  const base = serveOrg([])
  let isDown = true
  const asked = await open((one) => {
    if (one.path === '/org') return created
    if (one.path === '/member') return isDown ? { status: 500, body: {} } : added(one)
    return base(one)
  })
  expect(text()).toContain('Select or Setup Organization')
  expect(text()).toContain('No organisations found.')
  expect(button('Add').disabled).toBe(true)
  await addOne('Ann', 'ann@x.test')
  expect(text()).toContain('Not Member')
  expect(text()).toContain('Organization is required to add members.')
  expect(button('Add Members').disabled).toBe(true)
  await addOne('Ann again', 'ANN@x.test')
  expect(text()).toContain('Duplicate email. Member already in the list.')
  await paste('Bob,dup@x.test\nbob,DUP@x.test\nCy,bad\nnobody')
  expect(text()).toContain('Some duplicate emails were removed from the bulk list.')
  expect(text()).toContain('2 lines were left out“bob <dup@x.test>”: Bob has this address.“nobody”: There is no email address.')
  await type('New organization name', ' Choir ')
  await press('Add Members')
  expect(text()).toContain('Organization created!')
  expect(text()).toContain('Failed to add members')
  expect(field('Name 1').value).toBe('Ann')
  expect(field('New organization name').disabled).toBe(true)
  expect(text()).toContain('Each account can only own one organisation, and each organisation has a single owner.')
  isDown = false
  await press('Add Members')
  await settle()
  for (const words of [
    '1 person invited. They are a member once they accept.',
    'Invited',
    'Already Member',
    'Duplicate email or member already exists.',
    'Invalid email address.',
  ])
    expect(text()).toContain(words)
  expect(asked.filter(({ path }) => path === '/org')).toMatchObject([
    {
      body: {
        organization: { name: 'Choir', external: { app: 'rolecall' } },
        owner: { name: 'Ada', email: aUser.email, mobile: '' },
      },
    },
  ])
  expect(sends(asked).map(emailsIn)).toEqual([['ann@x.test'], ['ann@x.test'], ['dup@x.test'], ['bad']])
  expect(sends(asked).at(-1)?.body).toEqual({
    members: [
      {
        member: { role: 'member', status: 'active', preserveCnxnName: false },
        user: { name: 'Cy', email: 'bad', mobile: '' },
        organization: { orgId },
      },
    ],
  })
  expect(() => field('Name 1')).toThrow('No field')
  expect([...document.querySelectorAll('[aria-label^="Remove"]')].map((one) => one.getAttribute('aria-label'))).toEqual([
    'Remove Bob',
    'Remove Cy',
  ])
})

it('picks only organizations one manages, removes unsubmitted rows, and shows how far it is', async () => {
  const base = serveOrg([anOrg('admin'), anOrg('member', { _id: 'f'.repeat(24), name: 'Not mine' })])
  let goOn: (() => void) | undefined
  await open(base)
  const real = globalThis.fetch
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/member')) return real(url, init)
    await new Promise<void>((done) => {
      goOn = done
    })
    const sent = added({
      method: 'POST',
      path: '/member',
      headers: {},
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
    })
    return new Response(JSON.stringify(sent.body), { headers: { 'content-type': 'application/json' } })
  })
  expect([...field('Existing organization').querySelectorAll('option')].map((one) => one.textContent)).toEqual([
    'Select an organization',
    'City Choir',
  ])
  await paste('A,a@x.test\nB,b@x.test\nC,c@x.test')
  await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Remove C"]')?.click())
  await type('Existing organization', orgId)
  await press('Add Members')
  expect(text()).toContain('Processing... (0%)')
  await act(async () => goOn?.())
  await settle()
  expect(text()).toContain('Processing... (50%)')
  expect(field('Email 2').disabled).toBe(true)
  await act(async () => goOn?.())
  await settle()
  expect(text()).toContain('2 people invited. Each is a member once they accept.')
  expect(text()).not.toContain('c@x.test')
})

it('says why no organization can be named, and why none could be created', async () => {
  logInAs(aUser)
  await open(serveOrg([]))
  expect(text()).toContain(
    'Only Team tier users can create new organizations. You can still manage members in organizations where you have permissions.',
  )
  const offer = () => [text().includes('Organizations come with the Team plan'), !!document.querySelector('a[href="/pricing?plan=team"]')]
  expect([...offer(), text().includes('No organisations found.')]).toEqual([true, true, true])
  expect(document.querySelector('input')).toBeNull()
  expect(text()).not.toContain('Add Members') // a list could never be sent
  await leave()
  await open(serveOrg([]), '/org-setup')
  expect([...offer(), text().includes('Step 1 of 2')]).toEqual([true, true, false])
  expect(document.querySelector('input')).toBeNull()
  await leave()
  await open(serveOrg([anOrg('admin')]))
  expect(document.querySelector('input[placeholder="e.g. City Choir"]')).toBeNull()
  expect(field('Existing organization').value).toBe(orgId)
  await leave()
  logInAs(teamUser)
  await open(serveOrg([anOrg('owner')]))
  expect(text()).toContain('We currently allow each user to create only one organisation..')
  await leave()
  logInAs({ ...teamUser, email: '' })
  const base = serveOrg([])
  await open((one) => (one.path === '/org' ? { body: {} } : base(one)))
  await addOne('Ann', 'ann@x.test')
  await type('New organization name', 'Choir')
  await press('Add Members')
  expect(text()).toContain('Cannot create organization: owner email is missing. Please ensure you are logged in and user info is loaded.')
  await act(async () => logInAs(teamUser))
  await settle()
  await press('Add Members')
  expect(text()).toContain('Failed to create organization')
})

it("says 'Failed to load organisations.' and tries again", async () => {
  let isUp = false
  await open((one) => (isUp ? serveOrg([anOrg()])(one) : 'offline'))
  expect(text()).toContain('Failed to load organisations.')
  isUp = true
  await press('Try again')
  expect(field('Existing organization').value).toBe(orgId)
})

it('/org-setup: a name, then pasted rows that can be edited, sent in one call without those that lost their email', async () => {
  const base = serveOrg([])
  const asked = await open((one) => {
    if (one.path === '/org') return created
    if (one.path !== '/member/bulk') return base(one)
    const { members } = one.body as { members: { email: string }[] }
    return { body: members.map(({ email }) => ({ email, status: 'Successfully Added', message: '' })) }
  }, '/org-setup')
  expect(text()).toContain('Step 1 of 2')
  await press('Create organization')
  expect(text()).toContain('Please enter a name')
  await type('Organization name', 'Choir')
  await press('Create organization')
  expect(text()).toContain('Step 2 of 2')
  await paste('Ann,ann@x.test,1\nBob,bob@x.test,2\nnobody,,3', 'Lines of name,email,mobile')
  await type('Mobile 1', '+1')
  await type('Email 2', ' ')
  await press('Add Members')
  expect(asked.at(-1)?.body).toEqual({ members: [{ name: 'Ann', email: 'ann@x.test', mobile: '+1' }], orgId })
  expect(text()).toContain('1 person invited.')
  expect(text()).not.toContain('Bob')
})

it('R77 a row that was refused is corrected and sent again, or taken out; one that was added is neither', async () => {
  const base = serveOrg([anOrg()])
  const asked = await open((one) => (one.path === '/member' ? added(one) : base(one)))
  expect(field('Existing organization').value).toBe(orgId)
  await paste('Ann,ann@x.test\nBob,dup@x.test\nCy,bad')
  await press('Add Members')
  await settle()
  expect(text()).toContain('Duplicate email or member already exists.')
  expect(() => field('Email 1')).toThrow('No field')
  expect(button('Add Members').disabled).toBe(true)
  await type('Email 2', 'bob@x.test')
  expect(text()).not.toContain('Duplicate email or member already exists.')
  await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Remove Cy"]')?.click())
  expect(() => field('Email 3')).toThrow('No field')
  await press('Add Members')
  await settle()
  expect(sends(asked).map(emailsIn)).toEqual([['ann@x.test'], ['dup@x.test'], ['bad'], ['bob@x.test']])
  expect(() => field('Email 2')).toThrow('No field')
})
