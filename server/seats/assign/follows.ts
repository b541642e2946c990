// What follows for whoever is given a role by hand, or loses one: a notice, of which only the newest about this person and role counts (R119, R138).

import { unlinked, withUnlinkedName } from '#server/kernel/emails/names.ts'
import type { EmailDraft } from '#server/kernel/emails/outbox.ts'
import { guestPlace } from '#server/kernel/emails/parts.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { put } from '#server/kernel/write/outcome.ts'
import { isSilenced } from '#server/kernel/write/replace-email.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { membershipByEmail } from '#server/people/identity/memberships.ts'
import { type User, users } from '#server/people/model/account.ts'
import { emailCounts, isActive } from '#server/people/model/org.ts'
import { countStrangerEmails, strangerEmails } from '#server/people/org/actions.ts'
import { assignedEmail, roleTakenEmail } from '#server/seats/emails/assign.ts'
import type { Role } from '#server/seats/model/group.ts'
import { livingRsvp } from '#server/seats/model/rsvp.ts'
import { isStranger } from '#server/seats/rules/assign.ts'
import type { SeatChange } from '#server/seats/seating/change.ts'
import { type Adds, type Follows, nothing } from '#server/seats/seating/follow.ts'

type Says = 'assigned' | 'unassigned'

/**
 * The roles to tell of. Whoever waited is told by the waitlist, who is invited in this commit by the invitation, whose whole answer goes or comes back
 * by that email (R129), and a wrong address of nothing.
 */
function changedRoles({ before, after, gained, lost, fromLine, toLine, isReplaced, removal }: SeatChange): Record<Says, readonly Role[]> {
  const isAsked = after?.invitation !== undefined && after.invitation.at !== before?.invitation?.at
  if (isAsked || isReplaced || removal) return { assigned: [], unassigned: [] }
  return {
    assigned: gained.filter((role) => !fromLine.includes(role)),
    unassigned: fromLine.length > 0 ? [] : lost.filter((role) => !toLine.includes(role)),
  }
}

/** R119: who has neither answered here nor joined the organization. */
async function isToStranger(services: Services, tx: Reader, { before, person, group }: SeatChange): Promise<boolean> {
  const orgIds = [group.ownerOrgId, ...group.attendingOrgIds].filter((id) => id !== null)
  const places = await Promise.all(orgIds.map((orgId) => membershipByEmail(tx, services, orgId, person.email)))
  return isStranger({ hasAgreed: places.some((place) => place !== undefined && isActive(place)) }, livingRsvp(before))
}

/** The notice about one role. R96: in the email to somebody whose data is erased again, nothing is kept. */
function noticeOf(services: Services, { person, group, event, isErased }: SeatChange, role: Role, says: Says, isNew: boolean): EmailDraft {
  const named = event ?? { name: group.name }
  const [occasion, roleName] = isNew ? [withUnlinkedName(named), unlinked(role.name)] : [named, role.name]
  const write = says === 'assigned' ? assignedEmail : roleTakenEmail
  const draft = write(person.email, services.publicUrl, guestPlace(group, person), occasion, { role: roleName })
  const latest = { id: services.secrets.idOf('seat notice', person._id, role._id), says }
  if (isErased) return { ...draft, latest, isLast: true }
  return {
    ...draft,
    latest,
    notice: { kind: says, due: role._id, groupId: group._id, eventId: group.eventId },
  }
}

/** R119: a removal counts, but is not refused: nobody keeps a role because the day's emails are spent. */
async function counted(services: Services, tx: Reader, owner: User, assigned: number, unassigned: number) {
  const writes = assigned > 0 ? await countStrangerEmails(services, tx, owner, assigned) : []
  if (unassigned === 0) return writes
  const { record } = await strangerEmails(services, tx, owner, assigned + unassigned)
  return [put(emailCounts, record)]
}

export const assignmentEmails: Adds = async (services, tx, change): Promise<Follows> => {
  const { assigned, unassigned } = changedRoles(change)
  const { event } = change
  if (!event || assigned.length + unassigned.length === 0 || change.person.email === '') return nothing
  const isNew = await isToStranger(services, tx, change)
  const isUnanswered = change.person.attending === null
  const taken = unassigned.map((role) => noticeOf(services, change, role, 'unassigned', isUnanswered))
  const given = assigned.map((role) => noticeOf(services, change, role, 'assigned', isNew))
  const owner = isNew ? await tx.get(users, event.ownerId) : undefined
  const emails = [...taken, ...given]
  if (!owner) return { emails }
  const sent = async (all: readonly EmailDraft[]) => (await Promise.all(all.map((one) => isSilenced(tx, one)))).filter((is) => !is).length
  return { emails, writes: await counted(services, tx, owner, await sent(given), await sent(taken)) }
}
