// An event with several groups on a real server, answers to several of its groups at once, and what of that stands in the store: for servers that are
// killed, and for crowds over several processes.
import { Agent, request } from 'node:http'
import { eventApi } from '#protocol/seats/event.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { overlap } from '#protocol/seats/several/overlap.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Group, groups as groupRecords, taken } from '#server/seats/model/group.ts'
import { isSeated } from '#server/seats/model/guest.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { patiently } from '../world/client.ts'
import { fromOwnPage } from '../world/own-page.ts'
import { ownerToken, proof } from './seed.ts'

export interface Fair {
  readonly eventId: string
  /** In their order: each begins an hour after the one before. */
  readonly groups: readonly { readonly _id: string; readonly name: string; readonly start: string; readonly end: string }[]
}
export const role = 'Helper'
const hourMs = 3_600_000

/** So many groups, each so many hours long, with so many seats. */
export async function makeFair(url: string, { count, hours, seats }: { count: number; hours: number; seats: number }): Promise<Fair> {
  const from = Math.ceil(Date.now() / hourMs) * hourMs + 48 * hourMs
  const at = (hoursLater: number) => new Date(from + hoursLater * hourMs).toISOString()
  const input = {
    event: {
      name: 'Fair',
      start: at(0),
      end: at(count + hours),
      timeZone: 'UTC',
      assignmentRules: { enableRoleAssignment: false, enableRoleSelfSelect: true },
    },
    groups: Array.from({ length: count }, (_, nth) => ({
      name: `Shift ${nth + 1}`,
      start: at(nth),
      end: at(nth + hours),
      limitToMembers: false,
      roles: [{ name: role, max: seats }],
    })),
  }
  const reply = await fetch(`${url}/api${eventApi.createWithGroup.path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${ownerToken}`,
      'idempotency-key': `fair-${count}-${hours}-${seats}`,
    },
    body: JSON.stringify(input),
  })
  const { event, groups } = eventApi.createWithGroup.reply.parse(await reply.json())
  return { eventId: event._id, groups }
}

export interface Answered {
  readonly email: string
  /** Which groups were asked for. */
  readonly nths: readonly number[]
  /** 0: no whole answer came. */
  readonly status: number
  readonly body: {
    readonly code?: string
    readonly full?: readonly { groupId: string }[]
    readonly overlap?: readonly { groupId: string }[]
  }
}

/** A request for a seat in each of these groups, as it is sent. */
export function asked({ eventId, groups }: Fair, email: string, nths: readonly number[]) {
  const [first = 0] = nths
  const answers = nths.map((nth) => ({ groupId: groups[nth]?._id ?? '', attending: true, roles: [role] }))
  const headers = { 'content-type': 'application/json', ...fromOwnPage(proof(groups[first]?._id ?? '', email)) }
  const body = JSON.stringify({ eventId, name: 'A guest', email, groups: answers })
  return { method: 'POST' as const, path: `/api${rsvpApi.submit.path}`, headers, body }
}

/** Never rejects. */
export function ask(agent: Agent, url: string, fair: Fair, email: string, nths: readonly number[]): Promise<Answered> {
  const { method, path, headers, body } = asked(fair, email, nths)
  return new Promise((done) => {
    const end = (status: number, text: string) =>
      done({ email, nths, status, body: status === 0 ? {} : (JSON.parse(text) as Answered['body']) })
    const sent = request(
      `${url}${path}`,
      { agent, method, headers: { ...headers, 'content-length': Buffer.byteLength(body) } },
      (response) => {
        let text = ''
        response.on('data', (part: Buffer) => (text += part.toString()))
        response.on('end', () => (response.complete ? end(response.statusCode ?? 0, text) : end(0, '')))
        response.on('error', () => end(0, ''))
      },
    )
    sent.on('error', () => end(0, ''))
    sent.end(body)
  })
}

/** All of them, so many at a time over each server; whoever is told to come again does. */
export async function askAll(
  urls: readonly string[],
  fair: Fair,
  wanted: readonly { email: string; nths: readonly number[] }[],
  atOnce = 25,
) {
  const left = [...wanted]
  const answers: Answered[] = []
  const work = async (url: string) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let next = left.shift(); next; next = left.shift()) {
      const { email, nths } = next
      answers.push(await patiently(() => ask(agent, url, fair, email, nths)))
    }
    agent.destroy()
  }
  const began = performance.now()
  await Promise.all(urls.flatMap((url) => Array.from({ length: atOnce }, () => work(url))))
  return { answers, perSecond: (answers.length * 1_000) / (performance.now() - began) }
}

/** Who has a seat where, by email; and how many seats of each group are taken by its own count. */
export async function standing(store: Store, { groups }: Fair) {
  const found = await Promise.all(groups.map(({ _id }) => store.get(groupRecords, _id)))
  const held = new Map<string, number[]>()
  for (const [nth, { _id: groupId }] of groups.entries()) {
    for (let last: Rsvp | undefined; ; ) {
      const page = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 500, ...(last && { after: last }) })
      for (const { email } of page.filter(isSeated)) held.set(email, [...(held.get(email) ?? []), nth])
      last = page.at(-1)
      if (page.length < 500) break
    }
  }
  return {
    held,
    counts: found.map((group) => (group as Group).roles.map(taken)[0] ?? 0),
    seats: found.map((group) => group?.roles[0]?.max ?? 0),
  }
}

/** What is wrong with how it stands, whoever was told what: seats beyond the limit, two at one time, a refusal that isn't true, a yes that isn't kept. */
export function wrongIn(fair: Fair, { held, counts, seats }: Awaited<ReturnType<typeof standing>>, answers: readonly Answered[]): string[] {
  const wrong: string[] = []
  const holders = fair.groups.map((_, nth) => [...held.values()].filter((nths) => nths.includes(nth)).length)
  for (const [nth, most] of seats.entries())
    if ((holders[nth] ?? 0) > most || counts[nth] !== holders[nth])
      wrong.push(`${fair.groups[nth]?.name} has ${holders[nth]} holders, counts ${counts[nth]}, of ${most}`)
  const clash = (nths: readonly number[]) =>
    nths.some((one) => nths.some((other) => other > one && overlap(fair.groups[one] as never, fair.groups[other] as never, 0)))
  for (const [email, nths] of held) if (clash(nths)) wrong.push(`${email} is in ${nths.join(' and ')} at one time`)
  for (const { email, nths, status, body } of answers) {
    const has = held.get(email) ?? []
    if (status === 200 && !nths.every((nth) => has.includes(nth))) wrong.push(`${email} was told yes and isn't in all of ${nths.join()}`)
    if (status !== 200 && status !== 0 && has.length > 0) wrong.push(`${email} was told no and is in ${has.join()}`)
    if (status === 200 || status === 0) continue
    const full = (body.full ?? []).map(({ groupId }) => fair.groups.findIndex(({ _id }) => _id === groupId))
    const isFull = body.code === 'role-full' && full.length > 0 && full.every((nth) => counts[nth] === seats[nth])
    if (!isFull && !(body.code === 'overlap' && clash(nths))) wrong.push(`${email} was refused ${body.code ?? status}, which isn't true`)
  }
  return wrong
}
