// The one write path on its own: what one batch may hold, and whom a failure concerns.
import { setImmediate as immediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { RevisionConflict, type Store } from '#server/kernel/store/store.ts'
import { drop, next, put } from '#server/kernel/write/outcome.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { usernames } from '#server/people/model/account.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

test('S15 a record may be dropped and made again in one batch, and nobody else in the batch suffers', async () => {
  const { services, store } = await openWorld()
  const claim = { _id: 'ada', rev: 1, userId: 'a' }
  await transact(services, 'key', async () => ({ writes: [put(usernames, claim)], reply: 0 }))
  await Promise.all([
    transact(services, 'key', async (tx) => ({ writes: [drop(usernames, (await tx.get(usernames, 'ada')) ?? claim)], reply: 0 })),
    transact(services, 'key', async (tx) => {
      expect(await tx.get(usernames, 'ada')).toBeUndefined()
      return { writes: [put(usernames, { ...claim, userId: 'b' })], reply: 0 }
    }),
    transact(services, 'key', async (tx) => ({ writes: [put(usernames, next((await tx.get(usernames, 'ada')) ?? claim, {}))], reply: 0 })),
    transact(services, 'key', async () => ({ writes: [put(usernames, { ...claim, _id: 'bob' })], reply: 0 })),
  ])
  expect(await store.get(usernames, 'ada')).toEqual({ ...claim, userId: 'b', rev: 2 })
  expect(await store.get(usernames, 'bob')).toMatchObject({ _id: 'bob' })
})

test('S15 what is made and dropped in one batch was never there', async () => {
  const { services, store } = await openWorld()
  const claim = { _id: 'ada', rev: 1, userId: 'a' }
  await Promise.all([
    transact(services, 'key', async () => ({ writes: [put(usernames, claim)], reply: 0 })),
    transact(services, 'key', async (tx) => ({ writes: [drop(usernames, (await tx.get(usernames, 'ada')) ?? claim)], reply: 0 })),
  ])
  expect(await store.get(usernames, 'ada')).toBeUndefined()
})

/** Two processes; the first is held between its reads of group and answer, while the second commits that the guest moves from both roles to B. */
async function torn() {
  const store = await freshStore()
  const other = await openWorld({ store })
  let between: (() => Promise<unknown>) | undefined
  const held: Store = {
    commits: 0,
    find: (collection, query) => store.find(collection, query),
    count: (collection, most) => store.count(collection, most),
    rev: (collection, id) => store.rev(collection, id),
    commit: (writes) => store.commit(writes),
    follow: (collections, follower) => store.follow(collections, follower),
    close: async () => {},
    get: async (collection, id) => {
      const during = collection.name === rsvps.name ? between : undefined
      if (during) between = undefined
      await during?.()
      return store.get(collection, id)
    },
  }
  const world = await openWorld({ wrap: () => held, store })
  const roles = ['A', 'B'].map((name) => ({ name, max: 1 }))
  const { groupId } = await other.event(await other.person('ada', 'pro'), roles)
  const guest = other.proven('guest@guests.test', groupId)
  await other.ok(rsvpApi.submit, { groupId, email: guest.email, name: 'G', attending: true, roles: ['A', 'B'] }, guest)
  await held.get(groups, groupId)
  between = async () => expect((await other.answer(groupId, guest, ['B'])).status).toBe(200)
  return (await world.answer(groupId, guest, ['A'])).status
}

test('S19 nobody hears that a role is full because of a seat that is their own', async () => {
  expect(await torn()).toBe(200)
})

test('S19 who loses a race is decided again, and isn’t told to come later', async () => {
  const inner = await freshStore()
  let isLost = true
  const store: Store = Object.assign(Object.create(inner) as Store, {
    commit(writes: Parameters<Store['commit']>[0]) {
      if (!isLost) return inner.commit(writes)
      isLost = false
      return Promise.reject(new RevisionConflict('ada'))
    },
  })
  const { services } = await openWorld({ wrap: () => store, store: inner })
  const claim = { _id: 'ada', rev: 1, userId: 'a' }
  isLost = true
  let decided = 0
  await transact(services, 'key', async () => ({ writes: [put(usernames, claim)], reply: ++decided }))
  expect([isLost, decided, await inner.get(usernames, 'ada')]).toEqual([false, 2, claim])
})

/** How often a batch of so many answers, each to two groups, waits for reads of the store: those that are under way together count once. */
async function waitsOf(count: number) {
  let [waits, reading, isCounted] = [0, 0, false]
  const counting = (store: Store): Store =>
    storeWith(store, {
      get: async (collection, id) => {
        if (isCounted && reading === 0) waits++
        reading++
        await immediate() // as one that is a network away
        return store.get(collection, id).finally(() => reading--)
      },
    })
  const world = await openWorld({ process: 'a', wrap: counting })
  const ada = await world.person('ada', 'pro')
  const { groupId, eventId } = await world.event(ada, [{ name: 'Guest', max: 40 }])
  const second = await world.ok(
    eventApi.addGroup,
    { id: eventId, group: { name: 'Late', allowOverlap: true, roles: [{ name: 'Guest', max: 40 }] } },
    ada,
  )
  const both = [groupId, second.groupId].map((id) => ({ groupId: id, attending: true, roles: ['Guest'] }))
  const guests = Array.from({ length: count }, (_, n) => `guest${n}@guests.test`)
  isCounted = true
  const sent = await Promise.all(
    guests.map((email) => world.call(rsvpApi.submit, { eventId, name: 'Guest', email, groups: both }, world.proven(email, groupId))),
  )
  expect(sent.map(({ status }) => status)).toEqual(guests.map(() => 200))
  return waits
}

test('S19 over a database a batch waits for its reads as often as two answers do, however many it holds', async () => {
  expect(await waitsOf(24)).toBeLessThanOrEqual((await waitsOf(2)) + 4)
})
