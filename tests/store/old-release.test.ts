// A store that release 0.1.0 wrote (fixtures/0.1.0.*, one for each engine, under the secrets of tests/kit/world): this release brings it to the current
// shape (R111) and goes on where that one left off.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { collections } from '#server/app/store/collections.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { isScalar } from '#server/kernel/store/query-plan.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import { users } from '#server/people/model/account.ts'
import { events } from '#server/seats/model/event.ts'
import { takeOverPending } from '#server/seats/pending/actions.ts'
import { hour, testClock } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { migrated } from '../kit/world/migrated.ts'
import { openWorld } from '../kit/world/world.ts'
import { fixtureFile, openFixture } from './old-store.ts'

interface Facts {
  readonly now: number
  readonly orgId: string
  readonly code: string
  readonly verify: string
  readonly link: string
  readonly login: string
  readonly danId: string
  readonly assigned: Made
  readonly open: Made
  readonly known: Made & { readonly token: string }
  readonly unknown: Made & { readonly token: string }
}
interface Made {
  readonly eventId: string
  readonly groupId: string
}
const facts = JSON.parse(readFileSync(fixtureFile('0.1.0.json'), 'utf8')) as Facts

async function openOld() {
  const store = await openFixture('0.1.0')
  const world = await openWorld({ store, clock: testClock(facts.now) })
  await migrated(store)
  await takeOverPending(world.services)
  await takeOverPending(world.services)
  return world
}

test('S20 people log in with their passwords, and logins and links of that release open what they opened', async () => {
  const world = await openOld()
  const dan = await world.logIn('dan')
  expect(dan.userId).toBe(facts.danId)
  expect((await world.ok(accountApi.profile, {}, { token: facts.login })).user).toMatchObject({ tier: 'free', username: 'dan_user' })
  await world.ok(accessApi.openLink, { token: facts.link })
  expect((await world.ok(accountApi.me, {}, { organizerToken: facts.link })).user.email).toBe('bea@people.test')
  const mine = (await world.ok(eventApi.mine, {}, dan)).events.map(({ _id }) => _id)
  expect(mine).toEqual([facts.open.eventId])
  expect((await world.ok(groupApi.read, { id: facts.open.groupId }, dan)).rsvps).toMatchObject([{ email: 'first@guests.test' }])
})

test('S20 R34 R115 a sign-up that waited is finished with its password', async () => {
  const world = await openOld()
  const done = await world.ok(accessApi.verifyEmail, { token: facts.verify, password: 'password of eve' })
  expect(done.user).toMatchObject({ email: 'eve@people.test', username: 'eve_user' })
  await world.logIn('eve')
})

test('S20 R32 R116 an event that waited is listed for the one it is addressed to, published by them, and counted once', async () => {
  const world = await openOld()
  const dan = await world.logIn('dan')
  expect((await world.ok(pendingApi.list, {}, dan)).events.map(({ _id }) => _id)).toEqual([facts.known.eventId])
  const bea = await world.logIn('bea')
  expect((await world.no(pendingApi.publish, { id: facts.known.eventId }, bea))[1]).toBe('event-unknown')
  await world.ok(pendingApi.publish, { id: facts.known.eventId }, dan)
  expect((await world.ok(pendingApi.list, {}, dan)).events).toEqual([])
  expect((await world.ok(eventApi.mine, {}, dan)).events).toHaveLength(2)
  const counted = (await world.store.get(users, dan.userId))?.countedEvents.map(({ id }) => id)
  expect(counted?.sort()).toEqual([facts.known.eventId, facts.open.eventId].sort())
  expect((await world.ok(eventApi.read, { id: facts.known.eventId }, dan)).event.name).toBe('Pending of dan@people.test')

  await world.ok(accessApi.openLink, { token: facts.unknown.token })
  const link = { organizerToken: facts.unknown.token }
  expect((await world.ok(pendingApi.list, {}, link)).events.map(({ _id }) => _id)).toEqual([facts.unknown.eventId])
  await world.ok(pendingApi.publish, { id: facts.unknown.eventId }, link)
  expect((await world.ok(eventApi.mine, {}, link)).events).toHaveLength(1)
})

test('S20 R32 an event that waited too long is purged, and takes no place in a plan, neither before nor after', async () => {
  const world = await openOld()
  const dan = await world.logIn('dan')
  await world.event(dan)
  expect((await world.no(eventApi.createWithGroup, { event: world.eventInput(), groups: [{}] }, dan))[1]).toBe('active-events-reached')
  world.clock.advance(49 * hour)
  await world.runJobs()
  expect(await world.store.get(events, facts.known.eventId)).toBeUndefined()
  expect(await world.store.get(events, facts.unknown.eventId)).toBeUndefined()
  expect(await world.store.get(events, facts.open.eventId)).toBeDefined()
})

test('S20 R15 an emailed code of that release is taken, also after a wrong try, and the answer gets its seat', async () => {
  const world = await openOld()
  const [email, { groupId }] = ['second@guests.test', facts.open]
  expect((await world.no(rsvpApi.verifyCode, { email, groupId, code: facts.code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA' }))[1]).toBe(
    'code-wrong',
  )
  const { headers, status } = await world.call(rsvpApi.verifyCode, { email, groupId, code: facts.code })
  expect(status).toBe(200)
  const guest = { email, cookie: (headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
  expect((await world.answer(groupId, guest, ['Speaker'])).status).toBe(200)
  world.clock.advance(hour)
  await world.ok(rsvpApi.sendCode, { email, groupId })
})

test('S20 R108 roles of that release need nobody at least, until somebody says so', async () => {
  const world = await openOld()
  const [dan, id] = [await world.logIn('dan'), facts.open.groupId]
  const roles = async () => (await world.ok(groupApi.read, { id }, dan)).group.roles
  const before = await roles()
  expect(before.length).toBeGreaterThan(0)
  expect(JSON.stringify(before)).not.toContain('"min"')
  expect((await world.ok(eventApi.mine, {}, dan)).events[0]?.showConfirmation).toBeTypeOf('boolean')
  await world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 5, min: 4 }, dan)
  expect(await roles()).toContainEqual(expect.objectContaining({ name: 'Speaker', max: 5, min: 4 }))
})

test('S20 R117 members of that release belong without being asked, and manage and see what they did', async () => {
  const world = await openOld()
  const [ada, bea] = [await world.logIn('ada'), await world.logIn('bea')]
  const { members } = await world.ok(orgApi.members, { id: facts.orgId }, ada)
  expect(new Map(members.map(({ user, status }) => [user.email, status]))).toEqual(
    new Map(['ada', 'bea', 'carl'].map((name) => [`${name}@people.test`, 'active'])),
  )
  const mine = await world.ok(orgApi.mine, {}, bea)
  expect(mine).toMatchObject({ organizations: [{ _id: facts.orgId, member: { role: 'member' } }], invitations: [] })
  const { rsvps } = await world.ok(groupApi.read, { id: facts.assigned.groupId }, ada)
  expect(rsvps).toMatchObject([{ email: bea.email, roles: ['Guest'], formerMember: false }])
  expect(await world.store.find(emails, { index: 'due', limit: 100 })).not.toEqual([])
})

test('ST13, S20 every index has the records of that release', async () => {
  const { store } = await openOld()
  const all = await everything(store)
  for (const collection of collections)
    for (const [index, { fields }] of Object.entries(collection.indexes)) {
      const isIn = (record: object) => fields.every((field) => isScalar((record as Record<string, unknown>)[field]))
      const found: Stored[] = await store.find(collection, { index, limit: 100_000 })
      const ids = (records: readonly Stored[]) => records.map(({ _id }) => _id).toSorted()
      expect([collection.name, index, ids(found)]).toEqual([collection.name, index, ids((all[collection.name] ?? []).filter(isIn))])
    }
})
