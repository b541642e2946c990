// R100: notes in the commit of an answer that a confirmed holder dropped out; a job emails the organizers.
import { iso } from '#server/kernel/ports/clock.ts'
import { put } from '#server/kernel/write/outcome.ts'
import { type DigestItem, news } from '#server/seats/model/digest.ts'
import { answerCounts, dropOutOf } from '#server/seats/rules/digest.ts'
import { type Adds, nothing } from '#server/seats/seating/follow.ts'

/** R118: of one guest organizers are told once a day, however often they change their mind. */
export const dropOutNews: Adds = ({ secrets, clock }, tx, { before, after, was, event }) => {
  const now = clock.now()
  const dropOut = after && dropOutOf(was, event, before, after, now)
  if (!dropOut) return nothing
  const _id = secrets.idOf('drop-out', after._id, iso(now).slice(0, 10))
  const found: DigestItem = { _id, rev: 1, groupId: was._id, before: answerCounts(was), dropOut, cursor: null, dueAt: iso(now) }
  return tx.get(news, _id).then((known) => (known ? nothing : { writes: [put(news, found)] }))
}
