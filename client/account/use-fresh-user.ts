// Keeps who is here as they are now: what was changed in another tab or on another device shows when this one comes to the front.
import { useEffect } from 'react'
import { refreshUser } from '#client/records/user.ts'

/** Asks again each time the tab comes to the front. Offline nothing is new: what is shown stays. */
export function useFreshUser() {
  useEffect(() => {
    let isAsking = false
    const ask = () => {
      if (document.visibilityState !== 'visible' || isAsking) return
      isAsking = true
      refreshUser()
        .catch(() => {})
        .finally(() => {
          isAsking = false
        })
    }
    window.addEventListener('focus', ask)
    document.addEventListener('visibilitychange', ask)
    return () => {
      window.removeEventListener('focus', ask)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [])
}
