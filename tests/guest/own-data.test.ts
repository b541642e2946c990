// What a guest can do with their own data: read all of it, and have it gone; and what time does by itself.

import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { callerOf } from '#server/people/identity/caller.ts'
import { eraseMyData } from '#server/seats/guest/actions.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { retentions } from '#server/seats/model/guest.ts'
import { stops } from '#server/seats/model/notice.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { submitRsvp } from '#server/seats/rsvp/actions.ts'
import { day } from '../kit/world/clock.ts'
import { asText, everything } from '../kit/world/every-collection.ts'
import { answerOf } from '../kit/world/notices.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast.erased@guests.test'
const name = 'Gastine Canary'
const silent = pino({ level: 'silent' })

/** Sends all that waits, as a mail server would take it. */
async function deliver(world: World, keeps = false) {
  const sent: string[] = []
  const mailer = {
    name: 'outbox' as const,
    keeps,
    send: async ({ to, subject }: { to: string; subject: string }) => void sent.push(`${to} ${subject}`),
  }
  const mail = createDelivery({ ...world.services, mailer, log: silent })
  onTestFinished(() => mail.stop())
  await comes(async () => {
    world.clock.advance(1_000)
    const { emails = [] } = await everything(world.store)
    expect(emails.filter((one) => !('state' in one) || (one.state !== 'sent' && one.state !== 'failed'))).toEqual([])
  })
  await mail.stop()
  return sent
}

async function setUp() {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const world = await openWorld({ log: log })
  const ada = await world.person('ada')
  const made = await world.event(ada)
  const guest = await world.prove(email, made.groupId)
  await world.answer(made.groupId, guest, ['Speaker'], { name })
  await world.answer(made.groupId, world.proven('stays@guests.test', made.groupId), ['Guest'], { name: 'Stays' })
  return { world, ada, ...made, guest, lines }
}
const coverage = async (world: World, groupId: string) =>
  (await world.ok(rsvpApi.form, { groupId })).roleCoverage.map(({ name: role, count, detailedCounts }) => [
    role,
    count,
    detailedCounts?.declined,
  ])

describe('reading', () => {
  test('R62, R96 a guest exports all that is kept of them, by proof', async () => {
    const { world, groupId, eventId, guest } = await setUp()
    const data = await world.ok(guestApi.myData, { groupId, eventId }, guest)
    expect(data).toMatchObject({ email, name, attending: true, roles: ['Speaker'], event: { name: 'Summer school' } })
    expect(data.emails.map(({ subject }) => subject)).toContain('You are coming to “Summer school”')
    expect((await world.no(guestApi.myData, { groupId }))[1]).toBe('proof-missing')
    expect((await world.no(guestApi.myData, { groupId }, world.proven(email, 'a'.repeat(24))))[1]).toBe('proof-missing')
    expect((await world.no(guestApi.myData, { groupId, eventId: 'b'.repeat(24) }, guest))[1]).toBe('rsvp-unknown')
  })
})

test('R62, R96, R89, R91, R102 the export has their place on waitlists, seats held for them, and what became of emails to them', async () => {
  const { world, groupId, eventId, guest } = await setUp()
  const read = () => world.ok(guestApi.myData, { groupId, eventId }, guest)
  const none = { waitingFor: [], offers: [], keepWaiting: false, replaceRole: false, addressFault: null, emailsStoppedAt: null }
  expect(await read()).toMatchObject(none)
  const { rsvp, group } = await answerOf(world, groupId, email)
  const [speaker, other] = group.roles.map(({ _id }) => _id)
  const until = world.inDays(1)
  const kept: Rsvp = {
    ...rsvp,
    rev: rsvp.rev + 1,
    waits: [{ roleId: other ?? '', page: 0 }],
    offers: [{ roleId: speaker ?? '', until }],
    keepWaiting: true,
    replaceRole: true,
    addressFault: 'undeliverable',
  }
  const stop = { _id: rsvp._id, rev: 1, groupId, stoppedAt: until }
  const counted: Group = { ...group, rev: group.rev + 1, unreached: 1 }
  await world.store.commit([
    { collection: rsvps, put: kept, expectedRev: rsvp.rev },
    { collection: groups, put: counted, expectedRev: group.rev },
    { collection: stops, put: stop, expectedRev: 0 },
  ])
  expect(await read()).toMatchObject({
    waitingFor: ['Guest'],
    offers: [{ role: 'Speaker', until }],
    keepWaiting: true,
    replaceRole: true,
    addressFault: 'undeliverable',
    emailsStoppedAt: until,
  })
})

describe('erasing', () => {
  test('R62, R96 frees the seats, keeps the counts, and leaves the address and name in no table, index, outbox, log or list', async () => {
    const { world, ada, groupId, guest, lines } = await setUp()
    await world.ok(guestApi.links, { email })
    expect(await asText(world.store)).toContain(email)
    expect(await world.ok(guestApi.erase, { groupId }, guest)).toEqual({ success: true })
    expect(await coverage(world, groupId)).toEqual([
      ['Speaker', 0, 1],
      ['Guest', 1, 0],
    ])
    const sent = await deliver(world)
    expect(sent).toContain(`${email} Your data for “Summer school” was erased`)
    const kept = await asText(world.store)
    for (const word of [email, name, 'gast.erased']) {
      expect(kept).not.toContain(word)
      expect(lines.join('\n')).not.toContain(word)
    }
    const { rsvps: rows, group } = await world.ok(groupApi.read, { id: groupId }, ada)
    expect(JSON.stringify(rows)).not.toContain(email)
    expect(rows.map((row) => row.name).sort()).toEqual(['A guest', 'Stays'])
    expect('answers' in group && group.answers).toEqual({ yes: 1, no: 1, none: 0 })
    expect(await world.store.find(rsvps, { index: 'holder', where: { email } })).toEqual([])
  })

  test('R96 afterwards there is no answer any more, for nobody; answering anew is as for the first time', async () => {
    const { world, groupId, guest } = await setUp()
    const token = /guest=([\w.-]+)/.exec((await world.mails(email)).map(({ text }) => text).join())?.[1] ?? ''
    await world.ok(guestApi.erase, { groupId }, guest)
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
    expect((await world.no(guestApi.erase, { groupId }, guest))[1]).toBe('rsvp-unknown')
    expect((await world.ok(rsvpApi.check, { groupId, email })).hasExistingRSVP).toBe(false)
    expect(await world.ok(rsvpApi.form, { groupId }, guest)).toMatchObject({ rsvp: null, userName: '' })
    const again = await world.answer(groupId, guest, ['Speaker'], { name: 'Gastine' })
    expect(again.body.rsvp).toMatchObject({ attending: true, roles: ['Speaker'], email, name: 'Gastine' })
    expect(await coverage(world, groupId)).toEqual([
      ['Speaker', 1, 0],
      ['Guest', 1, 0],
    ])
    expect((await world.no(guestApi.open, { token }))[1]).toBe('guest-link-over')
  })

  test('R96 what is written to them while it happens is not sent, and goes', async () => {
    const { world, groupId, guest } = await setUp()
    const caller = await callerOf(world.services, { proof: () => /=(.*)/.exec(guest.cookie ?? '')?.[1], address: '' })
    const answer = { groupId, email, name, attending: true, roles: ['Guest'], confirmed: false }
    await Promise.all([submitRsvp(world.services, answer, caller), eraseMyData(world.services, { groupId }, caller)]) // one commit
    const sent = await deliver(world)
    expect(sent.filter((one) => one.startsWith(email))).toEqual([`${email} Your data for “Summer school” was erased`])
    expect(await asText(world.store)).not.toContain(email)
  })

  test('R96 once the event is over nobody needs the seats: the counts stay as they were', async () => {
    const { world, groupId, event } = await setUp()
    world.clock.advance(Date.parse(event.end) - world.clock.now() + 1)
    const before = await coverage(world, groupId)
    await world.ok(guestApi.erase, { groupId }, world.proven(email, groupId))
    expect(await coverage(world, groupId)).toEqual(before)
    await deliver(world)
    expect(await asText(world.store)).not.toContain(email)
  })
})

describe('time', () => {
  test('R96 RETENTION_DAYS after the end of an event its guests are anonymized, page by page; the counts stay, and others are left alone', async () => {
    const { world, ada, groupId, event } = await setUp()
    for (const one of world.crowd(120, groupId)) await world.answer(groupId, one, [], { name: 'One of many' })
    const later = await world.event(ada, undefined, {}, { start: world.inDays(20), end: world.inDays(21) })
    await world.answer(later.groupId, world.proven('later@guests.test', later.groupId), ['Guest'], { name: 'Later' })
    const before = await coverage(world, groupId)
    world.clock.advance(Date.parse(event.end) - world.clock.now() + 90 * day - 1)
    await world.runJobs()
    expect(await asText(world.store)).toContain(email)
    world.clock.advance(2)
    await world.runJobs()
    const kept = JSON.stringify((await everything(world.store)).rsvps)
    expect(kept).not.toMatch(/gast\.erased|stays@|guest\d+@|Gastine|Stays|One of many/)
    expect(kept).toContain('later@guests.test')
    expect(await coverage(world, groupId)).toEqual(before)
    expect(await world.store.get(retentions, 'this')).toMatchObject({ rsvpId: null })
    world.clock.advance(30 * day)
    await world.runJobs()
    expect(JSON.stringify((await everything(world.store)).rsvps)).not.toContain('later@')
  })
})
