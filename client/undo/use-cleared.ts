// Offers a list that was cleared once more: until there is something new in its place, or the page with it is left.
import { useCallback, useEffect, useRef } from 'react'
import { endUndo, toastWithBack } from './undo-toast.tsx'

export function useCleared() {
  const isOffered = useRef(false)
  const end = useCallback(() => {
    if (isOffered.current) endUndo()
    isOffered.current = false
  }, [])
  useEffect(() => end, [end])
  const offer = (back: () => void) => {
    isOffered.current = true
    toastWithBack('List cleared', 'list', async () => {
      isOffered.current = false
      back()
    })
  }
  return { offer, end }
}
