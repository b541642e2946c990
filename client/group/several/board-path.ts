// Where the board of a group is: on the page of its event, or on a page of its own where the event has several (R140).
import { useEvents } from '#client/records/events.ts'
import type { GroupView } from '#protocol/seats/group.ts'

export const useBoardPath = ({ _id, eventId }: Pick<GroupView, '_id' | 'eventId'>): string =>
  useEvents(({ byId, boards }) => {
    if (!eventId) return `/group/${_id}`
    const groupIds = byId[eventId]?.groupIds ?? boards[eventId]?.groupIds ?? []
    return groupIds.length > 1 ? `/group/${_id}` : `/event/${eventId}`
  })
