// What of one's events the dashboard shows, and how closely: the filter stands in the address, the density in this browser.
import { useCallback, useMemo, useState } from 'react'
import { useSearchParams } from 'wouter'
import { searchLength } from '#protocol/kernel/limits.ts'
import { type EventFilter, eventOrders, eventTimes, everyEvent } from '#protocol/seats/event.ts'

const names = ['search', 'time', 'organization', 'order'] as const

/** Gives the filter of the address, and how to change a part of it. */
export function useEventFilter() {
  const [address, setAddress] = useSearchParams()
  const [search, time, organization, order] = names.map((name) => address.get(name) ?? '')
  const filter = useMemo<EventFilter>(
    () => ({
      search: (search ?? '').slice(0, searchLength),
      time: eventTimes.find((one) => one === time) ?? everyEvent.time,
      organization: organization ?? '',
      order: eventOrders.find((one) => one === order) ?? everyEvent.order,
    }),
    [search, time, organization, order],
  )
  const change = useCallback(
    (part: Partial<EventFilter>) =>
      setAddress(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(part)) {
            if (value === everyEvent[name as keyof EventFilter]) next.delete(name)
            else next.set(name, value)
          }
          return next
        },
        { replace: true },
      ),
    [setAddress],
  )
  return { filter, change }
}

export type Density = 'cards' | 'rows'
const storageKey = 'dashboardDensity'
function keptDensity(): Density {
  try {
    return localStorage.getItem(storageKey) === 'rows' ? 'rows' : 'cards'
  } catch {
    return 'cards'
  }
}

/** Gives how closely events stand, as this browser keeps it. */
export function useDensity(): [Density, (next: Density) => void] {
  const [density, setDensity] = useState(keptDensity)
  const choose = (next: Density) => {
    setDensity(next)
    try {
      localStorage.setItem(storageKey, next)
    } catch {
      // Storage is closed (private mode): it lasts for this page only.
    }
  }
  return [density, choose]
}
