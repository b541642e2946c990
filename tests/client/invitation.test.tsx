// Inviting on screen: whose earlier guests can be chosen, and what is forgotten with the session.
import { afterEach, expect, test } from 'vitest'
import { EarlierGuests } from '#client/invitation/earlier-guests.tsx'
import { InvitationsPanel } from '#client/invitation/invitations-panel.tsx'
import { putLeft, reopenInvitations, useInvitations } from '#client/invitation/store.ts'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { aCard, aGroup, eventId, groupId } from './event-fixtures.ts'
import { leave, serve, settle, show, text } from './page-kit.tsx'

afterEach(async () => {
  await leave()
  useInvitations.setState({ progress: {}, left: {} })
})

const other = aCard({ _id: 'b'.repeat(24), name: 'Spring meetup' })
const options = () => [...document.querySelectorAll('option')].map((one) => one.textContent).join('|')

test.each([
  [null, 'own'],
  ['c'.repeat(24), 'c'.repeat(24)],
])('R97 of the earlier events only those of the same owner are asked for: %s', async (ownerOrgId, organization) => {
  const asked = serve(({ path }) => (path.startsWith('/event/mine') ? { body: { events: [aCard(), other] } } : undefined))
  await show(<EarlierGuests group={{ eventId, ownerOrgId }} disabled={false} onAdd={() => 0} />)
  await settle()
  expect(asked.map(({ path }) => new URLSearchParams(path.split('?')[1]).get('organization'))).toEqual([organization])
  expect(options()).toContain('Spring meetup')
  expect(options()).not.toContain('Meetup,')
})

test('R97 once the only invitation is taken back nobody counts as invited', async () => {
  serve(() => undefined)
  await show(<InvitationsPanel group={aGroup({ invitations: { invited: 0, opened: 0, answered: 0, silent: 0 } })} />)
  expect(text()).not.toContain('invited by email')
  expect(text()).toContain('Email people a link of their own')
})

test('L5 progress is read again only where it was read before, and goes with the session', async () => {
  const progress = { _id: groupId, rev: 5, sent: 2, total: 4 }
  const asked = serve(() => ({ body: { left: 3, progress } }))
  reopenInvitations(groupId)
  expect(asked).toEqual([])
  putLeft(groupId, 9)
  reopenInvitations(groupId)
  await settle()
  expect(useInvitations.getState()).toEqual({ left: { [groupId]: 3 }, progress: { [groupId]: progress } })
  keepOrganizerToken('another')
  expect(useInvitations.getState()).toEqual({ left: {}, progress: {} })
})
