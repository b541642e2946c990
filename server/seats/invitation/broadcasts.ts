// Who hears how far the emails of invitations have come: those who watch the group.
import { groupRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type EmailBatch, progressView, sendings } from '#server/seats/model/invitation.ts'

export const sendingBroadcasts: BroadcastsOf<EmailBatch> = {
  collection: sendings,
  tell: (sending, isDropped) =>
    isDropped ? [] : [{ name: 'invitations', room: groupRoom(sending.groupId), id: sending.groupId, view: () => progressView(sending) }],
}
