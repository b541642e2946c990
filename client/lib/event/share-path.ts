// The address of an invitation.
import { shareSource } from '#protocol/limits.ts'

/** R24: `code` only tells where an answer came from. */
export const sharePath = (groupId: string, eventId: string | null) =>
  `/rsvp/${groupId}?${eventId ? `eventId=${eventId}&` : ''}code=${shareSource}`

/** The same with this installation's own origin. */
export const shareUrl = (groupId: string, eventId: string | null) => `${window.location.origin}${sharePath(groupId, eventId)}`
