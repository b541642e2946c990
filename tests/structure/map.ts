// The map of the house: who may import whom, as an allow-list. What no row names is forbidden.

export interface Row {
  /** The files it is about: the first row that matches a file says all that file may import. */
  readonly files: RegExp
  /** Which of our files they may import. */
  readonly may?: RegExp
  /** Which of our files they may import types from, besides. */
  readonly types?: RegExp
  /** Which packages, `node:` modules included. */
  readonly packages?: RegExp
}

/** The rooms of the server that every feature shares; whatever else is a folder there is a feature. */
const rooms = ['http', 'store', 'ports', 'emails', 'identity', 'write', 'live', 'jobs', 'operations', 'backup', 'preview']
const notRoom = `(?!(?:${rooms.join('|')})/)`
export const featureFile = new RegExp(`^server/${notRoom}([a-z-]+)/(.+)$`)
/** What a feature may consist of; each has only those it needs. The rules of a second subject lie in `<subject>-rules`. */
export const featureParts = ['routes', 'actions', 'queries', '(?:[a-z]+-)?rules', 'model', 'broadcasts', 'emails', 'jobs']
const feature = (files: string) => `^server/${notRoom}[a-z-]+/(?:${files.replace('rules', '(?:[a-z]+-)?rules')})\\.ts$`
const any = (...parts: string[]) => new RegExp(parts.join('|'))

const protocol = '^protocol/'
const port = '^server/store/store\\.ts$'
/** Reads on until enough is found. */
const reading = '^server/store/wanted\\.ts$'
/** Waits for company after a slow commit. */
const company = '^server/store/company\\.ts$'
const outside = '^server/ports/'
const room = (name: string, files = '.+') => `^server/${name}/(?:${files})\\.tsx?$`
const top = (files: string) => `^server/(?:${files})\\.ts$`
/** What every room and feature may use: the services, and how one says no. */
const shared = top('services|refuse')

const node = '^node:'
const screen = [
  '^react$|^react-dom(?:/|$)|^radix-ui(?:/|$)|^lucide-react(?:/|$)|^@tanstack/react-virtual$|^@fontsource-variable/',
  '^wouter(?:/|$)|^zustand(?:/|$)|^react-hook-form$|^@hookform/resolvers/|^react-hot-toast(?:/|$)',
  '^zod/mini$|^papaparse$|^uqr$|^uplot(?:/|$)|^cmdk$|^linkifyjs$|^pdfjs-dist(?:/|$)',
]

export const map: readonly Row[] = [
  // zod/mini, because the client carries it: the whole of zod would weigh four times as much there.
  { files: /^protocol\//, may: any(protocol), packages: /^zod\/mini$/ },

  {
    files: any(feature('rules')),
    may: any(protocol, feature('rules|model'), top('refuse')),
    types: any(outside, room('identity', 'caller'), room('emails', 'outbox|model'), room('write', 'idempotency')),
  },
  // Calendar files are written by a library, with the zones of another.
  {
    files: /^server\/calendar\/model\.ts$/,
    may: any(protocol, feature('model'), port),
    types: any(outside),
    packages: /^ical-generator$|^timezones-ical-library$/,
  },
  { files: any(feature('model')), may: any(protocol, feature('model'), port), types: any(outside) },
  { files: any(feature('emails')), may: any(protocol, room('emails'), top('refuse')), types: any(feature('model'), outside) },
  // Whoever runs the installation looks into every room: what each keeps, and how it goes.
  {
    files: /^server\/operator\/(?:queries|actions)\.ts$/,
    may: any(
      protocol,
      feature('rules|model|queries'),
      room('identity'),
      room('emails', 'outbox'),
      room('write'),
      room('operations', 'backups'),
      '^server/store/collections\\.ts$',
      shared,
    ),
    types: any(port, outside),
  },
  {
    files: any(feature('broadcasts')),
    may: any(protocol, feature('model|queries'), room('identity'), shared),
    types: any(port, outside, room('live')),
  },
  {
    files: any(feature('queries')),
    may: any(protocol, feature('rules|model|queries'), room('identity'), reading, shared),
    types: any(port, outside, room('live')),
  },
  {
    files: any(feature('actions|jobs')),
    may: any(
      protocol,
      feature('rules|model|actions|queries|emails'),
      room('emails'),
      room('write'),
      room('identity'),
      room('jobs'),
      reading,
      shared,
    ),
    types: any(port, outside),
    packages: any('^zod/mini$'),
  },
  // A feature's routes may name only its own actions: see `ownActions`.
  {
    files: any(feature('routes')),
    may: any(protocol, feature('actions|queries'), room('http')),
    types: any(room('identity', 'caller'), shared),
  },

  {
    files: any(room('http')),
    may: any(
      protocol,
      room('http'),
      port,
      feature('rules|model|actions|queries'),
      room('identity'),
      room('write', 'idempotency|outcome'),
      room('emails'),
      room('live'),
      room('preview'),
      shared,
    ),
    types: any(outside, top('config|app')),
    packages: any(
      node,
      '^hono(?:/|$)|^@hono/',
      '^rate-limiter-flexible$|^mongodb$|^prom-client$|^pino$|^swagger-ui-dist$|^zod/mini$|^zod$',
    ),
  },
  { files: /^server\/store\/sqlite\//, may: /^server\/store\//, packages: any(node, '^libsql$') },
  { files: /^server\/store\/mongo\//, may: /^server\/store\//, packages: any(node, '^mongodb$') },
  {
    files: /^server\/store\/collections\.ts$/,
    may: any(
      port,
      '^server/store/(?:migrate|servings)\\.ts$',
      feature('model'),
      room('emails'),
      room('write'),
      room('jobs'),
      room('operations', 'heartbeat|backups'),
      '^server/ports/payments-sandbox\\.ts$',
    ),
  },
  { files: /^server\/store\//, may: /^server\/store\/(?!sqlite\/|mongo\/)/, packages: any(node) },
  {
    files: any(outside),
    may: any(protocol, outside, top('config')),
    types: any(port),
    packages: any(node, '^@sendgrid/mail$|^nodemailer$|^stripe$|^jose$|^argon2$|^pino$'),
  },
  {
    files: any(room('identity')),
    may: any(protocol, port, feature('rules|model'), room('identity'), shared),
    types: any(outside, room('write', 'idempotency|outcome')),
  },
  {
    files: any(room('write')),
    may: any(protocol, port, company, room('write'), room('emails'), shared),
    types: any(outside, room('operations', 'metrics')),
  },
  {
    files: any(room('emails')),
    may: any(protocol, port, feature('model|emails'), '^server/notice/rules\\.ts$', room('emails'), room('jobs', 'loop'), top('refuse')),
    types: any(outside, room('operations', 'metrics')),
    packages: any('^hono/(?:html|jsx)', '^pino$'),
  },
  {
    files: any(room('live')),
    may: any(protocol, port, room('live'), room('identity'), shared),
    types: any(outside, room('operations', 'metrics')),
    packages: any(node, '^socket\\.io$|^socket\\.io-adapter$|^pino$'),
  },
  {
    files: any(room('jobs')),
    may: any(
      protocol,
      port,
      '^server/store/collections\\.ts$',
      feature('rules|model|actions|emails|jobs'),
      room('emails'),
      room('write'),
      room('jobs'),
      shared,
    ),
    types: any(outside, room('operations', 'metrics|rounds')),
    packages: any(node, '^pino$'),
  },
  // Only main and what opens an engine for it pick an engine and the adapters.
  {
    files: any(top('main'), room('operations', 'engine|upgrade')),
    may: any(protocol, '^server/'),
    packages: any(node, '^@hono/node-server(?:/|$)|^pino$'),
  },
  {
    files: any(room('operations')),
    may: any(protocol, port, room('operations'), room('emails'), room('jobs'), feature('model'), shared),
    types: any(outside),
    packages: any(node, '^pino$|^prom-client$'),
  },
  // Pictures are drawn from facts, in a thread of their own: neither knows the store or a request.
  {
    files: any(room('preview')),
    may: any(protocol, room('preview'), top('refuse')),
    packages: any(node, '^satori$|^@resvg/resvg-js$'),
  },
  // Backup and restore read and write the store as it is, past what features decide.
  {
    files: any(room('backup')),
    may: any('^server/store/', top('config'), room('backup'), '^server/ports/(?:clock|secrets|secret-file)\\.ts$'),
    packages: any(node, '^zod/mini$'),
  },
  { files: any(top('config')), may: any(protocol), packages: any(node, '^zod(?:/mini)?$') },
  {
    files: any(top('app')),
    may: any(protocol, feature('routes|actions|queries|broadcasts|model'), room('http'), room('operations'), room('live'), port, shared),
    types: any(outside),
  },
  {
    files: any(top('services')),
    types: any(outside, port, room('jobs', 'loop'), room('operations', 'metrics|installation|rounds'), room('write'), shared),
  },
  { files: any(top('refuse')), may: any(protocol) },

  { files: /^client\/lib\/live\.ts$/, may: any(protocol, '^client/lib/'), packages: any('^socket\\.io-client$', ...screen) },
  { files: /^client\/ui\//, may: /^client\/ui\//, packages: any(...screen) },
  { files: /^client\/lib\//, may: any(protocol, '^client/(?:lib|ui)/'), packages: any(...screen) },
  { files: /^client\//, may: any(protocol, '^client/'), packages: any(...screen) },

  // Printing the guide is work for a developer, so everything is installed by then.
  { files: /^scripts\/guide\.mjs$/, may: /^scripts\//, packages: any(node, '^playwright-core$') },
  // The other scripts run before anything is installed.
  { files: /^scripts\//, may: /^(?:scripts|dist)\//, packages: any(node) },
  { files: /^(?:tests\/|vite\.config|vitest\.config)/, may: /./, packages: /./ },
]

/** Values that all of the server may import, though the rest of their file is closed to most: they neither read nor change anything. */
export const pureValues: Readonly<Record<string, readonly string[]>> = { 'server/ports/clock.ts': ['iso'] }
