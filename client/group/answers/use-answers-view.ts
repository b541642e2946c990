// What the list of answers shows, of each group: kept while one looks at other tabs.
import { useDeferredValue, useLayoutEffect, useMemo } from 'react'
import { useSearchParams } from 'wouter'
import { create } from 'zustand'
import type { Asking } from '#client/group/answers/questions/asking.ts'
import { type Answered, useGroups } from '#client/records/groups.ts'
import type { Sorting } from './answer-order.ts'
import { everyone, filterRows, type RsvpFilter } from './rsvp-filter.ts'
import { useOrder } from './use-order.ts'

interface View {
  readonly filter: RsvpFilter
  /** Null as long as nobody chose. */
  readonly sorting: Sorting | null
}
const defaultView: View = { filter: everyone, sorting: null }
const useViews = create<Readonly<Record<string, View>>>(() => ({}))
const noAnswers: Answered = { rows: [], nextCursor: null }

/** Gives the rows that fit, in order, and how to change what fits and the order. */
export function useAnswersView(groupId: string, asking: Asking) {
  const { filter, sorting } = useViews((held) => held[groupId]) ?? defaultView
  const late = useDeferredValue(filter)
  const { rows, nextCursor } = useGroups((held) => held.answered[groupId]) ?? noAnswers
  const isComplete = nextCursor === null
  const order = useOrder(groupId, rows, isComplete, sorting, asking.questions)
  const shown = useMemo(() => filterRows(order.rows, late, asking), [order.rows, late, asking])
  return {
    rows,
    shown,
    filter,
    order,
    isComplete,
    setFilter: (next: RsvpFilter) => useViews.setState({ [groupId]: { sorting, filter: next } }),
  }
}

/** Shows those that fit `part`, whatever was sought before. */
export const showAnswers = (groupId: string, part: Partial<RsvpFilter>) =>
  useViews.setState((held) => ({ [groupId]: { ...(held[groupId] ?? defaultView), filter: { ...everyone, ...part } } }))

/** Shows what the dashboard leads to (`?show=unreached`), once: from then on it is as its reader wants it. */
export function useNamedView(groupId: string) {
  const [address, setAddress] = useSearchParams()
  const isNamed = address.get('show') === 'unreached'
  useLayoutEffect(() => {
    if (!isNamed) return
    showAnswers(groupId, { invitation: 'unreached' })
    const without = (before: URLSearchParams) => new URLSearchParams([...before].filter(([name]) => name !== 'show'))
    setAddress(without, { replace: true, state: history.state as unknown })
  }, [isNamed, groupId, setAddress])
}

/** Puts the answers of a group in another order. */
export const sortAnswers = (groupId: string, sorting: Sorting) =>
  useViews.setState((held) => ({ [groupId]: { ...(held[groupId] ?? defaultView), sorting } }))

/** The rows that fit once all are loaded. */
export const fitting = (groupId: string, rows: readonly Parameters<typeof filterRows>[0][number][]) =>
  filterRows(rows, (useViews.getState()[groupId] ?? defaultView).filter, useGroups.getState().byId[groupId])
