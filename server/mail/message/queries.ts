// What those who manage a group see of its messages: the history, one of them with whom it reached, and whom the next one would.
import type { Input } from '#protocol/kernel/endpoint.ts'
import { messagesPerPage, rsvpsPerPage } from '#protocol/kernel/limits.ts'
import type { Audience, messageApi } from '#protocol/mail/message.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Collection, Reader, Stored } from '#server/kernel/store/store.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { audienceIn, checkQuestion, firstOutcome, isMeant, roleNamesOf } from '#server/mail/rules/message.ts'
import type { Caller } from '#server/people/identity/caller.ts'
import { attendances, cameOf } from '#server/seats/model/door.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Message, messageCard, messagePages, messages, messageTallies, outcomeAt, recipientRow } from '#server/seats/model/message.ts'
import { stops } from '#server/seats/model/notice.ts'
import { livingRsvp, type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { openedTo, writable } from '#server/seats/rights/groups.ts'
import { endingWith } from '#server/seats/rights/rights.ts'

const maxPages = 1_000
/** R101: the card of a message as it is now. */
export async function cardOf(tx: Reader, message: Message) {
  const tallies = await tx.find(messageTallies, { index: 'page', where: { messageId: message._id }, limit: maxPages })
  const current = await Promise.all(tallies.map(async (tally) => (await tx.get(messageTallies, tally._id)) ?? tally))
  return messageCard(message, current)
}

const cursorOf = ({ createdAt, _id }: Pick<Message, 'createdAt' | '_id'>) => `${createdAt}_${_id}`

/** R101: the newest first. */
export async function readMessages(services: Services, { id, cursor }: Input<typeof messageApi.list>, caller: Caller) {
  await writable(services, services.store, id, caller)
  const [createdAt = '', _id = ''] = cursor?.split('_') ?? []
  const after = cursor ? { after: { _id, rev: 0, groupId: id, createdAt } } : {}
  const query = { index: 'group', where: { groupId: id }, descending: true, limit: messagesPerPage + 1, ...after }
  const found = await services.store.find(messages, query)
  const page = found.slice(0, messagesPerPage)
  const last = found.length > page.length ? page.at(-1) : undefined
  return { messages: await Promise.all(page.map((one) => cardOf(services.store, one))), nextCursor: last ? cursorOf(last) : null }
}

/** R101: one message with a page of those it went to. Refuses `message-unknown`. */
export async function readMessage(services: Services, { id, messageId, cursor = '0' }: Input<typeof messageApi.read>, caller: Caller) {
  const { store } = services
  await writable(services, store, id, caller)
  const message = await store.get(messages, messageId)
  if (message?.groupId !== id) refuse('message-unknown')
  const nth = Number(cursor)
  const where = { messageId, nth }
  const [[page], [tally]] = await Promise.all([
    store.find(messagePages, { index: 'page', where, limit: 1 }),
    store.find(messageTallies, { index: 'page', where, limit: 1 }),
  ])
  const recipients = (page?.rsvpIds ?? []).map(async (rsvpId, at) =>
    recipientRow(rsvpId, await store.get(rsvps, rsvpId), tally ? outcomeAt(tally, at) : 'over'),
  )
  return {
    message: await cardOf(store, message),
    text: message.text,
    recipients: await Promise.all(recipients),
    nextCursor: nth + 1 < message.pages ? `${nth + 1}` : null,
  }
}

/** The view of the room `message:<groupId>`, for those who manage the group: not for those who only assign in it. */
export async function watchMessages(services: Services, id: string, caller: Caller) {
  const { standing } = await openedTo(services, services.store, id, caller, 'write')
  const { messages: cards } = await readMessages(services, { id }, caller)
  return { ...endingWith(standing), view: { _id: id, rev: Math.max(0, ...cards.map(({ rev }) => rev)), messages: cards } }
}

/** Everything along an index, page by page. */
async function* all<R extends Stored>(tx: Pick<Reader, 'find'>, collection: Collection<R>, groupId: string) {
  for (let last: R | undefined; ; ) {
    const after = last ? { after: { ...last, groupId } } : {}
    const page: R[] = await tx.find(collection, { index: 'group', where: { groupId }, limit: rsvpsPerPage, ...after })
    yield page
    last = page.at(-1)
    if (!last || page.length < rsvpsPerPage) return
  }
}

/** Somebody who is meant, by their answer, and what is known beforehand of the email. */
export interface MeantPerson {
  readonly rsvpId: string
  readonly email: string
  readonly outcome: ReturnType<typeof firstOutcome>
}

/** R101, R102, R110: everyone the audience means (of those named, if any are), and what is known beforehand of the email to each; R130: how many of those named said no. Others get their turn between pages. */
export async function audienceOf({ store }: Services, group: Group, audience: Audience) {
  roleNamesOf(group, audience)
  checkQuestion(group, audience)
  const named = audience.rsvpIds?.length ? new Set(audience.rsvpIds) : undefined
  const isOfThem = ({ _id }: Rsvp) => !named || named.has(_id)
  const stopped = new Set<string>()
  for await (const page of all(store, stops, group._id)) for (const { _id } of page) stopped.add(_id)
  const came = new Set<string>()
  if (audience.door) for await (const page of all(store, attendances, group._id)) for (const one of page) if (cameOf(one)) came.add(one._id)
  const meant: MeantPerson[] = []
  let declined = 0
  for await (const page of all<Rsvp>(store, rsvps, group._id)) {
    for (const rsvp of page.filter(isOfThem))
      if (isMeant(rsvp, group, audience, (id) => came.has(id)))
        meant.push({ rsvpId: rsvp._id, email: rsvp.email, outcome: firstOutcome(rsvp, stopped.has(rsvp._id)) })
      else if (named && livingRsvp(rsvp)?.attending === false) declined += 1
    await new Promise((turn) => setImmediate(turn))
  }
  return { meant, recipients: meant.filter(({ outcome }) => outcome === 'waiting').length, declined }
}

type CountInput = Pick<Input<typeof messageApi.count>, 'id' | 'alsoTo' | 'audience'>
/** R101g: the groups that a message is for, for who may write to each of them. Refuses `group-unknown` for one of another event. */
export async function groupsMeant(
  services: Services,
  tx: Reader,
  { id, alsoTo = [], audience }: CountInput,
  caller: Caller,
): Promise<Group[]> {
  const first = await writable(services, tx, id, caller)
  const ids = [...new Set(alsoTo)].filter((one) => one !== id)
  const others = await Promise.all(ids.map((one) => writable(services, tx, one, caller)))
  if (others.some(({ eventId }) => eventId === null || eventId !== first.eventId)) refuse('group-unknown')
  if (others.length > 0 && audience.rsvpIds?.length) refuse('input-invalid', { reason: 'Those who were picked are of one group' })
  return [first, ...others]
}

/** R101g: by group, whom it means there; each person once, in the first group that means them. */
export async function audiencesOf(services: Services, meant: readonly Group[], audience: Audience) {
  const [first, ...others] = meant
  const names = first ? roleNamesOf(first, audience) : []
  const asked = [...(first ? [{ group: first, audience }] : []), ...others.flatMap((group) => audienceIn(group, audience, names))]
  const seen = new Set<string>()
  const each: { group: Group; meant: MeantPerson[]; recipients: number }[] = []
  let declined = 0
  for (const one of asked) {
    const found = await audienceOf(services, one.group, one.audience)
    const fresh = found.meant.filter(({ email }) => !seen.has(email))
    for (const { email } of fresh) seen.add(email)
    declined += found.declined
    each.push({ group: one.group, meant: fresh, recipients: fresh.filter(({ outcome }) => outcome === 'waiting').length })
  }
  const recipients = each.reduce((sum, one) => sum + one.recipients, 0)
  return { each, recipients, unreached: seen.size - recipients, declined }
}

export async function countAudience(services: Services, input: Input<typeof messageApi.count>, caller: Caller) {
  const meant = await groupsMeant(services, services.store, input, caller)
  const { recipients, unreached, declined } = await audiencesOf(services, meant, input.audience)
  return { recipients, unreached, declined }
}

/** The message that a changed tally is of, for whoever may see it. */
export async function shownMessage(tx: Reader, messageId: string) {
  const message = await tx.get(messages, messageId)
  const group = message && (await tx.get(groups, message.groupId))
  return message && group ? cardOf(tx, message) : undefined
}
