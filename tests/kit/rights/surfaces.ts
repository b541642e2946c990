// Every way into the server, read off the product itself, and for each who may and which tests attack it, or why none has to. A new call needs its
// line in rights-table.ts, and here only where it takes an email and tells of it on purpose; any other new way in needs a line in `others`.
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { createApp, roomRules, routes } from '#server/app/app.ts'
import type { World } from '../world/world.ts'

/** A file of tests, by the end of its name, or why there need be none. */
export type Cover = string | { readonly none: string }
export interface Surface {
  readonly who: string
  /** Whether anybody else gets through. */
  readonly rights: Cover
  /** Whether it tells who has an account. */
  readonly enumeration: Cover
  /** What it takes and costs at most. */
  readonly cost: Cover
  /** What a page of somebody else can do with it in the browser of whoever may. */
  readonly sameSite: Cover
}
const none = (why: string) => ({ none: why })
const namesNobody = none('what it answers is the same for everybody, and reads no account')
const reads = none('it changes nothing, and another origin can’t read the answer')
const row = (who: string, rights: Cover, enumeration: Cover, cost: Cover, sameSite: Cover): Surface => ({
  who,
  rights,
  enumeration,
  cost,
  sameSite,
})
const bodies = 'safety/cost-bodies'
const open = (rights: Cover) => row('everyone', rights, namesNobody, bodies, reads)
/** R63: outside production only, where whoever may read it reads all of the mail. */
const ofDevelopment = (rights: Cover) =>
  row('this machine, or whom the operator names', rights, none('it shows every email anyway'), bodies, reads)
const inFrontOfAll = none('it is no answer of its own: what stands in front of all others')
const front = row('everyone', inFrontOfAll, inFrontOfAll, bodies, inFrontOfAll)

/** Every way in that is no call of the route table and no room. */
export const others: Readonly<Record<string, Surface>> = {
  'ALL /api/*': front,
  'ALL /assets/*': front,
  'ALL /dev/*': front,
  'ALL /api/dev/*': front,
  'GET /*': open('safety/hostile-http'),
  'GET /assets/*': open('safety/hostile-http'),
  'GET /favicon.svg': open('safety/hostile-http'),
  'GET /favicon.ico': open(none('the same file as /favicon.svg')),
  'GET /': open('invitation-page'),
  'GET /pricing': open('invitation-page'),
  'GET /rsvp/:groupId': open('invitation-page'),
  'GET /rsvp/event/:eventId': open('several/several-page'),
  'GET /e/:code': open('group/short-link'),
  'GET /og/:name': open('invitation-picture'),
  'GET /door-worker.js': open(none('one file of the build')),
  'GET /door/:eventId/app.webmanifest': open(none('the same for every event, whether or not there is one')),
  'GET /photo/:file': open('photo/photo'),
  'GET /brand/:file': open('photo/photo'),
  'GET /user-guide.pdf': open(none('one file of the build')),
  'GET /api/health': open('http'),
  'GET /api/health/cookie': open('operations/doctor'),
  'GET /api/ready': row(
    'everyone',
    'operations',
    namesNobody,
    'operations',
    none('what it writes is one record of its own, once a second'),
  ),
  'GET /api/metrics': row('METRICS_TOKEN, else this machine', 'operations', namesNobody, bodies, reads),
  'GET /api/openapi.json': open('openapi'),
  'GET /api/docs': open('openapi'),
  'GET /api/docs/open.js': open('openapi'),
  'GET /api/docs/swagger-ui.css': open('openapi'),
  'GET /api/docs/swagger-ui-bundle.js': open('openapi'),
  'GET /api/dev/outbox': ofDevelopment('outbox'),
  'GET /dev/outbox': ofDevelopment('outbox'),
  'GET /dev/emails': ofDevelopment(none('samples of emails to nobody')),
  'GET /dev/emails/:name': ofDevelopment(none('samples of emails to nobody')),
  'GET /dev/ui': ofDevelopment(none('a page of the build without contents')),
  'POST /api/payment/webhook': row(
    'who signs it',
    'webhook',
    namesNobody,
    bodies,
    none('it reads no cookie and no token, only the signature'),
  ),
  'POST /api/email/events': row(
    'who signs it',
    'notice/addresses',
    none('it answers alike whatever address it names'),
    bodies,
    none('it reads no cookie and no token, only the signature'),
  ),
  'POST /unsubscribe': row(
    'who holds its signed address',
    'notice/stop',
    namesNobody,
    bodies,
    none('it reads no cookie, only its address: a mail program sends it from no page'),
  ),
  'GET /api/rsvp/calendar.ics': row('whose email is proven', 'calendar/calendar', namesNobody, bodies, reads),
  'GET /api/rsvp/calendar/:token': row('who holds its signed address', 'several/own', namesNobody, bodies, reads),
  'GET /api/calendar/:secret': row('who knows its address', 'calendar/calendar', namesNobody, bodies, reads),
  'GET /sandbox/checkout/:id': row('who knows its address', 'payments', namesNobody, bodies, reads),
  'POST /sandbox/checkout/:id': row('who knows its address', 'payments', namesNobody, bodies, none('it reads no cookie and no token')),
  'GET /sandbox/billing/:token': row('who holds its signed address', 'payments', namesNobody, bodies, reads),
  'POST /sandbox/billing/:token': row(
    'who holds its signed address',
    'payments',
    namesNobody,
    bodies,
    none('it reads no cookie, only its address'),
  ),
  handshake: row(
    'everyone',
    'safety/hostile-live',
    namesNobody,
    bodies,
    none('its cookies count only from our own pages: tests/guest/live'),
  ),
  'packet watch': row('who may watch the room', 'safety/live-rights', 'safety/rights', 'safety/hostile-live', none('as the handshake')),
  'packet unwatch': row(
    'everyone',
    none('it takes one’s own socket out of a room'),
    namesNobody,
    'safety/hostile-live',
    none('as the handshake'),
  ),
  'packet doing': row(
    'who manages the group and has it open',
    'presence/presence',
    namesNobody,
    'presence/presence',
    none('as the handshake'),
  ),
  'packet ping': row('everyone', none('the protocol’s own: its pong says nothing'), namesNobody, 'live/held', none('as the handshake')),
  'packet here': row('everyone', none('it is answered with nothing'), namesNobody, 'safety/hostile-live', none('as the handshake')),
  'packet disconnect': row('everyone', none('the end of one’s own socket'), namesNobody, 'safety/hostile-live', none('as the handshake')),
}

/** Calls that take an email or a username, and whose answer is meant to tell of it. Each other one must answer for everybody alike. */
export const tellOnPurpose: Readonly<Record<string, string>> = {
  'GET /auth/check-username/:username': 'usernames are public (A4)',
  'POST /user/update-username': 'usernames are public (A4)',
}

const names = (value: unknown, at: string[] = []): string[] => {
  const { shape, ...rest } = (value as { _zod?: { def: Record<string, unknown> } } | undefined)?._zod?.def ?? {}
  if (shape) return Object.entries(shape).flatMap(([name, field]) => [[...at, name].join('.'), ...names(field, [...at, name])])
  return [rest.innerType, rest.element, rest.in, rest.out, ...((rest.options as unknown[]) ?? [])].flatMap((one) =>
    one ? names(one, at) : [],
  )
}
/** Whether somebody can be asked for by it. */
export const namesPeople = ({ input }: Endpoint) => names(input).some((name) => /e-?mail$|username$/i.test(name))

const filesIn = (folder: string) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file))

/** The app as it is with all of its doors. */
function wholeApp({ services, sandbox }: World) {
  const clientFolder = mkdtempSync(join(tmpdir(), 'rolecall-client-'))
  writeFileSync(join(clientFolder, 'index.html'), '')
  const log = { info() {}, warn() {}, error() {} } as never
  const app = createApp(services, { log, countCall: async () => {}, hops: 0, outbox: 'everyone', sandbox, clientFolder })
  rmSync(clientFolder, { recursive: true })
  return app
}

/** Answered where no route does: the client's page, and calls that there are none of. */
export const unrouted = ['GET /*', 'ALL /api/*'] as const

/** All that is answered, calls included: `GET /api/group/:id`. */
export const httpSurfaces = (world: World): string[] => [
  ...new Set(wholeApp(world).routes.map(({ method, path }) => `${method} ${path}`)),
  ...unrouted,
]
export const callSurfaces = routes.map(({ endpoint: { method, path } }) => `${method} /api${path}`)
export const roomSurfaces = Object.keys(roomRules).map((kind) => `room ${kind}`)

/** What the server listens to besides HTTP: packets of sockets. */
export function liveSurfaces(): string[] {
  const text = filesIn('server')
    // Sockets to the database are none of ours to be asked through.
    .filter((file) => file.endsWith('.ts') && !file.includes('/store/mongo/'))
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n')
  const heard = (by: string) => [...text.matchAll(new RegExp(`\\b${by}\\.on(?:Any|ce)?\\(\\s*'([^']+)'`, 'g'))].map(([, name]) => name)
  const packets = heard('socket').map((name) => `packet ${name}`)
  const messages = heard('io').map((name) => (name === 'connection' ? 'handshake' : `message ${name}`))
  return [...new Set([...packets, ...messages])]
}

/** The files of tests whose name ends so; `tests/plan/webhook.test.ts` is `webhook`. */
export const testsNamed = (cover: string) =>
  filesIn('tests').filter((file) => new RegExp(`[/\\\\-]${cover.replace('/', '[/\\\\]')}\\.test\\.tsx?$`).test(file))
