// Invitations to several groups of an event at once: one email for each person, and counts that say the truth in each group.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openSeveral } from '../kit/world/several.ts'
import { guestLink, people, statuses } from './stage.ts'

async function setUp() {
  const stage = await openSeveral({ Bar: [0, 1], Door: [1, 2], Stage: [2, 3] })
  const { world, ada, idOf } = stage
  const invite = (names: readonly string[], more: { people: ReturnType<typeof people>; message?: string; dryRun?: boolean }) => {
    const [id = '', ...alsoTo] = names.map(idOf)
    return world.call(invitationApi.send, { id, alsoTo, ...more }, ada)
  }
  const standing = async (name: string) => {
    const { rsvps, group } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
    return [rsvps.map(({ email, invitation }) => `${email} ${invitation?.state}`).sort(), 'invitations' in group && group.invitations]
  }
  const left = async () => (await world.ok(invitationApi.read, { id: idOf('Bar') }, ada)).left
  return { ...stage, invite, standing, left }
}

test('R97j one email for each, that names the groups and leads to all; in each group they stand as invited; it counts once for the day', async () => {
  const { world, eventId, invite, standing, left } = await setUp()
  const before = await left()
  const sent = people('ann@guests.test', 'bob@guests.test')
  expect(statuses((await invite(['Bar', 'Stage'], { people: sent, dryRun: true })).body.rows)).toEqual(['Invited', 'Invited'])
  expect(await left()).toBe(before)
  const { body } = await invite(['Bar', 'Stage'], { people: sent, message: 'Come!' })
  expect([statuses(body.rows), body.left, await left()]).toEqual([['Invited', 'Invited'], before - 2, before - 2])
  const mails = (await deliverAll(world)).filter(({ subject }) => subject.startsWith('You are invited'))
  expect(mails.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
    'ann@guests.test You are invited to “Fair”: please answer',
    'bob@guests.test You are invited to “Fair”: please answer',
  ])
  expect(mails[0]?.text).toContain('invites you to “Fair”: Bar, Stage.')
  expect(mails[0]?.text).toMatch(new RegExp(`Answer the invitation:\\nhttp://rolecall.test/rsvp/event/${eventId}\\?guest=`))
  expect((await standing('Bar'))[0]).toEqual(['ann@guests.test invited', 'bob@guests.test invited'])
  expect((await standing('Stage'))[0]).toEqual(['ann@guests.test invited', 'bob@guests.test invited'])
  expect((await standing('Door'))[0]).toEqual([])
  const { headers } = await world.call(guestApi.open, { token: guestLink(mails[0]?.text) })
  const cookie = (headers.get('set-cookie') ?? '').split(';', 1).join()
  expect((await world.ok(severalApi.form, { eventId }, { cookie })).own.length).toBe(2)
})

test('R97j who is invited to one of them gets an email about the others; sent again nobody gets a second', async () => {
  const { world, invite, standing } = await setUp()
  await invite(['Bar'], { people: people('ann@guests.test') })
  await deliverAll(world)
  const { body } = await invite(['Bar', 'Door'], { people: people('ann@guests.test', 'bob@guests.test') })
  expect(statuses(body.rows)).toEqual(['Invited', 'Invited'])
  const mails = (await deliverAll(world)).map(({ to, subject }) => `${to} ${subject}`).sort()
  expect(mails).toEqual([
    'ann@guests.test You are invited to “Fair: Door”: please answer',
    'bob@guests.test You are invited to “Fair”: please answer',
  ])
  expect((await standing('Door'))[0]).toEqual(['ann@guests.test invited', 'bob@guests.test invited'])
  expect(statuses((await invite(['Bar', 'Door'], { people: people('ann@guests.test') })).body.rows)).toEqual(['Already Invited'])
  expect(await deliverAll(world)).toEqual([])
})

test('R97j a suggested role counts in the groups that have one of its name', async () => {
  const { world, ada, idOf, invite } = await setUp()
  await world.ok(groupApi.addRole, { id: idOf('Bar'), name: 'Barkeeper', max: 2 }, ada)
  const { body } = await invite(['Bar', 'Stage'], { people: [{ email: 'ann@guests.test', roles: ['Barkeeper'] } as never] })
  expect(statuses(body.rows)).toEqual(['Invited'])
  expect(statuses((await invite(['Stage'], { people: [{ email: 'cy@guests.test', roles: ['Barkeeper'] } as never] })).body.rows)).toEqual([
    'Invalid',
  ])
})

test('R97j refuses a group of another event, and changes nothing', async () => {
  const { world, ada, idOf, standing } = await setUp()
  const other = await world.event(ada)
  const sent = { id: idOf('Bar'), alsoTo: [other.groupId], people: people('ann@guests.test') }
  expect((await world.no(invitationApi.send, sent, ada)).slice(0, 2)).toEqual([404, 'group-unknown'])
  expect((await standing('Bar'))[0]).toEqual([])
})
