// The calls about an event's photo: endpoint, guard, action.
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { removePhoto, setPhoto } from './actions.ts'

export const photoRoutes = [
  on(photoApi.set, organizer, setPhoto, { limit: 'edit' }),
  on(photoApi.remove, organizer, removePhoto, { limit: 'edit' }),
]
