// The address of an invitation.
import { shareSource } from '#protocol/kernel/limits.ts'

/** R24: `code` only tells where an answer came from. */
export const sharePath = (groupId: string, eventId: string | null) =>
  `/rsvp/${groupId}?${eventId ? `eventId=${eventId}&` : ''}code=${shareSource}`

/** The same with this installation's own origin. */
export const shareUrl = (groupId: string, eventId: string | null) => `${window.location.origin}${sharePath(groupId, eventId)}`

/** R151: of the one invitation to all groups of an event. */
export const severalUrl = (eventId: string) => `${window.location.origin}/rsvp/event/${eventId}`

interface Linked {
  readonly shortLink?: string | undefined
}
/** The link that guests are given of a whole event: of the invitation to all of its groups or, where it has one, of that. */
export const linkFor = (event: Linked, groups: readonly Linked[]): string => event.shortLink ?? groups[0]?.shortLink ?? ''
