// The map of the house, enforced: its floors, who may import whom, what lies where, what only one place touches, and how big anything may get.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as checks from './structure/checks.ts'
import { clientTime } from './structure/client-time.ts'
import { ownDeadlines } from './structure/deadlines.ts'
import { drawnWhole } from './structure/drawn.ts'
import { oneFinder, oneStoreFinder } from './structure/finding.ts'
import * as floors from './structure/floors.ts'
import { paced } from './structure/paced.ts'
import { edgesDrawn, picture, pictureIn, withPicture, wrongEdges } from './structure/picture.ts'
import { ownSources, readSource } from './structure/source.ts'
import { steady } from './structure/steady.ts'
import { filesOnTheWay, wayIn } from './structure/way.ts'

const own = ownSources()
const lines = (count: number, line = '  void 0') => Array.from({ length: count }, () => line).join('\n')
const crowd = Array.from({ length: 19 }, (_, n) => readSource(`server/edge/live/file-${n}.ts`, '// Nothing.'))
const small = Array.from({ length: 9 }, (_, n) => readSource(`protocol/kernel/small-${n}.ts`, '// Nothing.'))

/** Two rooms of which the first imports the second, and the second a third. */
const ring = [
  readSource('server/seats/two/queries.ts', `import '#server/seats/one/queries.ts'`),
  readSource('server/seats/three/queries.ts', `import '#server/seats/two/queries.ts'`),
]

/** A page with a part that comes late. */
const lately = (drawn: string) =>
  [
    `const late = loadPage(() => import('./late.tsx'), 'Late')`,
    `const Page = ({ isKnown, isClosed, other }) => {`,
    `  const isHydrated = useHydrated()`,
    `  const [isAsking, ask] = useState(false)`,
    `  const [isOpen, open] = useState(isKnown)`,
    `  const isSeen = isHydrated && isKnown`,
    `  return <section>${drawn}</section>`,
    `}`,
  ].join('\n')

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
      ['protocol/seats/rsvp.ts', `import { refuse } from '#server/kernel/refuse.ts'`],
      ['protocol/seats/rsvp.ts', `import { z } from 'zod'`],
      ['protocol/seats/rsvp.ts', `import type { Hono } from 'hono'`],
      ['server/seats/rules/rsvp.ts', `import { migrate } from '#server/kernel/store/migrate.ts'`],
      ['server/seats/rules/rsvp.ts', `import type { Store } from '#server/kernel/store/store.ts'`],
      ['server/seats/rules/rsvp.ts', `import { submitRsvp } from '#server/seats/rsvp/actions.ts'`],
      ['server/seats/rules/rsvp.ts', `import { randomBytes } from 'node:crypto'`],
      ['server/seats/rules/rsvp.ts', `export { openLive } from '#server/kernel/live/live.ts'`],
      ['server/seats/rules/rsvp.ts', `import { systemClock } from '#server/kernel/ports/clock.ts'`],
      ['server/seats/model/rsvp.ts', `import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'`],
      ['server/seats/model/rsvp.ts', `import { placeRsvp } from '#server/seats/rules/rsvp.ts'`],
      ['server/seats/emails/rsvp.ts', `import { rsvps } from '#server/seats/model/rsvp.ts'`],
      ['server/seats/rsvp/queries.ts', `import { transact } from '#server/kernel/write/transact.ts'`],
      ['server/seats/rsvp/actions.ts', `import { Hono } from 'hono'`],
      ['server/seats/rsvp/actions.ts', `import { on } from '#server/people/http/route.ts'`],
      ['server/seats/rsvp/actions.ts', `import { systemClock } from '#server/kernel/ports/clock.ts'`],
      ['server/seats/rsvp/actions.ts', `import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'`],
      ['server/seats/rsvp/actions.ts', `import { groupRoutes } from '#server/seats/group/routes.ts'`],
      ['server/seats/rsvp/routes.ts', `import { rsvps } from '#server/seats/model/rsvp.ts'`],
      ['server/seats/rsvp/routes.ts', `import { transact } from '#server/kernel/write/transact.ts'`],
      ['server/seats/seating/change-seats.ts', `import { submitRsvp } from '#server/seats/rsvp/actions.ts'`],
      ['server/edge/http/mount.ts', `import { Server } from 'socket.io'`],
      ['server/edge/http/mount.ts', `import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'`],
      ['server/edge/live/watch.ts', `import { submitRsvp } from '#server/seats/rsvp/actions.ts'`],
      ['server/app/app.ts', `import { Hono } from 'hono'`],
      ['server/app/app.ts', `import Database from 'libsql'`],
      ['server/kernel/write/transact.ts', `import { systemClock } from '#server/kernel/ports/clock.ts'`],
      ['server/kernel/write/transact.ts', `const { openSqlite } = await import('#server/kernel/store/sqlite/engine.ts')`],
      ['server/kernel/write/services.ts', `export type Io = import('socket.io').Server`],
      ['server/kernel/store/sqlite/engine.ts', `import { MongoClient } from 'mongodb'`],
      ['server/kernel/store/store.ts', `import Database from 'libsql'`],
      ['server/kernel/ports/mailer.ts', `import { transact } from '#server/kernel/write/transact.ts'`],
      ['server/kernel/emails/layout.ts', `import { Hono } from 'hono'`],
      ['server/app/main.ts', `import { world } from '#tests/kit/world/world.ts'`],
      ['client/ui/actions/button.tsx', `import type { GroupView } from '#protocol/seats/group.ts'`],
      ['client/ui/actions/button.tsx', `import { useGroups } from '../../group/store.ts'`],
      ['client/ui/actions/button.tsx', `import { call } from '../../lib/call.ts'`],
      ['client/records/groups.ts', `import { io } from 'socket.io-client'`],
      ['client/records/groups.ts', `import type { Group } from '#server/seats/model/group.ts'`],
      ['client/records/groups.ts', `import { z } from 'zod'`],
      ['client/records/groups.ts', `import { readFileSync } from 'node:fs'`],
      ['client/lib/dates.ts', `import { iso } from '#server/kernel/ports/clock.ts'`],
      ['server/app/store/collections.ts', `import { type Clock, iso } from '#server/edge/http/mount.ts'`],
      ['scripts/start.mjs', `import { build } from 'vite'`],
      ['elsewhere/file.ts', `// On no row.`],
    ],
    good: [
      ['protocol/seats/rsvp.ts', `import { z } from 'zod/mini'\nimport { Email } from '#protocol/kernel/fields.ts'`],
      [
        'server/seats/rules/rsvp.ts',
        `import { type Group } from '#server/seats/model/group.ts'\nimport { refuse } from '#server/kernel/refuse.ts'`,
      ],
      ['server/seats/rules/rsvp.ts', `import { iso } from '#server/kernel/ports/clock.ts'`],
      ['server/seats/model/rsvp.ts', `import type { Collection } from '#server/kernel/store/store.ts'`],
      [
        'server/seats/rsvp/actions.ts',
        `import { type Clock, iso } from '#server/kernel/ports/clock.ts'\nimport { transact } from '#server/kernel/write/transact.ts'`,
      ],
      ['server/seats/rsvp/actions.ts', `import { settleSeats } from '#server/seats/seating/change-seats.ts'`],
      ['server/seats/rsvp/routes.ts', `import { on } from '#server/people/http/route.ts'\nimport * as rsvp from './actions.ts'`],
      ['server/edge/http/mount.ts', `import { Hono } from 'hono'\nimport { bodyLimit } from 'hono/body-limit'`],
      ['server/kernel/emails/layout.ts', `import { html } from 'hono/html'`],
      ['server/edge/live/sockets.ts', `import { Server } from 'socket.io'`],
      [
        'server/app/main.ts',
        `import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'\nimport { systemClock } from '#server/kernel/ports/clock.ts'`,
      ],
      ['client/lib/live.ts', `import { io } from 'socket.io-client'`],
      ['client/records/groups.ts', `import { call } from '../lib/call.ts'\nimport { groupApi } from '#protocol/seats/group.ts'`],
      ['tests/rsvp/rsvp.test.ts', `import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'\nimport fc from 'fast-check'`],
    ],
  },
  {
    title: 'a file imports only floors below its own',
    check: floors.noArrowsUp,
    bad: [
      ['server/kernel/emails/outbox.ts', `import { finished } from '#server/mail/delivery/complete-email.ts'`],
      ['server/kernel/emails/outbox.ts', `import type { Receipt } from '#server/seats/model/message.ts'`],
      ['server/people/account/broadcasts.ts', `import { manages } from '#server/seats/rights/rights.ts'`],
      ['server/seats/rsvp/actions.ts', `import { tellSome } from '#server/mail/digest/jobs.ts'`],
      ['server/mail/message/actions.ts', `import { readHistory } from '#server/record/history/queries.ts'`],
      ['server/edge/http/mount.ts', `import { createApp } from '#server/app/app.ts'`],
      ['server/cellar/rsvp/actions.ts', `// On no floor.`],
      ['protocol/kernel/fields.ts', `import { rsvpApi } from '#protocol/seats/rsvp.ts'`],
      ['protocol/mail/message.ts', `import { planApi } from '#protocol/money/plan.ts'`],
      ['protocol/app/operator.ts', `const { api } = await import('#protocol/api.ts')`],
      ['client/ui/actions/button.tsx', `import { call } from '#client/lib/call.ts'`],
      ['client/lib/call.ts', `import { useGroups } from '#client/group/store.ts'`],
      ['client/records/groups.ts', `import { useGroups } from '#client/group/store.ts'`],
      ['client/group/store.ts', `import { App } from '#client/app.tsx'`],
    ],
    good: [
      [
        'server/seats/rsvp/actions.ts',
        `import { rsvps } from '#server/seats/model/rsvp.ts'\nimport { refuse } from '#server/kernel/refuse.ts'`,
      ],
      ['server/kernel/live/live.ts', `import { roomOf } from '#protocol/live.ts'`],
      ['protocol/live.ts', `import { rsvpApi } from '#protocol/seats/rsvp.ts'`],
      ['client/group/store.ts', `import { useEvents } from '#client/event/store.ts'\nimport { call } from '#client/lib/call.ts'`],
      ['client/dev/gallery.tsx', `import '#client/style.css'`],
    ],
  },
  {
    title: 'a floor of the server takes no values of what is said of a floor above',
    check: floors.saidBelow,
    bad: [
      ['server/kernel/emails/parts.ts', `import { type Titled, titleOf } from '#protocol/seats/standing/words.ts'`],
      ['server/people/rules/brand.ts', `import { undoableKinds } from '#protocol/record/undo.ts'`],
      ['server/seats/rsvp/actions.ts', `const { planApi } = await import('#protocol/money/plan.ts')`],
    ],
    good: [
      ['server/kernel/emails/outbox.ts', `import type { MessageView } from '#protocol/mail/message.ts'`],
      ['server/seats/rsvp/broadcasts.ts', `import { groupRoom } from '#protocol/live.ts'`],
      ['server/seats/emails/standing.ts', `import { titleOf } from '#protocol/seats/standing/words.ts'`],
      ['server/record/undo/actions.ts', `import { rsvpApi } from '#protocol/seats/rsvp.ts'`],
    ],
  },
  {
    title: 'no rooms import each other in a circle, types included',
    check: (sources) =>
      floors.noRoomCircles([...sources, ...(sources === own ? [] : [...ring, readSource('client/one/a.ts', `import '#client/two/b.ts'`)])]),
    bad: [
      ['server/seats/one/actions.ts', `import type { Three } from '#server/seats/three/queries.ts'`],
      ['client/two/screen/b.ts', `const { c } = await import('#client/one/c.ts')`],
    ],
    good: [
      ['server/seats/one/actions.ts', `import { four } from '#server/seats/four/queries.ts'`],
      ['client/two/screen/b.ts', `import { c } from '#client/two/c.ts'`],
    ],
  },
  {
    title: 'R81 what comes late is ready where the server draws, or waits until the browser has taken the page over',
    check: drawnWhole,
    bad: [
      `<late.Component />`,
      `{isKnown && <late.Component />}`,
      `{(isHydrated || isKnown) && <late.Component />}`,
      `{isHydrated ? null : <late.Component />}`,
      `{isOpen && <late.Component />}`,
    ].map((drawn) => ['client/rsvp/rsvp-page.tsx', lately(drawn)] as const),
    good: [
      `{isHydrated && <late.Component />}`,
      `{isKnown && isHydrated && (isClosed || isKnown) && <Suspense><late.Component /></Suspense>}`,
      `{isHydrated ? <late.Component /> : null}`,
      `{isAsking && <late.Component />}`,
      `{isSeen && <late.Component />}`,
      `<other.Component />`,
    ].map((drawn) => ['client/rsvp/rsvp-page.tsx', lately(drawn)] as const),
  },
  {
    title: 'routes name the actions of their own noun only',
    check: floors.ownActions,
    bad: [['server/seats/rsvp/routes.ts', `import { editGroup } from '#server/seats/group/actions.ts'`]],
    good: [
      ['server/seats/rsvp/routes.ts', `import { submitRsvp } from './actions.ts'`],
      ['server/mail/notice/routes.ts', `import { stop } from '#server/seats/notice/actions.ts'`],
      ['server/seats/rsvp/actions.ts', `import { editGroup } from '#server/seats/group/actions.ts'`],
    ],
  },
  {
    title: 'paths into another top folder go through the imports of package.json',
    check: checks.namedPaths,
    bad: [['server/seats/rules/rsvp.ts', `import { rsvpApi } from '../../../protocol/seats/rsvp.ts'`]],
    good: [['server/seats/rules/rsvp.ts', `import { rsvpApi } from '#protocol/seats/rsvp.ts'\nimport { groupRules } from './group.ts'`]],
  },
  {
    title: 'a room holds what the map names for it and nothing else, and each noun is one of protocol/',
    check: (sources) => floors.nounRooms([...sources, readSource('protocol/seats/rsvp.ts', '// A noun.')]),
    bad: [
      ['server/seats/rsvp/helpers.ts', '// Anything.'],
      ['server/seats/rsvp/parts/actions.ts', '// Too deep.'],
      ['server/seats/rsvp/seat-actions.ts', '// Only rules are parted.'],
      ['server/seats/rsvp/rules.ts', '// By kind, in its room.'],
      ['server/seats/emails/rsvp-seat.ts', '// Only what is kept or decided is parted.'],
      ['server/seats/rules/nothing.ts', '// Of no noun.'],
      ['server/seats/nothing/actions.ts', '// Of no noun.'],
    ],
    good: [
      ['server/seats/rules/rsvp.ts', '// Decides.'],
      ['server/seats/rules/rsvp-seat.ts', '// Decides on another subject.'],
      ['server/seats/model/rsvp-seat.ts', '// Keeps another subject.'],
      ['server/seats/rsvp/broadcasts.ts', '// Tells.'],
      ['server/seats/seating/helpers.ts', '// Not of a noun.'],
      ['server/edge/http/helpers.ts', '// Not of a noun.'],
    ],
  },
  {
    title: 'in the server and on its floors lies only in a room what has one',
    check: floors.inRooms,
    bad: [
      ['server/transact.ts', '// Writes.'],
      ['server/kernel/transact.ts', '// Writes.'],
    ],
    good: [
      ['server/app/main.ts', '// Starts.'],
      ['server/kernel/write/transact.ts', '// Writes.'],
    ],
  },
  {
    title: 'no files import each other in a circle: types and dynamic imports included',
    check: (sources) => floors.noCircles([...sources, readSource('server/edge/live/one.ts', `import type { Two } from './two.ts'`)]),
    bad: [['server/edge/live/two.ts', `const { one } = await import('./one.ts')`]],
    good: [['server/edge/live/two.ts', `import { three } from './three.ts'`]],
  },
  {
    title: 'a room of the server or of protocol/ holds at most so many files, a folder of the client 20',
    check: (sources) => checks.folderSizes([...sources, ...(sources === own ? [] : crowd)]),
    bad: [['server/edge/live/one-more.ts', '// Too many.']],
    good: [['server/edge/live/parts/one-more.ts', '// In a room of its own.']],
  },
  {
    title: 'time, chance, the environment and the network are touched in one place each',
    check: checks.reservedTouches,
    bad: [
      ['server/seats/rules/rsvp.ts', 'const now = Date.now()'],
      ['server/seats/rules/rsvp.ts', 'const now = globalThis.Date.now()'],
      ['server/seats/rules/rsvp.ts', `const now = Date['now']()`],
      ['server/seats/rules/rsvp.ts', 'const { now } = Date'],
      ['server/seats/rules/rsvp.ts', 'const now = new Date()'],
      ['server/seats/rules/rsvp.ts', 'const now = new Date'],
      ['server/seats/rules/rsvp.ts', 'const now = Date()'],
      ['server/edge/http/mount.ts', 'const id = crypto.randomUUID()'],
      ['server/edge/http/mount.ts', `import { randomUUID as id } from 'node:crypto'`],
      ['server/edge/http/mount.ts', `import * as dice from 'node:crypto'\ndice.randomBytes(1)`],
      ['server/edge/http/mount.ts', `import dice from 'crypto'\ndice.getRandomValues(new Uint8Array(1))`],
      ['server/kernel/write/transact.ts', 'const wait = Math.random() * 10'],
      ['server/edge/live/sockets.ts', 'const level = process.env.LOG_LEVEL'],
      ['server/edge/live/sockets.ts', 'const { env } = process'],
      ['server/edge/live/sockets.ts', `import { env } from 'node:process'`],
      ['protocol/kernel/limits.ts', 'const free = process.env.FREE'],
      ['client/app.tsx', 'const url = process.env.URL'],
      ['protocol/kernel/fields.ts', 'const isLink = URL.canParse(text)'],
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
      ['server/kernel/ports/clock.ts', 'export const now = () => Date.now()'],
      ['server/kernel/ports/secrets.ts', `import { randomBytes } from 'node:crypto'`],
      ['server/seats/rules/rsvp.ts', 'const at = (now: number) => new Date(now)'],
      ['server/seats/rules/rsvp.ts', 'const id = secrets.randomId(), now = clock.now(), text = "Date.now()" // Date.now()'],
      ['server/kernel/config.ts', 'export const level = process.env.LOG_LEVEL'],
      ['client/lib/call.ts', `void fetch('/api')`],
      ['client/lib/prefetched-call.ts', `void fetch('/api')`],
      ['client/lib/new-key.ts', 'export const bytes = crypto.getRandomValues(new Uint8Array(16))'],
      ['client/records/groups.ts', 'const one = { fetch: 1 }.fetch'],
    ],
  },
  {
    title: 'R247 pages go by the server’s clock',
    check: clientTime,
    bad: [
      ['client/records/groups.ts', 'const at = Date.now()'],
      ['client/records/groups.ts', 'const at = window.Date.now()'],
      ['client/records/groups.ts', 'const { now } = Date'],
      ['client/records/groups.ts', 'const [at] = useState(Date.now)'],
      ['client/records/groups.ts', 'const at = new Date().toISOString()'],
      ['client/records/groups.ts', 'const at = Date()'],
      ['client/records/groups.ts', 'const at = performance.timeOrigin + performance.now()'],
      ['client/records/groups.ts', 'const at = Temporal.Now.instant()'],
      ['client/ui/when-idle.ts', 'export const needsNoLeave = true'],
    ],
    good: [
      ['client/lib/now.ts', 'export const serverNow = () => Date.now()'],
      ['client/records/groups.ts', `import { serverNow } from '#client/lib/now.ts'\nconst at = new Date(serverNow())`],
      ['client/records/groups.ts', 'const began = performance.now(), { now } = state'],
      ['server/kernel/ports/clock.ts', 'export const now = () => Date.now()'],
    ],
  },
  {
    title: 'R232 names are found in one way',
    check: oneFinder,
    bad: [
      ['client/org/member-rules.ts', 'const found = users.filter(({ name }) => name.toLowerCase().includes(words.trim().toLowerCase()))'],
      [
        'client/group/roster/roster.ts',
        'const wanted = text.toLowerCase()\nconst found = rows.filter((row) => row.name.toLowerCase().includes(wanted))',
      ],
      [
        'server/seats/event/queries.ts',
        'const low = typed.toLocaleLowerCase()\nconst is = (name: string) => roleKey(name).startsWith(low)',
      ],
      ['server/seats/event/queries.ts', `const plain = (text: string) => text.normalize('NFD').replace(/\\p{M}/gu, '')`],
      ['client/ui/fields/combobox/combobox.tsx', 'const at = option.label.toLowerCase().indexOf(query.toLowerCase())'],
      ['client/rsvp/answer/use-fold.ts', 'export const needsNoLeave = true'],
    ],
    good: [
      ['protocol/kernel/finding/names.ts', `export const folded = (text: string) => text.normalize('NFKD').toLowerCase()`],
      ['client/org/member-rules.ts', 'const found = users.filter(({ name }) => finderOf(words)(name))'],
      ['client/org/member-rules.ts', `const isSaid = message.toLowerCase().includes('duplicate')`],
      ['server/kernel/emails/names.ts', `const plain = text.normalize('NFKC'), is = ids.includes(id)`],
    ],
  },
  {
    title: 'R232a what begins a word is found in the store in one way',
    check: oneStoreFinder,
    bad: [
      [
        'server/app/operator/queries.ts',
        `const starting = (index: string, from: string) => reader.find(users, { index, from, to: endOf(from), limit: perPage })`,
      ],
      ['server/app/operator/queries.ts', `const found = await reader.find(orgs, { index: 'name', from: low, to: \`\${low}~\` })`],
      ['server/seats/group/queries.ts', `const to = { index: 'name', from: key(typed), to: key(typed) + last }`],
    ],
    good: [
      ['server/seats/event/queries.ts', 'const walk = { from: iso(now), to: iso(now + riskMs.short + 1), limit }'],
      ['server/people/account/queries.ts', 'const found = findByWords(reader, accountWords, wordsOf(typed), read, limit)'],
      ['client/lib/dates.ts', 'const range = { from, to: addDays(from, 1) }'],
    ],
  },
  {
    title: 'a test of npm test hangs on no real clock, no chance and no speed',
    check: steady,
    bad: [
      ['tests/rsvp/rsvp.test.ts', 'const began = performance.now()'],
      ['tests/rsvp/rsvp.test.ts', `import { performance } from 'node:perf_hooks'\nconst began = performance.now()`],
      ['tests/rsvp/rsvp.test.ts', 'const began = process.hrtime.bigint()'],
      ['tests/rsvp/rsvp.test.ts', 'const { rss } = process.memoryUsage()'],
      ['tests/rsvp/rsvp.test.ts', 'const now = Date.now()'],
      ['tests/rsvp/rsvp.test.ts', 'const now = new Date()'],
      ['tests/rsvp/rsvp.test.ts', 'await new Promise((later) => setTimeout(later, 100))'],
      ['tests/rsvp/rsvp.test.ts', `import { setTimeout as wait } from 'node:timers/promises'`],
      ['tests/rsvp/rsvp.test.ts', 'const die = Math.random()'],
      ['tests/rsvp/rsvp.test.ts', `import { randomInt } from 'node:crypto'`],
      ['tests/rsvp/rsvp.test.ts', `import { onTime } from '../kit/world/pace.ts'`],
      ['tests/rsvp/rsvp.test.ts', `import { untilSeen } from '../kit/world/pace.ts'`],
      ['tests/client/rsvp-page.test.tsx', 'await act(() => new Promise((rest) => setTimeout(rest, 450)))'],
      ['tests/safety/replay.test.ts', 'const began = performance.now()'],
      ['tests/safety/race.test.ts', `import { untilSeen } from '../kit/world/pace.ts'`],
      ['tests/store/migrations.test.ts', 'const needsNoLeave = true'],
      ['tests/kit/world/world.ts', 'const port = 1_024 + 60_000 * Math.random()'],
      ['tests/kit/world/sockets.ts', `import { within } from './pace.ts'`],
    ],
    good: [
      ['tests/rsvp/rsvp.test.ts', `import { comes } from '../kit/world/pace.ts'\nawait new Promise(setImmediate)`],
      ['tests/rsvp/rsvp.test.ts', `const at = new Date('2026-12-01T09:00:00Z')\ntest('R1 a', { timeout: 300_000 }, f)`],
      ['tests/client/rsvp-page.test.tsx', 'const soon = Date.now() + 1_000'],
      ['tests/pace/live.test.ts', 'const began = performance.now()'],
      ['tests/message/once.test.ts', 'const began = performance.now()'],
      ['tests/safety/load.test.ts', `import { untilSeen } from '../kit/world/pace.ts'`],
    ],
  },
  {
    title: 'what is judged by speed says so in its title, and is a ratio',
    check: paced,
    bad: [
      ['tests/pace/live.test.ts', `import { within } from '../kit/world/pace.ts'\ntest('L2 soon', onTime, () => void within(took, 150))`],
      [
        'tests/mongo/feed.test.ts',
        `import { fair } from '../kit/world/pace.ts'\ntest.each([1])('L8 %s', async () => {\n  fair(0.4, 0.5)\n})`,
      ],
      ['tests/pace/live.test.ts', `test('L2 pace: soon', () => expect(performance.now() - began).toBeLessThan(150))`],
      ['tests/safety/load.test.ts', `test('S1 soon', () => expect(tookMs).toBeLessThanOrEqual(150))`],
      ['tests/e2e/late.test.ts', `test('S1 soon', () => expect(median(all)).toBeLessThan(150))`],
      ['tests/pace/disk.test.ts', `test('R113 pace: goes on', async () => expect(await turnsOf('thread')).toBeGreaterThan(60))`],
    ],
    good: [
      [
        'tests/pace/live.test.ts',
        `import { within } from '../kit/world/pace.ts'\ntest('L2 pace: soon', onTime, () => void within(took, 150))`,
      ],
      ['tests/mongo/deadlines.test.ts', `test('S17 ends', async () => expect(await deadlines.within(1_000, late)).toBe(1))`],
      ['tests/mongo/faults-clock.test.ts', `test('S16 waits', async () => expect(tookMs).toBeGreaterThan(450))`],
      ['tests/mongo/feed.test.ts', `test('L8 comes', () => expect.poll(() => feed.lagMs()).toBeLessThan(2_500))`],
    ],
  },
  {
    title: 'R245 tables are written in one place',
    check: checks.tableWriters,
    bad: [
      ['client/door/list.ts', 'const text = Papa.unparse(rows)'],
      ['client/door/list.ts', `import { unparse } from 'papaparse'`],
      ['client/door/list.ts', `saveText('list', rows.join(), 'text/csv')`],
      ['server/app/operator/routes.ts', `const headers = { 'content-type': 'text/csv;charset=utf-8' }`],
      ['client/door/list.ts', `link.download = name + '.csv'`],
      ['client/door/list.ts', `saveFile('list', bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')`],
    ],
    good: [
      ['client/lib/files/csv-cells.ts', 'const text = Papa.unparse(rows)'],
      ['client/door/list.tsx', 'const field = <input accept=".csv" />'],
    ],
  },
  {
    title: 'every file begins with a comment that says why it exists',
    check: checks.firstComments,
    bad: [
      ['server/app/app.ts', 'export const app = 1'],
      ['server/app/app.ts', '\n// Too late: not the first line.'],
      ['server/app/app.ts', '// App.'],
      ['client/style.css', 'p { color: red }'],
    ],
    good: [
      ['server/app/app.ts', '// The features mounted: the table of contents.'],
      ['client/style.css', '/* The look in one place. */'],
    ],
  },
  {
    title: 'a file has at most 300 lines',
    check: checks.fileSizes,
    bad: [
      ['server/app/app.ts', lines(301, '//')],
      ['tests/kit/world/world.ts', lines(301, '//')],
    ],
    good: [['server/app/app.ts', `${lines(300, '//')}\n`]],
  },
  {
    title: 'nine of ten files have at most 200 lines',
    check: (sources) => checks.mostFileSizes([...sources, ...(sources === own ? [] : small.slice(1))]),
    bad: [['server/app/app.ts', lines(201, '//')]],
    good: [['server/app/app.ts', lines(200, '//')]],
  },
  {
    title: 'no test has a deadline of its own that a busy machine could miss',
    check: ownDeadlines,
    bad: [
      ['tests/rsvp/rsvp.test.ts', `test('R1', async () => {\n  await 0\n}, 60_000)`],
      ['tests/rsvp/rsvp.test.ts', `test('R1', { ...onTime, timeout: 90_000 }, async () => {})`],
      ['tests/client/rsvp.test.tsx', `it('R1', {\n  timeout: 5_000,\n}, () => {})`],
      ['tests/rsvp/rsvp.test.ts', `await expect.poll(() => [1], { interval: 2, timeout: 150 }).toEqual([1])`],
    ],
    good: [
      ['tests/rsvp/rsvp.test.ts', `test('R1', { timeout: 120_000 }, async () => {})`],
      ['tests/rsvp/rsvp.test.ts', `await expect.poll(() => [1], { interval: 2 }).toEqual([1])\nspawn('x', { timeout: 5 })`],
      ['tests/kit/world/pace.ts', `export const soon = { timeout: 5 }`],
    ],
  },
  {
    title: 'a function has at most 40 lines, a component 90',
    check: checks.functionSizes,
    bad: [
      ['server/app/app.ts', `export function long() {\n${lines(39)}\n}`],
      ['server/app/app.ts', `const long = () => {\n${lines(39)}\n}`],
      ['server/app/app.ts', `const one = { long() {\n${lines(39)}\n} }`],
      ['server/app/app.ts', `function short() { return () => {\n${lines(39)}\n} }`],
      ['client/app.tsx', `export function useLong() {\n${lines(39)}\n  return 1\n}`],
      ['client/app.tsx', `const long = () => {\n${lines(39)}\n  return <p />\n}`],
      ['client/app.tsx', `export function Long() {\n${lines(39)}\n  return 1\n}`],
      ['client/app.tsx', `export function Long() {\n${lines(89)}\n  return <p />\n}`],
    ],
    good: [
      ['server/app/app.ts', `export function just() {\n${lines(38)}\n}`],
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
  expect(() => readSource('server/app/app.ts', 'const = ;')).toThrow('server/app/app.ts')
})

describe('the description of the architecture', () => {
  const described = readFileSync('docs/architecture.md', 'utf8')

  test('draws the floors with their rooms; otherwise: node --import tsx tests/structure/draw.ts', () => {
    const drawn = pictureIn(described)
    expect(wrongEdges(drawn, own)).toEqual([])
    expect(edgesDrawn(drawn).length).toBeGreaterThan(15)
    expect(drawn).toContain(picture(own))
  })

  test('notices an edge too few, one too many and one of the wrong kind, and draws them right', () => {
    const right = picture(own)
    const edge = '  people --> kernel\n'
    const wrong = [right.replace(edge, ''), `${right}\n  protocol_kernel --> seats`, right.replace(edge, '  people -.-> kernel\n')]
    expect(wrong.map((text) => wrongEdges(text, own).length)).toEqual([1, 1, 2])
    expect(wrongEdges(withPicture(`<!-- picture -->\n${wrong[0]}\n<!-- /picture -->`, own), own)).toEqual([])
    expect(() => pictureIn('# No picture')).toThrow('no picture')
  })

  test('walks the way of an RSVP over at most 25 files, each of which is there', () => {
    const files = filesOnTheWay(wayIn(described))
    expect(files.filter((file) => !existsSync(file))).toEqual([])
    expect(files.length).toBeGreaterThan(15)
    expect(files.length).toBeLessThanOrEqual(25)
  })
})

test('the README is read in a minute and a half: at most 130 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(130)
})

test('every link from one document to another leads to a file', () => {
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md']
  for (const folder of ['docs', 'protocol', 'server', 'client', 'tests'])
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      if (name.endsWith('.md')) documents.push(join(folder, name))
  const links = documents.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)].map(([, to = '']) => `${file} -> ${join(dirname(file), to)}`),
  )
  expect(links.length).toBeGreaterThan(50)
  expect(links.filter((link) => !existsSync(link.split(' -> ')[1] ?? ''))).toEqual([])
})
