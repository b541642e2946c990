// After a run of a tier, by what vitest reported of it: whether the tests that the planted faults name are still there.
import process from 'node:process'
import { planted } from './planted.ts'
import { filesIn } from './shop.ts'
import { untested } from './verdict.ts'

// What was left out on this machine, or failed, is there as well.
const there = filesIn(process.argv[2] ?? '').map((file) => ({
  ...file,
  assertionResults: file.assertionResults.map((test) => ({ ...test, status: 'passed' })),
}))
/** What belongs to the other tier is looked at after that. */
const ran = planted.filter(({ tests }) => tests.every((test) => there.some(({ name }) => name.replaceAll('\\', '/').endsWith(`/${test}`))))
const objections = untested(ran, there)
for (const line of objections) console.error(line)
if (objections.length > 0) process.exitCode = 1
