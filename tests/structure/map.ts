// The map of the house: its floors, which file lies where on them, and, by kind of file, what it may import. What no row names is forbidden (decision 0077).

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

/** The floors, lowest first. A file imports those below its own; floors of one line stand side by side, and know nothing of each other. */
export const floors: Readonly<Record<string, readonly (readonly string[])[]>> = {
  server: [['kernel'], ['people'], ['seats'], ['mail', 'money', 'record'], ['edge'], ['app']],
  // '' is what lies in the folder itself: the lists of all calls and rooms, the page that is put together.
  protocol: [['kernel'], ['people'], ['seats'], ['mail', 'money', 'record'], ['app'], ['']],
  // Between `records` and the page are the features: they may know each other.
  client: [['ui'], ['lib'], ['records'], [], ['']],
}

/** What a floor with nouns keeps by kind, one file for each noun, so that nouns may know each other there. What is kept and decided of a second subject lies in `<noun>-<subject>`: the table of an RSVP's fields (R240) is read by rules, views and queries alike. */
export const kinds = ['model', 'rules', 'emails']
/** What a noun's own room may consist of; each has only those it needs. */
export const parts = ['routes', 'actions', 'queries', 'broadcasts', 'follows', 'jobs']
/** Rooms that are no nouns; every room of the floors `kernel` and `edge` is one. */
export const rooms: Readonly<Record<string, readonly string[]>> = {
  people: ['http', 'identity', 'live'],
  seats: ['rights', 'seating', 'fanout', 'notices'],
  mail: ['delivery'],
  record: ['ledger'],
  app: ['backup', 'dev', 'jobs', 'operations', 'store'],
}
/** Files that need no room. */
export const roomless = /^server\/(?:kernel\/(?:config|refuse)|app\/(?:main|app|consequences))\.ts$/

const any = (...all: string[]) => new RegExp(all.join('|'))
const nounFloor = '(?:people|seats|mail|money|record|app)'
const kind = (names: string) => `^server/${nounFloor}/(?:${names})/`
const part = (names: string) => `^server/${nounFloor}/(?!(?:${Object.values(rooms).flat().join('|')})/)[a-z-]+/(?:${names})\\.ts$`
const kernel = (files: string) => `^server/kernel/(?:${files})`
const edge = (name: string) => `^server/edge/${name}/`
const app = (files: string) => `^server/app/(?:${files})`

const protocol = '^protocol/'
const port = kernel('store/store\\.ts$')
const outside = kernel('ports/')
const refuse = kernel('refuse\\.ts$')
const services = kernel('write/services\\.ts$')
const caller = '^server/people/identity/'
const rights = '^server/seats/rights/'
/** What changing seats decides without reading: pure, as rules are. */
const seatRules = '^server/seats/seating/(?:counts|lines|fill)\\.ts$'
const watching = '^server/people/live/'
/** The rooms beside the nouns of a floor, each for all nouns of it and above. */
const beside = '^server/(?:people/(?:identity|live)|seats/(?:rights|seating|fanout|notices)|mail/delivery)/'
const ledger = '^server/record/ledger/'
/** What all that acts may use of the kernel. */
const tools = kernel('refuse\\.ts|(?:calendar|emails|jobs|live|write)/|store/(?:find-words|former-ids|slices|store|wanted)\\.ts')
const figures = kernel('operations/')

const node = '^node:'
const screen = [
  '^react(?:/jsx-runtime)?$|^react-dom(?:/|$)|^radix-ui(?:/|$)|^@ariakit/react$|^lucide-react(?:/|$)|^@tanstack/react-virtual$|^@fontsource-variable/',
  '^wouter(?:/|$)|^zustand(?:/|$)|^react-hook-form$|^@hookform/resolvers/|^react-hot-toast(?:/|$)',
  '^zod/mini$|^idb$|^papaparse$|^uqr$|^uplot(?:/|$)|^cmdk$|^linkifyjs$|^pdfjs-dist(?:/|$)|^cldr-bcp47/|^zxing-wasm/|^read-excel-file/universal$|^fflate$',
]

export const map: readonly Row[] = [
  // zod/mini, because the client carries it: the whole of zod would weigh four times as much there.
  { files: /^protocol\//, may: any(protocol), packages: /^zod\/mini$/ },

  {
    files: any(kind('model')),
    may: any(protocol, kind('model'), port),
    types: any(outside, kernel('emails/outbox|store/find-words')),
    packages: /^lru-cache$/,
  },
  {
    files: any(kind('rules')),
    may: any(protocol, kind('rules|model'), seatRules, refuse, kernel('calendar/')),
    types: any(outside, caller, kernel('emails/outbox|write/idempotency')),
  },
  { files: any(seatRules), may: any(protocol, kind('model'), seatRules, refuse), types: any(outside) },
  // How its reader stands is said first in emails of several floors.
  {
    files: any(kind('emails')),
    may: any(protocol, kernel('emails/'), '^server/seats/emails/standing\\.ts$', refuse),
    types: any(kind('model'), outside, kernel('calendar/')),
  },

  // Whoever runs the installation looks into every room: what each keeps, and how it goes.
  {
    files: any(app('operator/(?:queries|actions)')),
    may: any(protocol, kind('rules|model'), part('queries'), caller, tools, app('store/')),
    types: any(outside),
  },
  // A row names the seats that overlap its own: read where the holder's own answer is, as they are told the same (R147b).
  {
    files: any(part('broadcasts')),
    may: any(protocol, kind('model'), part('queries'), watching, rights, '^server/seats/seating/own'),
    types: any(tools, outside),
  },
  {
    files: any(part('queries')),
    may: any(
      protocol,
      kind('rules|model'),
      part('queries'),
      caller,
      watching,
      rights,
      '^server/seats/seating/own',
      seatRules,
      refuse,
      kernel('calendar/|store/(?:find-matching|find-words|slices)'),
    ),
    types: any(tools, outside),
    packages: /^lru-cache$/,
  },
  {
    files: any(part('actions|follows|jobs')),
    may: any(protocol, kind('rules|model|emails'), part('actions|queries'), beside, tools),
    types: any(outside),
    packages: /^zod\/mini$/,
  },
  // A feature's routes may name only its own actions: see `ownActions`.
  { files: any(part('routes')), may: any(protocol, part('actions|queries'), '^server/people/http/'), types: any(caller, services) },
  // What connections hold is counted for both ways in; it knows connections, and nothing of what is said.
  { files: /^server\/people\/live\/(?:budgets|tally)\.ts$/, may: /^server\/people\/live\/tally\.ts$/, packages: any(node) },
  { files: any(beside), may: any(protocol, kind('rules|model|emails'), beside, tools), types: any(outside, figures), packages: /^pino$/ },
  // The clock, since a bucket of points fills up as time passes (R228).
  {
    files: /^server\/people\/http\//,
    may: any(protocol, '^server/people/http/', '^server/kernel/ports/clock', refuse, port),
    types: any(caller, services),
    packages: any(node, '^rate-limiter-flexible$|^mongodb$|^zod/mini$'),
  },

  // Noted in the commit of what it tells of, and kept outside the store as well.
  {
    files: any(ledger),
    may: any(protocol, kind('rules|model'), part('actions'), ledger, tools),
    types: any(outside),
    packages: any(node, '^pino$'),
  },

  { files: any(kernel('store/sqlite/')), may: any(kernel('store/')), packages: any(node, '^libsql$|^lru-cache$') },
  { files: any(kernel('store/mongo/')), may: any(kernel('store/')), packages: any(node, '^mongodb$|^lru-cache$') },
  { files: any(kernel('store/')), may: any(kernel('store/(?!sqlite/|mongo/)')), packages: any(node) },
  {
    files: any(outside),
    may: any(protocol, outside, kernel('config')),
    types: any(port),
    packages: any(node, '^@sendgrid/mail$|^nodemailer$|^stripe$|^jose$|^argon2$|^pino$|^lru-cache$'),
  },
  { files: any(kernel('calendar/')), may: any(protocol, port, kernel('calendar/')), packages: any(node, '^moment-timezone/') },
  { files: any(kernel('config')), may: any(protocol), packages: any(node, '^zod(?:/mini)?$') },
  // Waits for more to commit after a slow commit.
  { files: any(kernel('write/')), may: any(protocol, tools, kernel('store/group-commit')), types: any(outside, figures) },
  {
    files: any(kernel('')),
    may: any(protocol, tools, figures),
    types: any(outside),
    // What of a typed text mail programs make links of is a library's to know.
    packages: any(node, '^hono/(?:html|jsx)|^linkifyjs$|^pino$|^prom-client$'),
  },

  {
    files: any(edge('http')),
    may: any(protocol, edge('http|preview'), kind('rules|model'), part('actions|queries'), beside, '^server/people/http/', tools),
    types: any(outside, figures),
    packages: any(node, '^hono(?:/|$)|^@hono/|^lru-cache$|^mongodb$|^pino$|^swagger-ui-dist$|^zod/mini$|^zod$'),
  },
  {
    files: any(edge('live')),
    may: any(protocol, edge('live'), beside, tools),
    types: any(outside, figures),
    packages: any(node, '^socket\\.io$|^socket\\.io-adapter$|^lru-cache$|^pino$'),
  },
  // Pictures are drawn from facts, in a thread of their own: neither knows the store or a request.
  {
    files: any(edge('preview')),
    may: any(protocol, edge('preview'), refuse),
    types: /^server\/seats\/model\/event-picture\.ts$/,
    packages: any(node, '^harfbuzzjs$|^bidi-js$|^@resvg/resvg-js$|^lru-cache$|^sharp$'),
  },

  // Uploaded pictures are decoded in a thread of their own, too.
  {
    files: any(edge('pictures')),
    may: any(protocol, edge('pictures'), '^server/edge/preview/(?:thread|fair-queue)\\.ts$', refuse),
    types: any(outside),
    packages: any(node, '^sharp$'),
  },

  // Only main and what opens an engine for it pick an engine and the adapters.
  {
    files: any(app('main|store/(?:engine|upgrade)')),
    may: any(protocol, '^server/'),
    packages: any(node, '^@hono/node-server(?:/|$)|^pino$'),
  },
  // All that is kept, wherever it lies.
  { files: any(app('store/collections')), may: any('^server/(?!edge/|app/(?!store/|model/)|kernel/store/(?:sqlite|mongo)/)') },
  // What a restore does again of the ledger, it does as the features would.
  {
    files: any(app('backup/replay-ledger')),
    may: any(
      port,
      kernel('store/former-ids'),
      outside,
      ledger,
      part('follows'),
      '^server/seats/seating/follow',
      kernel('write/outcome'),
      app('backup/|consequences'),
    ),
    types: any(services, app('store/'), kernel('config')),
  },
  // Backup and restore read and write the store as it is, past what features decide; but they know what lets somebody in.
  {
    files: any(app('backup/')),
    may: any(
      kernel('store/|config|ports/(?:clock|secrets|secret-file)|(?:calendar|emails)/'),
      kind('model'),
      ledger,
      app('backup/|store/'),
    ),
    packages: any(node, '^zod/mini$'),
  },
  {
    files: any(app('')),
    may: any(protocol, app(''), edge('http'), kind(kinds.join('|')), part(parts.join('|')), beside, ledger, tools, figures),
    types: any(outside, '^server/people/http/'),
    packages: any(node, '^pino$|^prom-client$|^hono/html$'),
  },

  // The socket comes when the page rests, as all that nobody waits for.
  {
    files: /^client\/lib\/live(?:\/transports)?\.ts$/,
    may: any(protocol, '^client/lib/', '^client/ui/when-idle\\.ts$'),
    packages: any('^socket\\.io-client$', ...screen),
  },
  { files: /^client\/ui\//, may: /^client\/ui\//, packages: any(...screen) },
  { files: /^client\//, may: any(protocol, '^client/'), packages: any(...screen) },

  // Printing the guide is work for a developer, so everything is installed by then.
  { files: /^scripts\/(?:guide|demo\/picture)\.mjs$/, may: /^scripts\//, packages: any(node, '^playwright-core$') },
  // The other scripts run before anything is installed.
  { files: /^scripts\//, may: /^(?:scripts|dist)\//, packages: any(node) },
  { files: /^(?:tests\/|vite\.config|vitest\.config)/, may: /./, packages: /./ },
]

/** Values that all of the server may import, though the rest of their file is closed to most: they neither read nor change anything. */
export const pureValues: Readonly<Record<string, readonly string[]>> = {
  'server/kernel/ports/clock.ts': ['iso'],
}
