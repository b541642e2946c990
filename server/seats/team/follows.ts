// What follows for an event from a role in its team that is dropped from elsewhere, as with a membership: its event no longer names it, and who has the team on
// screen hears of that (R137, R209).
import { type AlsoWritten, type Drafted, next, pairsIn, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { isGrant, teammates } from '#server/people/model/team.ts'
import { events } from '#server/seats/model/event.ts'

async function withoutThem(tx: Drafted, eventId: string, gone: ReadonlySet<string>): Promise<RecordWrite[]> {
  const event = await tx.get(events, eventId)
  const teamIds = event?.teamIds?.filter((id) => !gone.has(id))
  return event && teamIds?.length !== event.teamIds?.length ? [put(events, next(event, { teamIds: teamIds ?? [] }))] : []
}

export const rolesDropped: AlsoWritten = async (_, tx, { pairs }) => {
  const written = new Set(pairsIn(pairs, events).map(({ before, after }) => (after ?? before)?._id))
  const gone = new Map<string, Set<string>>()
  for (const { before, after } of pairsIn(pairs, teammates)) {
    if (!before || after || isGrant(before) || written.has(before.eventId)) continue
    gone.set(before.eventId, new Set([...(gone.get(before.eventId) ?? []), before._id]))
  }
  return (await Promise.all([...gone].map(([eventId, ids]) => withoutThem(tx, eventId, ids)))).flat()
}
