// R101: writes the emails of sent messages, page by page. Each page and the place reached are one commit, so a crash repeats nothing and leaves nobody out.
import { type NoticeDraft, newNotices } from '../emails/notices.ts'
import { emails } from '../emails/outbox.ts'
import { guestPlace } from '../emails/parts.ts'
import { nextTenant } from '../emails/turns.ts'
import { type Event, events } from '../event/model.ts'
import { type Group, groups } from '../group/model.ts'
import { livingRsvp, rsvps } from '../rsvp/model.ts'
import type { Services } from '../services.ts'
import type { Reader } from '../store/store.ts'
import { type Change, put } from '../write/outcome.ts'
import { transact } from '../write/transact.ts'
import { messageEmail } from './emails.ts'
import { type Message, type MessagePage, type MessageTally, messagePages, messages, messageTallies, noted, outcomeAt } from './model.ts'

interface Page {
  readonly message: Message
  readonly page: MessagePage
  readonly tally: MessageTally
  readonly group: Group | undefined
  readonly event: Event | undefined
}

/** Who of the page is to be written to, with the email; undefined for who is gone meanwhile. */
async function draftsOf(services: Services, tx: Reader, { message, page, tally, group, event }: Page) {
  const waiting = page.rsvpIds.map((rsvpId, at) => ({ rsvpId, at })).filter(({ at }) => outcomeAt(tally, at) === 'waiting')
  const drafts = waiting.map(async ({ rsvpId, at }): Promise<{ at: number; draft: NoticeDraft | undefined }> => {
    const rsvp = livingRsvp(await tx.get(rsvps, rsvpId))
    if (!rsvp || !group) return { at, draft: undefined }
    const guest = guestPlace(group, rsvp)
    const isStranger = rsvp.attending === null
    const email = messageEmail(rsvp.email, services.publicUrl, guest, event ?? group, message, { isStranger })
    const notice = { kind: 'message' as const, due: message._id, groupId: group._id, eventId: group.eventId }
    return { at, draft: { ...email, rsvpId, notice, receipt: { tallyId: tally._id, at } } }
  })
  return Promise.all(drafts)
}

/** The message once one page more is written; without its turn once all are. */
function advanced({ tenant, dueAt, ...message }: Message): Message {
  const queued = message.queued + 1
  const isDone = queued >= message.pages
  return { ...message, rev: message.rev + 1, queued, ...(!isDone && tenant && dueAt && { tenant, dueAt }) }
}

async function writesOf(services: Services, tx: Reader, message: Message): Promise<Change[]> {
  const { secrets } = services
  const id = secrets.idOf('messagePage', message._id, `${message.queued}`)
  const [page, tally, group, event] = await Promise.all([
    tx.get(messagePages, id),
    tx.get(messageTallies, id),
    tx.get(groups, message.groupId),
    message.eventId ? tx.get(events, message.eventId) : undefined,
  ])
  const reached = put(messages, advanced(message))
  if (!page || !tally) return [reached]
  const found = await draftsOf(services, tx, { message, page, tally, group, event })
  const drafts = found.flatMap(({ draft }) => draft ?? [])
  const records = await newNotices(services, tx, drafts)
  const after = found.reduce((so, { at, draft }) => (draft ? so : noted(so, at, 'over')), tally)
  const gone = after === tally ? [] : [put(messageTallies, { ...after, rev: tally.rev + 1 })]
  return [reached, ...gone, ...records.map((record) => put(emails, record))]
}

/** Writes the emails of one page of the next message; organizers take turns (R119). True if there may be more. */
export async function queueMessages(services: Services, turn: { last: string } = { last: '' }): Promise<boolean> {
  const due = await nextTenant(services.store, messages, {}, turn.last)
  if (!due) return false
  turn.last = due.tenant ?? ''
  await transact(services, due._id, async (tx) => {
    const message = await tx.get(messages, due._id)
    if (message?.rev !== due.rev || !message.tenant) return { reply: undefined }
    return { writes: await writesOf(services, tx, message), reply: undefined }
  })
  services.delivery.wake()
  return true
}
