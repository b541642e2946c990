// The features mounted: the server's table of contents.
import { tokenBroadcasts } from './access/broadcasts.ts'
import { accessRoutes } from './access/routes.ts'
import { userBroadcasts } from './account/broadcasts.ts'
import { accountRoutes } from './account/routes.ts'
import { activityBroadcasts } from './activity/broadcasts.ts'
import { watchActivity } from './activity/queries.ts'
import { activityRoutes } from './activity/routes.ts'
import { grantBroadcasts } from './assign/broadcasts.ts'
import { assignRoutes } from './assign/routes.ts'
import { calendarRoutes } from './calendar/routes.ts'
import { checkoutRoutes } from './checkout/routes.ts'
import { eventBroadcasts } from './event/broadcasts.ts'
import { watchDashboard } from './event/queries.ts'
import { eventRoutes } from './event/routes.ts'
import { groupBroadcasts } from './group/broadcasts.ts'
import { watchGroup } from './group/queries.ts'
import { groupRoutes } from './group/routes.ts'
import { watchGuest } from './guest/queries.ts'
import { guestRoutes } from './guest/routes.ts'
import { handoverRoutes } from './handover/routes.ts'
import { historyRoutes } from './history/routes.ts'
import { mountDocs } from './http/docs.ts'
import { cookieOf, type HttpApp, mount, newApp } from './http/mount.ts'
import { countRefused, mountOperations, type OperationsOptions } from './http/operations.ts'
import { mountCalendar, mountOneClick, mountWebhooks } from './http/other-calls.ts'
import { mountOutbox, type OutboxReaders } from './http/outbox.ts'
import { type Draw, filesOfPages, styleOf } from './http/pages/drawing.ts'
import { mountPages } from './http/pages/pages.ts'
import { mountPreviews } from './http/pages/preview.ts'
import { credentialsOf } from './http/request.ts'
import type { Route } from './http/route.ts'
import { mountSandbox } from './http/sandbox.ts'
import { serve } from './http/serve.ts'
import { paymentsShown, serveClient } from './http/static.ts'
import { sendingBroadcasts } from './invitation/broadcasts.ts'
import { invitationRoutes } from './invitation/routes.ts'
import type { Broadcasts } from './live/broadcasts.ts'
import type { RoomRules } from './live/rooms.ts'
import { memberRoutes } from './member/routes.ts'
import { messageBroadcasts, tallyBroadcasts } from './message/broadcasts.ts'
import { watchMessages } from './message/queries.ts'
import { messageRoutes } from './message/routes.ts'
import { noticeRoutes } from './notice/routes.ts'
import { presentFigures } from './operations/figures.ts'
import { openHeartbeat } from './operations/heartbeat.ts'
import { openMetrics } from './operations/metrics.ts'
import { operatorRoutes } from './operator/routes.ts'
import { memberBroadcasts, orgBroadcasts } from './org/broadcasts.ts'
import { watchOrg } from './org/queries.ts'
import { orgRoutes } from './org/routes.ts'
import { pendingRoutes } from './pending/routes.ts'
import { watchAccount } from './plan/queries.ts'
import { planRoutes } from './plan/routes.ts'
import type { Sandbox } from './ports/payments-sandbox.ts'
import { proofRoutes } from './proof/routes.ts'
import { Refusal } from './refuse.ts'
import { reminderRoutes } from './reminder/routes.ts'
import { rsvpBroadcasts } from './rsvp/broadcasts.ts'
import { watchForm } from './rsvp/queries.ts'
import { rsvpRoutes } from './rsvp/routes.ts'
import type { Services } from './services.ts'
import { signUpRoutes } from './signup/routes.ts'
import { undoRoutes } from './undo/routes.ts'
import { waitPageBroadcasts } from './waitlist/broadcasts.ts'
import { waitlistRoutes } from './waitlist/routes.ts'

/** Every call of the product with its guard. */
export const routes: readonly Route[] = [
  ...signUpRoutes,
  ...accessRoutes,
  // Before /user/:id, which would answer for theirs.
  ...planRoutes,
  ...checkoutRoutes,
  ...calendarRoutes,
  ...accountRoutes,
  ...assignRoutes,
  // Before /event/:id, which would answer for theirs.
  ...pendingRoutes,
  ...eventRoutes,
  // Before /group/:id, which would answer for theirs.
  ...historyRoutes,
  ...groupRoutes,
  ...orgRoutes,
  ...memberRoutes,
  ...rsvpRoutes,
  ...proofRoutes,
  ...guestRoutes,
  ...waitlistRoutes,
  ...noticeRoutes,
  ...invitationRoutes,
  ...reminderRoutes,
  ...handoverRoutes,
  ...messageRoutes,
  ...activityRoutes,
  ...undoRoutes,
  ...operatorRoutes,
]

/** Every kind of room with what opens it. */
export const roomRules: RoomRules = {
  group: watchGroup,
  form: (services, id) => watchForm(services, id),
  dashboard: watchDashboard,
  org: watchOrg,
  account: watchAccount,
  guest: watchGuest,
  message: watchMessages,
  activity: watchActivity,
}

/** What every changed record means to those who watch. */
export const broadcasts: readonly Broadcasts[] = [
  groupBroadcasts,
  eventBroadcasts,
  rsvpBroadcasts,
  orgBroadcasts,
  memberBroadcasts,
  userBroadcasts,
  tokenBroadcasts,
  grantBroadcasts,
  sendingBroadcasts,
  waitPageBroadcasts,
  messageBroadcasts,
  tallyBroadcasts,
  activityBroadcasts,
]

/** The collections of which nobody is told anything, and whose records end nobody's right to watch. */
export const nobodyWatches = [
  'addressMarks', // what they change is told of the answers
  'backups',
  'answers',
  'calendarFeeds',
  'checkouts',
  'digests',
  'emails',
  'fanouts',
  'forgettings',
  'heartbeats',
  'histories', // a board adds what its group's view brings
  'hourCounts',
  'installations',
  'letterCounts',
  'loginCounts',
  'messagePages', // they never change
  'operator_acts', // read page by page by whoever runs the installation
  'payment_events',
  'payment_troubles',
  'presences', // what other processes tell of is told by presence/, with what this one knows itself
  'news',
  'noticeDays',
  'proofCodes',
  'reminderRuns', // what they send is told by the group
  'retentions',
  'sandbox',
  'servings',
  'stops',
  'storeStates',
  'tickets',
  'undoTexts',
  'usernames',
] as const

interface AppOptions extends OperationsOptions {
  /** R121: whom `/dev/*` and the outbox are there for; nobody without the built-in mailer. */
  readonly outbox: OutboxReaders
  /** R52: the built-in payment provider's own pages, when it is the one. */
  readonly sandbox?: Sandbox
  /** The built client, if it is to be served. */
  readonly clientFolder?: string
  /** What pages are drawn with (R81); without it their heads are there, and the client draws the rest. */
  readonly draw?: Draw
}

export function createApp(services: Services, given: AppOptions): HttpApp {
  const { metrics = openMetrics() } = services
  const options = { ...given, countCall: countRefused(given.countCall, metrics) }
  const figures = async () => ({ text: await metrics.text(await presentFigures(services)), contentType: metrics.contentType })
  const app: HttpApp = newApp()
  serve(app, { ...options, secrets: services.secrets, metrics })
  mountDocs(app, routes)
  mountOperations(app, options, {
    cookie: cookieOf(services, 'rolecall_sample', 'sample', 0),
    isWritable: openHeartbeat(services, options.log),
    figures,
  })
  const api: HttpApp = newApp()
  for (const route of routes) mount(api, services, route, options)
  mountWebhooks(api, services, options)
  mountCalendar(api, services, options)
  app.route('/api', api)
  mountOneClick(app, services, options)
  mountPreviews(app, services, options)
  if (options.sandbox) mountSandbox(app, services, options.sandbox)
  if (options.outbox !== 'nobody') mountOutbox(app, services, { ...options, readers: options.outbox })
  const page = options.clientFolder ? mountClient(app, services, options, options.clientFolder) : undefined
  // No routes that match everything: a call would then have those beside the handler that answers it, and Hono's direct way is for one alone.
  app.notFound(async (c) => {
    c.env.route = /^\/api(\/|$)/.test(c.req.path) ? '/api/*' : '/*'
    if (c.env.route === '/*') return page && ['GET', 'HEAD'].includes(c.req.method) ? page(c) : c.text('404 Not Found', 404)
    await options.countCall(credentialsOf(c, options.hops).address, 'all')
    throw new Refusal('call-unknown')
  })
  return app
}

/** Serves the built client, and gives its page. */
function mountClient(app: HttpApp, services: Services, { isProduction, draw, outbox }: AppOptions, folder: string) {
  const { supportEmail, payments } = services
  const settings = { supportEmail, payments: paymentsShown(payments.name, isProduction === true) }
  const filesOf = filesOfPages(folder)
  const mountDrawn = (page: string) => mountPages(app, services, { page, style: styleOf(folder, page), draw, filesOf })
  return serveClient(app, folder, { settings, mountDrawn, gallery: outbox !== 'nobody' })
}
