// Whether Rolecall answers: every call says so here, the offline notice shows it, and pages try again when it comes back.
import { useEffect } from 'react'
import { create } from 'zustand'

interface Reach {
  isReachable: boolean
  /** Counts the returns, so that whoever waits for one sees it. */
  returns: number
}

export const useReach = create<Reach>(() => ({ isReachable: true, returns: 0 }))

export function noteOffline() {
  if (useReach.getState().isReachable) useReach.setState({ isReachable: false })
}

export function noteAnswer() {
  const { isReachable, returns } = useReach.getState()
  if (!isReachable) useReach.setState({ isReachable: true, returns: returns + 1 })
}

/** Calls `retry` each time Rolecall answers again after being offline; a page whose loading failed gives its own "try again". */
export function useReturn(retry: () => void) {
  useEffect(
    () =>
      useReach.subscribe((now, before) => {
        if (now.returns !== before.returns) retry()
      }),
    [retry],
  )
}

export type LiveState = 'live' | 'reconnecting' | 'offline'
/** Whether the socket is connected, and not being asked whether it still is: what the live dot shows. It stands here, since an invitation is drawn before its socket has come. */
export const useLiveState = create<{ state: LiveState; isSure: boolean }>(() => ({ state: 'offline', isSure: true }))
