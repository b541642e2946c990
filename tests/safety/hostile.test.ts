// Long: some 10,000 requests, one after the other.
// Every call of the route table under hostile requests, generated from the table itself; `SEED=<number>` replays a run.
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod/mini'
import { get, post } from '#protocol/kernel/endpoint.ts'
import { routes } from '#server/app/app.ts'
import { createHttpServer } from '#server/edge/http/listener.ts'
import { mount, newApp } from '#server/edge/http/mount.ts'
import { serve } from '#server/edge/http/serve.ts'
import { openMetrics } from '#server/kernel/operations/metrics.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { anyone, on, type Route } from '#server/people/http/route.ts'
import { type Group, groups, noCounts } from '#server/seats/model/group.ts'
import { newFacts, sampled } from '../kit/hostile/hostile-facts.ts'
import { besiege, percentile, type Report, slowness } from '../kit/hostile/hostile-runner.ts'
import { type Probe, probesOf } from '../kit/hostile/probes.ts'
import { openRawHttp } from '../kit/hostile/raw-http.ts'
import { shadowed } from '../kit/hostile/shadow.ts'
import { chance, some } from '../kit/model/chance.ts'
import { listening } from '../kit/process/listening.ts'
import { inTime, onTime, untilSeen } from '../kit/world/pace.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const { seed, next: random } = chance()
const perField = process.env.SOAK ? 100 : 12
/** Some 10,000 requests, one after the other: a minute on a machine that does nothing else. */
const timeout = process.env.SOAK ? 1_800_000 : 400_000
const silent = pino({ level: 'silent' })
console.log(`hostile.test.ts: SEED=${seed}`)

/** All calls, or some of them, by the seed. */
const besieged = routes
  .map((route) => ({ route, place: random() }))
  .toSorted((one, other) => one.place - other.place)
  .slice(0, some(routes.length))
  .map(({ route }) => route)

/** A world whose store tells when its contents change. */
async function watchedWorld() {
  const { store, shadow } = shadowed(await freshStore())
  onTestFinished(() => store.close())
  // R114: the owners are operators, so that what is behind the operator's calls is reached.
  const adminEmails = routes.map((_, n) => `owner_${n}@people.test`)
  return { world: await openWorld({ store, adminEmails }), shadow }
}

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
  'POST /rsvp/verify-code code-void',
  'POST /rsvp/verify-link link-invalid',
  'POST /team/accept invitation-invalid',
  'POST /team/open invitation-invalid',
  'POST /token-access/open link-invalid',
  'GET /token-access/validate link-invalid',
  'POST /user/subscription subscription-active',
  'POST /user/subscription/reactivate subscription-not-ending',
  'GET /user/subscription/session checkout-unknown',
  'POST /user/update-username username-taken',
])

const total = (reports: readonly Report[], of: (report: Report) => number) => reports.reduce((sum, report) => sum + of(report), 0)
const statuses = (reports: readonly Report[], from: number, to: number) =>
  total(reports, (report) => [...report.statuses].filter(([one]) => one >= from && one < to).reduce((sum, [, count]) => sum + count, 0))

/** Besieges every route as nobody, a stranger, a person who may assign, and the owner, with new people and a new event for each. */
async function besiegeAll(
  world: World,
  shadow: ReturnType<typeof shadowed>['shadow'],
  url: string,
  table: readonly Route[],
  perField: number,
) {
  const http = openRawHttp(url)
  const reports: Report[] = []
  for (const [n, { endpoint }] of table.entries()) {
    const facts = await newFacts(world, n)
    const tokens = { nobody: '', stranger: facts.stranger.token, grantee: facts.member.token, owner: facts.owner.token }
    const others = ['nobody', 'stranger', 'grantee'] as const
    const callerOf = ({ kind }: Probe) => {
      const name = kind === 'sample' || random() < 0.5 ? 'owner' : (others[Math.floor(random() * others.length)] ?? 'nobody')
      return { name, headers: tokens[name] ? [['authorization', `Bearer ${tokens[name]}`] as const] : [] }
    }
    const siege = { samples: sampled(facts, world), random, perField, real: facts.owner.token, owned: shadow.fields() }
    const probes = probesOf(endpoint, siege)
    const renew = async ({ call }: Probe) => {
      if (call.endsWith('/logout')) tokens.owner = (await world.person(`again_${Math.floor(random() * 1e9)}`)).token
    }
    const report = await besiege(http, shadow, probes, callerOf, renew)
    // One call has too few probes for its own slowest of a hundred to mean much; of ten it does.
    const slow = slowness(report, 90).map((one) => `${endpoint.method} ${endpoint.path}: ${one}`)
    reports.push({ ...report, findings: [...report.findings, ...slow] })
  }
  http.close()
  const [times, plainTimes] = [reports.flatMap((report) => report.times), reports.flatMap((report) => report.plainTimes)]
  return { findings: reports.flatMap(({ findings }) => findings).concat(slowness({ times, plainTimes })), reports, times, plainTimes }
}

test('S1 no request breaks a call, changes anything by being refused, or gets an answer that is not in our own words', {
  ...onTime,
  timeout,
}, async () => {
  const { world, shadow } = await watchedWorld()
  const { findings, reports, times, plainTimes } = await besiegeAll(world, shadow, await world.address(), besieged, perField)
  const slow = findings.filter((one) => /of 100 take up to/.test(one))
  const wrong = findings.filter((one) => !slow.includes(one))
  expect(wrong.slice(0, 20), `${wrong.length} findings; replay with SEED=${seed}`).toEqual([])
  expect(await shadow.differences()).toEqual([])
  const sent = total(reports, (report) => report.sent)
  const [slowest, plain] = [percentile(times), percentile(plainTimes)].map((ms) => ms.toFixed(1))
  console.log(`hostile.test.ts: ${sent} requests, 99 of 100 answered within ${slowest} ms (plain ones within ${plain} ms)`)
  expect(sent).toBeGreaterThan(besieged.length * 40)
  const refused = besieged.flatMap(({ endpoint: { method, path } }, n) =>
    reports[n]?.sample ? [`${method} ${path} ${reports[n]?.sample}`] : [],
  )
  expect(
    refused.filter((one) => !refusedSamples.has(one)),
    'calls whose sample is refused',
  ).toEqual([])
  // Of a call that takes one of two shapes all fields of the other are refused, and an event takes 20 groups at most.
  expect(statuses(reports, 200, 300), 'accepted').toBeGreaterThan(sent / 30)
  expect(statuses(reports, 400, 500), 'refused').toBeGreaterThan(sent / 2)
  inTime(slow)
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
/** Holds up everybody, as a regular expression that goes back and forth does. */
function busyFor(ms: number) {
  const until = performance.now() + ms
  while (performance.now() < until) {
    // nothing else runs
  }
  return {}
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
    'is slow with long texts',
    on(post('/planted', strict, reply), anyone, async (_, { name }) => busyFor(name.length > 100 ? 400 : 0)),
    /99 of 100 take up to/,
  ],
  [
    'forgets a promise that fails',
    on(post('/planted', strict, reply), anyone, async () => forget(Promise.reject(new Error('lost')))),
    /lost/,
  ],
  ['throws when it has answered', on(post('/planted', strict, reply), anyone, async () => forget(setTimeout(thrown, 1))), /too late/],
  ['ends the process', on(post('/planted', strict, reply), anyone, async () => forget(process.exit(1))), /a 500/],
  [
    'tells too much',
    on(post('/planted', strict, reply), anyone, async (_, { name }) => refuse('input-invalid', { reason: name })),
    /decent length/,
  ],
]

test.each(planted)('S1 control: a call that %s is found', untilSeen, async (_, route, fault) => {
  const { world, shadow } = await watchedWorld()
  const [app, api] = [newApp(), newApp()]
  const options = { log: silent, countCall: countNothing, hops: 0 }
  serve(app, { ...options, secrets: world.services.secrets, metrics: openMetrics() })
  mount(api, world.services, route, options)
  app.route('/api', api)
  const { findings } = await besiegeAll(world, shadow, await listening(createHttpServer(app)), [route], 200)
  for (const key of ['polluted', 'isAdmin']) delete (Object.prototype as Record<string, unknown>)[key]
  expect(findings.join('\n'), `SEED=${seed}`).toMatch(fault)
})
