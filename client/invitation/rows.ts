// The list of people to invite: one row each, what would become of it, and what became of it (R97).
import { z } from 'zod/mini'
import { piecesOf } from '#client/lib/people/pieces.ts'
import { hasAddress } from '#client/people/gather.ts'
import { notAnAddress } from '#client/people/read.ts'
import { invitation as limits } from '#protocol/kernel/limits.ts'
import { mailboxOf } from '#protocol/kernel/texts.ts'
import { peopleText } from '#protocol/seats/companions/counting.ts'
import { type InvitedRow, InviteStatus } from '#protocol/seats/invitation.ts'

export interface Entry {
  readonly email: string
  readonly name: string
  /** Names of roles that are suggested. */
  readonly roles: readonly string[]
  /** R162: what a file says to questions, in words. */
  readonly answers?: readonly { readonly question: string; readonly answer: string }[]
  /** Why it can't be invited as it stands. */
  readonly why?: string
}
export const addedSentence = (count: number) => `${peopleText(count)} added`

export const Row = z.object({
  key: z.int(),
  /** As it is compared, unless it is none. */
  email: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  /** R162: what the file says to questions, as it was written. */
  answers: z._default(z.array(z.object({ question: z.string(), answer: z.string() })), []),
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

/** Rows for these people, after those there are. Who is twice in the list is marked so here, and never sent. */
export function addEntries(rows: readonly Row[], entries: readonly Entry[], from = ''): Row[] {
  const seen = new Map(rows.filter(({ status }) => status !== 'Duplicate').map((row) => [row.email, row]))
  let key = rows.reduce((most, row) => Math.max(most, row.key), 0)
  const added = entries.map(({ email: written, name, roles, answers = [], why }): Row => {
    const email = mailboxOf(written)
    const fresh = { key: ++key, name, roles: [...roles], answers: [...answers], from, isSent: false, hasFailed: false }
    if (email === '') return { ...fresh, email: written, status: 'Invalid', message: why ?? notAnAddress }
    const there = seen.get(email)
    if (there) return { ...fresh, email, status: 'Duplicate', message: hasAddress(there) }
    const row: Row = { ...fresh, email, status: null, message: '' }
    seen.set(email, row)
    return row
  })
  return [...rows, ...added]
}

/** With another name or address of a row that was not sent; it is asked about anew, and others whose address it had may stand for it. */
export function editedRow(rows: readonly Row[], key: number, part: { readonly name: string; readonly email: string }): Row[] {
  const at = rows.findIndex((row) => row.key === key)
  const row = rows[at]
  if (!row || row.isSent) return [...rows]
  if (mailboxOf(part.email) === row.email && row.status !== 'Invalid')
    return rows.map((one) => (one === row ? { ...(row.status === 'Duplicate' ? row : unchecked(row)), name: part.name } : one))
  const others = withoutRow(rows, key)
  const mended = addEntries(others, [{ ...row, ...part }], row.from).at(-1)
  return mended ? others.toSpliced(at, 0, { ...mended, key }) : others
}

/** Without a row; whoever was in the list a second time then stands for the first. */
export function withoutRow(rows: readonly Row[], key: number): Row[] {
  const gone = rows.find((row) => row.key === key)
  const left = rows.filter((row) => row !== gone)
  const next = left.find((row) => row.email === gone?.email && row.status === 'Duplicate')
  const isFirst = gone?.status !== 'Duplicate'
  return left.map((row) => (row === next && isFirst ? unchecked(row) : row))
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

/** The calls that rows take: each of one origin. */
export const callsOf = (rows: readonly Row[], most: number = limits.peoplePerCall) =>
  piecesOf(rows, {
    most,
    sent: ({ email, name, roles, answers }) => [email, name, roles, answers],
    besides: 60,
    shared: ({ from }) => from,
  })

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
  Stopped: 'Has stopped emails',
  'Not Invited': 'Can’t be invited now',
} as const satisfies Record<Exclude<InviteStatus, 'Invited'>, string>

/** How many rows there are of each fate, in the order of first sight. */
export function countFates(rows: readonly Row[]): readonly (readonly [fate: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const row of rows) counts.set(fateOf(row), (counts.get(fateOf(row)) ?? 0) + 1)
  return [...counts]
}
