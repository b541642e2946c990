// A notice: an email to a guest that they did not ask for. What it is about, so that it is sent once, and only while it is still true (R97 to R102).
import type { NoticeKind } from '#protocol/notice.ts'
import type { Secrets } from '../ports/secrets.ts'

export interface Notice {
  readonly kind: NoticeKind
  /** R99: the occasion, which nobody is told of twice: the time it falls due (ISO 8601), the day it was asked for by hand, or the id of a message or invitation. */
  readonly due: string
  readonly groupId: string
  readonly eventId: string | null
  /** R99: somebody asked for it now, so it is sent at any hour. */
  readonly isByHand?: true
}

/** R99: the key (rsvp, kind, due), as the id of the email. */
export const noticeId = (secrets: Secrets, rsvpId: string, { kind, due }: Notice) => secrets.idOf('notice', rsvpId, kind, due)
