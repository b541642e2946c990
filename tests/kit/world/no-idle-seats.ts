// R90 in every test that opens a world: no commit leaves a seat free that somebody waits for, whatever wrote it.

import type { Clock } from '#server/kernel/ports/clock.ts'
import type { Store, Write } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { vacancies } from '#server/seats/seating/fill.ts'
import { storeWith } from '../faults/store-with.ts'

/** The roles of a group with a free seat that somebody waits for; none where a job has been left to give them. */
export async function idleSeats(store: Pick<Store, 'get'>, group: Group, now: number): Promise<string[]> {
  if (group.unfilledSince !== undefined || !group.roles.some(({ line }) => line)) return []
  const event = group.eventId ? await store.get(events, group.eventId) : undefined
  return vacancies({ group, event: eventFor(event, group), now }).map(({ name }) => name)
}

/** The engine, which fails at such a commit before it is made. */
export function withoutIdleSeats(store: Store, clock: Clock): Store {
  async function check(writes: readonly Write[]) {
    const written = writes.flatMap((write) => ('put' in write ? [write] : []))
    const find = (name: string, id: string) => written.find(({ collection, put }) => collection.name === name && put._id === id)?.put
    const current: Pick<Store, 'get'> = {
      get: async (collection, id) => (find(collection.name, id) as never) ?? store.get(collection, id),
    }
    for (const { collection, put } of written) {
      if (collection.name !== groups.name || !('roles' in put)) continue
      const idle = await idleSeats(current, put as Group, clock.now())
      if (idle.length > 0) throw new Error(`R90: a seat is free that somebody waits for: ${idle.join(', ')}`)
    }
  }
  return storeWith(store, { commit: (writes) => check(writes).then(() => store.commit(writes)) })
}
