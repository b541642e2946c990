// What there must be for hostile requests to get anywhere: people, an organization with a member, events with answers; and the values that name them.
import { activityApi } from '#protocol/activity.ts'
import { assignApi } from '#protocol/assign.ts'
import { handoverApi } from '#protocol/handover.ts'
import { messageApi } from '#protocol/message.ts'
import { orgApi } from '#protocol/org.ts'
import { stopClaims } from '#server/notice/model.ts'
import { day } from '../world/clock.ts'
import { givenUpEmail } from '../world/given-up.ts'
import type { World } from '../world/world.ts'
import type { Samples } from './probes.ts'

export type Facts = Awaited<ReturnType<typeof newFacts>>

/** An owner of a plan without narrow limits who pays for one besides, a member of their organization, a stranger, an open event and one with assigned roles. */
export async function newFacts(world: World, n: number) {
  const owner = await world.person(`owner_${n}`, 'enterprise')
  const [member, stranger] = [await world.person(`member_${n}`), await world.person(`stranger_${n}`)]
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Org' }, owner: { email: owner.email } }, owner)
  await world.ok(orgApi.addBulk, { members: [{ name: 'Member', email: member.email }] }, owner)
  await world.join(orgId, member)
  const invited = `invited_${n}@people.test`
  await world.ok(orgApi.addBulk, { members: [{ name: 'Invited', email: invited }] }, owner)
  const invitation = await world.tokenMailed(invited)
  const { members } = await world.ok(orgApi.members, { id: orgId }, owner)
  const memberId = members.find(({ userId }) => userId === member.userId)?._id ?? ''
  const open = await world.event(owner, undefined, {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const assigned = await world.event(owner, undefined, {}, { ownerOrgId: orgId })
  const { eventId: id, groupId } = assigned
  const ownGuest = await world.answer(open.groupId, { ...owner, email: owner.email }, ['Guest'], { name: 'Owner' })
  const { rsvps } = await world.ok(assignApi.assign, { id, groupId, name: 'Member', email: member.email, roleName: 'Guest' }, owner)
  const { grant } = await world.ok(assignApi.grant, { id, groupId, userId: member.userId }, owner)
  const scarce = await world.event(owner, [{ name: 'Guest', max: 1 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const asking = (who: string, more: Record<string, unknown>) =>
    world.answer(scarce.groupId, world.proven(`${who}_${n}@guests.test`, scarce.groupId), [], more)
  await asking('holder', { roles: ['Guest'] })
  const waiterId = String((await asking('waiter', { waitFor: ['Guest'] })).body.rsvp._id)
  const proven = world.proven(`holder_${n}@guests.test`, scarce.groupId)
  const named = `named_${n}@guests.test`
  await world.ok(handoverApi.begin, { groupId: scarce.groupId, name: 'Named', email: named }, proven)
  const handOver = /token=([\w.-]+)/.exec((await world.mails(named))[0]?.text ?? '')?.[1] ?? ''
  await subscribed(world, owner, open.groupId)
  const words = { subject: 'Hello', text: 'Hello' }
  const { messageId } = await world.ok(messageApi.send, { id: open.groupId, audience: {}, ...words }, owner)
  const { _id: emailId } = await givenUpEmail(world)
  const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'assign' }, owner)
  const claims = stopClaims(String(ownGuest.body.rsvp?._id ?? ''), open)
  const stopToken = await world.services.signedTokens.sign('unsubscribe', claims, world.clock.now() + 365 * day)
  return {
    owner,
    member,
    stranger,
    orgId,
    memberId,
    open,
    scarce,
    waiterId,
    assigned,
    rsvpId: rsvps[0]?._id ?? '',
    openRsvpId: String(ownGuest.body.rsvp?._id ?? ''),
    grantId: grant._id,
    invitation,
    handOver,
    messageId,
    emailId,
    stopToken,
    activityId: activity[0]?._id ?? '',
  }
}

/** Whoever has a plan for good is sold none, so this is made at the provider. */
async function subscribed({ sandbox, services }: World, { userId, email }: { userId: string; email: string }, groupId: string) {
  const opening = () => ({ key: services.secrets.randomId(), userId, email, successUrl: '', cancelUrl: '', promo: undefined })
  const { id } = await sandbox.createSubscriptionCheckout({ ...opening(), plan: 'pro' })
  await sandbox.pay(id)
  await sandbox.pay((await sandbox.createGroupCheckout({ ...opening(), groupId, mode: 'subscription' })).id)
  await sandbox.deliver()
}

const isOfAssigning = /\/(assign|reassign|remove|grants)(\/|$)/
function idFor(path: string, { owner, stranger, orgId, memberId, open, assigned, scarce, emailId, activityId }: Facts): string {
  if (path.startsWith('/activity')) return activityId
  if (path.startsWith('/operator')) return path.includes('emails') ? emailId : stranger.userId
  if (path.endsWith('/waitlist')) return scarce.groupId
  if (path.startsWith('/event')) return isOfAssigning.test(path) ? assigned.eventId : open.eventId
  if (path.startsWith('/org')) return orgId
  if (path.startsWith('/member')) return memberId
  return path.startsWith('/user') ? owner.userId : open.groupId
}

const fixed = {
  username: 'sample_user',
  password: 'a password',
  newPassword: 'a password',
  token: 'x'.repeat(43),
  code: 'ABC234',
  timeZone: 'Europe/Berlin',
  link: 'https://meet.people.test/room',
  enableRoleAssignment: false,
  role: 'member',
  accept: true,
  roleName: 'Guest',
  dryRun: false,
  holders: false,
  plan: 'team',
}
/** These are better left out: a sample that has them says something else. */
const leftOut = [
  '_id',
  'rev',
  'settingsRev',
  'groupSettingsRev',
  'ownerOrgId',
  'organizerEmail',
  'attendingOrgIds',
  'cursor',
  'person',
  'grantMember',
  'promoCode',
  'memberId',
  'toMemberId',
]

/** Each link opens what it was made for. */
function tokenFor(path: string, { invitation, handOver, stopToken }: Facts): string {
  if (path === '/invitation') return invitation
  if (path.startsWith('/hand-over')) return handOver
  return path.startsWith('/notice/') ? stopToken : fixed.token
}

/** The values that lead to what `facts` has made. */
export const sampled =
  (facts: Facts, { inDays, clock }: World): Samples =>
  (field, path) => {
    const { owner, member, orgId, memberId, open, assigned, waiterId, openRsvpId, grantId, messageId } = facts
    const rsvpId = path.endsWith('/waitlist') ? waiterId : facts.rsvpId
    const { eventId, groupId } = isOfAssigning.test(path) ? assigned : open
    const known: Record<string, unknown> = {
      ...fixed,
      token: tokenFor(path, facts),
      messageId,
      id: idFor(path, facts),
      eventId,
      groupId,
      orgId,
      rsvpId: path.startsWith('/group') ? openRsvpId : rsvpId,
      fromRsvpId: rsvpId,
      grantId,
      memberIds: memberId,
      removedBy: owner.userId,
      userId: path.includes('grants') ? member.userId : owner.userId,
      email: path.includes('assign') ? member.email : 'someone@guests.test',
      fromEmail: member.email,
      toEmail: owner.email,
      start: inDays(7),
      end: new Date(clock.now() + 8 * day).toISOString(),
      until: inDays(30),
      name: path === '/group/:id/roles' ? 'Helper' : 'Guest',
      roles: path === '/rsvp/submit' ? 'Guest' : undefined,
      waitFor: path === '/rsvp/submit' ? 'Guest' : undefined,
      note: 'I bring a chair',
      role: path === '/rsvp/offer' ? 'Guest' : fixed.role,
      fromEventId: open.eventId,
      groups: path === '/group/sparklines' ? open.groupId : undefined,
      days: 7,
      change: 'front',
    }
    // Of the roles of an audience only the ids are known to nobody here.
    const isLeftOut = leftOut.includes(field) || (field === 'roles' && path.includes('/messages'))
    return isLeftOut ? null : known[field]
  }
