// What is said of seats that a phone keeps for those who come without an answer (R192a).
import { z } from 'zod/mini'
import { EventId, GroupId } from '#protocol/kernel/fields.ts'
import { RoleName } from '../group.ts'

/** How many seats of a role a phone has at most, and for how long. */
export const leasedSeats = 10
export const leaseMinutes = 60

const seatsSentence = `Please ask for 1 to ${leasedSeats} seats`
const LeasedSeats = z.int(seatsSentence).check(z.gte(1, seatsSentence), z.lte(leasedSeats, seatsSentence))

export const LeaseWanted = z.strictObject({ eventId: EventId, groupId: GroupId, role: RoleName, seats: LeasedSeats })
/** `seats`: fewer than it asked for, where fewer are free. */
export const Lease = z.object({ leaseId: z.string(), seats: z.int(), until: z.string() })
export type Lease = z.infer<typeof Lease>
