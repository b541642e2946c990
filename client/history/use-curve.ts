// Reads the curve of a group, and lets it grow with the group's live view: nothing is asked again for a new point.
import { useCallback, useEffect, useState } from 'react'
import { call, errorText } from '#client/lib/call.ts'
import { useLiveState, useReturn } from '#client/lib/connection.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { serverNow } from '#client/lib/now.ts'
import { historyApi } from '#protocol/record/history.ts'
import { type Curve, type Curved, curveOf, grownBy } from './curve.ts'
import { together } from './together.ts'

export type CurveState = { is: 'loading' } | { is: 'failed'; sentence: string } | { is: 'ready'; curve: Curve }

const hourMs = 3_600_000

/** Asks again after being offline, in which points may have been missed, and once an hour, since 'the last day' moves on. */
function useReasonsToAsk(now: number): string {
  const [returns, setReturns] = useState(0)
  useEffect(
    () =>
      useLiveState.subscribe((after, before) => {
        if (after.state === 'live' && before.state === 'reconnecting') setReturns((count) => count + 1)
      }),
    [],
  )
  return `${returns} ${Math.floor(now / hourMs)}`
}

interface Asking {
  readonly id: string
  readonly of: Curved['of']
  readonly days: number | undefined
  readonly signal: AbortSignal
}
async function readCurve({ id, of, days, signal }: Asking): Promise<Curve> {
  const read = async (one: string) => curveOf(await call(historyApi.read, { id: one, ...(days && { days }) }, { signal }))
  if (!of) return read(id)
  const curves: Curve[] = []
  // One after the other: what somebody does meanwhile is not to wait for them.
  for (const group of of) curves.push(await read(group._id))
  return together(id, of, curves)
}

/** Gives the curve of `group`, of the last `days` where they are given. What is on screen stays there while it is read again. */
export function useCurve(group: Curved, days: number | undefined) {
  const [state, setState] = useState<CurveState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const now = useNow()
  const reasons = useReasonsToAsk(now)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  const id = group._id
  const groups = JSON.stringify(group.of ?? null)
  useEffect(() => {
    const leaving = new AbortController()
    const take = (next: CurveState) =>
      !leaving.signal.aborted && setState((held) => (next.is === 'failed' && held.is === 'ready' ? held : next))
    const of = (JSON.parse(groups) as Curved['of'] | null) ?? undefined
    readCurve({ id, of, days, signal: leaving.signal }).then(
      (curve) => take({ is: 'ready', curve }),
      (error: unknown) => take({ is: 'failed', sentence: errorText(error, 'Something went wrong. Please try again.') }),
    )
    return () => leaving.abort()
  }, [id, groups, days, reasons, attempt])
  useEffect(() => {
    setState((held) => {
      const curve = held.is === 'ready' ? grownBy(held.curve, group, serverNow()) : undefined
      return held.is === 'ready' && curve && curve !== held.curve ? { is: 'ready', curve } : held
    })
  }, [group, state])
  const isFailed = state.is === 'failed'
  useReturn(useCallback(() => isFailed && retry(), [isFailed, retry]))
  return { state, retry, now }
}
