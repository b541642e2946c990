// The phones at the doors of an event: read when they come on screen, when one of them was paired, heard of or cut off, and when the connection is back.
import { useCallback, useEffect, useRef, useState } from 'react'
import type { z } from 'zod/mini'
import { create } from 'zustand'
import { call, errorText } from '#client/lib/call.ts'
import { useReturn } from '#client/lib/connection.ts'
import { receive } from '#client/lib/live.ts'
import { doorApi } from '#protocol/seats/door/door.ts'

/** How often this tab heard of a change, by event. */
const useChanges = create<Readonly<Record<string, number>>>(() => ({}))
receive('phone', ({ eventId }) => useChanges.setState((held) => ({ [eventId]: (held[eventId] ?? 0) + 1 })))

const nothing: z.output<typeof doorApi.phones.reply> = { phones: [], groups: [] }

/** Many phones are heard of at once when doors open. */
const gatherMs = 1_000

/** Heard of by whoever watches the doors of the event (`DoorsNow`). */
export function usePhones(eventId: string) {
  const [found, setFound] = useState(nothing)
  const [failure, setFailure] = useState<string | null>(null)
  const newest = useRef(0)
  const read = useCallback(async () => {
    const nth = ++newest.current
    const said = await call(doorApi.phones, { eventId }).then(
      (reply) => ({ reply, failure: null }),
      (error: unknown) => ({ reply: undefined, failure: errorText(error, 'The phones could not be loaded') }),
    )
    // What was asked later is newer, whichever comes first.
    if (nth !== newest.current) return
    if (said.reply) setFound(said.reply)
    setFailure(said.failure)
  }, [eventId])
  const changes = useChanges((held) => held[eventId] ?? 0)
  useEffect(() => void read(), [read])
  useEffect(() => {
    if (changes === 0) return
    const timer = setTimeout(() => void read(), gatherMs)
    return () => clearTimeout(timer)
  }, [read, changes])
  useReturn(() => void read())
  return { ...found, failure, read }
}
