// A slow disk (R113): how long others wait beside four who write, and how many answers get through, where each fsync takes 20 ms longer; by strace.
import { mayTrace, withSlowDisk } from '../kit/process/disk-faults.ts'
import { answersTo } from './answer.ts'
import { load, percentile } from './load.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const writers = 4
const rounds = 3
const delayMs = 20
const shareOfPossible = 0.8
const timesFast = 2
/** Answers of a round, on a fast disk and on a slow one: some seconds of either. */
const amounts = { fast: 3_000, slow: 400 }

/** One round: answers by four writers, and health calls one after the other for as long as they last. */
async function round(server: Bench, nth: number, amount: number) {
  const answers = answersTo(server.groups[nth], amount)
  let isOver = false
  const writing = load(server.url, writers, amount, (n) => answers[n] ?? { method: 'GET', path: '/' }).finally(() => (isOver = true))
  const times: number[] = []
  while (!isOver) times.push(...(await load(server.url, 1, 20, () => ({ method: 'GET', path: '/api/health' }))).times)
  return { answers: await writing, times }
}

async function measure(speed: 'fast' | 'slow') {
  const server = await startServer({ groups: rounds + 1, seats: amounts.fast }, withSlowDisk(speed === 'slow' ? delayMs : 0))
  await round(server, rounds, 50)
  const all: Awaited<ReturnType<typeof round>>[] = []
  for (let nth = 0; nth < rounds; nth++) all.push(await round(server, nth, amounts[speed]))
  await server.stop()
  const middle = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
  return {
    p99: middle(all.map(({ times }) => percentile(Float64Array.from(times).sort(), 0.99))),
    perSecond: middle(all.map(({ answers }) => answers.perSecond)),
    ok: all.every(({ answers }) => answers.ok === amounts[speed]),
  }
}

export default async function disk(): Promise<Row[]> {
  if (!mayTrace()) return []
  const [fast, slow] = [await measure('fast'), await measure('slow')]
  const times = slow.p99 / fast.p99
  // All of them in one commit, which takes what it takes on the fast disk, and the delay.
  const possible = (writers * 1_000) / (delayMs + (writers * 1_000) / fast.perSecond)
  const share = slow.perSecond / possible
  return [
    {
      what: `Disk that takes ${delayMs} ms longer: p99 of the health call beside ${writers} writers, against a fast disk`,
      measured: `${times.toFixed(2)} × (${slow.p99.toFixed(1)} ms against ${fast.p99.toFixed(1)} ms)`,
      limit: `≤ ${timesFast} ×`,
      ok: times <= timesFast && fast.ok,
    },
    {
      what: `Disk that takes ${delayMs} ms longer: answers of ${writers} writers, against what is possible with all of them in each commit`,
      measured: `${share.toFixed(2)} × (${Math.round(slow.perSecond)}/s of ${Math.round(possible)}/s; ${Math.round(fast.perSecond)}/s on a fast disk)`,
      limit: `≥ ${shareOfPossible} ×`,
      ok: share >= shareOfPossible && slow.ok,
    },
  ]
}
