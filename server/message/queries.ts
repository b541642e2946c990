// What those who manage a group see of its messages: the history, one of them with whom it reached, and whom the next one would.
import type { Input } from '#protocol/endpoint.ts'
import { messagesPerPage, rsvpsPerPage } from '#protocol/limits.ts'
import type { Audience, messageApi } from '#protocol/message.ts'
import { type Group, groups } from '../group/model.ts'
import { managed } from '../group/queries.ts'
import type { Caller } from '../identity/caller.ts'
import { stops } from '../notice/model.ts'
import { refuse } from '../refuse.ts'
import { type Rsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Collection, Reader, Stored } from '../store/store.ts'
import { type Message, messageCard, messagePages, messages, messageTallies, outcomeAt, recipientRow } from './model.ts'
import { firstOutcome, isMeant, roleNamesOf } from './rules.ts'

const mostPages = 1_000
/** R101: the card of a message as it is now. */
export async function cardOf(tx: Reader, message: Message) {
  const tallies = await tx.find(messageTallies, { index: 'page', where: { messageId: message._id }, limit: mostPages })
  const present = await Promise.all(tallies.map(async (tally) => (await tx.get(messageTallies, tally._id)) ?? tally))
  return messageCard(message, present)
}

const cursorOf = ({ createdAt, _id }: Pick<Message, 'createdAt' | '_id'>) => `${createdAt}_${_id}`

/** R101: the newest first. */
export async function readMessages(services: Services, { id, cursor }: Input<typeof messageApi.list>, caller: Caller) {
  await managed(services, services.store, id, caller)
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
  await managed(services, store, id, caller)
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
  const { messages: cards } = await readMessages(services, { id }, caller)
  return { view: { _id: id, rev: Math.max(0, ...cards.map(({ rev }) => rev)), messages: cards } }
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

/** R101, R102, R110: everyone who is meant, of those who are named where some are, with what is known beforehand of the email to them. Between the pages others get their turn. */
export async function audienceOf({ store }: Services, group: Group, audience: Audience) {
  roleNamesOf(group, audience)
  const named = audience.rsvpIds?.length ? new Set(audience.rsvpIds) : undefined
  const isOfThem = ({ _id }: Rsvp) => !named || named.has(_id)
  const stopped = new Set<string>()
  for await (const page of all(store, stops, group._id)) for (const { _id } of page) stopped.add(_id)
  const meant: { rsvpId: string; outcome: ReturnType<typeof firstOutcome> }[] = []
  for await (const page of all<Rsvp>(store, rsvps, group._id)) {
    for (const rsvp of page)
      if (isOfThem(rsvp) && isMeant(rsvp, group, audience))
        meant.push({ rsvpId: rsvp._id, outcome: firstOutcome(rsvp, stopped.has(rsvp._id)) })
    await new Promise((turn) => setImmediate(turn))
  }
  return { meant, recipients: meant.filter(({ outcome }) => outcome === 'waiting').length }
}

export async function countAudience(services: Services, { id, audience }: Input<typeof messageApi.count>, caller: Caller) {
  const group = await managed(services, services.store, id, caller)
  const { meant, recipients } = await audienceOf(services, group, audience)
  return { recipients, unreached: meant.length - recipients }
}

/** The message that a changed tally is of, for whoever may see it. */
export async function shownMessage(tx: Reader, messageId: string) {
  const message = await tx.get(messages, messageId)
  const group = message && (await tx.get(groups, message.groupId))
  return message && group ? cardOf(tx, message) : undefined
}
