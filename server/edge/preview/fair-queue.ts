// A short queue in which no asker holds up the others: one thing is made at a time, askers take turns, and each may have only so many waiting.

/** How many may wait in all, of one asker, and of one owner: more than of one asker, so that nobody takes all of what an owner may have. */
export const queue = { waiting: 16, share: 4, ownersShare: 8 }

/** For whom something is made: the asker, by whom turns are taken, and the owners of what it is about. */
export type Askers = readonly [asker: string, ...owners: string[]]

interface Order<Made> {
  readonly make: () => Promise<Made>
  readonly askers: Askers
  readonly done: (made: Promise<Made>) => void
}

/** Who waits, how many in all, and with which share. */
function createShares(allowed: typeof queue) {
  const shares = new Map<string, number>()
  const held = (one: string) => shares.get(one) ?? 0
  let waiting = 0
  return {
    hasRoom: ([asker, ...owners]: Askers) =>
      waiting < allowed.waiting && held(asker) < allowed.share && owners.every((one) => held(one) < allowed.ownersShare),
    count(askers: Askers, by: 1 | -1) {
      waiting += by
      for (const one of askers) {
        const left = held(one) + by
        if (left > 0) shares.set(one, left)
        else shares.delete(one)
      }
    },
  }
}

/** Gives a function that takes an order: it promises what is made, or gives undefined where the asker has enough waiting, or all have. */
export function createTurns<Made>(allowed = queue) {
  const shares = createShares(allowed)
  const byAsker = new Map<string, Order<Made>[]>()
  let isBusy = false
  /** The first order of the asker whose turn it is; an asker with more orders goes behind the others. */
  const next = () => {
    const [first] = byAsker
    if (!first) return undefined
    const [asker, orders] = first
    byAsker.delete(asker)
    const order = orders.shift()
    if (orders.length > 0) byAsker.set(asker, orders)
    return order
  }
  async function workOff() {
    isBusy = true
    for (let order = next(); order; order = next()) {
      const made = order.make()
      order.done(made)
      await made.catch(() => {}) // whoever asked hears of it
      shares.count(order.askers, -1)
    }
    isBusy = false
  }
  return (askers: Askers, make: () => Promise<Made>): Promise<Made> | undefined => {
    if (!shares.hasRoom(askers)) return undefined
    return new Promise((resolve) => {
      shares.count(askers, 1)
      byAsker.set(askers[0], [...(byAsker.get(askers[0]) ?? []), { make, askers, done: resolve }])
      if (!isBusy) void workOff()
    })
  }
}
