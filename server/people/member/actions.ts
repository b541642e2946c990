// How admins change the members of an organization, and how people accept, decline and leave (R117).
import type { Input } from '#protocol/kernel/endpoint.ts'
import { emailSentence, normalEmail } from '#protocol/kernel/texts.ts'
import type { memberApi } from '#protocol/people/member.ts'
import type { AddedRow, orgApi } from '#protocol/people/org.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { refuse } from '#server/kernel/refuse.ts'
import { inSlices } from '#server/kernel/store/slices.ts'
import type { Reader } from '#server/kernel/store/store.ts'
import { drop, next, put, type RecordWrite } from '#server/kernel/write/outcome.ts'
import type { Services } from '#server/kernel/write/services.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { memberInvitedEmail } from '#server/people/emails/member.ts'
import type { SignedIn } from '#server/people/identity/caller.ts'
import { calledIn } from '#server/people/identity/memberships.ts'
import { users } from '#server/people/model/account.ts'
import {
  countMembers,
  emailCounts,
  isActive,
  type Member,
  memberId,
  members,
  memberView,
  type Org,
  orgs,
} from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { countStrangerEmails, newMember, strangerEmails } from '#server/people/org/actions.ts'
import { activeAdminOf } from '#server/people/org/queries.ts'
import { checkMayInviteAgain, checkMayLeave, invitationText, linkToken } from '#server/people/rules/member.ts'
import * as rules from '#server/people/rules/org.ts'
import { ownPlace, placeOfLink } from './queries.ts'

const success = true as const

/** Notes when a membership ended, by organization and email. */
const endNoteId = ({ secrets }: Services, orgId: string, email: string) => secrets.idOf('member-ended', orgId, email)

/** Whether a membership of theirs ended within the last 30 days. */
async function wasHere(services: Services, tx: Reader, orgId: string, email: string) {
  const note = await tx.get(emailCounts, endNoteId(services, orgId, email))
  return note !== undefined && note.expiresAt > iso(services.clock.now())
}

/** What is known of the people to be added: who has a membership, and who had one in the last 30 days. */
async function knownOf(services: Services, tx: Reader, orgId: string, wanted: readonly rules.WantedMember[]) {
  const placed = new Set<string>()
  const quiet = new Set<string>()
  await inSlices(wanted, async (row) => {
    const email = normalEmail(row.email)
    if (await tx.get(members, memberId(services.secrets, orgId, email))) placed.add(email)
    else if (await wasHere(services, tx, orgId, email)) quiet.add(email)
  })
  return { isMember: (email: string) => placed.has(email), wasHere: (email: string) => quiet.has(email) }
}

/** Signed text and no record: within 30 days of an end no second email is sent, so the link of the first must still lead to the membership. */
const invitationEmail = ({ secrets, clock, publicUrl }: Services, org: Org, email: string, invitedBy: string) => {
  const token = linkToken(secrets.sign(invitationText(memberId(secrets, org._id, email), clock.now())))
  return memberInvitedEmail(email, publicUrl, { org: org.name, invitedBy, token, ownerId: org.ownerId })
}

/** R36, R41, R117: invites the people of the valid rows, and gives a result for each row. Safe to repeat. */
function addRows(services: Services, orgId: string, wanted: readonly rules.WantedMember[], { user }: SignedIn): Promise<AddedRow[]> {
  return transact(services, orgId, async (tx) => {
    const { org: before, actor, owner } = await activeAdminOf(services, tx, orgId, user)
    const known = await knownOf(services, tx, orgId, wanted)
    const { left } = await strangerEmails(services, tx, owner, 0)
    const { sort, added, written } = rules.createSorting(actor, { ...known, emailsLeft: left })
    const rows = await inSlices(wanted, sort)
    if (added.size === 0) return { reply: rows }
    const org = next(before, rules.countInvited(before, added.size))
    const made = await inSlices([...added.values()], (row) => ({ ...newMember(services, orgId, row), invitedBy: user._id }))
    const inviter = await calledIn(tx, orgId, user)
    return {
      writes: [
        put(orgs, org),
        ...made.map((member) => put(members, member)),
        ...(await countStrangerEmails(services, tx, owner, written.length)),
      ],
      emails: await inSlices(written, (email) => invitationEmail(services, org, email, inviter)),
      reply: rows,
    }
  })
}

export async function addMembers(
  services: Services,
  { members: sent }: Input<typeof orgApi.addMembers>,
  caller: SignedIn,
): Promise<AddedRow[]> {
  const orgIds = [...new Set(sent.map((row) => row.organization.orgId))]
  // Every organization is looked at before the first row is added, so that a foreign one leaves nothing half done.
  for (const orgId of orgIds) await activeAdminOf(services, services.store, orgId, caller.user)
  const results = new Map<(typeof sent)[number], AddedRow>()
  for (const orgId of orgIds) {
    const here = sent.filter((row) => row.organization.orgId === orgId)
    const wanted = here.map(({ user, member }) => wantedMember({ ...user, role: member?.role, preserveCnxnName: member?.preserveCnxnName }))
    const rows = await addRows(services, orgId, wanted, caller)
    for (const [nth, row] of here.entries())
      results.set(row, rows[nth] ?? { email: row.user.email ?? '', status: 'Invalid', message: emailSentence })
  }
  return sent.flatMap((row) => results.get(row) ?? [])
}

const wantedMember = (row: Partial<{ [K in keyof rules.WantedMember]: rules.WantedMember[K] | undefined }>): rules.WantedMember => ({
  name: row.name?.trim() ?? '',
  email: row.email ?? '',
  mobile: row.mobile?.trim() ?? '',
  role: row.role ?? 'member',
  preserveCnxnName: row.preserveCnxnName ?? false,
})

/** For the organization the caller owns, unless one is named. Refuses `org-missing`. */
export const addBulk = async (services: Services, { members: sent, orgId }: Input<typeof orgApi.addBulk>, caller: SignedIn) =>
  addRows(services, orgId ?? caller.user.ownedOrgId ?? refuse('org-missing'), sent.map(wantedMember), caller)

/** R38, R209: the outcome of ending memberships: their permissions and what came with an invitation to all events end too, and follow in each event; seats stay. */
export async function endMemberships(services: Services, tx: Reader, before: Org, targets: readonly Member[]) {
  const invited = targets.filter((member) => !isActive(member)).length
  const org = next(before, countMembers(before, { more: -targets.length, invited: -invited }))
  const ended: RecordWrite[] = []
  await inSlices(targets, async (member) => {
    const { userId, email } = member
    const theirs = await tx.find(teammates, { index: 'member', where: { orgId: org._id, userId }, limit: 100_000 })
    const noteId = endNoteId(services, org._id, email)
    const note = rules.endNote(await tx.get(emailCounts, noteId), noteId, services.clock.now())
    ended.push(drop(members, member), put(emailCounts, note), ...theirs.map((grant) => drop(teammates, grant)))
  })
  return {
    writes: [put(orgs, org), ...ended],
  }
}

/** R36, R38: their permissions end at once, sockets included; ids that are not of this organization are refused together. */
export function removeMembers(services: Services, { orgId, memberIds, removedBy }: Input<typeof orgApi.removeMembers>, { user }: SignedIn) {
  return transact(services, orgId, async (tx) => {
    const { org, actor } = await activeAdminOf(services, tx, orgId, user)
    if (removedBy && removedBy !== user._id) refuse('not-yours')
    const found = await inSlices([...new Set(memberIds)], (id) => tx.get(members, id), { together: 8 })
    const targets = found.filter((member) => member?.orgId === orgId) as Member[]
    if (targets.length < found.length) refuse('member-unknown')
    for (const target of targets) rules.checkMayRemove(actor, target)
    return { ...(await endMemberships(services, tx, org, targets)), reply: { success: true, removed: targets.length } as const }
  })
}

export function setRole(services: Services, { id, role, orgId }: Input<typeof orgApi.setRole>, { user }: SignedIn) {
  return transact(services, orgId, async (tx) => {
    const { org: before, actor } = await activeAdminOf(services, tx, orgId, user)
    const target = await tx.get(members, id)
    if (target?.orgId !== orgId) refuse('member-unknown')
    rules.checkMaySetRole(actor, target, role)
    const org = next(before, {})
    const changed = next(target, { role })
    return {
      writes: [put(orgs, org), put(members, changed)],
      reply: { member: memberView(org, changed, await tx.get(users, target.userId), true) },
    }
  })
}

/** R117: invites again, for lost emails and expired links. Nobody gets one whose membership ended within the last 30 days. */
export const inviteAgain = (services: Services, { id, orgId }: Input<typeof memberApi.inviteAgain>, { user }: SignedIn) =>
  transact(services, orgId, async (tx) => {
    const { org: before, owner } = await activeAdminOf(services, tx, orgId, user)
    const target = await tx.get(members, id)
    const now = services.clock.now()
    if (!target || target.orgId !== orgId) refuse('member-unknown')
    checkMayInviteAgain(target, now)
    if (await wasHere(services, tx, orgId, target.email)) refuse('invitation-soon')
    const org = next(before, {})
    const invited = next(target, { invitedAt: iso(now), invitedBy: user._id })
    return {
      writes: [put(orgs, org), put(members, invited), ...(await countStrangerEmails(services, tx, owner, 1))],
      emails: [invitationEmail(services, org, target.email, await calledIn(tx, orgId, user))],
      reply: { member: memberView(org, invited, undefined, true) },
    }
  })

/** The outcome of accepting or declining: repeating it changes nothing. Refuses `invitation-accepted` when an accepted one is declined. */
async function answered(services: Services, tx: Reader, { org: before, member }: { org: Org; member: Member }, accept: boolean) {
  const reply = { success, accepted: accept }
  if (isActive(member)) return accept ? { reply } : refuse('invitation-accepted')
  if (!accept) return { ...(await endMemberships(services, tx, before, [member])), reply }
  const org = next(before, countMembers(before, { invited: -1 }))
  const accepted = next(member, { status: 'active' })
  return {
    writes: [put(orgs, org), put(members, accepted)],
    reply,
  }
}

/** The link proves the email it was sent to, so that no account is needed. */
export async function answerByLink(services: Services, { token, accept }: Input<typeof memberApi.answerByLink>) {
  const { org } = await placeOfLink(services, services.store, token)
  return transact(services, org._id, async (tx) => answered(services, tx, await placeOfLink(services, tx, token), accept))
}

export const answerInvitation = (services: Services, { id, accept }: Input<typeof memberApi.answer>, caller: SignedIn) =>
  transact(services, id, async (tx) => answered(services, tx, await ownPlace(services, tx, id, caller), accept))

/** R38: permissions end at once, sockets included; seats stay and are flagged. */
export const leave = (services: Services, { id }: Input<typeof memberApi.leave>, caller: SignedIn) =>
  transact(services, id, async (tx) => {
    const { org, member } = await ownPlace(services, tx, id, caller)
    if (!isActive(member)) refuse('org-unknown')
    checkMayLeave(member)
    return { ...(await endMemberships(services, tx, org, [member])), reply: { success } }
  })
