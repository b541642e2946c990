// What is kept of how a group filled: one record per group, its points as differences in a short text (decision 0119).
import type { Collection, Stored } from '#server/kernel/store/store.ts'

/** A role that the curve tells of; deleted ones keep the name they had last. */
export interface CurveRole {
  readonly _id: string
  readonly name: string
}

/** R109. The id is the group's. No guest is in it. */
export interface History extends Stored {
  /** The revision of the group that the last point shows: what is not newer is no news, whichever process brings it. */
  readonly groupRev: number
  readonly roles: readonly CurveRole[]
  /** The points, one after the other, as `encodeSteps` writes them. */
  readonly curve: string
  /** The minute of the last point, and how the group stood then, so that a point is added without reading those before. */
  readonly minute: number
  readonly values: readonly number[]
  /** The day on which older points were last thinned. */
  readonly thinnedDay: number
}
export const histories: Collection<History> = { name: 'histories', indexes: {} }

/**
 * A point as it differs from the one before; the first differs from nothing. Values are numbered: 0 is the answers, then three for each role in the
 * order of `roles`: seats taken, the limit (0 while there is no such role) and seats confirmed.
 */
export interface Step {
  /** Minutes since 1970. */
  readonly minute: number
  /** Numbers of values in ascending order, each with what it grew by. */
  readonly changes: readonly (readonly [value: number, by: number])[]
}
export const valuesPerRole = 3
export const countOf = (role: number) => 1 + valuesPerRole * role
export const totalOf = (role: number) => countOf(role) + 1
export const confirmedOf = (role: number) => countOf(role) + 2

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const codes = new Uint8Array(128)
for (let at = 0; at < alphabet.length; at++) codes[alphabet.charCodeAt(at)] = at
/** Five bits a character, the lowest first; the sixth says that there are more. */
const bits = 5
const more = 1 << bits

function encodeNumber(number: number): string {
  let text = ''
  let left = number
  for (; left >= more; left = Math.floor(left / more)) text += alphabet[(left % more) + more]
  return text + alphabet[left]
}
/** Small numbers of either sign become small numbers. */
const unsigned = (number: number) => (number < 0 ? -2 * number - 1 : 2 * number)
const signed = (number: number) => (number % 2 === 1 ? -(number + 1) / 2 : number / 2)

/** Writes steps that follow the minute `after`: per step the minutes passed, how many values changed, and for each the distance of its number and the change. */
export function encodeSteps(steps: readonly Step[], after = 0): string {
  let text = ''
  let minute = after
  for (const step of steps) {
    text += encodeNumber(step.minute - minute) + encodeNumber(step.changes.length)
    let value = -1
    for (const change of step.changes) {
      text += encodeNumber(change[0] - value - 1) + encodeNumber(unsigned(change[1]))
      value = change[0]
    }
    minute = step.minute
  }
  return text
}

/** Reads what `encodeSteps` wrote, one step after the other: all at once a long curve takes megabytes. */
export function* stepsOf(curve: string): Generator<Step, undefined> {
  let at = 0
  const read = () => {
    let number = 0
    let worth = 1
    for (;;) {
      const code = codes[curve.charCodeAt(at++)] ?? 0
      number += (code % more) * worth
      if (code < more) return number
      worth *= more
    }
  }
  let minute = 0
  while (at < curve.length) {
    minute += read()
    const changes: [number, number][] = []
    let value = -1
    for (let left = read(); left > 0; left--) {
      value += read() + 1
      changes.push([value, signed(read())])
    }
    yield { minute, changes }
  }
}
export const decodeSteps = (curve: string): Step[] => [...stepsOf(curve)]
