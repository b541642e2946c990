// Reads the event of a page: for its managers into the store, for everyone else as the public view.
import { useCallback, useEffect, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { isManagedEvent, putEvent, type ReadEvent } from '#client/records/events.ts'
import { putGroups } from '#client/records/groups.ts'
import type { TierLimits } from '#protocol/kernel/limits.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import { eventApi } from '#protocol/seats/event.ts'

export type EventOpening = { is: 'loading' } | { is: 'failed'; error: unknown } | ({ is: 'open' } & OpenedEvent)

/** `tierLimits`: for those who manage it, of the plan it counts for. */
export interface OpenedEvent {
  readonly event: ReadEvent
  readonly canManage: boolean
  readonly tierLimits?: TierLimits | undefined
  readonly role?: TeamRole | undefined
}

/** Reads event `id`, again under each new session, and again by itself when a failed reading can succeed. */
export function useEventOpening(id: string): { opening: EventOpening; retry: () => void } {
  const [opening, setOpening] = useState<EventOpening>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const session = useSession((now) => now.token ?? now.organizerToken)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useReturn(useCallback(() => opening.is === 'failed' && retry(), [opening.is, retry]))
  useEffect(() => {
    const leaving = new AbortController()
    setOpening({ is: 'loading' })
    call(eventApi.read, { id }, { signal: leaving.signal }).then(
      ({ event, canManage, tierLimits, role, groups = [] }) => {
        if (isManagedEvent(event)) putEvent(event)
        putGroups(groups)
        setOpening({ is: 'open', event, canManage, tierLimits, role })
      },
      (error: unknown) => !leaving.signal.aborted && setOpening({ is: 'failed', error }),
    )
    return () => leaving.abort()
  }, [id, session, attempt])
  return { opening, retry }
}
