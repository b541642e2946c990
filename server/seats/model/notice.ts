// A notice: an email to a guest that they did not ask for. What it is about, so that it is sent once, and only while it is still true (R97 to R102).

import type { NoticeChoice } from '#protocol/mail/notice.ts'
import type { AddressFault } from '#protocol/seats/group.ts'
import type { Notice } from '#server/kernel/emails/outbox.ts'
import type { Secrets } from '#server/kernel/ports/secrets.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { maskEmail, type User } from '#server/people/model/account.ts'
import type { GroupEvent } from './event.ts'
import type { Group } from './group.ts'
import type { Rsvp } from './rsvp.ts'

/** R99: the key (rsvp, kind, due), as the id of the email. */
export const noticeId = (secrets: Secrets, rsvpId: string, { kind, due }: Notice) => secrets.idOf('notice', rsvpId, kind, due)

/**
 * R102: somebody wants no more notices about this event. Its id is that of the answer, a keyed hash of event, group and email: so it holds no address,
 * and outlives the answer's erasure and removal (decision 0107).
 */
export interface Stop extends Stored {
  readonly groupId: string
  readonly stoppedAt: string
}
export const stops: Collection<Stop> = { name: 'stops', indexes: { group: { fields: ['groupId'] } } }

/** R102: what became of emails to an address, under a keyed hash of it. */
export interface AddressMark extends Stored {
  /** null: tried again since. */
  readonly fault: AddressFault | null
  /** When the email failed, or was allowed again: what happened before that is old news, however often it is reported. */
  readonly at: string
}
export const addressMarks: Collection<AddressMark> = { name: 'addressMarks', indexes: {} }
export const addressKey = (secrets: Secrets, email: string) => secrets.idOf('address', email)

/** R102: what the token of the link in a notice says. */
export const stopClaims = (rsvpId: string, { groupId }: Pick<Notice, 'groupId'>) => ({ sub: rsvpId, group: groupId })

/** R100, R102: what the link in a digest is about. */
export const digestChoice = ({ email }: Pick<User, 'email'>, stopped: boolean): NoticeChoice => ({
  occasion: '',
  about: 'digest',
  maskedEmail: maskEmail(email),
  stopped,
})

export const noticeChoice = (
  group: Group,
  event: GroupEvent | undefined,
  rsvp: Rsvp | undefined,
  stop: Stop | undefined,
): NoticeChoice => ({
  occasion: event?.name ?? group.name,
  about: event ? 'event' : 'group',
  maskedEmail: rsvp?.email ? maskEmail(rsvp.email) : '',
  stopped: stop !== undefined,
})
