// Reads what starting a run over the answers of a group needs.

import { rsvpsPerPage } from '#protocol/kernel/limits.ts'
import { wallTime } from '#protocol/kernel/time/clocks.ts'
import type { ReminderKind } from '#protocol/seats/reminder-rules.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { GroupEvent } from '#server/seats/model/event.ts'
import type { Group } from '#server/seats/model/group.ts'
import { type ReminderRun, runId } from '#server/seats/model/reminder.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { isStillWanted } from '#server/seats/rules/notice.ts'
import { isAskedLately } from '#server/seats/rules/reminder.ts'
import { inTally } from '#server/seats/seating/counts.ts'

/** R98: counts who has confirmed and who is silent; only where the group has no such count, or a deleted role has made it old. */
export async function readTally(tx: Reader, group: Group): Promise<Pick<Group, 'tally'>> {
  const tally = { confirmed: 0, assigned: 0 }
  for (let last: Rsvp | undefined; ; ) {
    const page = await tx.find(rsvps, { index: 'group', where: { groupId: group._id }, limit: rsvpsPerPage, ...(last && { after: last }) })
    for (const one of await Promise.all(page.map(({ _id }) => tx.get(rsvps, _id)))) {
      const place = inTally(one, group)
      if (place) tally[place] += 1
    }
    last = page.at(-1)
    if (page.length < rsvpsPerPage) return { tally }
  }
}

/** The same group with that count. `ahead`: as it was counted before the decision, which holds where nothing has changed since. */
export async function withTally(tx: Reader, group: Group, ahead?: Group): Promise<Group> {
  if (group.tally) return group
  return { ...group, ...(ahead?.rev === group.rev ? { tally: ahead.tally } : await readTally(tx, group)) }
}

/** R98, R99: a run that somebody asks for: to everybody it is for, at any hour. What is asked for again on the same day there goes to nobody twice. */
export function runByHand(
  services: Services,
  group: Group,
  event: Pick<GroupEvent, 'timeZone'> | undefined,
  kind: ReminderKind,
  rsvpIds?: readonly string[],
): ReminderRun {
  const { day } = wallTime(services.clock.now(), event?.timeZone ?? 'UTC')
  const run = newRun(services, group, kind, day, { isByHand: true })
  // A run of its own: one that goes to all on this day, or to others, is another.
  return rsvpIds ? { ...run, _id: services.secrets.idOf('reminder run', run._id, ...[...rsvpIds].sort()), rsvpIds } : run
}

/** R110: those of the named whom it is for now. Read outside the commit: they are asked anew when the emails are written. */
export async function namedFor({ store, clock }: Services, group: Group, kind: ReminderKind, rsvpIds: readonly string[]) {
  const event = await eventOf(store, group)
  const found = await inSlices(rsvpIds, (id) => store.get(rsvps, id), { together: 8 })
  const notice = { kind, due: '', groupId: group._id, eventId: group.eventId, isByHand: true as const }
  const now = clock.now()
  const isFor = (rsvp: Rsvp) => isStillWanted(notice, { rsvp, group, event }, now) && !(kind === 'nudge' && isAskedLately(rsvp, group, now))
  return found.flatMap((rsvp) => (rsvp?.groupId === group._id && isFor(rsvp) ? [rsvp._id] : []))
}

/** A run as it starts. */
export const newRun = (
  { secrets, clock }: Services,
  { _id, ownerId }: Group,
  kind: ReminderKind,
  due: string,
  more: Pick<ReminderRun, 'isByHand' | 'added'> = {},
): ReminderRun => ({
  _id: runId(secrets, _id, kind, due),
  rev: 1,
  kind,
  groupId: _id,
  due,
  ...more,
  cursor: null,
  tenant: ownerId,
  dueAt: iso(clock.now()),
})
