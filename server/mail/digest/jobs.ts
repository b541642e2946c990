// Finds in the morning which groups changed, and emails those who manage them: one email a day for all of a person's events (R100).

import { emailRecord, emails } from '#server/kernel/emails/outbox.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { digestEmail, dropOutEmail, type EventNews } from '#server/mail/emails/digest.ts'
import type { User } from '#server/people/model/account.ts'
import { newsChoiceOf, users } from '#server/people/model/account.ts'
import { type Digest, type DigestItem, digests, news } from '#server/seats/model/digest.ts'
import { statusOf } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { eventOf } from '#server/seats/rights/groups.ts'
import { manages } from '#server/seats/rights/rights.ts'
import { answerCounts, changeText, hasSameCounts, nextLook, risksAt, withNews } from '#server/seats/rules/digest.ts'
import { readersOf } from './queries.ts'

/** Looks at one group, brings one page of news to its readers, or writes one email. True if there may be more. */
export const tellSome = async (services: Services): Promise<boolean> =>
  (await bringNews(services)) || (await lookAtGroup(services)) || (await writeDigest(services))

async function lookAtGroup(services: Services): Promise<boolean> {
  const { store, clock, secrets } = services
  const [due] = await store.find(groups, { index: 'digest', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due._id, async (tx) => {
    const now = clock.now()
    const group = await tx.get(groups, due._id)
    if (!group?.digestAt || group.digestAt > iso(now)) return { reply: undefined }
    const event = await eventOf(tx, group)
    const isActive = event !== undefined && statusOf(event, now) === 'active' && group.cancelledAt === null
    const stands = answerCounts(group)
    const { digested } = group
    const after = next(group, { digested: stands, digestAt: undefined, ...(event && !group.cancelledAt && nextLook(event, now)) })
    const isNews = isActive && digested !== undefined && !hasSameCounts(digested, stands)
    const _id = secrets.idOf('news', group._id, group.digestAt)
    const found: DigestItem = { _id, rev: 1, groupId: group._id, before: digested ?? stands, cursor: null, dueAt: iso(now) }
    return { writes: [put(groups, after), ...(isNews && !(await tx.get(news, _id)) ? [put(news, found)] : [])], reply: undefined }
  })
  return true
}

async function bringNews(services: Services): Promise<boolean> {
  const { store, clock } = services
  const [due] = await store.find(news, { index: 'due', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  const hasWritten = await transact(services, due._id, async (tx) => {
    const current = await tx.get(news, due._id)
    if (!current || current.rev !== due.rev) return { reply: false }
    const group = await tx.get(groups, current.groupId)
    if (!group || group.cancelledAt) return { writes: [drop(news, current)], reply: false }
    const { readers, cursor } = await readersOf(tx, group, current.cursor)
    const changes = await Promise.all(readers.map((reader) => queueDigest(services, tx, current, group, reader)))
    return {
      writes: [cursor ? put(news, next(current, { cursor })) : drop(news, current), ...changes.flat()],
      reply: current.dropOut !== undefined,
    }
  })
  if (hasWritten) services.delivery.wake()
  return true
}

/** Adds to what waits for one reader, or writes them at once. */
async function queueDigest(
  services: Services,
  tx: Reader,
  { _id, dropOut, before }: DigestItem,
  group: Group,
  reader: User,
): Promise<RecordWrite[]> {
  const { secrets, clock, publicUrl } = services
  const choice = newsChoiceOf(reader)
  if (choice === 'off') return []
  if (!dropOut) return [put(digests, withNews(await tx.get(digests, reader._id), reader._id, { groupId: group._id, before }, clock.now()))]
  if (choice === 'daily' && !dropOut.isSoon) return []
  const emailId = secrets.idOf('drop-out email', _id, reader._id)
  if (await tx.get(emails, emailId)) return []
  const occasion = (await eventOf(tx, group)) ?? { name: group.name }
  const email = emailRecord(services, dropOutEmail(reader, publicUrl, group._id, occasion, dropOut.roles))
  return [put(emails, { ...email, _id: emailId })]
}

async function writeDigest(services: Services): Promise<boolean> {
  const { store, clock, publicUrl } = services
  const [due] = await store.find(digests, { index: 'due', to: iso(clock.now() + 1), limit: 1 })
  if (!due) return false
  await transact(services, due._id, async (tx) => {
    const now = clock.now()
    const digest = await tx.get(digests, due._id)
    if (!digest?.dueAt || digest.dueAt > iso(now)) return { reply: undefined }
    const reader = await tx.get(users, due._id)
    const items = reader && newsChoiceOf(reader) !== 'off' ? await readNews(services, tx, digest, reader) : []
    const done = next(digest, { items: [], dueAt: undefined, ...(items.length > 0 && { sentAt: iso(now) }) })
    return {
      writes: [put(digests, done)],
      emails: reader && items.length > 0 ? [digestEmail(reader, publicUrl, items)] : [],
      reply: undefined,
    }
  })
  return true
}

/** What is still true, of what they still manage. */
async function readNews(services: Services, tx: Reader, { items }: Digest, reader: User): Promise<EventNews[]> {
  const now = services.clock.now()
  const caller = { user: reader, via: 'account' } as Parameters<typeof manages>[3]
  const all = items.map(async ({ groupId, before }): Promise<EventNews[]> => {
    const group = await tx.get(groups, groupId)
    const event = group && (await eventOf(tx, group))
    if (!group || group.cancelledAt || (event && statusOf(event, now) !== 'active')) return []
    if (!(await manages(services, tx, group, caller))) return []
    const changes = changeText(before, answerCounts(group))
    return changes ? [{ groupId, occasion: event ?? { name: group.name }, changes, risks: risksAt(group, event, now) }] : []
  })
  return (await Promise.all(all)).flat()
}
