// Server processes that compete for one hot group: how many answers each gets through, in closed loops of guests. Nothing here needs a test to run in.
import { Agent } from 'node:http'
import type { Store } from '#server/kernel/store/store.ts'
import { submit } from './burst.ts'
import type { Seeded } from './seed.ts'

/** A server process as its guests see it: gives the status of the reply to the n-th change of a guest's answer. */
export type Rival = (email: string, n: number) => Promise<number>

const loops = 12

/**
 * Lets each of `rivals` answer to its own guests for `ms` milliseconds; gives the answers taken by each and the statuses of other replies.
 * Who is told to come again (503) does so, as browsers do: that it happens too often to one of them shows in what it has taken.
 */
export async function compete(rivals: readonly Rival[], ms: number): Promise<{ taken: number[]; refused: number[]; busy: number }> {
  const until = performance.now() + ms
  const refused: number[] = []
  let busy = 0
  const taken = await Promise.all(
    rivals.map(async (answer, nth) => {
      let count = 0
      const loop = async (email: string) => {
        for (let n = 0; performance.now() < until; n++) {
          const status = await answer(email, n)
          if (status === 200) count++
          else if (status === 503) busy++
          else refused.push(status)
        }
      }
      await Promise.all(Array.from({ length: loops }, (_, n) => loop(`guest${nth}-${n}@guests.test`)))
      return count
    }),
  )
  return { taken, refused, busy }
}

/** The slowest as a share of the fastest. */
export const share = (taken: readonly number[]) => Math.min(...taken) / Math.max(...taken)

/** A real process behind `url`, over connections that stay open. */
export function rivalAt(url: string, target: Seeded): Rival {
  const agent = new Agent({ keepAlive: true, maxSockets: loops })
  return async (email, n) => (await submit(agent, url, target, { email, name: `Change ${n}`, attending: true, roles: ['Guest'] })).status
}

/** How far away the store is for each of four processes, in milliseconds. */
export const distancesMs = [0.5, 1, 2, 3]

/** The same store, `ms` further away, as a server process in another building has it. */
export function away(store: Store, ms: number): Store {
  const arrive = () => new Promise((arrived) => setTimeout(arrived, ms))
  return {
    get commits() {
      return store.commits
    },
    get: (collection, id) => arrive().then(() => store.get(collection, id)),
    find: (collection, query) => arrive().then(() => store.find(collection, query)),
    count: (collection, most) => arrive().then(() => store.count(collection, most)),
    rev: (collection, id) => arrive().then(() => store.rev(collection, id)),
    commit: (writes) => arrive().then(() => store.commit(writes)),
    follow: (collections, follower) => store.follow(collections, follower),
    close: () => store.close(),
  }
}
