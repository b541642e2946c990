// The messages of the group on screen, the newest first: replies, watch views and broadcasts all come in here.
import { create } from 'zustand'
import { withNewer } from '#client/lib/by-id.ts'
import { call } from '#client/lib/call.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { messageApi } from '#protocol/mail/message.ts'
import type { MessageCard } from '#protocol/mail/message-card.ts'

interface SentMessages {
  readonly byId: Readonly<Record<string, MessageCard>>
  /** Where the next page of each group starts; null when all are here, absent while nothing was read. */
  readonly cursors: Readonly<Record<string, string | null>>
}
export const useMessages = create<SentMessages>(() => ({ byId: {}, cursors: {} }))

/** The only way in: an older rev never overwrites a newer one. */
export function putMessages(cards: readonly MessageCard[]) {
  useMessages.setState(({ byId }) => ({ byId: cards.reduce(withNewer, byId) }))
}
receive('message', (card) => putMessages([card]))
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useMessages.setState({ byId: {}, cursors: {} })
})

export const newestFirst = (byId: SentMessages['byId'], groupId: string) =>
  Object.values(byId)
    .filter((card) => card.groupId === groupId)
    .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1))

/** Reads the next page of the history. */
export async function loadMessages(id: string) {
  const cursor = useMessages.getState().cursors[id]
  const page = await call(messageApi.list, { id, ...(cursor && { cursor }) })
  putMessages(page.messages)
  useMessages.setState(({ cursors }) => ({ cursors: { ...cursors, [id]: page.nextCursor } }))
}
