// What tests of emails by themselves share: an event with guests, and time that passes with every job and the mail at work.
import { wallTime } from '#protocol/kernel/time/clocks.ts'
import { defaultSlots } from '#server/kernel/emails/fair-queue.ts'
import type { OutgoingEmail } from '#server/kernel/ports/mailer.ts'
import { minute } from '../kit/world/clock.ts'
import { mailRound } from '../kit/world/notices.ts'
import { type Guest, openWorld, type World } from '../kit/world/world.ts'

export interface Sent {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly at: number
}

/** The mail of one process: what it hands to the provider, and when. `fails` says whether the provider refuses at that moment. */
export function openPost(world: World, fails: () => boolean = () => false) {
  const sent: Sent[] = []
  const send = async ({ id, to, subject, text, html }: OutgoingEmail) => {
    if (fails()) throw new Error('451 try again later')
    sent.push({ id, to, subject, text, html, at: world.clock.now() })
  }
  const mailer = { name: 'smtp', keeps: false, send } as const
  /** Hands over what is due now. */
  const round = () => mailRound(world, mailer, { ...defaultSlots, all: 200, normal: 200, each: 200 })
  return { sent, round }
}

/** Lets time pass: at every step the jobs and the mail work. */
export async function pass(world: World, post: ReturnType<typeof openPost>, ms: number, step = 30 * minute) {
  const end = world.clock.now() + ms
  while (world.clock.now() < end) {
    world.clock.advance(Math.min(step, end - world.clock.now()))
    await world.runJobs()
    await post.round()
  }
}

export const remindersOf = (sent: readonly Sent[]) =>
  sent.filter(({ subject }) => /^(Please confirm|Coming up|Please answer):/.test(subject))

/** The days, on the clock of `zone`, on which somebody got two of them, and those sent at night. */
export function broken(sent: readonly Sent[], zone: string) {
  const days = remindersOf(sent).map(({ to, at }) => `${to} ${wallTime(at, zone).day}`)
  const twice = days.filter((one, nth) => days.indexOf(one) !== nth)
  const night = remindersOf(sent).filter(({ at }) => wallTime(at, zone).minutes < 8 * 60 || wallTime(at, zone).minutes >= 21 * 60)
  return { twice, night: night.map(({ to, subject, at }) => `${to} ${subject} ${new Date(at).toISOString()}`) }
}

/** An event in ten days at 18:00 in Berlin, with so many guests who said yes. */
export async function stage(guests: number, group: Record<string, unknown> = {}, event: Record<string, unknown> = {}) {
  const world = await openWorld()
  const host = await world.person('ada', 'enterprise')
  const times = { start: '2026-12-11T17:00:00.000Z', end: '2026-12-11T20:00:00.000Z', timeZone: 'Europe/Berlin' }
  const self = { enableRoleSelfSelect: true }
  const made = await world.event(host, [{ name: 'Speaker', max: 100 }], group, { ...times, assignmentRules: self, ...event })
  const people: Guest[] = Array.from({ length: guests }, (_, n) => world.proven(`guest${n}@guests.test`, made.groupId))
  for (const guest of people) await world.answer(made.groupId, guest, ['Speaker'], { confirmed: false })
  return { world, host, people, ...made }
}
