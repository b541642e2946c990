// Which group's door a pass is held up at, where the scan doesn't say so (R185a): asked by the server, and by a phone without a network.

/** When people come to a group, and until when they do. */
export interface DoorTimes {
  readonly _id: string
  readonly opensAt: string
  readonly end: string
}
const isOpen = ({ opensAt, end }: DoorTimes, now: number) => Date.parse(opensAt) <= now && now <= Date.parse(end)

/**
 * Whether a pass of `own` is for another group than the one that counts here: the one that was said (`groupId`), else those whose doors are open now.
 * While none is open, or until when isn’t known, each pass is judged by its own.
 */
export const isElsewhere = (own: DoorTimes, groupId: string | undefined, all: readonly DoorTimes[], now: number): boolean =>
  groupId === undefined ? !isOpen(own, now) && all.some((one) => isOpen(one, now)) : groupId !== own._id
