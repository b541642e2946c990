// The features mounted: the server's table of contents.

import { goBy } from '#protocol/kernel/time/clocks.ts'
import { mountOutbox, type OutboxReaders } from '#server/app/dev/outbox.ts'
import { currentFigures } from '#server/app/operations/figures.ts'
import { operatorRoutes } from '#server/app/operator/routes.ts'
import { createHeartbeat } from '#server/app/store/heartbeat.ts'
import { mountDocs } from '#server/edge/http/api/docs.ts'
import { createBodies, pictureBodies } from '#server/edge/http/bodies.ts'
import { cookieOf } from '#server/edge/http/cookies.ts'
import { type HttpApp, mount, newApp } from '#server/edge/http/mount.ts'
import { mountOperations, type OperationsOptions } from '#server/edge/http/operations.ts'
import { mountPages } from '#server/edge/http/pages/pages.ts'
import { mountPictures } from '#server/edge/http/pages/pictures.ts'
import { mountPreviews } from '#server/edge/http/pages/preview.ts'
import { createPress } from '#server/edge/http/pages/render-thread.ts'
import { filesOfDrawn, filesOfPages, namingFiles, styleOf } from '#server/edge/http/pages/renderer.ts'
import { addressOfCall } from '#server/edge/http/request.ts'
import { mountSandbox } from '#server/edge/http/sandbox.ts'
import { countRefused, serve } from '#server/edge/http/serve.ts'
import { paymentsShown, serveClient } from '#server/edge/http/static.ts'
import { mountCalendar, mountOneClick, mountShortLinks, mountWebhooks } from '#server/edge/http/webhooks-and-files.ts'
import { aheadByNewest } from '#server/kernel/calendar/zone-data.ts'
import type { Broadcasts } from '#server/kernel/live/broadcasts.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import type { Sandbox } from '#server/kernel/ports/payments-sandbox.ts'
import { Refusal } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { messageBroadcasts, tallyBroadcasts } from '#server/mail/message/broadcasts.ts'
import { watchMessages } from '#server/mail/message/queries.ts'
import { messageRoutes } from '#server/mail/message/routes.ts'
import { noticeRoutes } from '#server/mail/notice/routes.ts'
import { reminderRoutes } from '#server/mail/reminder/routes.ts'
import { checkoutRoutes } from '#server/money/checkout/routes.ts'
import { keepRefusal } from '#server/money/plan/actions.ts'
import { watchAccount } from '#server/money/plan/queries.ts'
import { planRoutes } from '#server/money/plan/routes.ts'
import { tokenBroadcasts } from '#server/people/access/broadcasts.ts'
import { accessRoutes } from '#server/people/access/routes.ts'
import { userBroadcasts } from '#server/people/account/broadcasts.ts'
import { accountRoutes } from '#server/people/account/routes.ts'
import { brandBroadcasts } from '#server/people/brand/broadcasts.ts'
import { brandRoutes } from '#server/people/brand/routes.ts'
import { faceRoutes } from '#server/people/face/routes.ts'
import type { Route } from '#server/people/http/route.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { memberRoutes } from '#server/people/member/routes.ts'
import { memberBroadcasts, orgBroadcasts } from '#server/people/org/broadcasts.ts'
import { watchOrg } from '#server/people/org/queries.ts'
import { orgRoutes } from '#server/people/org/routes.ts'
import { signUpRoutes } from '#server/people/signup/routes.ts'
import { activityBroadcasts } from '#server/record/activity/broadcasts.ts'
import { watchActivity } from '#server/record/activity/queries.ts'
import { activityRoutes } from '#server/record/activity/routes.ts'
import { historyRoutes } from '#server/record/history/routes.ts'
import { undoRoutes } from '#server/record/undo/routes.ts'
import { assignRoutes } from '#server/seats/assign/routes.ts'
import { calendarRoutes } from '#server/seats/calendar/routes.ts'
import { companionRoutes } from '#server/seats/companion/routes.ts'
import { attendanceBroadcasts, doorBroadcasts, phoneBroadcasts } from '#server/seats/door/broadcasts.ts'
import { watchDoor } from '#server/seats/door/queries.ts'
import { doorRoutes } from '#server/seats/door/routes.ts'
import { eventBroadcasts } from '#server/seats/event/broadcasts.ts'
import { watchBoard, watchDashboard } from '#server/seats/event/queries.ts'
import { eventRoutes } from '#server/seats/event/routes.ts'
import { groupBroadcasts } from '#server/seats/group/broadcasts.ts'
import { watchGroup } from '#server/seats/group/queries.ts'
import { groupRoutes } from '#server/seats/group/routes.ts'
import { watchGuest } from '#server/seats/guest/queries.ts'
import { guestRoutes } from '#server/seats/guest/routes.ts'
import { handoverRoutes } from '#server/seats/handover/routes.ts'
import { sendingBroadcasts } from '#server/seats/invitation/broadcasts.ts'
import { invitationRoutes } from '#server/seats/invitation/routes.ts'
import { leaseRoutes } from '#server/seats/lease/routes.ts'
import { ownershipRoutes } from '#server/seats/ownership/routes.ts'
import { passRoutes } from '#server/seats/pass/routes.ts'
import { pendingRoutes } from '#server/seats/pending/routes.ts'
import { photoRoutes } from '#server/seats/photo/routes.ts'
import { proofRoutes } from '#server/seats/proof/routes.ts'
import { removalRoutes } from '#server/seats/removal/routes.ts'
import { rsvpBroadcasts } from '#server/seats/rsvp/broadcasts.ts'
import { watchForm } from '#server/seats/rsvp/queries.ts'
import { rsvpRoutes } from '#server/seats/rsvp/routes.ts'
import { scanRoutes } from '#server/seats/scan/routes.ts'
import { watchEvent } from '#server/seats/several/queries.ts'
import { severalRoutes } from '#server/seats/several/routes.ts'
import { teamBroadcasts } from '#server/seats/team/broadcasts.ts'
import { teamRoutes } from '#server/seats/team/routes.ts'
import { waitPageBroadcasts } from '#server/seats/waitlist/broadcasts.ts'
import { waitlistRoutes } from '#server/seats/waitlist/routes.ts'
import { walkinRoutes } from '#server/seats/walkin/routes.ts'

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
  ...passRoutes,
  ...pendingRoutes,
  ...doorRoutes,
  ...scanRoutes,
  ...leaseRoutes,
  ...walkinRoutes,
  ...teamRoutes,
  ...ownershipRoutes,
  ...photoRoutes,
  ...faceRoutes,
  ...eventRoutes,
  // Before /group/:id, which would answer for theirs.
  ...historyRoutes,
  ...removalRoutes,
  ...groupRoutes,
  ...brandRoutes,
  ...orgRoutes,
  ...memberRoutes,
  ...rsvpRoutes,
  ...severalRoutes,
  ...proofRoutes,
  ...guestRoutes,
  ...waitlistRoutes,
  ...noticeRoutes,
  ...invitationRoutes,
  ...reminderRoutes,
  ...handoverRoutes,
  ...companionRoutes,
  ...messageRoutes,
  ...activityRoutes,
  ...undoRoutes,
  ...operatorRoutes,
]

/** Every kind of room with what opens it. */
export const roomRules: RoomRules = {
  group: watchGroup,
  form: (services, id) => watchForm(services, id),
  event: watchEvent,
  dashboard: watchDashboard,
  org: watchOrg,
  account: watchAccount,
  guest: watchGuest,
  message: watchMessages,
  activity: watchActivity,
  board: watchBoard,
  door: watchDoor,
}

/** What every changed record means to those who watch. */
export const broadcasts: readonly Broadcasts[] = [
  groupBroadcasts,
  eventBroadcasts,
  rsvpBroadcasts,
  orgBroadcasts,
  memberBroadcasts,
  userBroadcasts,
  brandBroadcasts,
  tokenBroadcasts,
  teamBroadcasts,
  sendingBroadcasts,
  waitPageBroadcasts,
  messageBroadcasts,
  tallyBroadcasts,
  activityBroadcasts,
  doorBroadcasts,
  attendanceBroadcasts,
  phoneBroadcasts,
]

/** The collections that are never broadcast, and whose records end nobody's right to watch. */
export const nobodyWatches = [
  'accountWords',
  'addressMarks', // what they change is broadcast with the answers
  'backups',
  'calendarFeeds',
  'shortLinks',
  'checkouts',
  'digests',
  'doorLeases', // what they change is broadcast with the group
  'doorScans',
  'emailCounts',
  'emails',
  'fanouts',
  'forgettings',
  'formerIds', // they never change while somebody watches
  'heartbeats',
  'holdings', // what they change is broadcast with the answers
  'histories', // a board adds what its group's view brings
  'hourCounts',
  'installations',
  'keptReplies',
  'ledger',
  'loginCounts',
  'messagePages', // they never change
  'operator_acts', // read page by page by whoever runs the installation
  'pictureBudgets',
  'pictures', // what shows them is broadcast
  'payment_events',
  'payment_troubles',
  'presences', // what other processes write is broadcast by presence/, with what this one knows itself
  'news',
  'noticeDays',
  'proofCodes',
  'reminderRuns', // what they send is broadcast with the group
  'retentions',
  'sandbox',
  'servings',
  'stops',
  'storeStates',
  'tickets',
  'undoAnswers',
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
  readonly pagesFolder?: string
}

export function createApp(services: Services, given: AppOptions): HttpApp {
  goBy(aheadByNewest)
  const { metrics = createMetrics() } = services
  const options = { ...given, countCall: countRefused(given.countCall, metrics), holdPicture: createBodies(pictureBodies) }
  const figures = async () => ({ text: await metrics.text(await currentFigures(services)), contentType: metrics.contentType })
  const app: HttpApp = newApp()
  serve(app, {
    ...options,
    pictureCalls: routes.flatMap(({ endpoint }) => (endpoint.mostBytes ? [endpoint] : [])),
    services,
    metrics,
    noteFailure: (error) => keepRefusal(services, error),
  })
  mountDocs(app, routes)
  mountOperations(app, options, {
    cookie: cookieOf(services, 'rolecall_sample', 'sample', 0),
    isWritable: createHeartbeat(services, options.log),
    figures,
  })
  const api: HttpApp = newApp()
  for (const route of routes) mount(api, services, route, options)
  mountWebhooks(api, services, options)
  mountCalendar(api, services, options)
  app.route('/api', api)
  mountOneClick(app, services, options)
  mountShortLinks(app, services)
  mountPreviews(app, services, options)
  mountPictures(app, services)
  if (options.sandbox) mountSandbox(app, services, options.sandbox)
  if (options.outbox !== 'nobody') mountOutbox(app, services, { ...options, readers: options.outbox })
  const page = options.clientFolder ? mountClient(app, services, options, options.clientFolder) : undefined
  // No routes that match everything: a call would then have those beside the handler that answers it, and Hono's direct way is for one alone.
  app.notFound(async (c) => {
    c.env.route = /^\/api(\/|$)/.test(c.req.path) ? '/api/*' : '/*'
    if (c.env.route === '/*') return page && ['GET', 'HEAD'].includes(c.req.method) ? page(c) : c.text('404 Not Found', 404)
    await options.countCall(addressOfCall(c, options.hops), 'all')
    throw new Refusal('call-unknown')
  })
  return app
}

/** Serves the built client, and gives its page. */
function mountClient(app: HttpApp, services: Services, options: AppOptions, folder: string) {
  const { supportEmail, retentionDays, payments } = services
  const settings = { supportEmail, retentionDays, payments: paymentsShown(payments.name, options.isProduction === true) }
  const filesOf = filesOfPages(folder)
  const mountDrawn = (page: string) => {
    const stock = { page, style: styleOf(folder, page), files: filesOfDrawn(filesOf) }
    mountPages(app, services, { ...options, stock, print: createPress(stock, options.pagesFolder, settings) })
  }
  const pageAt = (page: string) => namingFiles(page, filesOf)
  return serveClient(app, folder, { settings, mountDrawn, pageAt, gallery: options.outbox !== 'nobody' })
}
