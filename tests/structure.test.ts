// The map of the house, enforced: who may import whom, what lies where, what only one place touches, and how big anything may get.
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import * as checks from './structure/checks.ts'
import { edgesDrawn, picture, pictureIn, withPicture, wrongEdges } from './structure/picture.ts'
import { ownSources, readSource } from './structure/source.ts'
import { filesOnTheWay, wayIn } from './structure/way.ts'

const own = ownSources()
const lines = (count: number, line = '  void 0') => Array.from({ length: count }, () => line).join('\n')
const crowd = Array.from({ length: 15 }, (_, n) => readSource(`server/live/file-${n}.ts`, '// Nothing.'))
const small = Array.from({ length: 9 }, (_, n) => readSource(`protocol/small-${n}.ts`, '// Nothing.'))

type Planted = readonly [file: string, text: string]
interface Rule {
  readonly title: string
  readonly check: checks.Check
  /** Files that break the rule, each on its own. */
  readonly bad: readonly Planted[]
  /** Files that look like it and keep the rule. */
  readonly good: readonly Planted[]
}

const rules: readonly Rule[] = [
  {
    title: 'every import is one the map allows',
    check: checks.allowedImports,
    bad: [
      ['protocol/rsvp.ts', `import { refuse } from '#server/refuse.ts'`],
      ['protocol/rsvp.ts', `import { z } from 'zod'`],
      ['protocol/rsvp.ts', `import type { Hono } from 'hono'`],
      ['server/rsvp/rules.ts', `import { groups } from '../store/collections.ts'`],
      ['server/rsvp/rules.ts', `import type { Store } from '../store/store.ts'`],
      ['server/rsvp/rules.ts', `import { submitRsvp } from './actions.ts'`],
      ['server/rsvp/rules.ts', `import { randomBytes } from 'node:crypto'`],
      ['server/rsvp/rules.ts', `export { openLive } from '../live.ts'`],
      ['server/rsvp/rules.ts', `import { systemClock } from '../ports/clock.ts'`],
      ['server/rsvp/model.ts', `import { openSqlite } from '../store/sqlite.ts'`],
      ['server/rsvp/model.ts', `import { placeRsvp } from './rules.ts'`],
      ['server/rsvp/actions.ts', `import { Hono } from 'hono'`],
      ['server/rsvp/actions.ts', `import { on } from '../http/route.ts'`],
      ['server/rsvp/actions.ts', `import { openLive } from '../live.ts'`],
      ['server/rsvp/actions.ts', `import { systemClock } from '../ports/clock.ts'`],
      ['server/rsvp/actions.ts', `import { rsvpRoutes } from '../group/routes.ts'`],
      ['server/rsvp/routes.ts', `import { rsvps } from './model.ts'`],
      ['server/rsvp/routes.ts', `import { transact } from '../write/transact.ts'`],
      ['server/http/mount.ts', `import { Server } from 'socket.io'`],
      ['server/http/mount.ts', `import { openSqlite } from '../store/sqlite.ts'`],
      ['server/app.ts', `import { Hono } from 'hono'`],
      ['server/app.ts', `import Database from 'libsql'`],
      ['server/write/transact.ts', `import { systemClock } from '../ports/clock.ts'`],
      ['server/write/transact.ts', `const { openSqlite } = await import('../store/sqlite.ts')`],
      ['server/services.ts', `export type Io = import('socket.io').Server`],
      ['server/store/sqlite/engine.ts', `import { MongoClient } from 'mongodb'`],
      ['server/store/store.ts', `import Database from 'libsql'`],
      ['server/ports/mailer.ts', `import { transact } from '../write/transact.ts'`],
      ['server/emails/layout.ts', `import { Hono } from 'hono'`],
      ['server/main.ts', `import { world } from '#tests/kit/world/world.ts'`],
      ['client/ui/actions/button.tsx', `import type { GroupView } from '#protocol/group.ts'`],
      ['client/ui/actions/button.tsx', `import { useGroups } from '../../group/store.ts'`],
      ['client/ui/actions/button.tsx', `import { call } from '../../lib/call.ts'`],
      ['client/lib/call.ts', `import { useGroups } from '../group/store.ts'`],
      ['client/records/groups.ts', `import { io } from 'socket.io-client'`],
      ['client/records/groups.ts', `import type { Group } from '#server/group/model.ts'`],
      ['client/records/groups.ts', `import { z } from 'zod'`],
      ['client/records/groups.ts', `import { readFileSync } from 'node:fs'`],
      ['client/lib/dates.ts', `import { iso } from '#server/ports/clock.ts'`],
      ['server/store/collections.ts', `import { type Clock, iso } from '../ports/clock.ts'`],
      ['scripts/start.mjs', `import { build } from 'vite'`],
      ['elsewhere/file.ts', `// On no row.`],
    ],
    good: [
      ['protocol/rsvp.ts', `import { z } from 'zod/mini'\nimport { Email } from './fields.ts'`],
      ['server/rsvp/rules.ts', `import { type Group } from '../group/model.ts'\nimport { refuse } from '../refuse.ts'`],
      ['server/rsvp/rules.ts', `import { iso } from '../ports/clock.ts'`],
      ['server/rsvp/model.ts', `import type { Collection } from '../store/store.ts'`],
      ['server/rsvp/actions.ts', `import { type Clock, iso } from '../ports/clock.ts'\nimport { transact } from '../write/transact.ts'`],
      ['server/rsvp/routes.ts', `import { on } from '../http/route.ts'\nimport * as rsvp from './actions.ts'`],
      ['server/http/mount.ts', `import { Hono } from 'hono'\nimport { bodyLimit } from 'hono/body-limit'`],
      ['server/emails/layout.ts', `import { html } from 'hono/html'`],
      ['server/live/sockets.ts', `import { Server } from 'socket.io'`],
      ['server/main.ts', `import { openSqlite } from './store/sqlite.ts'\nimport { systemClock } from './ports/clock.ts'`],
      ['client/lib/live.ts', `import { io } from 'socket.io-client'`],
      ['client/records/groups.ts', `import { call } from '../lib/call.ts'\nimport { groupApi } from '#protocol/group.ts'`],
      ['tests/rsvp/rsvp.test.ts', `import { openSqlite } from '#server/store/sqlite/engine.ts'\nimport fc from 'fast-check'`],
    ],
  },
  {
    title: 'routes name the actions of their own feature only',
    check: checks.ownActions,
    bad: [['server/rsvp/routes.ts', `import { editGroup } from '../group/actions.ts'`]],
    good: [
      ['server/rsvp/routes.ts', `import { submitRsvp } from './actions.ts'`],
      ['server/rsvp/actions.ts', `import { editGroup } from '../group/actions.ts'`],
    ],
  },
  {
    title: 'paths into another top folder go through the imports of package.json',
    check: checks.namedPaths,
    bad: [['server/rsvp/rules.ts', `import { rsvpApi } from '../../protocol/rsvp.ts'`]],
    good: [['server/rsvp/rules.ts', `import { rsvpApi } from '#protocol/rsvp.ts'\nimport { refuse } from '../refuse.ts'`]],
  },
  {
    title: 'a feature holds the parts that the map names and nothing else, and has its noun in protocol/',
    check: (sources) => checks.featureFolders([...sources, readSource('protocol/rsvp.ts', '// A noun.')]),
    bad: [
      ['server/rsvp/helpers.ts', '// Anything.'],
      ['server/rsvp/parts/rules.ts', '// Too deep.'],
      ['server/rsvp/seat-actions.ts', '// Only rules are parted.'],
      ['server/nothing/rules.ts', '// Of no noun.'],
    ],
    good: [
      ['server/rsvp/rules.ts', '// Decides.'],
      ['server/rsvp/seat-rules.ts', '// Decides on another subject.'],
      ['server/rsvp/broadcasts.ts', '// Tells.'],
      ['server/http/helpers.ts', '// Not of a feature.'],
    ],
  },
  {
    title: 'in server/ itself lies only what puts the rooms together',
    check: checks.serverTop,
    bad: [['server/transact.ts', '// Writes.']],
    good: [
      ['server/main.ts', '// Starts.'],
      ['server/write/transact.ts', '// Writes.'],
    ],
  },
  {
    title: 'no files of the server import each other in a circle, types included',
    check: (sources) => checks.noCircles([...sources, readSource('server/live/one.ts', `import type { Two } from './two.ts'`)]),
    bad: [['server/live/two.ts', `import { one } from './one.ts'`]],
    good: [['server/live/two.ts', `import { three } from './three.ts'`]],
  },
  {
    title: 'no two features of the client import each other',
    check: (sources) => checks.noFeatureCircles([...sources, readSource('client/one/a.ts', `import { b } from '#client/two/b.ts'`)]),
    bad: [['client/two/b.ts', `import { c } from '#client/one/c.ts'`]],
    good: [['client/two/b.ts', `import { c } from '#client/three/c.ts'`]],
  },
  {
    title: 'a room of the server holds at most 15 files, a folder of the client 20',
    check: (sources) => checks.folderSizes([...sources, ...(sources === own ? [] : crowd)]),
    bad: [['server/live/one-more.ts', '// Too many.']],
    good: [['server/live/parts/one-more.ts', '// In a room of its own.']],
  },
  {
    title: 'time, chance, the environment and the network are touched in one place each',
    check: checks.reservedTouches,
    bad: [
      ['server/rsvp/rules.ts', 'const now = Date.now()'],
      ['server/rsvp/rules.ts', 'const now = globalThis.Date.now()'],
      ['server/rsvp/rules.ts', `const now = Date['now']()`],
      ['server/rsvp/rules.ts', 'const { now } = Date'],
      ['server/rsvp/rules.ts', 'const now = new Date()'],
      ['server/rsvp/rules.ts', 'const now = new Date'],
      ['server/rsvp/rules.ts', 'const now = Date()'],
      ['server/http/mount.ts', 'const id = crypto.randomUUID()'],
      ['server/http/mount.ts', `import { randomUUID as id } from 'node:crypto'`],
      ['server/http/mount.ts', `import * as dice from 'node:crypto'\ndice.randomBytes(1)`],
      ['server/http/mount.ts', `import dice from 'crypto'\ndice.getRandomValues(new Uint8Array(1))`],
      ['server/write/transact.ts', 'const wait = Math.random() * 10'],
      ['server/live/sockets.ts', 'const level = process.env.LOG_LEVEL'],
      ['server/live/sockets.ts', 'const { env } = process'],
      ['server/live/sockets.ts', `import { env } from 'node:process'`],
      ['protocol/limits.ts', 'const free = process.env.FREE'],
      ['client/app.tsx', 'const url = process.env.URL'],
      ['client/records/groups.ts', `void fetch('/api')`],
      ['client/records/groups.ts', `const get = window.fetch`],
      ['client/records/groups.ts', `const socket = new WebSocket('/')`],
      ['client/lib/live.ts', `navigator.sendBeacon('/')`],
      ['client/org/setup/org-name-step.tsx', 'const [key] = useState(() => crypto.randomUUID())'],
      ['client/org/setup/org-name-step.tsx', 'const { randomUUID } = window.crypto'],
      ['client/lib/new-key.ts', 'export const newKey = () => crypto.randomUUID()'],
      ['client/event/create/draft.ts', 'const key = crypto.getRandomValues(new Uint8Array(16))'],
    ],
    good: [
      ['server/ports/clock.ts', 'export const now = () => Date.now()'],
      ['server/ports/secrets.ts', `import { randomBytes } from 'node:crypto'`],
      ['server/rsvp/rules.ts', 'const at = (now: number) => new Date(now)'],
      ['server/rsvp/rules.ts', 'const id = secrets.randomId(), now = clock.now(), text = "Date.now()" // Date.now()'],
      ['server/config.ts', 'export const level = process.env.LOG_LEVEL'],
      ['client/lib/call.ts', `void fetch('/api')`],
      ['client/lib/early-call.ts', `void fetch('/api')`],
      ['client/lib/new-key.ts', 'export const bytes = crypto.getRandomValues(new Uint8Array(16))'],
      ['client/records/groups.ts', 'const at = Date.now(), one = { fetch: 1 }.fetch'],
    ],
  },
  {
    title: 'every file begins with a comment that says why it exists',
    check: checks.firstComments,
    bad: [
      ['server/app.ts', 'export const app = 1'],
      ['server/app.ts', '\n// Too late: not the first line.'],
      ['server/app.ts', '// App.'],
      ['client/style.css', 'p { color: red }'],
    ],
    good: [
      ['server/app.ts', '// The features mounted: the table of contents.'],
      ['client/style.css', '/* The look in one place. */'],
    ],
  },
  {
    title: 'a file has at most 300 lines',
    check: checks.fileSizes,
    bad: [
      ['server/app.ts', lines(301, '//')],
      ['tests/kit/world/world.ts', lines(301, '//')],
    ],
    good: [['server/app.ts', `${lines(300, '//')}\n`]],
  },
  {
    title: 'nine of ten files have at most 200 lines',
    check: (sources) => checks.mostFileSizes([...sources, ...(sources === own ? [] : small.slice(1))]),
    bad: [['server/app.ts', lines(201, '//')]],
    good: [['server/app.ts', lines(200, '//')]],
  },
  {
    title: 'a function has at most 40 lines, a component 90',
    check: checks.functionSizes,
    bad: [
      ['server/app.ts', `export function long() {\n${lines(39)}\n}`],
      ['server/app.ts', `const long = () => {\n${lines(39)}\n}`],
      ['server/app.ts', `const one = { long() {\n${lines(39)}\n} }`],
      ['server/app.ts', `function short() { return () => {\n${lines(39)}\n} }`],
      ['client/app.tsx', `export function useLong() {\n${lines(39)}\n  return 1\n}`],
      ['client/app.tsx', `const long = () => {\n${lines(39)}\n  return <p />\n}`],
      ['client/app.tsx', `export function Long() {\n${lines(39)}\n  return 1\n}`],
      ['client/app.tsx', `export function Long() {\n${lines(89)}\n  return <p />\n}`],
    ],
    good: [
      ['server/app.ts', `export function just() {\n${lines(38)}\n}`],
      ['client/app.tsx', `export function Page() {\n${lines(87)}\n  return <p />\n}`],
      ['client/app.tsx', `export const Page = memo(() => {\n${lines(87)}\n  return <p />\n})`],
      ['tests/rsvp/rsvp.test.ts', `describe('all', () => {\n${lines(100)}\n})`],
    ],
  },
]

describe.each(rules)('$title', ({ check, bad, good }) => {
  test('in this house', () => expect(check(own).join('\n')).toBe(''))
  test.each(bad)('notices it in %s: %s', (file, text) => expect(check([readSource(file, text)])).not.toEqual([]))
  test.each(good)('lets %s be: %s', (file, text) => expect(check([readSource(file, text)])).toEqual([]))
})

test('the sources are really read: each top folder has some, and imports are found in them', () => {
  const folders = new Set(own.map(({ file }) => file.split('/')[0]))
  expect([...folders]).toEqual(expect.arrayContaining(['protocol', 'server', 'client', 'tests', 'scripts']))
  expect(own.flatMap(({ imports }) => imports).length).toBeGreaterThan(own.length)
})

test('a file that is not TypeScript is no empty file', () => {
  expect(() => readSource('server/app.ts', 'const = ;')).toThrow('server/app.ts')
})

describe('the README', () => {
  const readme = readFileSync('README.md', 'utf8')

  test('draws the imports between rooms; otherwise: node --import tsx tests/structure/draw.ts', () => {
    const drawn = pictureIn(readme)
    expect(wrongEdges(drawn, own)).toEqual([])
    expect(edgesDrawn(drawn).length).toBeGreaterThan(20)
  })

  test('notices an edge too few, one too many and one of the wrong kind, and draws them right', () => {
    const right = picture(own)
    const edge = '  features --> write\n'
    const wrong = [right.replace(edge, ''), `${right}\n  protocol --> features`, right.replace(edge, '  features -.-> write\n')]
    expect(wrong.map((text) => wrongEdges(text, own).length)).toEqual([1, 1, 2])
    expect(wrongEdges(withPicture(`<!-- picture -->\n${wrong[0]}\n<!-- /picture -->`, own), own)).toEqual([])
    expect(() => pictureIn('# No picture')).toThrow('no picture')
  })

  test('walks the way of an RSVP over at most 25 files, each of which is there', () => {
    const files = filesOnTheWay(wayIn(readme))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.length).toBeGreaterThan(15)
    expect(files.length).toBeLessThanOrEqual(25)
  })
})
