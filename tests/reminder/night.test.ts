// Emails that wait for the provider into the night, or for a second one on the same day, and what goes out by itself over random histories.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { chance } from '../kit/model/chance.ts'
import { day, hour } from '../kit/world/clock.ts'
import { broken, openPost, pass, remindersOf, stage } from './stage.ts'

const { seed } = chance()
console.log(`night.test.ts: SEED=${seed}`)

test('R99 a reminder that the provider refuses in the evening waits for the morning; by then it is still true', async () => {
  const { world, host, groupId } = await stage(3)
  await world.ok(reminderApi.change, { id: groupId, reminder: { isOn: true, days: 2, hour: 20 } }, host)
  let isDown = true
  const post = openPost(world, () => isDown)
  world.clock.advance(Date.parse('2026-12-09T19:55:00Z') - world.clock.now()) // 20:55 there
  await world.runJobs()
  await post.round()
  isDown = false
  await pass(world, post, 12 * hour)
  const received = remindersOf(post.sent).map(({ at }) => new Date(at).toISOString().slice(0, 14))
  expect(received).toEqual(Array(3).fill('2026-12-10T07:'))
})

test('R99a whatever the organizer does, and however late the mail is: never two a day, never at night by itself, nothing twice', async () => {
  const zones = ['Asia/Kathmandu', 'Pacific/Chatham', 'America/St_Johns', 'Europe/Berlin', 'Australia/Lord_Howe']
  const step = fc.oneof(
    fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 30 }) }),
    fc.record({ kind: fc.constant('down' as const), hours: fc.integer({ min: 1, max: 6 }) }),
    fc.record({ kind: fc.constant('move' as const), hours: fc.integer({ min: -30, max: 60 }) }),
    fc.record({ kind: fc.constant('rule' as const), days: fc.integer({ min: 1, max: 6 }), at: fc.integer({ min: 8, max: 20 }) }),
    fc.record({ kind: fc.constant('zone' as const), zone: fc.constantFrom(...zones) }),
  )
  const history = fc.tuple(fc.constantFrom(...zones), fc.array(step, { minLength: 5, maxLength: 14 }))
  await fc.assert(
    fc.asyncProperty(history, async ([first, steps]) => {
      let [zone, start, downUntil] = [first, Date.parse('2026-12-09T12:00:00Z'), 0]
      const times = () => ({ start: new Date(start).toISOString(), end: new Date(start + 3 * hour).toISOString() })
      const { world, host, groupId, eventId } = await stage(2, { showConfirmation: true }, { ...times(), timeZone: zone })
      const post = openPost(world, () => world.clock.now() < downUntil)
      const found: unknown[] = []
      let seen = 0
      /** What was sent so far, by the zone it was sent in. */
      const look = () => {
        const { night } = broken(post.sent.slice(seen), zone)
        found.push(...night)
        seen = post.sent.length
      }
      for (const one of steps) {
        if (one.kind === 'wait') await pass(world, post, one.hours * hour, hour)
        if (one.kind === 'down') downUntil = world.clock.now() + one.hours * hour
        if (one.kind === 'rule')
          await world.call(reminderApi.change, { id: groupId, reminder: { isOn: true, days: one.days, hour: one.at } }, host)
        look()
        if (one.kind === 'zone') {
          zone = one.zone
          await world.call(eventApi.update, { id: eventId, timeZone: zone }, host)
        }
        if (one.kind === 'move' && start + one.hours * hour > world.clock.now() + hour) {
          start += one.hours * hour
          await world.call(eventApi.update, { id: eventId, ...times() }, host)
        }
      }
      await pass(world, post, Math.max(day, start - world.clock.now()), 2 * hour)
      look()
      const isSteady = steps.every(({ kind }) => kind !== 'zone') // in another zone a day begins at another time
      expect([found, isSteady ? broken(post.sent, zone).twice : []]).toEqual([[], []])
      const ids = remindersOf(post.sent).map(({ id }) => id)
      expect(new Set(ids).size).toBe(ids.length)
    }),
    { numRuns: 12, seed },
  )
}, 180_000)
