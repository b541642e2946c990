// Opens a group and keeps it live: for those who manage it or assign in it the room of the group, for everyone else the public one.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { reopenInvitations } from '#client/invitation/store.ts'
import { call } from '#client/lib/call.ts'
import { canceledOf } from '#client/lib/event/canceled.tsx'
import { useWatch } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { isManagedEvent, putBoard, putEvent, refreshEvent } from '#client/records/events.ts'
import { dropGroup, isInside, isManaged, putGroup, putGroups, useGroups } from '#client/records/groups.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { groupRoom } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import type { GroupPage, GroupView } from '#protocol/seats/group.ts'
import { isRemoving, openGroup, refreshGroup } from './actions.ts'
import { preloadNamedTab } from './tabs/group-tabs.tsx'

export type GroupPageState =
  | { is: 'loading' }
  | { is: 'failed'; error: unknown; retry: () => void }
  /** The right to it has ended while it was open. */
  | { is: 'ended' }
  | { is: 'ready'; page: GroupPage }

/** What the rooms of a right that has ended, or never was, refuse with. Anything else passes by itself. */
const rightEnded = new Set(['gone', 'not-yours', 'sign-in-needed', 'token-invalid', 'account-needed', 'group-unknown', 'event-unknown'])
export const hasEnded = (code: string) => rightEnded.has(code)

/** Follows the room of a group; `onEnd` is called once the right to it is over, and what was seen by it is gone. */
const watcherOf = (id: string | undefined, onEnd: (sentence: string) => void) => {
  let isOpen = false
  return {
    onView: (view: GroupView) => {
      const known = useGroups.getState().byId[view._id]
      putGroup(view)
      // Answers that moved before the room was joined were not sent; of those while the line was down the group's own `rev` may tell nothing.
      if (isOpen || (known && known.rev < view.rev)) {
        void refreshGroup(view._id).catch(() => undefined)
        if (view.eventId) void refreshEvent(view.eventId).catch(() => undefined)
      }
      if (isOpen) reopenInvitations(view._id)
      isOpen = true
    },
    onRefused: (sentence: string, code: string) => {
      if (!id || !hasEnded(code) || isRemoving(id)) return
      dropGroup(id)
      onEnd(sentence)
    },
  }
}

/** R136: a group that was canceled says so, and by whom. `again`: it is theirs still, in another role (R205). */
const whyEnded = (before: GroupPage | null, id: string | undefined, retry: () => void): Promise<GroupPageState | 'again'> =>
  openGroup(id ?? '').then(
    (page) => (isInside(page) && page.role !== before?.role ? 'again' : { is: 'ended' }),
    (error: unknown) => (canceledOf(error) ? { is: 'failed', error, retry } : { is: 'ended' }),
  )
/** R205: what they had of it is gone from the screen, and read anew. */
export const otherRole = 'What you may do here has changed.'

/** Reads the group, and for those inside its event with its other groups, by which much of the page goes; that it can't be read is seen there. */
async function open(id: string, signal: AbortSignal, withEvent: boolean): Promise<GroupPage> {
  const page = await openGroup(id, signal)
  const { eventId } = page.group
  if (!withEvent || !eventId || !isInside(page)) return page
  const { event, groups = [] } = await call(eventApi.read, { id: eventId }, { signal }).catch(() => ({ event: null, groups: [] }))
  if (event && isManagedEvent(event)) putEvent(event)
  // R140: who doesn't manage the event knows the other groups by this alone.
  else if (groups.length > 1) putBoard({ _id: eventId, rev: 0, groupIds: groups.filter(isManaged).map(({ _id }) => _id) })
  putGroups(groups)
  return page
}

/** Reads group `id` and watches it while it is on screen; again under each new session. */
export function useGroupPage(
  id: string | undefined,
  { withEvent = false, onOtherRole }: { withEvent?: boolean; onOtherRole?: () => void } = {},
): GroupPageState {
  const [state, setState] = useState<GroupPageState>({ is: 'loading' })
  const [attempt, setAttempt] = useState(0)
  const session = useSession((now) => now.token ?? now.organizerToken)
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(preloadNamedTab, [])
  useEffect(() => {
    const leaving = new AbortController()
    setState({ is: 'loading' })
    const reading = id ? open(id, leaving.signal, withEvent) : Promise.reject(new Error('no group id'))
    reading.then(
      (page) => !leaving.signal.aborted && setState({ is: 'ready', page }),
      (error: unknown) => !leaving.signal.aborted && setState({ is: 'failed', error, retry }),
    )
    return () => leaving.abort()
  }, [id, session, attempt, retry, withEvent])

  const page = state.is === 'ready' ? state.page : null
  const inside = page !== null && isInside(page)
  const isGrantee = inside && !page.canManage
  const watcher = useMemo(() => {
    const onEnd = (sentence: string) => {
      void whyEnded(page, id, retry).then((why) => {
        if (why !== 'again' && !isGrantee) return setState(why)
        // R39: without the permission it is still a page that everyone may see.
        toast(why === 'again' ? otherRole : sentence, { id: `ended-${id}` })
        retry()
        if (why === 'again') onOtherRole?.()
      })
    }
    return watcherOf(id, onEnd)
  }, [page, id, isGrantee, retry, onOtherRole])
  useWatch(inside ? groupRoom(page.group._id) : null, watcher)
  return state
}
