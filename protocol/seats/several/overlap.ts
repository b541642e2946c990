// R144: when two groups of an event overlap for one person: the rule that the server decides by, and that the page dims by. Pure.

/** When a group takes place, and whether one may have a seat there and elsewhere at the same time. */
export interface Slot {
  /** ISO */
  readonly start: string
  readonly end: string
  readonly allowOverlap?: boolean | undefined
}
const minuteMs = 60_000

/** Half-open: what ends when the other begins doesn't overlap it; with less than the buffer between them they do. */
export function overlap(one: Slot, other: Slot, bufferMinutes: number): boolean {
  if (one.allowOverlap || other.allowOverlap) return false
  const isBefore = (first: Slot, next: Slot) => Date.parse(first.start) < Date.parse(next.end) + bufferMinutes * minuteMs
  return isBefore(one, other) && isBefore(other, one)
}
