// Events that wait: created while signed out with somebody's email, and nobody's until that person publishes them (R32, R116).
import { z } from 'zod/mini'
import { get, post, signIn } from '#protocol/kernel/endpoint.ts'
import { EventId, Token, VerificationCode } from '#protocol/kernel/fields.ts'
import { EventView } from './event.ts'
import { GroupView } from './group.ts'

/** What the owner of the address sees of it before publishing it. */
export const PendingEvent = z.object({
  _id: z.string(),
  name: z.string(),
  start: z.string(),
  end: z.string(),
  timeZone: z.string(),
  location: z.string(),
  groups: z.array(z.object({ name: z.string(), roles: z.array(z.object({ name: z.string(), max: z.int() })) })),
  /** When it is removed unless it is published. */
  expiresAt: z.string(),
})
export type PendingEvent = z.infer<typeof PendingEvent>

export const pendingApi = {
  /** The newest first. */
  list: get('/event/pending', z.strictObject({}), z.object({ events: z.array(PendingEvent) })),
  /** By whoever is signed in; R127: or by the code or the link's token that was emailed, which signs in with a cookie. A token wins over a code. */
  publish: signIn(
    '/event/:id/publish',
    z.strictObject({ id: EventId, code: z.optional(VerificationCode), token: z.optional(Token) }),
    z.object({ event: EventView, groups: z.array(GroupView), groupId: z.string() }),
  ),
  /** Emails the code and the link again; only the link, once wrong codes have locked codes for the day. */
  sendCode: post(
    '/event/:id/publish/code',
    z.strictObject({ id: EventId }),
    z.object({ success: z.literal(true), sent: z.optional(z.literal('link')), resendSeconds: z.int() }),
  ),
}
