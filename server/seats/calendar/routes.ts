// The calls of an organizer's calendar feed: endpoint, guard, action. The files themselves are in `edge/http/webhooks-and-files.ts`.
import { calendarApi } from '#protocol/seats/calendar.ts'
import { account, on } from '#server/people/http/route.ts'
import { endFeed, makeFeed, readFeedState } from './actions.ts'

export const calendarRoutes = [
  on(calendarApi.feed, account, readFeedState, { limit: 'lists' }),
  on(calendarApi.makeFeed, account, makeFeed, { limit: 'edit' }),
  on(calendarApi.endFeed, account, endFeed, { limit: 'edit' }),
]
