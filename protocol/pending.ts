// Events that wait: created while signed out with somebody's email, and nobody's until that person publishes them (R32, R116).
import { z } from 'zod/mini'
import { get, post } from './endpoint.ts'
import { EventView } from './event.ts'
import { EventId } from './fields.ts'
import { GroupView } from './group.ts'

/** What the one whose email it carries is shown of it before they publish it. */
export const PendingEvent = z.object({
  _id: z.string(),
  name: z.string(),
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  /** When it is removed unless it is published. */
  expiresAt: z.string(),
})
export type PendingEvent = z.infer<typeof PendingEvent>

export const pendingApi = {
  /** The newest first. */
  list: get('/event/pending', z.strictObject({}), z.object({ events: z.array(PendingEvent) })),
  publish: post(
    '/event/:id/publish',
    z.strictObject({ id: EventId }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string() }),
  ),
}
