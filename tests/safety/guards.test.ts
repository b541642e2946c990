// Guards that another test would hardly miss. Their controls are the planted faults of tests/mutants: each takes one of them out, and must be noticed here.
import argon2 from 'argon2'
import { afterEach, expect, test, vi } from 'vitest'
import { activityRoom, formRoom } from '#protocol/live.ts'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { accessApi } from '#protocol/people/access.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { roomRules } from '#server/app/app.ts'
import { collections } from '#server/app/store/collections.ts'
import type { Payments } from '#server/kernel/ports/payments.ts'
import { signMessage } from '#server/kernel/ports/payments-events.ts'
import { createPasswords } from '#server/kernel/ports/secrets.ts'
import { openFile, openWriting } from '#server/kernel/store/sqlite/schema.ts'
import { type Store, StoreUnavailable } from '#server/kernel/store/store.ts'
import { teammates } from '#server/people/model/team.ts'
import { buy, subscriptionOf } from '../kit/world/buying.ts'
import { openChoir } from '../kit/world/organization.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

/** Olga's organization with an event in which Gus has a seat and a permission; and Ada's, whose ids they are to be mixed with. */
async function twoTenants() {
  const world = await openWorld()
  const choir = await openChoir(world, { gus: 'member', mia: 'member' })
  const made = await choir.event()
  const at = { id: made.eventId, groupId: made.groupId }
  const person = { name: 'Gus', email: choir.gus.email, roleName: 'Guest' }
  const { rsvps } = await world.ok(assignApi.assign, { ...at, ...person }, choir.owner)
  const grant = await choir.grant(made, choir.gus)
  const ada = await world.person('ada', 'team')
  const founded = await world.ok(orgApi.create, { organization: { name: 'Band' }, owner: { email: ada.email } }, ada)
  const hers = await world.event(ada, [{ name: 'Guest', max: 3 }], {}, { ownerOrgId: founded.orgId })
  const hersAt = { id: hers.eventId, groupId: hers.groupId }
  return { world, choir, made, at, rsvpId: rsvps[0]?._id ?? '', grant, ada, adasOrgId: founded.orgId, hersAt }
}
const kept = ({ world, made, choir }: Awaited<ReturnType<typeof twoTenants>>) =>
  Promise.all([
    world.ok(eventApi.read, { id: made.eventId }, choir.owner),
    world.ok(groupApi.read, { id: made.groupId }, choir.owner),
    world.store.find(teammates, { index: 'group', where: { groupId: made.groupId } }),
    world.ok(orgApi.members, { id: choir.orgId }, choir.owner),
  ])

test('R28 an answer of another group is unknown to whoever may assign in their own, and keeps its role', async () => {
  const setting = await twoTenants()
  const { world, ada, hersAt, rsvpId } = setting
  const before = await kept(setting)
  const nobody = 'f'.repeat(24)
  for (const id of [rsvpId, nobody]) {
    const taken = await world.no(assignApi.remove, { ...hersAt, rsvpId: id, roleName: 'Guest' }, ada)
    const moved = { ...hersAt, fromRsvpId: id, toName: 'Ada', toEmail: ada.email, roleName: 'Guest' }
    expect([taken, await world.no(assignApi.reassign, moved, ada)]).toEqual([
      [404, 'rsvp-unknown', expect.any(String)],
      [404, 'rsvp-unknown', expect.any(String)],
    ])
  }
  expect(await kept(setting)).toEqual(before)
})

test('R28 a permission of another group is unknown, and stays', async () => {
  const setting = await twoTenants()
  const { world, ada, hersAt, grant, made, choir } = setting
  const { member: ofAllGroups } = await world.ok(teamApi.add, { id: made.eventId, email: choir.mia.email, role: 'assigner' }, choir.owner)
  const before = await kept(setting)
  for (const { _id: grantId } of [grant, ofAllGroups])
    expect((await world.no(assignApi.revoke, { ...hersAt, grantId }, ada))[1]).toBe('grant-unknown')
  expect(await kept(setting)).toEqual(before)
})

test('R36 a member of another organization is unknown, and keeps their role', async () => {
  const setting = await twoTenants()
  const { world, ada, adasOrgId, choir } = setting
  const before = await kept(setting)
  const id = await choir.memberId(choir.gus)
  expect((await world.no(orgApi.setRole, { id, role: 'admin', orgId: adasOrgId }, ada))[1]).toBe('member-unknown')
  expect((await world.no(orgApi.removeMembers, { orgId: adasOrgId, memberIds: [id] }, ada))[1]).toBe('member-unknown')
  expect(await kept(setting)).toEqual(before)
})

test('R28 a group and an event that are not one another’s are assigned in by nobody, however much is theirs', async () => {
  const setting = await twoTenants()
  const { world, ada, at, hersAt, choir } = setting
  const before = await kept(setting)
  const person = { name: 'Ada', email: ada.email, roleName: 'Guest' }
  const mixed = [
    { id: at.id, groupId: hersAt.groupId },
    { id: hersAt.id, groupId: at.groupId },
  ]
  for (const ids of mixed)
    for (const who of [ada, choir.owner]) expect((await world.no(assignApi.assign, { ...ids, ...person }, who))[1]).toBe('event-unknown')
  const own = await choir.event({ name: 'Gala' })
  const across = { id: own.eventId, groupId: at.groupId, name: 'Mia', email: choir.mia.email, roleName: 'Guest' }
  expect((await world.no(assignApi.assign, across, choir.owner))[1]).toBe('event-unknown')
  expect(await kept(setting)).toEqual(before)
})

test('R38 a permission that a removal left behind lets nobody assign, nor does it after they are added again', async () => {
  const { world, choir, at, grant } = await twoTenants()
  const before = await world.store.get(teammates, grant._id)
  const assign = () => world.no(assignApi.assign, { ...at, name: 'Mia', email: choir.mia.email, roleName: 'Guest' }, choir.gus)
  await choir.remove(choir.gus)
  await world.store.commit([{ collection: teammates, put: before as NonNullable<typeof before>, expectedRev: 0 }])
  expect((await assign())[1]).toBe('event-unknown')
  world.clock.advance(1)
  await choir.add('gus')
  expect((await assign())[1]).toBe('event-unknown')
})

test('R36 a plain member is shown who else belongs, and nobody’s email', async () => {
  const { world, choir } = await twoTenants()
  const all = await world.ok(orgApi.members, { id: choir.orgId }, choir.owner)
  const shown = await world.ok(orgApi.members, { id: choir.orgId }, choir.mia)
  expect([all.members.length, shown.members.length]).toEqual([3, 3])
  expect(JSON.stringify(all)).toContain(choir.gus.email)
  for (const { email } of [choir.owner, choir.gus, choir.mia]) expect(JSON.stringify(shown)).not.toContain(email)
})

test('R56 the same Idempotency-Key of two people makes two events, and tells neither of the other’s', async () => {
  const world = await openWorld()
  const headers = { 'idempotency-key': 'one' }
  const input = { event: world.eventInput(), groups: [{}] }
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  const first = await world.ok(eventApi.createWithGroup, input, { ...ada, headers })
  const again = await world.ok(eventApi.createWithGroup, input, { ...ada, headers })
  const other = await world.ok(eventApi.createWithGroup, input, { ...bob, headers })
  expect([again.event._id, other.event._id === first.event._id]).toEqual([first.event._id, false])
  expect([first.event.organizerEmail, other.event.organizerEmail]).toEqual([ada.email, bob.email])
})

let letGo = () => {}
afterEach(() => letGo())

test('L6 who is still being asked whether they may watch hears nothing meanwhile', async () => {
  const held = new Promise<void>((go) => {
    letGo = go
  })
  let isAsked = false
  const rules: typeof roomRules = {
    ...roomRules,
    async activity(services, id, caller) {
      isAsked ||= caller.user?.email.startsWith('eve') === true
      if (caller.user?.email.startsWith('eve')) await held // a store that takes its time
      return roomRules.activity(services, id, caller)
    },
  }
  const world = await openWorld({ rules })
  const [ada, eve] = [await world.person('ada'), await world.person('eve')]
  const { groupId } = await world.event(ada)
  const [owner, stranger] = [await world.socket(ada), await world.socket(eve)]
  expect(await owner.watch(activityRoom(groupId))).toHaveProperty('view')
  const asked = stranger.watch(activityRoom(groupId))
  await expect.poll(() => isAsked).toBe(true)
  await world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest'])
  await owner.hears(({ name }) => name === 'activity')
  letGo()
  expect(await asked).toMatchObject({ code: 'group-unknown' })
  expect(stranger.heard).toEqual([])
})

test('M1 nobody is told of an answer while its commit is under way, nor once it has failed', async () => {
  let fail = (_: Error) => {}
  const held = new Promise<void>((_, reject) => {
    fail = reject
  })
  const broken = { next: false }
  const wrap = (store: Store): Store =>
    Object.assign(Object.create(store) as Store, {
      get: store.get.bind(store),
      find: store.find.bind(store),
      follow: store.follow.bind(store),
      commit(writes: Parameters<Store['commit']>[0]) {
        if (!broken.next) return store.commit(writes)
        broken.next = false
        return held
      },
    })
  const world = await openWorld({ wrap })
  const ada = await world.person('ada')
  const [{ groupId, eventId }, other] = [await world.event(ada), await world.event(ada)]
  const phone = await world.socket()
  for (const one of [{ groupId, eventId }, other]) await phone.watch(formRoom(one.groupId, one.eventId))
  /** Something else is told: by then all was that came before. */
  const somethingElse = async (email: string) => {
    const { body } = await world.answer(other.groupId, world.proven(email, other.groupId), ['Guest'])
    await phone.hears(({ view }) => view._id === other.groupId && view.rev >= body.form.rev)
    return phone.heard.filter(({ view }) => view._id === groupId)
  }
  broken.next = true
  const answer = world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest'])
  await comes(() => expect(broken.next).toBe(false))
  expect(await somethingElse('one@guests.test')).toEqual([])
  fail(new StoreUnavailable('The disk is full'))
  expect((await answer).status).toBe(503)
  expect(await somethingElse('two@guests.test')).toEqual([])
  expect((await world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest'])).status).toBe(200)
  await phone.hears(({ name, view }) => name === 'form' && view._id === groupId)
})

/** What is hashed meanwhile: how dear each hash is, and of what. Counted, since a clock would tell of the machine, too. */
async function hashing(work: () => Promise<unknown>): Promise<string[]> {
  const hash = vi.spyOn(argon2, 'hash')
  const verify = vi.spyOn(argon2, 'verify')
  await work()
  const verified = verify.mock.calls.map(([digest, password]) => `${digest.split('$').slice(0, 4).join('$')} ${String(password)}`)
  const hashed = hash.mock.calls.map(([password, options]) => `${JSON.stringify(options)} ${String(password)}`)
  hash.mockRestore()
  verify.mockRestore()
  return [...verified, ...hashed]
}

/** A world, and the collections that each of its commits writes to. */
async function openNoting() {
  const written: string[][] = []
  const wrap = (store: Store): Store =>
    Object.assign(Object.create(store) as Store, {
      get: store.get.bind(store),
      find: store.find.bind(store),
      async commit(writes: Parameters<Store['commit']>[0]) {
        written.push(writes.map(({ collection }) => collection.name).sort())
        await store.commit(writes)
      },
    })
  return { world: await openWorld({ wrap }), written }
}

const asking = [accessApi.requestLink, accessApi.requestPasswordReset, accessApi.resendVerification]
test.each(asking)('R34 $path writes the same records for a stranger as for somebody, so that neither takes longer', async (endpoint) => {
  const { world, written } = await openNoting()
  const { email } = await world.person('ada')
  const waiting = { email: 'bob@people.test', username: 'bob_user', password: 'password of bob' }
  await world.ok(accessApi.signUp, waiting)
  written.length = 0
  for (const to of [email, waiting.email, 'nobody@people.test']) await world.ok(endpoint, { email: to })
  expect(written).toEqual(Array(3).fill(['emails', 'hourCounts', 'tokens']))
})

test('R34, R120 signing up and creating while signed out write the same records whoever’s the email is and however much they have', async () => {
  const { world, written } = await openNoting()
  const [ada, full] = [await world.person('ada'), await world.person('full')]
  await world.event(full)
  await world.event(full)
  written.length = 0
  const everybody = [ada.email, full.email, 'nobody@people.test']
  for (const email of everybody) await world.ok(accessApi.signUp, { email, password: 'a password' })
  for (const organizerEmail of everybody)
    await world.ok(eventApi.createWithGroup, { event: world.eventInput({ organizerEmail }), groups: [{}] })
  expect(written.slice(0, 3)).toEqual(Array(3).fill(['emails', 'hourCounts', 'tokens', 'usernames']))
  expect(written.slice(3)).toEqual(
    Array(3).fill(['emails', 'events', 'groups', 'hourCounts', 'proofCodes', 'shortLinks', 'tokens', 'users']),
  )
})

/** Sends a signed message of the provider, about one thing of its own. */
async function sayTo(world: World, id: string, type: string, about: string) {
  const body = JSON.stringify({ id, object: 'event', type, data: { object: { id: about } } })
  const secret = `whsec_${world.services.secrets.keyedHash('sandbox webhook')}`
  const headers = { 'stripe-signature': signMessage(body, secret, world.clock.now()) }
  return (await world.send('POST', '/api/payment/webhook', body, { headers })).status
}

test('R47 R49 a signed message about a checkout that is open, or whose money is on its way, lifts no group', async () => {
  const shown: { status: 'open' | 'complete'; isPaid: boolean } = { status: 'open', isPaid: false }
  const payments = (sandbox: Payments): Payments => ({
    ...sandbox,
    readCheckout: async (id) => sandbox.readCheckout(id).then((one) => one && { ...one, ...shown }),
  })
  const world = await openWorld({ payments })
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const { sessionId } = await world.ok(checkoutApi.group, { groupId }, ada)
  const tier = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).tierLimits?.tier
  const tell = (id: string) => sayTo(world, id, 'checkout.session.completed', sessionId)
  expect([await tell('evt_open'), await tier()]).toEqual([200, 'free'])
  Object.assign(shown, { status: 'complete' })
  expect([await tell('evt_complete'), await tier()]).toEqual([200, 'free'])
  Object.assign(shown, { isPaid: true })
  expect([await tell('evt_paid'), await tier()]).toEqual([200, 'pro'])
})

test('R47 a look at the provider that was slow does not take the place of a later one', async () => {
  const held = { go: () => {} }
  let reads = Number.NEGATIVE_INFINITY // not counted while the plan is bought
  const payments = (sandbox: Payments): Payments => ({
    ...sandbox,
    async readSubscription(id) {
      const found = await sandbox.readSubscription(id)
      // The second look of the first message stays on its way.
      if (++reads === 2) await new Promise<void>((go) => Object.assign(held, { go }))
      return found
    },
  })
  const world = await openWorld({ payments })
  const ada = await world.person('ada')
  await buy(world, ada)
  const { id = '' } = (await subscriptionOf(world, ada)) ?? {}
  await world.sandbox.deliver()
  const tell = (eventId: string) => sayTo(world, eventId, 'customer.subscription.updated', id)
  reads = 0
  const slow = tell('evt_slow')
  await comes(() => expect(reads).toBe(2))
  await world.sandbox.cancel(id)
  expect(await tell('evt_quick')).toBe(200)
  expect(await subscriptionOf(world, ada)).toMatchObject({ cancelAtPeriodEnd: true })
  held.go()
  expect([await slow, (await subscriptionOf(world, ada))?.cancelAtPeriodEnd]).toEqual([200, true])
})

test('R34 a login with an unknown email costs the processor as much as one with a wrong password', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('the right one')
  expect(await hashing(() => passwords.matches('a wrong one', hash))).toEqual(['$argon2id$v=19$m=19456,t=2,p=1 a wrong one'])
  expect(await hashing(() => passwords.matches('a wrong one', null))).toEqual(['$argon2id$v=19$m=19456,t=2,p=1 a wrong one'])
})

test('R34 a login hashes as often for an unknown email as for a wrong password', async () => {
  const world = await openWorld()
  const { email } = await world.person('ada')
  const logIn = (as: string) => hashing(() => world.no(accessApi.logIn, { email: as, password: 'a wrong one' }))
  const known = await logIn(email)
  expect(known).toHaveLength(3) // of the account, and of the two sign-ups that may wait
  expect(await logIn('nobody@people.test')).toEqual(known)
})

test('ST17 a commit is on the disk before it is acknowledged: SQLite waits for it each time', () => {
  const { db, close } = openFile({ file: ':memory:', collections })
  for (const writing of [db, openWriting(':memory:')]) expect(writing.prepare('PRAGMA synchronous').raw().get([])).toEqual([2]) // FULL: also when the power goes
  close()
})
