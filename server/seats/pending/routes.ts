// The calls about events that wait to be published: endpoint, guard, action.
import { pendingApi } from '#protocol/seats/pending.ts'
import { anyone, on, onSession, organizer } from '#server/people/http/route.ts'
import { publishByCode, publishByLink, publishEvent, sendPublishCode } from './actions.ts'
import { readPending } from './queries.ts'

export const pendingRoutes = [
  on(pendingApi.list, organizer, readPending),
  onSession(
    pendingApi.publish,
    anyone,
    async (services, { id, code, token }, caller) => {
      if (token !== undefined) return publishByLink(services, { id, token }, caller)
      if (code !== undefined) return publishByCode(services, { id, code }, caller)
      return { reply: await publishEvent(services, { id }, organizer.pass(caller)) }
    },
    { limit: 'guess' },
  ),
  on(pendingApi.sendCode, anyone, sendPublishCode, { limit: 'code' }),
]
