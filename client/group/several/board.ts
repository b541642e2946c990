// R140: the groups of an event that has several, live: what of them is in the store, in the event's order.
import { useMemo } from 'react'
import { useShallow } from 'zustand/shallow'
import { hasEnded } from '#client/group/use-group-page.ts'
import { useWatch } from '#client/lib/live.ts'
import { putBoard, useEvents } from '#client/records/events.ts'
import { dropGroup, putGroups, useGroups } from '#client/records/groups.ts'
import { putTallies } from '#client/records/tallies.ts'
import { type BoardView, boardRoom } from '#protocol/live.ts'
import type { GroupView, PublicGroup } from '#protocol/seats/group.ts'

export type BoardGroup = GroupView | PublicGroup

/** The ids of its groups, as they were last told. */
export const useGroupIds = (eventId: string, read: readonly string[]): readonly string[] =>
  useEvents((held) => {
    const [board, event] = [held.boards[eventId], held.byId[eventId]]
    return board && board.rev >= (event?.rev ?? 0) ? board.groupIds : (event?.groupIds ?? read)
  })

/** Its groups, each as its reader may see it; those that aren't here yet are left out. */
export const useBoardGroups = (groupIds: readonly string[]): readonly BoardGroup[] =>
  useGroups(useShallow((held) => groupIds.flatMap((id) => held.byId[id] ?? held.publicById[id] ?? [])))

/** Watches all groups of an event for who may look into one of them; once another group is there, anew, which brings it. `onEnd`: the right has ended. */
export function useBoardWatch(eventId: string, groupIds: readonly string[], isInside: boolean, onEnd: () => void) {
  const known = groupIds.toSorted().join()
  const watcher = useMemo(
    () => ({
      of: known, // another set of groups is watched anew
      onView: (view: BoardView) => {
        putBoard(view)
        putGroups(view.groups)
        putTallies(view.door ? [view.door] : [])
      },
      onRefused: (_: string, code: string) => {
        if (!hasEnded(code)) return
        for (const id of known.split(',')) dropGroup(id)
        onEnd()
      },
    }),
    [known, onEnd],
  )
  useWatch(isInside ? boardRoom(eventId) : null, watcher)
}
