// What organizers do with messages: send one, and try it on themselves first.
import type { Input } from '#protocol/kernel/endpoint.ts'
import type { messageApi } from '#protocol/mail/message.ts'
import { ofOrganizer } from '#server/kernel/emails/parts.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { testEmail } from '#server/mail/emails/message.ts'
import { countRecipients, roleNamesOf } from '#server/mail/rules/message.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { users } from '#server/people/model/account.ts'
import { emailCounts } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'
import type { Group } from '#server/seats/model/group.ts'
import { type Message, messagePages, messages, messageTallies, tallyText } from '#server/seats/model/message.ts'
import { eventOf, writable } from '#server/seats/rights/groups.ts'
import { checkHeld, checkOpen } from '#server/seats/rules/rsvp.ts'
import { audiencesOf, groupsMeant } from './queries.ts'

type SendInput = Input<typeof messageApi.send>
type MeantPeople = Pick<Awaited<ReturnType<typeof audiencesOf>>['each'][number], 'meant' | 'recipients'>
/** So many emails are written in one commit. */
const perPage = 250
const keptDays = 365

function newMessage(
  { secrets, clock }: Services,
  group: Group,
  { audience: { rsvpIds, unanswered, door, ...audience }, subject, text, replyTo }: SendInput,
  { email, roleNames, together }: { readonly email: string; readonly roleNames: readonly string[]; readonly together: readonly string[] },
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
    roleNames,
    ...(together.length > 1 && { together }),
    ...(unanswered && { isToUnanswered: true as const }),
    ...(door && { door }),
    recipients: 0,
    createdAt: iso(now),
    pages: 0,
    queued: 0,
    tenant: group.ownerId,
    dueAt: iso(now),
    expiresAt: iso(now + keptDays * 86_400_000),
  }
}

/** The message with all whom it goes to, as they were when it was sent (decision 0108). */
function messageWrites({ secrets }: Services, message: Message, { meant, recipients }: MeantPeople): RecordWrite[] {
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

/** R101: whom it goes to is decided now; the emails are written page by page afterwards. Refuses what is over as an answer would be (R193: but to write to those who came, or didn't), `audience-empty` and `messages-spent`. */
export async function sendMessage(services: Services, sent: SendInput, caller: SignedIn) {
  const { store, secrets, clock } = services
  const own = (tx: Reader) => groupsMeant(services, tx, sent, caller)
  const found = await audiencesOf(services, await own(store), sent.audience)
  // Not in the queue of the group: its answers don't wait for so large a commit.
  const reply = await transact(
    services,
    `messages:${sent.id}`,
    async (tx) => {
      const all = await own(tx)
      for (const group of all) {
        const event = await eventOf(tx, group)
        if (sent.audience.door) checkHeld(group, event)
        else checkOpen(group, event, clock.now())
      }
      const [first = refuse('group-unknown')] = all
      if (found.recipients === 0) refuse('audience-empty')
      const owner = (await tx.get(users, first.ownerId)) ?? refuse('group-unknown')
      const countId = secrets.idOf('message-recipients', owner._id)
      const counting = { now: clock.now(), tier: tierAt(owner, clock.now()), more: found.recipients }
      const count = countRecipients(await tx.get(emailCounts, countId), countId, counting)
      const about = { email: caller.user.email, roleNames: roleNamesOf(first, sent.audience), together: all.map(({ name }) => name) }
      const each = found.each
        .filter(({ meant }) => meant.length > 0)
        .map((one) => ({ ...one, message: newMessage(services, one.group, sent, about) }))
      return {
        writes: [put(emailCounts, count), ...each.flatMap((one) => messageWrites(services, one.message, one))],
        reply: { messageId: each[0]?.message._id ?? '', recipients: found.recipients },
      }
    },
    { idempotencyKey: caller.idempotencyKey, checkRight: own },
  )
  services.jobs.wake()
  return reply
}

/** R101: to the address of who asks, and nobody else. */
export function testMessage(services: Services, { id, subject, text, replyTo }: Input<typeof messageApi.test>, caller: SignedIn) {
  const own = (tx: Reader) => writable(services, tx, id, caller)
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
