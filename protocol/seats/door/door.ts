// What is said at the door of an event: the phones that are paired to it, the list they hold, and what they scan (R182 to R192).
import { z } from 'zod/mini'
import { del, get, identify, post } from '#protocol/kernel/endpoint.ts'
import { EventId, GroupId, id, line, linkToken, RsvpId } from '#protocol/kernel/fields.ts'
import { mostGroups } from '#protocol/kernel/limits.ts'
import { linkRefusals } from '#protocol/kernel/link-refusals.ts'
import { DoorCounts } from '../tally/tally.ts'
import { Lease, LeaseWanted } from './lease.ts'
import { DoorPerson } from './person.ts'
import { Scan, ScanAnswer } from './scan.ts'

/** R182: for those who manage the event. */
export const DoorPhone = z.object({
  _id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  /** null while nobody has opened its link. */
  pairedAt: z.nullable(z.string()),
  /** When it was last heard of. */
  seenAt: z.nullable(z.string()),
  /** The groups whose door it is at; all of the event's where there are none. */
  groupIds: z._default(z.array(z.string()), []),
})
export type DoorPhone = z.infer<typeof DoorPhone>

export const DoorGroup = z.object({
  _id: z.string(),
  name: z.string(),
  start: z.string(),
  /** When its doors open, and until when they are: '' where a server of the release before doesn't say. */
  opensAt: z.string(),
  end: z._default(z.string(), ''),
  /** Deleted with its event: its passes are canceled, and it has no doors. */
  isCanceled: z.optional(z.literal(true)),
  counts: DoorCounts,
  roles: z.array(z.object({ name: z.string(), free: z.int() })),
})
export type DoorGroup = z.infer<typeof DoorGroup>

/** R190: what passes are checked with, where there is no network: the id that a pass begins with, and a point of P-256. All of it base64url. */
export const PassKey = z.object({ id: z.string(), x: z.string(), y: z.string() })
export type PassKey = z.infer<typeof PassKey>

const At = { eventId: EventId }
const over = linkRefusals['door-link-over'][1]
const PairToken = linkToken(200, over)
const nameless = 'Please name the door'
/** R186a: doors are counted by name, and by this one nothing can be. */
export const doorName = line(40, nameless).check(z.refine((text) => text !== '__proto__', nameless))

export const doorApi = {
  makePhone: post(
    '/door/:eventId/phones',
    z.strictObject({ ...At, name: doorName, groupIds: z.optional(z.array(GroupId).check(z.maxLength(mostGroups))) }),
    z.object({ phone: DoorPhone, link: z.string(), until: z.string() }),
  ),
  phones: get(
    '/door/:eventId/phones',
    z.strictObject(At),
    z.object({ phones: z.array(DoorPhone), groups: z._default(z.array(z.object({ _id: z.string(), name: z.string() })), []) }),
  ),
  endPhone: del(
    '/door/:eventId/phones/:phoneId',
    z.strictObject({ ...At, phoneId: id('Invalid Phone Id') }),
    z.object({ success: z.literal(true) }),
  ),
  pair: identify(
    '/door/pair',
    z.strictObject({ token: PairToken }),
    z.object({ eventId: z.string(), name: z.string(), until: z.string() }),
  ),
  /** R190: the phone that calls leaves its door. */
  unpair: del('/door/:eventId/pairing', z.strictObject(At), z.object({ success: z.literal(true) })),
  list: get(
    '/door/:eventId/list',
    z.strictObject({ ...At, groupId: z.optional(GroupId), cursor: z.optional(RsvpId) }),
    z.object({
      /** All but the people stands on the first page alone, with empty lists on the others. */
      event: z.object({ _id: z.string(), name: z.string(), timeZone: z.string() }),
      /** The name of this door. */
      door: z.string(),
      /** R188: who manages the event takes back what was done long ago, too. */
      manages: z.optional(z.boolean()),
      /** This browser is a paired phone, and no helper's. */
      paired: z.optional(z.boolean()),
      groupId: z.string(),
      groups: z.array(DoorGroup),
      /** R190: until when a phone keeps the list. */
      until: z.string(),
      keys: z.array(PassKey),
      people: z.array(DoorPerson),
      nextCursor: z.nullable(z.string()),
      now: z.string(),
    }),
  ),
  scan: post(
    '/door/:eventId/scans',
    z.strictObject({ ...At, scans: z.array(Scan).check(z.minLength(1), z.maxLength(200)) }),
    z.object({ results: z.array(ScanAnswer), counts: z.record(z.string(), DoorCounts), now: z.string() }),
  ),
  undo: post(
    '/door/:eventId/people/:rsvpId/undo',
    z.strictObject({ ...At, rsvpId: RsvpId, line: id('Invalid line') }),
    z.object({ person: DoorPerson, counts: z.record(z.string(), DoorCounts) }),
  ),
  /** R192a: seats for those who come without an answer, kept for this phone for an hour. */
  lease: post('/door/:eventId/leases', LeaseWanted, Lease),
}
