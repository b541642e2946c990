// Rows that come a page at a time, for the lists of the operator's page.
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#client/lib/call.ts'

interface Loaded<Row> {
  rows: readonly Row[]
  /** Where the next page begins; null at the end, undefined before the first. */
  cursor: string | null | undefined
  failure: string | null
  isBusy: boolean
}

type Load<Row> = (cursor: string | undefined) => Promise<{ rows: readonly Row[]; cursor: string | null }>

/** Loads the first page now, and anew whenever `load` is another function. What comes late for an earlier one is dropped. */
export function usePages<Row extends { _id: string }>(load: Load<Row>) {
  const [loaded, setLoaded] = useState<Loaded<Row>>({ rows: [], cursor: undefined, failure: null, isBusy: true })
  const latest = useRef(load)
  const read = useCallback(
    (cursor?: string) => {
      latest.current = load
      setLoaded((before) => ({ ...before, isBusy: true, failure: null }))
      load(cursor).then(
        (page) => {
          if (latest.current !== load) return
          setLoaded((before) => {
            const kept = cursor === undefined ? [] : before.rows.filter((row) => page.rows.every(({ _id }) => _id !== row._id))
            return { rows: [...kept, ...page.rows], cursor: page.cursor, failure: null, isBusy: false }
          })
        },
        (error: unknown) => {
          if (latest.current !== load) return
          setLoaded((before) => ({ ...before, isBusy: false, failure: sentenceOf(error, 'This list could not be loaded.') }))
        },
      )
    },
    [load],
  )
  useEffect(() => read(), [read])
  const { cursor } = loaded
  const more = useCallback(() => read(cursor ?? undefined), [read, cursor])
  const put = useCallback(
    (row: Row) => setLoaded((before) => ({ ...before, rows: before.rows.map((one) => (one._id === row._id ? row : one)) })),
    [],
  )
  const drop = useCallback((id: string) => setLoaded((before) => ({ ...before, rows: before.rows.filter(({ _id }) => _id !== id) })), [])
  return { ...loaded, again: read, more, put, drop }
}
