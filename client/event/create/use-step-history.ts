// The browser's Back goes one step back: each step is an entry of its own in the history of this tab.
import { useEffect, useRef } from 'react'
import type { DraftStep } from './draft.ts'

const stepIn = (state: unknown): DraftStep => {
  const step = (state as { step?: unknown } | null)?.step
  return step === 1 || step === 2 ? step : 0
}

const push = (step: DraftStep) => window.history.pushState({ step }, '')

/** Gives what notes a move to a step; `onStep` is told where the browser's own buttons lead. */
export function useStepHistory(step: DraftStep, onStep: (step: DraftStep) => void): (step: DraftStep) => void {
  const isOwnMove = useRef(false)
  const told = useRef(onStep)
  told.current = onStep
  const opened = useRef(step)
  useEffect(() => {
    // A kept draft opens where it was left: the steps before it come into the history first.
    const at = opened.current
    if (stepIn(window.history.state) !== at) {
      window.history.replaceState({ step: 0 }, '')
      for (const one of [1, 2] as const) if (one <= at) push(one)
    }
    const follow = (event: PopStateEvent) => {
      if (!isOwnMove.current) told.current(stepIn(event.state))
      isOwnMove.current = false
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  return (next) => {
    const present = stepIn(window.history.state)
    if (next > present) push(next)
    if (next >= present) return
    isOwnMove.current = true
    window.history.go(next - present)
  }
}
