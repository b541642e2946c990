// What stands where a part of a page did not come, or as a toast where the part would have opened over the page.
import { useEffect } from 'react'
import { Notice } from './notice.tsx'
import { toast } from './toast.tsx'

const sentence = 'This part of the page did not load. It comes by itself when you are online again.'

export const NotLoaded = () => <Notice tone="warn">{sentence}</Notice>

export function NotLoadedToast() {
  useEffect(() => void toast.error(sentence), [])
  return null
}
