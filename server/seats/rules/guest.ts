// What becomes of an answer whose holder leaves, and of their links. Pure.

import { iso } from '#server/kernel/ports/clock.ts'
import type { Companion } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { withoutHandOver } from '#server/seats/model/handover.ts'
import { isRemoved, type Rsvp } from '#server/seats/model/rsvp.ts'
import { applyToSeats } from '#server/seats/seating/counts.ts'

/** What lists show in the place of a name. */
export const nameOfErased = 'A guest'

/** R87, R181: the same answer, whose links and passes so far no longer work. */
export const withNewLink = (rsvp: Rsvp): Rsvp => ({
  ...rsvp,
  rev: rsvp.rev + 1,
  linkEpoch: (rsvp.linkEpoch ?? 0) + 1,
  passSerial: (rsvp.passSerial ?? 0) + 1,
})

/** R96: the answer without its holder. What it says stays, so the counts do too; links to it end. */
export function anonymized({ changes: _, note: __, addressFault: ___, answers: ____, companions, ...rsvp }: Rsvp, now: number): Rsvp {
  const nameless = companions?.map(({ id, roleIds }): Companion => ({ id, name: '', ...(roleIds && { roleIds }) }))
  return {
    ...withNewLink(withoutHandOver(rsvp)),
    name: nameOfErased,
    email: '',
    orgId: null,
    ...(nameless && { companions: nameless }),
    erasedAt: iso(now),
  }
}

const isOver = (group: Group, event: GroupEvent | undefined, now: number) =>
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
    companions: undefined,
    confirmedEpoch: null,
    confirmationDate: null,
    updatedAt: iso(now),
  }
  return { group: applyToSeats(group, before, rsvp, true), rsvp }
}

/** R96: the group and the answer once its data is erased. After the end, or once canceled, nobody needs the seats: the counts stay as they were. */
export function eraseAnswer(group: Group, event: GroupEvent | undefined, before: Rsvp, now: number): { group: Group; rsvp: Rsvp } {
  const left = isOver(group, event, now) || isRemoved(before) ? { group, rsvp: before } : giveUpSeats(group, before, now)
  return { group: left.group, rsvp: anonymized(left.rsvp, now) }
}
