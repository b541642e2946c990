// Handing a seat over, as giver, the one named and organizers meet it over HTTP.
import { beforeEach, describe, expect, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { asRead, linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { hour } from '../kit/world/clock.ts'
import { asText } from '../kit/world/every-collection.ts'
import { migratedAgain } from '../kit/world/migrated.ts'
import { cookieOf } from '../kit/world/people.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import { guestNo, openWorld } from '../kit/world/world.ts'
import { openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
const rows = async () => (await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)).rsvps
const rowOf = async (n: number) => (await rows()).find(({ email }) => email === guestNo(n))

describe('R94 naming somebody', () => {
  test('R94a the seat stays with the giver, both see the offer, organizers see the names, other guests nothing', async () => {
    await stage.answer(0, ['Speaker'])
    const { status, body } = await stage.begin(0, 1, 'Bo')
    const until = new Date(stage.world.clock.now() + 48 * hour).toISOString()
    expect([status, body.rsvp.handOver]).toEqual([200, { name: 'Bo', email: guestNo(1), roles: ['Speaker'], until }])
    expect((await stage.own(0))?.roles).toEqual(['Speaker'])
    expect(await stage.taken()).toEqual([1, 0])
    expect(await rowOf(0)).toMatchObject({ handOver: { name: 'Bo', email: guestNo(1), until } })
    const opened = await stage.open(await stage.tokenFor(1))
    expect(opened.body).toMatchObject({ giver: 'A guest', email: guestNo(1), roles: ['Speaker'], until, replaces: [] })
    expect(JSON.stringify(opened.body)).not.toContain(guestNo(0))
    expect(withoutTokens([await stage.formOf(1), await stage.formOf(2)])).not.toContain('Bo')
  })

  test('R94a, R116 opening the link changes nothing, however often', async () => {
    await stage.answer(0, ['Speaker'])
    const token = await stage.offered(0, 1)
    const { commits } = stage.world.store
    for (let nth = 0; nth < 3; nth++) expect((await stage.open(token)).status).toBe(200)
    expect(stage.world.store.commits).toBe(commits)
    expect(await stage.own(1)).toBeNull()
  })

  test('R94 who has no seat, is named themselves, or has offered it already is told so; without a proof nobody begins', async () => {
    await stage.answer(0, [])
    expect((await stage.begin(0, 1)).body.code).toBe('hand-over-seatless')
    expect((await stage.begin(5, 1)).body.code).toBe('rsvp-unknown')
    await stage.answer(0, ['Speaker'])
    expect((await stage.begin(0, 0)).body.code).toBe('hand-over-self')
    await stage.begin(0, 1)
    expect((await stage.begin(0, 2)).body.code).toBe('hand-over-pending')
    const nobody = await stage.world.send('POST', '/api/rsvp/hand-over', { groupId: stage.groupId, name: 'Bo', email: guestNo(1) }, {})
    expect(nobody.body.code).toBe('proof-missing')
  })

  test('R94 the email to the one named has our link alone, no word of the giver’s but their name, and is one nobody asked for', async () => {
    await stage.answer(0, ['Speaker'], { name: 'Win at www.evil.test now', note: 'a note' })
    await stage.begin(0, 1, 'Bo evil.test')
    const [mail] = await stage.world.mails(guestNo(1))
    expect(asRead(mail?.text ?? '')).toContain('Win at www.evil.test now can’t make it, and offers you their seat as “Speaker”')
    expect(withoutTokens(mail?.text ?? '')).not.toMatch(/note|Bo/)
    expect(mail && linksOfOthers(mail)).toEqual([])
    expect(mail?.text.match(/https?:\S+/g)?.every((link) => link.startsWith('http://rolecall.test/hand-over?token='))).toBe(true)
  })

  test('R94h, R119 a guest begins three an hour; an address gets three such emails an hour, and finds the others among its links', async () => {
    stage = await openStage(await openWorld({ rateLimits: true }))
    await stage.answer(0, ['Guest'])
    for (let nth = 0; nth < 3; nth++) {
      expect((await stage.begin(0, 9)).status).toBe(200)
      await stage.takeBack(0)
    }
    expect((await stage.begin(0, 9)).body.code).toBe('rate-limited')
    await stage.answer(1, ['Guest'])
    expect((await stage.begin(1, 9)).status).toBe(200)
    expect(await stage.world.mails(guestNo(9))).toHaveLength(0) // three have ended, the fourth was not written
    stage.world.clock.advance(1)
    await stage.world.ok(guestApi.links, { email: guestNo(9) })
    expect((await stage.open(await stage.tokenFor(9))).body).toMatchObject({ email: guestNo(9), roles: ['Guest'] })
    stage.world.clock.advance(hour)
    expect((await stage.begin(0, 8)).status).toBe(200)
  })

  test('R94 old groups allow no hand-over, new ones do, and organizers switch it; what was begun stands', async () => {
    await stage.answer(0, ['Guest'])
    await stage.answer(1, ['Guest'])
    const token = await stage.offered(0, 2)
    await stage.world.ok(groupApi.settings, { id: stage.groupId, handOver: false }, stage.ada)
    expect((await stage.formOf(0)).handOver).toBeUndefined()
    expect((await stage.begin(1, 3)).body.code).toBe('hand-over-off')
    expect((await stage.accept(token)).status).toBe(200)
    const group = await stage.group()
    const { handOver: _, ...old } = group
    await stage.world.store.commit([{ collection: groups, put: { ...old, rev: group.rev + 1 }, expectedRev: group.rev }])
    await migratedAgain(stage.world.store)
    expect((await stage.begin(1, 3)).body.code).toBe('hand-over-off')
    expect((await stage.world.ok(groupApi.read, { id: stage.groupId }, stage.ada)).group).toMatchObject({ handOver: false })
  })

  test('R94f with self-selection off, and once the event has begun, nobody hands over', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.world.ok(eventApi.update, { id: stage.eventId, assignmentRules: { enableRoleAssignment: true } }, stage.ada)
    expect((await stage.formOf(0)).handOver).toBeUndefined()
    expect((await stage.begin(0, 1)).body.code).toBe('hand-over-off')
    const other = await openStage()
    await other.answer(0, ['Speaker'])
    other.hoursBefore(0)
    expect((await other.begin(0, 1)).body.code).toBe('hand-over-late')
  })
})

describe('R94 accepting', () => {
  test('R94c is one commit: the giver is a no that remembers no role, the other a yes with the seats, and both are told', async () => {
    await stage.answer(0, ['Speaker'])
    const token = await stage.offered(0, 1)
    const { commits } = stage.world.store
    const { status, body, headers } = await stage.accept(token)
    expect([status, body.rsvp.roles, body.rsvp.attending, body.rsvp.confirmed]).toEqual([200, ['Speaker'], true, false])
    expect(stage.world.store.commits).toBe(commits + 1)
    expect(body.rsvp.cameBy).toBe('hand-over') // R123: the card says so
    expect(await stage.own(0)).toMatchObject({ attending: false, roles: [] })
    expect((await stage.group()).roles[0]?.counts).toMatchObject({ yesNotConfirmed: 1, declined: 0 })
    expect(await stage.newestEmail(0)).toContain('accepted your seat')
    expect(await stage.newestEmail(1)).toContain('You said yes')
    const proof = { email: guestNo(1), cookie: cookieOf(headers) }
    expect((await stage.world.answer(stage.groupId, proof, [], { attending: false })).status).toBe(200)
  })

  test('R94, R97 who was invited by a bare address has the name that the giver typed', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.world.ok(invitationApi.send, { id: stage.groupId, people: [{ email: guestNo(1) }] }, stage.ada)
    expect((await stage.accept(await stage.offered(0, 1))).body.rsvp.name).toBe('Guest 1')
  })

  test('R94, R95 the entry leaves the calendar of the one and arrives in that of the other', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.accept(await stage.offered(0, 1))
    const [from, to] = await Promise.all([stage.world.mails(guestNo(0)), stage.world.mails(guestNo(1))])
    expect(from[0]?.attachments[0]?.contentType).toContain('method=CANCEL')
    expect(to[0]?.attachments[0]?.contentType).toContain('method=REQUEST')
  })

  test('R94b passes the waitlist by; whoever waited for the role leaves its line', async () => {
    await stage.answer(0, ['Speaker'])
    for (const n of [1, 2]) await stage.wait(n, ['Speaker'])
    await stage.accept(await stage.offered(0, 2))
    expect([await stage.rolesOf(1), await stage.rolesOf(2)]).toEqual([[], ['Speaker']])
    expect((await stage.own(1))?.waiting).toMatchObject([{ role: 'Speaker', position: 1 }])
    expect((await stage.own(2))?.waiting).toBeUndefined()
  })

  test('R94d nobody gets a role twice: the seat goes to whoever waits', async () => {
    await stage.answer(0, ['Speaker', 'Guest'])
    await stage.answer(1, ['Guest'])
    await stage.wait(2, ['Guest'])
    await stage.accept(await stage.offered(0, 1))
    expect([(await stage.rolesOf(1)).sort(), await stage.rolesOf(2)]).toEqual([['Guest', 'Speaker'], ['Guest']])
    expect(await stage.taken()).toEqual([1, 2])
  })

  test('R94c seats that came since stay with the giver, who is then still a yes', async () => {
    await stage.answer(0, ['Guest'])
    const token = await stage.offered(0, 1)
    await stage.answer(0, ['Guest', 'Speaker'])
    await stage.accept(token)
    expect(await stage.own(0)).toMatchObject({ attending: true, roles: ['Speaker'] })
    expect(await stage.own(1)).toMatchObject({ attending: true, roles: ['Guest'] })
    expect((await stage.own(0))?.handOver).toBeUndefined()
  })

  test('R94d where one role is the rule the new one replaces the old only by a word, and the old seat goes on', async () => {
    await stage.single()
    await stage.answer(0, ['Speaker'])
    await stage.answer(1, ['Guest'])
    await stage.answer(2, ['Guest'])
    await stage.wait(3, ['Guest'])
    const token = await stage.offered(0, 1)
    expect((await stage.open(token)).body.replaces).toEqual(['Guest'])
    expect((await stage.accept(token)).body.code).toBe('single-role-only')
    expect((await stage.accept(token, true)).status).toBe(200)
    expect([await stage.rolesOf(1), await stage.rolesOf(3)]).toEqual([['Speaker'], ['Guest']])
  })

  test('R94e, R26 members only is asked of the one named when they open the link, and not told to the giver', async () => {
    const { world, ada } = stage
    const { groupId } = await memberEvent()
    const guest = { ...ada, email: ada.email }
    await world.answer(groupId, guest, ['Speaker'])
    const stranger = guestNo(7)
    const named = { groupId, name: 'Bo', email: stranger }
    expect((await world.send('POST', '/api/rsvp/hand-over', named, ada)).status).toBe(200)
    const token = /token=([\w.-]+)/.exec((await world.mails(stranger))[0]?.text ?? '')?.[1] ?? ''
    expect((await stage.open(token)).body.code).toBe('members-only')
    expect((await stage.accept(token)).body.code).toBe('members-only')
  })

  test('R129b whose address may not answer takes no seat over either; the giver keeps it and learns nothing of it', async () => {
    const { world, ada, groupId } = stage
    await stage.answer(0, ['Speaker'])
    await stage.answer(1, ['Guest'])
    const rsvpId = (await world.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps.find(({ email }) => email === guestNo(1))?._id ?? ''
    await world.ok(removalApi.remove, { id: groupId, rsvpId, block: true }, ada)
    const begun = await stage.begin(0, 1)
    expect(JSON.stringify([begun.status, begun.body])).not.toContain('block')
    expect((await stage.accept(await stage.tokenFor(1))).body.code).toBe('answer-blocked')
    expect([await stage.rolesOf(0), await stage.taken()]).toEqual([['Speaker'], [1, 0]])
  })

  test('R94 a confirmation is not handed over: a new role asks again', async () => {
    await stage.world.ok(groupApi.settings, { id: stage.groupId, showConfirmation: true }, stage.ada)
    await stage.answer(0, ['Speaker'], { confirmed: true })
    await stage.answer(1, ['Guest'], { confirmed: true })
    await stage.accept(await stage.offered(0, 1))
    expect([(await stage.own(0))?.confirmed, (await stage.own(1))?.confirmed]).toEqual([false, false])
  })
})

async function memberEvent() {
  const { world, ada } = stage
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: ada.email } }, ada)
  const roles = [{ name: 'Speaker', max: 1 }]
  const more = { ownerOrgId: orgId, assignmentRules: { enableRoleSelfSelect: true } }
  return world.event(ada, roles, { limitToMembers: true }, more)
}

describe('R94 the end of an offer', () => {
  test('R94g taken back or declined: the link has ended, the seat is where it was', async () => {
    await stage.answer(0, ['Speaker'])
    const first = await stage.offered(0, 1)
    expect((await stage.takeBack(0)).body.rsvp.handOver).toBeUndefined()
    expect((await stage.takeBack(0)).body.code).toBe('hand-over-over')
    for (const call of [stage.open, stage.accept, stage.decline]) expect((await call(first)).body.code).toBe('hand-over-over')
    stage.world.clock.advance(1)
    const second = await stage.offered(0, 1)
    expect((await stage.decline(second)).status).toBe(200)
    expect((await stage.accept(second)).body.code).toBe('hand-over-over')
    expect(await stage.newestEmail(0)).toContain('can’t take your seat')
    expect(await stage.own(0)).toMatchObject({ attending: true, roles: ['Speaker'] })
  })

  test('R94g after 48 hours nobody accepts it, and a job ends it and tells the giver', async () => {
    await stage.answer(0, ['Speaker'])
    const token = await stage.offered(0, 1)
    stage.world.clock.advance(48 * hour - 1)
    expect((await stage.open(token)).status).toBe(200)
    stage.world.clock.advance(1)
    for (const call of [stage.open, stage.accept, stage.decline]) expect((await call(token)).body.code).toBe('hand-over-over')
    await stage.world.runJobs()
    expect((await stage.own(0))?.handOver).toBeUndefined()
    expect(await stage.newestEmail(0)).toContain('in time, so it is still yours')
  })

  test('R94 it ends with the start, wherever that is moved', async () => {
    await stage.answer(0, ['Speaker'])
    stage.hoursBefore(10)
    const token = await stage.offered(0, 1)
    const { event } = await stage.world.ok(eventApi.read, { id: stage.eventId }, stage.ada)
    expect((await stage.own(0))?.handOver?.until).toBe(event.start)
    const start = new Date(stage.world.clock.now() + 2 * hour).toISOString()
    await stage.world.ok(eventApi.update, { id: stage.eventId, start, end: event.end }, stage.ada)
    expect((await stage.own(0))?.handOver?.until).toBe(start)
    stage.world.clock.advance(2 * hour)
    expect((await stage.accept(token)).body.code).toBe('hand-over-over')
  })

  test('R94g it ends with the last of its seats: released, taken away, moved to the list', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.wait(5, ['Speaker'])
    const token = await stage.offered(0, 1)
    await stage.decline(token)
    await stage.begin(0, 1)
    await stage.answer(0, [], { attending: false })
    expect(await stage.rolesOf(5)).toEqual(['Speaker'])
    expect((await rowOf(0))?.handOver).toBeUndefined()
    await stage.answer(2, ['Guest'])
    await stage.begin(2, 1)
    await stage.answer(2, [])
    await stage.answer(2, ['Guest'])
    expect((await rowOf(2))?.handOver).toBeUndefined()
    await stage.answer(3, ['Guest'])
    await stage.begin(3, 1)
    await stage.world.ok(groupApi.setRoleMax, { id: stage.groupId, name: 'Guest', max: 1, moveToWaitlist: true }, stage.ada)
    expect((await rowOf(3))?.handOver).toBeUndefined()
    await stage.begin(2, 1)
    await stage.world.ok(eventApi.update, { id: stage.eventId, assignmentRules: { enableRoleAssignment: true } }, stage.ada)
    const rsvpId = (await rowOf(2))?._id ?? ''
    await stage.world.ok(assignApi.remove, { id: stage.eventId, groupId: stage.groupId, rsvpId, roleName: 'Guest' }, stage.ada)
    expect((await rowOf(2))?.handOver).toBeUndefined()
  })

  test('R94 a role that is deleted is not handed over; a canceled event takes no answer', async () => {
    await stage.answer(0, ['Speaker'])
    const token = await stage.offered(0, 1)
    await stage.world.ok(groupApi.removeRole, { id: stage.groupId, name: 'Speaker' }, stage.ada)
    for (const call of [stage.open, stage.accept]) expect((await call(token)).body.code).toBe('hand-over-over')
    const other = await openStage()
    await other.answer(0, ['Speaker'])
    const canceled = await other.offered(0, 1)
    await other.world.ok(eventApi.remove, { id: other.eventId }, other.ada)
    expect((await other.accept(canceled)).body.code).toBe('event-cancelled')
  })

  test('R94 the link of one offer opens no other, and nothing but an offer', async () => {
    await stage.answer(0, ['Guest'])
    await stage.answer(1, ['Guest'])
    const first = await stage.offered(0, 5)
    await stage.takeBack(0)
    stage.world.clock.advance(1)
    const other = await stage.offered(0, 6)
    expect((await stage.accept(first)).body.code).toBe('hand-over-over')
    expect((await stage.world.call(guestApi.open, { token: other })).body.code).toBe('guest-link-over')
    const personal = /guest=([\w.-]+)/.exec(await stage.newestEmail(1))?.[1] ?? ''
    expect((await stage.accept(personal)).body.code).toBe('hand-over-over')
    expect((await stage.accept(other)).status).toBe(200)
  })
})

describe('R94, R96 own data', () => {
  test('R94, R96 the export of both has the pending offer', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.answer(1, [])
    await stage.begin(0, 1, 'Bo')
    const { groupId, world } = stage
    const [giver, named] = [
      await world.ok(guestApi.myData, { groupId }, stage.guest(0)),
      await world.ok(guestApi.myData, { groupId }, stage.guest(1)),
    ]
    expect(giver.handOver).toMatchObject({ name: 'Bo', email: guestNo(1), roles: ['Speaker'] })
    expect(named.handedToMe).toMatchObject([{ name: 'Bo' }])
    expect(named.handOver).toBeNull()
  })

  test.each(['open', 'canceled'])(
    'R94j, R96 the giver’s erasure takes the name and email of the one named along, everywhere (event %s)',
    async (event) => {
      await stage.answer(0, ['Speaker'])
      const email = 'named.canary@people.test'
      await stage.world.call(handoverApi.begin, { groupId: stage.groupId, name: 'Canary Bo', email }, stage.guest(0))
      expect(await asText(stage.world.store)).toContain(email)
      // Then no seat is given back, with which the offer would end.
      if (event === 'canceled') await stage.world.ok(eventApi.remove, { id: stage.eventId }, stage.ada)
      await stage.world.ok(guestApi.erase, { groupId: stage.groupId }, stage.guest(0))
      const left = await asText(stage.world.store)
      expect([left.includes(email), left.includes('Canary Bo')]).toEqual([false, false])
    },
  )

  test('R94j, R96 the erasure of the one named ends the offer, and leaves them in nobody’s record', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.wait(1, ['Speaker'], { roles: ['Guest'] })
    const token = await stage.offered(0, 1)
    await stage.world.ok(guestApi.erase, { groupId: stage.groupId }, stage.guest(1))
    expect((await stage.own(0))?.handOver).toBeUndefined()
    expect((await stage.accept(token)).body.code).toBe('hand-over-over')
    const kept = await stage.world.store.find(rsvps, { index: 'named', where: { handOverTo: guestNo(1) } })
    expect(kept).toEqual([])
    expect(await stage.rolesOf(0)).toEqual(['Speaker'])
  })

  test('R94, R96 the giver’s erasure while somebody waits gives the seat on', async () => {
    await stage.answer(0, ['Speaker'])
    await stage.wait(1, ['Speaker'])
    const token = await stage.offered(0, 2)
    await stage.world.ok(guestApi.erase, { groupId: stage.groupId }, stage.guest(0))
    expect(await stage.rolesOf(1)).toEqual(['Speaker'])
    expect((await stage.accept(token)).body.code).toBe('hand-over-over')
  })
})
