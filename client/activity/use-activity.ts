// Opens the activity of a group, keeps it live, and loads more of it.
import { useCallback, useMemo } from 'react'
import { useWatch } from '#client/lib/live.ts'
import { useMissing } from '#client/records/use-missing.ts'
import { activityRoom } from '#protocol/live.ts'
import type { ActivityLine } from '#protocol/record/activity.ts'
import { type ActivityFilter, listKey, loadActivity, putView, useActivities } from './store.ts'

const failed = 'Failed to load the activity'
const watcher = { onView: putView }

/** Gives the lines that fit the filter, the newest first; undefined while nothing was read. */
export function useActivity(groupId: string, filter: ActivityFilter) {
  const list = useActivities((held) => held.lists[listKey(groupId, filter)])
  const byId = useActivities((held) => held.byId)
  const read = useCallback(() => loadActivity(groupId, filter), [groupId, filter])
  const loading = useMissing(list === undefined, read, failed)
  useWatch(activityRoom(groupId), watcher)
  const lines = useMemo(() => list?.ids.flatMap((id): ActivityLine[] => (byId[id] ? [byId[id]] : [])), [list, byId])
  return { lines, isComplete: list?.next === null, ...loading }
}
