// Notes in the commit of an answer that a confirmed holder dropped out (R100); a job emails the organizers.
import type { Event } from '../event/model.ts'
import type { Group } from '../group/model.ts'
import { iso } from '../ports/clock.ts'
import type { Rsvp } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, put } from '../write/outcome.ts'
import { news } from './model.ts'
import { dropOutOf, standingOf } from './rules.ts'

interface Answered {
  readonly group: Group
  readonly event: Event | undefined
  readonly before: Rsvp | undefined
  readonly after: Rsvp
}

/** R118: of one guest organizers are told once a day, however often they change their mind. */
export async function dropOutNews({ secrets, clock }: Services, tx: Reader, { group, event, before, after }: Answered): Promise<Change[]> {
  const now = clock.now()
  const dropOut = dropOutOf(group, event, before, after, now)
  if (!dropOut) return []
  const _id = secrets.idOf('drop-out', after._id, iso(now).slice(0, 10))
  if (await tx.get(news, _id)) return []
  return [put(news, { _id, rev: 1, groupId: group._id, before: standingOf(group), dropOut, cursor: null, dueAt: iso(now) })]
}
