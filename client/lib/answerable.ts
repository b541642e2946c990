// Says that a page can be used: what comes after that is no part of its first load (tests/e2e/weight.ts).
import { useEffect } from 'react'

/** Marks the moment once, when the component is on screen with its data. */
export function useAnswerable(isThere = true) {
  useEffect(() => {
    if (isThere && performance.getEntriesByName('answerable').length === 0) performance.mark('answerable')
  }, [isThere])
}
