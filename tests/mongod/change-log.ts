// The log of all commits, as change streams read it, and the resume tokens that name places in it.
import { Timestamp } from 'mongodb'
import { timeOf, timestampOf } from './clock.ts'
import { CommandError } from './errors.ts'
import type { Engine, Entry } from './model.ts'
import { type Doc, isDoc } from './values.ts'

/** A place in the log: everything up to it has been read. An invalidation stands right after the drop it comes from. */
export interface Place {
  readonly ts: number
  readonly at: number
  readonly invalidate: boolean
}

const last = 0xffff_ffff

const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')

/** Writes a place as a resume token, whose texts order as the places do. */
export function tokenOf({ ts, at, invalidate }: Place): Doc {
  const stamp = timestampOf(ts)
  return { _data: `82${hex(stamp.getHighBitsUnsigned())}${hex(stamp.getLowBitsUnsigned())}${hex(at)}${invalidate ? '01' : '00'}` }
}

/** Reads a resume token. */
export function placeOfToken(token: unknown): Place {
  const data = isDoc(token) && typeof token._data === 'string' ? token._data : ''
  const parts = /^82([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})(0[01])$/.exec(data)
  if (parts === null) throw new CommandError(260, 'Invalid resume token')
  const [t, i, at] = parts.slice(1, 4).map((part) => Number.parseInt(part, 16))
  return { ts: timeOf(new Timestamp({ t: t ?? 0, i: i ?? 0 })), at: at ?? 0, invalidate: parts[4] === '01' }
}

/** The place before everything that happens at a time. */
export const placeBefore = (ts: number): Place => ({ ts, at: 0, invalidate: false })

/** The place after everything that has happened, and that a majority has. */
export const placeNow = (engine: Engine): Place => ({ ts: Math.min(engine.now(), engine.majority.point()), at: last, invalidate: false })

/** Refuses to go on where the log no longer reaches. */
export function checkPlace(engine: Engine, { ts }: Place): void {
  if (ts < engine.trimmed.until)
    throw new CommandError(286, 'Resume of change stream was not possible, as the resume point may no longer be in the oplog.')
}

/** Finds the first entry that isn't before a place: the entry of the place itself may have an invalidation to come. */
export function entriesFrom({ log }: Engine, { ts, at }: Place): number {
  let low = 0
  let high = log.length
  while (low < high) {
    const middle = (low + high) >> 1
    const entry = log[middle]
    if (entry !== undefined && (entry.ts < ts || (entry.ts === ts && entry.at < at))) low = middle + 1
    else high = middle
  }
  return low
}

/** Tells whether an event of an entry comes after a place. */
export const isAfter = (entry: Entry, invalidate: boolean, place: Place): boolean =>
  entry.ts !== place.ts ? entry.ts > place.ts : entry.at !== place.at ? entry.at > place.at : invalidate && !place.invalidate

/** Forgets the oldest entries. */
export function trimLog(engine: Engine, before: number): void {
  const { log, trimmed } = engine
  let gone = Math.max(0, log.length - 200_000)
  while (gone < log.length && (log[gone]?.ts ?? 0) < before) gone++
  const newest = log[gone - 1]
  if (newest !== undefined) trimmed.until = newest.ts
  log.splice(0, gone)
}
