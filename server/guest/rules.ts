// What becomes of an answer whose holder leaves, and of their links. Pure.
import type { Event } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { withoutHandOver } from '../handover/model.ts'
import { iso } from '../ports/clock.ts'
import type { Rsvp } from '../rsvp/model.ts'
import { applyToSeats } from '../rsvp/rules.ts'

/** What lists show in the place of a name. */
export const nameOfErased = 'A guest'

/** R87: the same answer, whose links so far no longer work. */
export const withNewLink = (rsvp: Rsvp): Rsvp => ({ ...rsvp, rev: rsvp.rev + 1, linkEpoch: (rsvp.linkEpoch ?? 0) + 1 })

/** R96: the answer without its holder. What it says stays, so the counts do too; links to it end. */
export function anonymized({ changes: _, note: __, addressFault: ___, ...rsvp }: Rsvp, now: number): Rsvp {
  return { ...withNewLink(withoutHandOver(rsvp)), name: nameOfErased, email: '', orgId: null, erasedAt: iso(now) }
}

const isOver = (group: Group, event: Event | undefined, now: number) =>
  group.cancelledAt !== null || (event !== undefined && event.end <= iso(now))

/** R2, R96: who leaves gives back their seats, as by declining. The one way in which own data frees seats. */
export function giveUpSeats(group: Group, before: Rsvp, now: number): { group: Group; rsvp: Rsvp } {
  if (before.attending === false) return { group, rsvp: before }
  const held = before.roleIds.filter((id) => group.roles.some((role) => role._id === id))
  const rsvp: Rsvp = {
    ...before,
    attending: false,
    roleIds: [],
    declinedRoleIds: held,
    confirmedEpoch: null,
    confirmationDate: null,
    updatedAt: iso(now),
  }
  return { group: applyToSeats(group, before, rsvp, true), rsvp }
}

/** R96: the group and the answer once its data is erased. After the end, or once canceled, nobody needs the seats: the counts stay as they were. */
export function eraseAnswer(group: Group, event: Event | undefined, before: Rsvp, now: number): { group: Group; rsvp: Rsvp } {
  const left = isOver(group, event, now) ? { group, rsvp: before } : giveUpSeats(group, before, now)
  return { group: left.group, rsvp: anonymized(left.rsvp, now) }
}
