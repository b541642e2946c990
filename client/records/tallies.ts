// How many are inside, and came, at the doors of the groups on screen (R186): boards, doors and the dialog of the doors all read it here.
import { create } from 'zustand'
import { receive } from '#client/lib/live.ts'
import { useSession } from '#client/lib/session.ts'
import type { DoorCounts, DoorSums, DoorTally, EventTally } from '#protocol/seats/tally/tally.ts'

/** By group, and by event where it has several: what a group is read with, and an event has, are the sums alone. */
type Tallies = Readonly<Record<string, DoorSums & Partial<DoorCounts>>>
export const useTallies = create<Tallies>(() => ({}))

export const putSums = (groupId: string, sums: DoorSums) => useTallies.setState({ [groupId]: sums })
const putTally = ({ _id, counts }: DoorTally | EventTally) => useTallies.setState({ [_id]: counts })
export const putTallies = (all: readonly (DoorTally | EventTally)[]) => {
  for (const one of all) putTally(one)
}

receive('door', putTally)
receive('doors', putTally)

/** Nothing of one person stays on screen for the next. */
useSession.subscribe((now, before) => {
  if (now.token !== before.token || now.organizerToken !== before.organizerToken) useTallies.setState({}, true)
})
