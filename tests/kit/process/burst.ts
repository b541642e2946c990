// A burst of answers on several connections at once, and the journal of what became of each: for servers that are killed, stopped or starved meanwhile.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import type { Sent } from '../model/oracle.ts'
import { fromOwnPage } from '../world/own-page.ts'
import { timeoutMs } from '../world/pace.ts'
import { proof, type Seeded } from './seed.ts'

export interface Outcome extends Sent {
  readonly headers: IncomingHttpHeaders
}
/** A group to answer to; without `proofOf` it is one that `seed.ts` has made. */
export interface Target extends Seeded {
  readonly proofOf?: (email: string) => string
}
/** What one guest says. The name tells one command from every other one of the same guest. */
export type Said = Pick<Sent, 'email' | 'name' | 'attending' | 'roles'>
export interface Burst {
  readonly outcomes: Outcome[]
  /** Resolves once `count` answers were acknowledged, or all connections have ended. */
  acknowledged(count: number): Promise<void>
  /** Sends no more; resolves once every connection has its last answer. */
  stop(): Promise<void>
}

/** Sends one answer and gives what became of it; status 0: no whole answer came. Never rejects. */
export function submit(agent: Agent | undefined, url: string, target: Target, said: Said): Promise<Outcome> {
  const { groupId, eventId, proofOf = (email: string) => proof(groupId, email) } = target
  const body = JSON.stringify({ groupId, eventId, ...said })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...fromOwnPage(proofOf(said.email)) }
  const sentAt = performance.now()
  return new Promise((done) => {
    const end = (status: number, text: string, got: IncomingHttpHeaders = {}) =>
      done({ ...said, sentAt, endedAt: performance.now(), status, text, headers: got })
    const asked = request(`${url}/api/rsvp/submit`, { agent, method: 'POST', headers, timeout: timeoutMs }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () => (response.complete ? end(response.statusCode ?? 0, text, response.headers) : end(0, '')))
      response.on('error', () => end(0, ''))
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => end(0, ''))
    asked.end(body)
  })
}

/** What guest `n` says one after the other: every third wants a seat that is scarce, some then decline, some then want another role. */
function saidBy(tag: string, n: number): Said[] {
  const [email, roles] = [`${tag}-${n}@guests.test`, [n % 3 === 0 ? 'Scarce' : 'Guest']]
  const first = { email, name: 'First', attending: true, roles }
  if (n % 5 === 1) return [first, { email, name: 'Second', attending: false, roles: [] }]
  if (n % 5 === 2) return [first, { email, name: 'Second', attending: true, roles: ['Scarce', 'Guest'] }]
  return n % 5 === 3 ? [first, { ...first, name: 'Second' }] : [first]
}

/** `connections` answer one after the other, each for guest after guest, until told to stop or cut off. */
export function openBurst(url: string, target: Target, tag: string, connections = 12): Burst {
  const outcomes: Outcome[] = []
  let [stopped, nth] = [false, 0]
  const waiting = new Set<() => void>()
  const answer = async (agent: Agent) => {
    let left: Said[] = []
    while (!stopped) {
      if (left.length === 0) left = saidBy(tag, nth++)
      const said = left.shift()
      if (!said) break
      const outcome = await submit(agent, url, target, said)
      outcomes.push(outcome)
      for (const look of waiting) look()
      if (outcome.status === 0) break
    }
    agent.destroy()
  }
  const all = Promise.all(Array.from({ length: connections }, () => answer(new Agent({ keepAlive: true, maxSockets: 1 })))).then(() => {})
  return {
    outcomes,
    acknowledged: (count) =>
      Promise.race([
        all,
        new Promise<void>((enough) => {
          const look = () => outcomes.filter(({ status }) => status === 200).length >= count && enough()
          waiting.add(look)
          look()
        }),
      ]),
    async stop() {
      stopped = true
      await all
    },
  }
}
