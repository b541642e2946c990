// The rules of the store's finds (ST10 to ST15); contract.ts states them.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Query } from '#server/kernel/store/store.ts'
import type { Bench } from './contract.ts'
import { ada, bob, defined, type Guest, guests, ids, isBug, model, pages, put } from './fixtures.ts'

export function findRules({ filled, fresh }: Bench): void {
  const guest = (_id: string, state: string | null | undefined, at: number | null | undefined): Guest => ({
    _id,
    rev: 1,
    groupId: 'g',
    state,
    at,
  })

  test('ST10 equality on a prefix, order along the free fields, ties by _id', async () => {
    const store = await filled(guest('a', 'y', 2), guest('d', 'x', 1), guest('b', 'x', 2), guest('c', 'x', 1), { ...ada, groupId: 'h' })
    const find = async (query: Query) => ids(await store.find(guests, query))
    expect(await find({ index: 'byState', where: { groupId: 'g' } })).toEqual(['c', 'd', 'b', 'a'])
    expect(await find({ index: 'byState', where: { groupId: 'g' }, descending: true })).toEqual(['a', 'b', 'd', 'c'])
    expect(await find({ index: 'byState', where: { state: 'x', groupId: 'g' } })).toEqual(['c', 'd', 'b'])
    expect(await find({ index: 'byState', where: { groupId: 'g', state: 'x', at: 1 }, descending: true })).toEqual(['d', 'c'])
    expect(await find({ index: 'byGroup' })).toEqual(['a', 'b', 'c', 'd', 'ada'])
    expect(await find({ index: 'byState', where: { groupId: 'nowhere' } })).toEqual([])
    expect(await find({ index: 'byEmail', where: { groupId: 'h', email: 'ada@x.io' } })).toEqual(['ada'])
    expect(await find({ index: 'byEmail', where: { groupId: 'h', email: 'ada@x.io' }, after: ada })).toEqual([])
  })

  test('ST11 from is included, to is not', async () => {
    const store = await filled(...[1, 2, 2.5, 3, 4].map((at) => guest(`t${at}`, 'x', at)))
    const range = async (bounds: Partial<Query>) => ids(await store.find(guests, { index: 'byTime', where: { groupId: 'g' }, ...bounds }))
    expect(await range({ from: 2, to: 3 })).toEqual(['t2', 't2.5'])
    expect(await range({ from: 2, to: 3, descending: true })).toEqual(['t2.5', 't2'])
    expect(await range({ from: 3 })).toEqual(['t3', 't4'])
    expect(await range({ to: 2 })).toEqual(['t1'])
    expect(await range({ from: 3, to: 3 })).toEqual([])
    expect(ids(await store.find(guests, { index: 'byGroup', from: 'f', to: 'gg', limit: 1 }))).toEqual(['t1'])
  })

  test('ST12 a hundred at most, unless told', async () => {
    const store = await filled(...Array.from({ length: 230 }, (_, n) => guest(`n${String(n).padStart(3, '0')}`, 'x', n % 2)))
    const where = { groupId: 'g' }
    expect(await store.find(guests, { index: 'byTime', where })).toHaveLength(100)
    expect(await store.find(guests, { index: 'byTime', where, limit: 1000 })).toHaveLength(230)
    expect(new Set(ids(await pages(store, { index: 'byTime', where }, 46)))).toHaveProperty('size', 230)
  })

  test('ST10 ST11 ST12 ST13 any records, any query, any page size: the pages are what a plain list gives', async () => {
    const store = await fresh()
    const some = fc.record({
      state: fc.constantFrom('x', 'y', 'ÿ', '', null, undefined),
      at: fc.constantFrom(-1, 0, 1, 1.5, 2, null, undefined),
    })
    const query = fc.record({
      index: fc.constantFrom('byGroup', 'byTime', 'byState'),
      state: fc.option(fc.constantFrom('x', 'y', ''), { nil: undefined }),
      from: fc.option(fc.constantFrom(-1, 0, 1.2, 2), { nil: undefined }),
      to: fc.option(fc.constantFrom(0, 1.5, 3), { nil: undefined }),
      descending: fc.boolean(),
    })
    let run = 0
    const check = async (made: { state?: string | null; at?: number | null }[], asked: Query & { state?: string }, limit: number) => {
      const groupId = `run${run++}`
      const all = made.map((one, n): Guest => ({ ...one, _id: `${groupId}-${(n * 7) % 10}${n}`, rev: 1, groupId }))
      await store.commit(all.map((one) => put(guests, one)))
      const { index, state, descending } = asked
      const where: Record<string, string> = index === 'byState' && state !== undefined ? { groupId, state } : { groupId }
      const ranged = index === 'byTime' || 'state' in where
      const full: Query = { index, where, descending, ...(ranged && { from: asked.from, to: asked.to }) }
      expect(await pages(store, full, limit)).toEqual(model(all, guests.indexes[index]?.fields ?? [], full).map(defined))
    }
    await fc.assert(fc.asyncProperty(fc.array(some, { maxLength: 40 }), query, fc.integer({ min: 1, max: 12 }), check), { numRuns: 60 })
  })

  test('ST13 lacking a field keeps a record out of the index until it has it', async () => {
    const store = await filled(guest('a', null, 1), guest('b', undefined, 1), guest('c', 'x', null), guest('d', 'x', 1))
    const find = async (index: string) => ids(await store.find(guests, { index, where: { groupId: 'g' } }))
    expect(await find('byState')).toEqual(['d'])
    expect(await find('byTime')).toEqual(['a', 'b', 'd'])
    expect(await find('byGroup')).toEqual(['a', 'b', 'c', 'd'])
    await store.commit([put(guests, { ...guest('a', 'x', 0), rev: 2 }), put(guests, { ...guest('d', null, 1), rev: 2 })])
    expect(await find('byState')).toEqual(['a'])
  })

  test('ST14 a find that no index can answer is a plain Error', async () => {
    const store = await filled(ada, bob)
    const where = { groupId: 'g' }
    const wrong: Query[] = [
      { index: 'byNothing' },
      { index: 'byTime', where: { at: 1 } },
      { index: 'byState', where: { groupId: 'g', at: 1 } },
      { index: 'byGroup', where: { groupId: 'g', at: 1 } },
      { index: 'byGroup', where, from: 1 },
      { index: 'byEmail', where: { groupId: 'g', email: 'ada@x.io' }, to: 'b' },
      { index: 'byTime', where, from: Number.NaN },
      ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY].map((limit): Query => ({ index: 'byTime', where, limit })),
      { index: 'byState', where, after: ada },
      { index: 'byTime', where: JSON.parse('{"groupId":null}') },
    ]
    for (const query of wrong) await expect(store.find(guests, query), JSON.stringify(query)).rejects.toSatisfy(isBug)
  })

  test('ST15 text is kept exactly and sorts by code point, numbers by size, false before true', async () => {
    const texts = [
      '',
      'A',
      "a'b",
      'a"b',
      'a\\b',
      'a\u0000b',
      'a\u0000c',
      'é',
      '日本',
      '\ufb01',
      '😀',
      '%_',
      '$.x',
      '\n',
      '10',
      '9',
      'a; DROP TABLE guests',
    ]
    const byCodePoint = texts.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    const store = await filled(...texts.map((name): Guest => ({ _id: `id ${name}`, rev: 1, name, coming: name > 'a' })))
    for (const name of texts) {
      expect(await store.get(guests, `id ${name}`)).toMatchObject({ _id: `id ${name}`, name })
      expect(ids(await store.find(guests, { index: 'byName', where: { name } }))).toEqual([`id ${name}`])
    }
    expect((await store.find(guests, { index: 'byName' })).map(({ name }) => name)).toEqual(byCodePoint)
    expect((await pages(store, { index: 'byName' }, 1)).map(({ name }) => name)).toEqual(byCodePoint)
    const coming = (await pages(store, { index: 'byComing' }, 3)).map((one) => one.coming)
    expect(coming).toEqual(coming.toSorted((a, b) => Number(a) - Number(b)))
    expect(await store.find(guests, { index: 'byComing', where: { coming: true } })).toHaveLength(coming.filter(Boolean).length)
    await store.commit([9, 10, -1, 0.5, 1e15].map((at) => put(guests, { _id: `at${at}`, rev: 1, groupId: 'g', at })))
    expect((await store.find(guests, { index: 'byTime' })).map(({ at }) => at)).toEqual([-1, 0.5, 9, 10, 1e15])
  })
}
