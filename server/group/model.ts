// What is kept of a group, and what each audience is shown of it.
import type { DetailedCounts, GroupView, InvitationCounts, PublicGroup, RoleCoverage } from '#protocol/group.ts'
import { shareSource } from '#protocol/limits.ts'
import type { Digested } from '../digest/model.ts'
import type { Paid } from '../plan/model.ts'
import { askingView, type Reminded, remindersView } from '../reminder/model.ts'
import { type Collection, eraOf, type Stored } from '../store/store.ts'

/** A role with its seats. `counts` are kept up to date in the commit of every answer: reading them never counts RSVPs. */
export interface Role {
  readonly _id: string
  readonly name: string
  readonly max: number
  /** R108: how many it needs at least; absent for 0, in records of the first releases too. */
  readonly min?: number
  readonly counts: DetailedCounts
  /** R91: seats held by offers; absent for none. */
  readonly held?: number | undefined
  /** R89: who waits; absent for nobody. */
  readonly line?: Line | undefined
}

/** How many wait for a role, page by page (`waitlist/model.ts`), the next ones first; neither the first nor the last page is empty. */
export interface Line {
  /** The number of the first page: people put in front go on a page before it. */
  readonly first: number
  readonly counts: readonly number[]
}

/** What organizers edit while guests answer. */
export interface Editable extends Stored {
  /** R107: 1, and one more with each change that an organizer makes. `rev` counts every write. */
  readonly settingsRev: number
  /** R107: who made the last of them; absent until the first, and in records of the first releases. */
  readonly editedBy?: string | undefined
}
/** R122: after a restore beyond all that were given before it. */
export const settingsRevOf = ({ rev, settingsRev }: Editable) => eraOf(rev) + settingsRev

export interface Group extends Editable, Reminded, Digested {
  readonly eventId: string | null
  /** Whose plan it counts for: its creator, or the owner of its organization. */
  readonly ownerId: string
  readonly ownerOrgId: string | null
  readonly email: string
  readonly name: string
  readonly description: string
  readonly displayRSVPToAll: boolean
  readonly showConfirmation: boolean
  readonly limitToMembers: boolean
  readonly attendingOrgIds: readonly string[]
  /** R89, R91 */
  readonly waitlist: boolean
  readonly waitlistCutoffHours: number
  /** R94 */
  readonly handOver: boolean
  /** R93: how often a seat was taken: the order of the holders. */
  readonly seatings?: number
  /** R90: since when seats are free that somebody waits for, because one commit couldn't give all of them. */
  readonly unfilledSince?: string | undefined
  readonly roles: readonly Role[]
  readonly answers: { readonly yes: number; readonly no: number; readonly none: number }
  /** R97: how those who were invited by email stand; absent until somebody is. */
  readonly invitations?: InvitationCounts
  /** R54: confirmations given under an earlier number are void. */
  readonly confirmEpoch: number
  readonly createdAt: string
  /** R49: what was paid for it alone; absent until somebody does. */
  readonly paid?: Paid
  /** R57 */
  readonly cancelledAt: string | null
  /** Set while unpublished (R32) or cancelled: when it is purged. */
  readonly expiresAt: string | null
}
export const groups: Collection<Group> = {
  name: 'groups',
  indexes: {
    owner: { fields: ['ownerId', 'createdAt'] },
    org: { fields: ['ownerOrgId', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
    unfilled: { fields: ['unfilledSince'] },
    remind: { fields: ['remindAt'] },
    digest: { fields: ['digestAt'] },
  },
}

export const noCounts: DetailedCounts = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }

/** R1: who has declined takes no seat. */
export const taken = ({ counts }: Role) => counts.confirmedAndYes + counts.yesNotConfirmed + counts.assignedNoResponse

/** R91: the seats that nobody else can have: taken, or held by an offer. */
export const occupied = (role: Role) => taken(role) + (role.held ?? 0)

/** R92 */
export const waiting = ({ line }: Role): number => line?.counts.reduce((sum, count) => sum + count, 0) ?? 0

export const coverage = (group: Group, detailed: boolean): RoleCoverage[] =>
  group.roles.map((role) => ({
    _id: role._id,
    name: role.name,
    total: role.max,
    count: occupied(role),
    ...(role.line && { waiting: waiting(role) }),
    ...(detailed && { detailedCounts: role.counts }),
  }))

/** R108: for those who manage the group or assign in it: with the minimum, which guests aren't shown. */
export const managedCoverage = (group: Group): RoleCoverage[] =>
  coverage(group, true).map((role, nth) => {
    const min = group.roles[nth]?.min
    return { ...role, ...(min && { min }) }
  })

/** R26: takes effect only where an organization owns or attends. */
export const isMembersOnly = ({ limitToMembers, ownerOrgId, attendingOrgIds }: Group) =>
  limitToMembers && (ownerOrgId !== null || attendingOrgIds.length > 0)

const rolesView = (group: Group) => group.roles.map(({ _id, name, max }) => ({ _id, name, max }))

/** R24: the source tag is not a credential. */
const shareLink = (group: Group, publicUrl: string) =>
  `${publicUrl}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`

/** For those who manage the group. */
export const groupView = (group: Group, publicUrl: string): GroupView => ({
  _id: group._id,
  rev: group.rev,
  settingsRev: settingsRevOf(group),
  eventId: group.eventId,
  name: group.name,
  description: group.description,
  email: group.email,
  displayRSVPToAll: group.displayRSVPToAll,
  showConfirmation: group.showConfirmation,
  limitToMembers: group.limitToMembers,
  waitlist: group.waitlist,
  waitlistCutoffHours: group.waitlistCutoffHours,
  handOver: group.handOver,
  ownerOrgId: group.ownerOrgId,
  attendingOrgIds: [...group.attendingOrgIds],
  roles: group.roles.map(({ _id, name, max, min }) => ({ _id, name, max, ...(min && { min }) })),
  roleCoverage: managedCoverage(group),
  answers: group.answers,
  ...(group.invitations && { invitations: group.invitations }),
  ...(group.showConfirmation && group.tally && { asking: askingView(group) }),
  ...(group.eventId && { reminders: remindersView(group) }),
  shareLink: shareLink(group, publicUrl),
})

/** R28: for everyone else; R27: details only where the organizer shows them to all. */
export const publicGroup = (group: Group): PublicGroup => ({
  _id: group._id,
  rev: group.rev,
  eventId: group.eventId,
  name: group.name,
  description: group.description,
  displayRSVPToAll: group.displayRSVPToAll,
  showConfirmation: group.showConfirmation,
  roles: rolesView(group),
  roleCoverage: coverage(group, group.displayRSVPToAll),
})
