// Which tests `npm test` runs, and which wait for `npm run test:all`. One list, read by `vitest.config.ts` (which suites run what), by
// `contract.test.ts` (each rule is tested by both) and by the planted faults (most are caught by the first).

/** `fast` is `npm test`, `rest` all that it leaves out, `all` both. */
export type Tier = 'fast' | 'rest' | 'all'

/** Of the suites `unit` and `client` all files are fast but these: they mostly wait, or start many servers. What measures is in the suite `pace`. */
const later = [
  'backup/commands',
  'backup/files',
  'backup/schedule',
  'history/curve',
  'history/processes',
  'http/unread-answers',
  'invitation/kills',
  'message/once',
  'mutants/compile',
  'operations/doctor-finds',
  'operations/proxies',
  'operations/reload',
  'operations/terminal',
  'plan/stripe-mock',
  'reminder/exactly-once',
  'reminder/night',
  'store/damage-served',
  'store/old-release',
  'store/sqlite-thread-contract',
]

/** Of the other suites these are: rights, races with their controls, hostile requests, and for each rule that no other fast file tests a short one. */
const sooner = [
  'safety/assign-race',
  'safety/claim-race',
  'safety/clock',
  'safety/fairness',
  'safety/faults-log',
  'safety/faults-queue',
  'safety/guards',
  'safety/handover-race',
  'safety/hostile',
  'safety/hostile-http',
  'safety/hostile-live',
  'safety/reply-times',
  'safety/hostile-texts',
  'safety/limits',
  'safety/live-rights',
  'safety/logs',
  'safety/race',
  'safety/model-fields',
  'safety/replay',
  'safety/rights',
  'safety/same-site',
  'safety/tokens',
  'safety/undo-race',
  'mongo/backup',
  'mongo/commits',
  'mongo/elsewhere',
  'mongo/mongod',
  'mongo/mongod-faults',
  'mongo/mongod-majority',
  'mongo/mongod-strict',
  'mongo/mongod-transactions',
  'mongo/store',
  'mongo/stream',
  'e2e/access-link',
  'e2e/invitation',
  'e2e/keys',
  'e2e/main-job',
]

/** Files of both: a sample of their made-up cases first, by a seed of its own (`some` in kit/model/chance.ts), and all of them later. */
const sampled = ['people/read-people', 'safety/hostile', 'safety/same-site', 'plan/webhook']

const fileOf = (name: string) => `tests/${name}.test.ts`

/** What is listed, as files: each must be there. */
export const listed = [...later, ...sooner].map(fileOf)

/** The suite a test file belongs to, as in `vitest.config.ts`. */
export const suiteOf = (file: string) => /^tests\/(client|mongo|safety|e2e|pace)\//.exec(file)?.[1] ?? 'unit'

/** Whether a file, run by a suite (`project` of vitest's), belongs to a tier. */
export function isOf(tier: Tier, project: string, file: string): boolean {
  if (tier === 'all') return true
  const isAt = (names: readonly string[]) => names.map(fileOf).includes(file)
  if (project === 'unit' || project === 'client') return isAt(later) === (tier === 'rest') || isAt(sampled)
  // The suite `mongo` runs files of other suites once more: those never come first.
  const isFast = isAt(sooner) && file.startsWith(`tests/${project}/`)
  return isFast === (tier === 'fast') || (isFast && isAt(sampled))
}
