// Who goes in and out at the doors of an event, and what of it is taken back (R184 to R188, R191).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { door as limits } from '#protocol/kernel/limits.ts'
import type { doorApi } from '#protocol/seats/door/door.ts'
import type { Scan, ScanAnswer } from '#protocol/seats/door/scan.ts'
import type { DoorCounts } from '#protocol/seats/tally/tally.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { seenAgain } from '#server/seats/door/actions.ts'
import { type AtDoor, atDoor, queueOf, wholeAfter } from '#server/seats/door/queries.ts'
import { companionsOf } from '#server/seats/model/companion.ts'
import {
  type Attendance,
  type AttendanceLine,
  attendances,
  countsOf,
  type DoorCount,
  type DoorScan,
  doorCounts,
  doorPerson,
  doorScans,
  noCounts,
  ofPerson,
} from '#server/seats/model/door.ts'
import { eventFor } from '#server/seats/model/event.ts'
import { groups as allGroups, type Group } from '#server/seats/model/group.ts'
import { companionIn, isCurrent, isOfEvent, passClaims } from '#server/seats/model/pass.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import {
  admittedAt,
  checkUndo,
  isLetThrough,
  type Judged,
  judge,
  recount,
  settled,
  timesAt,
  toldAt,
  withLine,
} from '#server/seats/rules/door.ts'

const dayMs = 86_400_000

/** What a batch of scans has come to so far: later ones see what earlier ones wrote. */
export function createBatch(tx: Reader, { event }: Pick<AtDoor, 'event'>) {
  const people = new Map<string, Attendance | undefined>()
  const counts = new Map<string, DoorCount>()
  const revs = new Map<string, number>()
  async function attendanceOf(id: string) {
    if (!people.has(id)) people.set(id, await tx.get(attendances, id))
    return people.get(id)
  }
  return {
    people,
    attendanceOf,
    async take(after: Attendance, group: Group, rsvp: Rsvp) {
      const { groupId } = after
      const before = people.get(after._id)
      if (!revs.has(after._id)) revs.set(after._id, before?.rev ?? 0)
      const kept = counts.get(groupId) ??
        (await tx.get(doorCounts, groupId)) ?? {
          _id: groupId,
          rev: 0,
          eventId: event._id,
          counts: noCounts,
          dueAt: toldAt(eventFor(event, group)),
        }
      counts.set(groupId, { ...kept, counts: recount(kept.counts, before, after) })
      const change = { attendanceOf, rsvp, before, after }
      if (event.groupIds.length > 1) counts.set(event._id, await wholeAfter(tx, event, counts.get(event._id), change))
      people.set(after._id, after)
    },
    /** Several lines of one person are one write. */
    writes(): RecordWrite[] {
      const rows = [...revs].flatMap(([id, rev]) => {
        const one = people.get(id)
        return one ? [put(attendances, { ...one, rev: rev + 1 })] : []
      })
      return [...rows, ...[...counts.values()].map((one) => put(doorCounts, { ...one, rev: one.rev + 1 }))]
    },
    counts,
  }
}
type Batch = ReturnType<typeof createBatch>

/** Whom a scan means, and whether its pass counts no more. */
async function meant({ signedTokens, clock }: Services, tx: Reader, { event, groups }: AtDoor, { pass, rsvpId, companionId }: Scan) {
  const claims = pass === undefined ? undefined : passClaims(signedTokens, pass)
  const rsvp = livingRsvp(await tx.get(rsvps, claims?.rsvpId ?? (pass === undefined ? (rsvpId ?? '') : '')))
  const here = groups.find(({ _id }) => _id === rsvp?.groupId)
  const group = rsvp?.eventId === event._id ? (here ?? (await tx.get(allGroups, rsvp.groupId))) : undefined
  const timed = group && eventFor(event, group)
  const isVoid = claims !== undefined && isOfEvent(claims, event._id) && !(rsvp && isCurrent(claims, rsvp, clock.now()))
  // Who isn't coming along any more is nobody: their guest isn't let in instead.
  const isAlong = claims ? claims.companion !== undefined : companionId !== undefined
  const companion = rsvp && (claims ? companionIn(claims, rsvp) : companionsOf(rsvp).find(({ id }) => id === companionId))
  const isThere = !isAlong || companion !== undefined
  const isOutside = claims !== undefined && rsvp?.eventId === event._id && !here
  const one = isThere && rsvp && group && timed ? { rsvp, group, event: timed, who: companion?.id } : undefined
  return { found: here && one, elsewhere: isOutside && !group?.cancelledAt ? one : undefined, isVoid, isOutside }
}
type ScanTarget = Awaited<ReturnType<typeof meant>>

export const scanKeyOf = ({ secrets }: Services, { event, by }: AtDoor, scanId: string) => secrets.idOf('scan', event._id, by.id, scanId)

/** When those doors are open that a pass can be for. */
const doorsOf = ({ event, groups }: AtDoor) =>
  groups.filter(({ cancelledAt }) => !cancelledAt).map((group) => timesAt(group, eventFor(event, group)))

interface Deciding {
  readonly at: AtDoor
  readonly batch: Batch
  readonly key: string
  readonly now: number
}
/** What is written of who went in or out, by the log with their line in it. R119: each line is gone through with the next one, so one more than anybody needs isn't kept. */
async function written({ at, batch, key }: Deciding, scan: Scan, one: NonNullable<ScanTarget['found']>, more: LineFacts) {
  const { rsvp, group, who } = one
  const whose = who === undefined ? {} : { who }
  const line = { scan: key, ...whose, kind: scan.kind, door: at.by.name, by: at.by.id, ...more }
  const before = await batch.attendanceOf(rsvp._id)
  const isFull = before !== undefined && before.log.length >= limits.linesPerAnswer
  const after = isFull ? before : withLine(before, rsvp, at.event._id, line)
  if (!isFull) await batch.take(after, group, rsvp)
  return { line, after: ofPerson(after, who) ?? after }
}
type LineFacts = Pick<AttendanceLine, 'at' | 'despite'>

/** R185, R191: what one scan comes to, with its line if there is one. */
async function decide(deciding: Deciding, scan: Scan, { found, elsewhere, isVoid, isOutside }: ScanTarget): Promise<Judged> {
  const { at, batch, now } = deciding
  const isOffline = scan.mode === 'offline'
  const when = isOffline ? admittedAt(scan.at, at.phone?.pairedAt, now) : iso(now)
  const kept = found && (await batch.attendanceOf(found.rsvp._id))
  const attendance = found && ofPerson(kept, found.who)
  const isCanceled = at.event.cancelledAt !== null || found?.group.cancelledAt != null
  const { kind, groupId } = scan
  const judged = judge({ kind, found, isVoid, isOutside, isCanceled, groupId, doors: doorsOf(at), attendance, now: Date.parse(when) })
  // R182a: they are in the house, whoever let them in; of who they are nothing is said.
  if (isOffline && elsewhere) await written(deciding, scan, elsewhere, { at: when, despite: 'wrongGroup' })
  if (!found) return isOffline && isVoid && !isOutside ? { result: 'admitted-void' } : judged
  if (!isOffline && !isLetThrough(judged, scan.despite)) return judged
  // Offline nobody knew that they were in already, unless they said so.
  const isKnown = judged.result !== 'ok' && (judged.result !== 'again' || !isOffline || scan.despite)
  const despite = isKnown ? { despite: judged.result } : {}
  const { line, after } = await written(deciding, scan, found, { at: when, ...despite })
  return isOffline ? settled(judged, scan.despite, line, after) : { result: 'ok' }
}

/** R184: what a scan was answered, for a week. */
export const keptScan = (
  _id: string,
  about: Pick<DoorScan, 'eventId' | 'rsvpId' | 'companionId' | 'isPractice'> & Judged,
  now: number,
): DoorScan => ({
  _id,
  rev: 1,
  ...about,
  scannedAt: iso(now),
  expiresAt: iso(now + 7 * dayMs),
})

/** Passes to practice with that were read for the first time. */
type Practice = Map<string, DoorScan>
/** What is said to a pass of a rehearsal: nobody is let in, and nothing counts. Undefined for any other pass. */
async function practiced(
  { signedTokens, secrets, clock }: Services,
  tx: Reader,
  { event, by }: AtDoor,
  { pass = '' }: Scan,
  read: Practice,
): Promise<Judged | undefined> {
  const claims = passClaims(signedTokens, pass)
  if (!claims?.isPractice) return undefined
  if (!isOfEvent(claims, event._id)) return { result: 'unknown' }
  if (claims.until <= clock.now()) return { result: 'void' }
  const key = secrets.idOf('practice', event._id, claims.rsvpId, `${claims.serial}`)
  const before = read.get(key) ?? (await tx.get(doorScans, key))
  if (before) return { result: 'again', at: before.scannedAt, door: before.door ?? '' }
  read.set(key, keptScan(key, { eventId: event._id, rsvpId: null, isPractice: true, result: 'ok', door: by.name }, clock.now()))
  return { result: 'ok' }
}

/** R184: decides one scan after the other in one commit. */
export function takeScans(services: Services, { eventId, scans }: Input<typeof doorApi.scan>, caller: Caller) {
  return transact(services, queueOf(eventId), async (tx) => {
    const at = await atDoor(services, tx, eventId, caller)
    const now = services.clock.now()
    const batch = createBatch(tx, at)
    const answered = new Map<string, ScanAnswer>()
    const kept: RecordWrite[] = []
    const practice: Practice = new Map()
    const results = await inSlices(scans, async (scan) => {
      const key = scanKeyOf(services, at, scan.scanId)
      const before = answered.get(key) ?? (await earlier(tx, at, batch, key, scan.scanId))
      if (before) return before
      const tried = await practiced(services, tx, at, scan, practice)
      if (tried) {
        const answer = { scanId: scan.scanId, ...tried, practice: true as const }
        answered.set(key, answer)
        kept.push(put(doorScans, keptScan(key, { eventId, rsvpId: null, isPractice: true, ...tried }, now)))
        return answer
      }
      const one = await meant(services, tx, at, scan)
      const result = await decide({ at, batch, key, now }, scan, one)
      const { found } = one
      const person = found && doorPerson(found.rsvp, found.group, batch.people.get(found.rsvp._id))
      const whose = found?.who === undefined ? {} : { companionId: found.who }
      const answer = { scanId: scan.scanId, ...result, ...(person && { person }), ...whose }
      answered.set(key, answer)
      kept.push(put(doorScans, keptScan(key, { eventId, rsvpId: found?.rsvp._id ?? null, ...whose, ...result }, now)))
      return answer
    })
    const seen = kept.length > 0 ? seenAgain(at.phone, now) : []
    const writes = [...kept, ...[...practice.values()].map((one) => put(doorScans, one)), ...batch.writes(), ...seen]
    return { writes, reply: { results, counts: await countsNow(tx, at, batch.counts), now: iso(now) } }
  })
}

/** R184: what the same scan was answered before; the person as they stand now. */
export async function earlier(tx: Reader, { groups }: AtDoor, batch: Batch, key: string, scanId: string): Promise<ScanAnswer | undefined> {
  const kept = await tx.get(doorScans, key)
  if (!kept) return undefined
  const rsvp = livingRsvp(await tx.get(rsvps, kept.rsvpId ?? ''))
  const group = groups.find(({ _id }) => _id === rsvp?.groupId)
  const person = rsvp && group && doorPerson(rsvp, group, await batch.attendanceOf(rsvp._id))
  const { result, at, door, entries, companionId, isPractice } = kept
  if (isPractice) return { scanId, result, ...(at && { at }), ...(door && { door }), practice: isPractice }
  return {
    scanId,
    result,
    ...(at && { at }),
    ...(door && { door }),
    ...(entries && { entries }),
    ...(person && { person }),
    ...(companionId && { companionId }),
  }
}

export async function countsNow(
  tx: Reader,
  { groups }: Pick<AtDoor, 'groups'>,
  changed: ReadonlyMap<string, DoorCount>,
): Promise<Record<string, DoorCounts>> {
  const all = groups.map(async (group) => {
    const kept = changed.get(group._id) ?? (await tx.get(doorCounts, group._id))
    return [group._id, countsOf(group, kept?.counts)] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

/** R188: adds a line that takes the newest one of a person back. */
export function undoScan(services: Services, { eventId, rsvpId, line: of }: Input<typeof doorApi.undo>, caller: Caller) {
  return transact(services, queueOf(eventId), async (tx) => {
    const at = await atDoor(services, tx, eventId, caller)
    const now = services.clock.now()
    const batch = createBatch(tx, at)
    const rsvp = livingRsvp(await tx.get(rsvps, rsvpId))
    const group = at.groups.find(({ _id }) => _id === rsvp?.groupId)
    const before = rsvp && group && (await batch.attendanceOf(rsvp._id))
    if (!rsvp || !group || !before) refuse('scan-unknown')
    const { who } = checkUndo(before, of, at.by, now)
    const line = {
      scan: services.secrets.idOf('undo', of),
      ...(who !== undefined && { who }),
      kind: 'undo' as const,
      of,
      at: iso(now),
      door: at.by.name,
      by: at.by.id,
    }
    await batch.take(withLine(before, rsvp, eventId, line), group, rsvp)
    const person = doorPerson(rsvp, group, batch.people.get(rsvp._id))
    return { writes: batch.writes(), reply: { person, counts: await countsNow(tx, at, batch.counts) } }
  })
}
