// The team of an event on screen: the page behind the emailed link, the panel, the dashboard's shared events, and what each role is shown.
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { forgetTokens, keepLogin } from '#client/lib/session.ts'
import { MyRole } from '#client/team/my-role.tsx'
import { mayAssign, mayWrite, seesEmails } from '#client/team/rights.ts'
import { SharedEvents } from '#client/team/shared-events.tsx'
import { TeamPage } from '#client/team/team-page.tsx'
import { TeamPanel } from '#client/team/team-panel.tsx'
import { TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { aUser } from './event-fixtures.ts'
import { type Answer, button, field, newToken, press, serve, settle, show, text, type } from './page-kit.tsx'

const eventId = 'a'.repeat(24)
const until = '2026-12-20T10:00:00.000Z'
const vera = {
  _id: 'b'.repeat(24),
  name: '',
  email: 'vera@people.test',
  role: 'viewer',
  groupIds: [] as string[],
  until,
  isUntilChosen: false,
  state: 'invited',
}
const max = { ...vera, _id: 'c'.repeat(24), name: 'Max', email: 'max@people.test', role: 'manager', state: 'accepted' }
const foyer = { _id: '1'.repeat(24), name: 'Foyer' }
const hall = { _id: '2'.repeat(24), name: 'Hall' }
/** What the panel reads. */
const page = (team: readonly object[], more: object = {}) => ({
  team,
  mayMakeManagers: true,
  groups: [foyer],
  timeZone: 'America/Los_Angeles',
  ...more,
})

async function open(page: React.ReactNode, answer: Answer, at = '/') {
  const asked = serve(answer)
  await show(page, at)
  await settle()
  return asked
}

beforeEach(() => keepLogin(newToken(), aUser))

describe('the page behind the link', () => {
  const invitation = {
    event: 'Summer school',
    invitedBy: 'Ada',
    role: 'viewer',
    maskedEmail: 've***@people.test',
    groups: [hall],
    until: '2026-12-04T07:59:59.000Z',
    timeZone: 'America/Los_Angeles',
    isAccepted: false,
  }
  const answer =
    (more: object): Answer =>
    ({ path }) => ({
      body: path === '/team/open' ? { invitation: { ...invitation, ...more } } : { eventId, groupId: 'g', acceptedAt: until, member: vera },
    })

  it('R203 an offered event says whose it is once accepted', async () => {
    await open(<TeamPage />, answer({ role: 'owner' }), '/team?token=x')
    expect(text()).toContain('Ada offers ve***@people.test Summer school.')
    await press('Accept')
    await settle()
    expect(text()).toContain('“Summer school” is yours now.')
  })

  it('R203 without a login an offered event can’t be accepted, and the page says with what to log in', async () => {
    forgetTokens()
    await open(<TeamPage />, answer({ role: 'owner' }), '/team?token=x')
    expect(() => button('Accept')).toThrow('No button')
    expect(text()).toContain('To accept, log in with ve***@people.test.')
  })

  it('R201 says who asks, as what and until when, and accepts at a click only', async () => {
    const asked = await open(<TeamPage />, answer({}), '/team?token=x')
    expect(text()).toContain('Ada asks ve***@people.test to help with Summer school.')
    expect(text()).toContain('Viewer · Hall, until 3 Dec 2026')
    expect(asked.map(({ path }) => path)).toEqual(['/team/open'])
    await press('Accept')
    await settle()
    expect(asked.map(({ path }) => path)).toEqual(['/team/open', '/team/accept'])
    expect(text()).toContain('You help with “Summer school” now.')
    button('Open the event')
  })

  it('R201a who has no account makes it by accepting, with a password alone, and goes on to the event', async () => {
    forgetTokens()
    const made = { token: newToken(), user: aUser }
    const asked = await open(
      <TeamPage />,
      (one) => {
        const { body } = answer({ role: 'manager', makesAccount: true })(one) as { body: object }
        return { body: one.path === '/team/accept' ? { ...body, ...made } : body }
      },
      '/team?token=x',
    )
    expect(() => button('Open the event')).toThrow('No button')
    await type('Password', 'short')
    await press('Accept and sign up')
    expect(text()).toContain('at least 8 characters')
    await type('Password', 'a long secret')
    await press('Accept and sign up')
    await settle()
    expect(asked.filter(({ path }) => path === '/team/accept').map(({ body }) => body)).toEqual([{ token: 'x', password: 'a long secret' }])
    button('Open the event')
  })

  it('R201a who has an account is led to log in with that address, and from there to the event', async () => {
    forgetTokens()
    await open(<TeamPage />, answer({ role: 'manager' }), '/team?token=x')
    await press('Accept')
    await settle()
    const link = screen.getByRole('link', { name: 'log in' })
    expect(link.getAttribute('href')).toBe(`/login?from=${encodeURIComponent(`/event/${eventId}`)}`)
    expect(text()).not.toContain('sign up')
  })

  it('R201a where the account is there by now, the page says so and leads to it', async () => {
    forgetTokens()
    let reads = 0
    await open(
      <TeamPage />,
      (one) => {
        if (one.path === '/team/accept') return { status: 409, body: { error: 'Please log in.', code: 'account-there' } }
        reads += 1
        return answer({ role: 'owner', ...(reads === 1 && { makesAccount: true }) })(one)
      },
      '/team?token=x',
    )
    expect(text()).toContain('Choose a password for ve***@people.test.')
    await type('Password', 'a long secret')
    await press('Accept and sign up')
    await settle()
    expect([reads, text()]).toEqual([2, expect.stringContaining('Please log in.')])
    expect(() => button('Accept and sign up')).toThrow('No button')
    screen.getByRole('link', { name: 'log in' })
    screen.getByRole('link', { name: 'set one' })
  })

  it('R201 a link that is over says so', async () => {
    await open(<TeamPage />, () => ({ status: 400, body: { error: 'Over.', code: 'invitation-invalid' } }), '/team?token=x')
    expect(text()).toContain('This invitation is no longer valid')
    expect(() => button('Accept')).toThrow('No button')
  })
})

describe('the panel', () => {
  it('R200, R203 lists who helps as what; a manager’s role is only for who may give it', async () => {
    await open(<TeamPanel eventId={eventId} isOrganizations={false} />, () => ({ body: page([vera, max], { mayMakeManagers: false }) }))
    expect(text()).toContain('vera@people.test')
    expect(text()).toContain('Invited')
    expect(() => button('Remove Max from the team')).toThrow('No button')
    button('Remove vera@people.test from the team')
  })

  it('R201 invites somebody by email; a wrong one is said at its field, and nothing is sent', async () => {
    const asked = await open(<TeamPanel eventId={eventId} isOrganizations={false} />, ({ method }) => ({
      body: method === 'GET' ? page([]) : { member: vera },
    }))
    expect(text()).toContain('No one helps yet')
    await press('Invite a co-host')
    await settle()
    await type('Email', 'vera')
    await press('Send the invitation')
    expect(text()).toContain('Please enter a valid email address')
    await type('Email', 'vera@people.test')
    expect(field('Role')).toBeTruthy()
    await press('Send the invitation')
    await settle()
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/event/${eventId}/team`,
      body: { email: 'vera@people.test', role: 'viewer' },
    })
  })
})

describe('in some groups, until a day', () => {
  const dora = {
    ...vera,
    email: 'dora@people.test',
    role: 'door',
    groupIds: [foyer._id],
    until: '2026-12-04T07:59:59.000Z',
    isUntilChosen: true,
  }
  const several = { groups: [foyer, hall] }
  const panel = <TeamPanel eventId={eventId} isOrganizations={false} />
  const tick = (label: string) => act(async () => screen.getByRole('checkbox', { name: label }).click())
  const sent = (asked: readonly { method: string; body: unknown }[]) =>
    asked.filter(({ method }) => method !== 'GET').map(({ body }) => body)

  it('R202 whoever helps is shown with their groups and their last day, on the event’s clock', async () => {
    await open(panel, () => ({ body: page([dora, max], several) }))
    expect(text()).toContain('Helper at the door · Foyer, until 3 Dec 2026')
    expect(text()).toContain('Manager, until 20 Dec 2026')
  })

  it('R202 invites for some groups, until the end of a day where the event is', async () => {
    const asked = await open(panel, ({ method }) => ({ body: method === 'GET' ? page([], several) : { member: dora } }))
    await press('Invite a co-host')
    await settle()
    await type('Email', dora.email)
    await tick('Foyer')
    await type('Last day', '2026-12-03')
    await press('Send the invitation')
    await settle()
    expect(sent(asked)).toEqual([{ email: dora.email, role: 'viewer', groupIds: [foyer._id], until: '2026-12-04T07:59:59.000Z' }])
  })

  it('R209 asks a member of the organization for all its events, and then for no groups', async () => {
    const choir = { _id: '3'.repeat(24), name: 'Choir' }
    const place = (id: string) => ({ id, teamId: dora._id })
    const asked = await open(panel, ({ method }) => ({
      body:
        method === 'GET'
          ? page([], { ...several, allOf: choir })
          : method === 'POST'
            ? { member: dora, asked: [place(eventId), place('4'.repeat(24))], leftOut: 1 }
            : { success: true },
    }))
    await press('Invite a co-host')
    await settle()
    await type('Email', dora.email)
    await type('Last day', '2026-12-03')
    await act(async () => screen.getByRole('checkbox', { name: /^In all events of Choir/ }).click())
    expect(text()).not.toContain('Foyer')
    expect(text()).not.toContain('Last day')
    await press('Send the invitation')
    await settle()
    expect(sent(asked)).toEqual([{ email: dora.email, role: 'viewer', allOf: choir._id }])
    expect(text()).toContain('got an invitation to 2 events. 1 other has them on the team already')
    await press('Undo')
    await settle()
    expect(asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/event/${eventId}/team/${dora._id}`,
      `/event/${'4'.repeat(24)}/team/${dora._id}`,
    ])
  })

  it('R202 an event with one group asks for none', async () => {
    await open(panel, () => ({ body: page([]) }))
    await press('Invite a co-host')
    await settle()
    expect(text()).not.toContain('Foyer')
  })

  it('R202, R208 changes role, groups and last day, and only what differs; each goes back by Undo', async () => {
    const asked = await open(panel, ({ method }) => ({ body: method === 'GET' ? page([dora], several) : { member: dora } }))
    const change = () => press(`Change how ${dora.email} helps`)
    await change()
    await settle()
    await type('Role', 'viewer')
    await press('Save')
    await settle()
    await press('Undo')
    await settle()
    await change()
    await settle()
    await tick('Hall')
    await type('Last day', '')
    await press('Save')
    await settle()
    await press('Undo')
    await settle()
    expect(sent(asked)).toEqual([
      { role: 'viewer' },
      { role: 'door' },
      { groupIds: [foyer._id, hall._id], until: null },
      { groupIds: [foyer._id], until: dora.until },
    ])
  })
})

describe('passing an event on', () => {
  const bea = { ...vera, _id: 'd'.repeat(24), email: 'bea@people.test', role: 'owner' }

  it('R203 offers it by email', async () => {
    const asked = await open(<TeamPanel eventId={eventId} isOrganizations={false} />, ({ method }) => ({
      body: method === 'GET' ? page([max]) : { member: bea },
    }))
    await press('Transfer this event')
    await type('Email of the new owner', 'bea@people.test')
    await press('Offer the event')
    await settle()
    expect(asked.find(({ method }) => method === 'POST')).toMatchObject({
      path: `/event/${eventId}/owner`,
      body: { email: 'bea@people.test' },
    })
  })

  it.each([
    [true, true],
    [false, false],
  ])(
    'R203 nobody but an owner offers it, and no organization’s event (organization’s: %s, owner: %s)',
    async (isOrganizations, isOwners) => {
      await open(<TeamPanel eventId={eventId} isOrganizations={isOrganizations} />, () => ({
        body: page([max], { mayMakeManagers: isOwners }),
      }))
      expect(text()).toContain('Max')
      expect(() => button('Transfer this event')).toThrow('No button')
    },
  )

  it('R203 says to whom it is offered, and until when; the offer is taken back by one button', async () => {
    const asked = await open(<TeamPanel eventId={eventId} isOrganizations={false} />, ({ method }) => ({
      body: method === 'GET' ? page([bea]) : { success: true },
    }))
    expect(text()).toContain('Next owner')
    expect(() => button('Transfer this event')).toThrow('No button')
    await press('Withdraw the offer to bea@people.test')
    await settle()
    expect(asked.some(({ method, path }) => method === 'DELETE' && path === `/event/${eventId}/team/${bea._id}`)).toBe(true)
  })
})

describe('who helps', () => {
  const shared = {
    _id: eventId,
    groupId: 'g',
    name: 'Gala',
    organizer: 'Ada',
    start: until,
    end: until,
    timeZone: 'UTC',
    role: 'assigner',
  }

  it('R207 sees what they help with on the dashboard, and says that they leave', async () => {
    await open(<SharedEvents />, () => ({ body: { events: [shared] } }))
    expect(text()).toContain('Gala')
    expect(text()).toContain('Assigner')
  })

  it('R207 leaving is one click, and the event is gone from the list', async () => {
    let events = [shared]
    const asked = await open(<SharedEvents />, ({ path, method }) => {
      if (method === 'POST' && path === `/event/${shared._id}/team/leave`) events = []
      return { body: method === 'POST' ? { success: true } : { events } }
    })
    await press('Leave the team of Gala')
    await settle()
    expect(asked.filter(({ path }) => path.endsWith('/team/leave'))).toHaveLength(1)
    expect(text()).not.toContain('Assigner')
  })

  it('R207 leaves after one question', async () => {
    const asked = await open(<MyRole eventId={eventId} role={TeamRole.def.entries.viewer} />, () => ({ body: { success: true } }))
    expect(text()).toContain('You help with this event: Viewer')
    await press('Leave')
    await settle()
    expect(asked).toEqual([])
  })

  it('R200, R206 each role is offered what it may do, and nothing else', () => {
    const of = (may: (role: (typeof teamRoles)[number]) => boolean) => teamRoles.filter(may)
    expect(of((role) => mayAssign({ role }))).toEqual(['manager', 'assigner'])
    expect(of((role) => mayWrite({ role, canManage: role === 'manager' }))).toEqual(['manager', 'messenger'])
    expect(of((role) => seesEmails({ role }))).toEqual(['manager', 'assigner', 'messenger'])
    expect([mayAssign({}), mayWrite({ canManage: true })]).toEqual([true, true])
  })
})
