// A reporter of vitest for scripts/test.mjs: notes in OUTCOME which files failed, in which project, and how many of their tests passed.
import { writeFileSync } from 'node:fs'
import process from 'node:process'

export default class Outcome {
  onTestRunEnd(modules, unhandledErrors) {
    const count = (one, state) => [...one.children.allTests(state)].length
    const files = modules.map((one) => ({
      project: one.project.name,
      file: one.relativeModuleId,
      // A file that couldn't be loaded counts as one failed test.
      failed: one.ok() ? 0 : Math.max(count(one, 'failed'), 1),
      passed: count(one, 'passed'),
    }))
    writeFileSync(process.env.OUTCOME, JSON.stringify({ files, errors: unhandledErrors.length }))
  }
}
