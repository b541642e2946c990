// Offers a list that was cleared once more: until there is something new in its place, or the page with it is left.
import { useCallback, useEffect, useRef } from 'react'
import { toastWithBack } from './undo-toast.tsx'

export function useCleared() {
  const ending = useRef<(() => void) | undefined>(undefined)
  const end = useCallback(() => {
    ending.current?.()
    ending.current = undefined
  }, [])
  useEffect(() => end, [end])
  const offer = (back: () => void) => {
    ending.current = toastWithBack('List cleared', 'list', async () => {
      ending.current = undefined
      back()
    })
  }
  return { offer, end }
}
