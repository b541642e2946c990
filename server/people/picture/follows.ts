// What follows from a record that shows another picture than before: which pictures are in use, and how much of them each person has (R224).
import { iso } from '#server/kernel/ports/clock.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { type AlsoWritten, type Drafted, next, type Pairs, pairOf, pairsIn, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { bytesOf, keptMs, type Picture, pictureBudgets, pictures } from '#server/people/model/picture.ts'

/** A kind of record that shows pictures, and the names of their files in one of it. */
export interface Showing<R extends Stored> {
  readonly collection: Collection<R>
  readonly names: (record: R) => readonly string[]
}
export const showing = <R extends Stored>(collection: Collection<R>, names: (record: R) => readonly string[]) =>
  ({ collection, names }) as unknown as Showing<Stored>

/** How many more records show a picture after the commit than before, by its name. */
function shownMore(pairs: Pairs, all: readonly Showing<Stored>[]): ReadonlyMap<string, number> {
  const more = new Map<string, number>()
  const count = (names: readonly string[], by: number) => {
    for (const name of names) more.set(name, (more.get(name) ?? 0) + by)
  }
  for (const { collection, names } of all)
    for (const { before, after } of pairsIn(pairs, collection)) {
      if (before) count(names(before), -1)
      if (after) count(names(after), 1)
    }
  return new Map([...more].filter(([, by]) => by !== 0))
}

async function budgetsAfter(
  tx: Drafted,
  changed: readonly { readonly before: Picture; readonly after: Picture }[],
): Promise<RecordWrite[]> {
  const more = new Map<string, number>()
  for (const { before, after } of changed) {
    const by = Math.sign(after.uses) - Math.sign(before.uses)
    more.set(after.ownerId, (more.get(after.ownerId) ?? 0) + by * bytesOf(after))
  }
  const written = [...more].map(async ([_id, by]) => {
    const budget = (await tx.get(pictureBudgets, _id)) ?? { _id, rev: 0, bytes: 0 }
    return by === 0 ? [] : [put(pictureBudgets, next(budget, { bytes: Math.max(0, budget.bytes + by) }))]
  })
  return (await Promise.all(written)).flat()
}

/** R224: a picture goes an hour after the last record that showed it, whichever way that changed or went. */
export const usesOf =
  (all: readonly Showing<Stored>[]): AlsoWritten =>
  async ({ clock }, tx, { pairs }) => {
    const more = shownMore(pairs, all)
    if (more.size === 0) return []
    const found = [...more].map(async ([name, by]) => {
      const before = pairOf(pairs, pictures, name)?.after ?? (await tx.get(pictures, name))
      if (!before) return [] // gone for an hour: an undo came too late for it
      const uses = Math.max(0, before.uses + by)
      return [{ before, after: next(before, { uses, expiresAt: uses > 0 ? null : iso(clock.now() + keptMs) }) }]
    })
    const changed = (await Promise.all(found)).flat()
    return [...changed.map(({ after }) => put(pictures, after)), ...(await budgetsAfter(tx, changed))]
  }
