// Who is there (R104), as sockets see it: declared below those who use it.
import type { Doing, PresenceView } from '#protocol/record/presence.ts'

/** Somebody who has a group open, and whose right that is. */
export interface OpenGroup {
  /** Or the event's, of one with several groups: whoever has it or any of its groups open is there. */
  readonly groupId: string
  readonly userId: string
  readonly name: string
  /** The server's own room of those whose dashboards show the group. */
  readonly dashboards: string
}

export const herePrefix = '@here:'
/** The server's own room of those who manage a group and have it open: whoever is in it is there, and gets who else is. */
export const hereRoom = (groupId: string) => `${herePrefix}${groupId}`

/** Who is there over all server processes. */
export interface Presence {
  enter(socketId: string, here: OpenGroup): void
  leave(socketId: string, groupId: string): void
  does(socketId: string, groupId: string, doing: Doing | null): void
  /** Whether the socket has stopped answering. */
  setOffline(socketId: string, isOffline: boolean): void
  sockets(): readonly string[]
  view(groupId: string, dashboards?: string): PresenceView
  groupsOf(dashboards: string): readonly string[]
  begin(tell: (groupId: string, dashboards: readonly string[], isAlone: boolean) => void): void
  stop(): Promise<void>
}
