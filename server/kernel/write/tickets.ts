// Fairness between server processes on one hot key: the loser of a race goes before its winner. Lamport's bakery algorithm, with tickets in the store;
// it decides who tries first. Correctness rests on the revisions alone (decision 0012).
import { iso } from '#server/kernel/ports/clock.ts'
import { type Collection, RevisionConflict, type Stored, type Write } from '#server/kernel/store/store.ts'
import type { Services } from './services.ts'

interface Ticket extends Stored {
  readonly key: string
  readonly process: string
  readonly number: number
  readonly expiresAt: string
}
export const tickets: Collection<Ticket> = {
  name: 'tickets',
  indexes: { key: { fields: ['key', 'number'] }, expiry: { fields: ['expiresAt'] } },
}

/** A process's place in the queue for a key. */
export interface QueueTurn {
  /** Waits until it is this process's turn. `lost`: another process has just committed first. */
  take(lost: boolean): Promise<void>
  /** The writes that give the turn back; they belong into the commit of the batch. */
  end(): Write[]
  /** A try has ended, whatever became of it: so long does a batch take now. */
  tried(): void
  /** For how long a batch is worth retrying. */
  timeoutMs(): number
}

/** Backoff: the longer a process waits, the less often it polls, so that waiting processes don't slow down the one whose turn it is. */
const looksMs = { soonest: 4, latest: 25, share: 1 / 4 }
/**
 * A ticket that stays for so many batches' time belongs to a process that died or hangs. Over a slow database that is longer, or the living would be
 * passed over; in the end it is that long.
 */
const ticketTimeouts = { leastMs: 500, mostMs: 10_000, batches: 4 }
/** How long a batch is retried before its callers get `busy`; as many tickets as wait in front of it are waited for, if it comes to that. */
const retries = { leastMs: 3_000, tickets: 6, mostMs: 30_000 }
const keptMs = 60_000

const lookLater = (waitedMs: number) =>
  new Promise((later) => setTimeout(later, Math.min(Math.max(waitedMs * looksMs.share, looksMs.soonest), looksMs.latest)))

/** Numbers of abandoned tickets, by id: they were waited for once, so later batches skip them. */
const overdue = new WeakMap<Services['queues'], Map<string, number>>()

/** How long a batch took of late, at the longest: a longer one counts at once, and is forgotten little by little. */
const batchMs = new WeakMap<Services['queues'], number>()
const forgets = 0.8
function noteBatch({ queues }: Services, ms: number) {
  batchMs.set(queues, Math.max(ms, (batchMs.get(queues) ?? 0) * forgets))
}
const ticketTimeout = ({ queues }: Services) =>
  Math.min(Math.max(ticketTimeouts.leastMs, ticketTimeouts.batches * (batchMs.get(queues) ?? 0)), ticketTimeouts.mostMs)
const retryTimeout = (services: Services) => Math.min(Math.max(retries.leastMs, retries.tickets * ticketTimeout(services)), retries.mostMs)

function overdueOf({ queues }: Services): Map<string, number> {
  const known = overdue.get(queues) ?? new Map<string, number>()
  overdue.set(queues, known)
  return known
}

const none: QueueTurn = { take: async () => {}, end: () => [], tried: () => {}, timeoutMs: () => retries.leastMs }

async function draw({ store, clock, secrets }: Services, process: string, key: string, number: number): Promise<Ticket> {
  const ticket = { _id: secrets.idOf('ticket', key, process), rev: 1, key, process, number, expiresAt: iso(clock.now() + keptMs) }
  await store.commit([{ collection: tickets, put: ticket, expectedRev: 0 }]).catch((error: unknown) => {
    if (!(error instanceof RevisionConflict)) throw error // a failed commit left our own ticket behind: use that one
  })
  return ticket
}

/** Opens a turn for one batch. Where no other process shares the store (`services.process` is absent) there is nothing to wait for. */
export function createTurn(services: Services, key: string): QueueTurn {
  const { process, store } = services
  if (process === undefined) return none
  const late = overdueOf(services)
  const isOther = (ticket: Ticket) => ticket.process !== process && late.get(ticket._id) !== ticket.number
  let own: Ticket | undefined
  let triedAt = 0
  return {
    tried: () => noteBatch(services, performance.now() - triedAt),
    timeoutMs: () => retryTimeout(services),
    async take(lost) {
      const began = performance.now()
      let [since, first] = [began, '']
      for (;;) {
        const all = await store.find(tickets, { index: 'key', where: { key } })
        if (!all.some(({ _id }) => _id === own?._id)) own = undefined // purged in the meantime: there is nothing to give back
        const others = all.filter(isOther)
        triedAt = performance.now()
        if (!own && !lost && others.length === 0) return
        own ??= await draw(services, process, key, Math.max(0, ...others.map(({ number }) => number)) + 1)
        const mine = own.number
        const isBefore = (other: Ticket) => other.number < mine || (other.number === mine && other.process < process)
        const before = others.filter(isBefore)
        if (before.length === 0) return
        const current = before.map(({ _id, number }) => `${_id} ${number}`).join()
        if (current !== first) [since, first] = [performance.now(), current]
        if (performance.now() - since > ticketTimeout(services)) {
          for (const { _id, number } of before) late.set(_id, number)
          return
        }
        await lookLater(performance.now() - began)
      }
    },
    end: () => (own ? [{ collection: tickets, drop: own, expectedRev: own.rev }] : []),
  }
}
