// The dashboard's events, as the filter leaves them: pages of ten as one scrolls, and every change live through the room dashboard:<userId>.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { useNow } from '#client/lib/event/use-now.ts'
import { useWatch } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { forgetCards, putCard, useEvents } from '#client/records/events.ts'
import { eventsPerPage } from '#protocol/kernel/limits.ts'
import { type DashboardView, dashboardRoom } from '#protocol/live.ts'
import { type EventCard, type EventFilter, eventApi, everyEvent } from '#protocol/seats/event.ts'
import { matchesFilter } from '#protocol/seats/finding/events.ts'
import { statusAt } from './event-order.ts'

interface Paging {
  /** Pages that are here. */
  loaded: number
  isBusy: boolean
  /** More are loaded while a full page returns. */
  isDone: boolean
  failure: string | null
}
const unopened: Paging = { loaded: 0, isBusy: false, isDone: false, failure: null }

export interface MyEvents extends Paging {
  cards: readonly EventCard[]
  more: () => void
}

async function fetchPage(filter: EventFilter, page: number): Promise<{ isFull: boolean }> {
  const { events } = await call(eventApi.mine, { page, limit: eventsPerPage, ...chosen(filter) })
  for (const card of events) putCard(card)
  return { isFull: events.length === eventsPerPage }
}
/** What differs from every event: an address of its own for each filter, and the plain one for none. */
const chosen = ({ search, time, organization, order }: EventFilter) => ({
  ...(search && { search }),
  ...(time !== 'all' && { time }),
  ...(organization && { organization }),
  ...(order !== everyEvent.order && { order }),
})

/** Gives the cards on screen that the filter leaves. */
function useCards(filter: EventFilter): readonly EventCard[] {
  const now = useNow()
  const byId = useEvents((held) => held.cards)
  return useMemo(
    () =>
      Object.values(byId).filter((card) =>
        matchesFilter({ ...card, organizationId: card.organization?._id ?? null, isPast: statusAt(card, now) === 'over' }, filter),
      ),
    [byId, filter, now],
  )
}

/** Opens the list anew with each filter; use it under a key per session. */
export function useMyEvents(filter: EventFilter): MyEvents {
  const [paging, setPaging] = useState(unopened)
  const held = useRef(paging)
  const asked = useRef(filter)
  const set = useCallback((part: Partial<Paging>) => {
    held.current = { ...held.current, ...part }
    setPaging(held.current)
  }, [])

  const fetchMore = useCallback(async () => {
    const { isBusy, isDone, loaded } = held.current
    if (isBusy || isDone) return
    const wanted = asked.current
    const note = (part: Partial<Paging>) => wanted === asked.current && set(part)
    set({ isBusy: true, failure: null })
    try {
      const { isFull } = await fetchPage(wanted, loaded + 1)
      note({ isBusy: false, loaded: loaded + 1, isDone: !isFull })
    } catch (error) {
      note({ isBusy: false, failure: errorText(error, 'Something went wrong. Please try again.') })
    }
  }, [set])

  useEffect(forgetCards, [])
  useEffect(() => {
    asked.current = filter
    set(unopened)
    void fetchMore()
  }, [filter, fetchMore, set])
  const more = useCallback(() => void fetchMore(), [fetchMore])
  useReturn(useCallback(() => void (held.current.failure && fetchMore()), [fetchMore]))

  const userId = useSession((now) => now.user?._id)
  const watcher = useMemo(() => watcherOf(() => ({ filter: asked.current, loaded: held.current.loaded })), [])
  useWatch(userId ? dashboardRoom(userId) : null, watcher)

  return { ...paging, cards: useCards(filter), more }
}

/** The view has the first cards; after being offline the pages that are here, and aren't in the view, are fetched again. */
function watcherOf(current: () => { filter: EventFilter; loaded: number }) {
  let isFirst = true
  return {
    onView: ({ events }: DashboardView) => {
      for (const card of events) putCard(card)
      const { filter, loaded } = current()
      const isWhole = Object.keys(chosen(filter)).length === 0
      for (let page = isWhole ? 2 : 1; !isFirst && page <= loaded; page++) void fetchPage(filter, page).catch(() => undefined)
      isFirst = false
    },
  }
}
