// Planted faults of the waitlist: a freed seat that nobody gets, the wrong one who gets it, a seat that is given or held twice.
import type { Planted } from './planted.ts'

const rules = 'server/waitlist/rules.ts'
const lines = 'server/waitlist/line-rules.ts'
const queries = 'server/waitlist/queries.ts'
const tests = ['tests/waitlist/waitlist.test.ts']
const model = ['tests/safety/model.test.ts']

export const plantedWaiting: readonly Planted[] = [
  {
    name: 'freed-seat-given-to-nobody-on-an-answer',
    file: 'server/rsvp/actions.ts',
    from: 'const seated = await settleSeats(services, tx, {',
    to: 'const seated = await settleSeats({ ...services, clock: { ...clock, now: () => Infinity } } as never, tx, {',
    tests,
  },
  {
    name: 'freed-seat-given-to-nobody-on-an-assignment',
    file: 'server/assign/actions.ts',
    from: 'settleSeats(services, tx, { group, event, changed })',
    to: 'settleSeats(services, tx, { group, event: { ...event, published: false }, changed })',
    tests,
  },
  {
    name: 'freed-seat-given-to-nobody-on-a-raise',
    file: 'server/group/actions.ts',
    from: 'settleSeats(services, tx, { group: after, event, ...seats })',
    to: 'settleSeats(services, tx, { group: after, event: event && { ...event, published: false }, ...seats })',
    tests,
  },
  {
    name: 'freed-seat-given-to-nobody-on-a-moved-start',
    file: 'server/event/actions.ts',
    from: 'settleSeats(services, tx, { group, event })',
    to: 'settleSeats(services, tx, { group, event: before.event })',
    tests,
  },
  {
    name: 'what-one-commit-cannot-carry-is-forgotten',
    file: queries,
    from: 'const since = vacancies(seating).length > 0 ?',
    to: 'const since = vacancies(seating).length > 1_000 ?',
    tests,
  },
  {
    name: 'newcomers-overtake-those-who-wait',
    file: 'server/rsvp/rules.ts',
    from: '(!mayOvertake && waiting(role) > 0)',
    to: 'false',
    tests,
  },
  {
    name: 'waitlist-order-reversed',
    file: lines,
    from: "end === 'front' ? [id, ...page.rsvpIds] : [...page.rsvpIds, id]",
    to: "end === 'back' ? [id, ...page.rsvpIds] : [...page.rsvpIds, id]",
    tests,
  },
  {
    name: 'offer-not-ended',
    file: 'server/waitlist/jobs.ts',
    from: 'more: (seating) => endOffers(seating, rsvp._id)',
    to: 'more: (seating) => (endOffers(seating, rsvp._id), { ...seating, rsvps: new Map([[rsvp._id, { ...rsvp, offerUntil: undefined }]]) })',
    tests,
  },
  {
    name: 'seat-offered-to-who-stays-on-the-list',
    file: lines,
    from: '  const left = leave(seating, id, role._id)\n  const rsvp = {',
    to: '  const left = seating\n  const rsvp = {',
    tests,
  },
  {
    name: 'seat-given-to-who-stays-on-the-list',
    file: lines,
    from: '  return offLine(withRsvp(seating, tidy({ ...rsvp, waits: left.length > 0 ? left : undefined })), id, roleId, wait.page)',
    to: '  return withRsvp(seating, tidy({ ...rsvp, waits: left.length > 0 ? left : undefined }))',
    tests: model,
  },
  {
    name: 'offer-answered-after-its-end',
    file: rules,
    from: 'if (!held || held.until <= iso(seating.now)) refuse',
    to: 'if (!held) refuse',
    tests,
  },
  {
    name: 'waitlist-shown-to-strangers',
    file: queries,
    from: 'if (group.cancelledAt || !(await manages(services, store, group, caller)))',
    to: 'if (group.cancelledAt)',
    tests,
  },
]
