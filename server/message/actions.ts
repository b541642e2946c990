// What organizers do with messages: send one, and try it on themselves first.
import type { Input } from '#protocol/endpoint.ts'
import type { messageApi } from '#protocol/message.ts'
import { users } from '../account/model.ts'
import { ofOrganizer } from '../emails/parts.ts'
import type { Group } from '../group/model.ts'
import { eventOf, managed } from '../group/queries.ts'
import type { SignedIn } from '../identity/caller.ts'
import { emailCounts } from '../org/model.ts'
import { tierAt } from '../plan/model.ts'
import { iso } from '../ports/clock.ts'
import { refuse } from '../refuse.ts'
import { checkOpen } from '../rsvp/rules.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { testEmail } from './emails.ts'
import { type Message, messagePages, messages, messageTallies, tallyText } from './model.ts'
import { audienceOf } from './queries.ts'
import { countRecipients, roleNamesOf } from './rules.ts'

type Sent = Input<typeof messageApi.send>
type Meant = Awaited<ReturnType<typeof audienceOf>>
/** So many emails are written in one commit. */
const perPage = 250
const keptDays = 365

function newMessage(
  { secrets, clock }: Services,
  group: Group,
  { audience: { rsvpIds, ...audience }, subject, text, replyTo }: Sent,
  email: string,
): Message {
  const now = clock.now()
  return {
    _id: secrets.randomId(),
    rev: 1,
    groupId: group._id,
    eventId: group.eventId,
    ownerId: group.ownerId,
    subject,
    text,
    repliesTo: replyTo ? email : '',
    audience,
    ...(rsvpIds?.length && { isToNamed: true as const }),
    roleNames: roleNamesOf(group, audience),
    recipients: 0,
    createdAt: iso(now),
    pages: 0,
    queued: 0,
    tenant: group.ownerId,
    dueAt: iso(now),
    expiresAt: iso(now + keptDays * 86_400_000),
  }
}

/** The message with all whom it goes to, as they were when it was sent. */
function messageWrites({ secrets }: Services, message: Message, { meant, recipients }: Meant): Change[] {
  const pages = Math.ceil(meant.length / perPage)
  const { _id: messageId, groupId, expiresAt } = message
  const writes = Array.from({ length: pages }, (_, nth) => {
    const some = meant.slice(nth * perPage, (nth + 1) * perPage)
    const page = { _id: secrets.idOf('messagePage', messageId, `${nth}`), rev: 1, messageId, nth, expiresAt }
    const outcomes = tallyText(some.map(({ outcome }) => outcome))
    return [put(messagePages, { ...page, rsvpIds: some.map(({ rsvpId }) => rsvpId) }), put(messageTallies, { ...page, groupId, outcomes })]
  })
  return [put(messages, { ...message, pages, recipients }), ...writes.flat()]
}

/** R101: whom it goes to is decided now; the emails are written page by page afterwards. Refuses what is over as an answer would be, `audience-empty` and `messages-spent`. */
export async function sendMessage(services: Services, sent: Sent, caller: SignedIn) {
  const { store, secrets, clock } = services
  const own = (tx: Reader) => managed(services, tx, sent.id, caller)
  const found = await audienceOf(services, await own(store), sent.audience)
  // Not in the queue of the group: its answers don't wait for so large a commit.
  const reply = await transact(
    services,
    `messages:${sent.id}`,
    async (tx) => {
      const group = await own(tx)
      checkOpen(group, await eventOf(tx, group), clock.now())
      if (found.recipients === 0) refuse('audience-empty')
      const owner = (await tx.get(users, group.ownerId)) ?? refuse('group-unknown')
      const countId = secrets.idOf('message-recipients', owner._id)
      const counting = { now: clock.now(), tier: tierAt(owner, clock.now()), more: found.recipients }
      const count = countRecipients(await tx.get(emailCounts, countId), countId, counting)
      const message = newMessage(services, group, sent, caller.user.email)
      return {
        writes: [put(emailCounts, count), ...messageWrites(services, message, found)],
        reply: { messageId: message._id, recipients: found.recipients },
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: own },
  )
  services.jobs.wake()
  return reply
}

/** R101: to the address of who asks, and nobody else. */
export function testMessage(services: Services, { id, subject, text, replyTo }: Input<typeof messageApi.test>, caller: SignedIn) {
  const own = (tx: Reader) => managed(services, tx, id, caller)
  const decide = async (tx: Reader) => {
    const group = await own(tx)
    const { email } = caller.user
    const event = await eventOf(tx, group)
    checkOpen(group, event, services.clock.now())
    const draft = testEmail(email, services.publicUrl, group, event ?? group, { subject, text, repliesTo: replyTo ? email : '' })
    return { emails: [ofOrganizer(group.ownerId, draft)], reply: { sentTo: email } }
  }
  return transact(services, `messages:${id}`, decide, { idempotencyKey: caller.idempotencyKey, checkRight: own })
}
