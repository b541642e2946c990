// Whether the page is being printed: a list that draws only what is near the screen then has to be there whole.
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** True from just before the page goes to paper until it is back; drawn before the browser takes its picture. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}
