// Who hears of a message and how far it has come: those who manage its group.
import { messageRoom } from '#protocol/live.ts'
import type { BroadcastsOf } from '#server/kernel/live/broadcasts.ts'
import { type Message, type MessageTally, messages, messageTallies } from '#server/seats/model/message.ts'
import { shownMessage } from './queries.ts'

const messageBroadcast = (groupId: string, messageId: string, isDropped: boolean) =>
  isDropped
    ? []
    : [
        {
          name: 'message' as const,
          room: messageRoom(groupId),
          id: messageId,
          view: (_: unknown, tx: Parameters<typeof shownMessage>[0]) => shownMessage(tx, messageId),
        },
      ]

export const messageBroadcasts: BroadcastsOf<Message> = {
  collection: messages,
  tell: ({ groupId, _id }, isDropped) => messageBroadcast(groupId, _id, isDropped),
}
export const tallyBroadcasts: BroadcastsOf<MessageTally> = {
  collection: messageTallies,
  tell: ({ groupId, messageId }, isDropped) => messageBroadcast(groupId, messageId, isDropped),
}
