// A message as guests get it. Its text is put in when it is sent: it is kept once, however many get it.
import { unlinked } from '../emails/names.ts'
import { type GuestPlace, type Occasion, ownLink, plain, toGuest } from '../emails/parts.ts'
import type { Message } from './model.ts'

interface Reader {
  /** Who never answered has agreed to nothing: what was typed for them can't become a link (R117). */
  readonly isStranger: boolean
}

const replyHint = (repliesTo: string) =>
  repliesTo ? `If you reply, your email goes to ${repliesTo}.` : 'Please do not reply to this email: nobody would read it.'

/** R101 */
export function messageEmail(
  to: string,
  url: string,
  guest: GuestPlace,
  occasion: Occasion,
  { _id, subject, repliesTo }: Pick<Message, '_id' | 'subject' | 'repliesTo'>,
  { isStranger }: Reader,
) {
  const [title, about] = isStranger ? [unlinked(subject), unlinked(occasion.name)] : [subject, occasion.name]
  const draft = plain(to, title, [
    { p: `The organizer of “${about}” writes:` },
    { textOf: _id, isPlain: isStranger },
    ownLink(url, guest),
    { p: replyHint(repliesTo) },
  ])
  return { ...toGuest(guest, draft), ...(repliesTo && { replyTo: repliesTo }) }
}

/** R101: the same to the organizer who writes it, before anybody else. */
export const testEmail = (
  to: string,
  url: string,
  place: { readonly _id: string },
  occasion: Occasion,
  { subject, text, repliesTo }: Pick<Message, 'subject' | 'text' | 'repliesTo'>,
) => ({
  ...plain(to, `Test: ${subject}`, [
    { p: `The organizer of “${occasion.name}” writes:` },
    { p: text },
    { link: `${url}/group/${place._id}/messages`, label: 'See or change your answer' },
    { p: replyHint(repliesTo) },
    { p: 'This is a test to you alone. In what guests get, the button opens their own answer, and a link stops such emails.' },
  ]),
  ...(repliesTo && { replyTo: repliesTo }),
})
