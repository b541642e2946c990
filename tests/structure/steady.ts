// What `npm test` runs hangs on nothing but the product: no real clock, no chance, no verdict by speed. It is judged by tests/tiers.ts, file by file.
import { isOf, suiteOf } from '../tiers.ts'
import type { Check } from './checks.ts'
import type { Source } from './source.ts'

const clock = /^(performance|perf_hooks\.performance)\.now$|^process\.(hrtime|cpuUsage|memoryUsage)\b/
const day = /^(Date\.now|new Date\(\)|Date\(\))$/
const waiting = /^(setTimeout|setInterval)\(\)$|^timers\/promises\.(setTimeout|setInterval|scheduler)$/
const chance = /^Math\.random$|^crypto\.random(Int|Bytes|UUID)$/
const verdict = /^tests\/kit\/world\/pace\.ts\.(within|times|fair|alike|inTime|onTime|untilSeen)$/

const isTest = (file: string) => /\.test\.tsx?$/.test(file)
const isFast = ({ file }: Source) => isTest(file) && isOf('fast', suiteOf(file), file)

/** These may, as long as it can't be avoided. */
const allowed: Readonly<Record<string, string>> = {
  'tests/store/migrations.test.ts': 'its part over MongoDB, which runs later, asks a store that has a clock of its own',
}

/** What such a file hangs on that it shouldn't. In the suite `client` the day stands still (tests/client/fresh-page.ts). */
function leaning(source: Source): string[] {
  const kinds = [clock, waiting, chance, verdict, ...(suiteOf(source.file) === 'client' ? [] : [day])]
  return [...source.touches].filter((one) => kinds.some((kind) => kind.test(one)))
}

/** What they share asks clocks and waits where it must, but takes no chance of its own, and leaves verdicts by speed to the test, where they are seen. */
const shared = ({ file, touches }: Source) =>
  file.startsWith('tests/kit/') ? [...touches].filter((one) => verdict.test(one) || /^Math\.random$|^crypto\.randomInt$/.test(one)) : []

/** The tests of `npm test` neither ask the real clock nor wait for it, take no chance and judge nothing by speed. */
export const steady: Check = (sources) => [
  ...sources.flatMap((source) => shared(source).map((one) => `${source.file}, which tests share, hangs on ${one}`)),
  ...sources.filter(isFast).flatMap((source) => {
    const found = leaning(source)
    if (source.file in allowed)
      return found.length > 0 ? [] : [`${source.file} hangs on nothing: it needs no leave in tests/structure/steady.ts`]
    return found.length > 0 ? [`${source.file} hangs on ${found.join(', ')}`] : []
  }),
]
