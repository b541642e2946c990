// The organizer's private calendar feed (R95). The files themselves are no JSON: `GET /api/rsvp/calendar.ics`, `GET /api/calendar/{secret}` and, of a guest of
// several groups (R153), `GET /api/rsvp/calendar/{token}`.
import { z } from 'zod/mini'
import { del, get, post } from '#protocol/kernel/endpoint.ts'

const Nothing = z.strictObject({})

export const calendarApi = {
  /** When the current feed was made; null when there is none. Its address is shown once only. */
  feed: get('/user/calendar-feed', Nothing, z.object({ createdAt: z.nullable(z.string()) })),
  /** `url` begins with webcal:, which opens a calendar program, `webUrl` with https:, which all others take (R237). */
  makeFeed: post('/user/calendar-feed', Nothing, z.object({ url: z.string(), webUrl: z.string(), createdAt: z.string() })),
  endFeed: del('/user/calendar-feed', Nothing, z.object({ success: z.literal(true) })),
}
