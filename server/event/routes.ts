// An event's calls: endpoint, guard, action.
import { eventApi } from '#protocol/event.ts'
import { anyone, on, organizer } from '../http/route.ts'
import { createEvent, deleteEvent, readEvent, readMyEvents, updateEvent } from './actions.ts'

export const eventRoutes = [
  on(eventApi.createWithGroup, anyone, createEvent, { limit: 'create' }),
  on(eventApi.mine, organizer, readMyEvents, { limit: 'lists' }),
  on(eventApi.read, anyone, readEvent),
  on(eventApi.update, organizer, updateEvent, { limit: 'edit' }),
  on(eventApi.remove, organizer, deleteEvent, { limit: 'edit' }),
]
