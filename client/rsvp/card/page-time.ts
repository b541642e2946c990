// The time as the page's own answer says it, for what the server has drawn by it: known before any reply, so that it is taken over as it was drawn (R247, decision 0149).
import { noteTime } from '#client/lib/now.ts'

/** In a header, since the page is kept and the same for everybody. One that the browser has kept, so that nothing came, is of another day. */
export function notePageTime() {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  const told = page?.transferSize ? page.serverTiming?.find(({ name }) => name === 'now') : null
  noteTime(told?.duration, Date.now() - performance.now())
}
