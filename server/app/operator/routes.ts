// The operator's calls (R114): endpoint, guard, action. To everybody else there are none.
import { operatorApi } from '#protocol/app/operator.ts'
import { on, operator } from '#server/people/http/route.ts'
import { givePlan, retryEmail, suspend, takeOffBrand, takeOffEventPhoto, takeOffOrgBrand, takeOffPhoto } from './actions.ts'
import { readLog, readPeople, readPhotos, readState, readUndelivered } from './queries.ts'

export const operatorRoutes = [
  on(operatorApi.state, operator, readState),
  on(operatorApi.emails, operator, readUndelivered),
  on(operatorApi.retryEmail, operator, retryEmail),
  on(operatorApi.people, operator, readPeople, { limit: 'lists' }),
  on(operatorApi.suspend, operator, suspend),
  on(operatorApi.givePlan, operator, givePlan),
  on(operatorApi.takeOffBrand, operator, takeOffBrand),
  on(operatorApi.takeOffOrgBrand, operator, takeOffOrgBrand),
  on(operatorApi.photos, operator, readPhotos),
  on(operatorApi.takeOffPhoto, operator, takeOffPhoto),
  on(operatorApi.takeOffEventPhoto, operator, takeOffEventPhoto),
  on(operatorApi.log, operator, readLog),
]
