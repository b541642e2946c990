// The curve of a group as it is kept: every point as it was, thinned with age, and never longer than its record may be.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type GroupSnapshot, grown, maxBytes } from '#server/record/rules/history.ts'
import type { Group } from '#server/seats/model/group.ts'
import { countOf, decodeSteps, encodeSteps, type History, totalOf } from '#server/seats/model/history.ts'

const dayMinutes = 24 * 60
const start = 29_000_000
type Role = GroupSnapshot['group']['roles'][number]
const noCounts = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
const roleOf = (id: string, yes: number, max: number, name = id): Role => ({
  _id: id,
  name,
  max,
  counts: { ...noCounts, yesNotConfirmed: yes },
})
const seenAt = (minute: number, rev: number, roles: readonly Role[], answered = 0): GroupSnapshot => ({
  minute,
  group: { _id: 'g', rev, roles, answers: { yes: answered, no: 0, none: 0 } satisfies Group['answers'] },
})
const grow = (all: readonly GroupSnapshot[], from?: History) => all.reduce<History | undefined>(grown, from) as History
const bytes = (history: History) => Buffer.byteLength(JSON.stringify(history))

/** How a curve stood at each of its points. */
function statesOf(history: History) {
  const values = history.values.map(() => 0)
  return decodeSteps(history.curve).map(({ minute, changes }) => {
    for (const [value, by] of changes) values[value] = (values[value] ?? 0) + by
    const roles = history.roles.flatMap(({ _id }, role) =>
      values[totalOf(role)] ? [[_id, values[countOf(role)], values[totalOf(role)]]] : [],
    )
    return { minute, answers: values[0], roles }
  })
}

test('R109a every change of a minute is one point: seats, limits and answers as they were at its end', () => {
  const history = grow([
    seenAt(start, 1, [roleOf('a', 0, 5)]),
    seenAt(start, 2, [roleOf('a', 1, 5)], 1),
    seenAt(start + 3, 3, [roleOf('a', 1, 8), roleOf('b', 2, 2)], 3),
    seenAt(start + 9, 4, [roleOf('b', 2, 2)], 3),
  ])
  expect(statesOf(history).filter(({ minute }, at, all) => all[at + 1]?.minute !== minute)).toEqual([
    { minute: start, answers: 1, roles: [['a', 1, 5]] },
    {
      minute: start + 3,
      answers: 3,
      roles: [
        ['a', 1, 8],
        ['b', 2, 2],
      ],
    },
    { minute: start + 9, answers: 3, roles: [['b', 2, 2]] },
  ])
})

test('R109 what is not newer than the last point is no news, so several processes write each point once', () => {
  const first = grow([seenAt(start, 5, [roleOf('a', 2, 5)], 2)])
  expect(grow([seenAt(start + 1, 5, [roleOf('a', 2, 5)], 2), seenAt(start + 1, 4, [roleOf('a', 1, 5)], 1)], first)).toBe(first)
  expect(grow([seenAt(start + 1, 6, [roleOf('a', 2, 5)], 2)], first)).toBe(first) // a new setting, and no count has changed
})

test('R109b a renamed role keeps its line under its new name; a deleted one stays in the past under its last', () => {
  const history = grow([
    seenAt(start, 1, [roleOf('a', 1, 5, 'Cook'), roleOf('b', 1, 5, 'Host')]),
    seenAt(start + 1, 2, [roleOf('a', 1, 5, 'Chef'), roleOf('b', 1, 5, 'Host')]),
    seenAt(start + 2, 3, [roleOf('a', 1, 5, 'Chef')]),
  ])
  expect(history.roles).toEqual([
    { _id: 'a', name: 'Chef' },
    { _id: 'b', name: 'Host' },
  ])
  expect(statesOf(history).map(({ roles }) => roles.length)).toEqual([2, 1])
})

test('R109f a clock put back a little stands still; put back by far, what was noted in the future is one point now', () => {
  const early = [0, 1, 2].map((n) => seenAt(start + n, n + 1, [roleOf('a', n, 5)], n))
  const little = grow([seenAt(start - 3, 9, [roleOf('a', 4, 5)], 4)], grow(early))
  expect(statesOf(little).at(-1)).toEqual({ minute: start + 2, answers: 4, roles: [['a', 4, 5]] })
  const wrong = grow([seenAt(start + 365 * dayMinutes, 4, [roleOf('a', 3, 5)], 3)], grow(early))
  const right = grow([seenAt(start + 60, 5, [roleOf('a', 4, 5)], 4), seenAt(start + 61, 6, [roleOf('a', 5, 5)], 5)], wrong)
  expect(statesOf(right).at(-2)).toEqual({ minute: start + 60, answers: 4, roles: [['a', 4, 5]] })
  expect(statesOf(right).at(-1)).toEqual({ minute: start + 61, answers: 5, roles: [['a', 5, 5]] })
})

test('R109d after 30 days one point an hour is left, after half a year one a day, and the first of all', () => {
  let history = grow([seenAt(start, 1, [roleOf('a', 0, 1_000)])])
  let rev = 1
  for (let minute = start + 7; minute < start + 400 * dayMinutes; minute += 97) {
    rev++
    history = grow([seenAt(minute, rev, [roleOf('a', rev, 100_000)], rev)], history)
  }
  const minutes = decodeSteps(history.curve).map(({ minute }) => minute)
  const ages = (from: number, to: number) =>
    minutes.filter((minute) => {
      const age = (history.minute - minute) / dayMinutes
      return age >= from && age < to
    }).length
  expect(minutes[0]).toBe(start)
  expect(ages(0, 30)).toBe(Math.ceil((30 * dayMinutes) / 97))
  expect(ages(40, 170)).toBeGreaterThan(129 * 14) // every 97 minutes: mostly another hour
  expect(ages(182, 400)).toBeLessThanOrEqual(221)
  expect(ages(182, 400)).toBeGreaterThan(200)
})

test('R109d 100,000 answers over a year take under 200 kB', () => {
  let history = grow([seenAt(start, 1, [roleOf('a', 0, 99_999), roleOf('b', 0, 99_999), roleOf('c', 0, 99_999)])])
  const perMinute = new Map<number, number>()
  for (let n = 1; n <= 100_000; n++) {
    const minute = start + Math.floor((n * 365 * dayMinutes) / 100_000)
    // What will be thinned to hours anyway comes by the hour, to save the test its time.
    const isOld = minute < start + 330 * dayMinutes
    perMinute.set(isOld ? Math.ceil(minute / 60) * 60 : minute, n)
  }
  for (const [minute, n] of perMinute)
    history = grown(
      history,
      seenAt(
        minute,
        n + 1,
        ['a', 'b', 'c'].map((id, at) => roleOf(id, Math.floor((n + at) / 3), 99_999)),
        n,
      ),
    )
  expect(bytes(history)).toBeLessThan(200_000)
  const days = new Set(decodeSteps(history.curve).map(({ minute }) => Math.floor(minute / dayMinutes)))
  expect(days.size).toBeGreaterThanOrEqual(365)
  expect(statesOf(history).at(-1)?.answers).toBe(100_000)
})

const names = fc.string({ unit: 'binary', minLength: 1, maxLength: 60 })
/** A group that does its worst: up to 200 roles at once, new ones with new names all the time, and a clock that jumps. */
const worst = fc.record({
  roles: fc.integer({ min: 1, max: 200 }),
  isNew: fc.boolean(),
  names: fc.array(names, { minLength: 1, maxLength: 5 }),
  pace: fc.integer({ min: 1, max: 3_000 }),
  jumps: fc.array(fc.integer({ min: -400 * dayMinutes, max: 400 * dayMinutes }), { maxLength: 3 }),
  points: fc.integer({ min: 1, max: 60 }),
  most: fc.constantFrom(10, 100_000),
})

test('R109d whatever happens in a group its record has an end, its points are in order, and the last is how it stands', () => {
  fc.assert(
    fc.property(worst, ({ roles, isNew, names: called, pace, jumps, points, most }) => {
      let history: History | undefined
      let minute = start
      for (let n = 1; n <= points; n++) {
        minute += pace + (n % 20 === 0 ? (jumps[n / 20 - 1] ?? 0) : 0)
        const id = (role: number) => `${isNew ? n : 0}-${role}`.padStart(24, '0')
        const current = Array.from({ length: roles }, (_, role) =>
          roleOf(id(role), (n * 7919 * (role + 1)) % most, 100_000, called[role % called.length] ?? ''),
        )
        history = grown(history, seenAt(minute, n, current, n))
        expect(bytes(history)).toBeLessThanOrEqual(maxBytes)
        const states = statesOf(history)
        expect(states.every((state, at) => at === 0 || state.minute >= (states[at - 1]?.minute ?? 0))).toBe(true)
        expect(states.at(-1)?.answers).toBe(n)
        expect(Object.fromEntries((states.at(-1)?.roles ?? []).map(([_id, count]) => [_id, count]))).toEqual(
          Object.fromEntries(current.map((role) => [role._id, role.counts.yesNotConfirmed])),
        )
      }
    }),
    // First of all the longest names, 200 new ones every minute.
    {
      numRuns: 25,
      endOnFailure: true,
      examples: [[{ roles: 200, isNew: true, names: ['界'.repeat(60)], pace: 1, jumps: [], points: 40, most: 100_000 }]],
    },
  )
})

test('R109 steps of any numbers are read as they were written', () => {
  const change = fc.tuple(fc.integer({ min: 0, max: 700 }), fc.integer({ min: -100_000, max: 100_000 }))
  const step = fc.record({
    minute: fc.integer({ min: 0, max: 90_000_000 }),
    changes: fc.uniqueArray(change, { selector: ([value]) => value }).map((all) => all.toSorted(([one], [other]) => one - other)),
  })
  fc.assert(
    fc.property(fc.array(step), (all) => {
      const steps = all.toSorted((one, other) => one.minute - other.minute)
      expect(decodeSteps(encodeSteps(steps))).toEqual(steps)
    }),
  )
})
