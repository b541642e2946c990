// Inviting by email: what each row becomes, what the person gets, how the list and the counts follow.
import { describe, expect, test } from 'vitest'
import { strangerEmailsPerDay } from '#protocol/kernel/limits.ts'
import { formatLong } from '#protocol/kernel/time/dates.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { asRead, linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { day, hour } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { cookieOf } from '../kit/world/people.ts'
import { openWorld } from '../kit/world/world.ts'
import { guestLink, openStage, people, statuses } from './stage.ts'

const bo = 'bo@guests.test'

describe('each row', () => {
  test('R97a, R41 is told by itself what became of it, and sending all again invites nobody twice', async () => {
    const { world, groupId, send } = await openStage()
    await world.answer(groupId, world.proven('yes@guests.test', groupId))
    const list = [
      { email: ' Bo@Guests.test ', name: 'Bo' },
      { email: 'bo@guests.test' },
      { email: 'not an address' },
      { email: 'yes@guests.test' },
      { email: 'cy@guests.test', name: 'x'.repeat(101) },
      { email: 'di@guests.test', roles: ['Pilot'] },
    ]
    const { rows, left } = await send({ people: list })
    expect(statuses(rows)).toEqual(['Invited', 'Duplicate', 'Invalid', 'Already Answered', 'Invalid', 'Invalid'])
    expect(rows[0]?.email).toBe(bo)
    expect(rows[5]?.message).toBe('There is no role “Pilot”.')
    expect(left).toBe(strangerEmailsPerDay.pro - 1)
    const before = JSON.stringify(await everything(world.store))
    expect(statuses((await send({ people: list })).rows)[0]).toBe('Already Invited')
    expect(JSON.stringify(await everything(world.store))).toBe(before)
    expect(await world.mails(bo)).toHaveLength(1)
  })

  test('R97a a dry run tells the same and changes nothing', async () => {
    const { world, send } = await openStage()
    const before = JSON.stringify(await everything(world.store))
    const dry = await send({ people: people(bo, bo, 'nobody'), dryRun: true })
    expect(statuses(dry.rows)).toEqual(['Invited', 'Duplicate', 'Invalid'])
    expect(JSON.stringify(await everything(world.store))).toBe(before)
    expect((await send({ people: people(bo, bo, 'nobody') })).rows).toEqual(dry.rows)
  })

  test('R97d where only members may answer only members are invited, the invited ones among them', async () => {
    const { world, ada } = await openStage('team')
    const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Stage' }, owner: { email: ada.email } }, ada)
    await world.ok(orgApi.addBulk, { members: [{ name: 'Bo', email: bo }], orgId }, ada)
    const made = await world.event(ada, undefined, { limitToMembers: true }, { ownerOrgId: orgId })
    const { rows } = await world.ok(invitationApi.send, { id: made.groupId, people: people(bo, 'cy@guests.test') }, ada)
    expect(statuses(rows)).toEqual(['Invited', 'Not Invited'])
  })

  test('R97e a message is at most 500 characters and 12 lines, a call at most 500 people, and what is over is refused', async () => {
    const { world, ada, id } = await openStage()
    const no = async (more: object) => (await world.no(invitationApi.send, { id, people: people(bo), ...more }, ada))[1]
    expect(await no({ message: 'x'.repeat(501) })).toBe('input-invalid')
    expect(await no({ message: '\n-'.repeat(13) })).toBe('input-invalid')
    expect(await no({ people: people(...Array.from({ length: 501 }, (_, n) => `g${n}@guests.test`)) })).toBe('input-invalid')
    world.clock.advance(8 * day)
    expect(await no({})).toBe('event-ended')
  })
})

describe('who is invited', () => {
  test('R97e gets who invites, to what, when and where, the organizer’s words and the way to answer, and no link of the organizer’s', async () => {
    const { world, send, rowOf } = await openStage()
    const message = 'Come, it is at evil.com!\n\n  Doors open at six. \nAsk me: lena@evil.com'
    await send({ people: [{ email: bo, name: 'Bo', roles: ['speaker'] }], message })
    const [mail] = await world.mails(bo)
    expect(mail?.subject).toBe('You are invited to “Open stage”: please answer')
    for (const said of [
      'Lena Park invites you to “Open stage”.',
      /When: .* CET/,
      'Where: Main Hall',
      'Come, it is at evil.com!',
      'Doors open at six.',
      'Ask me: lena@evil.com',
      'Suggested for you: Speaker.',
      'because Lena Park entered your address.',
    ])
      expect(asRead(mail?.text ?? '')).toMatch(said)
    expect(mail && linksOfOthers(mail)).toEqual([])
    const links = [...(mail?.html ?? '').matchAll(/(?:href|src)="([^"]+)"/g)].map(([, link = '']) => new URL(link).host)
    expect(new Set(links)).toEqual(new Set(['rolecall.test']))
    expect(await rowOf(bo)).toMatchObject({ name: 'Bo', attending: null, roles: [], invitation: { state: 'invited' } })
  })

  test('R97e is told the time and place that hold when the email goes, not when it was written', async () => {
    const { world, ada, eventId, send } = await openStage()
    await send({ people: people(bo) })
    await world.ok(eventApi.update, { id: eventId, start: world.inDays(9), end: world.inDays(10), location: 'Small Hall' }, ada)
    await world.runJobs()
    const mails = await world.mails(bo)
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('Where: Small Hall')
    expect(mails[0]?.text).toContain(`When: ${formatLong(world.inDays(9), 'Europe/Berlin').replace(/ at .*/, '')}`)
  })

  test('R97f opens their link and is seen to, once; a suggestion is shown to them alone until they answer', async () => {
    const { world, send, rowOf, view, id } = await openStage()
    await send({ people: [{ email: bo, roles: ['Speaker'] }] })
    const [mail] = await world.mails(bo)
    const opened = await world.call(guestApi.open, { token: guestLink(mail?.text) })
    expect(opened.body.rsvp).toMatchObject({ attending: null, roles: [], suggested: ['Speaker'] })
    expect((await rowOf(bo))?.invitation?.state).toBe('opened')
    expect((await view())?.invitations).toEqual({ invited: 0, opened: 1, answered: 0, silent: 1 })
    const before = JSON.stringify(await everything(world.store))
    await world.call(guestApi.open, { token: guestLink(mail?.text) })
    expect(JSON.stringify(await everything(world.store))).toBe(before)
    const guest = { email: bo, cookie: cookieOf(opened.headers) }
    expect((await world.ok(rsvpApi.form, { groupId: id }, guest)).rsvp?.suggested).toEqual(['Speaker'])
    const answered = await world.answer(id, guest, ['Speaker'], { name: 'Bo' })
    expect(answered.body.rsvp.suggested).toBeUndefined()
    expect((await rowOf(bo))?.invitation?.state).toBe('answered')
    expect(await view()).toMatchObject({
      invitations: { invited: 0, opened: 0, answered: 1, silent: 0 },
      answers: { yes: 1, no: 0, none: 0 },
    })
  })

  test('R97b, R1 holds no seat and is not among those who were assigned, until they are', async () => {
    const { world, ada, eventId, send, view, id } = await openStage('team')
    await send({ people: [{ email: bo, roles: [] }, { email: 'cy@guests.test' }] })
    const seats = async () => (await view())?.roleCoverage.map(({ count }) => count)
    expect([await seats(), (await view())?.answers]).toEqual([[0, 0], { yes: 0, no: 0, none: 0 }])
    await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Bo', email: bo, roleName: 'Speaker' }, ada)
    expect([await seats(), (await view())?.answers]).toEqual([[1, 0], { yes: 0, no: 0, none: 1 }])
    expect((await view())?.invitations).toEqual({ invited: 2, opened: 0, answered: 0, silent: 1 })
    const rsvpId = (await world.ok(groupApi.read, { id }, ada)).rsvps.find(({ email }) => email === bo)?._id ?? ''
    await world.ok(assignApi.remove, { id: eventId, groupId: id, rsvpId, roleName: 'Speaker' }, ada)
    expect([await seats(), (await view())?.answers]).toEqual([[0, 0], { yes: 0, no: 0, none: 0 }])
  })

  test('R97, R16 is told to nobody who merely asks about their address', async () => {
    const { world, send, id } = await openStage()
    await send({ people: people(bo) })
    expect(await world.ok(rsvpApi.check, { groupId: id, email: bo })).toEqual({ hasExistingRSVP: false })
  })

  test('R97, R96 and erased their data is invited no more, counts as a no, and finds the invitation in their own data before', async () => {
    const { world, send, id, view } = await openStage()
    await send({ people: people(bo) })
    const guest = world.proven(bo, id)
    expect((await world.ok(guestApi.myData, { groupId: id }, guest)).invitation).toMatchObject({ openedAt: null, suggestedRoles: [] })
    await world.ok(guestApi.erase, { groupId: id }, guest)
    expect((await view())?.invitations).toEqual({ invited: 0, opened: 0, answered: 1, silent: 0 })
    expect(statuses((await send({ people: people(bo) })).rows)).toEqual(['Stopped'])
  })

  test('R97c where guests don’t choose roles none can be suggested', async () => {
    const { world, ada } = await openStage('team')
    const assigned = { assignmentRules: { enableRoleAssignment: true } }
    const made = await world.event(ada, undefined, {}, assigned)
    const sent = { id: made.groupId, people: [{ email: bo, roles: ['Speaker'] }, { email: 'cy@guests.test' }] }
    expect(statuses((await world.ok(invitationApi.send, sent, ada)).rows)).toEqual(['Invalid', 'Invited'])
  })
})

describe('guests of an earlier event', () => {
  test('R97 read in the email that they were guests of it; whoever was not, that their address was entered', async () => {
    const { world, ada, send } = await openStage()
    const earlier = await world.event(ada, undefined, {}, { name: 'Spring stage' })
    await world.answer(earlier.groupId, world.proven(bo, earlier.groupId))
    await send({ people: people(bo, 'cy@guests.test'), fromEventId: earlier.eventId })
    expect((await world.mails(bo))[0]?.text).toContain('because you were a guest of “Spring stage”.')
    expect((await world.mails('cy@guests.test'))[0]?.text).toContain('because Lena Park entered your address.')
  })

  test('R97 are nobody’s but those of the same owner', async () => {
    const { world, ada, id } = await openStage()
    const eve = await world.person('eve')
    const foreign = await world.event(eve)
    const asked = { id, people: people(bo), fromEventId: foreign.eventId }
    expect((await world.no(invitationApi.send, asked, ada))[1]).toBe('event-unknown')
  })
})

describe('the day', () => {
  test('R97i, R119a allows as many as the plan has, row by row, together with other emails to strangers; the next one begins anew', async () => {
    const { world, send } = await openStage('free')
    const most = strangerEmailsPerDay.free
    const many = Array.from({ length: most + 2 }, (_, n) => `g${n}@guests.test`)
    const { rows, left } = await send({ people: people(...many) })
    expect(statuses(rows).filter((status) => status === 'Invited')).toHaveLength(most)
    expect(rows.slice(-2).map(({ status, message }) => [status, message.includes('go on tomorrow')])).toEqual([
      ['Not Invited', true],
      ['Not Invited', true],
    ])
    expect(left).toBe(0)
    world.clock.advance(24 * hour + 1)
    expect(statuses((await send({ people: people(...many) })).rows).filter((status) => status === 'Invited')).toHaveLength(2)
  })
})

describe('again', () => {
  test('R97g only who stays silent is asked again, three days later, once', async () => {
    const { world, ada, id, send } = await openStage()
    await send({ people: people(bo, 'cy@guests.test', 'di@guests.test') })
    await world.answer(id, world.proven('di@guests.test', id))
    const again = (dryRun = false) => world.ok(invitationApi.again, { id, message: 'Still there?', dryRun }, ada)
    expect(await again()).toMatchObject({ due: 0, recent: 2, nextCursor: null })
    world.clock.advance(3 * day)
    await send({ people: people('ed@guests.test') })
    expect(await again(true)).toMatchObject({ due: 2, recent: 1 })
    expect((await world.mails(bo)).length).toBe(1)
    expect(await again()).toMatchObject({ due: 2, recent: 1, left: strangerEmailsPerDay.pro - 3 })
    expect(await again()).toMatchObject({ due: 0, recent: 3 })
    const mails = await world.mails(bo)
    expect([mails.length, mails[0]?.text.includes('Still there?')]).toEqual([2, true])
    expect(await world.mails('di@guests.test')).toHaveLength(2) // the first invitation, and their answer
  })
})

describe('taking back', () => {
  test('R97h ends the link for good, also when they are invited again; who answered or has a role stays', async () => {
    const { world, ada, id, send, rowOf, view } = await openStage()
    await send({ people: people(bo) })
    const token = guestLink((await world.mails(bo))[0]?.text)
    const rsvpId = (await rowOf(bo))?._id ?? ''
    await world.ok(invitationApi.takeBack, { id, rsvpId }, ada)
    expect([await rowOf(bo), (await view())?.invitations]).toEqual([undefined, { invited: 0, opened: 0, answered: 0, silent: 0 }])
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
    world.clock.advance(2_000)
    await send({ people: people(bo) })
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
    await world.answer(id, world.proven(bo, id))
    expect((await world.no(invitationApi.takeBack, { id, rsvpId }, ada))[1]).toBe('invitation-answered')
  })
})

test('R97 a group that stands alone invites too, in the name of its owner', async () => {
  const { world, ada } = await openStage()
  const { groupId } = await world.ok(groupApi.create, { name: 'Reading circle' }, ada)
  await world.ok(invitationApi.send, { id: groupId, people: people(bo) }, ada)
  const [mail] = await world.mails(bo)
  expect(mail?.text).toContain('Lena Park invites you to “Reading circle”.')
  expect(mail?.text).not.toContain('It starts')
})

test('R97, R55 an invitation makes no organizer’s edit stale', async () => {
  const { world, ada, eventId, event, send } = await openStage()
  await send({ people: people(bo) })
  await world.ok(eventApi.update, { id: eventId, settingsRev: event.settingsRev, name: 'Later stage' }, ada)
})

test('R97h, R96 no reply with addresses is kept: the same key again is answered anew, and an invitation made good too often is refused', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { groupId: id } = await world.event(ada)
  const bo = { email: 'bo@guests.test' }
  const keyed = { ...ada, headers: { 'idempotency-key': 'the-same' } }
  const send = async () => (await world.ok(invitationApi.send, { id, people: [bo] }, keyed)).rows.map(({ status }) => status)
  const takeBack = async () => {
    await deliverAll(world)
    const [row] = (await world.ok(groupApi.rsvps, { id }, ada)).rsvps
    await world.ok(invitationApi.takeBack, { id, rsvpId: row?._id ?? '' }, ada)
  }
  expect([await send(), await send()]).toEqual([['Invited'], ['Already Invited']])
  await takeBack()
  expect(await send()).toEqual(['Invited'])
  await takeBack()
  expect(await send()).toEqual(['Not Invited'])
  world.clock.advance(3 * day + 1)
  expect(await send()).toEqual(['Invited'])
  expect(JSON.stringify((await everything(world.store)).answers)).not.toContain(bo.email)
})
