// Who may do what in an organization, and what a bulk add makes of its rows. Pure.
import { isLine } from '#protocol/kernel/fields.ts'
import { hasTeamFeatures, inviteEndedDays, strangerEmailsPerDay, type Tier } from '#protocol/kernel/limits.ts'
import { mailboxOf } from '#protocol/kernel/texts.ts'
import { type AddedRow, addedStatus, type MemberRole, memberRoles } from '#protocol/people/org.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { User } from '#server/people/model/account.ts'
import { countMembers, type EmailCount, type Member, type Org } from '#server/people/model/org.ts'
import { tierAt } from '#server/people/model/plan.ts'

/** 0 for the owner; higher numbers may do less. */
const rank = (role: MemberRole) => memberRoles.indexOf(role)

/** R36: admin or owner. */
export const isAdmin = (member: Member | undefined): member is Member => member !== undefined && rank(member.role) <= rank('admin')

/** R37: one owned organization per account, from the Team plan on. */
export function checkMayFound(user: User, now: number) {
  if (user.ownedOrgId) refuse('org-owned')
  if (!hasTeamFeatures(tierAt(user, now))) refuse('org-team-only')
}

/** R36: nobody gives a role above their own or touches somebody above them; there is one owner, who stays. */
export function checkMaySetRole(actor: Member, target: Member, role: MemberRole) {
  if (role === 'owner' || target.role === 'owner') refuse('member-owner')
  if (rank(role) < rank(actor.role) || rank(target.role) < rank(actor.role)) refuse('member-above')
}

/** R36: the owner can't be removed, nor anybody above oneself. */
export function checkMayRemove(actor: Member, target: Member) {
  if (target.role === 'owner') refuse('member-owner')
  if (rank(target.role) < rank(actor.role)) refuse('member-above')
}

const maxMembers = 10_000
/** How many there are after `more` were invited. Refuses `org-full`. */
export const countInvited = (org: Org, more: number) =>
  org.memberCount + more > maxMembers ? refuse('org-full', { limit: maxMembers }) : countMembers(org, { more, invited: more })

export interface WantedMember {
  readonly name: string
  readonly email: string
  readonly mobile: string
  readonly role: MemberRole
  readonly preserveCnxnName: boolean
}

const said = (email: string, status: string, message: string): AddedRow => ({ email, status, message })
// The client tells rows apart by words in `message` (R41).
const invalidEmail = 'Invalid email'
const invalidRow = 'Validation failed'
const duplicate = 'Duplicate: already a member'
const tooManyToday = 'Many people were invited today. Please add this person tomorrow.'

/** What is known of the rows' emails before they are sorted. */
interface KnownEmails {
  readonly isMember: (email: string) => boolean
  /** Belonged, or was invited, not long ago: gets no second email. */
  readonly wasHere: (email: string) => boolean
  /** R119: how many emails may still go out today. */
  readonly emailsLeft: number
}

/** R41: one row after the other: which become members, which of them are written to, and what the reply says of each. */
export function createSorting(actor: Member, { isMember, wasHere, emailsLeft }: KnownEmails) {
  const added = new Map<string, WantedMember>()
  const written: string[] = []
  const sort = (row: WantedMember): AddedRow => {
    const email = mailboxOf(row.email)
    if (!email) return said(row.email, 'Invalid', invalidEmail)
    if (!isLine(row.name, 100) || !isLine(row.mobile, 40)) return said(email, 'Invalid', invalidRow)
    if (row.role === 'owner' || rank(row.role) < rank(actor.role)) return said(email, 'Not Allowed', 'This role is above your own.')
    if (added.has(email) || isMember(email)) return said(email, 'Already Member', duplicate)
    if (!wasHere(email) && written.length >= emailsLeft) return said(email, 'Not Invited', tooManyToday)
    if (!wasHere(email)) written.push(email)
    added.set(email, { ...row, email })
    return said(email, addedStatus, '')
  }
  return { sort, added, written }
}

const dayMs = 86_400_000
/** R119: `more` emails to strangers, within the day that began with the first. `left` may be below zero: then they are too many. */
export function countEmails(before: EmailCount | undefined, _id: string, { now, tier, more }: { now: number; tier: Tier; more: number }) {
  const isFresh = before === undefined || before.expiresAt <= iso(now)
  const count = (isFresh ? 0 : before.count) + more
  const expiresAt = isFresh ? iso(now + dayMs) : before.expiresAt
  const record: EmailCount = { _id, rev: (before?.rev ?? 0) + 1, count, expiresAt }
  return { record, left: strangerEmailsPerDay[tier] - count }
}

/** R117: notes that a membership has ended. */
export const endNote = (before: EmailCount | undefined, _id: string, now: number): EmailCount => ({
  _id,
  rev: (before?.rev ?? 0) + 1,
  count: (before?.count ?? 0) + 1,
  expiresAt: iso(now + inviteEndedDays * dayMs),
})
