// R101: writes the emails of sent messages, page by page. Each page and the place reached are one commit, so a crash repeats nothing and leaves nobody out.

import { nextTenant } from '#server/kernel/emails/fair-queue.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { messageEmail } from '#server/mail/emails/message.ts'
import { type Event, events, type GroupEvent } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import {
  type Message,
  type MessagePage,
  type MessageTally,
  messagePages,
  messages,
  messageTallies,
  noted,
  outcomeAt,
} from '#server/seats/model/message.ts'
import { livingRsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { type NoticeDraft, newNotices } from '#server/seats/notices/notices.ts'
import { eventOf } from '#server/seats/rights/groups.ts'

interface Page {
  readonly message: Message
  readonly page: MessagePage
  readonly tally: MessageTally
  readonly group: Group | undefined
  /** R101g: of a message to several groups the event itself, which is what it is about. */
  readonly event: Event | GroupEvent | undefined
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
    const notice = {
      kind: 'message' as const,
      due: message._id,
      groupId: group._id,
      eventId: group.eventId,
      ...(message.door && { isAfter: true as const }),
    }
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

async function writesOf(services: Services, tx: Reader, message: Message): Promise<RecordWrite[]> {
  const { secrets } = services
  const id = secrets.idOf('messagePage', message._id, `${message.queued}`)
  const [page, tally, group] = await Promise.all([tx.get(messagePages, id), tx.get(messageTallies, id), tx.get(groups, message.groupId)])
  const event = group && (message.together ? await tx.get(events, group.eventId ?? '') : await eventOf(tx, group))
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
