/**
 * What the store port promises, whatever the engine: one suite, run over each of them. The rules:
 *
 * ST1  A record is read back by its id as it was put. An id nobody put, or one that was dropped, is undefined.
 * ST2  What is read is the reader's own, or can't be changed; to change what was put changes nothing that is kept. Of a commit of more
 *      than 256 writes the objects that were put stay as they are until it resolved (R119g).
 * ST3  A put over 0 wants that nothing is there; over n, that the record stands at n. Otherwise RevisionConflict, and nothing is
 *      written. It stands at the put's own rev afterwards, which may be several above n.
 * ST4  A drop wants the same. A dropped id can be put again, over 0.
 * ST5  A commit is all or nothing: one conflict anywhere in it, and none of its writes is there.
 * ST6  Commits asked for together don't share their fate: a conflict fails the commit it is in, the others stand.
 * ST7  Of any number of commits over the same revision exactly one wins, so no update is ever lost.
 * ST8  A unique key is held by one record: taking it again is a RevisionConflict, a drop frees it, also within one commit (writes
 *      take effect in the order they are listed). Records that lack a field of the key don't hold it.
 * ST9  A write that is a bug (a rev that isn't above `over`, a drop over 0, a collection the store wasn't opened with) is a plain
 *      Error, and nothing is written.
 * ST10 A find gives the records whose leading index fields equal `where`, ordered by the free fields and then by `_id`, or all of it
 *      descending.
 * ST11 `from` is included and `to` is not, on the first free field, in both directions.
 * ST12 A find gives 100 records unless told a limit. Going on `after` the last record of a page gives every record exactly once, ties too.
 * ST13 A record that lacks a field of an index, or holds null there, is not in that index, and comes in once it has it.
 *      An index that is declared anew has the records that were there before.
 * ST14 A find that no declared index can answer is a plain Error: unknown index, no prefix, nothing left for a range, a limit below 1.
 * ST15 Text is kept exactly, whatever it holds, and sorts by code point; numbers sort by size, false before true.
 * ST16 What a commit wrote is seen by every read that begins after it resolved; what conflicted is never seen. After StoreUnavailable
 *      the caller can't know: read, and decide again. An empty commit does nothing.
 * ST17 What was acknowledged is there after the store is closed and opened again, and so are its revisions and unique keys.
 * ST18 `close` waits for the commits asked for before it and may be called twice; after it, every call throws StoreUnavailable.
 * ST19 `commits` counts durable commits: reads, empty commits and conflicts don't add to it.
 * ST20 A follower hears of each record that is committed to the collections it names, by whichever process: as it is now or, dropped, as
 *      it stood; each once, the changes of one record in their order, those of a commit together.
 * ST21 It hears nothing before it is durable, nothing of a commit that failed, and of those from before the last one at most.
 * ST22 A feed says how long ago it was certain that nothing waits.
 * ST23 `rev` tells the revision at which a record stands, as a read that begins then would find it; undefined where there is none.
 */
import { afterEach, describe, expect, test } from 'vitest'
import { type Collection, RevisionConflict, type Store, StoreUnavailable, type Write } from '#server/kernel/store/store.ts'
import { findRules } from './contract-finds.ts'
import { followRules } from './contract-follow.ts'
import { ada, bob, counters, drop, type Guest, guests, isBug, put, race, settled, withoutRevisions } from './fixtures.ts'

export interface Opened {
  readonly store: Store
  /** Opens what `store` wrote once more. Left out where nothing outlives the store. */
  readonly reopen?: () => Promise<Store>
}

/** Opens empty stores for a test and closes them after it. */
export interface Bench {
  readonly fresh: () => Promise<Store>
  readonly filled: (...all: readonly Guest[]) => Promise<Store>
  readonly openAll: () => Promise<Opened>
  readonly later: (store: Store) => Store
}

/** Runs the rules over an engine; `open` gives an empty store with `contractCollections` each time. */
export function storeContract(name: string, open: () => Promise<Opened>): void {
  const opened: Store[] = []
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close()
  })
  const later = (store: Store) => {
    opened.push(store)
    return store
  }
  const openAll = async () => {
    const all = await open()
    later(all.store)
    return all
  }
  const fresh = async () => (await openAll()).store
  const filled = async (...all: readonly Guest[]) => {
    const store = await fresh()
    await store.commit(all.map((guest) => put(guests, guest)))
    return store
  }
  const bench = { fresh, filled, openAll, later }
  describe(`${name}: records`, () => recordRules(bench))
  describe(`${name}: commits`, () => commitRules(bench))
  describe(`${name}: finds`, () => findRules(bench))
  describe(`${name}: following`, () => followRules(bench))
  describe(`${name}: opening and closing`, () => lifeRules(bench))
}

function recordRules({ filled, fresh }: Bench) {
  test('ST1 a record comes back as it was put; an unknown or dropped one is undefined', async () => {
    const whole: Guest = { ...ada, coming: false, state: null, name: '' }
    const store = await filled(whole, bob)
    expect(await store.get(guests, 'ada')).toEqual(whole)
    expect(await store.get(guests, 'nobody')).toBeUndefined()
    expect(await store.get(counters, 'ada')).toBeUndefined()
    await store.commit([drop(guests, whole)])
    expect(await store.get(guests, 'ada')).toBeUndefined()
  })

  test('ST2 changing what was put or read changes nothing kept', async () => {
    const store = await fresh()
    const roles = ['Speaker']
    const committed = store.commit([put(guests, { ...ada, roles })])
    roles.push('Host')
    await committed
    const read = await store.get(guests, 'ada')
    expect(read?.roles).toEqual(['Speaker'])
    const [found] = await store.find(guests, { index: 'byGroup', where: { groupId: 'g' } })
    for (const one of [read, found, read?.roles]) if (!Object.isFrozen(one)) Object.assign(one ?? {}, { groupId: 'other', 0: 'Host' })
    expect(await store.get(guests, 'ada')).toEqual({ ...ada, roles: ['Speaker'] })
  })

  test('ST3 a put goes over the revision that stands, or conflicts', async () => {
    const store = await filled(ada)
    for (const rev of [1, 3, 4]) {
      await expect(store.commit([put(guests, { ...ada, rev, groupId: 'wrong' })])).rejects.toBeInstanceOf(RevisionConflict)
    }
    await expect(store.commit([put(guests, { ...bob, rev: 2 })])).rejects.toBeInstanceOf(RevisionConflict)
    await store.commit([put(guests, { ...ada, rev: 2, groupId: 'h' })])
    expect(await store.get(guests, 'ada')).toEqual({ ...ada, rev: 2, groupId: 'h' })
    expect(await store.get(guests, 'bob')).toBeUndefined()
    await store.commit([{ collection: guests, put: { ...ada, rev: 9 }, expectedRev: 2 }])
    await expect(store.commit([put(guests, { ...ada, rev: 4 })])).rejects.toBeInstanceOf(RevisionConflict)
    await store.commit([put(guests, { ...ada, rev: 10 })])
    expect(await store.get(guests, 'ada')).toEqual({ ...ada, rev: 10 })
  })

  test('ST4 a drop goes over the revision that stands, and the id is free afterwards', async () => {
    const store = await filled(ada)
    for (const gone of [{ ...ada, rev: 2 }, bob]) {
      await expect(store.commit([drop(guests, gone)])).rejects.toBeInstanceOf(RevisionConflict)
    }
    expect(await store.get(guests, 'ada')).toEqual(ada)
    await store.commit([drop(guests, ada)])
    await store.commit([put(guests, { ...ada, at: 9 })])
    expect(await store.get(guests, 'ada')).toEqual({ ...ada, at: 9 })
  })

  test('ST16 ST23 a record and its revision are read as they stand after each commit, also one that failed', async () => {
    const store = await filled(ada)
    const stand = async (...at: readonly (number | undefined)[]) => {
      expect([await store.rev(guests, 'ada'), await store.rev(guests, 'bob')]).toEqual(at)
      expect([(await store.get(guests, 'ada'))?.rev, (await store.get(guests, 'bob'))?.rev]).toEqual(at)
    }
    await stand(1, undefined)
    await store.commit([put(guests, { ...ada, rev: 2 }), put(guests, bob)])
    await stand(2, 1)
    await expect(store.commit([put(guests, { ...ada, rev: 3 }), put(guests, bob)])).rejects.toBeInstanceOf(RevisionConflict)
    await stand(2, 1)
    await store.commit([{ collection: guests, put: { ...ada, rev: 9 }, expectedRev: 2 }, drop(guests, bob)])
    await stand(9, undefined)
    await expect(store.rev({ name: 'unknown', indexes: {} }, 'ada')).rejects.toSatisfy(isBug)
  })

  test('ST9 a write that is a bug is a plain Error and writes nothing', async () => {
    const store = await filled(ada)
    const unknown: Collection<Guest> = { name: 'unknown', indexes: {} }
    const wrong: Write[] = [
      ...[1, 1.5, 0, Number.NaN].map((rev): Write => ({ collection: guests, put: { ...ada, rev }, expectedRev: 1 })),
      { collection: guests, put: { ...bob, rev: 0 }, expectedRev: -1 },
      { collection: guests, put: { ...bob, _id: '' }, expectedRev: 0 },
      { collection: guests, drop: ada, expectedRev: 0 },
      put(unknown, bob),
    ]
    for (const write of wrong) {
      await expect(store.commit([put(guests, bob), write])).rejects.toSatisfy(isBug)
    }
    await expect(store.get(unknown, 'ada')).rejects.toSatisfy(isBug)
    expect(await store.get(guests, 'ada')).toEqual(ada)
    expect(await store.get(guests, 'bob')).toBeUndefined()
  })
}

function commitRules({ filled, fresh }: Bench) {
  test('ST5 one conflict in a commit, and none of its writes is there', async () => {
    const store = await filled(ada)
    const cora: Guest = { _id: 'cora', rev: 1, groupId: 'g' }
    const late = put(guests, { ...cora, rev: 7 })
    for (const last of [late, drop(guests, { ...ada, rev: 5 }), put(guests, { ...cora, _id: 'dan', email: 'ada@x.io' })]) {
      const writes = [put(guests, bob), put(guests, { ...ada, rev: 2, at: 2 }), last]
      await expect(store.commit(writes)).rejects.toBeInstanceOf(RevisionConflict)
      await expect(store.commit(writes.toReversed())).rejects.toBeInstanceOf(RevisionConflict)
    }
    expect(await store.find(guests, { index: 'byGroup' })).toEqual([ada])
  })

  test('ST6 a conflict fails its own commit only', async () => {
    const store = await filled(ada)
    const all = Array.from({ length: 30 }, (_, n): Write[] => {
      const own = put(counters, { _id: `c${n}`, rev: 1, taken: n })
      return n % 3 === 1 ? [own, put(guests, { ...ada, rev: 9 })] : n % 3 === 2 ? [put(guests, { ...bob, rev: 5 })] : [own]
    })
    expect(await settled(all.map((writes) => store.commit(writes)))).toEqual(all.map((_, n) => (n % 3 === 0 ? 'fulfilled' : 'rejected')))
    for (const n of all.keys()) expect(await store.get(counters, `c${n}`)).toEqual(n % 3 ? undefined : { _id: `c${n}`, rev: 1, taken: n })
  })

  test('ST7 of twenty who read the same revision exactly one wins', async () => {
    const { winners, refused, taken } = await race(await fresh(), 20)
    expect({ winners, taken }).toEqual({ winners: 1, taken: 1 })
    expect(refused.every((reason) => reason instanceof RevisionConflict)).toBe(true)
  })

  test('ST7 control: with the revision ignored the same race tells twenty that they won one seat', async () => {
    const store = await fresh()
    const { winners, taken } = await race({ ...store, ...withoutRevisions(store) }, 20)
    expect({ winners, taken }).toEqual({ winners: 20, taken: 1 })
  })

  test('ST8 a unique key is held by one record until it is dropped or changed', async () => {
    const store = await filled(ada)
    const other: Guest = { ...bob, email: 'ada@x.io' }
    await expect(store.commit([put(guests, other)])).rejects.toBeInstanceOf(RevisionConflict)
    // Of two asked for at once one wins; which of them is nobody's promise.
    const twin: Guest = { ...bob, _id: 'bob2' }
    const both = await settled([store.commit([put(guests, bob)]), store.commit([put(guests, twin)])])
    expect(both.toSorted()).toEqual(['fulfilled', 'rejected'])
    if (both[0] === 'rejected') await store.commit([drop(guests, twin), put(guests, bob)])
    await expect(store.commit([put(guests, { ...other, rev: 2 })])).rejects.toBeInstanceOf(RevisionConflict)
    await store.commit([put(guests, { ...other, _id: 'elsewhere', groupId: 'h' })])
    await store.commit([drop(guests, ada), put(guests, { ...other, rev: 2 })])
    expect((await store.find(guests, { index: 'byEmail', where: { groupId: 'g', email: 'ada@x.io' } })).map(({ _id }) => _id)).toEqual([
      'bob',
    ])
  })

  test('ST8 records that lack a field of the key, or hold null there, share nothing', async () => {
    const store = await filled({ _id: 'a', rev: 1, groupId: 'g' }, { _id: 'b', rev: 1, groupId: 'g' }, { _id: 'c', rev: 1, email: 'x' })
    await store.commit(['d', 'e'].map((_id) => put(guests, { _id, rev: 1, groupId: 'g', email: null })))
    await store.commit([put(guests, { _id: 'f', rev: 1, email: 'x' })])
    expect(await store.find(guests, { index: 'byEmail' })).toEqual([])
  })

  test('ST16 a resolved commit is seen by every read after it, a failed one never', async () => {
    const store = await filled(ada)
    for (let rev = 2; rev < 12; rev++) {
      const failed = store.commit([put(guests, { ...ada, rev: rev + 5, at: -1 })]).catch(() => 'failed')
      await store.commit([put(guests, { ...ada, rev, at: rev })])
      expect((await store.get(guests, 'ada'))?.at).toBe(rev)
      expect(await store.find(guests, { index: 'byTime', where: { groupId: 'g' } })).toEqual([{ ...ada, rev, at: rev }])
      expect(await failed).toBe('failed')
    }
    await store.commit([])
  })

  test('ST19 only durable commits are counted', async () => {
    const store = await filled(ada)
    const before = store.commits
    expect(before).toBeGreaterThan(0)
    await store.commit([])
    await store.commit([put(guests, ada)]).catch(() => 'conflict')
    await store.find(guests, { index: 'byGroup' })
    expect(store.commits).toBe(before)
    await store.commit([put(guests, bob)])
    expect(store.commits).toBe(before + 1)
  })
}

function lifeRules({ openAll, later }: Bench) {
  test('ST17 what was acknowledged is there when the store is opened again', async (context) => {
    const { store, reopen } = await openAll()
    if (!reopen) return context.skip()
    await store.commit([put(guests, ada), put(guests, bob)])
    await store.commit([put(guests, { ...ada, rev: 2, at: 5 })])
    await store.close()
    const again = await reopen()
    later(again)
    expect(await again.find(guests, { index: 'byGroup' })).toEqual([{ ...ada, rev: 2, at: 5 }, bob])
    await expect(again.commit([put(guests, { ...ada, rev: 2 })])).rejects.toBeInstanceOf(RevisionConflict)
    await expect(again.commit([put(guests, { ...bob, _id: 'bob2' })])).rejects.toBeInstanceOf(RevisionConflict)
    await again.commit([put(guests, { ...ada, rev: 3 })])
  })

  test('ST5 ST18 R119g a long commit is there as a whole or not at all, and close waits for it', async () => {
    const { store, reopen } = await openAll()
    const many = Array.from({ length: 1_000 }, (_, n) => put(counters, { _id: `${n}`.padStart(4, '0'), rev: 1, taken: n }))
    await expect(store.commit([...many, put(guests, { ...ada, rev: 3 })])).rejects.toBeInstanceOf(RevisionConflict)
    expect(await store.find(counters, { index: '_id', limit: 1 })).toEqual([])
    const asked = store.commit(many)
    await Promise.all([store.close(), asked])
    if (!reopen) return // What is in memory ends with it.
    const kept = await (await reopen()).find(counters, { index: '_id', limit: 2_000 })
    expect(kept.map(({ taken }) => taken)).toEqual(many.map((_, n) => n))
  })

  test('ST18 close waits for what was asked for, and ends everything else', async (context) => {
    const { store, reopen } = await openAll()
    const asked = store.commit([put(guests, ada)])
    await Promise.all([store.close(), asked])
    await store.close()
    for (const late of [
      store.commit([put(guests, bob)]),
      store.commit([]),
      store.get(guests, 'ada'),
      store.rev(guests, 'ada'),
      store.find(guests, { index: 'byGroup' }),
    ]) {
      await expect(late).rejects.toBeInstanceOf(StoreUnavailable)
    }
    if (!reopen) return context.skip()
    const again = await reopen()
    later(again)
    expect(await again.find(guests, { index: 'byGroup' })).toEqual([ada])
  })
}
