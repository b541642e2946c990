// The phones at the doors of an event: read when they come on screen, when one of them was paired, heard of or cut off, and when the connection is back.
import { useCallback, useEffect, useState } from 'react'
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

/** Heard of by whoever watches the doors of the event (`DoorsNow`). */
export function usePhones(eventId: string) {
  const [found, setFound] = useState(nothing)
  const [failure, setFailure] = useState<string | null>(null)
  const read = useCallback(
    () =>
      call(doorApi.phones, { eventId }).then(
        (reply) => {
          setFound(reply)
          setFailure(null)
        },
        (error: unknown) => setFailure(errorText(error, 'The phones could not be loaded')),
      ),
    [eventId],
  )
  const changes = useChanges((held) => held[eventId] ?? 0)
  useEffect(() => void read(), [read, changes])
  useReturn(() => void read())
  return { ...found, failure, read }
}
