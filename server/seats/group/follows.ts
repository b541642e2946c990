// What follows from a group or an event that is made or removed: its short link (R128, R151a).
import type { Reader } from '#server/kernel/store/store.ts'
import { type AlsoWritten, pairsIn, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import { type Event, events } from '#server/seats/model/event.ts'
import { type Group, groups, type ShortLink, shortLinks } from '#server/seats/model/group.ts'

interface Linked {
  readonly before?: Group | Event | undefined
  readonly after?: Group | Event | undefined
}
type LinkTarget = Pick<ShortLink, 'groupId' | 'eventId'>

async function linksTo(tx: Reader, pairs: readonly Linked[], to: (_id: string) => LinkTarget): Promise<RecordWrite[]> {
  const changes: RecordWrite[] = []
  for (const { before, after } of pairs) {
    if (!after?.shortCode || (before?.shortCode && before.expiresAt === after.expiresAt)) continue
    const { _id, shortCode, expiresAt } = after
    const kept = before?.shortCode && (await tx.get(shortLinks, shortCode))
    changes.push(put(shortLinks, { _id: shortCode, rev: (kept ? kept.rev : 0) + 1, ...to(_id), expiresAt }))
  }
  return changes
}

/** R128: a group has its short link from the start, whoever makes it, and loses it with itself; R151a: an event once it has several. */
export const shortLinksOf: AlsoWritten = async (_, tx, { pairs }) => [
  ...(await linksTo(tx, pairsIn(pairs, groups), (groupId) => ({ groupId }))),
  ...(await linksTo(tx, pairsIn(pairs, events), (eventId) => ({ groupId: '', eventId }))),
]
