// Which answers are picked to do something with: one by one, from one to another, or all that fit the filter.
import { useCallback, useMemo, useRef, useState } from 'react'
import type { RsvpRow } from '#protocol/seats/group.ts'

export interface Picking {
  readonly picked: ReadonlySet<string>
  /** What is picked and still there, in the order of the list. */
  readonly rows: readonly RsvpRow[]
  readonly areAll: boolean
  /** `isRange`: and all between it and the one that was picked last. */
  readonly pick: (id: string, isPicked: boolean, isRange: boolean) => void
  readonly pickAll: (rows: readonly RsvpRow[]) => void
  readonly clear: () => void
}

const nobody: ReadonlySet<string> = new Set()

/** Keeps what is picked; `shown` are the rows that fit the filter, in their order. */
export function usePicking(shown: readonly RsvpRow[]): Picking {
  const [picked, setPicked] = useState(nobody)
  const last = useRef<string | null>(null)
  const order = useRef(shown)
  order.current = shown
  const pick = useCallback((id: string, isPicked: boolean, isRange: boolean) => {
    const rows = order.current
    const from = isRange ? rows.findIndex((row) => row._id === last.current) : -1
    const to = rows.findIndex((row) => row._id === id)
    const between = from < 0 || to < 0 ? [id] : rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ _id }) => _id)
    last.current = id
    setPicked((before) => {
      const next = new Set(before)
      for (const one of between) {
        if (isPicked) next.add(one)
        else next.delete(one)
      }
      return next
    })
  }, [])
  const rows = useMemo(() => (picked.size === 0 ? [] : shown.filter(({ _id }) => picked.has(_id))), [shown, picked])
  return {
    picked,
    rows,
    areAll: shown.length > 0 && rows.length === shown.length,
    pick,
    pickAll: useCallback((all) => setPicked(new Set(all.map(({ _id }) => _id))), []),
    clear: useCallback(() => setPicked(nobody), []),
  }
}
