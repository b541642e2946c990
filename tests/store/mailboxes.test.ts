// Addresses kept in other spellings are migrated: who was there is found by the address of today, and what is there twice is named (R244b).
import { expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accessApi } from '#protocol/people/access.ts'
import { orgApi } from '#protocol/people/org.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { collections, installations } from '#server/app/store/collections.ts'
import { createIds } from '#server/kernel/ports/secrets.ts'
import { readFormerIds } from '#server/kernel/store/former-ids.ts'
import { storeStates } from '#server/kernel/store/migrate.ts'
import type { Store, Stored } from '#server/kernel/store/store.ts'
import { addressKey, addressMarks, stops } from '#server/seats/model/notice.ts'
import { everything, livedIn, putAll } from '../kit/world/every-collection.ts'
import { freshStore } from '../kit/world/fresh-store.ts'
import { migrated, migratedAgain } from '../kit/world/migrated.ts'
import { idKey, openWorld, type World } from '../kit/world/world.ts'

/** Every text that is an address as a whole, in whatever field it stands, in another spelling. */
const spelled = (value: unknown, change: (address: string) => string): unknown =>
  typeof value === 'string'
    ? /^[^@\s]+@[a-z.]+\.test$/.test(value)
      ? change(value)
      : value
    : Array.isArray(value)
      ? value.map((one) => spelled(one, change))
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, spelled(one, change)]))
        : value
const other = (address: string) => address.replace('.test', '。ＴＥＳＴ')
/** What says of itself when it was, and how often. */
const passing = new Set(['storeStates', 'formerIds', 'heartbeats', 'installations'])

test('R244, R244b, R111 whichever record holds an address, in whichever field, holds it as it is spelled today', async () => {
  const lived = await freshStore()
  const { world, choir, groupId, guest } = await livedIn(lived)
  await world.ok(handoverApi.begin, { groupId, name: 'Lee', email: 'lee@guests.test' }, guest)
  await world.ok(invitationApi.send, { id: groupId, people: [{ email: 'ivy@guests.test' }] }, await world.logIn('ada'))
  await choir.event()
  const before = await everything(lived)
  const store = await freshStore()
  await putAll(store, storeStates, [{ _id: 'this', rev: 1, version: 3, since: '' } as Stored])
  for (const collection of collections) {
    const records = (before[collection.name] ?? []).map((record) => spelled(record, other) as Stored)
    if (!passing.has(collection.name)) await putAll(store, collection, records)
  }
  expect(JSON.stringify(await everything(store)).split('。ＴＥＳＴ').length).toBeGreaterThan(20)
  await migrated(store)
  const after = await everything(store)
  for (const [name, records] of Object.entries(before)) {
    if (passing.has(name)) continue
    const revs = (all: readonly Stored[] = []) => all.map((record) => ({ ...record, rev: 0 }))
    expect([name, revs(after[name])]).toEqual([name, revs(records)])
  }
})

const [today, typed] = ['ann@xn--bcher-kva.example', 'ann@bücher.example']
const password = 'a long password'
/** A server as it was when every spelling made ids of its own; its calls take an address as it is. */
const formerly = (store: Store) => openWorld({ store, secrets: (secrets) => ({ ...secrets, idOf: createIds(idKey).was }) })
async function signedUp(world: World, email: string, username: string) {
  const browser = await world.signUp({ email, username, password })
  const token = (await world.mails(email)).map(({ text }) => /\/verify-email\?token=([\w.-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  const { user } = await world.ok(accessApi.verifyEmail, { token }, browser)
  return user?._id ?? ''
}
async function openStore() {
  const store = await freshStore()
  await store.commit([{ collection: installations, put: { _id: 'this', rev: 1, idKey } as Stored, expectedRev: 0 }])
  return store
}

/** An account, an answer, a membership, a stop and a complaint, all under ids that `xn--` made. */
async function lived(store: Store) {
  const world = await formerly(store)
  const userId = await signedUp(world, today, 'ann_lee')
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  await world.setTier(ada.userId, 'team')
  const answer = await world.answer(groupId, world.proven(today, groupId), ['Guest'])
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { name: 'Ada', email: ada.email } }, ada)
  await world.ok(orgApi.addBulk, { members: [{ name: 'Ann', email: today, mobile: '' }], orgId }, ada)
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  const { rsvp } = answer.body as { rsvp: { _id: string } }
  await putAll(store, stops, [{ _id: rsvp._id, rev: 1, groupId, stoppedAt: '2026-12-01T09:00:00.000Z' } as Stored])
  await putAll(store, addressMarks, [
    { _id: addressKey(world.services.secrets, today), rev: 1, fault: 'complained', at: '2026-12-01T09:00:00.000Z' } as Stored,
  ])
  return { userId, groupId, orgId, rsvpId: rsvp._id }
}

const foundBy = async (store: Store, { groupId, orgId, rsvpId, userId }: Awaited<ReturnType<typeof lived>>, email: string) => {
  const world = await openWorld({ store })
  const ada = await world.logIn('ada')
  const { secrets } = world.services
  const logged = await world.call(accessApi.logIn, { email, password })
  const isHere = logged.status === 200 && (logged.body as { user: { _id: string } }).user._id === userId
  const exists = ((await world.call(rsvpApi.checkEmail, { groupId, email })).body as { hasExistingRSVP: boolean }).hasExistingRSVP
  const [row] = await world.ok(orgApi.addBulk, { members: [{ name: 'Ann', email, mobile: '' }], orgId }, ada)
  const mark = await store.get(addressMarks, addressKey(secrets, email))
  await world.call(rsvpApi.submit, { groupId, email, name: 'Ann', attending: false, roles: [] }, world.proven(email, groupId))
  const { rsvps } = await world.ok(groupApi.rsvps, { id: groupId }, ada)
  const isOne = rsvps.length === 1 && rsvps[0]?._id === rsvpId
  return { isHere, exists, isMember: row?.status === 'Already Member', hasComplained: mark?.fault === 'complained', isOne }
}
const all = { isHere: true, exists: true, isMember: true, hasComplained: true, isOne: true }

test('R244b whoever was kept under another spelling is found by each: account, answer, membership, suppression', async () => {
  const store = await openStore()
  const made = await lived(store)
  await migrated(store)
  expect(await foundBy(store, made, typed)).toEqual(all)
  expect(await foundBy(store, made, today)).toEqual(all)
  const { length } = [...(await readFormerIds(store)).keys()]
  await migratedAgain(store)
  expect((await readFormerIds(store)).size).toBe(length)
})

test('R244b control: without the ids that were kept nothing of it is found, and a second answer begins', async () => {
  const store = await openStore()
  const made = await lived(store)
  expect(await foundBy(store, made, typed)).toEqual({
    isHere: false,
    exists: false,
    isMember: false,
    hasComplained: false,
    isOne: false,
  })
})

test('R244b two accounts that are one mailbox both stay as they are, the address leads to one of them, and the operator reads of the other', async () => {
  const store = await openStore()
  const former = await signedUp(await formerly(store), today, 'ann_lee')
  const there = await signedUp(await openWorld({ store }), typed, 'ann_two')
  expect(there).not.toBe(former)
  const before = (await everything(store)).users
  await migrated(store)
  expect((await everything(store)).users).toEqual(before)
  const world = await openWorld({ store })
  const { user } = await world.ok(accessApi.logIn, { email: typed, password })
  expect(user._id).toBe(there)
  const operator = await world.person('operator')
  const { doubles } = await world.ok(operatorApi.state, {}, operator)
  expect(doubles).toEqual([{ _id: former, kind: 'account', email: today, name: 'ann_lee', createdAt: expect.any(String) }])
})
