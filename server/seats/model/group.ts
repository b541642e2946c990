// What is kept of a group, and what each audience is shown of it.

import { shareSource, shortPath } from '#protocol/kernel/limits.ts'
import type { OwnTimes } from '#protocol/kernel/time/times.ts'
import { wholeCoverage } from '#protocol/seats/coverage.ts'
import type { DetailedCounts, GroupView, InvitationCounts, PublicGroup, RoleCoverage } from '#protocol/seats/group.ts'
import type { Question, QuestionCounts } from '#protocol/seats/questions/question.ts'
import { type GroupSettings, groupSettings, having, settingsIn } from '#protocol/seats/settings.ts'
import { type Collection, eraOf, type Stored } from '#server/kernel/store/store.ts'
import type { Paid } from '#server/people/model/plan.ts'
import type { Digested } from './digest.ts'
import { askingView, type Reminded, remindersView } from './reminder.ts'

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
  readonly line?: WaitQueue | undefined
}

/** How many answers wait for a role, page by page (`waitlist.ts` beside it), the next ones first; neither the first nor the last page is empty. */
export interface WaitQueue {
  /** The number of the first page: people put in front go on a page before it. */
  readonly first: number
  readonly counts: readonly number[]
  /** R172: of each page, how many seats have to be free for anybody there to come; absent where one is enough on all. */
  readonly least?: readonly number[]
}

/** What organizers edit while guests answer. */
export interface Editable extends Stored {
  /** R107: 1, and one more with each change that an organizer makes. `rev` counts every write (decision 0074). */
  readonly settingsRev: number
  /** R107: who made the last of them; absent until the first, and in records of the first releases. */
  readonly editedBy?: string | undefined
}
/** R122: after a restore it goes on beyond all that were given before. */
export const settingsRevOf = ({ rev, settingsRev }: Editable) => eraOf(rev) + settingsRev

/** R141: times and place of its own; absent where it has none, and in records of the releases before. */
export interface Group extends Editable, Omit<GroupSettings, keyof OwnTimes>, OwnTimes, Reminded, Digested {
  readonly eventId: string | null
  /** Whose plan it counts for: its creator, or the owner of its organization. */
  readonly ownerId: string
  readonly ownerOrgId: string | null
  readonly email: string
  /** R93: how often a seat was taken: the order of the holders. */
  readonly seatings?: number
  /** R90: since when seats are free that somebody waits for, because one commit couldn't give all of them. */
  readonly unfilledSince?: string | undefined
  readonly roles: readonly Role[]
  /** R165: kept up to date like the counts of roles; absent until somebody answers a question. */
  readonly questionCounts?: QuestionCounts | undefined
  /** R171: who comes along with those who said yes; absent until somebody does. */
  readonly companions?: number | undefined
  readonly answers: { readonly yes: number; readonly no: number; readonly none: number }
  /** R97: how those who were invited by email stand; absent until somebody is. */
  readonly invitations?: InvitationCounts
  /** R130g: to how many who haven't declined no email gets; absent for none. */
  readonly unreached?: number | undefined
  /** R54: confirmations given under an earlier number are void. */
  readonly confirmEpoch: number
  readonly createdAt: string
  /** R128: the end of its short link; absent in groups of the releases before. */
  readonly shortCode?: string
  /** R49: what was paid for it alone; absent until somebody does. */
  readonly paid?: Paid
  /** R57 */
  readonly cancelledAt: string | null
  /** Set while unpublished (R32) or cancelled: when it is purged. */
  readonly expiresAt: string | null
  /** R106: where it stood among the groups of its event, and how often seats had been taken in each of the others, when it was deleted. */
  readonly goneFrom?: { readonly at: number; readonly seatings: Readonly<Record<string, number>> } | undefined
}

/** Its settings as they are shown and sent. */
export const settingsOf = (group: Group): GroupSettings =>
  settingsIn(groupSettings, { ...group, start: group.start ?? '', end: group.end ?? '', location: group.location ?? '' })
/** R141: what is kept of times and place: nothing for those of the event. */
export const keptTimes = ({ start, end, location }: OwnTimes): OwnTimes => ({
  start: start || undefined,
  end: end || undefined,
  location: location || undefined,
})

export const groups: Collection<Group> = {
  name: 'groups',
  keepsKeysApart: true,
  indexes: {
    owner: { fields: ['ownerId', 'createdAt'] },
    org: { fields: ['ownerOrgId', 'createdAt'] },
    expiry: { fields: ['expiresAt'] },
    unfilled: { fields: ['unfilledSince'] },
    remind: { fields: ['remindAt'] },
    digest: { fields: ['digestAt'] },
    // R108, R142: what starts soon at a time of its own.
    ownerStart: { fields: ['ownerId', 'start'] },
    orgStart: { fields: ['ownerOrgId', 'start'] },
  },
}

/** R128: where a short link leads; its id is the code. It is purged when its group is. */
export interface ShortLink extends Stored {
  /** '' where it leads to all groups of an event. */
  readonly groupId: string
  readonly eventId?: string
  readonly expiresAt: string | null
}
export const shortLinks: Collection<ShortLink> = { name: 'shortLinks', indexes: { expiry: { fields: ['expiresAt'] } } }

export const noCounts: DetailedCounts = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }

/** R1: who has declined takes no seat. */
export const taken = ({ counts }: Role) => counts.confirmedAndYes + counts.yesNotConfirmed + counts.assignedNoResponse

/** R91: the seats that nobody else can have: taken, or held by an offer. */
export const occupied = (role: Role) => taken(role) + (role.held ?? 0)

/** R171: how many people could still come. */
export const freeIn = (role: Role) => Math.max(0, role.max - occupied(role))

/** R160: none in groups of the releases before. */
export const questionsOf = ({ questions = [] }: Partial<Pick<Group, 'questions'>>): readonly Question[] => questions

/** R166 */
export const hasSensitive = (group: Group) => questionsOf(group).some(({ isSensitive }) => isSensitive)

/** R170: none in groups of the releases before. */
export const companionsAllowed = ({ maxCompanions = 0 }: Partial<Pick<Group, 'maxCompanions'>>) => maxCompanions

/** R92: answers; each waits for as many seats as people come with it (R172). */
export const queueLength = ({ line }: Role): number => line?.counts.reduce((sum, count) => sum + count, 0) ?? 0

export const coverage = (group: Group, detailed: boolean): RoleCoverage[] =>
  group.roles.map((role) => ({
    _id: role._id,
    name: role.name,
    total: role.max,
    count: occupied(role),
    ...(role.line && { waiting: queueLength(role) }),
    ...(detailed && { detailedCounts: role.counts }),
  }))

/** R108, R130: for those who manage the group or assign in it: with the minimum and what offers hold, which guests aren't shown. */
export const managedCoverage = (group: Group): RoleCoverage[] =>
  coverage(group, true).map((role, nth) => {
    const { min, held } = group.roles[nth] ?? {}
    return { ...role, ...(min && { min }), ...(held && { held }) }
  })

/** R140: all roles of a group as one. */
export const coverageOfAll = (group: Group): RoleCoverage => wholeCoverage(group, managedCoverage(group))

/** R26: takes effect only where an organization owns or attends. */
export const isMembersOnly = ({ limitToMembers, ownerOrgId, attendingOrgIds }: Group) =>
  limitToMembers && (ownerOrgId !== null || attendingOrgIds.length > 0)

const rolesView = (group: Group) => group.roles.map(({ _id, name, max }) => ({ _id, name, max }))

/** R24: the source tag is not a credential. */
export const shareLink = (group: Group, publicUrl: string) =>
  `${publicUrl}/rsvp/${group._id}?${group.eventId ? `eventId=${group.eventId}&` : ''}code=${shareSource}`

const shortLink = (group: Group, publicUrl: string) =>
  group.shortCode ? `${publicUrl}${shortPath}${group.shortCode}` : shareLink(group, publicUrl)

/** For those who manage the group. */
export const groupView = (group: Group, publicUrl: string): GroupView => ({
  _id: group._id,
  rev: group.rev,
  settingsRev: settingsRevOf(group),
  eventId: group.eventId,
  email: group.email,
  ...settingsOf(group),
  ownerOrgId: group.ownerOrgId,
  roles: group.roles.map(({ _id, name, max, min }) => ({ _id, name, max, ...(min && { min }) })),
  roleCoverage: managedCoverage(group),
  answers: group.answers,
  ...(group.companions && { companions: group.companions }),
  ...(group.questionCounts && { questionCounts: group.questionCounts }),
  ...(group.invitations && { invitations: group.invitations }),
  ...(group.unreached && { unreached: group.unreached }),
  ...(group.showConfirmation && group.tally && { asking: askingView(group) }),
  ...(group.eventId && { reminders: remindersView(group) }),
  shareLink: shareLink(group, publicUrl),
  shortLink: shortLink(group, publicUrl),
})

const guestSettings = having(groupSettings, 'forGuests')
/** R28: for everyone else; R27: details only where the organizer shows them to all. */
export const publicGroup = (group: Group): PublicGroup => ({
  _id: group._id,
  rev: group.rev,
  eventId: group.eventId,
  ...settingsIn(guestSettings, group),
  roles: rolesView(group),
  roleCoverage: coverage(group, group.displayRSVPToAll),
})
