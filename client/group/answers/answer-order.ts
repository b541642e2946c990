// In which order answers stand: what they are sorted by, and how a sorted list takes in what has changed. Pure.
import type { RsvpRow } from '#protocol/group.ts'
import { answerOf } from './rsvp-filter.ts'

export const sortColumns = ['name', 'state', 'roles', 'changed', 'note'] as const
export type SortColumn = (typeof sortColumns)[number]
export interface Sorting {
  readonly by: SortColumn
  readonly isDown: boolean
}
export const sortWords = { name: 'Name', state: 'Answer', roles: 'Roles', changed: 'Changed', note: 'Note' } as const
/** The latest first. */
export const usual: Sorting = { by: 'changed', isDown: true }

/** What a press on a column's head leads to: up first, but the latest first where it is about time. */
export const pressed = (now: Sorting, by: SortColumn): Sorting =>
  now.by === by ? { by, isDown: !now.isDown } : { by, isDown: by === 'changed' }

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const states = ['yes', 'none', 'opened', 'invited', 'no']
/** Confirmed before yes, a given role before no response. */
const rankOf = (row: RsvpRow) =>
  states.indexOf(answerOf(row)) * 2 + (row.confirmed || (answerOf(row) === 'none' && row.roles.length > 0) ? 0 : 1)

const textOf: Readonly<Record<'name' | 'roles' | 'note', (row: RsvpRow) => string>> = {
  name: (row) => row.name || row.email,
  roles: ({ roles }) => roles.join(', '),
  note: ({ note = '' }) => note,
}
const between = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

function differ(one: RsvpRow, other: RsvpRow, { by, isDown }: Sorting): number {
  const turn = isDown ? -1 : 1
  if (by === 'changed') return turn * between(one.updatedAt, other.updatedAt)
  if (by === 'state') return turn * (rankOf(one) - rankOf(other))
  const said = textOf[by](one)
  const others = textOf[by](other)
  // What is empty comes last, whichever way.
  if (!said || !others) return Number(!said) - Number(!others)
  return turn * words.compare(said, others)
}

/** Compares by one column, and equals by their ids, so that every order is the only one. */
export const comparing = (sorting: Sorting) => (one: RsvpRow, other: RsvpRow) => differ(one, other, sorting) || between(one._id, other._id)

type Compare = ReturnType<typeof comparing>

/** Merges two sorted lists. */
function merged(kept: readonly RsvpRow[], fresh: readonly RsvpRow[], compare: Compare): RsvpRow[] {
  const all: RsvpRow[] = []
  let at = 0
  for (const row of fresh) {
    let [low, high] = [at, kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const one = kept[middle]
      if (one && compare(one, row) <= 0) low = middle + 1
      else high = middle
    }
    for (; at < low; at++) all.push(kept[at] as RsvpRow)
    all.push(row)
  }
  for (; at < kept.length; at++) all.push(kept[at] as RsvpRow)
  return all
}

/** Gives `rows` in order. `before` is what it gave for the same order last: only what is new since then is placed, so a change among 10,000 costs little. */
export function inOrder(rows: readonly RsvpRow[], sorting: Sorting, before: readonly RsvpRow[] = []): readonly RsvpRow[] {
  const compare = comparing(sorting)
  const present = new Set(rows)
  const kept = before.filter((row) => present.has(row))
  if (kept.length < rows.length / 2) return [...rows].sort(compare)
  for (const row of kept) present.delete(row)
  return merged(kept, [...present].sort(compare), compare)
}
