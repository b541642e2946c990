// The ways in that are no JSON calls: calendar files, the messages of the payment and email providers, and a mail program's one click.
import { EventId, GroupId } from '#protocol/fields.ts'
import { readFeed } from '../calendar/actions.ts'
import { readGuestCalendar } from '../calendar/queries.ts'
import { callerOf } from '../identity/caller.ts'
import { stopNotices, takeEmailEvents } from '../notice/actions.ts'
import { takePaymentEvent } from '../plan/actions.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import { byPayments } from '../write/outcome.ts'
import type { HttpApp, HttpOptions } from './mount.ts'
import { type Ctx, credentialsOf } from './request.ts'
import { emailEventsPath } from './serve.ts'

const asFile = (c: Ctx, text: string, name: string) =>
  c.body(text, 200, { 'content-type': 'text/calendar; charset=utf-8', 'content-disposition': `attachment; filename="${name}.ics"` })

/** R95: a guest's own entry by the proof of their email, and an organizer's feed by its secret address. */
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
  api.get('/calendar/:secret', async (c) => {
    const { address } = credentialsOf(c, hops)
    await countCall(address, 'all')
    await countCall(address, 'token')
    return asFile(c, await readFeed(services, c.req.param('secret')), 'rolecall')
  })
}

/** Taken as the bytes they came in, since their signature is over those, and by nobody's token. */
export function mountWebhooks(api: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  api.post('/payment/webhook', async (c) => {
    await countCall(credentialsOf(c, hops).address, 'all')
    return c.json(await takePaymentEvent({ ...services, actor: byPayments }, await c.req.text(), c.req.header('stripe-signature') ?? ''))
  })
  api.post(emailEventsPath.slice('/api'.length), async (c) => {
    await countCall(credentialsOf(c, hops).address, 'all')
    const signature = c.req.header('x-twilio-email-event-webhook-signature') ?? ''
    const timestamp = c.req.header('x-twilio-email-event-webhook-timestamp') ?? ''
    return c.json(await takeEmailEvents(services, await c.req.text(), { signature, timestamp }))
  })
}

/** The one answer to a form, which pages of others can send too: what it may do follows from the token in its address alone, and it reads no cookie. */
export function mountOneClick(app: HttpApp, services: Services, { countCall, hops }: HttpOptions) {
  app.post('/unsubscribe', async (c) => {
    await countCall(credentialsOf(c, hops).address, 'all')
    const sent = await c.req.parseBody().catch(() => refuse('one-click-invalid'))
    if (sent['List-Unsubscribe'] !== 'One-Click') refuse('one-click-invalid')
    await stopNotices(services, { token: c.req.query('token') ?? '' })
    return c.text('You get no more of these emails.\n')
  })
}
