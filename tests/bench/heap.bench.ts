// A small heap under one anonymous address that asks for all it may: the process lives, and nobody else waits.
import { fork } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { answerTo } from './answer.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const heapMb = 256
const seconds = Number(process.env.HEAP_SECONDS ?? 120)
/** First nothing: what the machine itself makes anybody wait. */
const kinds = ['nothing', 'sockets', 'polls', 'pages', 'pictures', 'calls', 'bodies']

/** What somebody else waits for meanwhile, in ms, the longest last; Infinity where it is refused or the server is gone. */
async function waitsOf({ url, groups }: Bench, until: number) {
  const own = { 'x-forwarded-for': '192.0.2.1' }
  const [group] = groups
  const asked = [
    () => fetch(`${url}/rsvp/${group?.groupId}`, { headers: own }),
    () => fetch(`${url}/api/rsvp/form/${group?.groupId}`, { headers: own }),
    (nth: number) => {
      const { path, headers, ...init } = answerTo(group, `honest${nth % 20}@guests.test`)
      return fetch(url + path, { ...init, headers: { ...headers, ...own } })
    },
  ]
  const waits: number[] = []
  for (let nth = 0; performance.now() < until; nth++) {
    const began = performance.now()
    const answer = await asked[nth % asked.length]?.(nth).catch(() => undefined)
    await answer?.text().catch(() => undefined)
    waits.push(answer?.ok ? performance.now() - began : Infinity)
    await wait(100)
  }
  return waits.sort((a, b) => a - b)
}

async function besieged(name: string, attacks: readonly string[]): Promise<Row> {
  const env = { NODE_OPTIONS: `--max-old-space-size=${heapMb}`, RATE_LIMITS: 'on', TRUST_PROXY: '1' }
  const server = await startServer({ groups: 230, seats: 1_000 }, undefined, env)
  const args = [
    server.url,
    server.groups
      .slice(1)
      .map(({ groupId }) => groupId)
      .join(','),
    ...attacks,
  ]
  const attacker = fork('tests/bench/heap-child.ts', args, { execArgv: ['--import', 'tsx'] })
  const waits = await waitsOf(server, performance.now() + seconds * 1_000)
  attacker.kill('SIGKILL')
  const longest = waits.at(-1) ?? Infinity
  const median = waits[Math.floor(waits.length / 2)] ?? Infinity
  const lives = (await fetch(`${server.url}/api/health`).catch(() => undefined))?.ok === true
  await server.stop()
  return {
    what: `Heap of ${heapMb} MB, ${seconds} s of ${name} of one anonymous address: the longest that anybody else waited`,
    measured: lives ? `${longest.toFixed(0)} ms (median ${median.toFixed(0)} ms)` : 'the process ended',
    limit: '≤ 1,000 ms',
    ok: lives && longest <= 1_000,
  }
}

const mixes = [...kinds.map((kind) => [kind, [kind]] as const), ['all of these at once', kinds] as const]

/** `HEAP_KINDS` names some of them, with commas between. */
export default async function heap(): Promise<Row[]> {
  const wanted = process.env.HEAP_KINDS?.split(',')
  const rows: Row[] = []
  for (const [name, attacks] of mixes) if (wanted?.includes(name) ?? true) rows.push(await besieged(name, attacks))
  return rows
}
