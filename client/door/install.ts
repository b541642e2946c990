// The door as something that is there without a network: its worker, and its place on the phone's home screen (R187, R189).
import { useEffect, useState } from 'react'
import { canKeep } from '#client/lib/files/door-box.ts'
import { useDoor } from './store.ts'

export const isKeeping = canKeep

/** What Chromium offers, and hasn't shown yet. */
interface InstallOffer extends Event {
  prompt(): Promise<unknown>
}

/** Has the page kept for when there is no network. Vite's own server has no worker. */
export function useWorker(isThere: boolean) {
  useEffect(() => {
    if (!isThere) return
    if (!('serviceWorker' in navigator) || !import.meta.env.PROD) {
      useDoor.setState({ isInstalled: null })
      return
    }
    navigator.serviceWorker
      .register('/door-worker.js', { scope: '/door/' })
      .then(() => navigator.serviceWorker.ready)
      .then(
        () => useDoor.setState({ isInstalled: true }),
        () => useDoor.setState({ isInstalled: null }),
      )
  }, [isThere])
}

/** Puts the door on the home screen, where the browser offers that. */
export function useInstall(): (() => void) | undefined {
  const [offer, setOffer] = useState<InstallOffer>()
  useEffect(() => {
    const note = (event: Event) => {
      event.preventDefault()
      setOffer(event as InstallOffer)
    }
    window.addEventListener('beforeinstallprompt', note)
    return () => window.removeEventListener('beforeinstallprompt', note)
  }, [])
  if (!offer) return undefined
  return () => {
    setOffer(undefined)
    void offer.prompt()
  }
}

/** R187: what this browser can't do at a door, each with what to do instead. */
export function lacks(): string[] {
  const isApple = /iPhone|iPad/.test(navigator.userAgent)
  return [
    ...(canKeep() && 'serviceWorker' in navigator
      ? []
      : ['It can’t keep the list: without a network no one can be let in. Open the link by https, and in no private window.']),
    ...(navigator.mediaDevices ? [] : ['It has no camera here: find guests by name, or use a hand scanner.']),
    ...('wakeLock' in navigator ? [] : ['It can’t keep the screen on: set the phone’s own timeout to the longest.']),
    ...('vibrate' in navigator ? [] : ['It can’t shake: listen to the sound, and look at the word.']),
    ...('onbeforeinstallprompt' in window
      ? []
      : [
          isApple
            ? 'It installs this page by Share, then Add to Home Screen.'
            : 'It installs no page: keep this tab open, or add a bookmark.',
        ]),
  ]
}
