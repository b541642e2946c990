// "What to do now" (R130): each rule by itself, their order, and what their buttons lead to.
import { describe, expect, it, test } from 'vitest'
import { type acts, type GroupState, isRemindable, type RuleName, rules, whatToDo, whatToDoIn } from '#client/group/todo/what-to-do.ts'
import type { RoleCoverage } from '#protocol/seats/group.ts'
import { isUnreached } from '#protocol/seats/rsvp.ts'
import { aRow } from './group-fixtures.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()
const role = (name: string, part: Partial<RoleCoverage> = {}, yes = 0, assigned = 0): RoleCoverage => ({
  _id: name,
  name,
  total: 9,
  count: yes + assigned,
  detailedCounts: { confirmedAndYes: 0, yesNotConfirmed: yes, assignedNoResponse: assigned, declined: 0 },
  ...part,
})
const rule = { isOn: true, days: 1, hour: 9, next: null }
const remindersOf = (people: number) => ({ confirmation: { ...rule, people }, reminder: { ...rule, people }, nudge: { ...rule, people } })

/** A calm event in 20 days: nothing to do. */
const standing = (group: Partial<GroupState['group']> = {}, part: Partial<GroupState> = {}): GroupState => ({
  group: {
    roleCoverage: [role('Guest', {}, 3)],
    answers: { yes: 3, no: 0, none: 0 },
    invitations: undefined,
    reminders: remindersOf(0),
    showConfirmation: false,
    ...group,
  },
  event: { status: 'active', start: inDays(20) },
  remindable: 4,
  canManage: true,
  now,
  ...part,
})
const said = (one: GroupState) => whatToDo(one).map(({ rule: name, text, act, isRisk }) => [name, text, act, isRisk])
const soon = (days: number) => ({ event: { status: 'active' as const, start: inDays(days) } })

interface Case {
  readonly of: RuleName
  readonly when: string
  readonly is: GroupState
  /** Null for nothing. */
  readonly says: readonly [text: string, act: keyof typeof acts, isRisk?: boolean] | null
}
const short = (...roles: RoleCoverage[]) => ({ roleCoverage: roles })
const cases: readonly Case[] = [
  {
    of: 'minimum',
    when: 'one role needs people',
    is: standing(short(role('Cook', { min: 3 }, 1))),
    says: ['Cook needs 2 more', 'invite'],
  },
  {
    of: 'minimum',
    when: 'it begins within a week',
    is: standing(short(role('Cook', { min: 3 }, 1)), soon(6)),
    says: ['Cook needs 2 more', 'invite', true],
  },
  {
    of: 'minimum',
    when: 'two roles need people',
    is: standing(short(role('Cook', { min: 3 }, 1), role('Host', { min: 1 }))),
    says: ['Cook needs 2 more, Host 1', 'invite'],
  },
  {
    of: 'minimum',
    when: 'many roles need people',
    is: standing(short(...['A', 'B', 'C', 'D'].map((name) => role(name, { min: 1 })))),
    says: ['A needs 1 more, B 1, and 2 other roles need people', 'invite'],
  },
  {
    of: 'minimum',
    when: 'who was assigned hasn’t answered',
    is: standing(short(role('Cook', { min: 1 }, 0, 1))),
    says: ['Cook needs 1 more', 'invite'],
  },
  { of: 'minimum', when: 'it is reached', is: standing(short(role('Cook', { min: 3 }, 3))), says: null },
  { of: 'minimum', when: 'the event has begun', is: standing(short(role('Cook', { min: 3 })), soon(-0.01)), says: null },
  {
    of: 'minimum',
    when: 'one may only assign',
    is: standing(short(role('Cook', { min: 3 }, 1)), { canManage: false }),
    says: ['Cook needs 2 more', 'assign'],
  },
  {
    of: 'unconfirmed',
    when: 'holders owe a confirmation two days before',
    is: standing({ showConfirmation: true, ...short(role('Cook', {}, 2, 1)) }, soon(1.9)),
    says: ['3 people with a role have not confirmed', 'askToConfirm', true],
  },
  { of: 'unconfirmed', when: 'nobody is asked to confirm', is: standing(short(role('Cook', {}, 2)), soon(1.9)), says: null },
  {
    of: 'unconfirmed',
    when: 'there is time',
    is: standing({ showConfirmation: true, ...short(role('Cook', {}, 2)) }, soon(2.1)),
    says: null,
  },
  {
    of: 'undelivered',
    when: 'one address doesn’t work',
    is: standing({ unreached: 1 }),
    says: ['1 person can’t be reached by email', 'seeUnreached'],
  },
  {
    of: 'undelivered',
    when: 'many don’t',
    is: standing({ unreached: 1_200 }),
    says: ['1,200 people can’t be reached by email', 'seeUnreached'],
  },
  { of: 'undelivered', when: 'one may only assign', is: standing({ unreached: 1 }, { canManage: false }), says: null },
  {
    of: 'waiting',
    when: 'people wait for one role',
    is: standing(short(role('Host', { waiting: 2 }))),
    says: ['2 people wait for Host', 'seeWaiting'],
  },
  {
    of: 'waiting',
    when: 'for several',
    is: standing(short(role('Host', { waiting: 2 }), role('Cook', { waiting: 1 }))),
    says: ['3 people wait for 2 full roles', 'seeWaiting'],
  },
  {
    of: 'waiting',
    when: 'the event has begun',
    is: standing(short(role('Host', { waiting: 1 })), soon(-0.01)),
    says: ['1 person waits for Host', 'seeWaiting'],
  },
  {
    of: 'silence',
    when: 'people were asked and said nothing',
    is: standing({ reminders: remindersOf(4) }),
    says: ['4 people haven’t answered yet', 'remind'],
  },
  { of: 'silence', when: 'all were asked just now', is: standing({ reminders: remindersOf(4) }, { remindable: 0 }), says: null },
  {
    of: 'silence',
    when: 'the group stands alone',
    is: standing(
      { reminders: undefined, answers: { yes: 1, no: 0, none: 1 }, invitations: { invited: 2, opened: 0, answered: 0, silent: 2 } },
      { event: null },
    ),
    says: ['3 people haven’t answered yet', 'seeSilent'],
  },
  { of: 'silence', when: 'the event has begun', is: standing({ reminders: remindersOf(4) }, soon(-0.01)), says: null },
  {
    of: 'offers',
    when: 'a seat is held',
    is: standing(short(role('Host', { held: 1 }))),
    says: ['1 seat is held until its offer is answered', 'seeHeld'],
  },
  {
    of: 'offers',
    when: 'several are',
    is: standing(short(role('Host', { held: 1 }), role('Cook', { held: 2 }))),
    says: ['3 seats are held until their offers are answered', 'seeHeld'],
  },
]

test.each(cases)('R130a $of, where $when', ({ of, is, says }) =>
  expect(said(is)).toEqual(says === null ? [] : [[of, says[0], says[1], says[2] ?? false]]),
)

describe('R130a', () => {
  it('every rule stands in the table, with a time when it says nothing', () => {
    const tested = (isQuiet: boolean) => new Set(cases.filter(({ says }) => (says === null) === isQuiet).map(({ of }) => of))
    expect([...tested(false)].sort()).toEqual(Object.keys(rules).sort())
    expect(said(standing())).toEqual([])
  })

  const everything = standing({
    reminders: remindersOf(4),
    unreached: 2,
    ...short(role('Cook', { min: 3, waiting: 1, held: 1 }, 1)),
  })
  it('at most three lines, in the order in which they matter', () => {
    expect(whatToDo(everything).map(({ rule: name }) => name)).toEqual(['minimum', 'undelivered', 'waiting'])
    expect(whatToDo({ ...everything, group: { ...everything.group, unreached: undefined } }).map(({ rule: name }) => name)).toEqual([
      'minimum',
      'waiting',
      'silence',
    ])
  })

  it('R130h R140 over several groups: what is at risk, then what matters more, then what begins sooner; three, and how many there are', () => {
    const cook = short(role('Cook', { min: 3 }, 1))
    const late = standing({ ...cook, roleCoverage: [...cook.roleCoverage, role('Bar', { waiting: 2 }, 9)] }, soon(12))
    const early = standing(cook, soon(9))
    const over = standing(cook, { event: { status: 'over', start: inDays(-1) } })
    const risky = standing(short(role('Guard', { min: 4 }, 2)), soon(5))
    const said = whatToDoIn([late, over, early, risky])
    expect(said.todos.map(({ at, rule: name, isRisk }) => [at, name, isRisk])).toEqual([
      [3, 'minimum', true],
      [2, 'minimum', false],
      [0, 'minimum', false],
    ])
    expect(said.all).toBe(4)
    expect(whatToDoIn([standing(), over])).toEqual({ todos: [], all: 0 })
  })

  it('nothing while the event takes no answers', () => {
    for (const status of ['over', 'cancelled', 'unpublished'] as const)
      expect(whatToDo({ ...everything, event: { status, start: inDays(3) } })).toEqual([])
  })

  it('R97g who was invited within three days is left alone', () => {
    const invited = (days: number, part: object = {}) =>
      isRemindable(aRow(1, { attending: null, invitation: { state: 'invited', at: inDays(-days) }, ...part }), now)
    expect([invited(2.9), invited(3), invited(4), invited(4, { attending: true }), invited(4, { addressFault: 'undeliverable' })]).toEqual([
      false,
      true,
      true,
      false,
      false,
    ])
    expect(isRemindable(aRow(1, { attending: null, roles: ['Cook'] }), now)).toBe(true)
  })

  it('who declined needn’t be reached', () => {
    expect(isUnreached(aRow(1, { addressFault: 'undeliverable' }))).toBe(true)
    expect(isUnreached(aRow(1, { addressFault: 'complained', attending: null }))).toBe(true)
    expect(isUnreached(aRow(1, { addressFault: 'undeliverable', attending: false }))).toBe(false)
    expect(isUnreached(aRow(1))).toBe(false)
  })
})
