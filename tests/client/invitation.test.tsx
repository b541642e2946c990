// Inviting on screen: whose earlier guests can be chosen, and what is forgotten with the session.
import { afterEach, expect, test } from 'vitest'
import { EarlierGuests } from '#client/invitation/earlier-guests.tsx'
import { InvitationsPanel } from '#client/invitation/invitations-panel.tsx'
import { putLeft, reopenInvitations, useInvitations } from '#client/invitation/store.ts'
import { keepOrganizerToken } from '#client/lib/session.ts'
import { aCard, aGroup, eventId, groupId } from './event-fixtures.ts'
import { button, leave, serve, settle, show, text } from './page-kit.tsx'

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
  expect(text()).toContain('Email people their own link')
})

test('R97 the bar says what was sent and what failed; what failed stays there when all are done', async () => {
  serve(() => undefined)
  const shown = async (done: number, sent: number, failed: number) => {
    useInvitations.setState({ progress: { [groupId]: { _id: groupId, rev: 5, total: 4, done, sent, failed } } })
    await show(<InvitationsPanel group={aGroup({ invitations: { invited: 4, opened: 0, answered: 0, silent: 0 } })} />)
    return text()
  }
  expect(await shown(2, 1, 1)).toContain('Sent 1 of 4, 1 failed')
  expect(await shown(4, 3, 1)).toContain('1 of 4 invitations could not be delivered. Check the addresses.')
  const all = await shown(4, 4, 0)
  expect([all.includes('Sent'), all.includes('delivered')]).toEqual([false, false])
})

test('R97 asking again is offered once somebody may be asked, and until then it is said why not', async () => {
  const page = (due: number, recent: number, nextCursor: string | null = null) => ({ body: { due, recent, left: 5, nextCursor } })
  const pages = [page(0, 100, 'a'.repeat(24)), page(0, 1)]
  const asked = serve(({ path }) => (path.endsWith('/again') ? pages.shift() : { body: { left: 5, progress: null } }))
  const silent = (count: number) => aGroup({ invitations: { invited: count, opened: 0, answered: 0, silent: count } })
  await show(<InvitationsPanel group={silent(101)} />)
  await settle()
  expect(button('Invite again (101)').disabled).toBe(true)
  expect(text()).toContain('You can’t invite anyone again yet: there must be 3 days between two invitations.')
  expect(asked.filter(({ path }) => path.endsWith('/again')).map(({ body }) => body)).toMatchObject([{ dryRun: true }, { dryRun: true }])
  await leave()
  pages.push(page(1, 100))
  await show(<InvitationsPanel group={silent(101)} />)
  await settle()
  expect(button('Invite again (101)').disabled).toBe(false)
  expect(text()).not.toContain('You can’t invite anyone')
})

test('L5 progress is read again only where it was read before, and goes with the session', async () => {
  const progress = { _id: groupId, rev: 5, done: 2, sent: 2, failed: 0, total: 4 }
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
