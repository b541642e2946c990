// The time by the server's clock: a computer's own may be hours off, and what is over, open or held is for the server to say (R247, decision 0149).
import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** How far the server's clock is ahead of this computer's (milliseconds). */
const useClock = create(() => ({ offset: 0 }))

/** The time by the server's clock, as far as it has said so yet (milliseconds). */
export const serverNow = () => Date.now() + useClock.getState().offset
export const clockOffset = () => useClock.getState().offset
export const setClockOffset = (offset: number) => useClock.setState({ offset })

/**
 * Takes in what a reply said (`said`), at some moment from `asked` to `heard` by this computer's clock: what fits it stays as it is, however slow the way was, so
 * that nothing jitters; nor is a second another clock. Nobody on the way keeps a reply of the API, so its date is never an older one's. What says nothing changes nothing.
 */
export function noteTime(said = 0, asked: number, heard = Date.now()) {
  const middle = said + 500 - (asked + heard) / 2
  const fits = (offset: number) => Math.abs(offset - middle) <= 1_500 + (heard - asked) / 2
  if (said && !fits(clockOffset())) setClockOffset(fits(0) ? 0 : middle)
}

/** What the page's own answer says, before any reply: in a header, since the page is kept and the same for everybody. One that the browser has kept, so that nothing came, is of another day. */
export function notePageTime() {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const told = page?.transferSize ? page.serverTiming?.find(({ name }) => name === 'now') : null
  noteTime(told?.duration, Date.now() - performance.now())
}

/** Draws anew when the server says that it is another time: for what is drawn from `serverNow` and waits for a moment. */
export const useClockOffset = () => useClock(({ offset }) => offset)

/** Gives the current moment (milliseconds), anew every `everyMs`: what time alone changes, e.g. that an event has ended, is not broadcast. */
export function useNow(everyMs = 30_000): number {
  useClockOffset()
  const [at, setAt] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setAt(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return at + clockOffset() // not the hook's, which is none while a page is hydrated
}
