// The calls of a group's curve: endpoint, guard, query.
import { historyApi } from '#protocol/record/history.ts'
import { helper, on, organizer } from '#server/people/http/route.ts'
import { readHistory, readSparklines } from './queries.ts'

export const historyRoutes = [
  on(historyApi.sparklines, organizer, readSparklines, { limit: 'lists' }),
  on(historyApi.read, helper, readHistory, { limit: 'memberPages' }),
]
