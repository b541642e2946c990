// The oracle's bounds: how many held a role for certain, and how many may have held it, at each moment of a journal.
import type { Sent } from './oracle.ts'

/** How many there are from a moment on; in order of time. */
export type Steps = readonly { readonly at: number; readonly count: number }[]

const mayStand = ({ status }: Sent) => status === 200 || status === 0 || status === 503
const holds = ({ attending, roles }: Sent, role: string) => attending && roles.includes(role)

function steps(spans: readonly (readonly [from: number, to: number])[]): Steps {
  const changes = spans
    .flatMap(([from, to]) => (from < to ? [{ at: from, by: 1 }, ...(to < Infinity ? [{ at: to, by: -1 }] : [])] : []))
    .toSorted((a, b) => a.at - b.at || a.by - b.by)
  let count = 0
  return changes.map(({ at, by }) => {
    count += by
    return { at, count }
  })
}

/** Gathers a journal's lines by guest. */
export function byGuest<T extends Sent>(journal: readonly T[]): Map<string, T[]> {
  const all = new Map<string, T[]>()
  for (const one of journal) {
    const own = all.get(one.email)
    if (own) own.push(one)
    else all.set(one.email, [one])
  }
  return all
}

/** The same person's spans, without what they share. */
function union(spans: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const joined: [number, number][] = []
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = joined.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else joined.push([from, to])
  }
  return joined
}

const perGuest = (journal: readonly Sent[], spansOf: (sent: readonly Sent[]) => (readonly [number, number])[]): Steps =>
  steps([...byGuest(journal.filter(mayStand)).values()].flatMap((sent) => union(spansOf(sent))))

/** From when it was sent until it was certainly given back. */
export const couldHold = (journal: readonly Sent[], role: string): Steps =>
  perGuest(journal, (sent) =>
    sent
      .filter((one) => holds(one, role))
      .map(({ sentAt, endedAt }) => {
        const given = sent.filter((other) => other.status === 200 && !holds(other, role) && other.sentAt >= endedAt)
        return [sentAt, Math.min(Infinity, ...given.map((other) => other.endedAt))] as const
      }),
  )

/** From its acknowledgement until something was sent that may give it back. */
export const surelyHold = (journal: readonly Sent[], role: string): Steps =>
  perGuest(journal, (sent) =>
    sent
      .filter((one) => one.status === 200 && holds(one, role))
      .map((one) => {
        const others = sent.filter((other) => !holds(other, role) && other.endedAt > one.sentAt)
        return [one.endedAt, Math.min(Infinity, ...others.map((other) => other.sentAt))] as const
      }),
  )

/** The highest count of all time. */
export const atMost = (all: Steps) => all.reduce((most, { count }) => Math.max(most, count), 0)

/** The highest count between two moments. */
export function mostWithin(all: Steps, from: number, to: number): number {
  let [low, high] = [0, all.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((all[middle]?.at ?? 0) <= from) low = middle + 1
    else high = middle
  }
  let most = all[low - 1]?.count ?? 0
  for (let nth = low; nth < all.length && (all[nth]?.at ?? 0) <= to; nth++) most = Math.max(most, all[nth]?.count ?? 0)
  return most
}
