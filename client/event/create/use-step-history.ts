// The browser's Back goes one step back: each step that was opened is an entry of its own in the history of this tab.

import { useEffect, useRef } from 'react'
import type { DraftStep } from './draft.ts'

/** The steps of the entries up to this one. */
type StepHistory = readonly DraftStep[]
const isStep = (one: unknown): one is DraftStep => one === 0 || one === 1 || one === 2
const wayIn = (state: unknown): StepHistory => {
  const way = (state as { way?: unknown } | null)?.way
  return Array.isArray(way) && way.length > 0 && way.every(isStep) ? way : [0]
}
const lastOf = (way: StepHistory): DraftStep => way.at(-1) ?? 0

/** As `entriesOver` of ui/over-page.ts, which would be a file more in the first load. */
const entriesOver = () => (window.history.state as { over?: number } | null)?.over ?? 0
// It takes the place of what a dialog has left there (R248a).
const push = (way: StepHistory) => window.history[entriesOver() > 0 ? 'replaceState' : 'pushState']({ way }, '')
/** How long the browser may take to go where the page itself sent it; it comes by the steps between. */
const ownMoveMs = 300

/** A kept draft opens where it was left: the steps before it come into the history first. */
function openAt(step: DraftStep, skipsSecond: boolean): StepHistory {
  const known = wayIn(window.history.state)
  if (lastOf(known) === step) return known
  let way: StepHistory = [0]
  window.history.replaceState({ way }, '')
  for (const one of skipsSecond && step === 2 ? ([2] as const) : ([1, 2] as const)) {
    if (one > step) break
    way = [...way, one]
    push(way)
  }
  return way
}

/** Gives what notes a move to a step; `onStep` is called with the step that the browser's own buttons lead to. `skipsSecond`: it is passed over. */
export function useStepHistory(step: DraftStep, skipsSecond: boolean, onStep: (step: DraftStep) => void): (step: DraftStep) => void {
  const at = useRef<StepHistory>([step])
  const skips = useRef(skipsSecond)
  const ownUntil = useRef(0)
  const latest = useRef(onStep)
  latest.current = onStep
  useEffect(() => {
    at.current = openAt(lastOf(at.current), skips.current)
    const follow = (event: PopStateEvent) => {
      const reached = wayIn(event.state)
      if (performance.now() < ownUntil.current || lastOf(reached) === lastOf(at.current)) return
      at.current = reached
      latest.current(lastOf(reached))
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return (next) => {
    const before = at.current.indexOf(next)
    if (before === at.current.length - 1) return
    if (before < 0) {
      at.current = [...at.current, next]
      return push(at.current)
    }
    const by = at.current.length - 1 - before
    at.current = at.current.slice(0, before + 1)
    ownUntil.current = performance.now() + ownMoveMs
    window.history.go(-by - entriesOver())
  }
}
