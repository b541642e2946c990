// The limits of a group's roles while they are being stepped: shown at once, sent after a rest, put back when refused.
import { useCallback, useEffect, useRef, useState } from 'react'
import { setRoleMax } from '#client/group/actions.ts'
import { without } from '#client/lib/by-id.ts'
import { CallFailed, sentenceOf } from '#client/lib/call.ts'
import { counted } from '#client/lib/counted.ts'
import { useReturn } from '#client/lib/reach.ts'
import { toastUndoable } from '#client/undo/undo-toast.tsx'
import type { OverLimit } from '#client/waitlist/move-to-waitlist.tsx'
import type { RoleView } from '#protocol/group.ts'
import { gatherLimits, type LimitUpdates } from './limit-updates.ts'

type ByRole<T> = Readonly<Record<string, T>>

export interface Limits {
  /** The number to show for a role: the one being stepped, else the present one. */
  shown: (role: RoleView) => number
  /** Why the last change of a role was refused. */
  errors: ByRole<string>
  /** R93: the last limit that was refused because of seats that could be moved to the waitlist. */
  over: OverLimit | null
  closeOver: () => void
  step: (roleId: string, max: number) => void
}

/** Gathers steps as long as the component is there; what still waits when it goes, or the page is closed or put away, is sent at once. */
function useGathered(send: (roleId: string, max: number) => Promise<void>): LimitUpdates {
  const latest = useRef(send)
  latest.current = send
  const [updates] = useState(() => gatherLimits((roleId, max) => void latest.current(roleId, max)))
  useEffect(() => {
    const flush = () => updates.flush()
    // On a phone a page that was put away may be ended without another word.
    const flushHidden = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', flushHidden)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', flushHidden)
      flush()
    }
  }, [updates])
  return updates
}

export function useLimits(groupId: string, roles: readonly RoleView[]): Limits {
  const [drafts, setDrafts] = useState<ByRole<number>>({})
  const [errors, setErrors] = useState<ByRole<string>>({})
  const [over, setOver] = useState<OverLimit | null>(null)
  const { change } = useGathered(async (roleId, max) => {
    const role = roles.find((one) => one._id === roleId)
    const putBack = () => setDrafts((held) => (held[roleId] === max ? without(held, roleId) : held))
    if (!role || role.max === max) return putBack()
    try {
      toastUndoable(`“${role.name}” has ${max === 1 ? '1 seat' : `${counted(max)} seats`} now`, [await setRoleMax(groupId, role.name, max)])
      putBack()
    } catch (error) {
      setErrors((held) => ({ ...held, [roleId]: sentenceOf(error, 'Something went wrong. Please try again.') }))
      const body = error instanceof CallFailed ? error.body : undefined
      if (body?.moveToWaitlist === true) setOver({ name: role.name, max, filled: Number(body.filled) })
      // Without a connection what was chosen stays; a refusal puts the present limit back (R4).
      if (!(error instanceof CallFailed && error.status === 0)) putBack()
    }
  })

  const unsent = useRef(drafts)
  unsent.current = drafts
  const sendAgain = useCallback(() => {
    setErrors({})
    for (const [roleId, max] of Object.entries(unsent.current)) change(roleId, max)
  }, [change])
  useReturn(sendAgain)

  const step = (roleId: string, max: number) => {
    setDrafts((held) => ({ ...held, [roleId]: max }))
    setErrors((held) => without(held, roleId))
    change(roleId, max)
  }
  return { shown: (role) => drafts[role._id] ?? role.max, errors, over, closeOver: () => setOver(null), step }
}
