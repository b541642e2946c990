// The rules of the event form that need no screen: times, toggles, what is wrong and where it belongs, order, and merging.
import { describe, expect, it } from 'vitest'
import { groupNameFor } from '#client/event/create/create-event.ts'
import { cardRisks, concernsOf, orderCards, statusAt } from '#client/event/dashboard/event-order.ts'
import { changesOf, compareEdits, editsOf, typedOf } from '#client/event/edit/edit-merge.ts'
import { eventErrors } from '#client/event/form/event-errors.ts'
import { blankFields, durationOf, type EventFields, endOf, fieldsOf, toDuration, toManualEnd } from '#client/event/form/event-fields.ts'
import { placeFailure } from '#client/event/form/place-failure.ts'
import { CallFailed } from '#client/lib/call.ts'
import { assignmentIn, assignmentOf, defaultAssignment, isAssignmentLocked, switchAssignment } from '#client/role/assignment.ts'
import { compareRoles } from '#client/role/role-merge.ts'
import { problemAt, rolesProblem } from '#client/role/role-rules.ts'
import type { EventCard } from '#protocol/seats/event.ts'
import { aCard, aGroup, anEvent, opened } from './event-fixtures.ts'

const now = Date.parse('2026-11-21T08:00:00Z')
const filled: EventFields = { ...blankFields('Europe/Berlin', 'dusk'), name: 'Meetup', start: '2026-12-05T19:30', hours: 2, minutes: 30 }
const facts = { now, windowDays: 30, needsEmail: false }

const noAnswers = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }

describe('the end of an event', () => {
  it('follows from the start in duration mode, and changing the start keeps the duration', () => {
    expect(endOf(filled)).toBe('2026-12-05T21:00:00.000Z')
    expect(endOf({ ...filled, start: '2026-12-06T10:00' })).toBe('2026-12-06T11:30:00.000Z')
  })

  it('lasts as long across the night in which the clocks change', () => {
    expect(endOf({ ...filled, start: '2026-10-24T23:00', hours: 6, minutes: 0 })).toBe('2026-10-25T03:00:00.000Z')
  })

  it('starts manual mode from the computed end, and gives the duration back', () => {
    const manual = { ...filled, ...toManualEnd(filled) }
    expect(manual).toMatchObject({ manualEnd: true, end: '2026-12-05T22:00' })
    expect(toDuration({ ...manual, end: '2026-12-05T23:10' })).toEqual({ manualEnd: false, hours: 3, minutes: 45 })
    expect(toDuration({ ...manual, end: '' })).toEqual({ manualEnd: false })
  })

  it('has durations of 0–24 hours in steps of 15 minutes', () => {
    expect(durationOf(52)).toEqual({ hours: 0, minutes: 45 })
    expect(durationOf(99_999)).toEqual({ hours: 24, minutes: 45 })
  })

  it('opens with its end set by hand where no duration can say it', () => {
    expect(fieldsOf(anEvent({ start: '2026-12-05T18:30:00.000Z', end: '2026-12-05T18:40:00.000Z' })).manualEnd).toBe(true)
  })
})

describe('what is wrong with an event form', () => {
  it('is nothing when name and start are there', () => expect(eventErrors(filled, facts)).toEqual({}))

  it('names what is missing', () => {
    expect(eventErrors(blankFields('UTC', 'dusk'), { ...facts, needsEmail: true })).toEqual({
      name: 'Please enter a name for the event',
      start: 'Please enter when the event starts',
      organizerEmail: 'Organizer email is required',
    })
    expect(eventErrors({ ...filled, manualEnd: true, end: '' }, facts)).toEqual({ end: 'Please enter when the event ends' })
    expect(eventErrors({ ...filled, organizerEmail: 'ada@' }, { ...facts, needsEmail: true })).toEqual({
      organizerEmail: 'Please enter a valid email address',
    })
  })

  it("keeps to the plan's scheduling window", () => {
    const late = { ...filled, start: '2026-12-21T09:01' }
    expect(eventErrors(late, facts)).toEqual({ start: 'Your plan allows scheduling up to 30 days in advance.' })
    expect(eventErrors({ ...late, start: '2026-12-21T09:00' }, facts)).toEqual({})
  })

  it('R22: refuses 0 h 0 min and a start in the past; on edit only if the start changed', () => {
    expect(eventErrors({ ...filled, hours: 0, minutes: 0 }, facts)).toEqual({ end: 'The end must be after the start.' })
    const past = { ...filled, start: '2026-11-21T08:59' }
    expect(eventErrors(past, facts)).toEqual({ start: 'The start must be in the future.' })
    expect(eventErrors(past, { ...facts, heldStart: '2026-11-21T07:59:30.000Z' })).toEqual({})
  })
})

describe('the assignment toggles', () => {
  it('R10: start with assignment for team and enterprise, with self-select below', () => {
    expect(defaultAssignment('enterprise')).toMatchObject({ enableRoleAssignment: true, enableRoleSelfSelect: false })
    expect(defaultAssignment('pro')).toMatchObject({ enableRoleAssignment: false, enableRoleSelfSelect: true })
  })

  it('exclude each other, and turning off the only one switches on the other', () => {
    const assigned = defaultAssignment('team')
    expect(switchAssignment(assigned, false)).toMatchObject({ enableRoleAssignment: false, enableRoleSelfSelect: true })
    expect(switchAssignment(switchAssignment(assigned, false), true)).toMatchObject({
      enableRoleAssignment: true,
      enableRoleSelfSelect: false,
    })
  })

  it('are locked for a signed-out user and below team; a locked draft falls back to the default', () => {
    expect([isAssignmentLocked(false, 'team'), isAssignmentLocked(true, 'pro'), isAssignmentLocked(true, 'team')]).toEqual([
      true,
      true,
      false,
    ])
    expect(assignmentIn(defaultAssignment('team'), false, 'free')).toEqual(defaultAssignment('free'))
  })

  it('R9: the rule defaults to manual when loaded', () => expect(assignmentOf(anEvent()).assignmentRule).toBe('manual'))
})

it("an empty group name becomes 'Group for {event name}', or 'My Group'", () => {
  expect([groupNameFor(' Meetup '), groupNameFor('  ')]).toEqual(['Group for Meetup', 'My Group'])
  expect(groupNameFor(`${'x'.repeat(109)}\u{1f600}`)).toBe(`Group for ${'x'.repeat(109)}`)
})

describe('a refusal of the server', () => {
  const refused = (code: string, more = {}) =>
    placeFailure(new CallFailed(400, { error: 'No.', code, ...more }), 'Failed to create event and group')

  it('goes to its field', () => {
    expect(refused('window-exceeded')).toMatchObject({ part: 'details', event: { start: 'No.' }, general: null })
    expect(refused('role-limit-reached')).toMatchObject({ part: 'attendees', roles: { '': 'No.' } })
    expect(refused('team-plan-needed')).toMatchObject({ part: 'assignment', general: 'No.' })
    const fields = { 'event.name': 'Too long', 'groups.0.name': 'Odd', 'groups.0.roles.1.max': 'Too many' }
    expect(refused('input-invalid', { fields })).toMatchObject({
      part: 'details',
      event: { name: 'Too long' },
      group: { name: 'Odd' },
      roles: { '1.max': 'Too many' },
      general: null,
    })
  })

  it('falls back to the catalogue', () => {
    expect(refused('unknown').general).toBe('Failed to create event and group')
    expect(placeFailure(new TypeError('bug'), 'Failed to update event').general).toBe('An error occurred while completing the flow')
  })
})

it('the dashboard has what needs a person first: active, soonest first, then over', () => {
  const card = (_id: string, start: string, more: Partial<EventCard> = {}) => aCard({ _id, start, end: start, ...more })
  const cards = [card('old', '2026-10-01T10:00:00Z'), card('later', '2026-12-09T10:00:00Z'), card('soon', '2026-11-22T10:00:00Z')]
  const { ahead, behind } = orderCards(
    [...cards, card('older', '2026-09-01T10:00:00Z'), card('off', '2026-12-01T10:00:00Z', { status: 'cancelled' })],
    now,
  )
  expect(ahead.map((one) => one._id)).toEqual(['soon', 'later'])
  expect(behind.map((one) => one._id)).toEqual(['off', 'old', 'older'])
  expect(statusAt({ status: 'active', end: '2026-11-21T08:00:00Z' }, now)).toBe('over')
})

it('R108 the dashboard has what is at risk first, unless it is to go by start alone', () => {
  const short = { _id: 'r1', name: 'Host', total: 3, count: 1, min: 2, detailedCounts: { ...noAnswers, yesNotConfirmed: 1 } }
  const at = (day: string) => ({ start: `2026-11-${day}T10:00:00Z`, end: `2026-11-${day}T12:00:00Z` })
  const cards = [aCard({ _id: 'fine', ...at('22') }), aCard({ _id: 'short', ...at('24'), roleCoverage: [short] })]
  const names = (list: readonly EventCard[]) => list.map((one) => one._id)
  const { urgent, ahead } = orderCards(cards, now)
  expect([names(urgent), names(ahead)]).toEqual([['short'], ['fine']])
  expect(cardRisks(cards[1] as EventCard, now)).toEqual(['Host needs 1 more'])
  expect(cardRisks(cards[1] as EventCard, Date.parse('2026-11-24T10:00:01Z'))).toEqual([])
  const byStart = orderCards(cards, now, 'start')
  expect([names(byStart.urgent), names(byStart.ahead)]).toEqual([[], ['fine', 'short']])
})

it('R130g, R140 of several groups each counts by its own start: one that has begun no longer, one within a week is why the event stands first', () => {
  const start = (day: string) => `2026-${day}T10:00:00Z`
  const group = (_id: string, day: string, unreached?: number) => ({ _id, start: start(day), showConfirmation: false, unreached })
  const fair = (_id: string, of: string, ...groups: ReturnType<typeof group>[]) =>
    aCard({ _id, start: start(of), end: start('12-30'), groups, roleCoverage: [] })
  const begun = fair('begun', '11-20', group('a', '11-20', 2), group('b', '12-09', 3))
  expect(concernsOf(begun, now)).toMatchObject({ lines: ['3 emails undelivered'], undelivered: 3 })
  expect(concernsOf(fair('done', '11-20', group('a', '11-20', 2), group('b', '12-09')), now).lines).toEqual([])
  const soon = fair('soon', '12-09', group('a', '11-25', 1), group('b', '12-09'))
  const far = fair('far', '11-22', group('a', '11-22'), group('b', '12-09', 1))
  const next = fair('next', '11-24', group('a', '11-24', 1))
  const { urgent, ahead } = orderCards([begun, soon, far, next], now)
  expect(urgent.map(({ _id }) => _id)).toEqual(['next', 'soon'])
  expect(ahead.map(({ _id }) => _id)).toEqual(['begun', 'far'])
})

it('R108 a role that needs more people than it has seats is no list of roles yet', () => {
  expect(rolesProblem([{ name: 'Host', max: 2, min: 3 }], 5)).toBe('“Host” needs at least 3 people, but has 2 seats.')
  expect(
    rolesProblem(
      [
        { name: 'Host', max: 3, min: 3 },
        { name: 'Cook', max: 1 },
      ],
      5,
    ),
  ).toBeNull()
})

it('R6 what is wrong with a role is said at its row, what is wrong with all of them under the list', () => {
  const roles = [
    { name: 'Host', max: 2 },
    { name: ' ', max: 1 },
  ]
  expect(problemAt(roles, rolesProblem(roles, 5))).toEqual({ '1.name': 'Role name is required' })
  const many = roles.slice(0, 1)
  expect(problemAt(many, rolesProblem(many, 0))).toEqual({ '': 'Your plan allows only 0 roles' })
  expect(problemAt(many, rolesProblem(many, 5))).toEqual({})
})

describe('R55, R107: two people edit one event', () => {
  const before = opened()
  const mine = editsOf(before)

  it('sends only what was changed', () => {
    expect(changesOf(before, mine)).toEqual({})
    expect(changesOf(before, { ...mine, fields: { ...mine.fields, name: 'New' } })).toEqual({ name: 'New' })
    const longer = { ...mine, fields: { ...mine.fields, hours: 5 } }
    expect(changesOf(before, longer)).toMatchObject({ start: before.event.start, end: '2026-12-05T23:30:00.000Z' })
  })

  it('keeps what I typed, takes over what they changed, and tells where both did', () => {
    const theirs = opened(
      { name: 'Theirs', description: 'Their words', rev: 2 },
      {
        roles: [
          ...aGroup()
            .roles.slice(1)
            .map((role) => ({ ...role, max: 9 })),
          { _id: 'r3', name: 'Cook', max: 1 },
        ],
      },
    )
    const typed = {
      ...mine,
      fields: { ...mine.fields, name: 'Mine' },
      roles: [...mine.roles.map((role) => (role._id === 'r1' ? { ...role, name: 'Keynote' } : role)), { name: 'Guest', max: 4 }],
    }
    const { conflicts, settle } = compareEdits(before, typed, theirs)
    const mineStays = settle({ name: 'mine', r1: 'mine' })
    expect(mineStays.fields).toMatchObject({ name: 'Mine', description: 'Their words' })
    expect(mineStays.roles).toEqual([
      { _id: 'r2', name: 'Host', max: 9, min: 0 },
      { _id: 'r3', name: 'Cook', max: 1, min: 0 },
      { name: 'Keynote', max: 2, min: 0 },
      { name: 'Guest', max: 4 },
    ])
    expect(conflicts).toEqual([
      { key: 'name', label: 'Name', mine: 'Mine', theirs: 'Theirs' },
      { key: 'r1', label: 'Role “Speaker”', mine: '“Keynote”, 2 seats', theirs: 'Removed' },
    ])
    const theirsStays = settle({ name: 'theirs', r1: 'theirs' })
    expect(theirsStays.fields.name).toBe('Theirs')
    expect(theirsStays.roles.map(({ name }) => name)).toEqual(['Host', 'Cook', 'Guest'])
  })

  it('times, covers and who fills the roles are compared as one each, and what both made the same is no conflict', () => {
    const theirs = opened({ start: '2026-12-06T18:30:00.000Z', end: '2026-12-06T20:30:00.000Z', theme: 'ocean', location: 'Hall' })
    const fields = { ...mine.fields, start: '2026-12-07T10:00', theme: 'ember' as const, location: ' Hall ' }
    const { conflicts, settle } = compareEdits(before, { ...mine, fields }, theirs)
    expect(conflicts.map(({ key, mine: my, theirs: their }) => [key, my, their])).toEqual([
      ['theme', 'Ember', 'Ocean'],
      ['when', expect.stringContaining('7 Dec 2026, 10:00 AM'), expect.stringContaining('6 Dec 2026, 7:30 PM')],
    ])
    const chosen = settle({ theme: 'mine', when: 'theirs' })
    expect(changesOf(theirs, chosen)).toEqual({ theme: 'ember' })
    expect(typedOf(before, { ...mine, fields: { ...fields, name: 'New' } }).map(({ label }) => label)).toEqual([
      'Name',
      'Place',
      'Cover',
      'Time',
    ])
  })
})

describe('R107: two people edit the same roles', () => {
  const role = (name: string, max: number, min = 0, _id: string | undefined = name) => ({ ...(_id && { _id }), name, max, min })
  const base = [role('Speaker', 3), role('Host', 2)]
  const compare = (mine: typeof base, theirs: typeof base) => compareRoles({ base, mine, theirs })

  it('seats, minimum and name of one role are fields by themselves: only what both changed is asked', () => {
    const { conflicts, settle } = compare([role('Speaker', 5, 1), role('Host', 2)], [role('Speaker', 4), role('Host', 2, 2)])
    expect(conflicts).toEqual([{ key: 'Speaker.max', label: 'Role “Speaker”: seats', mine: '5', theirs: '4' }])
    expect(settle({ 'Speaker.max': 'theirs' })).toEqual([role('Speaker', 4, 1), role('Host', 2, 2)])
    expect(settle({ 'Speaker.max': 'mine' })[0]).toEqual(role('Speaker', 5, 1))
    expect(compare([role('Speaker', 4), role('Host', 2)], [role('Speaker', 4), role('Host', 2)]).conflicts).toEqual([])
  })

  it('what one removed and the other changed is asked; what one removed and the other left alone is gone', () => {
    const [kept] = [role('Host', 2)]
    const { conflicts, settle } = compare([kept], [role('Speaker', 9), kept])
    expect(conflicts).toEqual([{ key: 'Speaker', label: 'Role “Speaker”', mine: 'Removed', theirs: '“Speaker”, 9 seats' }])
    expect([settle({ Speaker: 'mine' }), settle({ Speaker: 'theirs' })]).toEqual([[kept], [role('Speaker', 9), kept]])
    expect(compare([kept], base).settle({})).toEqual([kept])
    expect(compare(base, [kept]).settle({})).toEqual([kept])
  })

  it('a role that both added under one name is one role', () => {
    const mine = { name: 'cook', max: 4, min: 1 }
    const theirs = role('Cook', 2)
    const { conflicts, settle } = compareRoles({ base, mine: [...base, mine], theirs: [...base, theirs] })
    expect(conflicts.map(({ label }) => label)).toEqual(['Role “Cook”: seats', 'Role “Cook”: at least'])
    expect(settle({ 'Cook.max': 'theirs', 'Cook.min': 'mine' }).at(-1)).toEqual({ _id: 'Cook', name: 'cook', max: 2, min: 1 })
    expect(settle({})).toHaveLength(3)
  })
})
