// R107: what was typed when the session ended: kept in this tab's memory until the same person opens the same form again.
import { useEffect, useRef } from 'react'
import { accessOf, useSession } from '#client/lib/session.ts'

const kept = new Map<string, { readonly by: string; readonly held: unknown }>()

/** Takes what was kept under `key` for the person who is here; null for nobody else. */
export function takeKept<T>(key: string): T | null {
  const one = kept.get(key)
  kept.delete(key)
  const by = useSession.getState().user?._id
  // It was put there under the same key by `useKept`, so it has its shape.
  return one && one.by === by ? (one.held as T) : null
}

/** Keeps `held` under `key` where the page goes because its session has ended; null for nothing worth keeping. */
export function useKept<T>(key: string, held: T | null) {
  const latest = useRef(held)
  latest.current = held
  const by = useRef('')
  const id = useSession((now) => now.user?._id)
  if (id) by.current = id
  useEffect(
    () => () => {
      if (latest.current !== null && accessOf(useSession.getState()) === 'none') kept.set(key, { by: by.current, held: latest.current })
    },
    [key],
  )
}
