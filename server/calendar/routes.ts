// The calls of an organizer's calendar feed: endpoint, guard, action. The files themselves are in `http/other-calls.ts`.
import { calendarApi } from '#protocol/calendar.ts'
import { account, on } from '../http/route.ts'
import { endFeed, makeFeed, readFeedState } from './actions.ts'

export const calendarRoutes = [
  on(calendarApi.feed, account, readFeedState, { limit: 'lists' }),
  on(calendarApi.makeFeed, account, makeFeed, { limit: 'edit' }),
  on(calendarApi.endFeed, account, endFeed, { limit: 'edit' }),
]
