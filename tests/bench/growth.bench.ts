// Growth: what an answer costs in a group that already has many, and what the organizer's first page costs.

import { sendAnswer } from './answer.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const [few, many] = [100, 10_000]
const rounds = 300

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

async function timed(work: () => Promise<Response>): Promise<number> {
  const started = performance.now()
  const response = await work()
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`)
  return performance.now() - started
}

const submit = ({ url, groups }: Bench, nth: number, n: number) => sendAnswer(url, groups[nth], `late${n}@guests.test`)

const firstPage = ({ url, groups, token }: Bench, nth: number) =>
  fetch(`${url}/api/group/${groups[nth]?.groupId}`, { headers: { authorization: `Bearer ${token}` } })

/** Small and large in turn, so that what else the machine does meets both alike. */
async function inTurn(work: (nth: number, n: number) => Promise<Response>, times: number): Promise<[small: number, large: number]> {
  const spent: [number[], number[]] = [[], []]
  for (let n = 0; n < times; n++) for (const nth of [0, 1] as const) spent[nth].push(await timed(() => work(nth, n)))
  return [median(spent[0]), median(spent[1])]
}

const row = (what: string, [small, large]: [number, number]): Row => ({
  what,
  measured: `${(large / small).toFixed(2)} × (${large.toFixed(1)} ms against ${small.toFixed(1)} ms)`,
  limit: '≤ 1.5 ×',
  ok: large <= 1.5 * small,
})

export default async function growth(): Promise<Row[]> {
  const server = await startServer({ groups: 3, seats: 100_000, rsvps: [few, many, 500] })
  await inTurn((nth, n) => submit(server, nth, -1 - n), 30)
  const submits = await inTurn((nth, n) => submit(server, nth, n), rounds)
  const pages = await inTurn((nth) => firstPage(server, nth === 0 ? 2 : 1), 60)
  await server.stop()
  return [
    row(`Growth: one answer with ${many} already there, against ${few}`, submits),
    row(`Growth: the organizer's first page of a group with ${many} answers, against 500 (a page)`, pages),
  ]
}
