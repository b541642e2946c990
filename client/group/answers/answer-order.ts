// In which order answers stand: what they are sorted by, and how a sorted list takes in what has changed. Pure (decision 0120).
import type { RsvpRow } from '#protocol/seats/group.ts'
import { answerTo } from '#protocol/seats/questions/answers.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { answerOf } from './rsvp-filter.ts'

export const sortColumns = ['name', 'state', 'roles', 'changed', 'note'] as const
export type SortColumn = (typeof sortColumns)[number]
/** Or by the answers to a question. */
export type SortBy = SortColumn | `answer:${string}`
export const byAnswer = (questionId: string): SortBy => `answer:${questionId}`
const questionOf = (by: SortBy, questions: readonly Question[]) =>
  by.startsWith('answer:') ? questions.find(({ _id }) => byAnswer(_id) === by) : undefined
export interface Sorting {
  readonly by: SortBy
  readonly isDown: boolean
}
export const sortWords = { name: 'Name', state: 'Answer', roles: 'Roles', changed: 'Changed', note: 'Note' } as const
/** The latest first. */
export const usual: Sorting = { by: 'changed', isDown: true }

/** What a press on a column's head leads to: up first, but the latest first where it is about time. */
export const pressed = (now: Sorting, by: SortBy): Sorting =>
  now.by === by ? { by, isDown: !now.isDown } : { by, isDown: by === 'changed' }

const words = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
const states = ['yes', 'none', 'opened', 'invited', 'no']
/** Confirmed before yes, a given role before no response. */
const rankOf = (row: RsvpRow) =>
  states.indexOf(answerOf(row)) * 2 + (row.confirmed || (answerOf(row) === 'none' && row.roles.length > 0) ? 0 : 1)

const columnText: Readonly<Record<'name' | 'roles' | 'note', (row: RsvpRow) => string>> = {
  name: (row) => row.name || row.email,
  roles: ({ roles }) => roles.join(', '),
  note: ({ note = '' }) => note,
}
const between = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** R165: an answer as it is compared: options in the order of the question, yes before no; undefined where there is none. */
function rankOfAnswer({ answers = [] }: RsvpRow, { _id, options }: Question): string | number | undefined {
  const value = answerTo(answers, _id)
  if (typeof value === 'number' || value === undefined) return value
  if (typeof value === 'boolean') return value ? 0 : 1
  if (options.length === 0) return String(value)
  const placed = [value].flat().map((id) => options.findIndex((option) => option._id === id) + 100)
  return placed.toSorted((a, b) => a - b).join()
}

function differInAnswer(one: RsvpRow, other: RsvpRow, question: Question, turn: 1 | -1): number {
  const [said, others] = [rankOfAnswer(one, question), rankOfAnswer(other, question)]
  if (said === undefined || others === undefined) return Number(said === undefined) - Number(others === undefined)
  if (typeof said === 'number' && typeof others === 'number') return turn * (said - others)
  return turn * words.compare(String(said), String(others))
}

function differ(one: RsvpRow, other: RsvpRow, { by, isDown }: Sorting, questions: readonly Question[]): number {
  const turn = isDown ? -1 : 1
  const question = questionOf(by, questions)
  if (question) return differInAnswer(one, other, question, turn)
  if (by === 'changed') return turn * between(one.updatedAt, other.updatedAt)
  if (by === 'state') return turn * (rankOf(one) - rankOf(other))
  const text = by === 'name' || by === 'roles' || by === 'note' ? columnText[by] : columnText.name
  const [said, others] = [text(one), text(other)]
  // What is empty comes last, whichever way.
  if (!said || !others) return Number(!said) - Number(!others)
  return turn * words.compare(said, others)
}

/** Compares by one column, and equals by their ids, so that every order is the only one. */
export const comparing =
  (sorting: Sorting, questions: readonly Question[] = []) =>
  (one: RsvpRow, other: RsvpRow) =>
    differ(one, other, sorting, questions) || between(one._id, other._id)

type Compare = ReturnType<typeof comparing>

/** From so many on it is quicker to sort all. */
const maxPlaced = 500

/** Merges two sorted lists, of which the second is short: the first is taken over in pieces. */
function merged(kept: readonly RsvpRow[], fresh: readonly RsvpRow[], compare: Compare): RsvpRow[] {
  const pieces: (readonly RsvpRow[])[] = []
  let at = 0
  for (const row of fresh) {
    let [low, high] = [at, kept.length]
    while (low < high) {
      const middle = (low + high) >> 1
      const one = kept[middle]
      if (one && compare(one, row) <= 0) low = middle + 1
      else high = middle
    }
    pieces.push(kept.slice(at, low), [row])
    at = low
  }
  return ([] as RsvpRow[]).concat(...pieces, kept.slice(at))
}

/** Rows as they came in, and the same in order. */
export interface Ordered {
  readonly from: readonly RsvpRow[]
  readonly rows: readonly RsvpRow[]
}

/** What two lists don't share: most rows stand in both, in the same order from the beginning on, or from the end. */
function difference(before: readonly RsvpRow[], now: readonly RsvpRow[]) {
  const most = Math.min(before.length, now.length)
  let start = 0
  while (start < most && before[start] === now[start]) start++
  let end = 0
  while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end++
  const gone = new Set(before.slice(start, before.length - end))
  const fresh = now.slice(start, now.length - end).filter((row) => !gone.delete(row))
  return { gone, fresh }
}

/** Gives `from` in order. `before` is what it gave for the same order last: only what is new since then is placed, so a change among 10,000 costs little. */
export function inOrder(from: readonly RsvpRow[], sorting: Sorting, before?: Ordered, questions: readonly Question[] = []): Ordered {
  const compare = comparing(sorting, questions)
  const { gone, fresh } = before ? difference(before.from, from) : { gone: new Set<RsvpRow>(), fresh: from }
  if (!before || fresh.length > maxPlaced) return { from, rows: [...from].sort(compare) }
  const kept = gone.size === 0 ? before.rows : before.rows.filter((row) => !gone.has(row))
  return { from, rows: merged(kept, [...fresh].sort(compare), compare) }
}
