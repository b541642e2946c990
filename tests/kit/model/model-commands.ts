// What may be asked of a group, made up by fast-check: few people, few roles and few seats, so that they meet.
import fc from 'fast-check'
import { day } from '../world/clock.ts'
import type { Command, Mode, Model, Request } from './model-state.ts'

const who = fc.nat(4)
const modes = fc.constantFrom<Mode>('choose', 'choose', 'assign', 'assign', 'neither', 'both')
/** A role by any of its spellings, or one there may not be. */
const role = fc.constantFrom('A', 'A', 'B', 'B', 'C', 'a', 'Ｂ', 'D')
const seats = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 1, max: 3 }) },
  { weight: 1, arbitrary: fc.constantFrom(20, 21, 100, 101) },
)
const answers = fc.record({
  kind: fc.constant('answer' as const),
  who,
  name: fc.constantFrom('Ann', 'Bo'),
  attending: fc.oneof({ weight: 4, arbitrary: fc.constant(true) }, { weight: 1, arbitrary: fc.constant(false) }),
  roles: fc.array(role, { maxLength: 3 }),
  confirmed: fc.boolean(),
  waits: fc.option(fc.record({ for: fc.array(role, { minLength: 1, maxLength: 2 }), keep: fc.boolean(), replace: fc.boolean() }), {
    freq: 2,
  }),
})
const row = fc.record({ is: fc.option(fc.nat(3)), name: fc.constantFrom('A', 'B', 'C', 'D', 'a'), max: seats })

const byGuests: readonly fc.WeightedArbitrary<Request>[] = [
  { weight: 36, arbitrary: answers },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('offer' as const), who, role, accept: fc.boolean() }) },
  { weight: 16, arbitrary: fc.record({ kind: fc.constant('handOver' as const), who, to: who }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('takeBack' as const), who }) },
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('acceptSeat' as const), who, replace: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('declineSeat' as const), who }) },
]
const byAssigners: readonly fc.WeightedArbitrary<Request>[] = [
  { weight: 15, arbitrary: fc.record({ kind: fc.constant('assign' as const), who, role }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('take' as const), who, role }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('swap' as const), who, from: role, role }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('pass' as const), who, to: who, role }) },
]
const byOwners: readonly fc.WeightedArbitrary<Request>[] = [
  { weight: 20, arbitrary: fc.record({ kind: fc.constant('addRole' as const), role, max: seats }) },
  { weight: 9, arbitrary: fc.record({ kind: fc.constant('setMax' as const), role, max: seats }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('lower' as const), role, max: fc.integer({ min: 1, max: 2 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('list' as const),
      who,
      role,
      change: fc.constantFrom('give' as const, 'front' as const, 'remove' as const),
      addSeat: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('removeRole' as const), role }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('form' as const), rows: fc.array(row, { maxLength: 4 }) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('askConfirmation' as const), on: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('switch' as const), mode: modes, single: fc.boolean() }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('move' as const), days: fc.constantFrom(3, 8, 9, 31, 181) }) },
]
const rarely: readonly fc.WeightedArbitrary<Request>[] = [{ weight: 1, arbitrary: fc.constant({ kind: 'remove' as const }) }]
const undos = fc.record({ kind: fc.constant('undo' as const), back: fc.constantFrom(0, 0, 0, 1, 2) })
const byTime: readonly fc.WeightedArbitrary<Command>[] = [
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('setTier' as const), tier: fc.constantFrom('free' as const, 'team' as const) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), days: fc.constantFrom(1, 2, 5) }) },
  { weight: 8, arbitrary: undos },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.constantFrom(1, 3, 5, 22) }) },
]

/** What guests, assigners and owners send. */
export const requests = fc.oneof(...byGuests, ...byAssigners, ...byOwners, ...rarely)
const rush = answers.chain((answer) => fc.subarray(['A', 'B', 'C']).map((roles) => ({ ...answer, roles })))
/** The same, where most want the same few seats, and what was done is taken back. */
export const rushes: fc.Arbitrary<Request> = fc.oneof(
  { weight: 6, arbitrary: requests },
  { weight: 8, arbitrary: rush },
  { weight: 1, arbitrary: undos },
)
/** R106: what may be done to a seat that an act gave or took, while the act is taken back. */
const ofSeat = (seat: string): fc.Arbitrary<Request> =>
  fc.oneof(
    { weight: 4, arbitrary: undos },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('assign' as const), who, role: fc.constant(seat) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), who, role: fc.constant(seat) }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('swap' as const), who, from: fc.constantFrom('A', 'B', 'C'), role: fc.constant(seat) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('setMax' as const), role: fc.constant(seat), max: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 2, arbitrary: requests },
  )
/** Acts one after the other, then taking back against everything else, most of it about one seat. */
export const undoings = fc.tuple(fc.constantFrom('A', 'B'), who).chain(([seat, one]) =>
  fc.record({
    before: fc
      .tuple(fc.array(ofSeat(seat), { maxLength: 4, size: 'max' }), fc.constantFrom('assign' as const, 'take' as const))
      .map(([first, kind]): Request[] => [
        ...first,
        { kind: 'assign', who: one, role: seat },
        ...(kind === 'take' ? [{ kind, who: one, role: seat }] : []),
      ]),
    flight: fc
      .array(ofSeat(seat), { minLength: 2, maxLength: 6, size: 'max' })
      .map((all): Request[] => [{ kind: 'undo', back: 0 }, ...all]),
  }),
)
/** R106: a seat that is taken back while somebody else has got it. */
const wantedBack = fc.tuple(who, who, role).map(([one, other, seat]): Command[] => [
  { kind: 'assign', who: one, role: seat },
  { kind: 'take', who: one, role: seat },
  { kind: 'assign', who: other, role: seat },
  { kind: 'undo', back: 1 },
])
/** The same, with other plans and days going by; the event's end is rare, since little happens after it. */
export const histories = fc
  .array(
    fc.oneof(
      { weight: 40, arbitrary: fc.oneof(...byGuests, ...byAssigners, ...byOwners, ...rarely, ...byTime).map((one): Command[] => [one]) },
      { weight: 1, arbitrary: wantedBack },
    ),
    { minLength: 1, maxLength: 40, size: 'max' },
  )
  .map((all) => all.flat())

/** Where histories begin: an event in a week with three small roles, on the Team plan. */
export const starts = (now: number) =>
  fc
    .record({ mode: fc.constantFrom<Mode>('choose', 'assign'), single: fc.boolean(), asksConfirmation: fc.boolean() })
    .map((how): Model => ({ ...blank(now), ...how }))
export const blank = (now: number): Model => ({
  roles: [
    { id: 0, name: 'A', max: 1 },
    { id: 1, name: 'B', max: 2 },
    { id: 2, name: 'C', max: 3 },
  ],
  people: [],
  rolesMade: 3,
  asksConfirmation: false,
  mode: 'choose',
  single: false,
  tier: 'team',
  now,
  start: now + 7 * day,
  moves: 0,
  cancelled: false,
  lines: {},
  seatings: [],
  letters: {},
  notices: {},
  acts: [],
})
