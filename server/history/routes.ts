// The calls of a group's curve: endpoint, guard, query.
import { historyApi } from '#protocol/history.ts'
import { on, organizer } from '../http/route.ts'
import { readHistory, readSparklines } from './queries.ts'

export const historyRoutes = [
  on(historyApi.sparklines, organizer, readSparklines, { limit: 'lists' }),
  on(historyApi.read, organizer, readHistory, { limit: 'memberPages' }),
]
