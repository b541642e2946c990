// The browser's Back goes one step back: each step is an entry of its own in the history of this tab.
import { useEffect, useRef } from 'react'
import type { DraftStep } from './draft.ts'

const stepIn = (state: unknown): DraftStep => {
  const step = (state as { step?: unknown } | null)?.step
  return step === 1 || step === 2 ? step : 0
}

const push = (step: DraftStep) => window.history.pushState({ step }, '')
/** How long the browser may take to go where the page itself sent it; it comes by the steps between. */
const ownMoveMs = 300

/** Gives what notes a move to a step; `onStep` is told where the browser's own buttons lead. */
export function useStepHistory(step: DraftStep, onStep: (step: DraftStep) => void): (step: DraftStep) => void {
  const at = useRef(step)
  const ownUntil = useRef(0)
  const told = useRef(onStep)
  told.current = onStep
  useEffect(() => {
    // A kept draft opens where it was left: the steps before it come into the history first.
    if (stepIn(window.history.state) !== at.current) {
      window.history.replaceState({ step: 0 }, '')
      for (const one of [1, 2] as const) if (one <= at.current) push(one)
    }
    const follow = (event: PopStateEvent) => {
      const reached = stepIn(event.state)
      if (reached === at.current || performance.now() < ownUntil.current) return
      at.current = reached
      told.current(reached)
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return (next) => {
    const by = next - at.current
    at.current = next
    if (by > 0) push(next)
    if (by >= 0) return
    ownUntil.current = performance.now() + ownMoveMs
    window.history.go(by)
  }
}
