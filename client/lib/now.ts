// The time by the server's clock: a computer's own may be hours off, and what is over, open or held is for the server to say (R247).
import { useEffect, useState } from 'react'
import { create } from 'zustand'

/** How far the server's clock is ahead of this computer's (milliseconds). */
const useClock = create(() => ({ offset: 0 }))

/** The time by the server's clock, as far as it has said so yet (milliseconds). */
export const serverNow = () => Date.now() + useClock.getState().offset
export const clockOffset = () => useClock.getState().offset
export const setClockOffset = (offset: number) => useClock.setState({ offset })

/** Begins at a moment that is known of the server: when it drew this page. */
export const beginNow = (at: number) => setClockOffset(at - Date.now())

/** What a reply says of the time: `said` by its header, to the second, at some moment from `asked` to `heard` by this computer's clock. */
export interface ToldTime {
  readonly said: number
  readonly asked: number
  readonly heard: number
}
export const timeOf = (date: string | null, asked: number): ToldTime => ({ said: Date.parse(date ?? ''), asked, heard: Date.now() })

/** So little is no other clock. */
const slackMs = 1_000

/** Takes in what a reply said: what fits it stays as it is, however slow the way was, so that nothing jitters. A reply that says nothing leaves this computer's clock. */
export function noteTime({ said, asked, heard }: ToldTime) {
  const [least, most] = [said - heard - slackMs, said + 1_000 - asked + slackMs]
  const fits = (offset: number) => least <= offset && offset <= most
  if (fits(clockOffset())) return
  setClockOffset(fits(0) || Number.isNaN(said) ? 0 : Math.round((least + most) / 2))
}

/** Draws anew when the server says that it is another time: for what is drawn from `serverNow` and waits for a moment. */
export const useClockOffset = () => useClock(({ offset }) => offset)

/** Gives the current moment (milliseconds), anew every `everyMs`: what time alone changes, e.g. that an event has ended, is not broadcast. */
export function useNow(everyMs = 30_000): number {
  const [at, setAt] = useState(serverNow)
  useEffect(() => {
    const look = () => setAt(serverNow())
    const timer = setInterval(look, everyMs)
    const leave = useClock.subscribe(look)
    return () => {
      clearInterval(timer)
      leave()
    }
  }, [everyMs])
  return at
}
