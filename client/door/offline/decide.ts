// What a scan comes to where there is no network: by the list that the phone holds, and what it did itself since (R190). Pure.
import type { DoorGroup } from '#protocol/seats/door/door.ts'
import { isElsewhere } from '#protocol/seats/door/open-now.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer, ScanResult } from '#protocol/seats/door/scan.ts'
import { type Holder, withDoorOf } from '../holder.ts'
import type { PassSays } from './verify.ts'

/** `newer`: signed, but not on the list that this phone holds. */
export type OfflineResult = ScanResult | 'newer'
export interface OfflineAnswer extends Omit<ScanAnswer, 'result'> {
  readonly result: OfflineResult
}
interface ScanFacts {
  readonly scanId: string
  readonly kind: 'in' | 'out'
  readonly despite: boolean
  /** Undefined for whoever was picked from the list. */
  readonly pass?: { readonly says: PassSays | undefined } | undefined
  /** As the list has them, of whichever group; `holder`: the one of the party who is meant, undefined where they don't come along any more. */
  readonly found: { readonly person: DoorPerson; readonly group: DoorGroup; readonly holder: Holder | undefined } | undefined
  /** The group whose door it is, where that was said; and all that have a door here. */
  readonly groupId: string | undefined
  readonly doors: readonly DoorGroup[]
  /** By the clock of the server. */
  readonly now: number
}

const ofStanding: Readonly<Record<DoorPerson['standing'], ScanResult | undefined>> = {
  yes: undefined,
  waiting: 'waiting',
  no: 'declined',
  none: 'noAnswer',
}

/** What is said first of all there is to say; the order is the server's (`judge`). */
function resultOf({ kind, pass, found, groupId, doors, now }: ScanFacts): Pick<OfflineAnswer, 'result' | 'at' | 'door'> {
  if (pass && !pass.says) return { result: 'unknown' }
  if (found?.group.isCanceled) return { result: 'canceled' }
  if (pass?.says && pass.says.until <= now) return { result: 'void' }
  if (!found) return { result: pass ? 'newer' : 'unknown' }
  const { person, group, holder } = found
  const serial = person.serial ?? 0
  // A companion whom the list doesn't have was added after it, or has given up their seat: only the server knows.
  if (!holder) return { result: pass?.says && pass.says.serial >= serial ? 'newer' : 'void' }
  if (kind === 'out') return { result: 'ok' }
  if (pass?.says && pass.says.serial < serial) return { result: 'void' }
  if (pass?.says && pass.says.serial > serial) return { result: 'newer' }
  const early = now < Date.parse(group.opensAt) ? { at: group.opensAt } : undefined
  if (isElsewhere(group, groupId, doors, now)) return { result: 'wrongGroup', ...early }
  const standing = ofStanding[person.standing]
  if (standing) return { result: standing }
  if (early) return { result: 'early', ...early }
  return holder.door?.isIn ? { result: 'again', at: holder.door.at, door: holder.door.door } : { result: 'ok' }
}

/** R185: those that have a door; a canceled one has none. */
export const doorsIn = (groups: readonly DoorGroup[]) => groups.filter(({ isCanceled }) => !isCanceled)

/** What is admitted: all is well, it is newer than the list, or somebody lets them in all the same. */
export const isAdmitted = (result: OfflineResult, despite: boolean) =>
  result === 'ok' || result === 'newer' || (despite && result !== 'unknown' && result !== 'canceled')

export function decideOffline(asked: ScanFacts): { readonly answer: OfflineAnswer; readonly isAdmitted: boolean } {
  const judged = resultOf(asked)
  const admitted = isAdmitted(judged.result, asked.despite)
  const said = admitted && judged.result !== 'newer' ? { result: 'ok' as const } : judged
  const { found } = asked
  const whose = found?.holder ? { person: found.person, ...(found.holder.companionId && { companionId: found.holder.companionId }) } : {}
  return { answer: { scanId: asked.scanId, ...said, ...whose }, isAdmitted: admitted }
}

/** A guest as they stand after this phone let them in or out. */
export function withDoor(
  { person, companionId, door: before }: Holder,
  kind: 'in' | 'out',
  at: string,
  door: string,
  scanId: string,
): DoorPerson {
  return withDoorOf(person, companionId, { isIn: kind === 'in', at: kind === 'in' && before?.isIn ? before.at : at, door, line: scanId })
}
