// R251: the time of an offer counts from when its email leaves, and nothing is emailed that is over by then.
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { formatLong } from '#protocol/kernel/time/dates.ts'
import { accessApi } from '#protocol/people/access.ts'
import { sampleEmails } from '#server/app/dev/samples.ts'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import type { OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { createDelivery } from '#server/mail/delivery/delivery.ts'
import { allEmails } from '../kit/world/notices.ts'
import { guestNo, type World } from '../kit/world/world.ts'
import { openStage } from './stage.ts'

const hour = 3_600_000
const offered = /^A seat is held for you/
const ended = /^Your offer at .* has ended/

/** A mail server that can be away, or refuses somebody for good. */
function openServer(world: World) {
  const sent: OutgoingEmail[] = []
  const [away, refused] = [{ until: 0 }, new Set<string>()]
  const send = async (email: OutgoingEmail) => {
    if (refused.has(email.to)) throw Object.assign(new Error('no such mailbox'), { name: 'EmailRefused' })
    if (world.clock.now() < away.until) throw new Error('away')
    sent.push(email)
  }
  const to = (n: number, subject: RegExp) => sent.filter((email) => email.to === guestNo(n) && subject.test(email.subject))
  return { sent, away, refused, to, mailer: { name: 'smtp', keeps: false, send } as const }
}

type Services = Parameters<typeof createDelivery>[0]
/** Lets time pass, with all that happens by itself. */
async function pass(world: World, { mailer }: ReturnType<typeof openServer>, ms: number, without: Partial<Services> = {}) {
  const end = world.clock.now() + ms
  do {
    world.clock.advance(Math.min(10 * 60_000, Math.max(0, end - world.clock.now())))
    await world.runJobs()
    const loop = createDelivery({ ...world.services, mailer, log: pino({ level: 'silent' }), ...without }, defaultSlots)
    world.clock.advance(20)
    await loop.stop()
  } while (world.clock.now() < end)
}

/** Number 1 is offered the seat that number 0 gave back, 30 hours before the start, and number 2 waits behind. */
async function openOffer() {
  const stage = await openStage()
  const server = openServer(stage.world)
  await stage.fill('Speaker')
  for (const n of [1, 2]) await stage.wait(n, ['Speaker'])
  await pass(stage.world, server, 0)
  stage.hoursBefore(20)
  const giveBack = () => stage.decline(0)
  const untilOf = async (n: number) => (await stage.formOf(n)).rsvp?.offers?.[0]?.until
  return { ...stage, server, giveBack, untilOf }
}

test('R251 an email that leaves at once says the time that was set with the offer', async () => {
  const { world, server, giveBack, untilOf } = await openOffer()
  await giveBack()
  const until = new Date(world.clock.now() + 4 * hour).toISOString()
  await pass(world, server, 0)
  expect(await untilOf(1)).toBe(until)
  expect(server.to(1, offered)).toMatchObject([{ text: expect.stringContaining(formatLong(until, 'Europe/Berlin')) as string }])
})

/** The mail server is away from the offer on, for so long. */
async function away(ms: number, without: Partial<Services> = {}) {
  const setting = await openOffer()
  const { world, server, giveBack, untilOf } = setting
  server.away.until = world.clock.now() + ms
  await giveBack()
  for (let left = 60; left > 0 && server.to(1, offered).length === 0; left--) await pass(world, server, hour / 6, without)
  const until = (await untilOf(1)) ?? ''
  return { ...setting, until, left: Date.parse(until) - world.clock.now() }
}

test.each([1, 5])(
  'R251 while the mail server is away for %i h the seat stays held; its four hours begin when the email leaves',
  async (hours) => {
    const { server, offer, until, left } = await away(hours * hour)
    expect(left).toBeGreaterThan(3.9 * hour)
    expect(left).toBeLessThanOrEqual(4 * hour)
    expect(server.to(1, offered)).toMatchObject([{ text: expect.stringContaining(formatLong(until, 'Europe/Berlin')) as string }])
    expect(server.to(1, ended)).toEqual([])
    expect((await offer(1, true)).body.rsvp).toMatchObject({ roles: ['Speaker'] })
  },
)

test('R251 control: where nothing counts it anew, the time that the mail server was away is lost', async () => {
  const { left } = await away(hour, { holdSeat: async () => {} })
  expect(left).toBeLessThan(3 * hour)
})

test('R251 control: an offer of which no email waits ends after its four hours', async () => {
  const { world, server, giveBack, untilOf } = await openOffer()
  server.away.until = world.clock.now() + 9 * hour
  await giveBack()
  const [waiting] = (await allEmails(world)).filter(({ to, state }) => to === guestNo(1) && state === 'normal')
  await world.store.commit([{ collection: emails, drop: waiting as never, expectedRev: waiting?.rev ?? 0 }])
  await pass(world, server, 4.1 * hour)
  expect(await untilOf(1)).toBeUndefined()
})

test('R251 an offer is held at most until half of the time that is left, and never past the start', async () => {
  const { world, server, giveBack, untilOf, hoursBefore } = await openOffer()
  hoursBefore(3)
  const start = new Date(world.clock.now() + 3 * hour).toISOString()
  server.away.until = world.clock.now() + 100 * hour
  await giveBack()
  const held: boolean[] = []
  for (let passed = 0; passed < 18; passed++) {
    await pass(world, server, hour / 6)
    const until = await untilOf(1)
    held.push(until !== undefined)
    expect((until ?? '') < start).toBe(true)
  }
  expect([held.at(9), held.at(-1)]).toEqual([true, false])
})

test('R251 who was never told of an offer is not told of its end; who was told is', async () => {
  const { world, server, giveBack, untilOf } = await openOffer()
  server.refused.add(guestNo(1))
  await giveBack()
  await pass(world, server, 4.3 * hour)
  server.refused.clear()
  expect(await untilOf(1)).toBeUndefined()
  await pass(world, server, 4.3 * hour)
  expect([server.to(1, ended), server.to(1, offered)]).toEqual([[], []])
  expect([server.to(2, offered).length, server.to(2, ended).length]).toEqual([1, 1])
})

test('R251 an offer that is over before its email leaves is not emailed', async () => {
  const { world, server, giveBack, answer } = await openOffer()
  server.away.until = world.clock.now() + hour
  await giveBack()
  await pass(world, server, hour / 2)
  await answer(1, [], { attending: false })
  await pass(world, server, 6 * hour)
  expect([server.to(1, offered), server.to(1, ended)]).toEqual([[], []])
  expect(server.to(2, offered)).toHaveLength(1)
})

test('R251 a link that no longer works is not emailed, and the operator sees that it was not', async () => {
  const { world, server, ada } = await openOffer()
  server.away.until = world.clock.now() + 2 * hour
  await world.ok(accessApi.requestPasswordReset, { email: ada.email })
  await pass(world, server, 6 * hour)
  const [reset] = (await allEmails(world)).filter(({ to, failedAt }) => to === ada.email && failedAt)
  expect(reset).toMatchObject({ state: 'failed', message: null, sealed: null, attempts: 4 })
  expect(server.sent.filter(({ subject }) => subject.includes('password'))).toEqual([])
})

test('R251 every email with a code or a link that ends says how long it is good', () => {
  const all = Object.entries(sampleEmails('https://rolecall.example'))
  const ending = all.filter(([, { message }]) => /(works|works once)\b.*\b(hours|days|minutes|hour)\b/.test(JSON.stringify(message)))
  expect(ending.length).toBeGreaterThan(7)
  expect(ending.filter(([, { hoursGood }]) => !hoursGood).map(([name]) => name)).toEqual([])
  // What an account has already doesn't end by time, and how long the provider keeps its page of a payment open is its own affair.
  const lasting = ['accountExistsEmail', 'paymentDueEmail']
  expect(all.filter(([, { secret, hoursGood }]) => secret && !hoursGood).map(([name]) => name)).toEqual(lasting)
})
