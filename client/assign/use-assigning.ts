// Whether roles can be assigned in a group now, by whoever looks at it, and to whom.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { call } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { isManagedEvent, putEvent, useEvents } from '#client/records/events.ts'
import { useGroups } from '#client/records/groups.ts'
import { hasTeamFeatures } from '#protocol/kernel/limits.ts'
import { eventApi, type PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import type { AssignScope } from './actions.ts'

export type Assigning =
  /** Not in a group without an event (R42), with assignment off, once the event is over, or while that isn't known yet. */
  | { is: 'off' }
  /** R44: the plan has no role assignment any more; what is assigned stays. */
  | { is: 'plan' }
  /** `ownerOrgId` only for its admins: they give permissions. */
  | { is: 'on'; place: AssignScope; ownerOrgId: string | null }

/** Reads the event as its managers do; again when others switch between assignment and self-selection, as the live view says. */
export function useManagedEvent(eventId: string | null, isSelfSelect?: boolean) {
  const [attempt, setAttempt] = useState(0)
  const held = useEvents((now) => (eventId ? now.byId[eventId] : undefined))
  useReturn(useCallback(() => setAttempt((count) => count + 1), []))
  const isStale = held === undefined || (isSelfSelect !== undefined && held.enableRoleSelfSelect !== isSelfSelect)
  useEffect(() => {
    if (!eventId || !isStale) return
    const leaving = new AbortController()
    call(eventApi.read, { id: eventId }, { signal: leaving.signal }).then(
      ({ event }) => isManagedEvent(event) && putEvent(event),
      () => undefined, // assigning stays off until the line is back
    )
    return () => leaving.abort()
  }, [eventId, isStale, attempt])
  return held
}

/** Follows whether roles can be assigned; `event` is the live public view. */
export function useAssigning(
  group: GroupView,
  event: PublicEvent | undefined,
  { canManage, canAssign }: { canManage: boolean; canAssign: boolean },
): Assigning {
  const { eventId } = group
  const limits = useGroups((held) => held.limitsById[group._id])
  const managed = useManagedEvent(canManage ? eventId : null, event?.enableRoleSelfSelect)
  const orgs = [...new Set([group.ownerOrgId, ...group.attendingOrgIds])].filter((id) => id !== null).join(' ')
  // The same as long as it says the same: long lists are drawn from it.
  const place = useMemo(
    () => ({ eventId: eventId ?? '', groupId: group._id, orgIds: orgs ? orgs.split(' ') : [] }),
    [eventId, group._id, orgs],
  )
  if (!canAssign || !eventId || !event || event.enableRoleSelfSelect || event.status !== 'active') return { is: 'off' }
  if (canManage && !managed?.enableRoleAssignment) return { is: 'off' }
  if (limits && !hasTeamFeatures(limits.tier)) return { is: 'plan' }
  return { is: 'on', place, ownerOrgId: canManage ? group.ownerOrgId : null }
}
