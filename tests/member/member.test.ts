// What is promised to people whom an organization invites: nothing is shown of them and nothing is theirs until they accept, and they can leave.
import { describe, expect, test } from 'vitest'
import { invitationDays, strangerEmailsPerDay } from '#protocol/kernel/limits.ts'
import { dashboardRoom, orgRoom } from '#protocol/live.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accountApi } from '#protocol/people/account.ts'
import { memberApi } from '#protocol/people/member.ts'
import { addedStatus, orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { emailCounts, members } from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { linkToken } from '#server/people/rules/member.ts'
import { asRead, linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { codeOf } from '../kit/world/client.ts'
import { day } from '../kit/world/clock.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openChoir } from '../kit/world/organization.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const secretName = 'Canary of an account'
/** Ina has an account with a name, and was asked to be an admin. */
async function withInvited(world: World) {
  const choir = await openChoir(world, { mia: 'member' })
  const ina = await world.person('ina')
  await world.ok(accountApi.updateName, { name: secretName }, ina)
  await choir.invite('ina', 'admin')
  const token = await world.tokenMailed(ina.email)
  return { world, ...choir, ina, token }
}

describe('until they accept', () => {
  test('R117a the organization sees what it typed and nothing of the account: no name, username or verified, in lists, rooms and replies', async () => {
    const { world, owner, orgId, mia, ina, memberId } = await withInvited(await openWorld())
    const socket = await world.socket(owner)
    const seen = [
      await world.ok(orgApi.members, { id: orgId }, owner),
      await world.ok(orgApi.members, { id: orgId }, mia),
      await socket.watch(orgRoom(orgId)),
      await world.ok(orgApi.setRole, { id: await memberId(ina), role: 'admin', orgId }, owner),
      await world.no(accountApi.person, { id: ina.userId }, owner),
    ]
    for (const one of seen) expect(JSON.stringify(one)).not.toMatch(/Canary of an account|ina_user/)
    const row = (await world.ok(orgApi.members, { id: orgId }, owner)).members.find(({ userId }) => userId === ina.userId)
    expect(row).toMatchObject({ status: 'invited', verified: false, user: { name: 'ina', username: '', email: ina.email } })
    await world.ok(accountApi.updateName, { name: `${secretName} again` }, ina)
    await choirTold(world, owner, orgId, socket)
    expect(JSON.stringify(socket.heard)).not.toMatch(/Canary of an account|ina_user/)
    await world.join(orgId, ina)
    await expect.poll(() => JSON.stringify(socket.heard)).toContain(`${secretName} again`)
    const after = (await world.ok(orgApi.members, { id: orgId }, owner)).members.find(({ userId }) => userId === ina.userId)
    expect(after).toMatchObject({ status: 'active', verified: true, user: { username: 'ina_user' } })
  })

  test('R117, R36 nothing of the organization is theirs, whatever role they were asked to have; seats are, and members-only events', async () => {
    const { world, owner, orgId, ina, event, invite } = await withInvited(await openWorld())
    const { eventId: id, groupId } = await event()
    const socket = await world.socket(ina)
    const refused = await Promise.all([
      world.call(orgApi.members, { id: orgId }, ina),
      world.call(orgApi.tierLimits, { id: orgId }, ina),
      world.call(orgApi.addBulk, { members: [{ email: 'x@people.test' }], orgId }, ina),
      world.call(planApi.tierLimitsOf, { userId: owner.userId }, ina),
      world.call(accountApi.person, { id: owner.userId }, ina),
      world.call(groupApi.rsvps, { id: groupId }, ina),
      world.call(eventApi.update, { id, name: 'Mine' }, ina),
      world.call(assignApi.grants, { id, groupId }, ina),
      world.call(memberApi.leave, { id: orgId }, ina),
    ])
    expect(refused.map(codeOf)).toEqual(
      'org-unknown org-unknown org-unknown not-yours user-unknown group-unknown event-unknown event-unknown org-unknown'.split(' '),
    )
    expect(await socket.watch(orgRoom(orgId))).toMatchObject({ code: 'org-unknown' })
    expect(await socket.watch(dashboardRoom(ina.userId))).toMatchObject({ view: { events: [] } })
    expect((await world.ok(eventApi.mine, {}, ina)).events).toEqual([])
    expect((await world.no(assignApi.grant, { id, groupId, userId: ina.userId }, owner))[1]).toBe('grantee-not-member')
    const mine = await world.ok(orgApi.mine, {}, ina)
    expect(mine).toMatchObject({ organizations: [], invitations: [{ orgId, name: 'Choir', role: 'admin' }] })
    const { rsvps } = await world.ok(assignApi.assign, { id, groupId, name: 'Ina', email: ina.email, roleName: 'Speaker' }, owner)
    expect(rsvps).toMatchObject([{ email: ina.email, name: 'ina', formerMember: false }])
    expect(codeOf(await world.answer(groupId, world.proven(ina.email, groupId), ['Speaker']))).toBe('ok')
    await invite('guest')
    expect(codeOf(await world.answer(groupId, world.proven('guest@people.test', groupId)))).toBe('ok')
  })

  test('R117 control: a membership of before, without a status, belongs', async () => {
    const { world, orgId, ina, memberId } = await withInvited(await openWorld())
    const kept = await world.store.get(members, await memberId(ina))
    const { status: _, ...old } = next(kept as NonNullable<typeof kept>, {})
    await world.store.commit([{ collection: members, put: old, expectedRev: old.rev - 1 }])
    const all = await world.ok(orgApi.members, { id: orgId }, ina)
    expect(all.members.find(({ userId }) => userId === ina.userId)).toMatchObject({ status: 'active', user: { name: secretName } })
  })
})

const choirTold = async (world: World, owner: { token: string }, orgId: string, socket: Awaited<ReturnType<World['socket']>>) => {
  await world.ok(orgApi.addBulk, { members: [{ name: 'Last', email: 'last@people.test' }], orgId }, owner)
  await socket.quiet()
}

describe('the answer', () => {
  test('R117d email, page and dashboard name who invites, as their organization calls them', async () => {
    const world = await openWorld()
    const { orgId, amy } = await openChoir(world, { amy: 'admin' })
    const zoe = await world.person('zoe')
    await world.ok(orgApi.addMembers, { members: [{ user: { name: 'Zoe', email: zoe.email }, organization: { orgId } }] }, amy)
    const token = await world.tokenMailed(zoe.email)
    const mail = (await world.mails(zoe.email))[0]
    expect(mail?.text).toContain('amy invites you to be a member of “Choir” on Rolecall.')
    expect((await world.ok(memberApi.readInvitation, { token })).invitation.invitedBy).toBe('amy')
    expect((await world.ok(orgApi.mine, {}, zoe)).invitations).toMatchObject([{ name: 'Choir', invitedBy: 'amy' }])
  })

  test('R117 by the link without an account: looking changes nothing, accepting does, twice is once, and a late no is refused', async () => {
    const { world, owner, orgId, token, ina } = await withInvited(await openWorld())
    const status = async () =>
      (await world.ok(orgApi.members, { id: orgId }, owner)).members.find((one) => one.userId === ina.userId)?.status
    const { invitation } = await world.ok(memberApi.readInvitation, { token })
    expect([invitation, await status()]).toEqual([
      { organization: 'Choir', invitedBy: 'olga_user', maskedEmail: 'in***@people.test', isAccepted: false },
      'invited',
    ])
    for (const _ of [1, 2])
      expect(await world.ok(memberApi.answerByLink, { token, accept: true })).toEqual({ success: true, accepted: true })
    expect(await status()).toBe('active')
    expect((await world.ok(memberApi.readInvitation, { token })).invitation.isAccepted).toBe(true)
    expect((await world.no(memberApi.answerByLink, { token, accept: false }))[1]).toBe('invitation-accepted')
    expect((await world.no(memberApi.answer, { id: orgId, accept: false }, ina))[1]).toBe('invitation-accepted')
    expect(await status()).toBe('active')
  })

  test('R117b a no takes the person off the list; the link then leads nowhere, and asking again within a month sends no further email', async () => {
    const { world, owner, orgId, token, ina, invite } = await withInvited(await openWorld())
    await world.ok(memberApi.answer, { id: orgId, accept: false }, ina)
    expect((await world.ok(orgApi.members, { id: orgId }, owner)).members.map(({ userId }) => userId)).not.toContain(ina.userId)
    expect((await world.no(memberApi.readInvitation, { token }))[1]).toBe('invitation-invalid')
    expect((await world.no(memberApi.answer, { id: orgId, accept: true }, ina))[1]).toBe('org-unknown')
    const letters = async () => (await world.mails(ina.email)).filter(({ subject }) => subject.includes('invited')).length
    await invite('ina')
    expect([await letters(), (await world.ok(orgApi.mine, {}, ina)).invitations.length]).toEqual([1, 1])
    await world.ok(memberApi.answer, { id: orgId, accept: false }, ina)
    world.clock.advance(31 * day)
    await world.runJobs()
    expect(await letters()).toBe(0) // what was sent is kept for a week
    const later = await world.logIn('ina')
    const owning = await world.logIn('olga')
    await world.ok(orgApi.addBulk, { members: [{ name: 'Ina', email: ina.email }], orgId }, owning)
    expect([await letters(), (await world.ok(orgApi.mine, {}, later)).invitations.length]).toEqual([1, 1])
  })

  test('R117 an email that got lost is sent again by an admin after a week, whose link works; not to members, strangers’ members or whoever said no', async () => {
    const { world, owner, orgId, token, mia, ina, memberId, invite } = await withInvited(await openWorld())
    const id = await memberId(ina)
    const again = (as = owner, one = { id, orgId }) => world.call(memberApi.inviteAgain, one, as)
    expect(codeOf(await again())).toBe('invitation-soon')
    world.clock.advance(8 * day)
    expect(codeOf(await again(mia))).toBe('member-rights')
    expect(codeOf(await again(owner, { id: await memberId(mia), orgId }))).toBe('member-active')
    const otto = await world.person('otto', 'team')
    const foreign = await world.ok(orgApi.create, { organization: { name: 'Band' }, owner: { email: otto.email } }, otto)
    expect(codeOf(await again(otto, { id, orgId: foreign.orgId }))).toBe('member-unknown')
    const { member } = await world.ok(memberApi.inviteAgain, { id, orgId }, owner)
    expect(member).toMatchObject({ status: 'invited', user: { name: 'ina', username: '' } })
    expect(codeOf(await again())).toBe('invitation-soon')
    const fresh = await world.tokenMailed(ina.email)
    expect(fresh).not.toBe(token)
    await world.ok(memberApi.answerByLink, { token: fresh, accept: false })
    await invite('ina')
    world.clock.advance(8 * day)
    expect(codeOf(await again())).toBe('invitation-soon')
  })

  test('R117 a link that is made up, signed for something else, altered or over is refused', async () => {
    const { world, owner, token, ina, memberId } = await withInvited(await openWorld())
    const id = await memberId(ina)
    const { secrets, clock } = world.services
    const bad = [
      'x'.repeat(43),
      linkToken(secrets.sign(JSON.stringify(['proof', id, clock.now() + day]))),
      linkToken(secrets.sign('not even JSON')),
      `${token.slice(0, -8)}AAAAAAAA`,
      linkToken(secrets.sign(JSON.stringify(['invitation', 'f'.repeat(24), clock.now() + day]))),
    ]
    for (const one of bad) expect((await world.no(memberApi.answerByLink, { token: one, accept: true }))[1]).toBe('invitation-invalid')
    world.clock.advance(invitationDays * day)
    expect((await world.no(memberApi.answerByLink, { token, accept: true }))[1]).toBe('invitation-invalid')
    expect(owner.email).toBe('olga@people.test')
  })
})

describe('leaving', () => {
  test('R117b, R38 anyone but the owner leaves: rights, permissions and rooms end at once; seats stay and are flagged', async () => {
    const world = await openWorld()
    const choir = await openChoir(world, { amy: 'admin', gus: 'member' })
    const { owner, orgId, amy, gus } = choir
    const made = await choir.event()
    const at = { id: made.eventId, groupId: made.groupId }
    await choir.grant(made, gus)
    await world.ok(assignApi.assign, { ...at, name: 'Gus', email: gus.email, roleName: 'Speaker' }, owner)
    const socket = await world.socket(amy)
    await socket.watch(orgRoom(orgId))
    await world.ok(memberApi.leave, { id: orgId }, gus)
    await world.ok(memberApi.leave, { id: orgId }, amy)
    await expect.poll(() => socket.seen('gone')).toEqual([orgRoom(orgId)])
    expect(await world.store.find(teammates, { index: 'group', where: { groupId: made.groupId } })).toEqual([])
    expect((await world.no(assignApi.assign, { ...at, name: 'A', email: amy.email, roleName: 'Guest' }, gus))[1]).toBe('event-unknown')
    expect((await world.ok(groupApi.read, { id: made.groupId }, owner)).rsvps).toMatchObject([{ email: gus.email, formerMember: true }])
    expect((await world.no(memberApi.leave, { id: orgId }, gus))[1]).toBe('org-unknown')
    expect((await world.no(memberApi.leave, { id: orgId }, owner))[1]).toBe('org-owner-stays')
    expect((await world.ok(orgApi.members, { id: orgId }, owner)).memberCount).toBe(1)
    await world.setTier(owner.userId, 'free')
  })

  test('R117b, R44 under a lower plan one can still leave, and still decline', async () => {
    const { world, owner, orgId, mia, ina } = await withInvited(await openWorld())
    await world.setTier(owner.userId, 'free')
    await world.ok(memberApi.leave, { id: orgId }, mia)
    await world.ok(memberApi.answer, { id: orgId, accept: false }, ina)
    expect((await world.ok(orgApi.members, { id: orgId }, owner)).memberCount).toBe(1)
  })
})

describe('emails to strangers', () => {
  const nasty = 'Win now https://evil.example/x www.evil.test evil.test/a me@evil.test evil\u200b.test \uff0evil \uff45vil.test ok'
  test('R117c, M4 an invitation has no link but ours, in subject, text and HTML, whatever the organization is called; so has an assignment', async () => {
    const world = await openWorld()
    const owner = await world.person('olga', 'team')
    const { orgId } = await world.ok(orgApi.create, { organization: { name: nasty }, owner: { email: owner.email } }, owner)
    await world.ok(orgApi.addBulk, { members: [{ name: nasty, email: 'bo@people.test' }], orgId }, owner)
    const roles = [{ name: 'See evil.test now', max: 1 }]
    const { eventId: id, groupId } = await world.event(owner, roles, {}, { name: nasty, ownerOrgId: orgId })
    const { rsvps } = await world.ok(
      assignApi.assign,
      { id, groupId, name: 'Bo', email: 'bo@people.test', roleName: 'See evil.test now' },
      owner,
    )
    await deliverAll(world) // who hasn't heard of it isn't told that it is gone
    await world.ok(assignApi.remove, { id, groupId, rsvpId: rsvps[0]?._id ?? '', roleName: 'See evil.test now' }, owner)
    const letters = await world.mails('bo@people.test')
    expect(letters).toHaveLength(3)
    for (const letter of letters) {
      expect(linksOfOthers(letter)).toEqual([])
      expect(letter.subject).not.toMatch(/[\r\n]/)
      expect(asRead(letter.text)).toMatch(/Win now https:\/\/evil.example\/x www/)
    }
    expect(letters.map(({ subject }) => subject)).toContain('You are invited to an organization on Rolecall')
  })

  test('R119a an owner writes to so many strangers a day, invitations and assignments together; the next day goes on', async () => {
    const world = await openWorld()
    const { owner, orgId, event, mia } = await openChoir(world, { mia: 'member' })
    const most = strangerEmailsPerDay.team
    const emails = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ name: 'P', email: `p${from + n}@people.test` }))
    const rows = await world.ok(orgApi.addBulk, { members: emails(0, most), orgId }, owner)
    const refused = { status: 'Not Invited', message: 'Many people were invited today. Please add this person tomorrow.' }
    expect(rows.filter(({ status }) => status === addedStatus)).toHaveLength(most - 1)
    expect(rows.at(-1)).toMatchObject(refused)
    const { eventId: id, groupId } = await event()
    const assign = (email: string, roleName: string) => world.call(assignApi.assign, { id, groupId, name: 'P', email, roleName }, owner)
    const before = (await world.ok(groupApi.read, { id: groupId }, owner)).roleCoverage
    expect(codeOf(await assign('p1@people.test', 'Guest'))).toBe('emails-spent')
    expect((await world.ok(groupApi.read, { id: groupId }, owner)).roleCoverage).toEqual(before)
    expect(codeOf(await assign(mia.email, 'Guest'))).toBe('ok')
    world.clock.advance(day)
    expect(codeOf(await assign('p1@people.test', 'Guest'))).toBe('ok')
    expect((await world.ok(orgApi.addBulk, { members: emails(most, 1), orgId }, owner))[0]?.status).toBe(addedStatus)
    await world.runJobs()
    expect(await world.store.find(emailCounts, { index: '_id', limit: 5 })).toMatchObject([{ count: 2 }])
  })
})
