// Arriving on a page, as one does with a full page load: at its top, with the focus at its start and its title read out.
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '#client/ui/feedback/announcer.tsx'
import { focusMain } from '#client/ui/layout/focus-main.ts'

/** How long a page may take to bring its title. */
const titleWithinMs = 5000

/** Calls `then` when the document's title changes, at the latest after `titleWithinMs`. Returns what stops the waiting. */
function onTitle(then: () => void): () => void {
  const before = document.title
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
  }
  const end = () => {
    stop()
    then()
  }
  const observer = new MutationObserver(() => document.title !== before && end())
  observer.observe(document.head, { childList: true, characterData: true, subtree: true })
  const timer = setTimeout(end, titleWithinMs)
  return stop
}

/** Scrolls up, moves the focus to the main region and reads the title after each change of the page, but not after the first load. */
export function useArrival() {
  const [path] = useLocation()
  const last = useRef(path)
  const isBack = useRef(false)
  useEffect(() => {
    const noteBack = () => {
      // What closes by it (R248a) stays on the page.
      isBack.current = window.location.pathname !== last.current
    }
    window.addEventListener('popstate', noteBack)
    return () => window.removeEventListener('popstate', noteBack)
  }, [])
  useEffect(() => {
    if (last.current === path) return
    last.current = path
    // Going back, the browser restores the place by itself.
    if (!isBack.current) window.scrollTo(0, 0)
    isBack.current = false
    focusMain()
    return onTitle(() => announce(document.title))
  }, [path])
}
