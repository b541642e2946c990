// Where the board of a group is: on the page of its event, or on a page of its own where the event has several (R140).
import { useRef } from 'react'
import { useEvents } from '#client/records/events.ts'
import { type GroupView, madeUpGroup } from '#protocol/seats/group.ts'

type Placed = Pick<GroupView, '_id' | 'eventId'>

/** The one group of its event, or without one: what is known of an event with several says so. */
const useIsAlone = ({ eventId }: Pick<Placed, 'eventId'>): boolean =>
  useEvents(({ byId, boards }) => !eventId || (byId[eventId]?.groupIds ?? boards[eventId]?.groupIds ?? []).length < 2)

export function useBoardPath(group: Placed): string {
  const isAlone = useIsAlone(group)
  return group.eventId && isAlone ? `/event/${group.eventId}` : `/group/${group._id}`
}

/** The way back there, and to one of its tabs. */
export const backTo = (board: string, tab = '') => ({
  href: `${board}${tab}`,
  label: board.startsWith('/group/') ? 'Back to the group' : 'Back to the event',
})

/** R140b: whether it has no name of its own to tell it by: its page is then headed as that of its event is. */
export function useGoesByEvent(group: Pick<GroupView, 'eventId' | 'name'>, event: string | undefined): boolean {
  const isAlone = useIsAlone(group)
  // Where the event is renamed the news of it may come before that of its group.
  const madeUp = useRef<string>(undefined)
  if (event !== undefined && group.name === madeUpGroup(event)) madeUp.current = group.name
  return group.eventId !== null && isAlone && group.name === madeUp.current
}
