// The calls about messages to guests: endpoint, guard, action.
import { messageApi } from '#protocol/mail/message.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { sendMessage, testMessage } from './actions.ts'
import { countAudience, readMessage, readMessages } from './queries.ts'

export const messageRoutes = [
  on(messageApi.count, organizer, countAudience, { limit: 'lists' }),
  on(messageApi.test, organizer, testMessage, { limit: 'email' }),
  on(messageApi.send, organizer, sendMessage, { limit: 'create' }),
  on(messageApi.list, organizer, readMessages, { limit: 'lists' }),
  on(messageApi.read, organizer, readMessage, { limit: 'lists' }),
]
