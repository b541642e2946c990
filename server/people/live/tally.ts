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
  readonly since: number
}
/** Those of one address: who has held the longest comes first. */
interface Share<One> {
  amount: number
  readonly ones: Set<One>
}

export class Tally<One> {
  readonly #entries = new Map<One, Entry>()
  readonly #shares = new Map<string, Share<One>>()
  readonly #budget: Budget
  #sum = 0
  /** `budget` is read each time: tests change it. */
  constructor(budget: Budget) {
    this.#budget = budget
  }
  #change(one: One, entry: Entry, amount: number) {
    const share = this.#shares.get(entry.address) ?? { amount: 0, ones: new Set<One>() }
    share.amount += amount - entry.amount
    this.#sum += amount - entry.amount
    entry.amount = amount
    if (amount > 0) {
      this.#entries.set(one, entry)
      this.#shares.set(entry.address, share)
      share.ones.add(one)
      return
    }
    this.#entries.delete(one)
    share.ones.delete(one)
    if (share.ones.size === 0) this.#shares.delete(entry.address)
  }
  /** Says how much one holds now; `addressOf` is asked where it held nothing before. */
  set(one: One, amount: number, addressOf: () => string = () => '') {
    const entry = this.#entries.get(one)
    if (entry) this.#change(one, entry, amount)
    else if (amount > 0) this.#change(one, { address: addressOf(), amount: 0, since: performance.now() }, amount)
  }
  /** It holds less than it did, and goes behind the others. */
  renew(one: One, amount: number) {
    const { address = '' } = this.#entries.get(one) ?? {}
    this.set(one, 0)
    this.set(one, amount, () => address)
  }
  /** Whoever has to let go, because of what `one` holds; undefined where all is within the budget. */
  over(one: One): One | undefined {
    const entry = this.#entries.get(one)
    const share = entry && this.#shares.get(entry.address)
    if (entry && entry.amount > this.#budget.ofOne) return one
    if (share && share.amount > this.#budget.ofAddress) return share.ones.values().next().value
    return this.#sum > this.#budget.ofAll ? this.#entries.keys().next().value : undefined
  }
  of(one: One): number {
    return this.#entries.get(one)?.amount ?? 0
  }
  all(): [One, Entry][] {
    return [...this.#entries]
  }
  /** What all hold together. */
  sum(): number {
    return this.#sum
  }
}
