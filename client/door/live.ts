// What a door hears at once: how many are inside, whichever phone let them in (R186), and that this one was cut off (R182).
import { useEffect } from 'react'
import { watch } from '#client/lib/live.ts'
import { putTallies, useTallies } from '#client/records/tallies.ts'
import { doorRoom } from '#protocol/live.ts'
import { endDoor } from './reading.ts'
import { useDoor } from './store.ts'

/** The watch ends for who is no longer at this door; what else is refused is tried again by itself. */
const ends = ['gone', 'event-unknown']

export function useLiveDoor(eventId: string, isOpen: boolean) {
  useEffect(
    () =>
      isOpen
        ? watch(doorRoom(eventId), {
            onView: ({ groups, all }) => putTallies(all ? [...groups, all] : groups),
            onRefused: (_, code) => {
              if (ends.includes(code)) void endDoor(eventId)
            },
          })
        : undefined,
    [eventId, isOpen],
  )
  useEffect(
    () =>
      useTallies.subscribe((tallies) => {
        // Without a network this phone counts by itself.
        if (useDoor.getState().mode === 'online')
          useDoor.setState(({ groups }) => ({
            groups: groups.map((group) => ({ ...group, counts: { ...group.counts, ...tallies[group._id] } })),
          }))
      }),
    [],
  )
}
