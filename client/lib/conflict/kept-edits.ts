// R107, R248a: what was typed when the session ended, or when Back closed a dialog: kept in this tab's memory until the same person opens the same form again.
import { useEffect, useRef, useState } from 'react'
import { accessOf, useSession } from '#client/lib/session.ts'
import { leaving } from '#client/ui/over-page.ts'

const kept = new Map<string, { readonly by: string; readonly held: unknown }>()

/** Takes what was kept under `key` for the person who is here; null for nobody else. */
export function takeKept<T>(key: string): T | null {
  const one = kept.get(key)
  kept.delete(key)
  const by = useSession.getState().user?._id ?? ''
  // It was put there under the same key by `useKept`, so it has its shape.
  return one && one.by === by ? (one.held as T) : null
}

/** Keeps `held` under `key` where the form goes because its session has ended, or by Back; null for nothing worth keeping. */
export function useKept<T>(key: string, held: T | null) {
  const latest = useRef(held)
  latest.current = held
  const by = useRef('')
  const id = useSession((now) => now.user?._id)
  if (id) by.current = id
  useEffect(
    () => () => {
      const hasEnded = by.current !== '' && accessOf(useSession.getState()) === 'none'
      if (latest.current !== null && (hasEnded || leaving.isByBack)) kept.set(key, { by: by.current, held: latest.current })
    },
    [key],
  )
}

/** Like `useState`, for what is typed into a dialog; `key` says into which one, and about what. */
export function useTyped<T>(key: string, first: T | (() => T)) {
  const [typed, setTyped] = useState<T>(() => takeKept<T>(key) ?? (first instanceof Function ? first() : first))
  useKept(key, typed)
  return [typed, setTyped] as const
}
