// How much longer one of two answers takes: measured in turns, so that what slows the machine slows both.

export type Ask = (email: string) => Promise<unknown>
interface How {
  readonly ask: Ask
  /** Done after each, and not counted. */
  readonly between: () => unknown
  /** For each of the two, in each round. */
  readonly samples: number
}

const median = (times: readonly number[]) => [...times].sort((a, b) => a - b)[times.length >> 1] ?? 0

/** As a part of the longer one. */
async function difference(emails: readonly [string, string], { ask, between, samples }: How) {
  const times: readonly [number[], number[]] = [[], []]
  const time = async (nth: 0 | 1) => {
    const began = performance.now()
    await ask(emails[nth])
    times[nth].push(performance.now() - began)
    await between()
    await new Promise(setImmediate)
  }
  for (let round = 0; round < samples; round++) {
    await time(round % 2 === 0 ? 0 : 1)
    await time(round % 2 === 0 ? 1 : 0)
  }
  const [one, other] = [median(times[0]), median(times[1])]
  return Math.abs(one - other) / Math.max(one, other)
}

/** At most so many measurements before what is still apart counts as apart. */
const most = 6

/** The least of six, once all is warm, or the first that is less than `noise`: a difference that is there shows every time, one that the machine made does not. */
export async function leastOfSix(emails: readonly [string, string], noise: number, how: How): Promise<number> {
  await difference(emails, how)
  let least = 1
  for (let nth = 0; nth < most && least >= noise; nth++) least = Math.min(least, await difference(emails, how))
  return least
}
