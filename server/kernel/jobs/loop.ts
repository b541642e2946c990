// A loop that works off what is due: woken when there may be something, and polling for what another process left behind.
import type { Logger } from 'pino'
import type { Metrics } from '#server/kernel/operations/metrics.ts'
import type { Rounds } from '#server/kernel/operations/rounds.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'

export interface Loop {
  /** There may be something to do. */
  wake(): void
  /** Ends after the round under way. */
  stop(): Promise<void>
}

/** `pauseMs` lies between two rounds while there is more, so that jobs never crowd out requests; `pollMs` between two looks. */
interface Pace {
  readonly pauseMs: number
  readonly pollMs: number
}
const soonMs = 10

const outcomeOf = (round: () => Promise<boolean>) =>
  round().then(
    (more) => ({ more }),
    (error: unknown) => ({ more: false, failure: error }),
  )

/** `round` works off one small batch and says whether there may be more. */
export function createLoop(
  name: string,
  { clock, log, metrics, rounds }: { clock: Clock; log: Logger; metrics?: Metrics; rounds?: Rounds },
  { pauseMs, pollMs }: Pace,
  round: () => Promise<boolean>,
): Loop {
  let [stopped, woken] = [false, false]
  let running: Promise<void> | undefined
  let cancelTimer = () => {}
  const plan = (ms: number) => {
    cancelTimer()
    cancelTimer = clock.after(ms, () => {
      running ??= run()
    })
  }
  const run = async () => {
    woken = false
    const startedAt = performance.now()
    const { more, ...failed } = await outcomeOf(round)
    if ('failure' in failed) log.error({ err: failed.failure, loop: name }, 'a round of a loop failed')
    metrics?.round(name, (performance.now() - startedAt) / 1_000, 'failure' in failed ? 'failed' : 'done')
    const waitMs = more || woken ? pauseMs : pollMs
    rounds?.ended(name, { at: clock.now(), nextAt: clock.now() + waitMs, ...failed })
    running = undefined
    if (!stopped) plan(waitMs)
  }
  plan(soonMs)
  return {
    wake() {
      if (!stopped && !woken && !running) plan(soonMs)
      woken = true
    },
    async stop() {
      stopped = true
      cancelTimer()
      await running
    },
  }
}
