// The state of an event in a word: it is active as long as it is not over yet.

import { useNow } from '#client/lib/event/use-now.ts'
import { Badge, type BadgeTone } from '#client/ui/badge.tsx'
import type { EventStatus, PublicEvent } from '#protocol/seats/event.ts'

const looks: Readonly<Record<EventStatus, { word: string; tone: BadgeTone }>> = {
  active: { word: 'Active', tone: 'success' },
  over: { word: 'Over', tone: 'neutral' },
  unpublished: { word: 'Not published yet', tone: 'warn' },
  cancelled: { word: 'Canceled', tone: 'danger' },
}

export const EventStatusBadge = ({ status }: { status: EventStatus }) => <Badge tone={looks[status].tone}>{looks[status].word}</Badge>

/** Whether anything on its pages can still change: what is over or canceled isn't called live. */
export const isMoving = (status: EventStatus = 'active') => status !== 'over' && status !== 'cancelled'

/** Gives the event with the state it has by now: it ends without anybody saying so. */
export function useTimely<E extends PublicEvent | null | undefined>(event: E): E {
  const now = useNow()
  return event?.status === 'active' && Date.parse(event.end) <= now ? { ...event, status: 'over' } : event
}
