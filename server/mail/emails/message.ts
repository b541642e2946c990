// A message as guests get it. Its text is put in when it is sent: it is kept once, however many get it.
import { holdsEmail } from '#protocol/kernel/texts.ts'
import { replyHint } from '#protocol/mail/message.ts'
import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import {
  cover,
  type EventSummary,
  facts,
  type GuestPlace,
  linkToQuestions,
  ownLink,
  plain,
  severalLink,
  toGuest,
} from '#server/kernel/emails/parts.ts'
import type { Message } from '#server/seats/model/message.ts'

interface Reader {
  /** Who never answered has agreed to nothing: what was typed for them can't become a link (R117). */
  readonly isStranger: boolean
}

/** Who writes, by name where there is one (R131). */
const writes = ({ name, organizerName = '' }: EventSummary) =>
  organizerName && !holdsEmail(organizerName) ? `${organizerName} writes about “${name}”:` : `The organizer of “${name}” writes:`

/** R101 */
export function messageEmail(
  to: string,
  url: string,
  guest: GuestPlace,
  occasion: EventSummary,
  { _id, subject, repliesTo, isToUnanswered, together }: Pick<Message, '_id' | 'subject' | 'repliesTo' | 'isToUnanswered' | 'together'>,
  { isStranger }: Reader,
) {
  const [title, safe] = isStranger ? [unlinked(subject), withUnlinkedName(occasion)] : [subject, occasion]
  const draft = plain(to, title, [
    ...(guest.eventId ? [cover(url, guest)] : []),
    { p: writes(safe) },
    { textOf: _id, isPlain: isStranger },
    ...facts(safe),
    isToUnanswered ? linkToQuestions(url, guest) : together ? severalLink(url, guest) : ownLink(url, guest),
    { p: replyHint(repliesTo) },
  ])
  return { ...toGuest(guest, draft), ...(repliesTo && { replyTo: repliesTo }) }
}

/** R101: the same to the organizer who writes it, before anybody else. */
export const testEmail = (
  to: string,
  url: string,
  place: { readonly _id: string },
  occasion: EventSummary,
  { subject, text, repliesTo }: Pick<Message, 'subject' | 'text' | 'repliesTo'>,
) => ({
  ...plain(to, `Test: ${subject}`, [
    ...(occasion.start ? [cover(url, place)] : []),
    { p: writes(occasion) },
    { p: text },
    ...facts(occasion),
    { link: `${url}/group/${place._id}/messages`, label: 'See or change your answer' },
    { p: replyHint(repliesTo) },
    { p: 'This test went only to you. In your guests’ emails the button opens their own answer, and a link at the end stops such emails.' },
  ]),
  ...(repliesTo && { replyTo: repliesTo }),
})
