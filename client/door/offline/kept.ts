// The list as this phone keeps it, so that a door opens without a network, and when that must go (R190).

import { type Box, canKeep, dropBox, openBox } from '#client/lib/files/door-box.ts'
import { clockOffset, serverNow, useClock } from '#client/lib/now.ts'
import { type Door, emptyDoor, useDoor } from '../store.ts'

type DoorList = Pick<Door, 'event' | 'door' | 'paired' | 'groups' | 'groupId' | 'lists' | 'keys' | 'until' | 'readAt' | 'leases'>
/** With how far the server's clock was ahead of this phone's: without a network nobody says so (R191). */
type SavedDoor = DoorList & { readonly offset: number }
const keptOf = ({ event, door, paired, groups, groupId, lists, keys, until, readAt, leases }: Door): SavedDoor => ({
  event,
  door,
  paired,
  groups,
  groupId,
  lists,
  keys,
  until,
  readAt,
  offset: clockOffset(),
  leases,
})

let box: Box | undefined
export const boxNow = () => box

/** Shows what was kept, if anything was: true where there was. */
export async function openKept(eventId: string): Promise<boolean> {
  box = await openBox(eventId).catch(() => undefined)
  if (!box) {
    useDoor.setState({ isKept: null })
    return false
  }
  const kept = (await box.read('list').catch(() => undefined)) as SavedDoor | undefined
  if (!kept) return false
  const { offset, ...listed } = kept
  if (clockOffset() === 0) useClock.setState({ offset })
  useDoor.setState({ ...listed, isKept: true })
  if (!isOver()) return true
  await forget(eventId)
  return false
}

export async function keepList() {
  if (!box) return
  await box.write('list', keptOf(useDoor.getState()))
  useDoor.setState({ isKept: true })
}

/** R190: 12 hours after the end. */
export const isOver = () => {
  const { until } = useDoor.getState()
  return until !== '' && Date.parse(until) <= serverNow()
}

/** Leaves nothing of this door on the phone, nor on its screen. */
export async function forget(eventId: string, failure: 'ended' | 'left' = 'ended') {
  box = undefined
  useDoor.setState({ ...emptyDoor, eventId, failure, isKept: canKeep() ? false : null })
  await dropBox(eventId).catch(() => {})
}
