// What the board hands to whatever one of its tabs shows.
import type { Assigning } from '#client/assign/use-assigning.ts'
import type { PublicEvent } from '#protocol/event.ts'
import type { GroupView } from '#protocol/group.ts'

export interface PanelProps {
  group: GroupView
  /** The event it belongs to, once it is known. */
  event: PublicEvent | undefined
  /** Whether only members may answer (R26). */
  membersOnly: boolean
  /** Otherwise they may assign roles and nothing else (R39). */
  canManage: boolean
  assigning: Assigning
  /** Only those who manage a group that still takes answers. */
  mayInvite: boolean
}
