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

/** A feature is a folder of the server that is none of these. */
const shared = '(?:http|store|ports|emails)'
export const featureFile = new RegExp(`^server/(?!${shared}/)([a-z-]+)/(.+)$`)
const feature = (files: string) => `^server/(?!${shared}/)[a-z-]+/(?:${files})\\.ts$`
const any = (...parts: string[]) => new RegExp(parts.join('|'))

const protocol = '^protocol/'
const port = '^server/store/store\\.ts$'
const outside = '^server/ports/'
const emails = '^server/emails(?:\\.tsx?$|/)'
const top = (files: string) => `^server/(?:${files})\\.ts$`

const node = '^node:'
const screen = [
  '^react$|^react-dom(?:/|$)|^radix-ui(?:/|$)|^lucide-react(?:/|$)|^@tanstack/react-virtual$|^@fontsource-variable/',
  '^wouter(?:/|$)|^zustand(?:/|$)|^react-hook-form$|^@hookform/resolvers/|^react-hot-toast(?:/|$)',
  '^zod/mini$|^papaparse$|^ical-generator$|^uqr$|^pdfjs-dist(?:/|$)|^@stripe/stripe-js/pure$',
]

export const map: readonly Row[] = [
  // zod/mini, because the client carries it: the whole of zod would weigh four times as much there.
  { files: /^protocol\//, may: any(protocol), packages: /^zod\/mini$/ },

  {
    files: any(feature('rules')),
    may: any(protocol, feature('rules|model'), top('refuse')),
    types: any(outside, top('caller|mail|once')),
  },
  { files: any(feature('model')), may: any(protocol, feature('model'), port), types: any(outside) },
  {
    files: any(feature('actions')),
    may: any(protocol, feature('rules|model|actions'), emails, top('transact|services|refuse|rights|jobs|mail|once|caller|fanout')),
    types: any(port, outside, top('live')),
    packages: any('^zod/mini$'),
  },
  // A feature's routes may name only its own actions: see `ownActions`.
  { files: any(feature('routes')), may: any(protocol, feature('actions'), '^server/http/'), types: any(top('services|caller')) },

  {
    files: /^server\/http\//,
    may: any(protocol, '^server/http/', port, feature('rules|model|actions'), top('services|refuse|caller|once|mail|live')),
    types: any(outside, top('config|app')),
    packages: any(
      node,
      '^hono(?:/|$)|^@hono/',
      '^rate-limiter-flexible$|^mongodb$|^prom-client$|^pino$|^swagger-ui-dist$|^zod/mini$|^zod$',
    ),
  },
  { files: /^server\/store\/sqlite[\w-]*\.ts$/, may: /^server\/store\//, packages: any(node, '^libsql$') },
  { files: /^server\/store\/mongo[\w-]*\.ts$/, may: /^server\/store\//, packages: any(node, '^mongodb$') },
  {
    files: /^server\/store\/collections\.ts$/,
    may: any(port, feature('model'), top('mail|once|jobs|fanout|turns|heartbeat'), '^server/ports/payments-sandbox\\.ts$'),
  },
  { files: /^server\/store\//, may: /^server\/store\/(?!sqlite|mongo)/, packages: any(node) },
  {
    files: any(outside),
    may: any(protocol, outside),
    types: any(port, top('config')),
    packages: any(node, '^@sendgrid/mail$|^nodemailer$|^stripe$|^jose$|^argon2$|^pino$'),
  },
  {
    files: any(emails),
    may: any(protocol, emails, top('refuse')),
    types: any(feature('model'), top('mail')),
    packages: any('^hono/(?:html|jsx)'),
  },
  { files: any(top('config')), may: any(protocol), packages: any(node, '^zod(?:/mini)?$') },
  {
    files: any(top('live[\\w-]*')),
    may: serverTop(),
    types: any(outside),
    packages: any(node, '^socket\\.io$|^socket\\.io-adapter$|^@socket\\.io/|^mongodb$|^pino$'),
  },
  {
    files: any(top('jobs')),
    may: any(serverTop().source, '^server/store/collections\\.ts$'),
    types: any(outside),
    packages: any(node, '^croner$|^pino$'),
  },
  {
    files: any(top('app')),
    may: any(protocol, feature('routes|actions|model'), '^server/http/', top('[\\w-]+'), port),
    types: any(outside),
  },
  // Backup and restore read and write the store as it is, past what features decide.
  {
    files: any(top('backup[\\w-]*')),
    may: any('^server/store/', top('config|secret-file|backup[\\w-]*'), '^server/ports/clock\\.ts$'),
    packages: any(node, '^zod/mini$'),
  },
  { files: any(top('secret-file')), may: any(top('config')), packages: any(node) },
  // Only main picks an engine and the adapters.
  { files: any(top('main|engine')), may: any(protocol, '^server/'), packages: any(node, '^@hono/node-server(?:/|$)|^pino$') },
  { files: any(top('[\\w-]+')), may: serverTop(), types: any(outside), packages: any(node, '^pino$|^prom-client$') },

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

/** What a file at the top of server/ may import of ours: everything there but the assembly, and what features decide. */
function serverTop(): RegExp {
  return any(
    protocol,
    port,
    emails,
    feature('rules|model|actions'),
    '^server/(?!main|app|config)[\\w-]+\\.ts$',
    '^server/http/cookies\\.ts$',
  )
}

/** Values that all of the server may import, though the rest of their file is closed to most: they neither read nor change anything. */
export const pureValues: Readonly<Record<string, readonly string[]>> = { 'server/ports/clock.ts': ['iso'] }
