// The email that confirms an answer: kept as little, written when it is sent, and true by then.
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { type Email, emails } from '#server/kernel/emails/outbox.ts'
import { plain } from '#server/kernel/emails/parts.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { minute } from '../kit/world/clock.ts'
import { answerOf, deliverAll } from '../kit/world/notices.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada, undefined, {}, { location: 'Hall 1' })
  await deliverAll(world)
  const guest = world.proven(email, made.groupId)
  const answer = (roles: string[], said: object = {}) => world.answer(made.groupId, guest, roles, { name: 'Gast', ...said })
  const confirmation = async (): Promise<Email | undefined> =>
    world.store.get(emails, (await answerOf(world, made.groupId, email)).rsvp._id)
  return { world, ada, ...made, guest, answer, confirmation }
}
/** The first lines and calendar files of what goes out to the guest. */
const sentTo = async (world: World, refuse?: Parameters<typeof deliverAll>[1]) =>
  (await deliverAll(world, refuse))
    .filter(({ to }) => to === email)
    .map(({ text, attachments }) => [text.split('\n')[0], /^METHOD:(\w+)/m.exec(attachments[0]?.text ?? '')?.[1]])

describe('M1 the confirmation of an answer', () => {
  test('M1 keeps whose answer it is, its address once and nothing that can be read elsewhere; once it is sent it waits in no queue', async () => {
    const { world, answer, confirmation } = await setUp()
    await answer(['Speaker'])
    const text = JSON.stringify(await confirmation())
    expect(text.length).toBeLessThan(280)
    expect(text.split(email)).toHaveLength(2)
    expect(text).not.toContain('Summer school')
    expect(await sentTo(world)).toEqual([['You said yes to “Summer school” as Speaker.', 'REQUEST']])
    expect(await confirmation()).toMatchObject({ state: 'sent', attempts: 1 })
    for (const index of ['due', 'turn']) expect(await world.store.find(emails, { index })).toEqual([])
    expect((await world.mails(email))[0]?.text).toContain('Hall 1')
  })

  test('M1, R66 says what is true when it is sent: the last of several answers, and the event as it is then', async () => {
    const { world, ada, eventId, answer } = await setUp()
    await answer(['Speaker'])
    await answer(['Guest'])
    await world.ok(eventApi.update, { id: eventId, name: 'Winter school' }, ada)
    expect(await sentTo(world)).toEqual([['You said yes to “Winter school” as Guest.', 'REQUEST']])
    world.clock.advance(minute)
    await answer([], { attending: false })
    expect(await sentTo(world)).toEqual([['You said that you can’t come to “Winter school”.', 'CANCEL']])
  })

  test('R96 each that was sent is in the list of what is kept of a guest, and goes with their data', async () => {
    const { world, groupId, guest, answer } = await setUp()
    await answer(['Speaker'])
    await deliverAll(world)
    world.clock.advance(minute)
    await answer(['Guest'])
    await deliverAll(world)
    const { emails: listed } = await world.ok(guestApi.myData, { groupId }, guest)
    expect(listed.map(({ createdAt, isSent }) => [createdAt.length, isSent])).toEqual([
      [24, true],
      [24, true],
    ])
    await world.ok(guestApi.erase, { groupId }, guest)
    await deliverAll(world)
    expect(JSON.stringify(await world.store.find(emails, { index: 'expiry' }))).not.toContain(email)
  })

  test('M3 one that failed is tried again, and a newer answer waits for no retry', async () => {
    const { world, answer, confirmation } = await setUp()
    await answer(['Speaker'])
    let refusals = 1
    const refuse = () => (refusals-- > 0 ? new Error('away') : undefined)
    expect(await sentTo(world, refuse)).toEqual([['You said yes to “Summer school” as Speaker.', 'REQUEST']])
    expect(await confirmation()).toMatchObject({ state: 'sent', attempts: 2 })
    await answer(['Guest'])
    const before = (await confirmation()) as Email
    const failed = { ...before, rev: before.rev + 1, attempts: 3, failedAt: before.expiresAt, dueAt: before.expiresAt }
    await world.store.commit([{ collection: emails, put: failed, expectedRev: before.rev }])
    await answer(['Speaker'])
    expect(await confirmation()).toMatchObject({ attempts: 0, dueAt: new Date(world.clock.now()).toISOString(), edition: 3 })
  })

  test('M1 of what somebody else has ended since, nothing is sent: who is off the list hears that alone', async () => {
    const { world, ada, eventId, groupId, answer } = await setUp()
    await answer(['Speaker'])
    await world.ok(eventApi.remove, { id: eventId }, ada)
    await world.runJobs()
    expect(await sentTo(world)).toEqual([['The organizer canceled “Summer school”. You don’t need to do anything.', 'CANCEL']])
    const { rsvp } = await answerOf(world, groupId, email)
    await world.store.commit([{ collection: rsvps, drop: rsvp, expectedRev: rsvp.rev }])
    expect(await world.mails(email)).toHaveLength(1)
  })

  test('M1 an email that the release before has worded goes out as it was kept', async () => {
    const { world } = await setUp()
    const now = new Date(world.clock.now()).toISOString()
    const { message } = plain(email, 'As it was', [{ p: 'Worded in the commit.' }])
    const times = { createdAt: now, dueAt: now, expiresAt: world.inDays(7) }
    const put: Email = {
      _id: 'b'.repeat(24),
      rev: 1,
      to: email,
      message,
      sealed: null,
      ...times,
      tenant: 'ada',
      state: 'normal',
      attempts: 0,
    }
    await world.store.commit([{ collection: emails, put, expectedRev: 0 }])
    expect(await sentTo(world)).toEqual([['Worded in the commit.', undefined]])
  })
})
