// An hour: whether the server's memory stays where it was, while invitees answer, look and leave and organizers read. Runs only where it is named.
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { sendAnswer } from './answer.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'
import { openSockets } from './sockets.ts'

const minuteMs = 60_000
const [early, late] = [10, 60]
const groups = 20
const answersPerSecond = 10
/** Sockets that come, watch for some seconds and go. */
const visitors = 20

const residentMb = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024

/** The least memory of a minute: what stays when the garbage has been collected. */
async function leastMb(pid: number): Promise<number> {
  let least = Infinity
  for (let n = 0; n < 60; n++) {
    least = Math.min(least, residentMb(pid))
    await wait(minuteMs / 60)
  }
  return least
}

async function must(asked: Promise<Response>) {
  const response = await asked
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
}

/** Goes on until it is told to stop; a refusal ends the benchmark. */
function keepBusy({ url, token, groups: held }: Bench) {
  let isOver = false
  const authorization = `Bearer ${token}`
  const again = async (everyMs: number, work: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) await Promise.all([work(n), wait(everyMs)])
  }
  const group = (n: number) => held[n % held.length]
  const used = Promise.all([
    again(1_000 / answersPerSecond, (n) => must(sendAnswer(url, group(n), `hour${n % 20_000}@guests.test`))),
    again(500, (n) => must(fetch(`${url}/api/group/${group(n)?.groupId}`, { headers: { authorization } }))),
    again(100, (n) => must(fetch(`${url}/rsvp/${group(n)?.groupId}`))),
    again(5_000, async () => {
      const rooms = Array.from({ length: visitors }, (_, n) => `form:${group(n)?.groupId}:${group(n)?.eventId}`)
      const { close } = await openSockets(url, rooms, () => {})
      await wait(4_000)
      close()
    }),
  ])
  return {
    used,
    stop: () => {
      isOver = true
      return used
    },
  }
}

export default async function hour(): Promise<Row[]> {
  const server = await startServer({ groups, seats: 100_000, rsvps: 500 })
  const { used, stop } = keepBusy(server)
  const measured = async () => {
    await wait((early - 1) * minuteMs)
    const before = await leastMb(server.pid)
    await wait((late - early - 1) * minuteMs)
    return [before, await leastMb(server.pid)] as const
  }
  const [before, after] = await Promise.race([measured(), used.then(() => Promise.reject(new Error('The use of it has ended too soon')))])
  await stop()
  await server.stop()
  return [
    {
      what: `An hour of use: memory of the server after ${late} minutes, against that after ${early}`,
      measured: `${(after / before).toFixed(2)} × (${after.toFixed(0)} MB against ${before.toFixed(0)} MB)`,
      limit: '≤ 1.10 ×',
      ok: after <= 1.1 * before,
    },
  ]
}
