// An event's calls: endpoint, guard, action.
import { eventApi } from '#protocol/seats/event.ts'
import { anyone, on, organizer } from '#server/people/http/route.ts'
import { addGroup, createEvent, deleteEvent, duplicateEvent, orderGroups, restoreGroup, updateEvent } from './actions.ts'
import { readEvent, readMyEvents } from './queries.ts'

export const eventRoutes = [
  on(eventApi.createWithGroup, anyone, createEvent, { limit: 'create' }),
  on(eventApi.mine, organizer, readMyEvents, { limit: 'lists' }),
  on(eventApi.read, anyone, readEvent),
  on(eventApi.update, organizer, updateEvent, { limit: 'edit' }),
  on(eventApi.duplicate, organizer, duplicateEvent, { limit: 'create' }),
  on(eventApi.addGroup, organizer, addGroup, { limit: 'create' }),
  on(eventApi.orderGroups, organizer, orderGroups, { limit: 'edit' }),
  on(eventApi.restoreGroup, organizer, restoreGroup, { limit: 'edit' }),
  on(eventApi.remove, organizer, deleteEvent, { limit: 'edit' }),
]
