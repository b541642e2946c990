// The call that takes back what one has just done: endpoint, guard, action.
import { undoApi } from '#protocol/record/undo.ts'
import { on, organizer } from '#server/people/http/route.ts'
import { undo } from './actions.ts'

export const undoRoutes = [on(undoApi.undo, organizer, undo, { limit: 'edit' })]
