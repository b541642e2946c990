// Counts what each of many holds, by address and in all, and says which of them has held the longest where it is too much.

export interface Budget {
  readonly ofOne: number
  readonly ofAddress: number
  readonly ofAll: number
}
interface Entry {
  readonly address: string
  amount: number
  /** When it began to hold something, or last held less than before. */
  since: number
}
/** Those of one address, or all: who has held the longest comes first. */
interface Share<One> {
  amount: number
  readonly ones: Set<One>
}

export type Tally<One> = ReturnType<typeof openTally<One>>

/** `budget` is read each time: tests change it. */
export function openTally<One>(budget: Budget) {
  const entries = new Map<One, Entry>()
  const addresses = new Map<string, Share<One>>()
  let all = 0
  const change = (one: One, entry: Entry, amount: number) => {
    const share = addresses.get(entry.address) ?? { amount: 0, ones: new Set<One>() }
    share.amount += amount - entry.amount
    all += amount - entry.amount
    entry.amount = amount
    if (amount > 0) {
      entries.set(one, entry)
      addresses.set(entry.address, share)
      share.ones.add(one)
      return
    }
    entries.delete(one)
    share.ones.delete(one)
    if (share.ones.size === 0) addresses.delete(entry.address)
  }
  return {
    /** Says how much one holds now; `addressOf` is asked where it held nothing before. */
    set(one: One, amount: number, addressOf: () => string = () => '') {
      const entry = entries.get(one)
      if (entry) change(one, entry, amount)
      else if (amount > 0) change(one, { address: addressOf(), amount: 0, since: performance.now() }, amount)
    },
    /** It holds less than it did, and goes behind the others. */
    renew(one: One, amount: number) {
      const { address = '' } = entries.get(one) ?? {}
      this.set(one, 0)
      this.set(one, amount, () => address)
    },
    /** Whoever has to let go, because of what `one` holds; undefined where all is within the budget. */
    over(one: One): One | undefined {
      const entry = entries.get(one)
      const share = entry && addresses.get(entry.address)
      if (entry && entry.amount > budget.ofOne) return one
      if (share && share.amount > budget.ofAddress) return share.ones.values().next().value
      return all > budget.ofAll ? entries.keys().next().value : undefined
    },
    has: (one: One) => entries.has(one),
    of: (one: One) => entries.get(one)?.amount ?? 0,
    all: () => [...entries],
    /** What all hold together. */
    sum: () => all,
  }
}
