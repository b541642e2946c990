// Answers and seats: the rules, first on chosen cases, then on thousands of random ones.
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isEmail, normalEmail } from '#protocol/kernel/texts.ts'
import { newUser } from '#server/people/model/account.ts'
import { type Event, eventFor } from '#server/seats/model/event.ts'
import { coverage, type Group, noCounts, type Role, taken } from '#server/seats/model/group.ts'
import type { Rsvp } from '#server/seats/model/rsvp.ts'
import { isConfirmed } from '#server/seats/model/rsvp.ts'
import { unconfirmed } from '#server/seats/rules/group.ts'
import { placeRsvp } from '#server/seats/rules/rsvp.ts'
import { anEventWithGroup, aRole } from '../kit/world/records.ts'

const now = Date.parse('2026-12-01T09:00:00Z')
const role = (name: string, max: number) => aRole(`id of ${name}`, name, max)
const made = anEventWithGroup(newUser('o', 'o@people.test', new Date(now).toISOString()), { now, randomId: () => 'a'.repeat(24) })
const group = (...roles: Role[]): Group => ({ ...made.group, roles, showConfirmation: true })
const event = (rules: Partial<Event['assignmentRules']>): Event => ({
  ...made.event,
  assignmentRules: { ...made.event.assignmentRules, ...rules },
})

interface Sent {
  readonly email?: string
  readonly name?: string
  readonly attending?: boolean
  readonly roles?: readonly string[]
  readonly confirmed?: boolean
}
/** One answer after another, each over what the ones before it left. */
function answering(start: Group, rules: Partial<Event['assignmentRules']> = {}) {
  const answers = new Map<string, Rsvp>()
  let current = start
  const answer = ({ email = 'ada@x.org', name = 'Ada', attending = true, roles = [], confirmed = false }: Sent) => {
    const sent = { name, attending, roles: [...roles], confirmed }
    const placed = placeRsvp({
      group: current,
      event: eventFor(event(rules), current),
      before: answers.get(email),
      answer: sent,
      email,
      _id: email,
      now,
      randomId: () => 'new',
    })
    current = placed.group
    answers.set(email, placed.rsvp)
    return placed
  }
  return {
    answer,
    answers,
    group: () => current,
    become: (next: Group) => (current = next),
    counts: () => current.roles.map(({ counts }) => counts),
  }
}

describe('seats', () => {
  test('R1, R2 declining gives the seats back and remembers the roles; the way back is first come, first served', () => {
    const { answer, counts } = answering(group(role('Speaker', 1)))
    answer({ roles: ['Speaker'] })
    expect(answer({ attending: false, roles: ['Speaker'] }).rsvp).toMatchObject({ roleIds: [], declinedRoleIds: ['id of Speaker'] })
    expect(answer({ attending: false, name: 'Countess' }).rsvp.declinedRoleIds).toEqual(['id of Speaker'])
    expect(counts()).toEqual([{ ...noCounts, declined: 1 }])
    answer({ email: 'bob@x.org', roles: ['Speaker'] })
    expect(() => answer({ roles: ['Speaker'] })).toThrow('Role "Speaker" is already full.')
    expect(answer({ roles: [] }).rsvp).toMatchObject({ roleIds: [], declinedRoleIds: [] })
    expect(counts()).toEqual([{ ...noCounts, yesNotConfirmed: 1 }])
  })

  test('R3, V4 several roles are all or nothing: the full ones are named, and the earlier answer stays', () => {
    const { answer, group: current } = answering(group(role('A', 1), role('B', 1), role('C', 1)))
    answer({ email: 'bob@x.org', roles: ['A', 'C'] })
    answer({ roles: ['B'] })
    const before = current()
    expect(() => answer({ roles: ['A', 'B', 'C'] })).toThrow(
      expect.objectContaining({ code: 'role-full', details: expect.objectContaining({ role: 'A", "C', roles: ['A', 'C'] }) }),
    )
    expect(current()).toBe(before)
  })

  test('V4 one’s own seat in a full role stays one’s own', () => {
    const { answer } = answering(group(role('A', 1), role('B', 1)))
    answer({ roles: ['A'] })
    expect(answer({ roles: ['A', 'B'], name: 'Countess' }).rsvp.roleIds).toEqual(['id of A', 'id of B'])
  })

  test('R13 the same answer again is the same record', () => {
    const { answer } = answering(group(role('A', 1)))
    const first = answer({ roles: ['A'], confirmed: true })
    expect(answer({ roles: [' a '], confirmed: true })).toEqual(first)
    expect(answer({ roles: ['A'] }).rsvp).toBe(first.rsvp)
    expect(answer({ roles: ['A'], name: 'Countess' }).rsvp).toMatchObject({ rev: 2, createdAt: first.rsvp.createdAt })
  })

  test('R9 singleRoleOnly refuses a second role, any other rule does not', () => {
    const two = ['A', 'B']
    expect(() => answering(group(role('A', 1), role('B', 1)), { rule: 'singleRoleOnly' }).answer({ roles: two })).toThrow(
      'Please choose one role only.',
    )
    for (const rule of ['', 'manual'] as const)
      expect(answering(group(role('A', 1), role('B', 1)), { rule }).answer({ roles: two }).rsvp.roleIds).toHaveLength(2)
  })

  test('R11 without self-selection new roles are refused and assigned ones stay', () => {
    const off = { enableRoleSelfSelect: false, enableRoleAssignment: true }
    const { answer, answers, become, group: current } = answering(group(role('A', 1), role('B', 1)), off)
    expect(() => answer({ roles: ['A'] })).toThrow('Selection Disabled')
    become({ ...current(), roles: [{ ...role('A', 1), counts: { ...noCounts, assignedNoResponse: 1 } }, role('B', 1)] })
    answers.set('ada@x.org', {
      ...answer({ email: 'x' }).rsvp,
      _id: 'ada@x.org',
      email: 'ada@x.org',
      attending: null,
      roleIds: ['id of A'],
    })
    expect(answer({ roles: [] }).rsvp).toMatchObject({ attending: true, roleIds: ['id of A'] })
    expect(() => answer({ roles: ['A', 'B'] })).toThrow('Selection Disabled')
    expect(current().roles[0]?.counts).toEqual({ ...noCounts, yesNotConfirmed: 1 })
  })
})

describe('confirmation', () => {
  test('R18 is kept with a yes and showConfirmation only, is stamped once, and a new role asks again', () => {
    const { answer, become, group: current } = answering(group(role('A', 1), role('B', 1)))
    expect(answer({ roles: ['A'], confirmed: true }).rsvp).toMatchObject({
      confirmedEpoch: 1,
      confirmationDate: '2026-12-01T09:00:00.000Z',
    })
    expect(isConfirmed(answer({ roles: ['A'], name: 'Countess' }).rsvp, current())).toBe(true)
    expect(answer({ roles: ['A', 'B'] }).rsvp).toMatchObject({ confirmedEpoch: null, confirmationDate: null })
    expect(isConfirmed(answer({ attending: false, confirmed: true }).rsvp, current())).toBe(false)
    become({ ...current(), showConfirmation: false })
    expect(isConfirmed(answer({ roles: ['A'], confirmed: true }).rsvp, current())).toBe(false)
  })

  test('R54 a move makes every confirmation void, in the counts and in the answers', () => {
    const { answer, become, counts, group: current } = answering(group(role('A', 2)))
    const { rsvp } = answer({ roles: ['A'], confirmed: true })
    answer({ email: 'bob@x.org', roles: ['A'] })
    become({ ...current(), ...unconfirmed(current()) })
    expect(counts()).toEqual([{ ...noCounts, yesNotConfirmed: 2 }])
    expect(isConfirmed(rsvp, current())).toBe(false)
    answer({ roles: ['A'], confirmed: true })
    expect(counts()).toEqual([{ ...noCounts, confirmedAndYes: 1, yesNotConfirmed: 1 }])
  })
})

test('R1, R2, R3 whatever is answered in whatever order, no role is overbooked and the counts are those of the answers', () => {
  const sent = fc.record({
    email: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    name: fc.constantFrom('X', 'Y'),
    attending: fc.boolean(),
    roles: fc.uniqueArray(fc.constantFrom('A', 'B', 'C')),
    confirmed: fc.boolean(),
    moved: fc.boolean(),
  })
  const run = fc.property(fc.array(sent, { maxLength: 40 }), (all) => {
    const { answer, answers, become, group: current } = answering(group(role('A', 1), role('B', 2), role('C', 3)))
    for (const { moved, ...one } of all) {
      if (moved) become({ ...current(), ...unconfirmed(current()) })
      try {
        answer(one)
      } catch {
        // full: nothing has changed
      }
      const standing = (id: string, is: (rsvp: Rsvp) => boolean, ids: 'roleIds' | 'declinedRoleIds' = 'roleIds') =>
        [...answers.values()].filter((rsvp) => rsvp[ids].includes(id) && is(rsvp)).length
      for (const one of current().roles) {
        expect(taken(one)).toBeLessThanOrEqual(one.max)
        expect(one.counts).toEqual({
          confirmedAndYes: standing(one._id, (rsvp) => isConfirmed(rsvp, current())),
          yesNotConfirmed: standing(one._id, (rsvp) => rsvp.attending === true && !isConfirmed(rsvp, current())),
          assignedNoResponse: 0,
          declined: standing(one._id, (rsvp) => rsvp.attending === false, 'declinedRoleIds'),
        })
      }
      const yes = [...answers.values()].filter(({ attending }) => attending).length
      expect(current().answers).toEqual({ yes, no: answers.size - yes, none: 0 })
    }
  })
  fc.assert(run, { numRuns: 300 })
})

test('R27 coverage carries the details only where they may be seen', () => {
  const [detailed, plain] = [coverage(group(role('A', 1)), true)[0], coverage(group(role('A', 1)), false)[0]]
  expect(detailed).toEqual({ _id: 'id of A', name: 'A', total: 1, count: 0, detailedCounts: noCounts })
  expect(plain).toEqual({ _id: 'id of A', name: 'A', total: 1, count: 0 })
})

test('V1, R226 what an email is', () => {
  const long = (local: number, domain: number) => `${'l'.repeat(local)}@${'d'.repeat(domain - 4).replace(/(.{50}).(?=.{2})/g, '$1.')}.org`
  const good = [
    'a@b.co',
    "o'neil+tag@sub.example.org",
    'ü@bücher.example',
    'x@b.c2',
    'x@1.xn--p1ai',
    long(64, 189),
    'a@b.co.',
    '<a@b.co>',
    'Ann <mailto:a@b.co?subject=x>',
  ]
  const bad = [
    '',
    'a',
    'a@b',
    'x@127.0.0.1',
    'x@b.1',
    'x@b.2-3',
    '@b.co',
    'a@',
    'a@@b.co',
    'a@b.co@c.de',
    'a@.b.co',
    'a@b..co',
    'a b@c.de',
    'a@b .co',
  ]
  expect(good.filter((one) => !isEmail(one))).toEqual([])
  expect([...bad, long(65, 20), long(64, 190), long(1, 254), 'a@b.co\nbcc:x@y.zz', 'a,b@c.de', 'a@b.co> <c@d.co'].filter(isEmail)).toEqual(
    [],
  )
})

/** Where signs lie that stand for others: full width, circled, ligatures, unseen ones, letters of mathematics. */
const ofOthers: readonly (readonly [number, number])[] = [
  [0x80, 0x33ff],
  [0xa640, 0xabff],
  [0xf900, 0xffff],
  [0x1d400, 0x1d7ff],
  [0x1f100, 0x1f1ff],
  [0x2f800, 0x2fa1f],
  [0xe0000, 0xe01ef],
]
test('V1 no two emails lead to one mailbox because mail programs read their domains alike', () => {
  const signs = ofOthers.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, nth) => String.fromCodePoint(from + nth)))
  const taken = [...signs, ''].map((sign) => normalEmail(`v@mail${sign}s.example.org`)).filter(isEmail)
  expect(taken.length).toBeGreaterThan(5_000)
  const byMailbox = new Map<string, Set<string>>()
  for (const email of taken) {
    const mailed = domainToASCII(email.slice(2))
    if (mailed !== '') byMailbox.set(mailed, (byMailbox.get(mailed) ?? new Set()).add(email))
  }
  expect([...byMailbox.values()].filter((emails) => emails.size > 1).map((emails) => [...emails])).toEqual([])
  for (const domain of ['bücher.example', 'straße.example', 'οδος.example', 'ıspanak.example', 'пример.example', '例え.example'])
    expect([domain, isEmail(`v@${domain}`)]).toEqual([domain, true])
})
