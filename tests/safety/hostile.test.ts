// Long: some 10,000 requests, one after the other.
// Every call of the route table under hostile requests, generated from the table itself; `SEED=<number>` replays a run.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { routes } from '#server/app/app.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { mount, newApp } from '#server/edge/http/mount.ts'
import { serve } from '#server/edge/http/serve.ts'
import { createMetrics } from '#server/kernel/operations/metrics.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { anyone, on, type Route } from '#server/people/http/route.ts'
import { type Group, groups, noCounts } from '#server/seats/model/group.ts'
import type { Report } from '../kit/hostile/hostile-runner.ts'
import { besiegeAll, watchedWorld } from '../kit/hostile/siege.ts'
import { chance } from '../kit/model/chance.ts'
import { listening } from '../kit/process/listening.ts'

const { seed, next: random } = chance()
const isSample = process.env.TIER === 'fast'
/** How many values each field is tried with. */
const perField = process.env.SOAK ? 100 : isSample ? 3 : 12
/** Some 10,000 requests, one after the other: a minute on a machine that does nothing else. */
const timeout = process.env.SOAK ? 1_800_000 : 400_000
const silent = pino({ level: 'silent' })
console.log(`hostile.test.ts: SEED=${seed}`)

/** All calls, or in `npm test` a twentieth of them, by the seed. */
const besieged = routes
  .map((route) => ({ route, place: random() }))
  .toSorted((one, other) => one.place - other.place)
  .slice(0, isSample ? Math.ceil(routes.length / 20) : routes.length)
  .map(({ route }) => route)

/** Calls whose sample is refused, and how: what it needs is made by nobody here, or has ended, so only what comes before that is tried. */
const refusedSamples = new Set([
  'POST /auth/login login-wrong',
  'POST /auth/login unverified', // where the seed has had somebody sign up before
  'POST /auth/reset-password reset-invalid',
  'POST /auth/signup username-taken',
  'POST /auth/verify-email verification-invalid',
  'POST /event/:id/owner owner-paid', // they pay for a group of it
  'POST /event/:id/publish link-invalid',
  'POST /event/:id/publish/code event-unknown',
  'POST /event/:id/team/:teamId/restore teammate-unknown',
  'POST /event/:id/team/leave event-unknown',
  'POST /event/:id/groups/:groupId/restore undo-unable',
  'POST /user/photo/undo activity-unknown', // an act of one kind is none of another
  'DELETE /door/:eventId/pairing event-unknown', // who manages the event is no phone of it
  'DELETE /group/:id last-group',
  'DELETE /group/:id/blocked/:rsvpId rsvp-unknown',
  'DELETE /group/:id/invitations/:rsvpId invitation-answered',
  'POST /group/:id/messages audience-empty',
  'POST /group/:id/reminders/send confirmation-off',
  'DELETE /group/:id/roles role-unknown',
  'POST /group/:id/rsvps/:rsvpId/correct-address address-proven',
  'PATCH /group/:id/waitlist wait-unknown',
  'POST /member/:id/invite member-active',
  'POST /org org-owned',
  'POST /org/:id/leave org-owner-stays',
  'POST /payment/checkout group-upgraded',
  'POST /payment/group/:groupId/reactivate subscription-not-ending',
  'DELETE /rsvp/companions/link companion-over',
  'DELETE /rsvp/hand-over hand-over-over',
  'POST /rsvp/offer offer-over',
  'POST /rsvp/open guest-link-over',
  'POST /rsvp/verify-code code-wrong',
  'POST /rsvp/verify-link link-invalid',
  'POST /team/accept invitation-invalid',
  'POST /team/open invitation-invalid',
  'POST /token-access/open link-invalid',
  'GET /token-access/validate link-invalid',
  'GET /auth/reset-password reset-invalid',
  'POST /user/subscription subscription-active',
  'POST /user/subscription/reactivate subscription-not-ending',
  'GET /user/subscription/session checkout-unknown',
  'POST /user/update-username username-taken',
])

const total = (reports: readonly Report[], of: (report: Report) => number) => reports.reduce((sum, report) => sum + of(report), 0)
const statuses = (reports: readonly Report[], from: number, to: number) =>
  total(reports, (report) => [...report.statuses].filter(([one]) => one >= from && one < to).reduce((sum, [, count]) => sum + count, 0))

test('S1 no request breaks a call, changes anything by being refused, or gets an answer that is not in our own words', {
  timeout,
}, async () => {
  const watched = await watchedWorld()
  const reports = await besiegeAll(watched, besieged, { url: await watched.world.address(), random, perField })
  const wrong = reports.flatMap(({ findings }) => findings)
  expect(wrong.slice(0, 20), `${wrong.length} findings; replay with SEED=${seed}`).toEqual([])
  expect(await watched.shadow.differences()).toEqual([])
  const sent = total(reports, (report) => report.sent)
  console.log(`hostile.test.ts: ${sent} requests`)
  expect(sent).toBeGreaterThan(besieged.length * 40)
  const refused = besieged.flatMap(({ endpoint: { method, path } }, n) =>
    reports[n]?.sample ? [`${method} ${path} ${reports[n]?.sample}`] : [],
  )
  expect(
    refused.filter((one) => !refusedSamples.has(one)),
    'calls whose sample is refused',
  ).toEqual([])
  // Of a call that takes one of two shapes all fields of the other are refused, and an event takes 20 groups at most.
  // In npm test, where some calls stand for all, those that take little weigh more.
  expect(statuses(reports, 200, 300), 'accepted').toBeGreaterThan(sent / (isSample ? 100 : 30))
  expect(statuses(reports, 400, 500), 'refused').toBeGreaterThan(sent / 2)
})

/** A naive deep merge: what makes `__proto__` in JSON dangerous. */
function merge(into: Record<string, unknown>, from: object): Record<string, unknown> {
  for (const [key, value] of Object.entries(from)) {
    if (into[key] === undefined || typeof value !== 'object' || value === null) into[key] = value
    else merge(into[key] as Record<string, unknown>, value)
  }
  return into
}
const loose = z.looseObject({ name: z.any() })
const strict = z.strictObject({ name: z.string() })
const reply = z.looseObject({})
const stray = (_id: string) => ({ _id, rev: 1, name: 'x', roles: [{ _id, name: 'x', max: 1, counts: noCounts }] }) as unknown as Group
const forget = (_: unknown) => ({})
const thrown = () => {
  throw new Error('too late')
}
const planted: readonly [what: string, route: Route, fault: RegExp][] = [
  ['does not look', on(post('/planted', loose, reply), anyone, async (_, { name }) => ({ name: (name as string).toUpperCase() })), /a 500/],
  ['takes what it does not know', on(post('/planted', loose, reply), anyone, async () => ({})), /an unknown key is taken/],
  ['takes what is the server’s', on(post('/planted', loose, reply), anyone, async () => ({})), /a field of the server is taken/],
  ['takes a question for a value', on(post('/planted', loose, reply), anyone, async () => ({})), /a question is taken for a value/],
  ['merges', on(post('/planted', loose, reply), anyone, async (_, input) => ({ ...merge({}, input) })), /prototype/],
  [
    'answers no object',
    on(get('/planted', strict, reply), anyone, async (_, { name }) => name as unknown as Record<string, unknown>),
    /no JSON object/,
  ],
  [
    'writes, then refuses',
    on(post('/planted', strict, reply), anyone, async ({ store, secrets }) => {
      await store.commit([{ collection: groups, put: stray(secrets.randomId()), expectedRev: 0 }])
      throw new Refusal('group-unknown')
    }),
    /refused, yet groups changed/,
  ],
  [
    'forgets a promise that fails',
    on(post('/planted', strict, reply), anyone, async () => forget(Promise.reject(new Error('lost')))),
    /lost/,
  ],
  ['throws when it has answered', on(post('/planted', strict, reply), anyone, async () => forget(setImmediate(thrown))), /too late/],
  ['ends the process', on(post('/planted', strict, reply), anyone, async () => forget(process.exit(1))), /a 500/],
  [
    'tells too much',
    on(post('/planted', strict, reply), anyone, async (_, { name }) => refuse('input-invalid', { reason: name })),
    /decent length/,
  ],
]

test.each(planted)('S1 control: a call that %s is found', async (_, route, fault) => {
  const watched = await watchedWorld()
  const { world } = watched
  const [app, api] = [newApp(), newApp()]
  const options = { log: silent, countCall: countNothing, hops: 0 }
  serve(app, { ...options, services: world.services, metrics: createMetrics() })
  mount(api, world.services, route, options)
  app.route('/api', api)
  const reports = await besiegeAll(watched, [route], { url: await listening(createHttpServer(app)), random, perField: 200 })
  const findings = reports.flatMap((report) => report.findings)
  for (const key of ['polluted', 'isAdmin']) delete (Object.prototype as Record<string, unknown>)[key]
  expect(findings.join('\n'), `SEED=${seed}`).toMatch(fault)
})
