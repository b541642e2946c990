// What a door holds: its list, how it is connected, what waits to be sent, and what became of it.
import { create } from 'zustand'
import { CallFailed } from '#client/lib/call.ts'
import type { DoorGroup, PassKey } from '#protocol/seats/door/door.ts'
import type { Lease } from '#protocol/seats/door/lease.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import type { ScanAnswer } from '#protocol/seats/door/scan.ts'
import type { DoorCounts } from '#protocol/seats/tally/tally.ts'
import { sumsOf } from './holder.ts'

/** What became of somebody who was admitted without a network, where there is more to say than yes (R191, R192). */
export interface Note {
  readonly id: string
  readonly name: string
  readonly result: 'double' | 'admitted-void' | 'wrongGroup' | 'noSeat'
  readonly entries?: ScanAnswer['entries']
  readonly why?: string
}
/** R192a: seats of a role that this phone keeps. */
export interface KeptSeats extends Lease {
  readonly groupId: string
  readonly role: string
}
export interface Door {
  readonly eventId: string
  readonly event: { readonly name: string; readonly timeZone: string } | null
  readonly door: string
  /** R188: who works here manages the event. */
  readonly manages: boolean
  /** R182: this browser is a phone of the event's, and no helper's. */
  readonly paired: boolean
  readonly groups: readonly DoorGroup[]
  /** The group whose door this is. */
  readonly groupId: string
  /** By group, those of the others too. */
  readonly lists: Readonly<Record<string, readonly DoorPerson[]>>
  readonly keys: readonly PassKey[]
  /** Until when the list may be kept (R190). */
  readonly until: string
  /** When the list was last the server's (milliseconds); 0 before it was read. */
  readonly readAt: number
  readonly mode: 'online' | 'offline'
  /** Since when it is offline. */
  readonly since: number
  /** How many scans wait. */
  readonly waiting: number
  readonly notes: readonly Note[]
  readonly leases: readonly KeptSeats[]
  readonly camera: 'off' | 'on' | 'failed'
  /** Whether the list is kept on this phone; null where the browser can't. */
  readonly isKept: boolean | null
  /** Whether the page opens without a network; null where the browser can't. */
  readonly isInstalled: boolean | null
  /** `left`: at a press on this phone. */
  readonly failure: 'ended' | 'left' | 'offline' | null
}
export const emptyDoor: Door = {
  eventId: '',
  event: null,
  door: '',
  manages: false,
  paired: false,
  groups: [],
  groupId: '',
  lists: {},
  keys: [],
  until: '',
  readAt: 0,
  mode: 'online',
  since: 0,
  waiting: 0,
  notes: [],
  leases: [],
  camera: 'off',
  isKept: false,
  isInstalled: false,
  failure: null,
}
export const useDoor = create<Door>(() => emptyDoor)

/** What is wrong with a call itself doesn't get better by waiting. */
export const isRefused = (error: unknown) =>
  error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 429

export const isEnded = (error: unknown) => error instanceof CallFailed && error.status === 404

const nobody: readonly DoorPerson[] = []
export const peopleOf = ({ lists, groupId }: Door): readonly DoorPerson[] => lists[groupId] ?? nobody

export function findPerson({ lists, groups }: Door, rsvpId: string) {
  for (const group of groups) {
    const person = lists[group._id]?.find(({ _id }) => _id === rsvpId)
    if (person) return { person, group }
  }
  return undefined
}

/** Shows somebody who wasn't on the list, in their place. */
export function addPerson(groupId: string, person: DoorPerson) {
  const { lists } = useDoor.getState()
  const others = (lists[groupId] ?? []).filter(({ _id }) => _id !== person._id)
  const people = [...others, person].toSorted((a, b) => a.name.localeCompare(b.name))
  useDoor.setState({ lists: { ...lists, [groupId]: people } })
}
export const dropPerson = (id: string) =>
  useDoor.setState(({ lists }) => ({
    lists: Object.fromEntries(Object.entries(lists).map(([group, people]) => [group, people.filter(({ _id }) => _id !== id)])),
  }))

/** Shows people and counts as they are now. */
export function takeIn(changed: readonly DoorPerson[], counts: Readonly<Record<string, DoorCounts>> = {}) {
  const byId = new Map(changed.map((one) => [one._id, one]))
  useDoor.setState(({ lists, groups }) => ({
    lists: Object.fromEntries(
      Object.entries(lists).map(([id, people]) => [
        id,
        people.some(({ _id }) => byId.has(_id)) ? people.map((one) => byId.get(one._id) ?? one) : people,
      ]),
    ),
    groups: groups.map((group) => ({ ...group, counts: counts[group._id] ?? group.counts })),
  }))
}

/** Counts somebody whom this phone let in or out by itself, until the server says how many there are. */
export function countHere(groupId: string, before: DoorPerson, after: DoorPerson) {
  const [then, now] = [sumsOf(before), sumsOf(after)]
  const [inside, came] = [now.inside - then.inside, now.came - then.came]
  useDoor.setState(({ groups }) => ({
    groups: groups.map((group) =>
      group._id === groupId
        ? { ...group, counts: { ...group.counts, inside: group.counts.inside + inside, came: group.counts.came + came } }
        : group,
    ),
  }))
}
