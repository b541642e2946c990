// The dashboard's Members tab: cards, roles, removal, one's own name, live changes, and what others than Team see.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { DashboardPage } from '#client/event/dashboard/dashboard-page.tsx'
import { keepLogin } from '#client/lib/session.ts'
import { putMember, putOrg, useOrgs } from '#client/org/store.ts'
import type { UserView } from '#protocol/people/account.ts'
import { aUser } from './event-fixtures.ts'
import { aMember, anOrg, orgId, self, serveOrg, teamUser } from './org-fixtures.ts'
import { type Answer, button, field, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const logInAs = (user: UserView) => keepLogin(newToken(), user)
const open = async (answer: Answer) => {
  const asked = serve(answer)
  await import('#client/member/members-view.tsx')
  await show(<DashboardPage />, '/dashboard?view=members')
  await settle()
  return asked
}
const view = (rev: number, ...members: ReturnType<typeof aMember>[]) => ({
  _id: orgId,
  rev,
  name: 'City Choir',
  memberCount: members.length,
  invitedCount: 0,
  members,
  nextCursor: null,
})
const confirm = async () => {
  await press('Remove', screen.getByRole('dialog'))
}

/** Every time that a member's row says a role in words, beside the one that can be chosen. */
function roleSaid(name: string): string[] {
  const row = screen.getByTitle(name).closest('li') ?? document.body
  const words = within(row).queryAllByText(/^(Owner|Admin|Member)$/, { ignore: 'option' })
  return words.map((word) => word.textContent ?? '')
}

beforeEach(() => logInAs(teamUser))

it('shows cards with role and verification, and lets one change only what rank allows', async () => {
  await open(serveOrg([anOrg('admin')], [self('admin'), aMember(1, { role: 'owner', verified: true }), aMember(2)]))
  for (const words of ['Ada(you)', 'p2@example.org', 'Verified', 'No account', '3 members']) expect(text()).toContain(words)
  expect(roleSaid('Person 1')).toEqual(['Owner'])
  expect(field('Role of Ada').value).toBe('admin')
  expect(roleSaid('Ada')).toEqual([])
  expect([...field('Role of Person 2').querySelectorAll('option')].map((one) => one.textContent)).toEqual(['Admin', 'Member'])
  expect(() => field('Role of Person 1')).toThrow('No field')
  expect(field('Select Person 1').disabled).toBe(true)
  expect(document.querySelector(`a[href="/member-setup?org=${orgId}"]`)?.textContent).toBe('Add members')
})

it('R117 who is only invited counts apart, also before their page is loaded, and live', async () => {
  await open(serveOrg([anOrg()], [self(), aMember(1), aMember(2, { status: 'invited' })]))
  expect(text()).toContain('2 members, 1 invited')
  await act(async () => putMember(aMember(2, { rev: 2 })))
  expect([text().includes('3 members'), text().includes('1 invited')]).toEqual([true, false])
  const paged = { ...view(9, self(), aMember(1)), memberCount: 1_015, invitedCount: 3, nextCursor: 'second' }
  await act(async () => putOrg(paged))
  expect(text()).toContain('1,012 members, 3 invited')
})

it('an owner who has no name yet is called by their username: "Owner" is said once', async () => {
  const founder = self('owner')
  await open(serveOrg([anOrg()], [{ ...founder, user: { ...founder.user, name: 'Owner', username: 'ada_l' } }]))
  expect(text()).toContain('ada_l(you)')
  expect(roleSaid('ada_l')).toEqual(['Owner'])
})

it('moves live by rev, and finds by name or email', async () => {
  await open(serveOrg([anOrg()], [self(), aMember(1)]))
  await act(async () => putOrg(view(5, self(), aMember(1, { role: 'admin' }), aMember(2))))
  expect(field('Role of Person 1').value).toBe('admin')
  await act(async () => putOrg(view(4, self())))
  expect(text()).toContain('Person 2')
  await type('Search members', 'P2@EX')
  expect(text()).toContain('1 of 3 members')
  expect(text()).not.toContain('Person 1')
})

it('sets a role; a refusal says why and the old role stays', async () => {
  const base = serveOrg([anOrg()], [self(), aMember(1)])
  let isRefused = true
  const asked = await open((one) => {
    if (!one.path.endsWith('/role')) return base(one)
    return isRefused
      ? { status: 403, body: { error: 'Only admins and the owner can do this.', code: 'member-rights' } }
      : { body: { member: aMember(1, { role: 'admin' }) } }
  })
  await type('Role of Person 1', 'admin')
  await settle()
  expect(text()).toContain('Failed to update role: Only admins and the owner can do this.')
  expect(field('Role of Person 1').value).toBe('member')
  isRefused = false
  await type('Role of Person 1', 'admin')
  await settle()
  expect(field('Role of Person 1').value).toBe('admin')
  expect(asked.at(-1)).toMatchObject({ method: 'PATCH', path: `/member/${aMember(1)._id}/role`, body: { role: 'admin', orgId } })
})

it('removes several after the question, and shows it at once', async () => {
  const base = serveOrg([anOrg()], [self(), aMember(1), aMember(2), aMember(3)])
  const asked = await open((one) => (one.path === '/member/remove-many' ? { body: { success: true, removed: 2 } } : base(one)))
  await act(async () => field('Select Person 1').click())
  await act(async () => field('Select Person 2').click())
  await press('Remove')
  expect(text()).toContain('Are you sure you want to remove 2 member(s) from this organization?')
  await confirm()
  expect(asked.at(-1)).toMatchObject({
    method: 'PATCH',
    body: { orgId, memberIds: [aMember(1)._id, aMember(2)._id], removedBy: aUser._id },
  })
  expect(text()).not.toContain('Person 1')
  expect(text()).toContain('Person 3')
  await act(async () => field('Select all').click())
  expect(text()).toContain('1 selected')
})

it("edits one's own name: 'Name is required', the refusal, then the new name", async () => {
  const base = serveOrg([anOrg()], [self(), aMember(1)])
  let isDown = true
  const down = { status: 503, body: { error: 'We are very busy.', code: 'busy' } }
  await open((one) =>
    one.path === '/user/update-name' ? (isDown ? down : { body: { user: { ...teamUser, rev: 2, name: 'Ada Zuse' } } }) : base(one),
  )
  await act(async () => document.querySelector<HTMLButtonElement>('[aria-label="Edit your name"]')?.click())
  await type('Your name', '  ')
  await press('Save')
  expect(text()).toContain('Name is required')
  await type('Your name', 'Ada Zuse')
  await press('Save')
  expect(text()).toContain('Failed to update name: We are very busy.')
  expect(field('Your name').value).toBe('Ada Zuse')
  isDown = false
  await press('Save')
  expect(text()).toContain('Ada Zuse(you)')
  expect(roleSaid('Ada Zuse')).toEqual(['Owner'])
})

it('R44 under a lower plan members are there to be looked at', async () => {
  await open(serveOrg([anOrg('owner', { isActive: false })], [self(), aMember(1)]))
  expect(text()).toContain('Team or Enterprise plan required')
  expect(() => field('Role of Person 1')).toThrow('No field')
})

it('others see upgrade information and a demo; an auth error is an empty list', async () => {
  logInAs(aUser)
  await open(({ path }) => (path === '/org/mine' ? { status: 403, body: { error: 'User not verified', code: 'unverified' } } : undefined))
  expect(document.querySelector('a[href="/pricing?plan=team"]')).not.toBeNull()
  expect(text()).not.toContain('DEMO')
  await press('Preview Members')
  expect(text()).toContain('DEMO')
  expect(document.querySelector('[inert]')?.textContent).toContain('Olivia Park')
})

it("says 'No organisations found.' and 'Failed to load organisations.', and tries again", async () => {
  let isUp = false
  await open((one) => (isUp ? serveOrg([anOrg('member')])(one) : { status: 500, body: {} }))
  expect(text()).toContain('Failed to load organisations.')
  isUp = true
  await press('Try again')
  expect(text()).toContain('No organisations found.')
  expect(useOrgs.getState().mine).toHaveLength(1)
  expect(() => button('Preview Members')).toThrow('No button')
})

it('R119 shows further pages on request, all of them to a search, and keeps them when one row changes', async () => {
  const base = serveOrg([anOrg()], [self(), aMember(1)])
  const page = (members: ReturnType<typeof aMember>[], nextCursor: string | null) => ({ body: { members, memberCount: 4, nextCursor } })
  const asked = await open((one) => {
    if (!one.path.startsWith(`/org/${orgId}/members`)) return base(one)
    if (one.path.includes('third')) return page([aMember(3)], null)
    return one.path.includes('second') ? page([aMember(2)], 'third') : page([self(), aMember(1)], 'second')
  })
  const pages = () => asked.filter(({ path }) => path.includes('cursor=')).length
  expect(text()).toContain('4 members')
  await press('Show more members (2 left)')
  await settle()
  expect([text().includes('Person 2'), pages()]).toEqual([true, 1])
  await type('Search members', 'person 3')
  await settle()
  expect([text().includes('1 of 4 members'), pages()]).toEqual([true, 2])
  await act(async () => putMember(aMember(1, { rev: 7, role: 'admin' })))
  await act(async () => putOrg({ ...view(7, self(), aMember(1, { rev: 7, role: 'admin' })), memberCount: 4, nextCursor: 'second' }))
  expect(text()).toContain('1 of 4 members')
  await act(async () => putMember(aMember(3, { rev: 8, status: 'removed' })))
  expect(text()).toContain('0 of 3 members')
})

it('R117 marks who is invited and has not answered', async () => {
  const base = serveOrg([anOrg()], [self(), aMember(1, { status: 'invited' })])
  const asked = await open((one) =>
    one.path.endsWith('/invite') ? { body: { member: aMember(1, { rev: 2, status: 'invited' }) } } : base(one),
  )
  expect(text()).toContain('Invited')
  expect(text()).not.toContain('Not verified')
  await press('Invite again')
  await settle()
  expect(asked.at(-1)).toMatchObject({ path: `/member/${aMember(1)._id}/invite`, body: { orgId } })
  expect(text()).toContain('Invitation sent again')
  // What the server would refuse isn't offered, and it is said from when on it is.
  await act(async () => putMember(aMember(1, { rev: 3, status: 'invited', inviteAgainFrom: '2099-12-07T10:00:00.000Z' })))
  expect(text()).toContain('You can invite again on 7 Dec 2099')
  expect(screen.queryByRole('button', { name: /Invite again/ })).toBeNull()
})
