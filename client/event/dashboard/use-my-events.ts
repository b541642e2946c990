// The dashboard's events: pages of ten as one scrolls, and every change live through the room dashboard:<userId>.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { call, sentenceOf } from '#client/lib/call.ts'
import { useWatch } from '#client/lib/live.ts'
import { useReturn } from '#client/lib/reach.ts'
import { useSession } from '#client/lib/session.ts'
import { forgetCards, putCard, useEvents } from '#client/records/events.ts'
import { type EventCard, eventApi } from '#protocol/event.ts'
import { eventsPerPage } from '#protocol/limits.ts'
import { type DashboardView, dashboardRoom } from '#protocol/live.ts'

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

async function fetchPage(page: number): Promise<{ isFull: boolean }> {
  const { events } = await call(eventApi.mine, { page, limit: eventsPerPage })
  for (const card of events) putCard(card)
  return { isFull: events.length === eventsPerPage }
}

/** Opens the list anew; use it under a key per session. */
export function useMyEvents(): MyEvents {
  const [paging, setPaging] = useState(unopened)
  const held = useRef(paging)
  const set = useCallback((part: Partial<Paging>) => {
    held.current = { ...held.current, ...part }
    setPaging(held.current)
  }, [])

  const fetchMore = useCallback(async () => {
    const { isBusy, isDone, loaded } = held.current
    if (isBusy || isDone) return
    set({ isBusy: true, failure: null })
    try {
      const { isFull } = await fetchPage(loaded + 1)
      set({ isBusy: false, loaded: loaded + 1, isDone: !isFull })
    } catch (error) {
      set({ isBusy: false, failure: sentenceOf(error, 'Something went wrong. Please try again.') })
    }
  }, [set])

  useEffect(() => {
    forgetCards()
    set(unopened)
    void fetchMore()
  }, [fetchMore, set])
  const more = useCallback(() => void fetchMore(), [fetchMore])
  useReturn(useCallback(() => void (held.current.failure && fetchMore()), [fetchMore]))

  const userId = useSession((now) => now.user?._id)
  const watcher = useMemo(() => watcherOf(() => held.current.loaded), [])
  useWatch(userId ? dashboardRoom(userId) : null, watcher)

  const byId = useEvents((now) => now.cards)
  return { ...paging, cards: useMemo(() => Object.values(byId), [byId]), more }
}

/** The view has the first cards; after a silence the later pages that are here are fetched again. */
function watcherOf(loaded: () => number) {
  let isFirst = true
  return {
    onView: ({ events }: DashboardView) => {
      for (const card of events) putCard(card)
      for (let page = 2; !isFirst && page <= loaded(); page++) void fetchPage(page).catch(() => undefined)
      isFirst = false
    },
  }
}
