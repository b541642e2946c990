// The calls of passes: endpoint, guard, action. Who manages the event is looked at by the last two.
import { passApi } from '#protocol/seats/door/pass.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { makePractice, openPass, readSheet } from './queries.ts'

export const passRoutes = [
  on(passApi.open, anyone, openPass, { limit: 'token' }),
  on(passApi.sheet, organizer, readSheet, { limit: 'lists' }),
  on(passApi.practice, organizer, makePractice, { limit: 'lists' }),
]
