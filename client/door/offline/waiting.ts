// The scans of a phone that had no network: kept on its disk before anybody is told that they count, sent in their order, and settled as the server says (R189, R191).
import { type CallFailed, call } from '#client/lib/call.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import type { Scan, ScanAnswer } from '#protocol/seats/door/scan.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { holderIn, holderOf } from '../holder.ts'
import { addPerson, countHere, dropPerson, findPerson, isEnded, isRefused, type Note, takeIn, useDoor } from '../store.ts'
import { withDoor } from './decide.ts'
import { boxNow } from './kept.ts'

export interface QueuedScan {
  readonly scan: Pick<Scan, 'scanId' | 'kind' | 'despite'> & Partial<Scan> & { readonly at: string }
  /** Whom it means, where the list knew. */
  readonly rsvpId?: string | undefined
  readonly companionId?: string | undefined
  /** R192a: who came without an answer, and the lease whose seat they got. */
  readonly walkin?: {
    readonly name: string
    readonly role: string
    readonly email?: string
    readonly groupId: string
    readonly leaseId: string
  }
  /** Whether it may have reached the server before. */
  readonly isTried: boolean
  /** R188: taken back here, after it may have reached the server. */
  readonly isUndone?: boolean
}

const perBatch = 200
/** A batch is larger than a scan: it may take longer. */
const batchMs = 15_000
let all: readonly QueuedScan[] = []
const count = () => useDoor.setState({ waiting: all.length })

/** Who came without an answer, as the list shows them until the server knows them: under the id of their scan. */
function newcomer({ scan, walkin }: QueuedScan): DoorPerson {
  const { door } = useDoor.getState()
  const { name = '', role = '' } = walkin ?? {}
  return { _id: scan.scanId, name, roles: [role], standing: 'yes', door: { isIn: true, at: scan.at, door, line: scan.scanId } }
}

/** Shows what this phone did since the list was read. */
export function showWaiting(some: readonly QueuedScan[] = all) {
  const { door } = useDoor.getState()
  for (const one of some) {
    const { scan, rsvpId, companionId, walkin, isUndone } = one
    if (isUndone) continue
    if (walkin) addPerson(walkin.groupId, newcomer(one))
    const found = rsvpId ? findPerson(useDoor.getState(), rsvpId) : undefined
    const holder = found && holderOf(found.person, companionId)
    if (!holder) continue
    const after = withDoor(holder, scan.kind, scan.at, door, scan.scanId)
    countHere(found.group._id, found.person, after)
    takeIn([after])
  }
}

export async function readWaiting() {
  const kept = await boxNow()?.waiting()
  all = (kept ?? []).map(({ value }) => value as QueuedScan)
  count()
}
export function forgetWaiting() {
  all = []
  count()
}

/** Keeps a scan that was admitted. Throws where the disk won't take it: then nobody was let in. */
export async function keepWaiting(one: QueuedScan) {
  await boxNow()?.push(one.scan.scanId, one)
  all = [...all, one]
  count()
  showWaiting([one])
}

/** R188: takes back what was only done here. False where the scan doesn't wait any more. */
export async function dropWaiting(scanId: string): Promise<boolean> {
  const one = all.find(({ scan }) => scan.scanId === scanId)
  if (!one) return false
  await boxNow()?.take([scanId])
  all = all.filter((other) => other !== one)
  if (one.walkin) dropPerson(scanId)
  if (one.isTried) {
    const undone = { ...one, isUndone: true }
    await boxNow()?.push(scanId, undone)
    all = [...all, undone]
  }
  count()
  return true
}

/** What there is to say beyond yes. */
const noteOf = (one: QueuedScan, answer: ScanAnswer): Note[] =>
  !one.isUndone && (answer.result === 'double' || answer.result === 'admitted-void' || answer.result === 'wrongGroup')
    ? [
        {
          id: one.scan.scanId,
          name: holderIn(answer)?.name ?? '',
          result: answer.result,
          ...(answer.entries && { entries: answer.entries }),
        },
      ]
    : []
const noteAll = (notes: readonly Note[]) => useDoor.setState((door) => ({ notes: [...door.notes, ...notes] }))

async function takeBackThere(eventId: string, { person, companionId }: Pick<ScanAnswer, 'person' | 'companionId'>) {
  const door = person && holderOf(person, companionId)?.door
  if (!door) return
  // Too late, or somebody did something to them since: then what the server has stands.
  const reply = await call(doorApi.undo, { eventId, rsvpId: person._id, line: door.line }).catch(() => undefined)
  if (reply) takeIn([reply.person], reply.counts)
}

async function sent(batch: readonly QueuedScan[]) {
  await boxNow()?.take(batch.map(({ scan }) => scan.scanId))
  all = all.filter((one) => !batch.includes(one))
  count()
}

async function sendBatch(eventId: string, batch: readonly QueuedScan[]) {
  const scans = batch.map(({ scan }) => ({ ...scan, mode: 'offline' as const }))
  const { results, counts } = await call(doorApi.scan, { eventId, scans }, { signal: AbortSignal.timeout(batchMs) })
  await sent(batch)
  const people = results.flatMap(({ person }) => (person ? [person] : []))
  takeIn(people, counts)
  for (const one of batch) {
    const answer = results.find(({ scanId }) => scanId === one.scan.scanId)
    if (answer) noteAll(noteOf(one, answer))
    if (one.isUndone && answer) await takeBackThere(eventId, answer)
  }
}

/** R192: their seat was kept; where that came too late and none is free, they are in all the same, and it says so. */
async function sendNewcomer(eventId: string, one: QueuedScan, walkin: NonNullable<QueuedScan['walkin']>) {
  const { scanId, at } = one.scan
  try {
    const reply = await call(walkinApi.add, { eventId, scanId, at, ...walkin }, { signal: AbortSignal.timeout(batchMs) })
    dropPerson(scanId)
    addPerson(walkin.groupId, reply.person)
    takeIn([reply.person], reply.counts)
    await sent([one])
    if (one.isUndone) await takeBackThere(eventId, reply)
  } catch (error) {
    if (isEnded(error) || !isRefused(error)) throw error
    dropPerson(scanId)
    await sent([one])
    if (!one.isUndone) noteAll([{ id: scanId, name: walkin.name, result: 'noSeat', why: (error as CallFailed).message }])
  }
}

function nextOf() {
  const upTo = all.findIndex(({ walkin }) => walkin)
  return all.slice(0, Math.min(perBatch, upTo < 0 ? perBatch : upTo))
}

let isSending = false
/** Sends what waits. True once nothing does. */
export async function sendWaiting(eventId: string): Promise<boolean> {
  if (isSending) return false
  isSending = true
  try {
    while (all[0]) {
      const [first] = all
      if (first.walkin) await sendNewcomer(eventId, first, first.walkin)
      else await sendBatch(eventId, nextOf())
    }
    return true
  } catch (error) {
    if (isEnded(error)) throw error
    return false
  } finally {
    isSending = false
  }
}
