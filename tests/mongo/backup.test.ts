// Between the engines: an embedded store moved into MongoDB record for record, MongoDB backed up as of one moment while it is written to, and back.
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { accountApi } from '#protocol/people/account.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { writeBackup } from '#server/app/backup/file.ts'
import { openBackup } from '#server/app/backup/read.ts'
import { type Entries, entriesOf, fillStore } from '#server/app/backup/records.ts'
import { installations } from '#server/app/store/collections.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { newFolder } from '../kit/process/process.ts'
import { asText, copyOf, everything, livedIn, memory, putAll, target } from '../kit/world/every-collection.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { openWorld } from '../kit/world/world.ts'

const uri = () => inject('mongodb') ?? ''

test('O13 every record of an embedded store is in MongoDB afterwards, and the product goes on there', async () => {
  const [store, database] = [await memory(), await freshMongo(uri())]
  const { ada, groupId, guest, world } = await livedIn(store)
  const before = await everything(store)
  expect(Object.values(before).filter((records) => records.length === 0)).toEqual([])
  const counts = await fillStore(target(database), entriesOf(store))
  expect(counts).toEqual(Object.fromEntries(Object.entries(before).map(([name, records]) => [name, records.length])))
  expect(await asText(database)).toBe(await asText(store))
  const again = await openWorld({ store: database, clock: world.clock })
  expect((await again.ok(accountApi.profile, {}, ada)).user.email).toBe(ada.email)
  expect((await again.answer(groupId, guest, ['Speaker'])).status).toBe(200)
  expect((await again.ok(groupApi.read, { id: groupId }, ada)).roleCoverage.map(({ count }) => count)).toEqual([1, 2])
  await expect(fillStore(target(database), entriesOf(store))).rejects.toThrow('is not empty (it holds installations)')
})

test('O13 control: an engine that loses one record of hundreds is found out, and no installation is put in place', async () => {
  const [store, database] = [await memory(), await freshMongo(uri())]
  await livedIn(store)
  await putAll(
    store,
    rsvps,
    Array.from({ length: 600 }, (_, n): Stored => ({ _id: `more${n}`, rev: 1 })),
  )
  const losing = {
    ...target(database),
    store: {
      get: database.get.bind(database),
      find: database.find.bind(database),
      rev: database.rev.bind(database),
      count: database.count.bind(database),
      commit: (writes: Parameters<typeof database.commit>[0]) =>
        database.commit(writes.filter((write) => !('put' in write && write.put._id === 'more333'))),
      follow: database.follow.bind(database),
      close: () => database.close(),
      commits: 0,
    },
  }
  await expect(fillStore(losing, entriesOf(store))).rejects.toThrow(/does not hold what was written to it \(rsvps: \d+3 of \d+4\)/)
  expect(await database.get(installations, 'this')).toEqual({ _id: 'this', rev: 1, restoring: true })
})

/** Groups whose counts are not those of their answers, in what a walk gives. */
async function disagreeing(entries: Entries, between: () => Promise<void>) {
  const [seen, answers] = [new Map<string, Group>(), new Map<string, number>()]
  for await (const { collection, record } of entries) {
    if (collection.name === groups.name) seen.set(record._id, record as Group)
    const { groupId, attending } = record as Rsvp
    if (collection.name === rsvps.name && attending) answers.set(groupId, (answers.get(groupId) ?? 0) + 1)
    await between()
  }
  return [...seen.values()].filter(({ _id, answers: { yes } }) => yes !== (answers.get(_id) ?? 0)).length
}

/** A product on MongoDB, and somebody who answers each time they are asked to, while others look. */
async function answering() {
  const database = await freshMongo(uri())
  await database.commit([{ collection: installations, put: { _id: 'this', rev: 1, idKey: 'of this database' } as Stored, expectedRev: 0 }])
  const world = await openWorld({ store: database })
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 500 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const guests = world.crowd(120, groupId)
  for (const guest of guests.slice(0, 30)) await world.answer(groupId, guest, ['Guest'])
  let next = 30
  const answer = async () => {
    const guest = guests[next++]
    const status = guest && (await world.answer(groupId, guest, ['Guest'])).status
    expect(status ?? 200).toBe(200)
  }
  return { database, answer, answered: () => Math.min(next, guests.length), groupId, ada, world }
}

test('O13 a backup of MongoDB is of one moment while answers come in, and restores into the embedded store', async () => {
  const { database, answer, answered, groupId, ada, world } = await answering()
  const [file, moment] = [join(newFolder(), 'backup'), database.snapshot()]
  const entries = (async function* () {
    for await (const entry of entriesOf(moment)) {
      yield entry
      await answer()
    }
  })()
  await writeBackup(file, entries, { engine: 'mongodb', storeVersion, createdAt: '2026-12-01T09:00:00.000Z' })
  await moment.end()
  expect(answered()).toBeGreaterThan(60)
  const [backup, store] = [await openBackup(file, 'unsigned'), await memory()]
  expect(await disagreeing(backup.entries(), async () => {})).toBe(0)
  await fillStore(target(store), backup.entries())
  await backup.close()
  const again = await openWorld({ store, clock: world.clock })
  expect((await again.ok(groupApi.read, { id: groupId }, ada)).roleCoverage[0]).toMatchObject({ count: 30 })
  expect((await world.ok(groupApi.read, { id: groupId }, ada)).roleCoverage[0]).toMatchObject({ count: answered() })
  await store.close()
})

test('O13 control: read without a moment, the same walk finds answers that its groups have not counted', async () => {
  const { database, answer } = await answering()
  expect(await disagreeing(entriesOf(database), answer)).toBe(1)
  expect(await disagreeing(entriesOf(database), async () => {})).toBe(0)
})

test('O13 from MongoDB to the embedded store and back nothing changes', async () => {
  const [store, first, second] = [await memory(), await freshMongo(uri()), await freshMongo(uri())]
  await livedIn(store)
  const odd = {
    numbers: [0.1, 2 ** 31, -(2 ** 31) - 1, 2 ** 53 - 1, -1e300, 5e-324],
    text: '\u0000\u2028𝄞',
    'a.b': [{}, [], null, '', { $in: 1 }],
  }
  await putAll(store, rsvps, [{ groupId: null, nested: { odd }, ...odd, _id: 'odd é𝄞', rev: 2 ** 53 - 1 } as Stored])
  await fillStore(target(first), entriesOf(store))
  const back = await copyOf(first)
  await fillStore(target(second), entriesOf(back))
  expect([await asText(back), await asText(second)]).toEqual([await asText(store), await asText(store)])
  await Promise.all([store.close(), back.close()])
})
