// A reporter of vitest for `npm test -- --durations`: notes in `tests/durations.json` how long each file took, which is what `vitest.config.ts` goes by.
import { writeFileSync } from 'node:fs'

const worthwhileSeconds = 3

export default class Durations {
  onTestRunEnd(modules) {
    const taken = modules.map((one) => [`${one.project.name} ${one.relativeModuleId}`, Math.round(one.diagnostic().duration / 1_000)])
    const long = taken.filter(([, seconds]) => seconds >= worthwhileSeconds).sort(([, one], [, other]) => other - one)
    writeFileSync('tests/durations.json', `${JSON.stringify(Object.fromEntries(long), null, 2)}\n`)
  }
}
