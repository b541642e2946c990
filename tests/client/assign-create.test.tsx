// Creating for an organization: which may be chosen, what that changes, and what is sent.
import { act } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { startOver, useDraft } from '#client/event/create/draft.ts'
import { EventEditPage } from '#client/event/edit/edit-page.tsx'
import { keepLogin, useSession } from '#client/lib/session.ts'
import { type Tier, tierLimits } from '#protocol/kernel/limits.ts'
import type { MemberRole, MyOrganization } from '#protocol/people/org.ts'
import { aGroup, anEvent, aUser, eventId, groupId, groupPage } from './event-fixtures.ts'
import { aMember } from './org-fixtures.ts'
import {
  type Answer,
  drawn,
  field,
  inDays,
  leave,
  newToken,
  press,
  serve,
  settle,
  show,
  showAt,
  text,
  type,
  unfoldMore,
} from './page-kit.tsx'

const [choirId, bandId, clubId] = ['1', '2', '3'].map((one) => one.repeat(24)) as [string, string, string]
const anOrg = (_id: string, name: string, role: MemberRole, isActive = true): MyOrganization => ({
  _id,
  name,
  organization: { _id, name },
  member: { _id: '9'.repeat(24), role },
  isActive,
})
const mia = aMember(1, { orgId: choirId }, 'Mia')

const serveOrgs = (organizations: MyOrganization[], ownerTier: Tier = 'team', ownTier: Tier = 'free') =>
  serve(({ path }): ReturnType<Answer> => {
    if (path === '/org/mine') return { body: { organizations } }
    if (path === '/tier-limits') return { body: tierLimits(ownTier) }
    if (path.endsWith('/tier-limits')) return { body: tierLimits(ownerTier) }
    if (path.endsWith('/members')) return { body: { members: [mia], memberCount: 1 } }
    if (path === '/event/with-group') return { body: { event: anEvent(), groups: [aGroup()], groupId, published: true } }
    return undefined
  })
const labels = () => [...field('Organizing organization').querySelectorAll('option')].map((one) => one.textContent)
const isOn = (label: string) =>
  [...document.querySelectorAll('label')].find((one) => one.textContent?.startsWith(label))?.querySelector('input')?.checked
async function open(tier: Tier = 'free') {
  keepLogin(newToken(), { ...aUser, tier })
  await show(<EventCreatePage />, '/create')
  await settle()
}

beforeEach(() => {
  useSession.setState({ token: null, organizerToken: null, user: null, checking: false })
  startOver()
})

describe('the organizing organization', () => {
  it('is offered to admins of one, whatever their own plan, with those where they are admin or higher', async () => {
    serveOrgs([anOrg(choirId, 'Choir', 'owner'), anOrg(bandId, 'Band', 'member'), anOrg(clubId, 'Club', 'admin', false)])
    await open()
    expect(labels()).toEqual(['No organization', 'Choir', 'Club (read-only)'])
  })

  it('is not offered to others below Team; to Team it says that there is none, or that they could not be loaded', async () => {
    serveOrgs([anOrg(bandId, 'Band', 'member')])
    await open()
    expect(() => field('Organizing organization')).toThrow('No field')
    await leave()
    serveOrgs([])
    await open('team')
    expect(text()).toContain('No organisations found.')
    await leave()
    serve(({ path }) => (path === '/tier-limits' ? { body: tierLimits('team') } : { status: 500, body: {} }))
    await open('team')
    expect(text()).toContain('Failed to load organisations.')
  })

  it("clears start and end when it changes or is cleared, and brings its owner's limits, else one's own", async () => {
    const asked = serveOrgs([anOrg(choirId, 'Choir', 'owner')])
    // R212: whose brand the event may wear is asked late.
    const lastAsked = () => asked.filter(({ path }) => !path.startsWith('/brand')).at(-1)?.path
    await open()
    await type('Start', inDays(3))
    await unfoldMore()
    await press('Set end time manually')
    await type('Organizing organization', '')
    await settle()
    expect([field('Start').value, field('End').value]).toEqual(['', ''])
    expect(lastAsked()).toBe('/tier-limits')
    await type('Start', inDays(3))
    await type('Organizing organization', choirId)
    await settle()
    expect([field('Start').value, lastAsked()]).toEqual(['', `/org/${choirId}/tier-limits`])
  })

  it('the only one is preselected, and what was typed stays; once taken back it stays so', async () => {
    serveOrgs([anOrg(choirId, 'Choir', 'owner')])
    await open()
    expect(field('Organizing organization').value).toBe(choirId)
    await type('Organizing organization', '')
    await settle()
    expect(field('Organizing organization').value).toBe('')
    await leave()
    await open()
    expect(field('Organizing organization').value).toBe('')
  })
})

it('R26 R39 R125 who picks the roles can be chosen, Members Only is preselected, and all of it is sent', async () => {
  const asked = serveOrgs([anOrg(choirId, 'Choir', 'owner')])
  await open()
  await type('Event name', 'Concert')
  await type('Organizing organization', choirId)
  await settle()
  await type('Start', inDays(60))
  await press('Next')
  await drawn(() => expect(text()).toContain('Who picks the roles?'))
  expect([isOn('Admins of Choir'), isOn('Guests')]).toEqual([true, false])
  expect(text()).toContain('Admins of Choir give its members roles.')
  const grantMia = async () => {
    await type('Member who may assign roles', 'mi')
    await act(async () => document.querySelector<HTMLElement>('[role=option]')?.click())
  }
  await grantMia()
  expect(useDraft.getState().grantMember).toBe(mia.userId)
  const choose = (who: string) => act(async () => document.querySelector<HTMLInputElement>(`[type=radio][value=${who}]`)?.click())
  await choose('guests')
  expect([isOn('Admins of Choir'), isOn('Guests'), useDraft.getState().grantMember]).toEqual([false, true, ''])
  expect(text()).toContain('Guests of Choir pick, first come')
  await choose('organizer')
  await grantMia()
  await press('Next')
  await drawn(() => expect(isOn('Members Only')).toBe(true))
  expect(text()).not.toContain('Attending organization')
  await press('Create event')
  expect(asked.find((one) => one.path === '/event/with-group')?.body).toMatchObject({
    event: { ownerOrgId: choirId, grantMember: mia.userId, assignmentRules: { enableRoleAssignment: true, enableRoleSelfSelect: false } },
    groups: [{ limitToMembers: true, attendingOrgIds: [] }],
  })
})

it('Enterprise chooses who attends; the first one preselects Members Only, without one the event is open', async () => {
  serveOrgs([anOrg(bandId, 'Band', 'member')], 'team', 'enterprise')
  useDraft.setState({ step: 2, fields: { ...useDraft.getState().fields, name: 'Concert', start: inDays(3) } })
  await open('enterprise')
  expect([isOn('Open Event'), isOn('Members Only')]).toEqual([true, false])
  const tick = () =>
    act(async () =>
      [...document.querySelectorAll('label')]
        .find((one) => one.textContent === 'Band')
        ?.querySelector('input')
        ?.click(),
    )
  await tick()
  expect(isOn('Members Only')).toBe(true)
  expect(useDraft.getState().group.attendingOrgIds).toEqual([bandId])
  await tick()
  expect(isOn('Open Event')).toBe(true)
})

it('an event that is there shows its organization, and nothing to change it with', async () => {
  keepLogin('token', aUser)
  const event = anEvent({ ownerOrgId: choirId, organisingOrgObj: { _id: choirId, name: 'Choir' } })
  serve(({ path }) =>
    path === `/event/${eventId}` ? { body: { event, canManage: true } } : path === `/group/${groupId}` ? { body: groupPage() } : undefined,
  )
  await showAt('/event/:eventId/edit', <EventEditPage />, `/event/${eventId}/edit`)
  await settle()
  expect([field('Organizing organization').value, field('Organizing organization').readOnly]).toEqual(['Choir', true])
})
