// Answering over HTTP: what is taken, what is refused and how, and what comes back.
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'gast@guests.test'

const setUp = async (group: object = {}, event: object = {}, tier: 'free' | 'team' = 'free') => {
  const world = await openWorld()
  const ada = await world.person('ada', tier)
  const made = await world.event(ada, undefined, group, event)
  return { world, ada, ...made, guest: world.proven(email, made.groupId) }
}

describe('an answer', () => {
  test('R67, R13 is answered whole, and is mailed; the same again is the same record, without another email', async () => {
    const { world, groupId, eventId, guest } = await setUp()
    const first = await world.answer(groupId, guest, ['speaker'])
    expect(first.body.rsvp).toEqual({
      orgId: null,
      maskedEmail: 'ga***@guests.test',
      link: '',
      _id: expect.stringMatching(/^[0-9a-f]{24}$/),
      rev: 1,
      eventId,
      groupId,
      name: 'A guest',
      email,
      attending: true,
      roles: ['Speaker'],
      confirmed: false,
      confirmationDate: null,
      passes: [{ url: expect.stringMatching(/^http:\/\/rolecall\.test\/p#/) }],
    })
    expect(first.body.roleCoverage).toMatchObject([
      { name: 'Speaker', count: 1 },
      { name: 'Guest', count: 0 },
    ])
    expect(first.body.form).toMatchObject({ _id: groupId, roleCoverage: first.body.roleCoverage })
    const commits = world.store.commits
    const again = await world.answer(groupId, { ...guest, email: ` ${email.toUpperCase()} ` }, ['Speaker'])
    expect([again.body.rsvp, world.store.commits]).toEqual([first.body.rsvp, commits])
    const [said, ...others] = await world.mails(email)
    expect([said?.subject, others]).toEqual(['You are coming to “Summer school”', []])
    expect(said?.text).toContain('You said yes to “Summer school” as Speaker.')
    expect(said?.text).toContain(`http://rolecall.test/rsvp/${groupId}?eventId=${eventId}&guest=`)
    const changed = await world.answer(groupId, guest, [], { attending: false })
    expect(changed.body.rsvp).toMatchObject({ _id: first.body.rsvp._id, rev: 2, attending: false, roles: [] })
    expect((await world.mails(email)).map(({ subject }) => subject)).toEqual(['You are not coming to “Summer school”'])
    expect(await world.store.find(rsvps, { index: 'group', where: { groupId } })).toHaveLength(1)
  })

  test.each([
    [{ name: ' ' }, 'Please enter your name'],
    [{ attending: undefined }, "Please select whether you're attending or not"],
    [{ attending: null }, "Please select whether you're attending or not"],
    [{ email: 'a@b' }, 'Please enter a valid email address'],
    [{ groupId: 'g1' }, 'Invalid Group Id'],
    [{ eventId: 'e1' }, 'Invalid Event Id'],
  ])('V2, V1, R25 with %j is a 400 with its sentence', async (bad, sentence) => {
    const { world, groupId, guest } = await setUp()
    const { status, body } = await world.answer(groupId, guest, [], bad)
    expect([status, body.code, body.error, Object.values(body.fields)]).toEqual([400, 'input-invalid', sentence, [sentence]])
  })

  test('V3 roles are names, or objects with a name; unknown ones are refused', async () => {
    const { world, groupId, guest } = await setUp()
    const { body } = await world.answer(groupId, guest, [{ name: 'GUEST' }, 'Speaker', 'guest'] as never)
    expect(body.rsvp.roles).toEqual(['Speaker', 'Guest'])
    expect((await world.answer(groupId, guest, ['Cook'])).body).toMatchObject({ code: 'role-unknown', error: 'There is no role "Cook".' })
  })

  test('R3, V4 a full role is a 409 that names it and leaves the earlier answer as it was', async () => {
    const { world, groupId, guest } = await setUp()
    await world.answer(groupId, world.proven('other@guests.test', groupId), ['Speaker'])
    await world.answer(groupId, guest, ['Guest'])
    const full = await world.answer(groupId, guest, ['Guest', 'Speaker'])
    expect(full).toMatchObject({ status: 409, body: { code: 'role-full', error: 'Role "Speaker" is already full.', roles: ['Speaker'] } })
    expect((await world.ok(rsvpApi.form, { groupId }, guest)).rsvp).toMatchObject({ rev: 1, roles: ['Guest'] })
  })

  test('R20, R26 a yes without a role is unlimited, and open to all where no organization owns or attends', async () => {
    const { world, ada, groupId } = await setUp({ limitToMembers: true })
    const answers = await Promise.all(world.crowd(30, groupId).map((guest) => world.answer(groupId, guest, [])))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
    expect((await world.ok(groupApi.read, { id: groupId }, ada)).group).toMatchObject({ answers: { yes: 30, no: 0, none: 0 } })
  })

  test('R18 is confirmed only with a yes where the group asks for it, and stamped by the server', async () => {
    const { world, ada, groupId, guest } = await setUp()
    expect((await world.answer(groupId, guest, ['Guest'], { confirmed: true })).body.rsvp.confirmed).toBe(false)
    await world.ok(groupApi.settings, { id: groupId, showConfirmation: true }, ada)
    world.clock.advance(minute)
    const { rsvp } = (await world.answer(groupId, guest, ['Guest'], { confirmed: true })).body
    expect(rsvp).toMatchObject({ confirmed: true, confirmationDate: new Date(world.clock.now()).toISOString() })
    expect((await world.answer(groupId, guest, ['Guest', 'Speaker'])).body.rsvp).toMatchObject({ confirmed: false, confirmationDate: null })
  })
})

describe('which event', () => {
  test('R23 a missing eventId means the one there is, another one is a 404', async () => {
    const { world, ada, groupId, eventId, guest } = await setUp()
    const other = await world.event(ada)
    for (const id of [undefined, null, eventId])
      expect((await world.answer(groupId, guest, [], { eventId: id })).body.rsvp.eventId).toBe(eventId)
    expect((await world.answer(groupId, guest, [], { eventId: other.eventId })).body).toMatchObject({
      code: 'event-unknown',
      error: 'Event Not Found',
    })
    expect((await world.no(rsvpApi.form, { groupId, eventId: other.eventId }))[0]).toBe(404)
    const { groupId: alone } = await world.ok(groupApi.create, {}, ada)
    expect((await world.answer(alone, world.proven(email, alone))).body.rsvp.eventId).toBe(null)
    expect((await world.no(rsvpApi.form, { groupId: alone, eventId }))[1]).toBe('event-unknown')
  })

  test('R24 the source tag of the link may be anything or nothing', async () => {
    const { world, groupId, eventId } = await setUp()
    const forms = await Promise.all(
      ['forfeedback', 'other', '', 'x'.repeat(5_000)].map((code) => world.ok(rsvpApi.form, { groupId, eventId, code })),
    )
    expect(forms).toEqual(Array(4).fill(await world.ok(rsvpApi.form, { groupId })))
  })

  test('R21 during the event answers are taken; after its end the form is read-only and lists still work', async () => {
    const { world, groupId, guest } = await setUp()
    world.clock.advance(7 * day + hour - 1)
    const late = world.proven(email, groupId)
    expect((await world.answer(groupId, late, ['Guest'])).status).toBe(200)
    world.clock.advance(1)
    expect(await world.ok(rsvpApi.form, { groupId }, late)).toMatchObject({
      status: 'ended',
      rsvp: { roles: ['Guest'] },
      event: { status: 'over' },
    })
    const ended = { status: 409, body: { code: 'event-ended', error: 'This event has ended' } }
    expect(await world.answer(groupId, late, [])).toMatchObject(ended)
    expect(await world.call(rsvpApi.sendCode, { groupId, email: guest.email })).toMatchObject(ended)
    const ada = await world.logIn('ada')
    expect((await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps).toHaveLength(1)
    expect((await world.ok(eventApi.mine, {}, ada)).events[0]?.status).toBe('over')
  })
})

describe('self-selection', () => {
  test('R10, R11 where it is off a submit with roles is a 403, one without is taken', async () => {
    const { world, groupId, guest } = await setUp({}, { assignmentRules: { enableRoleAssignment: true } }, 'team')
    expect((await world.ok(rsvpApi.form, { groupId })).event).toMatchObject({ enableRoleSelfSelect: false })
    const refused = await world.answer(groupId, guest, ['Guest'])
    expect(refused).toMatchObject({ status: 403, body: { code: 'selection-disabled', error: 'Selection Disabled' } })
    expect((await world.answer(groupId, guest, [])).body.rsvp).toMatchObject({ attending: true, roles: [] })
  })

  test('R9 singleRoleOnly is told to the form and enforced', async () => {
    const { world, groupId, guest } = await setUp({}, { assignmentRules: { rule: 'singleRoleOnly' } })
    expect((await world.ok(rsvpApi.form, { groupId })).event?.singleRoleOnly).toBe(true)
    const refused = await world.answer(groupId, guest, ['Guest', 'Speaker'])
    expect(refused).toMatchObject({ status: 400, body: { code: 'single-role-only', error: 'Please choose one role only.' } })
    expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(200)
  })
})
