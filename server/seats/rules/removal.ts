// What becomes of an answer that those who manage the group take away (R129). Pure.

import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Group } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp, seatsHeld, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf, withoutAnswer } from '#server/seats/model/rsvp-fields.ts'
import { anonymized } from '#server/seats/rules/guest.ts'
import { applyToSeats } from '#server/seats/seating/counts.ts'

/** Makes the answer a no without roles to come back to, which no count and no list includes. With `isBlocked` its address may not answer again. */
export function removeAnswer(group: Group, before: Rsvp, now: number, isBlocked: boolean): { group: Group; rsvp: Rsvp } {
  const rsvp: Rsvp = {
    ...withoutAnswer(before),
    rev: before.rev + 1,
    removedAt: iso(now),
    ...(hears(before, group) && { removalTold: true }),
    ...(isBlocked && { blockedAt: iso(now) }),
    updatedAt: iso(now),
  }
  return { group: applyToSeats(group, before, rsvp, true), rsvp }
}

/** Whether its holder hears of it: who said yes, has a seat, or waits for one; nobody is told about an answer they never gave. */
export const hears = (before: Rsvp, group: Group) =>
  before.attending === true || seatsHeld(before, group).length > 0 || before.waits !== undefined || before.offers !== undefined

/** The address may answer again. Refuses `rsvp-unknown` where it may. */
export function unblocked({ blockedAt, ...rsvp }: Rsvp): Rsvp {
  return blockedAt === undefined ? refuse('rsvp-unknown') : { ...rsvp, rev: rsvp.rev + 1 }
}

/** R156: the address of `_id` may not answer; where it had no answer, only its id is known. */
export const blocked = (group: Group, before: Rsvp | undefined, _id: string, now: number): Rsvp =>
  before ? { ...before, rev: before.rev + 1, blockedAt: iso(now) } : anonymized({ ...noAnswer(group, _id, now), blockedAt: iso(now) }, now)

const noAnswer = (group: Group, _id: string, now: number): Rsvp => ({
  ...versionOf(group, undefined, { _id, email: '', now }),
  rev: 0,
  name: '',
  attending: false,
  roleIds: [],
  ...unconfirmed,
  removedAt: iso(now),
})

/** Refuses `rsvp-unknown` where there is nothing left to take away. */
export const removable = (rsvp: Rsvp | undefined, groupId: string): Rsvp =>
  rsvp?.groupId === groupId && livingRsvp(rsvp) ? rsvp : refuse('rsvp-unknown')
