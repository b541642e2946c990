// Whether the page's script has taken it over: what comes in a file of its own waits for that, so that the server and the first drawing here agree (R81).
import { useSyncExternalStore } from 'react'

const never = () => () => {}

export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
