// How those who manage a group take away whole answers, and let an address answer again (R129).

import type { Input } from '#protocol/kernel/endpoint.ts'
import { undoSeconds } from '#protocol/kernel/limits.ts'
import type { removalApi } from '#protocol/seats/removal.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { next, put } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { undoAnswers } from '#server/seats/model/activity.ts'
import { type Group, groups, groupView } from '#server/seats/model/group.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { stoodOf } from '#server/seats/model/rsvp-fields.ts'
import { eventOf, managed } from '#server/seats/rights/groups.ts'
import * as rules from '#server/seats/rules/removal.ts'
import { checkOpen } from '#server/seats/rules/rsvp.ts'
import { changeSeats } from '#server/seats/seating/change-seats.ts'

/** What an undo needs is kept a little longer than it may come. */
const keptMs = 2 * undoSeconds * 1_000

/** R90: freed seats go to whoever waits. */
export function removeAnswer(services: Services, { id, rsvpId, block = false }: Input<typeof removalApi.remove>, caller: SignedIn) {
  const { clock, publicUrl } = services
  return transact(services, id, async (tx) => {
    const now = clock.now()
    const current = await managed(services, tx, id, caller)
    const event = await eventOf(tx, current)
    checkOpen(current, event, now)
    const before = rules.removable(await tx.get(rsvps, rsvpId), id)
    const { group, rsvp } = rules.removeAnswer(current, before, now, block)
    const seated = await changeSeats(services, tx, { group, event, changed: [{ before, after: rsvp }] })
    const kept = await tx.get(undoAnswers, rsvpId)
    const stood = { _id: rsvpId, rev: (kept?.rev ?? 0) + 1, stood: stoodOf(before), expiresAt: iso(now + keptMs) }
    return {
      writes: [...seated.writes, put(undoAnswers, stood)],
      namesAct: true,
      reply: { group: groupView(seated.group, publicUrl) },
    }
  })
}

interface Address {
  readonly group: Group
  /** The answer of the address, if there is one. */
  readonly rsvp: Rsvp | undefined
  readonly _id: string
}
/** R156: blocks an address as it was at that time, whatever came back of it. */
export async function blocked(services: Services, tx: Reader, { group: current, rsvp, _id }: Address, at: number) {
  const living = livingRsvp(rsvp)
  if (!living) return { writes: [put(rsvps, rules.blocked(current, rsvp, _id, at))] }
  const { group, rsvp: after } = rules.removeAnswer(current, living, at, true)
  return changeSeats(services, tx, { group, event: await eventOf(tx, current), changed: [{ before: living, after }] })
}

export function unblock(services: Services, { id, rsvpId }: Input<typeof removalApi.unblock>, caller: SignedIn) {
  return transact(services, id, async (tx) => {
    const group = await managed(services, tx, id, caller)
    const found = await tx.get(rsvps, rsvpId)
    if (found?.groupId !== id) refuse('rsvp-unknown')
    // The group is written too: whoever has its settings open reads the list again.
    return { writes: [put(groups, next(group, {})), put(rsvps, rules.unblocked(found))], reply: { success: true } as const }
  })
}
