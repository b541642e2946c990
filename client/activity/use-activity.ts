// Opens the activity of a group, keeps it live, and loads more of it.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'
import { useWatch } from '#client/lib/live.ts'
import { useReturn } from '#client/lib/reach.ts'
import type { ActivityLine } from '#protocol/activity.ts'
import { activityRoom } from '#protocol/live.ts'
import { type ActivityFilter, listKey, loadActivity, putView, useActivities } from './store.ts'

const failed = 'Failed to load the activity'
const watcher = { onView: putView }

/** Gives the lines that fit the filter, the newest first; undefined while nothing was read. */
export function useActivity(groupId: string, filter: ActivityFilter) {
  const list = useActivities((held) => held.lists[listKey(groupId, filter)])
  const byId = useActivities((held) => held.byId)
  const [failure, setFailure] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const load = useCallback(async () => {
    setBusy(true)
    setFailure(null)
    await loadActivity(groupId, filter).catch((error: unknown) => setFailure(sentenceOf(error, failed)))
    setBusy(false)
  }, [groupId, filter])
  const isMissing = list === undefined
  useEffect(() => {
    if (isMissing) void load()
  }, [isMissing, load])
  const retry = useCallback(() => {
    if (failure) void load()
  }, [failure, load])
  useReturn(retry)
  useWatch(activityRoom(groupId), watcher)
  const lines = useMemo(() => list?.ids.flatMap((id): ActivityLine[] => (byId[id] ? [byId[id]] : [])), [list, byId])
  return { lines, isComplete: list?.next === null, failure, isBusy, load }
}
