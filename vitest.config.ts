// The three suites of `npm test`: the server and its contract (unit), the screens without a browser (client), the whole product in Chromium (e2e).
import { defineConfig } from 'vitest/config'

// A zone with an odd offset (+05:45) shows whoever mixes up local time and UTC. Set here as well, for those who call vitest directly.
process.env.TZ = 'Asia/Kathmandu'

const seconds = 1_000

export default defineConfig({
  test: {
    passWithNoTests: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', 'tests/client/**'],
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
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120 * seconds,
          hookTimeout: 120 * seconds,
          // After the others and one file at a time: a browser and a server share two cores with nobody else.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
