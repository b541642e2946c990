// Opens a group and keeps it live: for those who manage it or assign in it the room of the group, for everyone else the public one.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { reopenInvitations } from '#client/invitation/store.ts'
import { useWatch } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { dropGroup, isInside, putGroup, useGroups } from '#client/records/groups.ts'
import { putForm, useRsvps } from '#client/rsvp/store.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import type { GroupPage, GroupView } from '#protocol/group.ts'
import { formRoom, groupRoom } from '#protocol/live.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { isRemoving, openGroup, refreshGroup } from './actions.ts'
import { preloadNamedTab } from './tabs/group-tabs.tsx'

export type GroupPageState =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown; retry: () => void }
  /** The right to it has ended while it was open. */
  | { is: 'ended' }
  | { is: 'ready'; page: GroupPage }

/** What the rooms of a right that has ended, or never was, refuse with. Anything else passes by itself. */
const rightEnded = new Set(['gone', 'not-yours', 'sign-in-needed', 'token-invalid', 'account-needed', 'group-unknown'])

/** Follows the room of a group; `onEnd` is called once the right to it is over, and what was seen by it is gone. */
const watcherOf = (id: string | undefined, onEnd: (sentence: string) => void) => {
  let isOpen = false
  return {
    onView: (view: GroupView) => {
      const known = useGroups.getState().byId[view._id]
      putGroup(view)
      // Answers that moved before the room was joined were not sent; of those while the line was down the group's own `rev` may tell nothing.
      if (isOpen || (known && known.rev < view.rev)) void refreshGroup(view._id).catch(() => undefined)
      if (isOpen) reopenInvitations(view._id)
      isOpen = true
    },
    onRefused: (sentence: string, code: string) => {
      if (!id || !rightEnded.has(code) || isRemoving(id)) return
      dropGroup(id)
      onEnd(sentence)
    },
  }
}

/** Reads group `id` and watches it while it is on screen; again under each new session. */
export function useGroupPage(id: string | undefined): GroupPageState {
  const [state, setState] = useState<GroupPageState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const session = useSession((now) => now.token ?? now.organizerToken)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(preloadNamedTab, [])
  useEffect(() => {
    const leaving = new AbortController()
    setState({ is: 'loading' })
    const reading = id ? openGroup(id, leaving.signal) : Promise.reject(new Error('no group id'))
    reading.then(
      (page) => !leaving.signal.aborted && setState({ is: 'ready', page }),
      (error: unknown) => !leaving.signal.aborted && setState({ is: 'failed', error, retry }),
    )
    return () => leaving.abort()
  }, [id, session, attempt, retry])

  const page = state.is === 'ready' ? state.page : null
  const inside = page !== null && isInside(page)
  const isGrantee = inside && !page.canManage
  const watcher = useMemo(() => {
    const onEnd = (sentence: string) => {
      if (!isGrantee) return setState({ is: 'ended' })
      // R39: without the permission it is still a page that everyone may see.
      toast(sentence, { id: `ended-${id}` })
      retry()
    }
    return watcherOf(id, onEnd)
  }, [id, isGrantee, retry])
  useWatch(inside ? groupRoom(page.group._id) : null, watcher)
  return state
}

/** Watches what invitees see of a group, and the event it belongs to; null until it is there. */
export function useFormView(groupId: string | null, eventId: string | null): FormView | null {
  const [formId, setFormId] = useState<string | null>(null)
  const watcher = useMemo(
    () => ({
      onView: (view: FormView) => {
        putForm(view)
        setFormId(view._id)
      },
      onRefused: () => setFormId(null),
    }),
    [],
  )
  useWatch(groupId ? formRoom(groupId, eventId) : null, watcher)
  return useRsvps((held) => (formId ? (held.forms[formId] ?? null) : null))
}
