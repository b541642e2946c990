// The call that reads who did what: endpoint, guard, action.
import { activityApi } from '#protocol/record/activity.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { readActivity } from './queries.ts'

export const activityRoutes = [on(activityApi.list, organizer, readActivity, { limit: 'lists' })]
