// Who else has the groups on screen open, as the server last said (R104).
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'
import { useLiveState } from '#client/lib/connection.ts'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import { groupRoom } from '#protocol/live.ts'
import type { PersonHere } from '#protocol/record/presence.ts'

const nobody: readonly PersonHere[] = []

export const usePresence = create<{ byRoom: Readonly<Record<string, readonly PersonHere[]>> }>(() => ({ byRoom: {} }))

receive('presence', ({ room, people }) => usePresence.setState(({ byRoom }) => ({ byRoom: { ...byRoom, [room]: people } })))

// Without a connection nobody can be seen; with the next one they are sent again.
useLiveState.subscribe(({ state }) => {
  if (state !== 'live') forgetEverybody()
})

export const forgetEverybody = () => usePresence.setState({ byRoom: {} })

/** What was received of a room is worth nothing once it is no longer watched. */
export const useForgetPresence = () => useEffect(() => forgetEverybody, [])

/** Gives the others who have the group open. */
export function useOthers(groupId: string): readonly PersonHere[] {
  const people = usePresence((held) => held.byRoom[groupRoom(groupId)] ?? nobody)
  const self = useSession((now) => now.user?._id)
  // Before it is known who one is oneself, everybody might be.
  return useMemo(() => (self ? people.filter(({ userId }) => userId !== self) : nobody), [people, self])
}
