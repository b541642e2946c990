// What the board hands to whatever one of its tabs shows.
import type { Assigning } from '#client/assign/use-assigning.ts'
import type { TeamRole } from '#protocol/people/team-roles.ts'
import type { PublicEvent } from '#protocol/seats/event.ts'
import type { GroupView } from '#protocol/seats/group.ts'

export interface PanelProps {
  group: GroupView
  /** The event it belongs to, once it is known. */
  event: PublicEvent | undefined
  /** Whether only members may answer (R26). */
  membersOnly: boolean
  /** Otherwise they may assign roles and nothing else (R39). */
  canManage: boolean
  assigning: Assigning
  /** Only those who write to guests (R200), while the group takes answers. */
  mayInvite: boolean
  /** R200: of the one who looks, in the event's team. */
  role?: TeamRole | undefined
}
