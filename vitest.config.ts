// The suites of `npm test`: the server and its contract (unit), the screens without a browser (client), the same rules over MongoDB's protocol (mongo),
// attacks, crashes and crowds (safety), the whole product in Chromium (e2e).
import { defineConfig } from 'vitest/config'

// A zone with an odd offset (+05:45) shows whoever mixes up local time and UTC. Set here as well, for those who call vitest directly.
process.env.TZ = 'Asia/Kathmandu'

const seconds = 1_000
/** `npm run test:soak`: the safety suite with more of everything. */
const soak = process.env.SOAK !== undefined

/** The features whose tests run over each engine. What isn't here doesn't touch the store, or is about the embedded engine. */
const overMongo = [
  'access',
  'account',
  'assign*',
  'backup-era',
  'delivery-slots',
  'event*',
  'grant',
  'group',
  'link',
  'live',
  'login',
  'mail',
  'member',
  'org*',
  'plan*',
  'rsvp*',
  'session',
].flatMap((name) => [`tests/${name}.test.ts`])
const racesOverMongo = ['race', 'assign-race', 'limits', 'write-path'].map((name) => `tests/safety/${name}.test.ts`)

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/client/**', 'tests/safety/**', 'tests/mongo/**'],
          environment: 'node',
          testTimeout: 20 * seconds,
        },
      },
      {
        extends: true,
        test: { name: 'client', include: ['tests/client/**/*.test.{ts,tsx}'], environment: 'happy-dom', testTimeout: 10 * seconds },
      },
      {
        extends: true,
        test: {
          name: 'mongo',
          include: ['tests/mongo/**/*.test.ts', ...overMongo, ...racesOverMongo],
          globalSetup: 'tests/mongo/setup.ts',
          environment: 'node',
          testTimeout: 60 * seconds,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'safety',
          include: ['tests/safety/**/*.test.ts'],
          environment: 'node',
          testTimeout: (soak ? 1_800 : 120) * seconds,
          hookTimeout: 120 * seconds,
          // Most of it is other processes: a second file costs little.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          // After the others and one file at a time: a browser and a server share two cores with nobody else.
          fileParallelism: false,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
