// What one tab tells the others of this browser, so that a page that waits for a link from an email goes on by itself (R127).
import { useEffect, useRef } from 'react'

/** An email was verified, or the event with that id published. */
export type TabNews = { readonly is: 'verified' } | { readonly is: 'published'; readonly eventId: string }

/** Null in a browser without broadcast channels: there one goes on by hand. */
const open = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('rolecall'))

export function tellOtherTabs(news: TabNews) {
  const channel = open()
  channel?.postMessage(news)
  channel?.close()
}

/** Hears what other tabs tell while the page is on screen. */
export function useTabNews(hear: (news: TabNews) => void) {
  const latest = useRef(hear)
  latest.current = hear
  useEffect(() => {
    const channel = open()
    const take = ({ data }: MessageEvent<TabNews>) => latest.current(data)
    channel?.addEventListener('message', take)
    return () => {
      channel?.removeEventListener('message', take)
      channel?.close()
    }
  }, [])
}
