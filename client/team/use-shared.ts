// The events of others that one helps with: read when they come on screen, when one hears of a change, and when the connection is back.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { create } from 'zustand'
import { errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { receive, useWatch } from '#client/lib/live.ts'
import { serverNow } from '#client/lib/now.ts'
import { useSession } from '#client/lib/session.ts'
import { dashboardRoom } from '#protocol/live.ts'
import type { SharedEvent } from '#protocol/people/team.ts'
import { loadShared } from './actions.ts'
import '#client/records/events.ts' // it takes in what else the room brings

/** R202: nobody tells of an end that time brings: it is asked anew then, and of one far away the next day. */
const [soonestMs, dayMs] = [250, 86_400_000]

/** How often this tab heard of a change. */
const useChanges = create<{ count: number }>(() => ({ count: 0 }))
receive('shared', () => useChanges.setState(({ count }) => ({ count: count + 1 })))

export function useShared() {
  const [events, setEvents] = useState<readonly SharedEvent[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const asked = useRef(0)
  const load = useCallback(() => {
    const nth = ++asked.current
    return loadShared().then(
      (found) => {
        if (nth !== asked.current) return // a later question is on its way
        setEvents(found)
        setFailure(null)
      },
      (error: unknown) => {
        if (nth === asked.current) setFailure(errorText(error, 'The events you help with couldn’t be loaded.'))
      },
    )
  }, [])
  const changes = useChanges(({ count }) => count)
  useEffect(() => void load(), [load, changes])
  useEffect(() => {
    const ends = events.flatMap(({ until }) => (until ? [Date.parse(until)] : []))
    if (ends.length === 0) return
    const timer = setTimeout(() => void load(), Math.min(Math.max(Math.min(...ends) - serverNow(), soonestMs), dayMs))
    return () => clearTimeout(timer)
  }, [events, load])
  useReturn(() => void load())
  const userId = useSession((now) => now.user?._id)
  const watcher = useMemo(() => ({ onView: () => void load() }), [load])
  useWatch(userId ? dashboardRoom(userId) : null, watcher)
  return { events, failure, load }
}
