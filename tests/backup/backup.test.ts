// Backup and restore of the embedded store: record for record, the product going on from there, and every file that can't be trusted refused.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { readBack, writeBackup } from '#server/app/backup/file.ts'
import { openBackup } from '#server/app/backup/read.ts'
import { entriesOf, fillStore } from '#server/app/backup/records.ts'
import { collections, installations } from '#server/app/store/collections.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { storeVersion } from '#server/kernel/store/migrations/all.ts'
import type { Store, Stored } from '#server/kernel/store/store.ts'
import { chance } from '../kit/model/chance.ts'
import { newFolder } from '../kit/process/process.ts'
import { openStore } from '../kit/process/seed.ts'
import { asText, copyOf, everything, livedIn, memory, putAll, target, without } from '../kit/world/every-collection.ts'
import { openWorld } from '../kit/world/world.ts'

const { seed } = chance()
console.log(`backup.test.ts: SEED=${seed}`)
const origin = { engine: 'sqlite', storeVersion, createdAt: '2026-12-01T09:00:00.000Z' }

/** Backs `from` up into a file and restores that into an empty store on disk. */
async function throughFile(from: Store) {
  const [folder, file] = [newFolder(), join(newFolder(), 'backup.gz')]
  const counts = await writeBackup(file, entriesOf(from), origin)
  const [back, backup] = [await openStore(folder), await openBackup(file, 'unsigned')]
  const restored = await fillStore(target(back), backup.entries())
  await backup.close()
  return { counts, restored, back, file }
}

describe('the round trip', () => {
  test('O10 every record of every collection comes back as it was, and the file is for its owner alone', async () => {
    const store = await memory()
    await livedIn(store)
    const before = await everything(store)
    expect(Object.entries(before).filter(([, records]) => records.length === 0)).toEqual([])
    const { counts, restored, back, file } = await throughFile(store)
    expect(await everything(back)).toEqual(before)
    expect(restored).toEqual(counts)
    expect(counts).toEqual(Object.fromEntries(Object.entries(before).map(([name, records]) => [name, records.length])))
    expect([statSync(file).mode & 0o777, readdirSync(join(file, '..'))]).toEqual([0o600, ['backup.gz']])
    await back.close()
  })

  test('O10 control: one record that is left out on the way is seen by the same comparison, each one', async () => {
    const store = await memory()
    await livedIn(store)
    const before = await asText(store)
    expect(await asText(await copyOf(store))).toBe(before)
    const count = Object.values(await everything(store)).flat().length
    let seen = 0
    for (let nth = 0; nth < count; nth += 1) {
      if ((await asText(await copyOf(store, (entries) => without(nth, entries)))) !== before) seen++
    }
    expect([count > 50, seen]).toEqual([true, count])
  })

  test('O10 on the restored store logins and proofs are valid, answers can be changed, and counts are right', async () => {
    const store = await memory()
    const { ada, groupId, guest, world } = await livedIn(store)
    const { back } = await throughFile(store)
    const again = await openWorld({ store: back, clock: world.clock })
    expect((await again.ok(accountApi.profile, {}, ada)).user.email).toBe(ada.email)
    const seats = async () => (await again.ok(groupApi.read, { id: groupId }, ada)).roleCoverage.map(({ name, count }) => [name, count])
    expect(await seats()).toEqual([
      ['Speaker', 0],
      ['Guest', 3],
    ])
    expect((await again.answer(groupId, { ...guest, email: 'stranger@guests.test' }, ['Speaker'])).status).toBe(403)
    const moved = await again.answer(groupId, guest, ['Speaker'])
    expect([moved.status, moved.body.rsvp.rev]).toEqual([200, 2])
    expect(await seats()).toEqual([
      ['Speaker', 1],
      ['Guest', 2],
    ])
    await again.runJobs()
    expect((await again.ok(eventApi.mine, {}, ada)).events.map(({ name }) => name)).toContain('Zoë’s “fête” 🎻')
    await back.close()
  })

  test('O10 under another secret logins go on; proofs are void and sealed emails are lost', async () => {
    const store = await memory()
    const { ada, groupId, guest, world } = await livedIn(store)
    const { back } = await throughFile(store)
    const other = createSecrets('another secret of thirty-two characters', 'not used')
    const again = await openWorld({ store: back, clock: world.clock, secrets: (real) => ({ ...other, idOf: real.idOf }) })
    expect((await again.ok(accountApi.profile, {}, ada)).user.email).toBe(ada.email)
    expect((await again.answer(groupId, guest, ['Speaker'])).status).toBe(403)
    const letters = async (one: typeof world) => (await one.mails(guest.email)).map(({ subject, text }) => `${subject}\n${text}`).join('\n')
    const code = /^[A-Z0-9]{6}$/m
    expect(await letters(again)).toContain('Sealed under another TOKEN_SECRET')
    expect([await letters(again), await letters(world)].map((text) => code.test(text))).toEqual([false, true])
    await back.close()
  })

  test('O10 whatever records hold comes back: any text, nesting, nothing, any number', async () => {
    const text = fc.string({ unit: 'grapheme' })
    const value = fc.oneof(fc.jsonValue({ maxDepth: 4 }), text, fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger())
    const records = fc.uniqueArray(
      fc.record({
        at: fc.nat(collections.length - 1),
        _id: fc.string({ unit: 'grapheme', minLength: 1 }),
        rev: fc.integer({ min: 1, max: 2 ** 52 }),
        fields: fc.dictionary(
          fc.oneof(text, fc.constantFrom('expiresAt', 'dueAt', 'state', 'groupId', 'userId', 'c', 'r', 'counts')),
          value,
        ),
      }),
      { selector: ({ at, _id }) => `${at}/${_id}`, maxLength: 60 },
    )
    const property = fc.asyncProperty(records, async (made) => {
      const store = await memory()
      for (const { at, _id, rev, fields } of made) {
        const collection = collections[at]
        // A record without a key for ids is no installation: see O11.
        if (collection && collection.name !== installations.name) await putAll(store, collection, [{ ...fields, _id, rev }])
      }
      const { back } = await throughFile(store)
      expect(await asText(back)).toBe(await asText(store))
      await Promise.all([store.close(), back.close()])
    })
    await fc.assert(property, { seed, numRuns: 40 })
  })

  test('O10 pages and commits hold none back: collections of 0, 1, 249 to 251 and 1,000 records', async () => {
    const store = await memory()
    const sizes = [0, 1, 249, 250, 251, 500, 1_000]
    const filled = collections.slice(1, 1 + sizes.length)
    for (const [nth, collection] of filled.entries()) {
      const some = Array.from({ length: sizes[nth] ?? 0 }, (_, at): Stored => ({ _id: `n${at}`, rev: at + 1 }))
      await putAll(store, collection, some)
    }
    const { back, counts } = await throughFile(store)
    expect(await asText(back)).toBe(await asText(store))
    expect(Object.values(counts)).toEqual(sizes.filter((size) => size > 0))
    await back.close()
  })
})

describe('writing', () => {
  test('O12 a file that is there stays as it is; a backup that fails leaves none, nor a part of one', async () => {
    const [store, folder] = [await memory(), newFolder()]
    await livedIn(store)
    writeFileSync(join(folder, 'there'), 'precious')
    await expect(writeBackup(join(folder, 'there'), entriesOf(store), origin)).rejects.toThrow('is there already')
    expect(readFileSync(join(folder, 'there'), 'utf8')).toBe('precious')
    await expect(writeBackup(join(folder, 'no', 'folder'), entriesOf(store), origin)).rejects.toThrow("can't be written (ENOENT)")
    const broken = (async function* () {
      for await (const entry of without(3, entriesOf(store))) yield entry
      throw new Error('the store went away')
    })()
    await expect(writeBackup(join(folder, 'new'), broken, origin)).rejects.toThrow('the store went away')
    expect(readdirSync(folder)).toEqual(['there'])
  })

  test('R112 a backup that the disk gives back otherwise than it was written is none', async () => {
    const { store } = await openWorld()
    const folder = newFolder()
    const harmed = async (draft: string, text: Parameters<typeof readBack>[1]) => {
      const bytes = readFileSync(draft)
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
      writeFileSync(draft, bytes)
      await readBack(draft, text)
    }
    await expect(writeBackup(join(folder, 'new'), entriesOf(store), origin, harmed)).rejects.toThrow('is not what the disk gives back')
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('filling', () => {
  const guarded = async (change: (store: Store) => Store) => {
    const [store, copy] = [await memory(), await memory()]
    await livedIn(store)
    return { copy, filled: fillStore(target(change(copy)), entriesOf(store)) }
  }

  test('O11 a store that holds anything is refused and stays as it is', async () => {
    for (const collection of collections) {
      const [store, copy] = [await memory(), await memory()]
      await putAll(copy, collection, [{ _id: 'this', rev: 3 }])
      const before = await asText(copy)
      await expect(fillStore(target(copy), entriesOf(store))).rejects.toThrow(`is not empty (it holds ${collection.name}): empty it.`)
      expect(await asText(copy)).toBe(before)
    }
  })

  test('O11 a store that loses a write, changes one or breaks off is found out, and is marked so that nothing starts on it', async () => {
    const lossy = await guarded((store) => ({
      ...methods(store),
      commit: (writes) => store.commit(writes.length > 1 ? writes.slice(0, -1) : writes),
    }))
    await expect(lossy.filled).rejects.toThrow(/does not hold what was written to it \(\w+: \d+ of \d+/)
    const changing = await guarded((store) => ({
      ...methods(store),
      commit: (writes) =>
        store.commit(
          writes.map((write) => ('put' in write && write.put._id !== 'this' ? { ...write, put: { ...write.put, rev: 77 } } : write)),
        ),
    }))
    await expect(changing.filled).rejects.toThrow('a record came back otherwise')
    let commits = 0
    const dying = await guarded((store) => ({
      ...methods(store),
      commit: (writes) => (commits++ === 1 ? Promise.reject(new Error('killed')) : store.commit(writes)),
    }))
    await expect(dying.filled).rejects.toThrow('killed')
    for (const { copy } of [lossy, changing, dying]) {
      expect(await copy.get(installations, 'this')).toEqual({ _id: 'this', rev: 1, restoring: true })
      await expect(fillStore(target(copy), entriesOf(await memory()))).rejects.toThrow('a restore broke off, or is still running: empty it')
    }
  })

  test('O11 two restores at once into one store: one of them is whole, the other is refused', async () => {
    const [store, copy] = [await memory(), await memory()]
    await livedIn(store)
    const both = await Promise.allSettled([1, 2].map(() => fillStore(target(copy), entriesOf(store))))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await asText(copy)).toBe(await asText(store))
  })
})

const methods = (store: Store): Store => ({
  get: (collection, id) => store.get(collection, id),
  rev: (collection, id) => store.rev(collection, id),
  find: (collection, query) => store.find(collection, query),
  count: (collection, most) => store.count(collection, most),
  commit: (writes) => store.commit(writes),
  follow: (collections, follower) => store.follow(collections, follower),
  close: () => store.close(),
  commits: 0,
})
