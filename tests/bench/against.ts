// What one answer costs, beside an older commit of the product: both servers run at once and are asked in turns by the same client, so that the machine's
// mood meets both. What a round causes, its emails too, is done before the next begins.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fromOwnPage } from '#tests/kit/world/own-page.ts'
import { type Load, load, type Sent } from './load.ts'
import { seedOlder } from './older-seed.ts'
import type { Row } from './row.ts'
import { type Running, runServer } from './server.ts'
import { bytesIn, type Usage, usageOf } from './usage.ts'

/** Rounds of either kind, and the answers of each. The first of each warms up and counts for nothing. */
const many = { connections: 50, rounds: 9, answers: 1_500 }
const one = { connections: 1, rounds: 9, answers: 250 }
const limits = { cpu: 0.9, alone: 1, crowd: 1, written: 1, kept: 1.2 }

interface Side {
  readonly server: Running
  readonly data: string
  readonly emptyBytes: number
  /** The requests of each round. */
  readonly rounds: readonly (readonly Sent[])[]
}

const sizes = [...Array.from({ length: many.rounds }, () => many.answers), ...Array.from({ length: one.rounds }, () => one.answers)]
const guests = sizes.flatMap((size, nth) => Array.from({ length: size }, (_, n) => [nth, `round${nth}guest${n}@guests.test`] as const))

/** A store seeded by the commit in `home`, and its built server over it. */
async function openSide(home: string): Promise<Side> {
  const data = mkdtempSync(join(tmpdir(), 'rolecall-bench-'))
  const { groups, cookies } = await seedOlder({ home, data, seed: { groups: sizes.length, seats: many.answers }, guests })
  const requests = guests.map(([nth, email], at): Sent => {
    const { groupId, eventId } = groups[nth] ?? { groupId: '', eventId: '' }
    return {
      method: 'POST',
      path: '/api/rsvp/submit',
      headers: { 'content-type': 'application/json', ...fromOwnPage(cookies[at]) },
      body: JSON.stringify({ groupId, eventId, name: 'Guest', email, attending: true, roles: ['Guest'] }),
    }
  })
  const rounds = sizes.map((_, nth) => requests.filter((__, at) => guests[at]?.[0] === nth))
  const emptyBytes = bytesIn(data)
  return { server: await runServer(data, {}, [], home), data, emptyBytes, rounds }
}

const wait = (ms: number) => new Promise((over) => setTimeout(over, ms))
const mostWaitMs = 120_000

async function untilSent({ server }: Side, emails: number): Promise<void> {
  for (const until = performance.now() + mostWaitMs; server.sent() < emails; await wait(50))
    if (performance.now() > until) throw new Error(`Only ${server.sent()} of ${emails} emails were sent`)
  await wait(200) // what became of the last of them is written
}

interface Round {
  readonly answered: Load
  /** By one answer: until the last was given, and until the emails of all were sent. */
  readonly cpuMs: number
  readonly cpuWithEmailsMs: number
  readonly written: number
}

async function round(side: Side, nth: number, connections: number): Promise<Round> {
  const requests = side.rounds[nth] ?? []
  const { pid } = side.server
  const before = usageOf(pid)
  const answered = await load(side.server.url, connections, requests.length, (n) => requests[n] ?? { method: 'GET', path: '/' })
  if (answered.ok < requests.length) throw new Error(`Only ${answered.ok} of ${requests.length} answers were taken`)
  const given = usageOf(pid)
  await untilSent(
    side,
    sizes.slice(0, nth + 1).reduce((sum, size) => sum + size, 0),
  )
  const sent = usageOf(pid)
  const each = (what: keyof Usage, since: Usage, until: Usage) => (until[what] - since[what]) / requests.length
  return {
    answered,
    cpuMs: each('cpuMs', before, given),
    cpuWithEmailsMs: each('cpuMs', before, sent),
    written: each('written', before, sent),
  }
}

type Pair = readonly [older: Round, present: Round]
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** One row: the median of the rounds' ratios, and of what either side had. Of a cost `limit` is the most, of a speed the least. */
function row(what: string, pairs: readonly Pair[], of: (round: Round) => number, text: (value: number) => string, limit?: number): Row {
  const isSpeed = text === perSecond
  const ratio = median(pairs.map(([older, present]) => of(present) / of(older)))
  const [older, present] = [0, 1].map((side) => text(median(pairs.map((pair) => of(pair[side] as Round)))))
  return {
    what,
    measured: `${ratio.toFixed(2)} × (${present} against ${older})`,
    limit: limit === undefined ? '> 0, for information' : `${isSpeed ? '≥' : '≤'} ${limit} ×`,
    ok: limit === undefined || (isSpeed ? ratio >= limit : ratio <= limit),
  }
}
const perSecond = (value: number) => `${Math.round(value)}/s`
const ms = (value: number) => `${value.toFixed(3)} ms`
const kB = (value: number) => `${(value / 1_000).toFixed(1)} kB`

/** Stops the server; the bytes that each answer and its email keep. */
async function keptBy({ server, data, emptyBytes }: Side): Promise<number> {
  await server.stop()
  const kept = (bytesIn(data) - emptyBytes) / guests.length
  rmSync(data, { recursive: true, force: true })
  return kept
}

/** Measures the build in `home`, of the commit `hash`, and the one here. */
export default async function against(home: string, hash: string): Promise<Row[]> {
  const sides = [await openSide(home), await openSide('.')] as const
  const pairs: Pair[] = []
  for (const nth of sizes.keys()) {
    const { connections } = nth < many.rounds ? many : one
    // Whoever goes first meets a machine in another state than the second: they take turns.
    const order = nth % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)
    const rounds: Round[] = []
    for (const side of order) rounds[side] = await round(sides[side], nth, connections)
    pairs.push([rounds[0] as Round, rounds[1] as Round])
  }
  const [crowd, alone] = [pairs.slice(1, many.rounds), pairs.slice(many.rounds + 1)]
  const [keptThen, keptNow] = [await keptBy(sides[0]), await keptBy(sides[1])]
  const at = (connections: number) => `at ${connections} connection${connections > 1 ? 's' : ''}`
  const answers = ({ answered }: Round) => answered.perSecond
  return [
    row(`Against ${hash}: processor time of one answer ${at(50)}`, crowd, ({ cpuMs }) => cpuMs, ms, limits.cpu),
    row(`Against ${hash}: the same with its email`, crowd, ({ cpuWithEmailsMs }) => cpuWithEmailsMs, ms),
    row(`Against ${hash}: answers a second ${at(1)}`, alone, answers, perSecond, limits.alone),
    row(`Against ${hash}: answers a second ${at(50)}`, crowd, answers, perSecond, limits.crowd),
    row(`Against ${hash}: bytes written for one answer and its email ${at(50)}`, crowd, ({ written }) => written, kB, limits.written),
    row(`Against ${hash}: bytes written for one answer and its email ${at(1)}`, alone, ({ written }) => written, kB, limits.written),
    {
      what: `Against ${hash}: bytes kept of one answer and its email, once that is sent`,
      measured: `${(keptNow / keptThen).toFixed(2)} × (${Math.round(keptNow)} against ${Math.round(keptThen)})`,
      limit: `≤ ${limits.kept} ×`,
      ok: keptNow <= limits.kept * keptThen,
    },
  ]
}
