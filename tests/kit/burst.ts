// A burst of answers on several connections at once, and what became of each: for servers that are killed, stopped or starved meanwhile.
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { type Group, groups, taken } from '#server/group/model.ts'
import { emails } from '#server/mail.ts'
import { rsvps } from '#server/rsvp/model.ts'
import type { Store } from '#server/store/store.ts'
import { answerId, proof, type Seeded } from './seed.ts'

export interface Outcome {
  readonly email: string
  readonly role: string
  /** 0: no whole answer came. */
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}
export interface Burst {
  readonly outcomes: Outcome[]
  /** Resolves once `count` answers were acknowledged, or all connections have ended. */
  acknowledged(count: number): Promise<void>
  /** Sends no more; resolves once every connection has its last answer. */
  stop(): Promise<void>
}

/** One answer; never rejects. */
export function submit(agent: Agent | undefined, url: string, { groupId, eventId }: Seeded, email: string, role: string): Promise<Outcome> {
  const body = JSON.stringify({ groupId, eventId, name: 'A guest', email, attending: true, roles: [role] })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), cookie: proof(groupId, email) }
  return new Promise((done) => {
    const failed = () => done({ email, role, status: 0, headers: {}, text: '' })
    const asked = request(`${url}/api/rsvp/submit`, { agent, method: 'POST', headers, timeout: 10_000 }, (response) => {
      let text = ''
      response.on('data', (part: Buffer) => (text += part.toString()))
      response.on('end', () =>
        response.complete ? done({ email, role, status: response.statusCode ?? 0, headers: response.headers, text }) : failed(),
      )
      response.on('error', failed)
    })
    asked.on('timeout', () => asked.destroy())
    asked.on('error', failed)
    asked.end(body)
  })
}

/** `connections` answer one after the other, each as a new guest, until told to stop or cut off; every third wants a seat that is scarce. */
export function openBurst(url: string, seeded: Seeded, tag: string, connections = 12): Burst {
  const outcomes: Outcome[] = []
  let [stopped, nth] = [false, 0]
  const waiting = new Set<() => void>()
  const answer = async (agent: Agent) => {
    while (!stopped) {
      const n = nth++
      const outcome = await submit(agent, url, seeded, `${tag}-${n}@guests.test`, n % 3 === 0 ? 'Scarce' : 'Guest')
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

/** What doesn't hold in a store nobody has open: lost answers, seats given twice, counts that are not those of the records, half commits. */
export async function inspect(store: Store, { groupId }: Seeded, outcomes: readonly Outcome[]) {
  const group = (await store.get(groups, groupId)) as Group
  const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000_000 })
  const lost = []
  for (const { email, role } of outcomes.filter(({ status }) => status === 200)) {
    const kept = await store.get(rsvps, answerId(group, email))
    const roleId = group.roles.find(({ name }) => name === role)?._id ?? ''
    if (!kept?.roleIds.includes(roleId) || kept.attending !== true) lost.push(email)
  }
  const faults: string[] = []
  for (const role of group.roles) {
    const holders = all.filter(({ roleIds }) => roleIds.includes(role._id)).length
    if (holders !== taken(role)) faults.push(`${role.name}: ${holders} hold it, ${taken(role)} are counted`)
    if (holders > role.max) faults.push(`${role.name}: ${holders} hold ${role.max} seats`)
  }
  if (new Set(all.map(({ email }) => email)).size < all.length) faults.push('somebody answered twice')
  if (group.answers.yes !== all.length) faults.push(`${all.length} said yes, ${group.answers.yes} are counted`)
  for (const { email } of all) {
    const mails = await store.find(emails, { index: 'recipient', where: { to: email } })
    if (mails.length !== 1) faults.push(`${email} got ${mails.length} e-mails`)
  }
  return { lost, faults, records: all.length }
}
