// What becomes of one scan: asked of the server, or decided here where it doesn't answer in time (R184, R189, R190).

import { call } from '#client/lib/call.ts'
import { newKey } from '#client/lib/new-key.ts'
import { serverNow } from '#client/lib/now.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { type Holder, holderOf, holdersOf, withDoorOf } from './holder.ts'
import { decideOffline, doorsIn, type OfflineAnswer } from './offline/decide.ts'
import { type PassSays, readPass } from './offline/verify.ts'
import { dropWaiting, keepWaiting } from './offline/waiting.ts'
import { passIn } from './pass-text.ts'
import { failed, goOffline, unlessLeaving } from './reading.ts'
import { countHere, findPerson, isEnded, isRefused, takeIn, useDoor } from './store.ts'

/** As browsers make one where they are asked over https. */
export const newScanId = () => newKey().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')

export interface Scanned {
  readonly pass?: string
  readonly rsvpId?: string
  readonly companionId?: string
  readonly kind?: 'in' | 'out'
  readonly despite?: boolean
}
export interface Answered {
  readonly answer: OfflineAnswer
  /** Decided by this phone: it waits to be sent. */
  readonly isOffline: boolean
}
type ScanRequest = Required<Pick<Scanned, 'kind' | 'despite'>> & Scanned & { readonly scanId: string; readonly groupId?: string }

/** R189: an answer that takes longer is none. */
export const maxMs = 800

function sentOf(scanned: Scanned): ScanRequest {
  const { groupId, groups } = useDoor.getState()
  return { scanId: newScanId(), kind: 'in', despite: false, ...scanned, ...(groups.length > 1 && groupId && { groupId }) }
}

async function ask(scan: ScanRequest, signal?: AbortSignal): Promise<OfflineAnswer> {
  const { eventId } = useDoor.getState()
  const { results, counts } = await call(doorApi.scan, { eventId, scans: [scan] }, signal ? { signal } : {})
  const [answer] = results
  if (!answer) throw new Error('A scan was not answered')
  takeIn(answer.person ? [answer.person] : [], counts)
  useDoor.setState({ failure: null })
  return answer
}

/** The passes to practice with that were read here without a network, and when: nothing of it is kept or sent. */
const practiced = new Map<string, string>()
const tokenOf = (pass: string) => passIn(pass) ?? pass
function practice({ scanId, pass = '' }: ScanRequest, { until }: PassSays): OfflineAnswer {
  const at = practiced.get(tokenOf(pass))
  if (until <= serverNow()) return { scanId, result: 'void', practice: true }
  return { scanId, practice: true, ...(at ? { result: 'again', at, door: useDoor.getState().door } : { result: 'ok' }) }
}

/** The one of a party whom a pass, or a tap, means. */
function meantIn(person: DoorPerson, says: PassSays | undefined, companionId: string | undefined): Holder | undefined {
  if (!says) return holderOf(person, companionId)
  const { companion } = says
  return holdersOf(person).find((one) => (companion === undefined ? !one.companionId : one.companionId?.endsWith(companion)))
}

/** What the list and the keys on this phone say; nothing is kept or counted. */
async function judge(scan: ScanRequest) {
  const door = useDoor.getState()
  const says = scan.pass === undefined ? undefined : await readPass(scan.pass, door.eventId, door.keys)
  const rsvpId = says?.rsvpId ?? scan.rsvpId
  if (says?.isPractice) return { rsvpId: undefined, companionId: undefined, answer: practice(scan, says), isAdmitted: false }
  const there = rsvpId === undefined ? undefined : findPerson(door, rsvpId)
  const found = there && { ...there, holder: meantIn(there.person, says, scan.companionId) }
  const pass = scan.pass === undefined ? undefined : { says }
  return {
    rsvpId,
    companionId: found?.holder?.companionId,
    ...decideOffline({ ...scan, pass, found, groupId: scan.groupId, doors: doorsIn(door.groups), now: serverNow() }),
  }
}

/** R187: who it is, before anybody is let in. */
export const look = async (scanned: Scanned): Promise<OfflineAnswer> => (await judge(sentOf(scanned))).answer

async function decideHere(scan: ScanRequest, isTried: boolean): Promise<Answered> {
  const { rsvpId, companionId, answer, isAdmitted } = await judge(scan)
  if (answer.practice && answer.result === 'ok' && scan.pass) practiced.set(tokenOf(scan.pass), new Date(serverNow()).toISOString())
  if (!isAdmitted) return { answer, isOffline: true }
  const { groupId, ...rest } = scan
  await keepWaiting({
    scan: { ...rest, ...(groupId && { groupId }), at: new Date(serverNow()).toISOString() },
    rsvpId,
    companionId,
    isTried,
  })
  const person = rsvpId === undefined ? undefined : findPerson(useDoor.getState(), rsvpId)?.person
  return { answer: { ...answer, ...(person && { person }) }, isOffline: true }
}

/** Sends one scan. Where the list is kept here it is decided here if the server doesn't answer; else what failed on its way is sent again under the same id, which counts once. */
export const sendScan = (scanned: Scanned) => unlessLeaving(() => sendNow(scanned))
async function sendNow(scanned: Scanned): Promise<Answered> {
  const { eventId, mode, isKept } = useDoor.getState()
  const scan = sentOf(scanned)
  if (mode === 'offline') return decideHere(scan, false)
  try {
    const first = ask(scan, isKept ? AbortSignal.timeout(maxMs) : undefined)
    const answer = await (isKept ? first : first.catch((error: unknown) => (isEnded(error) ? Promise.reject(error as Error) : ask(scan))))
    return { answer, isOffline: false }
  } catch (error) {
    if (!isKept || isRefused(error)) {
      await failed(eventId, error)
      throw error
    }
    goOffline()
    return decideHere(scan, true)
  }
}

/** R188: takes back what was done last to a guest. */
export async function takeBack({ person, companionId, door }: Holder, { answer, isOffline }: Answered) {
  if (isOffline && (await dropWaiting(answer.scanId))) {
    const before = withDoorOf(person, companionId, undefined)
    const group = findPerson(useDoor.getState(), person._id)?.group
    if (group) countHere(group._id, person, before)
    return takeIn([before])
  }
  await takeBackThere({ person, door })
}
export async function takeBackThere({ person, door }: Pick<Holder, 'person' | 'door'>) {
  const { eventId } = useDoor.getState()
  const { person: now, counts } = await call(doorApi.undo, { eventId, rsvpId: person._id, line: door?.line ?? '' })
  takeIn([now], counts)
}
