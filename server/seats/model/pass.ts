// A guest's pass (R180): what it says, as the bytes that are signed, and when it counts no more. Nothing of a person is in it.
import { passPath } from '#protocol/kernel/limits.ts'
import type { OwnRsvp } from '#protocol/seats/rsvp.ts'
import type { SignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { companionsOf } from './companion.ts'
import type { GroupEvent } from './event.ts'
import type { Group } from './group.ts'
import { linkEnd } from './guest.ts'
import { isComing, livingRsvp, type Rsvp } from './rsvp.ts'

/** What a pass says. Of the event it has the last bytes only, enough to tell it from another one's: the answer's id says the rest. */
export interface PassClaims {
  readonly event: string
  readonly rsvpId: string
  /** The end of a companion's id; absent for the guest. It tells those of one answer apart. */
  readonly companion?: string | undefined
  /** To try the doors with, of no guest: then `rsvpId` is the run's id and `serial` its number. */
  readonly isPractice?: true
  readonly serial: number
  /** In milliseconds. */
  readonly until: number
}

const [ofGuest, ofCompanion, toPractice] = [1, 2, 3]
/** version 1, event 4, answer 12, serial 3, end 4: with the key's id and the signature 90 bytes, which make a QR code of 49 modules. */
const bytesOfClaims = 24
const markOf = (eventId: string) => eventId.slice(-8)
export const companionMark = (id: string) => id.slice(-6)
/** A companion's has as many bytes: version 2, event 3, answer 12, companion 3, serial 3, end 2, in days. */
const dayMs = 86_400_000

function bytesOf({ event, rsvpId, companion, isPractice, serial, until }: PassClaims): Buffer {
  const bytes = Buffer.alloc(bytesOfClaims)
  if (companion !== undefined) {
    bytes.writeUInt8(ofCompanion)
    bytes.write(event.slice(-6), 1, 'hex')
    bytes.write(rsvpId, 4, 'hex')
    bytes.write(companion, 16, 'hex')
    bytes.writeUIntBE(serial, 19, 3)
    bytes.writeUInt16BE(Math.ceil(until / dayMs), 22)
    return bytes
  }
  bytes.writeUInt8(isPractice ? toPractice : ofGuest)
  bytes.write(event, 1, 'hex')
  bytes.write(rsvpId, 5, 'hex')
  bytes.writeUIntBE(serial, 17, 3)
  bytes.writeUInt32BE(Math.floor(until / 1000), 20)
  return bytes
}

function claimsIn(bytes: Buffer): PassClaims | undefined {
  if (bytes.length !== bytesOfClaims) return undefined
  const version = bytes.readUInt8()
  if (version === ofCompanion)
    return {
      event: bytes.toString('hex', 1, 4),
      rsvpId: bytes.toString('hex', 4, 16),
      companion: bytes.toString('hex', 16, 19),
      serial: bytes.readUIntBE(19, 3),
      until: bytes.readUInt16BE(22) * dayMs,
    }
  if (version !== ofGuest && version !== toPractice) return undefined
  return {
    ...(version === toPractice && { isPractice: true as const }),
    event: bytes.toString('hex', 1, 5),
    rsvpId: bytes.toString('hex', 5, 17),
    serial: bytes.readUIntBE(17, 3),
    until: bytes.readUInt32BE(20) * 1000,
  }
}

/** What a token says that we signed, of whatever serial and end. */
export function passClaims({ passes }: SignedTokens, token: string): PassClaims | undefined {
  const bytes = passes.open(token)
  return bytes && claimsIn(bytes)
}

/** The companion of a pass; undefined for the guest's own, and for one who isn't coming along any more. */
export const companionIn = ({ companion }: Pick<PassClaims, 'companion'>, rsvp: Rsvp) =>
  companion === undefined ? undefined : companionsOf(rsvp).find(({ id }) => companionMark(id) === companion)

export const isOfEvent = ({ event }: PassClaims, eventId: string | null) => eventId !== null && eventId.endsWith(event)

/** Whether a pass is one that its answer has now: that of a companion ends with their seat. */
export const isCurrent = (claims: PassClaims, rsvp: Rsvp, now: number): boolean =>
  !claims.isPractice &&
  claims.until > now &&
  claims.serial === (rsvp.passSerial ?? 0) &&
  isOfEvent(claims, rsvp.eventId) &&
  (claims.companion === undefined || companionIn(claims, rsvp) !== undefined)

interface Making {
  readonly signedTokens: SignedTokens
  /** PUBLIC_URL: the start of every link. */
  readonly publicUrl: string
}
/** The links of the passes of a party, the guest's first: none where nobody comes, and where there is no event to come to. Each costs a signature. */
export function passesOf(making: Making, rsvp: Rsvp, group: Group, event: GroupEvent | undefined): readonly OwnPass[] {
  const living = livingRsvp(rsvp)
  if (!living || !isComing(living) || !event || event.cancelledAt || group.cancelledAt) return []
  return [
    { url: linkOf(making, rsvp, event) },
    ...companionsOf(rsvp).map(({ id }) => ({ companionId: id, url: linkOf(making, rsvp, event, id) })),
  ]
}
type OwnPass = NonNullable<OwnRsvp['passes']>[number]

function linkOf({ signedTokens, publicUrl }: Making, rsvp: Rsvp, event: GroupEvent, companionId?: string): string {
  const claims = { event: markOf(event._id), rsvpId: rsvp._id, serial: rsvp.passSerial ?? 0, until: linkEnd(event, 0) }
  return signed({ signedTokens, publicUrl }, companionId === undefined ? claims : { ...claims, companion: companionMark(companionId) })
}
const signed = ({ signedTokens, publicUrl }: Making, claims: PassClaims) =>
  `${publicUrl}${passPath}#${signedTokens.passes.sign(bytesOf(claims))}`

/** The links of passes that count nowhere: of one run, which has an id of its own. */
export const practicePasses = (making: Making, eventId: string, run: string, until: number, count: number): string[] =>
  Array.from({ length: count }, (_, nth) =>
    signed(making, { isPractice: true, event: markOf(eventId), rsvpId: run, serial: nth + 1, until }),
  )

/** Whose each of a party's is, where no name of a companion may stand (R174): in the order of their card. */
export const whosePass = (nth: number, along: number): string =>
  nth === 0 ? 'Your' : along === 1 ? 'Your companion’s' : `Companion ${nth}’s`

/** R180: what its holder is shown of it: one for each who comes. */
export function ownPasses(making: Making, rsvp: Rsvp, group: Group, event: GroupEvent | undefined): Pick<OwnRsvp, 'passes'> {
  const passes = passesOf(making, rsvp, group, event)
  return passes.length === 0 ? {} : { passes: [...passes] }
}

const isLost = (before: Rsvp | undefined, after: Rsvp) =>
  before?.attending === true && (after.attending !== true || after.roleIds.length < before.roleIds.length)

/** R181: an answer as it is written: whoever no longer comes, or has fewer seats than before, has another pass from then on. The number never falls, whatever is put back. */
export function withPassSerial(before: Rsvp | undefined, after: Rsvp): Rsvp {
  const passSerial = Math.max(before?.passSerial ?? 0, after.passSerial ?? 0) + (isLost(before, after) ? 1 : 0)
  return passSerial === (after.passSerial ?? 0) ? after : { ...after, passSerial }
}
