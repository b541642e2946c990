// The ways in that are no JSON calls: calendar files, the messages of the payment and email providers, and a mail program's one click; and short links.
import { EventId, GroupId } from '#protocol/kernel/fields.ts'
import { shortPath } from '#protocol/kernel/limits.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { byPayments } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { stopNotices, takeEmailEvents } from '#server/mail/notice/actions.ts'
import { takePaymentEvent } from '#server/money/plan/actions.ts'
import { callerOf } from '#server/people/identity/caller.ts'
import { readFeed } from '#server/seats/calendar/actions.ts'
import { readGuestCalendar, readGuestFeed } from '#server/seats/calendar/queries.ts'
import { shortLinkPath } from '#server/seats/group/queries.ts'
import { guestFeedPath } from '#server/seats/model/several.ts'
import { countWrong } from './charge.ts'
import type { HttpApp, HttpOptions } from './mount.ts'
import { addressOfCall, type Ctx, credentialsOf } from './request.ts'
import { emailEventsPath } from './serve.ts'

const asFile = (c: Ctx, text: string, name: string) =>
  c.body(text, 200, { 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': `attachment; filename="${name}.ics"` })
/** R237: no proxy may compress it, since calendar programs exist that read it as it comes. */
function asFeed(c: Ctx, text: string) {
  const response = asFile(c, text, 'rolecall')
  response.headers.set('cache-control', 'no-store, no-transform')
  return response
}

/** R95, R153: a guest's own entry by the proof of their email, the feed of all their groups and an organizer's by their secret addresses. */
export function mountCalendar(api: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  api.get('/rsvp/calendar.ics', async (c) => {
    const credentials = credentialsOf(c, hops, services.publicUrl)
    await countCall(credentials.address, 'all')
    await countCall(credentials.address, 'lookUp')
    const groupId = GroupId.safeParse(c.req.query('groupId')).data ?? refuse('proof-missing')
    const eventId = c.req.query('eventId')
    if (eventId && !EventId.safeParse(eventId).success) refuse('rsvp-unknown')
    return asFile(c, await readGuestCalendar(services, { groupId, eventId }, await callerOf(services, credentials)), 'event')
  })
  api.get(`${guestFeedPath}:token`, async (c) => {
    const address = addressOfCall(c, hops)
    await countCall(address, 'all')
    await countCall(address, 'memberPages')
    const read = () => readGuestFeed(services, c.req.param('token'))
    return asFeed(c, await countWrong(countCall, address, 'token', read))
  })
  api.get('/calendar/:secret', async (c) => {
    const address = addressOfCall(c, hops)
    await countCall(address, 'all')
    await countCall(address, 'memberPages')
    const read = () => readFeed(services, c.req.param('secret'))
    return asFeed(c, await countWrong(countCall, address, 'token', read))
  })
}

/** R128: one that leads nowhere is an address that isn't there. */
export function mountShortLinks(app: HttpApp, services: Services) {
  app.get(`${shortPath}:code`, async (c, next) => {
    const path = await shortLinkPath(services, c.req.param('code'))
    return path ? c.redirect(path) : next()
  })
}

/** Taken as the bytes they came in, since their signature is over those, and by nobody's token. */
export function mountWebhooks(api: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  api.post('/payment/webhook', async (c) => {
    await countCall(addressOfCall(c, hops), 'all')
    return c.json(await takePaymentEvent({ ...services, actor: byPayments }, await c.req.text(), c.req.header('stripe-signature') ?? ''))
  })
  api.post(emailEventsPath.slice('/api'.length), async (c) => {
    await countCall(addressOfCall(c, hops), 'all')
    const signature = c.req.header('x-twilio-email-event-webhook-signature') ?? ''
    const timestamp = c.req.header('x-twilio-email-event-webhook-timestamp') ?? ''
    return c.json(await takeEmailEvents(services, await c.req.text(), { signature, timestamp }))
  })
}

/** The one answer to a form, which pages of others can send too: what it may do follows from the token in its address alone, and it reads no cookie. */
export function mountOneClick(app: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  app.post('/unsubscribe', async (c) => {
    await countCall(addressOfCall(c, hops), 'all')
    const sent = await c.req.parseBody().catch(() => refuse('one-click-invalid'))
    if (sent['List-Unsubscribe'] !== 'One-Click') refuse('one-click-invalid')
    await stopNotices(services, { token: c.req.query('token') ?? '' })
    return c.text('You get no more of these emails.\n')
  })
}
