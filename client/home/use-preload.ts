// Fetches a page's file when a pointer or the focus comes near a link to it: opening it then takes no wait.
import { useEffect } from 'react'

/** Calls `preload` with the path of the current page at once, and of each page of ours that a link points to. */
export function usePreload(preload: (path: string) => void) {
  useEffect(() => {
    const near = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link?.origin === window.location.origin) preload(link.pathname)
    }
    preload(window.location.pathname)
    document.addEventListener('pointerover', near, { passive: true })
    document.addEventListener('focusin', near)
    return () => {
      document.removeEventListener('pointerover', near)
      document.removeEventListener('focusin', near)
    }
  }, [preload])
}
