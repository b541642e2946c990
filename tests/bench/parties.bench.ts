// Parties of two that wait in a long line: what one drop-out costs, with those who take the seats (R172).
import { groupApi } from '#protocol/seats/group.ts'
import { answerTo } from './answer.ts'
import type { Row } from './row.ts'
import { type Bench, startServer } from './server.ts'

const [seats, waiting, dropOuts] = [100, 500, 1_000]
const mostMs = 10

async function sent({ url, groups: [group] }: Bench, who: number, fields: object): Promise<void> {
  const { path, body, ...init } = answerTo(group, `party${who}@guests.test`)
  const response = await fetch(url + path, { ...init, body: JSON.stringify({ ...(JSON.parse(String(body)) as object), ...fields }) })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  await response.arrayBuffer()
}
const seated = { companions: [{}] }
const waits = { ...seated, roles: [], waitFor: ['Guest'] }
const declines = { attending: false, roles: [], companions: [] }

async function asOwner({ url, token, groups: [one] }: Bench, path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const response = await fetch(`${url}/api/group/${one?.groupId}${path}`, { ...init, headers })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.json()
}
/** How many seats are taken. */
async function taken(server: Bench) {
  const { group } = groupApi.read.reply.parse(await asOwner(server, ''))
  return 'roleCoverage' in group ? group.roleCoverage.find(({ name }) => name === 'Guest')?.count : undefined
}

export default async function parties(): Promise<Row[]> {
  const server = await startServer({ groups: 1, seats })
  await asOwner(server, '/settings', { method: 'PATCH', body: JSON.stringify({ waitlist: true, maxCompanions: 1 }) })
  // As the line moves: who has seats stands first, whoever gives them back joins the end.
  const line: number[] = []
  for (let who = 0; who < seats / 2 + waiting; who++) {
    await sent(server, who, who < seats / 2 ? seated : waits)
    line.push(who)
  }
  const [took, wrong]: [number[], number[]] = [[], []]
  for (let nth = 0; nth < dropOuts; nth++) {
    const [who = 0] = line.splice(Math.floor(Math.random() * (seats / 2)), 1)
    const began = performance.now()
    await sent(server, who, declines)
    took.push(performance.now() - began)
    if ((await taken(server)) !== seats) wrong.push(nth)
    await sent(server, who, waits)
    line.push(who)
  }
  await server.stop()
  const median = took.toSorted((a, b) => a - b)[took.length >> 1] ?? Infinity
  return [
    {
      what: `${dropOuts} random drop-outs before ${waiting} parties of two that wait: one with its commit, median; steps after which a seat is free`,
      measured: `${median.toFixed(1)} ms; ${wrong.length}`,
      limit: `≤ ${mostMs} ms; 0`,
      ok: median <= mostMs && wrong.length === 0,
    },
  ]
}
