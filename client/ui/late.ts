// Parts that nobody sees before they ask for them, as a dialog or the list of a menu: their code comes once the page rests, or when they are asked for.
import { type ComponentType, useEffect, useRef, useState } from 'react'
import { atRest } from './when-idle.ts'

export interface LatePart<Props> {
  /** The part, once it is there. */
  Part?: ComponentType<Props>
  /** Fetches it. */
  readonly ready: () => Promise<unknown>
}

/** Names a part that comes late. */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): LatePart<Props> {
  const part: LatePart<Props> = {
    ready: async () => {
      part.Part ??= await load()
    },
  }
  return part
}

/** Gives the part once it is there; `isWanted` says that somebody waits for it, and `onMissing` is called if it doesn't come then. */
export function useLatePart<Props>(part: LatePart<Props>, isWanted: boolean, onMissing: () => void): ComponentType<Props> | undefined {
  const [, noteArrival] = useState(part.Part !== undefined)
  const missing = useRef(onMissing)
  missing.current = onMissing
  useEffect(() => {
    let isOver = false
    const fetching = () =>
      void part.ready().then(
        () => isOver || noteArrival(true),
        () => isWanted && !isOver && missing.current(),
      )
    const stop = isWanted || part.Part ? fetching() : atRest(fetching)
    return () => {
      isOver = true
      stop?.()
    }
  }, [part, isWanted])
  return part.Part
}
