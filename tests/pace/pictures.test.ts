// What hostile pictures cost everybody else: how soon a server answers meanwhile, and how much more memory it takes.
import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { percentile } from '../kit/hostile/hostile-runner.ts'
import { flood, fromPhone, gif, html, jpeg, png, progressive, svg, wide } from '../kit/pictures/pictures.ts'
import { newFolder, startServer } from '../kit/process/process.ts'
import { fill, ownerToken } from '../kit/process/seed.ts'
import { longer, onTime, times, within } from '../kit/world/pace.ts'

const [rounds, calls] = [5, 200]

async function timed(ask: () => Promise<unknown>) {
  const began = performance.now()
  await ask()
  return performance.now() - began
}

/** The most memory that a process had since `peakFrom`, in MB. */
const peakOf = (pid: number) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024
/** Begins anew to note it; gives what it is at first. */
function peakFrom(pid: number) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peakOf(pid)
}

test.runIf(process.platform === 'linux')(
  'R224, S1 pace: hostile pictures are refused within 100 ms, while health is answered as before',
  {
    ...longer,
    ...onTime,
  },
  async () => {
    const folder = newFolder()
    const [seeded] = await fill(folder, { groups: 1, seats: 5, rsvps: 1 })
    const { url, pid } = await startServer(folder, {}, 'dist/server/main.js')
    const headers = { authorization: `Bearer ${ownerToken}`, 'content-type': 'image/png' }
    const send = async (bytes: Buffer) =>
      (await fetch(`${url}/api/event/${seeded?.eventId}/photo`, { method: 'PUT', headers, body: new Uint8Array(bytes) })).status
    const small = await jpeg(400, 300)
    const hostile: readonly (readonly [Buffer, status: number])[] = [
      [svg, 415],
      [html, 415],
      [gif, 415],
      [flood(20_000, 20_000), 413],
      [(await png(400, 300)).subarray(0, 4_000), 400],
      [progressive(10_000), 400],
      [Buffer.concat([small, html]), 200],
      [await fromPhone(), 200],
      [await wide('jpeg', true, 12_000), 413],
      [await wide('png', true, 12_000), 413],
    ]
    const health = () => fetch(`${url}/api/health`).then((answer) => answer.arrayBuffer())
    /** The times of so many calls, one after the other. */
    async function pings() {
      const found: number[] = []
      for (let nth = 0; nth < calls; nth++) found.push(await timed(health))
      return found
    }
    // What comes once: the thread of pictures, connections, compiled code.
    expect(await send(small)).toBe(200)
    await pings()
    const before = peakFrom(pid)
    const [rest, meanwhile, taken]: [number[], number[], number[]] = [[], [], []]
    /** What each was answered, and should be. */
    const said: (readonly [number, number])[] = []
    for (let round = 0; round < rounds; round++) {
      rest.push(...(await pings()))
      let isOver = false
      const sending = (async () => {
        for (let nth = 0; !isOver; nth++) {
          const [bytes, status] = hostile[nth % hostile.length] ?? [svg, 415]
          taken.push(await timed(async () => said.push([await send(bytes), status])))
        }
      })()
      meanwhile.push(...(await pings()))
      isOver = true
      await sending
    }
    const [p99, restP99, slowest] = [percentile(meanwhile), percentile(rest), percentile(taken)]
    const grown = peakOf(pid) - before
    console.log(
      `${taken.length} hostile pictures, 99 of 100 within ${slowest.toFixed(0)} ms; health p99 ${p99.toFixed(1)} ms beside ${restP99.toFixed(1)}; ${grown.toFixed(0)} MB more`,
    )
    expect(said.filter(([is, should]) => is !== should)).toEqual([])
    expect(taken.length).toBeGreaterThanOrEqual(hostile.length)
    expect(grown).toBeLessThan(64)
    within(slowest, 100)
    times(p99, restP99, 2)
  },
)
