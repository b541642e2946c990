// What the operator's figures are (O2): counted where it happens, in a registry of its own, so that many worlds fit into one process.
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** What a scrape looks up, since nobody counts it: undefined where the store didn't say. */
export interface CurrentFigures {
  readonly waiting: number
  readonly due: { readonly emails: number; readonly fanouts: number } | undefined
  /** R234: versions of the data of time zones, and of how many zones a browser said something else. */
  readonly zones: { readonly release: string; readonly node: string; readonly doubts: number }
  /** R112: absent where none was made yet. */
  readonly backup?: { readonly ageSeconds?: number | undefined; readonly hasFailed: boolean } | undefined
}

/** No more than so many are counted. */
export const maxDue = 1_000
const buckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

const counterIn =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `rolecall_${name}`, help, labelNames, registers: [registry] })
const gaugeIn =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name: `rolecall_${name}`, help, labelNames, registers: [registry] })
const histogramIn =
  (registry: Registry) =>
  <Label extends string>(name: string, help: string, steps: number[], ...labelNames: Label[]) =>
    new Histogram({ name: `rolecall_${name}`, help, buckets: steps, labelNames, registers: [registry] })

function createWrites(registry: Registry) {
  const count = counterIn(registry)
  const spread = histogramIn(registry)
  const seconds = spread('commit_seconds', 'How long a commit of decisions took, durable.', buckets)
  const size = spread('batch_size', 'Decisions that shared a commit.', [1, 2, 4, 8, 16, 32, 64, 128, 256])
  const conflicts = count('store_conflicts_total', 'Batches decided again, because another process committed first.')
  let decided = 0
  return {
    committed: (durationSeconds: number, decisions: number) => {
      seconds.observe(durationSeconds)
      size.observe(decisions)
      decided += decisions
    },
    /** How many decisions were committed so far. */
    decided: () => decided,
    conflict: () => conflicts.inc(),
  }
}

function createJobFigures(registry: Registry) {
  const count = counterIn(registry)
  const spread = histogramIn(registry)
  const rounds = spread('job_round_seconds', 'How long a round of a background loop took.', buckets, 'loop', 'outcome')
  const emails = count('emails_total', 'Attempts to deliver an email: sent, to be tried again, or given up.', 'outcome')
  return {
    round: (loop: string, durationSeconds: number, outcome: 'done' | 'failed') => rounds.observe({ loop, outcome }, durationSeconds),
    email: (outcome: 'sent' | 'retry' | 'failed') => emails.inc({ outcome }),
  }
}

function createGauges(registry: Registry) {
  const gauge = gaugeIn(registry)
  const waiting = gauge('commands_waiting', 'Commands that wait for their turn in this process.')
  const dues = gauge('due', `Records due for a job, in the whole store; counted up to ${maxDue}.`, 'kind')
  const backupAge = gauge('backup_age_seconds', 'How old the last backup is that was made by itself and read back.')
  const backupFailed = gauge('backup_failed', 'Whether the latest attempt to make one failed: 1 or 0.')
  const zoneData = gauge('zone_data', 'Which data of time zones the release brings, and which Node has.', 'release', 'node')
  const zoneDoubts = gauge('zone_doubts', 'Zones of which a browser said that its clocks show another time.')
  return ({ waiting: commands, due, backup, zones: { doubts, ...versions } }: CurrentFigures) => {
    zoneData.set(versions, 1)
    zoneDoubts.set(doubts)
    waiting.set(commands)
    if (backup?.ageSeconds !== undefined) backupAge.set(backup.ageSeconds)
    if (backup) backupFailed.set(Number(backup.hasFailed))
    dues.reset()
    for (const [kind, number] of Object.entries(due ?? {})) dues.set({ kind }, number)
  }
}

/** As much of what brings commits to the sockets as is counted. */
interface Feed {
  readonly isUp: () => boolean
  readonly lagSeconds: () => number
}
function countFeed(registry: Registry, { isUp, lagSeconds }: Feed) {
  const read = (name: string, help: string, now: () => number) =>
    new Gauge({
      name: `rolecall_feed_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(now())
      },
    })
  read('up', 'Whether this process hears what is committed: 1 or 0.', () => Number(isUp()))
  read(
    'lag_seconds',
    'How long ago it was certain that nothing committed waits to be broadcast; a second or so while all is well.',
    lagSeconds,
  )
}

/** What stays as it is while a process lives. */
interface Constants {
  readonly freesLocks?: boolean | undefined
  /** R236: what the payment provider is to send, for the doctor to compare. */
  readonly paymentEvents?: readonly string[]
}
function setConstants(registry: Registry, { freesLocks, paymentEvents = [] }: Constants) {
  const gauge = gaugeIn(registry)
  if (freesLocks !== undefined)
    gauge('store_frees_locks', 'Whether what a killed process has locked in the database can be freed at once: 1 or 0.').set(
      Number(freesLocks),
    )
  if (paymentEvents.length === 0) return
  const events = gauge('payment_events', 'The events that the payment provider is to send.', 'type')
  for (const type of paymentEvents) events.set({ type }, 1)
}

/** Opens a registry; `ofProcess` adds memory, processor, garbage collection and event-loop delay, once a process. */
export function createMetrics({ ofProcess = false, ...constants }: Constants & { readonly ofProcess?: boolean } = {}) {
  const registry = new Registry()
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const count = counterIn(registry)
  const gauge = gaugeIn(registry)
  const spread = histogramIn(registry)
  const requests = spread('request_seconds', 'Requests by method, route pattern and status.', buckets, 'method', 'route', 'status')
  const limited = count('rate_limited_total', 'Calls refused because an address calls too often.', 'limit')
  const sockets = gauge('sockets', 'Sockets connected to this process.')
  const broadcasts = count('broadcasts_total', 'Messages to a room, however many watch it.', 'name')
  setConstants(registry, constants)
  const setCurrent = createGauges(registry)
  const requestsOf = new Map<string, ReturnType<typeof requests.labels>>() // finding those of three labels costs more than counting
  return {
    contentType: registry.contentType,
    request(method: string, route: string, status: number, durationSeconds: number) {
      const key = `${method} ${status} ${route}`
      const known = requestsOf.get(key) ?? requests.labels({ method, route, status })
      requestsOf.set(key, known)
      known.observe(durationSeconds)
    },
    limited: (limit: string) => limited.inc({ limit }),
    socket: (by: 1 | -1) => sockets.inc(by),
    broadcast: (name: string) => broadcasts.inc({ name }),
    feed: (feed: Feed) => countFeed(registry, feed),
    ...createWrites(registry),
    ...createJobFigures(registry),
    /** All figures as Prometheus reads them. */
    text: (current: CurrentFigures) => {
      setCurrent(current)
      return registry.metrics()
    },
  }
}
export type Metrics = ReturnType<typeof createMetrics>
