// The suites: the server and its contract (unit), the screens without a browser (client), MongoDB and a sample of the rules over it (mongo), attacks,
// crashes and crowds (safety), the whole product in Chromium (e2e), its main ways in Firefox and WebKit as well. What of them runs first: tests/tiers.ts.
import { readdirSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { isOf, listed, type Tier } from './tests/tiers.ts'

// A zone with an odd offset (+05:45) shows whoever mixes up local time and UTC. Set here as well, for those who call vitest directly.
process.env.TZ = 'Asia/Kathmandu'

const seconds = 1_000
/** `npm run test:soak`: the safety suite with more of everything. */
const soak = process.env.SOAK !== undefined
/** Whatever takes this long has come to a stop, unless its test gives itself longer and says why. It says nothing of how fast anything is. */
const hangs = 180 * seconds
/** A way through screens is made of many waits: each of them says so after two minutes (`timeoutMs`), all of them together take as long as the way is. */
const way = 300 * seconds

const bundles = 'tests/kit/process/bundles.ts'

/** What runs over MongoDB as well, where the engine matters: a sample of the features (all of one noun), live broadcasts, migrations, several processes. */
const overMongo = [
  'rsvp/*',
  'live/live',
  'emails/outbox',
  'backup/era',
  'history/processes',
  'several/histories',
  'invitation/kills',
  'store/migrations',
  'store/old-release',
  'store/before-migrations',
  'store/mailboxes',
  'account/people-search',
  'emails/mailbox',
  'safety/race',
  'safety/assign-race',
  'safety/limits',
].map((name) => `tests/${name}.test.ts`)
/** What is promised in milliseconds, and so can't be measured beside other tests: it runs when they are done, as does all in tests/pace. */
const alone = [
  'pace/*',
  'mongo/processes-pace',
  'mongo/processes-rights',
  'mongo/faults-crash',
  'e2e/first-sight',
  'e2e/answers-pace',
  'e2e/several-pace',
].map((name) => `tests/${name}.test.ts`)
/** The main job, all states of an invitation, lists to choose from and the door also run in Firefox; the first two and the door in WebKit as well. */
const inFirefox = ['main-job', 'standing', 'code-survives', 'choosing', 'door-helper'].map((name) => `tests/e2e/${name}.test.ts`)
// A file that was moved must not leave the suite without a word.
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => `tests/${file.replaceAll('\\', '/')}`)
for (const pattern of [...overMongo, ...inFirefox, ...alone, ...listed])
  if (!files.some((file) => new RegExp(`^${pattern.replace('*', '[^/]*')}$`).test(file))) throw new Error(`${pattern} names no test`)

/** Which of the tests run: `TIER`, set by scripts/test.mjs, or all of what is named. */
const tier = (process.env.TIER ?? 'all') as Tier
/** What a suite leaves to the other tier. */
const others = (project: string) => files.filter((file) => /\.test\.tsx?$/.test(file) && !isOf(tier, project, file))

/** Seconds that files took when all suites ran: `npm run test:all -- --durations` notes them. A file that isn't there is short. */
const durations = JSON.parse(readFileSync('tests/durations.json', 'utf8')) as Readonly<Record<string, number>>
const secondsOf = ({ project, moduleId }: TestSpecification) =>
  durations[`${project.name} ${moduleId.slice(project.config.root.length + 1).replaceAll('\\', '/')}`] ?? 0
const isLong = (file: TestSpecification) => secondsOf(file) >= 20
const inBrowser = ({ project }: TestSpecification) => ['e2e', 'firefox', 'webkit'].includes(project.name)

/**
 * The long files first, longest before the others, so that none is left over at the end, where it would run alone. Those of servers mostly wait, for
 * processes and for a database that is away; those of browsers mostly compute: they take turns, so that either has the other beside it. Then the short
 * ones, project by project: a worker keeps the modules it has loaded only while the next file is of the same project (decision 0094).
 */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const all = (await super.sort(files)).toSorted((one, other) => secondsOf(other) - secondsOf(one))
    const long = all.filter(isLong)
    const [browsers, servers] = [long.filter(inBrowser), long.filter((file) => !inBrowser(file))]
    const turns = Array.from({ length: long.length }, (_, n) => [...browsers.slice(n, n + 1), ...servers.slice(n, n + 1)]).flat()
    const short = all.filter((file) => !isLong(file))
    const places = new Map([...new Set(short.map(({ project }) => project.name))].map((name, place) => [name, place]))
    const placeOf = ({ project }: TestSpecification) => places.get(project.name) ?? 0
    return [...turns, ...short.toSorted((one, other) => placeOf(one) - placeOf(other))]
  }
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    setupFiles: 'tests/kit/model/seeds.ts',
    // What is waited for comes; how soon it came is said where it matters (tests/kit/world/pace.ts).
    expect: { poll: { timeout: 120 * seconds } },
    sequence: { sequencer: LongFirst },
    // Two more than a common runner of CI has cores, since much of it is waiting.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/client/**', 'tests/safety/**', 'tests/mongo/**', ...alone, ...others('unit')],
          globalSetup: bundles,
          environment: 'node',
          // What a world needs lies in the world: modules are loaded once for all files.
          isolate: false,
          testTimeout: hangs,
          hookTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'client',
          include: ['tests/client/**/*.test.{ts,tsx}'],
          exclude: others('client'),
          environment: 'happy-dom',
          isolate: false,
          setupFiles: 'tests/client/fresh-page.ts',
          testTimeout: hangs,
          hookTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'mongo',
          include: ['tests/mongo/**/*.test.ts', ...overMongo],
          exclude: [...alone, ...others('mongo')],
          globalSetup: [bundles, 'tests/mongo/setup.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: hangs,
          hookTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'safety',
          include: ['tests/safety/**/*.test.ts'],
          exclude: others('safety'),
          globalSetup: bundles,
          environment: 'node',
          isolate: false,
          testTimeout: soak ? 1_800 * seconds : hangs,
          hookTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['tests/e2e/webkit/**', ...alone, ...others('e2e')],
          globalSetup: [bundles, 'tests/e2e/setup.ts'],
          environment: 'node',
          isolate: false,
          testTimeout: way,
          hookTimeout: way,
        },
      },
      {
        extends: true,
        test: {
          name: 'pace',
          include: alone,
          exclude: others('pace'),
          environment: 'node',
          globalSetup: [bundles, 'tests/mongo/setup.ts', 'tests/e2e/setup.ts'],
          testTimeout: way,
          hookTimeout: way,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: inFirefox,
          exclude: others('firefox'),
          environment: 'node',
          env: { BROWSER: 'firefox' },
          globalSetup: [bundles, 'tests/e2e/built.ts'],
          testTimeout: way,
          hookTimeout: way,
        },
      },
      ...(process.platform === 'linux'
        ? [
            {
              extends: true as const,
              test: {
                name: 'webkit',
                include: ['tests/e2e/webkit/**/*.test.ts'],
                exclude: others('webkit'),
                environment: 'node',
                globalSetup: [bundles, 'tests/e2e/built.ts'],
                testTimeout: way,
                hookTimeout: way,
              },
            },
          ]
        : []),
    ],
  },
})
