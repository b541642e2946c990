// What is said of who goes in and out at a door: scans and what they are answered (R184, R185, R191).
import { z } from 'zod/mini'
import { GroupId, RsvpId } from '#protocol/kernel/fields.ts'
import { Instant } from '#protocol/kernel/time/instants.ts'
import { CompanionId } from '../companions/companion.ts'
import { Pass } from './pass.ts'
import { DoorPerson } from './person.ts'

/** R185, R191: the last two are only answered to what was admitted offline; `wrongGroup` to that says that they are in, of a group that the phone isn't for (R182a). */
export const scanResults = [
  'ok',
  'again',
  'early',
  'wrongGroup',
  'waiting',
  'noAnswer',
  'declined',
  'void',
  'unknown',
  'canceled',
  'double',
  'admitted-void',
] as const
export type ScanResult = (typeof scanResults)[number]
/** Those that one more tap lets in. */
export const admissible: readonly ScanResult[] = ['again', 'early', 'wrongGroup', 'waiting', 'noAnswer', 'declined', 'void']

export const undoneAfterSeconds = 30
export const ScanId = z.string('Invalid Scan Id').check(z.uuid('Invalid Scan Id'))
export const Scan = z.strictObject({
  /** Made by the phone: the same one again is answered the same, and counts once. */
  scanId: ScanId,
  /** Either the pass that was scanned, or the answer that was picked from the list. */
  pass: z.optional(Pass),
  rsvpId: z.optional(RsvpId),
  /** Of the answer that was picked: who comes along with the guest. */
  companionId: z.optional(CompanionId),
  kind: z._default(z.enum(['in', 'out']), 'in'),
  /** Lets in although the result was one of `admissible`. */
  despite: z._default(z.boolean(), false),
  /** The group whose door it is; without it, those whose doors are open now (`isElsewhere`). */
  groupId: z.optional(GroupId),
  /** R191: whether the phone had admitted them by its own list before. Then it is never refused, and `at` says when, by the clock of the server. */
  mode: z._default(z.enum(['online', 'offline']), 'online'),
  at: z.optional(Instant),
})
export type Scan = z.infer<typeof Scan>
export const ScanAnswer = z.object({
  scanId: z.string(),
  result: z.enum(scanResults),
  person: z.optional(DoorPerson),
  /** Which of those who come along with them is meant; absent for the guest. */
  companionId: z.optional(z.string()),
  /** Of `again`: when and where they came in before; of `early`, and of `wrongGroup` before their own group's doors open: from when they may. */
  at: z.optional(z.string()),
  door: z.optional(z.string()),
  /** It was a pass to practice with: nobody was let in, and nothing counts. */
  practice: z.optional(z.literal(true)),
  /** Of `double`: both, the earlier one first. */
  entries: z.optional(z.array(z.object({ at: z.string(), door: z.string() }))),
})
export type ScanAnswer = z.infer<typeof ScanAnswer>
