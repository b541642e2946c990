// The process's own time in a test's hand: what rests, retries or looks again by it does so when the test says, however busy the machine is.
import { onTestFinished, vi } from 'vitest'

/** Time stands still from now on, but for what `comes` waits; gives what lets some of it pass. Date and the clock of a world go by themselves. */
export function holdTime() {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (ms: number) => void vi.advanceTimersByTime(ms)
}
