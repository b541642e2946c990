// The operator's calls (R114): endpoint, guard, action. To everybody else there are none.
import { operatorApi } from '#protocol/operator.ts'
import { on, operator } from '../http/route.ts'
import { givePlan, retryEmail, suspend } from './actions.ts'
import { readLog, readPeople, readState, readUndelivered } from './queries.ts'

export const operatorRoutes = [
  on(operatorApi.state, operator, readState),
  on(operatorApi.emails, operator, readUndelivered),
  on(operatorApi.retryEmail, operator, retryEmail),
  on(operatorApi.people, operator, readPeople, { limit: 'lists' }),
  on(operatorApi.suspend, operator, suspend),
  on(operatorApi.givePlan, operator, givePlan),
  on(operatorApi.log, operator, readLog),
]
