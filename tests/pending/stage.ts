// The calls that email a code and take one, and what is compared of their answers.
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { minute } from '../kit/world/clock.ts'
import type { World } from '../kit/world/world.ts'

export const email = 'gast@guests.test'
export interface Way {
  /** What a code opens: a group, or an event. */
  readonly open: (world: World) => Promise<string>
  /** Asks for a code, and reads it from the email. */
  readonly ask: (world: World, id: string) => Promise<string>
  readonly body: (id: string, code: string) => [path: string, body: object]
  /** What asks for one. */
  readonly asks: (id: string) => [path: string, body: object]
}
export const post = (world: World, path: string, body: object, address: string) =>
  world.app.request(`/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  })

/** Every call that takes an emailed code. */
export const ways: Readonly<Record<string, Way>> = {
  '/rsvp/verify-code': {
    open: async (world) => (await world.event(await world.person('ada', 'enterprise'))).groupId,
    ask: async (world, groupId) => {
      await world.ok(rsvpApi.sendCode, { email, groupId })
      return world.codeMailed(email)
    },
    body: (groupId, code) => ['/rsvp/verify-code', { email, groupId, code }],
    asks: (groupId) => ['/rsvp/send-verification-code', { email, groupId }],
  },
  '/event/{id}/publish': {
    open: async (world) => (await world.event({}, undefined, {}, { organizerEmail: email })).eventId,
    ask: async (world, id) => {
      world.clock.advance(minute)
      await world.ok(pendingApi.sendCode, { id })
      return world.codeMailed(email)
    },
    body: (id, code) => [`/event/${id}/publish`, { code }],
    asks: (id) => [`/event/${id}/publish/code`, {}],
  },
}

/** Counts what is asked and written. */
export function counted() {
  const work = { commits: 0, writes: 0 }
  const wrap = (store: Store) =>
    storeWith(store, {
      commit(writes) {
        work.commits++
        work.writes += writes.length
        return store.commit(writes)
      },
    })
  return { work, wrap }
}

/** An answer byte for byte: each request has an id of its own, and how long to wait is by the real clock. */
export async function shown(answer: Response) {
  const body = (await answer.text()).replace(/(?<="requestId":")[0-9a-f]{24}(?="\})/, '').replace(/(?<="seconds":)\d+/, '')
  const headers = Object.fromEntries([...answer.headers].filter(([header]) => !['x-request-id', 'retry-after'].includes(header)))
  return { status: answer.status, headers, body }
}
