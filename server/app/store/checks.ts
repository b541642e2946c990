// The embedded store is looked through beside serving (R113a): at the start where opening it had no time for that, and every half hour, by a process of its own.
// Where it is damaged, serving ends before anything is written over it.
import { spawn } from 'node:child_process'
import type { Logger } from 'pino'
import { createLoop, type Loop } from '#server/kernel/jobs/loop.ts'
import type { Rounds } from '#server/kernel/operations/rounds.ts'
import type { Clock } from '#server/kernel/ports/clock.ts'

/** Looks a store through until it is cut off. Gives what is damaged; rejects where it couldn't look. */
type Look = (signal: AbortSignal) => Promise<string | undefined>

const everyMs = 30 * 60_000
/** The exit code of `check` where the store is at fault. */
const damageFound = 2

/** Runs `check` of the commands. */
export function lookBy(entry: string): Look {
  return (signal) =>
    new Promise((looked, failed) => {
      const child = spawn(process.execPath, [...process.execArgv, entry, 'check'], { stdio: ['ignore', 'ignore', 'pipe'], signal })
      let complaint = ''
      child.stderr.on('data', (part: Buffer) => (complaint = (complaint + part.toString()).slice(-2_000)))
      child.once('error', (error) => (signal.aborted ? looked(undefined) : failed(error)))
      child.once('close', (code) => {
        if (code === 0 || signal.aborted) looked(undefined)
        else if (code === damageFound) looked(complaint.trim())
        else failed(new Error(complaint.trim() || `the check ended with code ${code}`))
      })
    })
}

interface CheckDeps {
  readonly clock: Clock
  readonly log: Logger
  readonly rounds?: Rounds
}
/** Looks at once where opening the store left it out, then every half hour. `end` ends the process without closing the store, which would write its log into its file. */
export function createChecks(
  services: CheckDeps,
  { checked }: { readonly checked: (() => void) | undefined },
  look: Look,
  end: () => void,
): Loop {
  const cut = new AbortController()
  let isDue = checked !== undefined
  const lookThrough = async () => {
    const found = await look(cut.signal)
    if (found === undefined) return
    services.log.fatal({ found }, 'the store is damaged: ending, before anything is written over it')
    end()
  }
  const loop = createLoop('check', services, { pauseMs: everyMs, pollMs: everyMs }, async () => {
    if (isDue) await lookThrough().finally(() => checked?.())
    isDue = true
    return false
  })
  return {
    wake: loop.wake,
    stop() {
      cut.abort()
      return loop.stop()
    },
  }
}
