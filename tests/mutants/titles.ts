// After a run of all suites, by what vitest reported of it: whether the tests that the planted faults name are still there.
import process from 'node:process'
import { planted } from './planted.ts'
import { filesIn } from './shop.ts'
import { untested } from './verdict.ts'

// What was left out on this machine, or failed, is there as well.
const there = filesIn(process.argv[2] ?? '').map((file) => ({
  ...file,
  assertionResults: file.assertionResults.map((test) => ({ ...test, status: 'passed' })),
}))
const objections = untested(planted, there)
for (const line of objections) console.error(line)
if (objections.length > 0) process.exitCode = 1
