// The list of people to invite: one row each, what would become of it, and what became of it (R97).
import { z } from 'zod/mini'
import { type InvitedRow, InviteStatus } from '#protocol/invitation.ts'
import { invitation as limits } from '#protocol/limits.ts'
import { isEmail } from '#protocol/texts.ts'
import { type Entry, emailKey } from './people.ts'

export const Row = z.object({
  key: z.int(),
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  /** The earlier event whose guest it is; '' for none. */
  from: z.string(),
  /** What the server said of it; null while nobody has asked. */
  status: z.nullable(InviteStatus),
  message: z.string(),
  /** It was sent, and `status` is what became of it. */
  isSent: z.boolean(),
  /** Nobody could be asked: it waits for another try. */
  hasFailed: z._default(z.boolean(), false),
})
export type Row = z.infer<typeof Row>

/** Rows for these people, after those there are. Who is twice in the list is told so by itself, and never sent. */
export function addEntries(rows: readonly Row[], entries: readonly Entry[], from = ''): Row[] {
  const seen = new Set(rows.map((row) => emailKey(row.email)))
  let key = rows.reduce((most, row) => Math.max(most, row.key), 0)
  const added = entries.map(({ email, name, roles }): Row => {
    const fresh = { key: ++key, email, name, roles: [...roles], from, isSent: false, hasFailed: false }
    const id = emailKey(email)
    if (!isEmail(id)) return { ...fresh, status: 'Invalid', message: 'This is no email address.' }
    if (seen.has(id)) return { ...fresh, status: 'Duplicate', message: '' }
    seen.add(id)
    return { ...fresh, status: null, message: '' }
  })
  return [...rows, ...added]
}

/** Without a row; whoever was in the list a second time then stands for the first. */
export function withoutRow(rows: readonly Row[], key: number): Row[] {
  const gone = rows.find((row) => row.key === key)
  const left = rows.filter((row) => row !== gone)
  const id = emailKey(gone?.email ?? '')
  const heir = left.find((row) => emailKey(row.email) === id && row.status === 'Duplicate')
  const isFirst = gone?.status !== 'Duplicate'
  return left.map((row) => (row === heir && isFirst ? unchecked(row) : row))
}

export const isUnchecked = (row: Row) => row.status === null && !row.hasFailed
/** Would get an email, and has not yet. */
export const isNew = (row: Row) => row.status === 'Invited' && !row.isSent

/** The rows with what the server said of those in `piece`, in their order. */
export function withAnswers(rows: readonly Row[], piece: readonly Row[], answers: readonly InvitedRow[], isSent: boolean): Row[] {
  const byKey = new Map(piece.map((row, nth) => [row.key, answers[nth]]))
  return rows.map((row) => {
    const answer = byKey.get(row.key)
    if (!answer) return row
    // What is not possible today may be tomorrow, so it isn't done.
    return { ...row, status: answer.status, message: answer.message, isSent: isSent && answer.status !== 'Not Invited', hasFailed: false }
  })
}

/** The row is asked about anew, e.g. after it was changed. */
export const unchecked = (row: Row): Row => ({ ...row, status: null, message: '', isSent: false, hasFailed: false })

/** The rows with those in `piece` that nobody could be asked about marked so. */
export function withFailed(rows: readonly Row[], piece: readonly Row[]): Row[] {
  const keys = new Set(piece.map(({ key }) => key))
  return rows.map((row) => (keys.has(row.key) && row.status === null ? { ...row, hasFailed: true } : row))
}

/** What one call may weigh (bytes); the server takes 256 KiB. */
const heaviest = 150_000
const encoder = new TextEncoder()
const weigh = ({ email, name, roles }: Row) => 60 + encoder.encode(JSON.stringify([email, name, roles])).length

/** Cuts rows into pieces of at most `most`, each of one origin and light enough for a call. */
export function piecesOf(rows: readonly Row[], most: number = limits.peoplePerCall): Row[][] {
  const pieces: Row[][] = []
  let weight = 0
  for (const row of rows) {
    const last = pieces.at(-1)
    const bytes = weigh(row)
    if (last && last.length < most && weight + bytes <= heaviest && last[0]?.from === row.from) {
      last.push(row)
      weight += bytes
    } else {
      pieces.push([row])
      weight = bytes
    }
  }
  return pieces
}

/** What a row is called before and after it was sent. */
export const fateOf = ({ status, isSent, hasFailed }: Pick<Row, 'status' | 'isSent' | 'hasFailed'>): string => {
  if (status === null) return hasFailed ? 'Not checked' : 'Checking…'
  if (status === 'Invited') return isSent ? 'Invited' : 'New'
  return fates[status]
}
const fates = {
  'Already Invited': 'Already invited',
  'Already Answered': 'Already answered',
  Duplicate: 'Twice in the list',
  Invalid: 'Invalid',
  Stopped: 'Wants no emails',
  'Not Invited': 'Not possible now',
} as const satisfies Record<Exclude<InviteStatus, 'Invited'>, string>

/** How many rows there are of each fate, in the order of first sight. */
export function countFates(rows: readonly Row[]): readonly (readonly [fate: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(fateOf(row), (counts.get(fateOf(row)) ?? 0) + 1)
  return [...counts]
}
