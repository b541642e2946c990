// An event's calls: endpoint, guard, action.
import { eventApi } from '#protocol/event.ts'
import { anyone, on, organizer } from '../http/route.ts'
import { createEvent, deleteEvent, duplicateEvent, updateEvent } from './actions.ts'
import { readEvent, readMyEvents } from './queries.ts'

export const eventRoutes = [
  on(eventApi.createWithGroup, anyone, createEvent, { limit: 'create' }),
  on(eventApi.mine, organizer, readMyEvents, { limit: 'lists' }),
  on(eventApi.read, anyone, readEvent),
  on(eventApi.update, organizer, updateEvent, { limit: 'edit' }),
  on(eventApi.duplicate, organizer, duplicateEvent, { limit: 'create' }),
  on(eventApi.remove, organizer, deleteEvent, { limit: 'edit' }),
]
