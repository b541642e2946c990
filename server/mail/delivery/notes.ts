// Notes what became of emails, until it is written: whoever knows that one was sent never sends it again. And keeps those leased that are under way.

import { type Email, emails } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { RevisionConflict } from '#server/kernel/store/store.ts'
import { tallyWrites } from '#server/seats/notices/tallies.ts'
import { type Attempt, attemptOf, type Delivery, isOver, leaseMs, writeOf } from './attempt.ts'
import type { Outcome } from './failure.ts'
import type { Progress } from './progress.ts'

interface Note {
  readonly attempt: Attempt
  readonly outcome: Outcome
  readonly done: () => void
}

const isTaken = (error: unknown) => error instanceof RevisionConflict
/** How often the result of one email is written while others count theirs in the same tally. */
const noteTries = 20
/** So long results are gathered while others are under way: a commit of many costs the disk hardly more than one of a single email. */
const gatherMs = 10

const nextOf = ({ attempt, outcome }: Note): Email => ({ ...outcome(attempt.email), rev: attempt.email.rev + 1 })
/** Whether it is still leased for this attempt: not rewritten, leased by another or dropped in the meantime. */
const isOwn = ({ email }: Attempt, found: Email | undefined): found is Email =>
  found !== undefined && !isOver(found) && found.failedAt === undefined && attemptOf(found) === attemptOf(email)

async function commit({ store }: Delivery, notes: readonly Note[]) {
  const after = notes.map(nextOf)
  await store.commit([...after.map((email) => writeOf(email, email.rev - 1)), ...(await tallyWrites(store, after))])
}
async function commitOne(services: Delivery, note: Note) {
  for (let left = noteTries; left > 0; left--) {
    const isWritten = await commit(services, [note]).then(
      () => true,
      (error: unknown) => (isTaken(error) ? false : Promise.reject(error as Error)),
    )
    if (isWritten) return
    const found = await services.store.get(emails, note.attempt.email._id)
    if (!isOwn(note.attempt, found)) return // what it says by now is sent, or what became of it is noted
    note.attempt.email = found
  }
  throw new RevisionConflict('a tally was never free')
}
/** Where one can't be noted, the others are noted one by one. Gives those that are left, and why. */
async function commitAll(services: Delivery, notes: readonly Note[]): Promise<{ left: readonly Note[]; why?: unknown }> {
  try {
    await commit(services, notes)
    return { left: [] }
  } catch (why) {
    if (!isTaken(why)) return { left: notes, why }
    const left: Note[] = []
    for (const note of notes) await commitOne(services, note).catch(() => left.push(note))
    return { left, why }
  }
}

async function renew({ store, clock }: Delivery, attempt: Attempt) {
  const found = await store.get(emails, attempt.email._id)
  if (!isOwn(attempt, found)) return
  const renewed = { ...found, rev: found.rev + 1, dueAt: iso(clock.now() + leaseMs) }
  await store.commit([writeOf(renewed, found.rev)])
  attempt.email = renewed
}

/** Results that come together, or while others are being written, share a commit. */
export function createNotes(services: Delivery, progress: Progress, areOthers: () => boolean) {
  const { clock, log } = services
  const waiting: Note[] = []
  let isBehind = false
  let working = Promise.resolve()
  const inLine = (work: () => Promise<void>) => (working = working.then(work))
  async function write() {
    if (waiting.length === 0) return
    if (areOthers()) await new Promise((gathered) => setTimeout(gathered, gatherMs))
    const some = waiting.splice(0)
    const { left, why } = await commitAll(services, some)
    isBehind = left.length > 0
    if (isBehind) log.error({ err: why, emails: left.length }, 'what became of emails is not noted yet: that is tried again')
    waiting.unshift(...left)
    const noted = some.filter((note) => !left.includes(note))
    progress.note(noted.map(nextOf))
    for (const { done } of noted) done()
  }
  return {
    /** Calls `done` once it is written, or there is nothing to write any more. Resolves when that was tried once. */
    note(attempt: Attempt, outcome: Outcome, done: () => void): Promise<void> {
      waiting.push({ attempt, outcome, done })
      return inLine(write)
    },
    /** Lengthens the leases that end soon, and tries again to write what could not be noted. */
    keepLeases(attempts: readonly Attempt[]) {
      const endSoon = attempts.filter(({ email: { dueAt = '' } }) => Date.parse(dueAt) - clock.now() < leaseMs / 2)
      if (!isBehind && endSoon.length === 0) return
      void inLine(async () => {
        await write()
        const renewals = await Promise.allSettled(endSoon.map((attempt) => renew(services, attempt)))
        for (const renewal of renewals)
          if (renewal.status === 'rejected') log.error({ err: renewal.reason }, 'a lease of an email was not lengthened')
      })
    },
  }
}
