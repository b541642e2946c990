// The calls about events that wait to be published: endpoint, guard, action.
import { pendingApi } from '#protocol/pending.ts'
import { on, organizer } from '../http/route.ts'
import { publishEvent } from './actions.ts'
import { readPending } from './queries.ts'

export const pendingRoutes = [on(pendingApi.list, organizer, readPending), on(pendingApi.publish, organizer, publishEvent)]
