// Somebody who comes along, and answers for themselves by a link of their own (R175, R176, R177).
import { beforeEach, describe, expect, test } from 'vitest'
import { activityApi } from '#protocol/record/activity.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { companionLimits } from '#protocol/seats/companions/companion.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { asRead, linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { day, hour } from '../kit/world/clock.ts'
import { asText } from '../kit/world/every-collection.ts'
import { cookieOf } from '../kit/world/people.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import { guestNo, openWorld, type World } from '../kit/world/world.ts'
import { openStage as open } from './stage.ts'

async function openStage(seats?: number, given?: World) {
  const stage = await open(seats, 10, given)
  const { world, groupId, guest } = stage
  const idOf = async (n: number, nth = 0) => (await stage.own(n))?.companions?.[nth]?._id ?? ''
  const link = async (n: number, to: number, { nth = 0, ...more }: { nth?: number; name?: string } = {}) =>
    world.call(companionApi.link, { groupId, companionId: await idOf(n, nth), email: guestNo(to), ...more }, guest(n))
  const tokenFor = async (to: number) =>
    (await world.mails(guestNo(to))).map(({ text }) => /companion\?token=([\w.-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  return {
    ...stage,
    idOf,
    link,
    tokenFor,
    async linked(n: number, to: number, more: { nth?: number; name?: string } = {}) {
      expect((await link(n, to, more)).body.error).toBeUndefined()
      return tokenFor(to)
    },
    takeBack: async (n: number, nth = 0) => world.call(companionApi.takeBack, { groupId, companionId: await idOf(n, nth) }, guest(n)),
    open: (token: string) => world.call(companionApi.open, { token }),
    accept: (token: string, name?: string) => world.call(companionApi.accept, { token, ...(name && { name }) }),
    lines: async () => (await world.ok(activityApi.list, { id: groupId }, stage.ada)).activity,
    rowOf: async (n: number) => (await world.ok(groupApi.read, { id: groupId }, stage.ada)).rsvps.find(({ email }) => email === guestNo(n)),
  }
}
type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage()
  await stage.party(1, 3, { companions: [{ name: 'Mia' }, { name: '' }] })
})

describe('R175 the link', () => {
  test('R175 the guest and the organizers see to whom it went and until when; the seat stays the guest’s, and opening changes nothing', async () => {
    const until = new Date(stage.world.clock.now() + companionLimits.linkHours * hour).toISOString()
    const { body } = await stage.link(1, 2)
    expect(body.rsvp.companions[0]).toEqual({ _id: await stage.idOf(1), name: 'Mia', link: { email: guestNo(2), until } })
    expect((await stage.rowOf(1))?.companions?.[0]).toMatchObject({ link: { email: guestNo(2), until } })
    const token = await stage.tokenFor(2)
    const { commits } = stage.world.store
    expect((await stage.open(token)).body).toMatchObject({ giver: 'A guest', name: 'Mia', email: guestNo(2), roles: ['Guest'], until })
    expect([stage.world.store.commits, await stage.counts(), await stage.own(2)]).toEqual([commits, 3, null])
    expect((await stage.lines())[0]).toMatchObject({ kind: 'hand-over', to: { companionLinks: 1 } })
    expect(withoutTokens(await stage.formOf(3))).not.toMatch(/Mia|guest-?2/)
  })

  test('R175, R117, R174 the email has our link alone, the guest’s name and no companion’s', async () => {
    await stage.answer(1, ['Guest'], { name: 'Win at www.evil.test now' })
    await stage.link(1, 2, { name: 'Bo evil.test' })
    const mail = await stage.newestEmail(2)
    expect(asRead(mail)).toContain('Win at www.evil.test now has a seat for you as “Guest”')
    expect(withoutTokens(mail)).not.toMatch(/Mia|Bo/)
    expect(linksOfOthers({ subject: '', text: mail, html: '' })).toEqual([])
    expect(mail.match(/https?:\S+/g)?.every((one) => one.startsWith('http://rolecall.test/companion?token='))).toBe(true)
  })

  test('R175 refused: an unknown companion, oneself, an email twice, who has no seat yet, after the start, without a proof', async () => {
    const { world, groupId, guest } = stage
    const of = (companionId: string, to: number) => world.call(companionApi.link, { groupId, companionId, email: guestNo(to) }, guest(1))
    expect(await of('nobody', 2)).toMatchObject({ status: 400, body: { fields: { companionId: expect.any(String) } } })
    expect((await stage.link(1, 1)).body.code).toBe('hand-over-self')
    await stage.link(1, 2)
    expect((await stage.link(1, 2, { nth: 1 })).body.fields).toEqual({ email: 'You have sent a link to this email already' })
    expect((await stage.link(1, 2)).status).toBe(200)
    await stage.waits(4, 4)
    expect((await stage.link(4, 5)).body.code).toBe('companion-waiting')
    const bare = await world.send('POST', '/api/rsvp/companions/link', { groupId, companionId: 'x', email: guestNo(2) }, {})
    expect(bare.body.code).toBe('proof-missing')
    stage.hoursBefore(0)
    expect((await stage.link(1, 6)).body.code).toBe('hand-over-late')
  })

  test('R175, R119 an address gets three such emails an hour', async () => {
    stage = await openStage(5, await openWorld({ rateLimits: true }))
    await stage.party(1, 2)
    for (let nth = 0; nth < 3; nth++) expect((await stage.link(1, 9)).status).toBe(200)
    expect((await stage.link(1, 9)).body.code).toBe('rate-limited')
    expect((await stage.link(1, 8)).status).toBe(200)
    stage.world.clock.advance(hour)
    expect((await stage.link(1, 9)).status).toBe(200)
  })

  test('R175 it ends by being taken back, sent anew, its 48 hours, the start, a no, and the companion staying away', async () => {
    const ends: (() => unknown)[] = [
      () => stage.takeBack(1),
      () => stage.link(1, 3),
      () => stage.world.clock.advance(48 * hour),
      () => stage.hoursBefore(0),
      () => stage.decline(1),
      () => stage.answer(1, ['Guest'], { companions: [] }),
    ]
    for (const end of ends) {
      stage = await openStage()
      await stage.party(1, 2, { companions: [{ name: 'Mia' }] })
      const token = await stage.linked(1, 2)
      await end()
      for (const call of [stage.open, stage.accept]) expect((await call(token)).body.code, String(end)).toBe('companion-over')
    }
    stage = await openStage()
    await stage.party(1, 2)
    expect((await stage.takeBack(1)).body.code).toBe('companion-over')
    expect((await stage.open('x.y.z')).body.code).toBe('companion-over')
  })
})

describe('R175 accepting', () => {
  test('R175 is one commit: an answer of their own with the same seat, a link and a calendar entry; the guest is told', async () => {
    await stage.party(3, 2)
    await stage.waits(4, 1)
    const token = await stage.linked(1, 2)
    const { commits } = stage.world.store
    const { status, body, headers } = await stage.accept(token)
    expect([status, stage.world.store.commits - commits]).toEqual([200, 1])
    expect(body.rsvp).toMatchObject({ name: 'Mia', email: guestNo(2), attending: true, roles: ['Guest'], cameBy: 'companion' })
    expect(cookieOf(headers)).toBeDefined()
    expect([await stage.counts(), await stage.rolesOf(4), await stage.faults()]).toEqual([5, [], []])
    expect((await stage.own(1))?.companions).toMatchObject([{ name: '' }])
    expect(await stage.view()).toMatchObject({ answers: { yes: 4 }, companions: 2 })
    const [mine] = await stage.world.mails(guestNo(2))
    expect(mine?.subject).toContain('You are coming')
    expect([mine?.text, JSON.stringify(mine)]).toEqual([expect.stringMatching(/guest=/), expect.stringContaining('METHOD:REQUEST')])
    expect(await stage.newestEmail(1)).toContain('You are still coming, with 1 companion.')
    expect(withoutTokens(await stage.newestEmail(1))).not.toContain('Mia')
    const [own, others] = (await stage.lines()).slice(0, 2).toSorted((one) => (one.rsvp?.name === 'Mia' ? -1 : 1))
    expect([own, others]).toMatchObject([
      { kind: 'hand-over', by: { name: 'Mia' }, to: { attending: true } },
      { kind: 'hand-over', by: { type: 'guest' }, from: { companions: 2, companionLinks: 1 }, to: { companions: 1 } },
    ])
  })

  test('R175 is done once; who has a place under that email is refused, who had said no is not', async () => {
    const token = await stage.linked(1, 2)
    expect((await stage.accept(token, 'Mia M.')).body.rsvp.name).toBe('Mia M.')
    expect((await stage.accept(token)).body.code).toBe('companion-over')
    await stage.party(3, 1)
    const second = await stage.linked(1, 3)
    for (const call of [stage.open, stage.accept])
      expect(await call(second)).toMatchObject({ status: 409, body: { code: 'companion-answered' } })
    expect([await stage.counts(), (await stage.own(1))?.companions?.length]).toEqual([4, 1])
    await stage.decline(3)
    expect((await stage.accept(second)).status).toBe(200)
    expect([await stage.counts(), await stage.own(1)]).toEqual([3, expect.not.objectContaining({ companions: expect.anything() })])
    expect(await stage.faults()).toEqual([])
  })

  test('R175, R129 a blocked address takes nothing over', async () => {
    await stage.party(2, 1)
    await stage.world.ok(removalApi.remove, { id: stage.groupId, rsvpId: (await stage.own(2))?._id ?? '', block: true }, stage.ada)
    expect((await stage.accept(await stage.linked(1, 2))).body.code).toBe('answer-blocked')
  })

  test('R176 a single companion’s seat is handed over to somebody else by naming them; in a full group too', async () => {
    await stage.party(3, 2)
    const token = await stage.linked(1, 2, { nth: 1, name: 'Bo' })
    expect((await stage.open(token)).body).toMatchObject({ name: 'Bo' })
    expect((await stage.own(1))?.companions?.[1]?.name).toBe('')
    expect((await stage.accept(token)).body.rsvp).toMatchObject({ name: 'Bo', roles: ['Guest'] })
    expect([await stage.counts(), (await stage.own(1))?.companions]).toMatchObject([5, [{ name: 'Mia' }]])
    expect((await stage.accept(await stage.linked(1, 6))).body.rsvp.name).toBe('Mia')
  })

  test('R174, R175 without a name they are called as the guest’s; one who comes as something else keeps that', async () => {
    await stage.answer(1, ['Guest'], { companions: [{ roles: ['Host'] }, {}] })
    expect((await stage.accept(await stage.linked(1, 2, { nth: 1 }))).body.rsvp).toMatchObject({ name: 'Guest of A guest (2)' })
    expect((await stage.accept(await stage.linked(1, 3))).body.rsvp).toMatchObject({ name: 'Guest of A guest', roles: ['Host'] })
    expect([await stage.taken(), await stage.faults()]).toEqual([[2, 1], []])
  })

  test('R175, R3 of several acceptances and a no at once, the seat has one holder at most', async () => {
    for (let nth = 0; nth < 6; nth++) {
      stage = await openStage(3)
      await stage.party(1, 2)
      const token = await stage.linked(1, 2)
      const racers = [() => stage.accept(token), () => stage.decline(1), () => stage.accept(token)]
      const statuses = await Promise.all([...racers.slice(nth % 3), ...racers.slice(0, nth % 3)].map(async (run) => (await run()).status))
      const mine = (await stage.own(2)) ? 1 : 0
      expect([await stage.counts(), statuses.filter((status) => status === 200).length]).toEqual([mine, 1 + mine])
      expect(await stage.faults()).toEqual([])
    }
  })
})

test('R176 confirming, handing over and a no take along who hasn’t answered the link; the links end with the seat', async () => {
  const token = await stage.linked(1, 2)
  await stage.world.ok(handoverApi.begin, { groupId: stage.groupId, name: 'Bo', email: guestNo(7) }, stage.guest(1))
  await stage.world.ok(handoverApi.accept, { token: await stage.world.tokenMailed(guestNo(7)) })
  expect((await stage.own(7))?.companions).toEqual([
    { _id: expect.any(String), name: '' },
    { _id: expect.any(String), name: '' },
  ])
  expect((await stage.accept(token)).body.code).toBe('companion-over')
})

test('R96, R175 erasing takes the named email along, whichever of the two asks for it', async () => {
  const { world, groupId } = stage
  const named = 'mia.muster@guests.test'
  const link = async (n: number) => world.ok(companionApi.link, { groupId, companionId: await stage.idOf(n), email: named }, stage.guest(n))
  await link(1)
  expect(await world.ok(guestApi.myData, { groupId }, stage.guest(1))).toMatchObject({ companions: [{ linkTo: named }, { linkTo: null }] })
  await world.ok(guestApi.erase, { groupId }, stage.guest(1))
  expect(await asText(world.store)).not.toContain(named)
  await stage.party(3, 2)
  await link(3)
  await world.mails(named)
  const as = world.proven(named, groupId)
  await world.answer(groupId, as, [], { attending: false })
  await world.ok(guestApi.erase, { groupId }, as)
  expect((await stage.own(3))?.companions).toEqual([{ _id: expect.any(String), name: '' }])
  expect(await asText(world.store)).not.toContain(`"email":"${named}"`)
})

test('R177, R144 overlap counts for the guest, and for a companion once they are a person of their own', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const group = (name: string) => ({ name, start: at(0), end: at(2), maxCompanions: 2, roles: [{ name: 'Guest', max: 9 }] })
  const made = await world.ok(
    eventApi.createWithGroup,
    { event: world.eventInput({ assignmentRules: { enableRoleSelfSelect: true } }), groups: [group('Bar'), group('Door')] },
    ada,
  )
  const [bar, door] = made.groups.map(({ _id }) => _id) as [string, string]
  const as = (email: string, groupId: string) => world.proven(email, groupId)
  const brought = await world.answer(bar, as('gast@guests.test', bar), ['Guest'], { companions: [{ name: 'Mia' }] })
  const mine = { groupId: bar, companionId: brought.body.rsvp.companions[0]._id, email: 'mia@guests.test' }
  await world.ok(companionApi.link, mine, as('gast@guests.test', bar))
  // While she only comes along, another seat of hers is nobody's concern.
  expect((await world.answer(door, as('mia@guests.test', door), ['Guest'])).status).toBe(200)
  const token = await world.tokenMailed('mia@guests.test')
  expect((await world.call(companionApi.accept, { token })).body).toMatchObject({ code: 'overlap' })
  await world.answer(door, as('mia@guests.test', door), [], { attending: false })
  expect((await world.call(companionApi.accept, { token })).status).toBe(200)
  expect((await world.answer(door, as('mia@guests.test', door), ['Guest'])).body).toMatchObject({ code: 'overlap' })
})
