// The limits that the create flow works under: those of the organization's owner where one is chosen, else one's own, and what holds when they can't be had (R6).
import { useCallback, useEffect, useState } from 'react'
import { CallFailed, call, ownSentence } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { fallbackLimits, type TierLimits } from '#protocol/kernel/limits.ts'
import { planApi } from '#protocol/money/plan.ts'
import { orgApi } from '#protocol/people/org.ts'

const assumedLimits: TierLimits = {
  tier: 'free',
  maxRolesPerEventGroup: fallbackLimits.rolesPerGroup,
  maxParticipantsPerRole: fallbackLimits.participantsPerRole,
  eventSchedulingWindow: fallbackLimits.schedulingDays,
}

export type LimitsState =
  | { is: 'loading' }
  /** `isAssumed`: they could not be fetched, and the fallback holds. */
  | { is: 'known'; limits: TierLimits; isAssumed: boolean }
  /** The answer makes no sense to this page: nothing may be assumed. */
  | { is: 'unreadable' }

/** Fetches the limits, again under each new session and for each other organization; what is known stays in force until the answer is there. */
export function useTierLimits(orgId = ''): { state: LimitsState; retry: () => void } {
  const [state, setState] = useState<LimitsState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const session = useSession((now) => now.token ?? now.organizerToken)
  const retry = useCallback(() => {
    setState((held) => (held.is === 'known' ? held : { is: 'loading' }))
    setAttempt((count) => count + 1)
  }, [])
  useReturn(retry)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const reading = orgId ? call(orgApi.tierLimits, { id: orgId }, { signal }) : call(planApi.tierLimits, {}, { signal })
    reading.then(
      (limits) => setState({ is: 'known', limits, isAssumed: false }),
      (error: unknown) => {
        if (leaving.signal.aborted) return
        if (!(error instanceof CallFailed)) return setState({ is: 'unreadable' })
        toast.error(ownSentence(error, 'Failed to fetch tier limits'), { id: 'tier-limits' })
        setState({ is: 'known', limits: assumedLimits, isAssumed: true })
      },
    )
    return () => leaving.abort()
  }, [session, attempt, orgId])
  return { state, retry }
}
