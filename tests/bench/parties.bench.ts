// Parties of one to ten that wait in a long line, some of whom would come with fewer: what one drop-out costs, with those who take the seats (R172).
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
interface Party {
  readonly who: number
  readonly size: number
  /** With how few they would come. */
  readonly atLeast: number
  /** How many seats they have. */
  readonly has: number
}
const random = (most: number) => Math.floor(Math.random() * most)
/** Of one to ten people, half of whom would come with fewer. */
function newParty(who: number): Party {
  const size = 1 + random(10)
  return { who, size, atLeast: random(2) ? size : 1 + random(size), has: 0 }
}
const coming = ({ size }: Party) => ({ companions: Array.from({ length: size - 1 }, () => ({})) })
const waits = (party: Party) => ({ ...coming(party), roles: [], waitFor: ['Guest'], atLeast: party.atLeast })
const declines = { attending: false, roles: [], companions: [] }

/** R172: a free seat goes to the first in line who would come with what is free. */
function served(line: readonly Party[]): Party[] {
  const after = [...line]
  for (;;) {
    const free = seats - after.reduce((sum, { has }) => sum + has, 0)
    const at = after.findIndex(({ has, atLeast }) => has === 0 && atLeast <= free)
    const next = after[at]
    if (!next) return after
    after[at] = { ...next, has: Math.min(next.size, free) }
  }
}

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
  await asOwner(server, '/settings', { method: 'PATCH', body: JSON.stringify({ waitlist: true, maxCompanions: 9 }) })
  const line: Party[] = []
  for (let who = 0; line.length < waiting || served(line).filter(({ has }) => has === 0).length < waiting; who++) line.push(newParty(who))
  for (const party of line) await sent(server, party.who, waits(party))
  let now = served(line)
  const [took, wrong]: [number[], number[]] = [[], []]
  for (let nth = 0; nth < dropOuts; nth++) {
    const [there, left] = [now.filter(({ has }) => has > 0), now.filter(({ has }) => has === 0)]
    const [gone] = there.splice(random(there.length), 1)
    if (!gone) throw new Error('Nobody has a seat')
    const began = performance.now()
    await sent(server, gone.who, declines)
    took.push(performance.now() - began)
    now = served([...there, ...left])
    if ((await taken(server)) !== now.reduce((sum, { has }) => sum + has, 0)) wrong.push(nth)
    await sent(server, gone.who, waits(gone))
    now = served([...now, { ...gone, has: 0 }])
  }
  await server.stop()
  const median = took.toSorted((a, b) => a - b)[took.length >> 1] ?? Infinity
  return [
    {
      what: `${dropOuts} random drop-outs before ${waiting} parties of 1 to 10 that wait: one with its commit, median; steps after which other seats are taken than should be`,
      measured: `${median.toFixed(1)} ms; ${wrong.length}`,
      limit: `≤ ${mostMs} ms; 0`,
      ok: median <= mostMs && wrong.length === 0,
    },
  ]
}
