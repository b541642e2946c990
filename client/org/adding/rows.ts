// The rows of people to be added: what they start as, what the server says of each, and how they are sent (R41).
import { emailKey } from '#client/lib/people/fields.ts'
import { piecesOf } from '#client/lib/people/pieces.ts'
import { calledBy, hasAddress, meantBy } from '#client/people/gather.ts'
import { type LeftOut, notAnAddress } from '#client/people/read.ts'
import type { PeopleList } from '#client/people/read-people.ts'
import { type AddedRow, addedStatus } from '#protocol/people/org.ts'

export interface Entry {
  readonly name: string
  readonly email: string
  readonly mobile: string
}

export const notMember = 'Not Member'

/** One row of the list. `key` tells rows apart; `message` is what the server said of it, in our words. */
export interface Row extends Entry {
  readonly key: number
  readonly status: string
  readonly message: string
}

let keys = 0
export const newRow = (entry: Entry): Row => ({ ...entry, key: ++keys, status: notMember, message: '' })

const addresses = new WeakMap<Row, string>()
/** A row never changes, so its address is read once, not with each letter that is typed into another. */
function addressOf(row: Row): string {
  const known = addresses.get(row) ?? emailKey(row.email)
  addresses.set(row, known)
  return known
}

/** Who of those that were read is new in the list, then those whose address is to be mended there; the others are named. */
export function newEntries({ people, leftOut }: Pick<PeopleList, 'people' | 'leftOut'>, rows: readonly Row[]) {
  const known = new Map(rows.map((row) => [addressOf(row), row]))
  const twice = people.flatMap((one): LeftOut[] => {
    const there = known.get(one.email)
    return there ? [{ text: calledBy(one), why: hasAddress(there) }] : []
  })
  const fresh = people.filter(({ email }) => !known.has(email))
  const toMend = leftOut.filter(({ why }) => why === notAnAddress)
  const entries = [
    ...fresh.map(({ name, email, mobile }): Entry => ({ name, email, mobile })),
    ...toMend.map((one): Entry => ({ ...meantBy(one), mobile: '' })),
  ]
  const isTwice = ({ why }: LeftOut) => why === hasAddress({ name: '' }) || people.some((one) => why === hasAddress(one))
  return {
    entries,
    leftOut: [...twice, ...leftOut.filter((one) => !toMend.includes(one))],
    hasDuplicates: twice.length > 0 || leftOut.some(isTwice),
  }
}

/** Only these are submitted. */
export const isOpen = (row: Row) => row.status === notMember
export const isAdded = (row: Row) => row.status === addedStatus
/** R77: what the server refused can be corrected or taken out, whatever it said. */
export const isEditable = (row: Row) => !isAdded(row)

/** The row with `part` changed; one that was refused is to be added anew. */
export const edited = (row: Row, part: Partial<Entry>): Row => ({ ...row, ...part, status: notMember, message: '' })

/** The error catalogue's words for what the server said of a row. */
export function wordsFor(message: string): string {
  const said = message.toLowerCase()
  if (said.includes('duplicate')) return 'Duplicate email or member already exists.'
  if (said.includes('validation')) return 'Malformed or invalid email address.'
  if (said.includes('email') && said.includes('invalid')) return 'Invalid email address.'
  return message
}

/** Gives each row that was sent the status the server returned for its email. */
export function applyAnswers(rows: readonly Row[], sent: ReadonlySet<number>, answers: readonly AddedRow[]): Row[] {
  const byEmail = new Map<string, AddedRow[]>()
  for (const answer of answers) byEmail.set(emailKey(answer.email), [...(byEmail.get(emailKey(answer.email)) ?? []), answer])
  return rows.map((row) => {
    const answer = sent.has(row.key) ? byEmail.get(emailKey(row.email))?.shift() : undefined
    return answer ? { ...row, status: answer.status, message: wordsFor(answer.message) } : row
  })
}

/** The keys of rows whose email a row above has, or that the server calls duplicates. */
export function duplicateKeys(rows: readonly Row[]): ReadonlySet<number> {
  const seen = new Set<string>()
  const found = new Set<number>()
  for (const row of rows) {
    const { key, message } = row
    const address = addressOf(row)
    if (message.toLowerCase().includes('duplicate') || (address && seen.has(address))) found.add(key)
    seen.add(address)
  }
  return found
}

/** R41: one row per chunk for five or fewer, else a fifth of them, rounded up. */
export const chunkSizeOf = (count: number) => (count <= 5 ? 1 : Math.ceil(count / 5))

/** The calls that rows take: chunks of `most`, and lighter ones where one would become too heavy. */
export const chunksOf = (rows: readonly Row[], most: number) =>
  piecesOf(rows, { most, sent: ({ name, email, mobile }) => [name, email, mobile], besides: 180 })
