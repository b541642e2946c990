// How seats pass from one guest to another (R94). Pure.
import { handOver as limits } from '#protocol/kernel/limits.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { type Companion, companionsOf } from '#server/seats/model/companion.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { type RsvpWithHandOver, seatsOffered, seatsReplaced, withoutHandOver } from '#server/seats/model/handover.ts'
import { handOverEnd, handOverOf, livingRsvp, mayHandOver, type Rsvp, seatsHeld, unconfirmed } from '#server/seats/model/rsvp.ts'
import { versionOf } from '#server/seats/model/rsvp-fields.ts'
import { applyToSeats, hasBegun } from '#server/seats/seating/counts.ts'

const hourMs = 3_600_000

interface Beginning {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly giver: Rsvp
  readonly to: { readonly name: string; readonly email: string }
  readonly id: string
  readonly now: number
}
/** The giver's answer with the offer. Refuses `hand-over-off`, `hand-over-late`, `hand-over-seatless`, `hand-over-pending`, `hand-over-self`. */
export function beginHandOver({ group, event, giver, to: { name, email }, id, now }: Beginning): Rsvp {
  if (!mayHandOver(group, event)) refuse('hand-over-off')
  if (hasBegun(event, now)) refuse('hand-over-late')
  const roleIds = seatsHeld(giver, group)
  if (roleIds.length === 0) refuse('hand-over-seatless')
  const pending = handOverOf(giver, group)
  if (pending && iso(now) < handOverEnd(pending, event)) refuse('hand-over-pending')
  if (email === giver.email) refuse('hand-over-self')
  const until = handOverEnd({ until: iso(now + limits.lifeHours * hourMs) }, event)
  const handOver = { id, name, email, roleIds, createdAt: iso(now), until }
  return { ...giver, rev: giver.rev + 1, handOver, handOverUntil: until, handOverTo: email }
}

/** The giver's answer without the offer: taken back, declined, over, or its holder's data erased. */
export const endHandOver = (giver: Rsvp): Rsvp => ({ ...withoutHandOver(giver), rev: giver.rev + 1 })

/** Whether it can still be answered. */
export const isPending = ({ handOver }: RsvpWithHandOver, event: GroupEvent | undefined, now: number) =>
  iso(now) < handOverEnd(handOver, event)

interface Accepting {
  readonly group: Group
  readonly event: GroupEvent | undefined
  readonly giver: RsvpWithHandOver
  /** The answer of the one named, if they have one. */
  readonly before: Rsvp | undefined
  readonly _id: string
  readonly replaceRole: boolean
  readonly now: number
}

/** The giver's answer without the seats: a no that remembers none, unless they have others. */
function givenAway(giver: RsvpWithHandOver, group: Group, moved: readonly string[], now: number): Rsvp {
  const roleIds = giver.roleIds.filter((id) => !moved.includes(id))
  const left = { ...withoutHandOver(giver), rev: giver.rev + 1, roleIds, updatedAt: iso(now) }
  if (seatsHeld(left, group).length > 0) return left
  return {
    ...left,
    attending: false,
    roleIds: [],
    companions: undefined,
    ...unconfirmed,
  }
}

/** R176: who came along with the giver, nameless, as companions of the one named; theirs keep the seats they have. */
function companionsTaken(giver: Rsvp, left: Rsvp, before: Rsvp | undefined): readonly Companion[] {
  const moved = left.attending === false ? companionsOf(giver) : []
  const own = companionsOf(livingRsvp(before) ?? {}).map((one): Companion => ({ ...one, roleIds: one.roleIds ?? before?.roleIds ?? [] }))
  return [...own, ...moved.map(({ id, roleIds }): Companion => ({ id, name: '', ...(roleIds && { roleIds }) }))]
}

/** The answer of the one named: a yes with the seats. R18: a new role asks to be confirmed. */
function taken({ group, giver, before, _id, now }: Accepting, roleIds: readonly string[], left: Rsvp): Rsvp {
  const { name, email } = giver.handOver
  const along = companionsTaken(giver, left, before)
  const isSame = before?.attending === true && roleIds.every((id) => before.roleIds.includes(id))
  return {
    ...versionOf(group, before, { _id, email, now }),
    companions: along.length > 0 ? along : undefined,
    name: livingRsvp(before)?.name || name,
    attending: true,
    roleIds,
    cameBy: 'hand-over',
    declinedRoleIds: [],
    confirmedEpoch: isSame ? before.confirmedEpoch : null,
    confirmationDate: isSame ? before.confirmationDate : null,
  }
}

/** R94: the one step in which the seats pass on. Refuses `hand-over-over` and `single-role-only`. */
export function acceptHandOver(accepting: Accepting): { group: Group; giver: Rsvp; rsvp: Rsvp } {
  const { group, event, giver, before, replaceRole, now } = accepting
  const moved = seatsOffered(giver, group)
  if (before?.blockedAt) refuse('answer-blocked')
  if (!isPending(giver, event, now) || moved.length === 0) refuse('hand-over-over')
  const replaced = seatsReplaced(giver, before, group, event)
  const isMany = event?.assignmentRules.rule === 'singleRoleOnly' && moved.length > 1
  if (isMany || (replaced.length > 0 && !replaceRole)) refuse('single-role-only')
  const kept = seatsHeld(before, group).filter((id) => !replaced.includes(id))
  const left = givenAway(giver, group, moved, now)
  const rsvp = taken(accepting, [...new Set([...kept, ...moved])], left)
  const freed = applyToSeats(group, giver, left, true)
  return { group: { ...applyToSeats(freed, before, rsvp, true), rev: group.rev + 1 }, giver: left, rsvp }
}
