// Server processes in memory that compete for one group: a world over each store.
import type { Store } from '#server/kernel/store/store.ts'
import { openWorld, type World } from '../world/world.ts'
import { away, distancesMs, type Rival } from './fairness.ts'

/** Opens a world at each distance from `store`, and one group for all of them. `fair`: they take turns. */
export async function rivalsOver(store: Store, fair: boolean, distances: readonly number[] = distancesMs): Promise<Rival[]> {
  const worlds = await Promise.all(distances.map((ms, n) => openWorld({ store: away(store, ms), ...(fair && { process: `p${n}` }) })))
  const [first] = worlds as [World]
  const { groupId } = await first.event(await first.person('ada', 'pro'), [{ name: 'Guest', max: 50 }])
  return worlds.map(
    (world): Rival =>
      async (email, n) =>
        (await world.answerOnce(groupId, world.proven(email, groupId), ['Guest'], { name: `Change ${n}` })).status,
  )
}
