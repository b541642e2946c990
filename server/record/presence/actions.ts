// R104: who has which group open over this process, kept in memory: a socket enters, says what it does, goes offline, leaves.
import type { Doing } from '#protocol/record/presence.ts'
import type { PersonOnline } from '#server/people/model/presence.ts'
import { onePerPerson } from '#server/record/rules/presence.ts'

type Who = Omit<PersonOnline, 'doing' | 'since'>
interface Entered extends PersonOnline {
  /** It no longer answers: its connection may be lost. */
  readonly isOffline: boolean
}

/** Two-way, by group and by socket: what a socket is in is found without a look at all groups. */
interface Places {
  readonly byGroup: Map<string, Map<string, Entered>>
  readonly bySocket: Map<string, Set<string>>
}

function put({ byGroup, bySocket }: Places, groupId: string, socketId: string, entered: Entered) {
  byGroup.set(groupId, (byGroup.get(groupId) ?? new Map<string, Entered>()).set(socketId, entered))
  bySocket.set(socketId, (bySocket.get(socketId) ?? new Set()).add(groupId))
}

/** Whether the socket was there. */
function take({ byGroup, bySocket }: Places, groupId: string, socketId: string): boolean {
  const place = byGroup.get(groupId)
  const groups = bySocket.get(socketId)
  const wasThere = place?.delete(socketId) === true
  if (place?.size === 0) byGroup.delete(groupId)
  groups?.delete(groupId)
  if (groups?.size === 0) bySocket.delete(socketId)
  return wasThere
}

/** Begins with nobody; `changed` hears of every group in which something did. */
export function createPlaces(now: () => number, changed: (groupId: string) => void) {
  const places: Places = { byGroup: new Map(), bySocket: new Map() }
  const alter = (socketId: string, groupId: string, part: Partial<Entered>) => {
    const before = places.byGroup.get(groupId)?.get(socketId)
    if (!before || before.isOffline === part.isOffline) return
    put(places, groupId, socketId, { ...before, ...part })
    changed(groupId)
  }
  return {
    /** Again, where their name or the group's organization may have changed. */
    enter(socketId: string, { groupId, userId, name, dashboards }: Who & { readonly groupId: string }) {
      const before = places.byGroup.get(groupId)?.get(socketId) ?? { doing: null, since: now(), isOffline: false }
      put(places, groupId, socketId, { ...before, userId, name, dashboards })
      changed(groupId)
    },
    leave(socketId: string, groupId: string) {
      if (take(places, groupId, socketId)) changed(groupId)
    },
    /** Ignored of a socket that isn't there, and where it is what they do already. */
    does(socketId: string, groupId: string, doing: Doing | null) {
      const before = places.byGroup.get(groupId)?.get(socketId)
      if (JSON.stringify(before?.doing) !== JSON.stringify(doing)) alter(socketId, groupId, { doing, since: now() })
    },
    /** Whether the socket's person counts as there. */
    setOffline(socketId: string, isOffline: boolean) {
      for (const groupId of places.bySocket.get(socketId) ?? []) alter(socketId, groupId, { isOffline })
    },
    /** The sockets that are asked now and then whether they are still there. */
    sockets: (): readonly string[] => [...places.bySocket.keys()],
    people(groupId: string): PersonOnline[] {
      const heard = [...(places.byGroup.get(groupId)?.values() ?? [])].filter((one) => !one.isOffline)
      return onePerPerson(heard.map(({ isOffline: _, ...present }) => present))
    },
  }
}
