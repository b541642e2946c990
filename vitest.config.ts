// The suites of `npm test`: the server and its contract (unit), the screens without a browser (client), the same rules over MongoDB's protocol (mongo),
// attacks, crashes and crowds (safety), the whole product in Chromium (e2e), its main ways in Firefox and WebKit as well.
import { readdirSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// A zone with an odd offset (+05:45) shows whoever mixes up local time and UTC. Set here as well, for those who call vitest directly.
process.env.TZ = 'Asia/Kathmandu'

const seconds = 1_000
/** `npm run test:soak`: the safety suite with more of everything. */
const soak = process.env.SOAK !== undefined
/** Whatever takes this long has come to a stop: it says nothing of how fast anything is. */
const hangs = 600 * seconds

/** The features whose tests run over each engine. What isn't here doesn't touch the store, or is about the embedded engine. */
const overMongo = [
  'access/*',
  'account/*',
  'assign/*',
  'backup/era',
  'emails/outbox',
  'emails/slots',
  'event/*',
  'group/*',
  'live/live',
  'member/*',
  'org/*',
  'pending/*',
  'plan/*',
  'rsvp/*',
].map((name) => `tests/${name}.test.ts`)
const racesOverMongo = ['race', 'assign-race', 'limits', 'write-path'].map((name) => `tests/safety/${name}.test.ts`)
/** The main ways of organizers and invitees also run in Firefox. */
const inFirefox = ['main-job', 'seats', 'ways-in', 'org'].map((name) => `tests/e2e/${name}.test.ts`)
// A file that was moved must not leave the suite without a word.
const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => `tests/${file.replaceAll('\\', '/')}`)
for (const pattern of [...overMongo, ...racesOverMongo, ...inFirefox])
  if (!files.some((file) => new RegExp(`^${pattern.replace('*', '[^/]*')}$`).test(file))) throw new Error(`${pattern} names no test`)

/**
 * The long files, longest first: most of what they take is waiting, for processes and for a database that is away, during which others use the
 * processor; and none of them is left over at the end, where it would run alone.
 */
const longFirst = [
  'mongo tests/mongo/faults-away',
  'mongo tests/plan/webhook',
  'safety tests/safety/hostile.',
  'mongo tests/safety/write-path',
  'safety tests/safety/faults-loops',
  'mongo tests/mongo/processes-gone',
  'safety tests/safety/faults-start',
  'safety tests/safety/faults.',
  'safety tests/safety/faults-points',
  'mongo tests/mongo/faults-election',
  'mongo tests/mongo/faults-killed',
  'mongo tests/mongo/fairness',
  'safety tests/safety/faults-store',
  'safety tests/safety/write-path',
  'mongo tests/mongo/faults-start',
  'safety tests/safety/enumeration',
  'safety tests/safety/cuts',
  'safety tests/safety/model-flights',
  'mongo tests/mongo/backup',
  'mongo tests/mongo/processes-loss',
  'safety tests/safety/faults-disk',
]
const placeOf = ({ project, moduleId }: TestSpecification) => {
  const place = longFirst.findIndex((start) => `${project.name} ${moduleId.slice(project.config.root.length + 1)}`.startsWith(start))
  return place < 0 ? longFirst.length : place
}
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rest = await super.sort(files)
    return rest.toSorted((one, other) => placeOf(one) - placeOf(other))
  }
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    // What is waited for comes; how soon it came is said where it matters (tests/kit/world/pace.ts).
    expect: { poll: { timeout: 10 * seconds } },
    sequence: { sequencer: LongFirst },
    // One more than a common runner of CI has cores, since much of it is waiting.
    maxWorkers: 3,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/client/**', 'tests/safety/**', 'tests/mongo/**'],
          environment: 'node',
          // What a world needs lies in the world: modules are loaded once for all files.
          isolate: false,
          testTimeout: 60 * seconds,
        },
      },
      {
        extends: true,
        test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'], environment: 'happy-dom', testTimeout: 30 * seconds },
      },
      {
        extends: true,
        test: {
          name: 'mongo',
          include: ['tests/mongo/**/*.test.ts', ...overMongo, ...racesOverMongo],
          globalSetup: 'tests/mongo/setup.ts',
          environment: 'node',
          isolate: false,
          testTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'safety',
          include: ['tests/safety/**/*.test.ts'],
          environment: 'node',
          testTimeout: soak ? 1_800 * seconds : hangs,
          hookTimeout: hangs,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: ['tests/e2e/webkit/**'],
          environment: 'node',
          testTimeout: 300 * seconds,
          hookTimeout: 300 * seconds,
          // After the others and one file at a time: a browser and a server share two cores with nobody else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'firefox',
          include: inFirefox,
          environment: 'node',
          env: { BROWSER: 'firefox' },
          testTimeout: 300 * seconds,
          hookTimeout: 300 * seconds,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
      ...(process.platform === 'linux'
        ? [
            {
              extends: true as const,
              test: {
                name: 'webkit',
                include: ['tests/e2e/webkit/**/*.test.ts'],
                environment: 'node',
                testTimeout: 300 * seconds,
                hookTimeout: 300 * seconds,
                fileParallelism: false,
                sequence: { groupOrder: 3 },
              },
            },
          ]
        : []),
    ],
  },
})
