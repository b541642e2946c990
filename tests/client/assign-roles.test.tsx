// Assigning on screen: who is found, which roles are offered, what select mode asks, and what becomes of several roles.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { AssignRole } from '#client/assign/assign-role.tsx'
import { GrantsPanel } from '#client/assign/grants-panel.tsx'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { keepLogin } from '#client/lib/session.ts'
import { putPage } from '#client/records/groups.ts'
import type { OrgMember } from '#protocol/people/org.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { aUser, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, hostId, pageOf, speakerId } from './group-fixtures.ts'
import { aMember as makeMember, orgId } from './org-fixtures.ts'
import { type Answer, button, field, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const anyone = { eventId, groupId, orgIds: [] }
const inOrg = { eventId, groupId, orgIds: [orgId] }

const aMember = (name: string, email = `${name.toLowerCase()}@example.org`): OrgMember => {
  const _id = name.toLowerCase().padEnd(24, '0')
  const member = makeMember(1, { _id, memberId: _id, userId: _id, verified: true }, name)
  return { ...member, user: { ...member.user, _id, email, masked_email: `${name[0]}***@example.org` } }
}
const refusal = (status: number, code: string, error: string) => ({ status, body: { error, code } })
const group = filled({ roleCoverage: filled().roleCoverage.map((one) => (one._id === hostId ? { ...one, count: 2 } : one)) })
const reply = (...rsvps: RsvpRow[]) => ({ body: { rsvps, group: { ...group, rev: 9 } } })

const serveAll = (
  writes: ReturnType<Answer>[],
  members: ReturnType<Answer> = { body: { members: [aMember('Mia'), aMember('Ned')], memberCount: 2 } },
) =>
  serve(({ method, path }) =>
    method !== 'GET'
      ? writes.shift()
      : path.endsWith('/members')
        ? members
        : path.endsWith('/grants')
          ? { body: { grants: [] } }
          : undefined,
  )
const sent = (asked: ReturnType<typeof serve>) => asked.filter((one) => one.method !== 'GET').map(({ path, body }) => [path, body])

async function findMember(words: string, label = 'Member') {
  await type(label, words)
  await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
}
const open = async (row: RsvpRow) => {
  await act(async () => putPage(pageOf(group, { rsvps: [row] })))
  await show(<RsvpList group={group} place={anyone} />)
  await settle()
}
const two = aRow(1, { name: 'Ada', attending: null, roles: ['Speaker', 'Host'] })

beforeEach(() => {
  keepLogin(newToken(), aUser)
  vi.stubGlobal('IntersectionObserver', undefined)
})

describe('Assign Role', () => {
  it('R12 offers only roles that are not full, and needs a member and a role', async () => {
    const asked = serveAll([reply(aRow(5, { name: 'Mia', email: 'mia@example.org', attending: null, roles: ['Speaker'] }))])
    await show(<AssignRole place={inOrg} group={group} />)
    await settle()
    expect([...document.querySelectorAll('option')].map((one) => one.textContent)).toEqual(['Choose a role', 'Speaker · 1 seat left'])
    expect(button('Assign Role').disabled).toBe(true)
    await findMember('mi')
    await type('Role', speakerId)
    await press('Assign Role')
    expect(sent(asked)).toEqual([
      [`/event/${eventId}/assign`, { groupId, name: 'Mia', email: 'mia@example.org', orgId, roleName: 'Speaker' }],
    ])
    expect(text()).toContain('Role assigned successfully!')
    expect(field('Member').value).toBe('')
  })

  it("says 'Loading members...', then the error under the search box, and tries again", async () => {
    let members: ReturnType<Answer> = refusal(404, 'org-unknown', 'Organization not found')
    serve(({ path }) => (path.endsWith('/members') ? members : undefined))
    await show(<AssignRole place={inOrg} group={group} />)
    await settle()
    expect(text()).toContain('Organization not found')
    members = { body: { members: [aMember('Mia')], memberCount: 1 } }
    await press('Try again')
    expect(text()).not.toContain('Organization not found')
    await findMember('mia')
    expect(field('Member').value).toBe('Mia')
  })

  it('takes a name and an email where the event has no organization; a failure keeps both', async () => {
    const asked = serveAll([{ status: 500, body: {} }])
    await show(<AssignRole place={anyone} group={group} />)
    await type('Name', 'Zoe')
    await type('Email', ' Zoe@Example.org ')
    await type('Role', speakerId)
    await press('Assign Role')
    expect(sent(asked)[0]?.[1]).toEqual({ groupId, name: 'Zoe', email: 'zoe@example.org', orgId: null, roleName: 'Speaker' })
    expect(text()).toContain('Failed to assign role')
    expect(field('Name').value).toBe('Zoe')
  })

  it('R147 a seat that overlaps is asked about; left, nothing is sent and nothing more is said of it', async () => {
    const close = '“Bar” and “Door” are too close in time for one person.'
    const asked = serveAll([refusal(409, 'overlap', close)])
    await show(<AssignRole place={anyone} group={group} />)
    await type('Name', 'Zoe')
    await type('Email', 'zoe@example.org')
    await type('Role', speakerId)
    await press('Assign Role')
    expect(screen.getByRole('dialog').textContent).toContain(close)
    await press('Cancel')
    expect(text()).not.toContain(close)
    expect([sent(asked).length, field('Name').value]).toEqual([1, 'Zoe'])
  })

  it('warns of a duplicate role at most once per 2 s, and sends nothing', async () => {
    const asked = serveAll([])
    await act(async () => putPage(pageOf(group, { rsvps: [aRow(1, { name: 'Zoe', email: 'zoe@example.org', roles: ['speaker'] })] })))
    await show(<AssignRole place={anyone} group={group} />)
    await type('Name', 'Zoe')
    await type('Email', 'zoe@example.org')
    await type('Role', speakerId)
    await press('Assign Role')
    await press('Assign Role')
    expect(text().split('Zoe already has the role "Speaker".')).toHaveLength(2)
    expect(sent(asked)).toEqual([])
  })
})

describe('select mode', () => {
  it('keeps Remove and Reassign disabled until a role is chosen, and asks before removing; Cancel leaves it', async () => {
    const asked = serveAll([reply({ ...two, rev: 2, roles: ['Host'] })])
    await open(two)
    await press('Select')
    expect([button('Remove').disabled, button('Reassign').disabled]).toEqual([true, true])
    expect(document.activeElement?.textContent).toBe('Speaker')
    await press('Speaker')
    await press('Remove')
    await press('Remove', screen.getByRole('dialog', { name: 'Confirm Role Removal' }))
    expect(sent(asked)).toEqual([[`/event/${eventId}/remove`, { groupId, rsvpId: two._id, orgId: null, roleName: 'Speaker' }]])
    expect(text()).toContain('Assigned, no answer yet')
    await press('Select')
    await press('Cancel')
    expect(button('Select')).toBeTruthy()
  })

  it('R40 reassigns several roles one call each, and tells what was done and what was not', async () => {
    const full = refusal(409, 'role-not-held', 'This person no longer has the role "Host".')
    const asked = serveAll([reply({ ...two, rev: 2, roles: ['Host'] }), full])
    await open(two)
    await press('Select')
    await press('Speaker')
    await press('Host')
    await press('Reassign')
    const confirm = () =>
      act(async () =>
        [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
          .find((one) => one.textContent?.startsWith('Reassign'))
          ?.click(),
      )
    await confirm()
    expect(text()).toContain('Select a member and at least one role to reassign.')
    await type('Name', 'Ned')
    await type('Email', 'ned@example.org')
    await confirm()
    await settle()
    const from = {
      groupId,
      fromRsvpId: two._id,
      fromName: 'Ada',
      fromEmail: two.email,
      toName: 'Ned',
      toEmail: 'ned@example.org',
      orgId: null,
    }
    expect(sent(asked)).toEqual(['Speaker', 'Host'].map((roleName) => [`/event/${eventId}/reassign`, { ...from, roleName }]))
    expect(text()).toContain('“Speaker” was reassigned. “Host” was not reassigned: This person no longer has the role "Host".')
  })

  it("says 'Failed to reassign role' where the server has no word, and R38 flags former members", async () => {
    serveAll([{ status: 500, body: {} }])
    await open({ ...two, roles: ['Host'], formerMember: true })
    expect(text()).toContain('Former member')
    await press('Select')
    await press('Host')
    await press('Reassign')
    await type('Name', 'Ned')
    await type('Email', 'ned@example.org')
    await act(async () =>
      [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
        .find((one) => one.textContent?.startsWith('Reassign'))
        ?.click(),
    )
    await settle()
    expect(text()).toContain('“Host” was not reassigned: Failed to reassign role')
  })

  it('is not there for those who may not assign', async () => {
    await act(async () => putPage(pageOf(group, { rsvps: [two] })))
    await show(<RsvpList group={group} />)
    expect(() => button('Select')).toThrow('No button')
  })
})

describe('permissions', () => {
  it("R39 are given to members and taken back; a failure says 'Failed to grant permission'", async () => {
    const mia = aMember('Mia')
    const grant = {
      _id: '7'.repeat(24),
      userId: mia.userId,
      groupId,
      caps: ['ROLE_ASSIGN'],
      user: { _id: mia.userId, name: 'Mia', email: mia.user.email },
    }
    const asked = serveAll([{ status: 500, body: {} }, { body: { grant } }, { body: { success: true } }])
    await show(<GrantsPanel place={inOrg} ownerOrgId={orgId} />)
    await settle()
    expect(text()).toContain('Only admins so far.')
    await findMember('mia', 'Let a member assign roles')
    await press('Grant permission')
    expect(text()).toContain('Failed to grant permission')
    await press('Grant permission')
    expect(sent(asked)[1]).toEqual([`/event/${eventId}/grants`, { groupId, userId: mia.userId, caps: ['ROLE_ASSIGN'] }])
    await press('Revoke')
    await act(async () =>
      [...document.querySelectorAll<HTMLButtonElement>('[role=dialog] button')]
        .find((one) => one.textContent?.startsWith('Revoke'))
        ?.click(),
    )
    await settle()
    expect(sent(asked)[2]?.[0]).toBe(`/event/${eventId}/group/${groupId}/grants/${grant._id}`)
    expect(text()).toContain('Only admins so far.')
  })
})
