// An invitation to an organization: its page behind the emailed link, the list in the profile, and leaving.
import { act } from 'react'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { keepLogin } from '#client/lib/session.ts'
import { InvitationPage } from '#client/member/invitation-page.tsx'
import { Invitations } from '#client/member/invitations.tsx'
import { OrganizationsSection } from '#client/member/organizations-section.tsx'
import { useAccountRoom } from '#client/plan/use-account-room.ts'
import { comes } from '../kit/world/pace.ts'
import { aUser } from './event-fixtures.ts'
import { startLive } from './group-live.ts'
import { anOrg, orgId } from './org-fixtures.ts'
import { type Answer, button, heading, leave, newToken, press, serve, settle, show, text } from './page-kit.tsx'

/** As the profile has them. */
const Organizations = () => (
  <>
    <Invitations />
    <OrganizationsSection />
  </>
)

function Watching() {
  useAccountRoom({ ...aUser, access: 'account' })
  return <Organizations />
}

const token = 'a-token'
const invitation = { organization: 'City Choir', maskedEmail: 'an***@example.org', isAccepted: false }
const invited = { _id: 'e'.repeat(24), orgId, name: 'City Choir', role: 'admin' as const, invitedAt: '2026-11-21T08:00:00.000Z' }
const invalid = { error: 'This invitation is no longer valid. Please ask for a new one.', code: 'invitation-invalid' }

async function openPage(answer: Answer) {
  const asked = serve(answer)
  await show(<InvitationPage />, `/invitation?token=${token}`)
  await settle()
  return asked
}
async function openSection(answer: Answer) {
  const asked = serve(answer)
  await show(<Organizations />, '/profile')
  await settle()
  return asked
}
const posts = (asked: ReturnType<typeof serve>) =>
  asked.filter(({ method, path }) => method === 'POST' && path !== '/org/mine').map(({ path, body }) => [path, body])

beforeEach(() => keepLogin(newToken(), aUser))

it('R117 the page behind the link says who invites, and sends nothing before a click', async () => {
  let isDown = true
  const asked = await openPage(({ method }) => {
    if (method === 'GET') return { body: { invitation } }
    return isDown ? 'offline' : { body: { success: true, accepted: true } }
  })
  expect([heading(1), text().includes('City Choir invites you to be a member.'), text().includes('Sent to an***@example.org')]).toEqual([
    'Join City Choir',
    true,
    true,
  ])
  expect(posts(asked)).toEqual([])
  await press('Accept')
  await settle()
  expect(text()).toContain('We can’t reach Rolecall.')
  isDown = false
  await press('Accept')
  await settle()
  expect(heading(1)).toBe('You’re a member of City Choir')
  expect(posts(asked).at(-1)).toEqual(['/invitation', { token, accept: true }])
  expect(document.querySelector('a[href="/profile"]')?.textContent).toBe('See your organizations')
})

it('R117 it declines as well, and a link that is over says so', async () => {
  const asked = await openPage(({ method }) => ({ body: method === 'GET' ? { invitation } : { success: true, accepted: false } }))
  await press('Decline')
  await settle()
  expect(heading(1)).toBe('You declined the invitation')
  expect(posts(asked)).toEqual([['/invitation', { token, accept: false }]])
  await leave()
  await openPage(() => ({ status: 400, body: invalid }))
  expect(text()).toContain('This invitation is no longer valid')
  expect(() => button('Accept')).toThrow('No button')
  expect(() => button('Try again')).toThrow('No button')
  await leave()
  await openPage(() => 'offline')
  expect(button('Try again')).toBeTruthy()
})

it('R117 the profile lists what one is invited to, and takes the answer', async () => {
  let isMember = false
  const asked = await openSection(({ path }) => {
    if (path === '/org/mine')
      return { body: isMember ? { organizations: [anOrg('admin')] } : { organizations: [], invitations: [invited] } }
    isMember = true
    return { body: { success: true, accepted: true } }
  })
  expect(text()).toContain('City ChoirInvites you as Admin.')
  await press('Accept')
  await settle()
  expect(posts(asked)).toEqual([[`/org/${orgId}/invitation`, { accept: true }]])
  expect(text()).not.toContain('Invites you')
  expect(document.querySelector('[aria-label="Leave City Choir"]')).not.toBeNull()
})

it('R117 one leaves after the question; the owner is not offered it; those without an organization see nothing', async () => {
  const owned = anOrg('owner', { _id: 'f'.repeat(24), name: 'Own' })
  const asked = await openSection(({ path }) =>
    path === '/org/mine' ? { body: { organizations: [anOrg('member'), owned] } } : { body: { success: true } },
  )
  expect(document.querySelector('[aria-label="Leave Own"]')).toBeNull()
  await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Leave City Choir"]')?.click())
  expect(posts(asked)).toEqual([])
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[role="dialog"] button')].find((one) =>
    one.textContent?.startsWith('Leave'),
  )
  await act(async () => confirm?.click())
  await settle()
  expect(posts(asked)).toEqual([[`/org/${orgId}/leave`, {}]])
  expect(document.querySelector('[aria-label="Leave City Choir"]')).toBeNull()
  await leave()
  await openSection(() => ({ body: { organizations: [] } }))
  expect(text()).not.toContain('Organizations')
})

it('R117 an invitation that comes while the profile is open appears, and one that is taken back goes; another person’s do not', async () => {
  const live = await startLive()
  onTestFinished(() => live.stop())
  let isWatched = false
  live.answerWatch(() => {
    isWatched = true
    return undefined
  })
  serve(({ path }) => (path === '/org/mine' ? { body: { organizations: [], invitations: [] } } : undefined))
  await show(<Watching />, '/profile')
  await comes(() => expect(isWatched).toBe(true))
  const say = (invitations: object[], _id = aUser._id) =>
    act(async () => void live.say('places', { _id, rev: 1, organizations: [], invitations } as never))
  await say([invited], 'f'.repeat(24))
  await say([invited])
  await comes(() => expect(text()).toContain('City Choir'))
  await say([])
  await comes(() => expect(text()).not.toContain('City Choir'))
})
