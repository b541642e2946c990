// What an invitee will have in each group once their picks are sent, and what of the rest no longer fits beside it.
import { describe, expect, test } from 'vitest'
import { savedFor } from '#client/rsvp/store.ts'
import {
  choose,
  type Group,
  type GroupChoice,
  noToAll,
  type Rules,
  savedPick,
  sumOf,
  swapFor,
  takenIn,
  takeRole,
  waitForRole,
} from '#client/several/choice.ts'
import type { Picks } from '#client/several/picks.ts'
import { isSentByCode } from '#client/several/use-send.ts'
import type { SeveralView } from '#client/several/use-several.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { pickInWords } from '#protocol/seats/several/asked.ts'
import { sumInWords } from '#protocol/seats/several/sum.ts'
import { formView, ownRsvp } from './rsvp-fixtures.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 11, 5, hour)).toISOString()
/** From one hour to another; roles as in every form of these tests: Cook has 2 of 3 left, Host is full, Guide has the last of 2. */
function group(name: string, [from, to]: readonly [number, number], over: Partial<FormView> = {}, rsvp?: Partial<OwnRsvp>): Group {
  const form = formView({ _id: name, name, ...over }, { start: at(from), end: at(to), ...over.event })
  const saved = rsvp ? savedFor(form, ownRsvp({ _id: name, groupId: name, ...rsvp })) : null
  return { form, saved, refusedIds: [] }
}
const rules: Rules = { bufferMinutes: 0, maxGroups: null, minGroups: 0 }
const take = (...roleIds: string[]) => ({ isComing: true, roleIds, waitFor: [] })
const no = { isComing: false, roleIds: [], waitFor: [] }

const chosenBy = (groups: readonly Group[], picks: Picks = {}, more: Partial<Rules> = {}) => {
  const all = choose(groups, picks, { ...rules, ...more })
  const of = (name: string) => all.find(({ form }) => form.name === name) as GroupChoice
  return { all, of }
}
const bar = group('Bar', [10, 12])
const door = group('Door', [11, 13])
const stage = group('Stage', [12, 14])

describe('what fits', () => {
  test('R144, R151 a pick dims what overlaps it, and names what is in the way; what begins when it ends fits', () => {
    const { of } = chosenBy([bar, door, stage], { Bar: take('cook') })
    expect(of('Door').unfit).toMatchObject({ why: 'overlap', others: [{ name: 'Bar' }] })
    expect([of('Bar').unfit, of('Stage').unfit]).toEqual([null, null])
  })

  test('R144 the buffer counts between them, and a group that allows it overlaps nothing', () => {
    expect(chosenBy([bar, stage], { Bar: take('cook') }, { bufferMinutes: 1 }).of('Stage').unfit).toMatchObject({ why: 'overlap' })
    const free = group('Door', [11, 13], { allowOverlap: true })
    expect(chosenBy([bar, free], { Bar: take('cook') }).of('Door').unfit).toBe(null)
  })

  test('R144 a seat that was saved counts until it is given back; a yes without a role, a waitlist and what is over never do', () => {
    const held = group('Bar', [10, 12], {}, { roles: ['Cook'] })
    expect(chosenBy([held, door]).of('Door').unfit).toMatchObject({ why: 'overlap' })
    expect(chosenBy([held, door], { Bar: no }).of('Door').unfit).toBe(null)
    expect(chosenBy([group('Bar', [10, 12], {}, { roles: [] }), door]).of('Door').unfit).toBe(null)
    expect(chosenBy([bar, door], { Bar: { isComing: true, roleIds: [], waitFor: ['Host'] } }).of('Door').unfit).toBe(null)
    expect(chosenBy([group('Bar', [10, 12], { status: 'ended' }, { roles: ['Cook'] }), door]).of('Door').unfit).toBe(null)
  })

  test('R148 with as many as one may have the others say so; one of them given back makes room', () => {
    const all = [bar, stage, group('Night', [20, 22])]
    const picked = { Bar: take('cook'), Stage: take('cook') }
    expect(chosenBy(all, picked, { maxGroups: 2 }).of('Night').unfit).toEqual({ why: 'most', most: 2 })
    expect(chosenBy(all, { ...picked, Bar: no }, { maxGroups: 2 }).of('Night').unfit).toBe(null)
    expect(chosenBy(all, { ...picked, Night: take('cook') }, { maxGroups: 2 }).of('Bar').unfit).toEqual({ why: 'most', most: 2 })
  })

  test('R148 a seat in a group that is over counts, as the server counts it, and is none to give back', () => {
    const old = group('Old', [1, 2], { status: 'ended' }, { roles: ['Cook'] })
    const night = group('Night', [20, 22])
    const unfit = (all: readonly Group[], picks: Picks, maxGroups: number) => chosenBy(all, picks, { maxGroups }).of('Night').unfit
    expect(unfit([old, bar, night], { Bar: take('cook') }, 2)).toEqual({ why: 'most', most: 2 })
    expect(unfit([old, bar, night], {}, 2)).toBe(null)
    expect(unfit([old, night], {}, 1)).toEqual({ why: 'most', most: 1, isSpent: true })
    const freed = [
      group('Old', [1, 2], { status: 'ended' }, { roles: [] }),
      group('Off', [3, 4], { status: 'cancelled' }, { roles: ['Cook'] }),
    ]
    expect(unfit([...freed, night], {}, 1)).toBe(null)
  })

  test('R141a a group that takes no answers now says when, unless one comes there', () => {
    const shut = { why: 'late' as const, at: at(1) }
    expect(chosenBy([group('Bar', [10, 12], { shut })]).of('Bar').unfit).toEqual({ why: 'shut', shut })
    expect(chosenBy([group('Bar', [10, 12], { shut }, { roles: ['Cook'] })]).of('Bar').unfit).toBe(null)
  })
})

describe('what is picked', () => {
  test('R13 what says the same as was saved is no change; a no where nothing was answered is one', () => {
    const held = group('Bar', [10, 12], {}, { roles: ['Cook'] })
    expect(savedPick(held.saved)).toEqual(take('cook'))
    expect(chosenBy([held], { Bar: take('cook') }).of('Bar').isTouched).toBe(false)
    expect(chosenBy([held], { Bar: take('guide') }).of('Bar').isTouched).toBe(true)
    expect(chosenBy([held], { Bar: { ...take('cook'), answers: { q: ['x'] } } }).of('Bar').isTouched).toBe(true)
    expect(chosenBy([bar], { Bar: no }).of('Bar').isTouched).toBe(true)
    expect(chosenBy([group('Bar', [10, 12], {}, { attending: false })], { Bar: no }).of('Bar').isTouched).toBe(false)
  })

  test('R21 in a group that is over nothing is picked any more, and a role that was deleted is none', () => {
    expect(chosenBy([group('Bar', [10, 12], { status: 'ended' })], { Bar: take('cook') }).of('Bar')).toMatchObject({
      isTouched: false,
      hasSeat: false,
    })
    expect(chosenBy([bar], { Bar: take('gone') }).of('Bar').hasSeat).toBe(false)
  })

  test('R3 a full role gives no seat; a role that the server refused is full', () => {
    expect(chosenBy([bar], { Bar: take('host') }).of('Bar').hasSeat).toBe(false)
    expect(chosenBy([{ ...bar, refusedIds: ['cook'] }], { Bar: take('cook') }).of('Bar').hasSeat).toBe(false)
  })

  test('R9 a role beside others, or in place of the one where there may be one; the last given back is a no', () => {
    const { of } = chosenBy([bar], { Bar: take('cook') })
    expect(takeRole(of('Bar'), 'guide', true)).toEqual(take('cook', 'guide'))
    expect(takeRole(of('Bar'), 'cook', false)).toEqual({ ...take(), isComing: false })
    const form = formView({ _id: 'Bar', name: 'Bar' }, { singleRoleOnly: true })
    expect(takeRole(chosenBy([{ ...bar, form }], { Bar: take('cook') }).of('Bar'), 'guide', true).roleIds).toEqual(['guide'])
    expect(takeRole(chosenBy([bar], { Bar: take('host') }).of('Bar'), 'cook', true).roleIds).toEqual(['cook'])
  })

  test('R89 waiting is coming, and stops with the last role waited for', () => {
    const { of } = chosenBy([bar])
    const waiting = waitForRole(of('Bar'), 'Host', true)
    expect(waiting).toEqual({ isComing: true, roleIds: [], waitFor: ['Host'] })
    expect(waitForRole(chosenBy([bar], { Bar: waiting }).of('Bar'), 'Host', false).isComing).toBe(false)
  })

  test('R124 a no to all is one to each group that can be answered', () => {
    const { all } = chosenBy([bar, group('Old', [1, 2], { status: 'ended' }), stage])
    expect(noToAll(all)).toEqual({ Bar: no, Stage: no })
  })
})

describe('the swap', () => {
  test('R146 gives back what was saved, forgets what was only picked, and takes the seat where there is one to take', () => {
    const held = group('Bar', [10, 12], {}, { roles: ['Cook'] })
    const late = group('Late', [12, 14])
    const long = group('Long', [11, 13], { roles: [{ _id: 'cook', name: 'Cook', max: 3 }] })
    const { all, of } = chosenBy([held, late, long], { Late: take('cook') })
    expect(swapFor(of('Long'), all)).toEqual({ Bar: no, Late: null, Long: take('cook') })
    // Which of several seats it is to be is asked.
    const wide = group('Long', [11, 13])
    const other = chosenBy([held, wide])
    expect(swapFor(other.of('Long'), other.all)).toEqual({ Bar: no })
  })

  test('R125 where organizers give out the roles no seat is taken by it', () => {
    const form = formView({ _id: 'Long', name: 'Long' }, { start: at(11), end: at(13), enableRoleSelfSelect: false })
    const { all, of } = chosenBy([group('Bar', [10, 12], {}, { roles: ['Cook'] }), { form, saved: null, refusedIds: [] }])
    expect(swapFor(of('Long'), all)).toEqual({ Bar: no })
  })
})

test('R151 what one comes to, in words; who only waits comes to nothing yet, and over is over', () => {
  const groups = [bar, door, group('Long', [10, 17]), group('Old', [1, 2], { status: 'ended' }, { roles: ['Cook'] })]
  const sum = (picks: Picks) => sumInWords(sumOf(chosenBy(groups, picks).all))
  expect(sum({ Bar: take('cook'), Long: take() })).toBe('2 shifts, 9 hours')
  expect(sum({ Bar: { isComing: true, roleIds: [], waitFor: ['Host'] } })).toBe('0 shifts')
  expect([
    sumInWords({ shifts: 1, ms: 3_600_000 }),
    sumInWords({ shifts: 1, ms: 1_800_000 }),
    sumInWords({ shifts: 2, ms: 5_400_000 }),
  ]).toEqual(['1 shift, 1 hour', '1 shift, 30 min', '2 shifts, 1 h 30 min'])
})

test('R148 what is over counts towards how many each is asked to take; a waitlist and what was called off never do', () => {
  const stood = (status: 'ended' | 'cancelled', more: Partial<OwnRsvp>) => group('Old', [1, 2], { status }, more)
  const waiting = [{ role: 'Host', position: 1, page: 0, nth: 1, rev: 1 }]
  const taken = (old: Group) => takenIn(chosenBy([old, bar, stage], { Bar: take('cook') }).all)
  expect([stood('ended', { roles: ['Cook'] }), stood('ended', {}), stood('ended', { attending: false })].map(taken)).toEqual([2, 2, 1])
  expect([stood('ended', { waiting }), stood('cancelled', { roles: ['Cook'] })].map(taken)).toEqual([1, 1])
})

test('R148 how many each is asked to pick, never more than they may or there are', () => {
  const said = (minGroups: number, maxGroups: number | null, count: number) => pickInWords({ minGroups, maxGroups }, count)
  expect([said(0, null, 3), said(2, null, 3), said(2, 2, 3), said(5, null, 3), said(5, 2, 3)]).toEqual([
    'choose seats in one or more groups',
    'choose seats in 2 or more groups',
    'choose seats in 2 groups',
    'choose seats in 3 or more groups',
    'choose seats in 2 groups',
  ])
})

test('R239b the code sends no pick in the name of somebody else of the same address, whichever group they answered in', () => {
  const sends = (typed: string, earlier?: Partial<OwnRsvp>) => {
    const { all } = chosenBy([group('Stage', [12, 14], {}, earlier), bar], { Bar: take('cook') })
    const touched = all.map((one) => ({ ...one, isTouched: one.form.name === 'Bar' }))
    const who = { name: typed, email: 'family@guests.test', isVerified: true }
    return isSentByCode({ index: {}, all: touched, who } as unknown as SeveralView, typed)
  }
  const ofAnn = { name: 'Ann', email: 'family@guests.test', roles: ['Cook'] }
  expect([sends('Ben'), sends('Ann', ofAnn), sends(' Ann ', ofAnn), sends('Ben', ofAnn)]).toEqual([true, true, true, false])
})
