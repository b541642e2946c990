// When emails go out by themselves: properties over random schedules, zones and changes of clocks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dayAfter, instantAt, wallTime } from '#protocol/kernel/time/clocks.ts'
import { defaultReminders, quietHours, type ReminderRules, reminderKinds } from '#protocol/seats/reminder-rules.ts'
import { nextMorning, quietUntil } from '#server/seats/rules/notice.ts'
import { planReminders, type Schedule } from '#server/seats/rules/reminder.ts'
import { chance } from '../kit/model/chance.ts'
import { day, hour } from '../kit/world/clock.ts'

const { seed } = chance()
console.log(`plan.test.ts: SEED=${seed}`)
const runs = { numRuns: 200, seed }

/** Far apart, with offsets of quarter hours, with clocks that change by half an hour, at midnight, and in the other half of the year. */
const zones = [
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'America/St_Johns',
  'America/Nuuk',
  'America/Sao_Paulo',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Asia/Beirut',
  'Antarctica/Troll',
  'Europe/Berlin',
  'America/New_York',
  'UTC',
]
const zone = fc.constantFrom(...zones)
const first = Date.parse('2026-01-01T00:00:00Z')
const instant = fc.integer({ min: 0, max: 2 * 365 * 24 * 60 }).map((minutes) => first + minutes * 60_000)
const rule = fc.record({ isOn: fc.boolean(), days: fc.integer({ min: 1, max: 30 }), hour: fc.integer({ min: 8, max: 20 }) })
const rules = fc.record({ confirmation: rule, reminder: rule, nudge: rule })
const schedule = fc
  .record({ start: instant, timeZone: zone, rules, confirms: fc.boolean(), asked: fc.option(fc.integer({ min: 1, max: 40 * 24 })) })
  .map(({ start, asked, ...rest }) => ({
    ...rest,
    start: new Date(start).toISOString(),
    ...(asked !== null && { askedAt: new Date(start - asked * hour).toISOString() }),
  }))

/** All that goes out from `from` to the start, as the job goes from one due time to the next. */
function walk(given: Schedule, from: number) {
  const sent: { kind: string; at: string }[] = []
  let now = from
  for (let step = 0; step < 500; step++) {
    const next = planReminders(given, now)
    const due = Object.values(next).sort()[0]
    if (!due) return sent
    for (const kind of reminderKinds) if (next[kind] === due) sent.push({ kind, at: due })
    expect(Date.parse(due)).toBeGreaterThan(now)
    now = Date.parse(due)
  }
  throw new Error('a plan without an end')
}

const planOf = (start: string, timeZone: string, from: number, more: Partial<ReminderRules> = {}) =>
  planReminders({ start, timeZone, rules: { ...defaultReminders, ...more }, confirms: true }, from)

const quarter = 15 * 60_000 // of an hour: clocks change, and differ, by such steps
/** What the clock shows at an instant, in milliseconds as if it were UTC. */
const shownAt = (ms: number, timeZone: string) => {
  const { day: today, minutes } = wallTime(ms, timeZone)
  return Date.parse(`${today}T00:00:00Z`) + minutes * 60_000
}
/** The same as `instantAt`, by looking at the clock each quarter of an hour: the first time it shows the hour, else as long after the jump as the hour is. */
function lookedUp(wanted: number, timeZone: string) {
  let ms = wanted - 1.5 * day
  while (shownAt(ms, timeZone) < wanted) ms += quarter
  const skippedFrom = shownAt(ms - quarter, timeZone) + quarter
  return shownAt(ms, timeZone) === wanted ? ms : ms + wanted - skippedFrom
}

/** By how many milliseconds the clock has moved within the quarter of an hour that ends then. */
const moved = (timeZone: string, ms: number) => shownAt(ms, timeZone) - shownAt(ms - quarter, timeZone) - quarter
/** The first quarters of an hour after a change of the clock, in the two years. */
function changesOf(timeZone: string) {
  const days = Array.from({ length: 2 * 365 }, (_, nth) => first + nth * day)
  return days
    .filter((ms) => shownAt(ms + day, timeZone) - shownAt(ms, timeZone) !== day)
    .flatMap((ms) =>
      Array.from({ length: 97 }, (_, nth) => ms + nth * quarter)
        .filter((one) => moved(timeZone, one) !== 0)
        .slice(0, 1),
    )
}

describe('the clock on the wall', () => {
  const isFound = (ms: number, timeZone: string, hourOfDay: number) => {
    const { day: today } = wallTime(ms, timeZone)
    const wanted = Date.parse(`${today}T00:00:00Z`) + hourOfDay * hour
    expect(instantAt(today, hourOfDay, timeZone)).toBe(lookedUp(wanted, timeZone))
  }

  test('R99 an hour of a day is found in every zone, where clocks change too: the first of two, and what is skipped by as much later', () => {
    fc.assert(fc.property(instant, zone, fc.integer({ min: 0, max: 23 }), isFound), {
      ...runs,
      examples: [[1_774_742_400_000, 'Antarctica/Troll', 1]], // two hours are skipped
    })
    expect(new Date(instantAt('2026-03-29', 2, 'Europe/Berlin')).toISOString()).toBe('2026-03-29T01:00:00.000Z') // there is no 2:00
    expect(new Date(instantAt('2026-10-25', 2, 'Europe/Berlin')).toISOString()).toBe('2026-10-25T00:00:00.000Z') // there are two
    expect(new Date(instantAt('2026-12-04', 9, 'Asia/Kathmandu')).toISOString()).toBe('2026-12-04T03:15:00.000Z')
    expect(new Date(instantAt('2026-12-04', 9, 'Pacific/Chatham')).toISOString()).toBe('2026-12-03T19:15:00.000Z')
    expect(dayAfter('2026-03-01', -1)).toBe('2026-02-28')
  })

  test('R99, R135 each hour of each day on which a clock changes is found, by however much it changes', () => {
    const changes = zones.flatMap((timeZone) => changesOf(timeZone).map((ms) => [timeZone, ms] as const))
    expect(new Set(changes.map(([timeZone, ms]) => Math.abs(moved(timeZone, ms)))).size).toBe(3) // half an hour, one, two
    for (const [timeZone, ms] of changes) for (let hourOfDay = 0; hourOfDay < 24; hourOfDay++) isFound(ms, timeZone, hourOfDay)
  })

  test('R99a the night ends at 8:00 there, and outside of it nothing waits', () => {
    fc.assert(
      fc.property(instant, zone, (now, timeZone) => {
        const until = quietUntil(now, timeZone)
        const { minutes } = wallTime(now, timeZone)
        expect(until === undefined).toBe(minutes >= quietHours.to * 60 && minutes < quietHours.from * 60)
        const morning = until ?? nextMorning(now, timeZone)
        expect(wallTime(morning, timeZone).minutes).toBe(quietHours.to * 60)
        expect(morning).toBeGreaterThan(now)
        // By the clock on the wall: the night in which it changes is longer or shorter by that.
        const ahead = shownAt(morning, timeZone) - shownAt(now, timeZone)
        expect(ahead).toBeLessThanOrEqual((until === undefined ? 24 : 24 - quietHours.from + quietHours.to) * hour)
      }),
      { ...runs, examples: [[Date.parse('2026-10-24T19:00:00Z'), 'Antarctica/Troll']] }, // a night of 13 hours
    )
  })
})

describe('the plan', () => {
  test('R99a nothing at night, and never two of a day, whatever the rules, the zone and the clocks', () => {
    fc.assert(
      fc.property(schedule, fc.integer({ min: 1, max: 60 }), (given, lead) => {
        const sent = walk(given, Date.parse(given.start) - lead * day)
        const days = sent.map(({ at }) => {
          const shown = wallTime(Date.parse(at), given.timeZone)
          expect(shown.minutes).toBeGreaterThanOrEqual(quietHours.to * 60)
          expect(shown.minutes).toBeLessThan(quietHours.from * 60)
          expect(at < given.start).toBe(true)
          return shown.day
        })
        expect(new Set(days).size).toBe(days.length)
        for (const kind of ['confirmation', 'reminder']) expect(sent.filter((one) => one.kind === kind).length).toBeLessThanOrEqual(1)
        expect(sent.some(({ kind }) => kind === 'confirmation') && !given.confirms).toBe(false)
        for (const { kind } of sent) expect(given.rules[kind as keyof ReminderRules].isOn).toBe(true)
      }),
      runs,
    )
  })

  test('R99 whatever is on and lies ahead goes out: the reminder always, the request unless people were asked within a day', () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const sent = walk(given, Date.parse(given.start) - 45 * day).map(({ kind }) => kind)
        expect(sent.includes('reminder')).toBe(given.rules.reminder.isOn)
        const isOwed = given.rules.confirmation.isOn && given.confirms && !given.askedAt
        expect(sent.includes('confirmation') || !isOwed).toBe(true)
      }),
      runs,
    )
  })

  test('R99 what is due stays due until it is dealt with, whenever the plan is made anew', () => {
    fc.assert(
      fc.property(schedule, fc.integer({ min: 1, max: 40 * 24 }), fc.integer({ min: 0, max: 60 }), (given, lead, late) => {
        const plan = planReminders(given, Date.parse(given.start) - lead * hour)
        const later = (due: string) => planReminders(given, Date.parse(due) + late * 60_000, plan)
        for (const kind of reminderKinds) expect(plan[kind] && later(plan[kind])[kind]).toBe(plan[kind])
      }),
      runs,
    )
  })

  test('R99 the days before are days there: 9:00 the day before, over a change of clocks', () => {
    const from = Date.parse('2026-03-20T00:00:00Z')
    expect(planOf('2026-03-29T17:00:00Z', 'Europe/Berlin', from)).toEqual({
      confirmation: '2026-03-26T09:00:00.000Z', // 10:00 CET
      reminder: '2026-03-28T08:00:00.000Z', // 9:00 CET, though the event is in CEST
      nudge: '2026-03-20T09:00:00.000Z',
    })
    // In the evening of the 5th there it is the 6th already in Chatham.
    expect(planOf('2026-12-05T18:30:00Z', 'Pacific/Chatham', from).reminder).toBe('2026-12-04T19:15:00.000Z')
  })

  test('R99c two rules of one day: the request goes a day earlier; a time that is over is not made up for', () => {
    const same = { confirmation: { isOn: true, days: 1, hour: 10 } }
    const start = '2026-06-10T12:00:00Z'
    const plan = planOf(start, 'UTC', Date.parse('2026-06-01T00:00:00Z'), same)
    expect([plan.confirmation, plan.reminder]).toEqual(['2026-06-08T10:00:00.000Z', '2026-06-09T09:00:00.000Z'])
    expect(planOf(start, 'UTC', Date.parse('2026-06-09T09:30:00Z'), same)).toEqual({ nudge: '2026-06-10T10:00:00.000Z' })
    expect(planOf(start, 'UTC', Date.parse('2026-06-10T11:00:00Z'))).toEqual({})
  })

  test('R98 R99 nobody is asked to confirm within a day of being asked', () => {
    const given = { start: '2026-06-10T12:00:00Z', timeZone: 'UTC', rules: defaultReminders, confirms: true }
    const from = Date.parse('2026-06-06T00:00:00Z')
    expect(planReminders({ ...given, askedAt: '2026-06-06T11:00:00Z' }, from).confirmation).toBeUndefined()
    expect(planReminders({ ...given, askedAt: '2026-06-06T09:00:00Z' }, from).confirmation).toBe('2026-06-07T10:00:00.000Z')
  })
})
