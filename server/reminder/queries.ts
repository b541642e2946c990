// Reads what starting a run over the answers of a group needs.

import { wallTime } from '#protocol/clocks.ts'
import { rsvpsPerPage } from '#protocol/limits.ts'
import type { ReminderKind } from '#protocol/reminder-rules.ts'
import type { Event } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import type { ReminderRun } from './model.ts'
import { inTally } from './rules.ts'

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

/** The same group with that count. */
export const withTally = async (tx: Reader, group: Group): Promise<Group> =>
  group.tally ? group : { ...group, ...(await readTally(tx, group)) }

/** R98, R99: a run that somebody asks for: to everybody it is for, at any hour. What is asked for again on the same day there goes to nobody twice. */
export const runByHand = (services: Services, group: Group, event: Pick<Event, 'timeZone'> | undefined, kind: ReminderKind): ReminderRun =>
  newRun(services, group, kind, wallTime(services.clock.now(), event?.timeZone ?? 'UTC').day, { isByHand: true })

/** A run as it starts. */
export const newRun = (
  { secrets, clock }: Services,
  { _id, ownerId }: Group,
  kind: ReminderKind,
  due: string,
  more: Pick<ReminderRun, 'isByHand' | 'added'> = {},
): ReminderRun => ({
  _id: secrets.idOf('reminder run', _id, kind, due),
  rev: 1,
  kind,
  groupId: _id,
  due,
  ...more,
  cursor: null,
  tenant: ownerId,
  dueAt: iso(clock.now()),
})
