// What there must be for hostile requests to get anywhere: people, an organization with a member, events with answers; and the values that name them.

import { messageApi } from '#protocol/mail/message.ts'
import { brandApi } from '#protocol/people/brand/brand.ts'
import { faceApi } from '#protocol/people/face.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { stopClaims } from '#server/seats/model/notice.ts'
import { dot } from '../pictures/dot.ts'
import { day } from '../world/clock.ts'
import { givenUpEmail } from '../world/given-up.ts'
import type { As, World } from '../world/world.ts'
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
  const open = await world.event(owner, undefined, { maxCompanions: 10 }, { assignmentRules: { enableRoleSelfSelect: true } })
  const assigned = await world.event(owner, undefined, {}, { ownerOrgId: orgId })
  const { eventId: id, groupId } = assigned
  const ownGuest = await world.answer(open.groupId, { ...owner, email: owner.email }, ['Guest'], {
    name: 'Owner',
    companions: [
      { name: 'Mia', roles: [] },
      { name: 'Lou', roles: [] },
    ],
  })
  const [mia, lou] = ownGuest.body.rsvp.companions as { _id: string }[]
  const claiming = `mia_${n}@guests.test`
  await world.ok(companionApi.link, { groupId: open.groupId, companionId: mia?._id ?? '', email: claiming }, owner)
  const claim = await world.tokenMailed(claiming)
  const { rsvps } = await world.ok(assignApi.assign, { id, groupId, name: 'Member', email: member.email, roleName: 'Guest' }, owner)
  const { grant } = await world.ok(assignApi.grant, { id, groupId, userId: member.userId }, owner)
  const helping = { id: open.eventId, email: `helper_${n}@people.test`, role: 'viewer' as const }
  const { member: helper } = await world.ok(teamApi.add, helping, owner)
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
  const look = { name: 'Harbor', accent: '#aa3355' }
  await world.ok(brandApi.save, look, owner)
  await world.setTier(stranger.userId, 'pro')
  await world.ok(brandApi.save, look, stranger)
  await world.setTier(stranger.userId, 'free')
  await world.ok(faceApi.set, { bytes: dot }, stranger)
  await world.ok(photoApi.set, { id: open.eventId, bytes: dot }, owner)
  const { act = '' } = await world.ok(brandApi.save, { ...look, orgId }, owner)
  const { activity } = await world.ok(activityApi.list, { id: groupId, kind: 'assign' }, owner)
  const claims = stopClaims(String(ownGuest.body.rsvp?._id ?? ''), open)
  const stopToken = await world.services.signedTokens.sign('unsubscribe', claims, world.clock.now() + 365 * day)
  return {
    ...(await doorOf(world, owner, open.eventId, ownGuest.body.rsvp)),
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
    teamId: helper._id,
    invitation,
    handOver,
    claim,
    companionId: lou?._id ?? '',
    messageId,
    emailId,
    act,
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

/** A phone for the door, which nobody has paired yet, and what stands there of somebody who came in. */
async function doorOf(world: World, owner: As, eventId: string, rsvp: { readonly _id: string; readonly passes?: { url: string }[] }) {
  const { phone, link } = await world.ok(doorApi.makePhone, { eventId, name: 'North' }, owner)
  const scans = [{ scanId: fixed.scanId, rsvpId: rsvp._id, despite: true }]
  const { results } = await world.ok(doorApi.scan, { eventId, scans }, owner)
  const doorLine = results[0]?.person?.door?.line ?? ''
  return { phoneId: phone._id, doorLink: link.split('#')[1] ?? '', doorLine, pass: rsvp.passes?.[0]?.url ?? '' }
}

const isOfAssigning = /\/(assign|reassign|remove|grants)(\/|$)/
function idFor(path: string, { owner, stranger, orgId, memberId, open, assigned, scarce, emailId, activityId }: Facts): string {
  if (path.startsWith('/activity')) return activityId
  if (path.startsWith('/operator/organizations')) return orgId
  if (path.startsWith('/operator/events')) return open.eventId
  if (path.startsWith('/operator')) return path.includes('emails') ? emailId : stranger.userId
  if (path.endsWith('/waitlist')) return scarce.groupId
  if (path.startsWith('/event')) return isOfAssigning.test(path) ? assigned.eventId : open.eventId
  if (path.startsWith('/org')) return orgId
  if (path.startsWith('/member')) return memberId
  return path.startsWith('/user') ? owner.userId : open.groupId
}

const fixed = {
  scanId: '0e6d2c8e-6a4e-4a7e-9a51-1f4b7c0f2a11',
  username: 'sample_user',
  password: 'a password',
  newPassword: 'a password',
  token: 'x'.repeat(43),
  code: 'ABC234',
  timeZone: 'Europe/Berlin',
  startShown: '2026-12-05T19:30',
  link: 'https://meet.people.test/room',
  enableRoleAssignment: false,
  role: 'member',
  kind: 'number',
  accept: true,
  roleName: 'Guest',
  dryRun: false,
  holders: false,
  plan: 'team',
  accent: '#aa3355',
  hideMadeWith: false,
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
  'giveBack',
  'alsoTo',
  'insteadOf',
  'unanswered',
  // Of a question that is a number (`kind` below) they say something else.
  'options',
  'showIf',
  'isRetired',
]

/** Each link opens what it was made for. */
function tokenFor(path: string, { invitation, handOver, claim, stopToken, doorLink }: Facts): string {
  if (path === '/door/pair') return doorLink
  if (path === '/invitation') return invitation
  if (path.startsWith('/companion')) return claim
  if (path.startsWith('/hand-over')) return handOver
  return path.startsWith('/notice/') ? stopToken : fixed.token
}

/** The values that lead to what `facts` has made. */
export const sampled =
  (facts: Facts, { inDays, clock }: World): Samples =>
  (field, path) => {
    const { owner, member, orgId, memberId, open, assigned, waiterId, openRsvpId, grantId, messageId, teamId } = facts
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
      rsvpId: /^\/(?:group|door)/.test(path) ? openRsvpId : rsvpId,
      // The questions of a group are of one kind; everywhere else a kind is another thing.
      kind: /^\/(?:group|event)(?:\/(?::id|with-group|:id\/groups))?$/.test(path) ? fixed.kind : undefined,
      companionId: facts.companionId,
      phoneId: facts.phoneId,
      line: facts.doorLine,
      leaseId: facts.phoneId,
      at: new Date(clock.now()).toISOString(),
      pass: path === '/pass/open' ? facts.pass : undefined,
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
      role: path === '/rsvp/offer' || /\/(?:walkins|leases)$/.test(path) ? 'Guest' : path.includes('/team') ? 'viewer' : fixed.role,
      teamId,
      act: facts.act,
      fromEventId: open.eventId,
      groupIds: open.groupId,
      groups: path === '/group/sparklines' ? open.groupId : undefined,
      days: 7,
      change: 'front',
    }
    // Of the roles of an audience only the ids are known to nobody here; nobody is asked a question.
    const isOfOther =
      (field === 'pass' && path.startsWith('/door')) ||
      (field === 'roles' && /\/(?:messages|assign)/.test(path)) ||
      // A group without an event has no time or place.
      (['start', 'end', 'location'].includes(field) && path === '/group') ||
      (['groupIds', 'allOf'].includes(field) && path.includes('/team')) ||
      (field === 'answers' && path === '/rsvp/submit')
    const isLeftOut = leftOut.includes(field) || isOfOther
    return isLeftOut ? null : known[field]
  }
