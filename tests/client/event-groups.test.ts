// Several groups while they are typed: out of a pasted table, as a copy, shifted; and how those that are there are told.
import { describe, expect, test } from 'vitest'
import { linesOf, type PastedLine, readTable, readTime } from '#client/event/groups/paste-table.ts'
import { isBelow, peopleIn, scheduleOf, scheduleTable } from '#client/event/groups/schedule.ts'
import { answersTable, groupsTable } from '#client/group/answers/answers-table.ts'
import {
  copyBehind,
  copyOf,
  type DraftFacts,
  draftProblems,
  emptyDraft,
  keyOfGroup,
  sentGroup,
  shifted,
} from '#client/group/several/draft.ts'
import { allOf, byDay, moved, roleNames } from '#client/group/several/fill.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import type { GroupView, RsvpRow } from '#protocol/seats/group.ts'
import { Questions } from '#protocol/seats/questions/question.ts'
import { type GroupSettings, groupSettings, keysOf, lacking } from '#protocol/seats/settings.ts'
import { groupsAsked } from '#protocol/seats/several/asked.ts'
import { aGroup, anEvent } from './event-fixtures.ts'
import { aRow } from './group-fixtures.ts'
import { aQuestion, diet, shirt } from './question-fixtures.ts'

const timeZone = 'Europe/Berlin'
const event = { start: '2026-12-05T10:00:00.000Z', end: '2026-12-05T20:00:00.000Z' }
const now = Date.parse('2026-12-01T00:00:00Z')
const facts: DraftFacts = { event, timeZone, windowDays: 90, maxRoles: 2, now }
const tableFacts = { ...facts, maxPerRole: 50, room: 3, day: '2026-12-05' }
const table = (text: string) => linesOf(text.split('\n').map((line) => line.split(';')))
const said = (lines: readonly PastedLine[], more = {}) => {
  const { fates, groups } = readTable(lines, { ...tableFacts, ...more })
  return { fates: fates.map(({ is, text }) => [is, text]), groups }
}

describe('a pasted table', () => {
  test('R140 lines of one name and time are roles of one group; a shift over midnight ends on the next day', () => {
    const { fates, groups } = said(
      table('Shift;From;Until;Where;Role;Seats\nBar;14:00;16:00;Tent;Helper;4\nBar;14:00;16:00;;Guard;1\nNight;22:00;02:00;;Guard;2'),
    )
    expect(fates).toEqual([
      ['group', 'New group, with Helper, 4 seats'],
      ['role', 'Added to it: Guard, 1 seat'],
      ['group', 'New group, with Guard, 2 seats'],
    ])
    expect(groups.map((group) => sentGroup(group, timeZone))).toEqual([
      {
        name: 'Bar',
        start: '2026-12-05T13:00:00.000Z',
        end: '2026-12-05T15:00:00.000Z',
        location: 'Tent',
        roles: [
          { name: 'Helper', max: 4 },
          { name: 'Guard', max: 1 },
        ],
      },
      {
        name: 'Night',
        start: '2026-12-05T21:00:00.000Z',
        end: '2026-12-06T01:00:00.000Z',
        location: '',
        roles: [{ name: 'Guard', max: 2 }],
      },
    ])
  })

  test('R140 each line that can’t be kept says why, and none of it is lost', () => {
    const lines = table(
      'Bar;14:00;16:00;;Helper;4\nBar;14:00;16:00;;helper;2\nBar;14:00;16:00;;;\nDoor;2 pm sharp;16:00;;Helper;1\nDoor;14:00;16:00;;Helper;0\nDoor;14:00;16:00;;;3\nOld;2020-01-01 10:00;2020-01-01 11:00;;;\nFar;2027-02-20 10:00;2027-02-20 11:00;;;\n;14:00;15:00;;;',
    )
    expect(said(lines).fates).toEqual([
      ['group', 'New group, with Helper, 4 seats'],
      ['double', 'The same role again: left out'],
      ['double', 'The same group again: left out'],
      ['wrong', 'Write the start as 2026-12-05 18:30, or as a time alone'],
      ['wrong', 'Give the seats as a number from 1 to 50'],
      ['wrong', 'Which role are these seats of?'],
      ['wrong', 'The start must be in the future.'],
      ['wrong', 'It starts at most 30 days before or after the event'],
      ['wrong', 'Please enter a name'],
    ])
  })

  test('R140 there is room for so many, and what is there already is left out', () => {
    const lines = table('Bar;14:00;15:00\nDoor;15:00;16:00\nStage;16:00;17:00')
    const taken = new Set([keyOfGroup({ name: 'bar', start: '2026-12-05T13:00:00.000Z' }, timeZone)])
    expect(said(lines, { room: 1, taken }).fates).toEqual([
      ['double', 'There is such a group already: left out'],
      ['group', 'New group, without roles'],
      ['wrong', 'There is room for 1 more groups only'],
    ])
  })

  test.each([
    ['18:30', '2026-12-05T18:30'],
    ['6:30 pm', '2026-12-05T18:30'],
    ['6pm', '2026-12-05T18:00'],
    ['12 am', '2026-12-05T00:00'],
    ['18.30', '2026-12-05T18:30'],
    ['2026-12-6 9:05', '2026-12-06T09:05'],
    ['6.12.2026 9:05', '2026-12-06T09:05'],
    ['12/6/2026 9:05', undefined],
    ['2026-02-30 9:05', undefined],
    ['18', undefined],
    ['25:00', undefined],
    ['', undefined],
  ])('R53 the time %j is read', (text, read) => expect(readTime(text, '2026-12-05')).toBe(read))
})

describe('a group while it is typed', () => {
  const bar = { ...emptyDraft, name: 'Bar', start: '2026-12-05T14:00', end: '2026-12-05T16:00' }

  test('R141 what the server would refuse is said on its field before', () => {
    expect(draftProblems(bar, facts)).toEqual({})
    expect(draftProblems({ ...bar, name: ' ' }, facts).name).toBe('Please enter a name')
    expect(draftProblems({ ...bar, start: '' }, facts).start).toBe('Please enter when it starts')
    expect(draftProblems({ ...bar, end: '' }, facts).end).toBe('Please enter when it ends')
    expect(draftProblems({ ...bar, end: '2026-12-30T10:00' }, facts).end).toBe('A group lasts at most 14 days')
    expect(draftProblems(bar, { ...facts, windowDays: 2 }).start).toBe('Your plan allows scheduling up to 2 days in advance.')
    expect(draftProblems({ ...bar, roles: [{ name: '', max: 1 }] }, facts).roles).toBe('Role name is required')
  })

  test('R141 a copy begins when the one before ends, and is shifted on the clock, also over a night in which that changes', () => {
    expect(copyBehind(bar, event, timeZone, 1)).toMatchObject({ name: 'Group 2', start: '2026-12-05T16:00', end: '2026-12-05T18:00' })
    expect(shifted({ ...bar, start: '2027-03-27T14:00', end: '2027-03-27T16:00' }, 24)).toMatchObject({
      start: '2027-03-28T14:00',
      end: '2027-03-28T16:00',
    })
    expect(copyBehind({ ...emptyDraft, name: 'Bar' }, event, timeZone, 1).start).toBe('2026-12-05T21:00')
  })
})

describe('R103 R155 a copy of a group', () => {
  const typed = ['name', 'start', 'end', 'location'] as const
  /** Each setting as it isn't where nothing is said; one that is added is to be added here. */
  const other: Omit<GroupSettings, (typeof typed)[number]> = {
    description: 'Bring a towel.',
    displayRSVPToAll: false,
    showConfirmation: true,
    limitToMembers: true,
    waitlist: false,
    waitlistCutoffHours: 3,
    handOver: false,
    maxCompanions: 2,
    questions: [diet],
    attendingOrgIds: ['f'.repeat(24)],
    allowOverlap: true,
    opensAt: '2026-12-04T10:00:00.000Z',
    closesAt: '2026-12-05T09:00:00.000Z',
  }
  const group = aGroup({ ...other, location: 'Tent' })
  const copied = (change: object = {}, from: GroupView = group) =>
    sentGroup({ ...copyOf(from, event, timeZone), name: 'Late', ...change }, timeZone)

  test.each(keysOf(lacking(groupSettings, 'apart')))('takes over the setting %s', (key) => {
    const isTyped = typed.some((one) => one === key)
    expect(copied()[key]).toEqual(
      isTyped ? { name: 'Late', start: '', end: '', location: 'Tent' }[key as 'name'] : other[key as keyof typeof other],
    )
  })

  test('R103 control: each of them is another than it is where nothing is said', () => {
    expect(Object.entries(other).filter(([key, value]) => JSON.stringify(value) === JSON.stringify(aGroup()[key as 'name']))).toEqual([])
  })

  test('R141a when it takes answers is as far from its start', () => {
    expect(copied({ start: '2026-12-06T11:00', end: '2026-12-06T12:00' })).toMatchObject({
      start: '2026-12-06T10:00:00.000Z',
      opensAt: '2026-12-05T10:00:00.000Z',
      closesAt: '2026-12-06T09:00:00.000Z',
    })
  })

  test('R160, R163 asks what can still be asked: nothing that is retired, of a role that was taken out, or after an answer that isn’t offered', () => {
    const ofHost = aQuestion({ _id: 'host', kind: 'line', options: [], of: ['r2'] })
    const following = (optionId: string) =>
      aQuestion({ _id: optionId, kind: 'line', options: [], showIf: { questionId: 'diet', optionIds: [optionId, 'gone'] } })
    const asking = { ...diet, options: [...diet.options, { _id: 'gone', label: 'Fish', isRetired: true as const }] }
    const from = aGroup({ questions: [asking, shirt, ofHost, following('veg'), following('gone')] })
    const ids = (change: object = {}) => copied(change, from).questions?.map(({ _id }) => _id)
    expect(ids()).toEqual(['diet', 'host', 'veg'])
    expect(ids({ roles: from.roles.slice(0, 1) })).toEqual(['diet', 'veg'])
    expect(copied({}, from).questions).toMatchObject([{ options: diet.options }, { of: ['r2'] }, { showIf: { optionIds: ['veg'] } }])
    expect(Questions.safeParse(copied({}, from).questions).success).toBe(true)
  })
})

describe('groups that are there', () => {
  const of = (name: string, start: string) =>
    aGroup({ _id: name, name, start, end: start && new Date(Date.parse(start) + 1).toISOString() })
  const groups = [of('Stage', '2026-12-06T10:00:00.000Z'), of('Bar', ''), of('Door', '2026-12-05T23:30:00.000Z')]

  test('R140 they stand by the day of the event’s zone, within it in their order', () =>
    expect(byDay(anEvent(), groups).map(({ groups: its }) => its.map(({ name }) => name))).toEqual([['Bar'], ['Stage', 'Door']]))

  test('R140 all at once they are told as one, and a role of one name is one column', () => {
    const role = { _id: 'r', name: 'Helper', total: 3, count: 2 }
    const many = groups.map((group) => ({ ...group, roleCoverage: [role], answers: { yes: 2, no: 1, none: 0 } }))
    expect(allOf(many)?.answers).toEqual({ yes: 6, no: 3, none: 0 })
    expect(allOf(many)?.roleCoverage.map(({ count, total }) => `${count}/${total}`)).toEqual(['2/3', '2/3', '2/3'])
    expect(roleNames([aGroup(), aGroup({ roles: [{ _id: 'x', name: 'host ', max: 1 }] })])).toEqual(['Speaker', 'Host'])
  })

  test('R140 one is moved by a place, and never out of the list', () => {
    expect(moved(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 'c', 1)).toEqual(['a', 'b', 'c'])
  })
})

describe('who does what', () => {
  const row = (groupId: string, name: string, part: Partial<RsvpRow> = {}) =>
    aRow(1, { _id: `${groupId}${name}`, groupId, name, email: `${name}@guests.test`, ...part })
  const bar = {
    group: aGroup({ _id: 'b', name: 'Bar' }),
    rows: [row('b', 'zoe', { roles: ['Helper'] }), row('b', 'Ann', { attending: false, roles: [] })],
  }
  const door = {
    group: aGroup({ _id: 'd', name: '=Door', start: '2026-12-05T08:00:00.000Z', end: '2026-12-05T09:00:00.000Z' }),
    rows: [row('d', 'zoe', { email: 'zoe@guests.test', roles: [] }), row('d', 'ben', { attending: null, roles: ['Guard'] })],
  }

  test('R155 by person: one email is one person, with their groups by time; who declined is in none', () => {
    const schedule = scheduleOf(anEvent(), [bar, door])
    expect(schedule.map(({ name, parts }) => [name, parts.map(({ group, roles }) => [group, ...roles])])).toEqual([
      ['ben', [['=Door', 'Guard']]],
      ['zoe', [['=Door'], ['Bar', 'Helper']]],
    ])
    expect(peopleIn(bar).map(({ name }) => name)).toEqual(['zoe'])
  })

  test('R148 who takes fewer groups than each is asked to is marked; a waitlist is none yet, and nobody is asked for more than there are', () => {
    const waiting = {
      group: aGroup({ _id: 'c', name: 'Stage' }),
      rows: [aRow(9, { email: 'ben@guests.test', attending: true, roles: [], waitingFor: ['Sound'] })],
    }
    const schedule = scheduleOf(anEvent(), [bar, door, waiting])
    const below = (asked: number) => schedule.filter((one) => isBelow(one, asked)).map(({ name }) => name)
    expect([0, 1, 2, 3].map(below)).toEqual([[], [], ['ben'], ['ben', 'zoe']])
    expect([groupsAsked({ minGroups: 4, maxGroups: null }, 3), groupsAsked({ minGroups: 4, maxGroups: 2 }, 3)]).toEqual([3, 2])
  })

  test('R155, R141 in a file: a column for each group with when and where it is, and none of it a formula', async () => {
    const hall = anEvent({ location: 'Town hall' })
    const own = { ...door.group, location: 'Back yard' }
    expect((await csvText(scheduleTable(hall, [bar.group, own], scheduleOf(hall, [bar, door])))).split('\r\n')).toEqual([
      '\uFEFFName,Email,Groups,"Bar, Sat, 5 Dec 2026, 7:30 – 9:30 PM CET, Town hall","\'=Door, Sat, 5 Dec 2026, 9:00 – 10:00 AM CET, Back yard"',
      'ben,ben@guests.test,1,,Guard',
      'zoe,zoe@guests.test,2,Helper,Yes',
    ])
    const [head, first] = (
      await csvText(groupsTable([{ name: 'Bar', start: '', end: '', location: '', questions: [], rows: bar.rows }], 'UTC'))
    ).split('\r\n')
    expect([head?.split(',').slice(1, 6), first?.split(',').slice(0, 6)]).toEqual([
      ['Start (UTC)', 'End (UTC)', 'Place', 'Name', 'Email'],
      ['Bar', '', '', '', 'zoe', 'zoe@guests.test'],
    ])
  })

  test('R155, R171 in a file by person: who only waits says so and counts in no group, and who comes along is counted', async () => {
    const companions = [{ _id: 'c', name: 'Mia' }]
    const stage = {
      group: aGroup({ _id: 'c', name: 'Stage' }),
      rows: [
        row('c', 'ben', { attending: true, roles: [], waitingFor: ['Sound'] }),
        row('c', 'zoe', { attending: true, roles: [], companions }),
      ],
    }
    const party = { ...bar, rows: [row('b', 'zoe', { roles: ['Helper'], companions: [...companions, { _id: 'd', name: '' }] })] }
    const all = [party, door, stage]
    const table = scheduleTable(
      anEvent(),
      all.map(({ group }) => group),
      scheduleOf(anEvent(), all),
    )
    expect((await csvText(table)).split('\r\n').slice(1)).toEqual([
      'ben,ben@guests.test,1,,Guard,on the waitlist',
      'zoe,zoe@guests.test,3,"Helper, with 2 companions",Yes,"Yes, with 1 companion"',
    ])
  })

  test('R155, R165 in a file by group: a column for each question, one where groups ask the same', async () => {
    const shirt = aQuestion({ _id: 'shirt', label: 'Shirt', kind: 'line', options: [] })
    const at = { start: '', end: '', location: '' }
    const answer = (questionId: string, value: string) => ({ answers: [{ questionId, value }] })
    const copied = { ...diet, _id: 'other' }
    const table = groupsTable(
      [
        {
          ...at,
          name: 'Bar',
          questions: [diet, shirt],
          rows: [row('b', 'zoe', answer('diet', 'veg')), row('b', 'ann', answer('shirt', 'L'))],
        },
        { ...at, name: 'Door', questions: [copied], rows: [row('d', 'ben', answer('other', 'meat'))] },
      ],
      'UTC',
    )
    const lines = (await csvText(table))
      .trim()
      .split('\r\n')
      .map((line) => line.split(',').slice(-2))
    expect(lines).toEqual([
      ['Diet', 'Shirt'],
      ['Vegetarian', ''],
      ['', 'L'],
      ['Everything', ''],
    ])
  })

  test('R147, R172 in a file: where else one has a seat, and with how few one would come, once somebody has', async () => {
    const also = [{ groupId: 'd', name: 'Door', start: '', end: '' }]
    const head = async (rows: readonly RsvpRow[]) => (await csvText(answersTable(rows, 'UTC'))).split('\r\n').slice(0, 2)
    expect((await head(bar.rows))[0]).not.toMatch(/Also in|Comes with/)
    const lines = await head([row('b', 'zoe', { also, atLeast: 2 }), row('b', 'ben')])
    expect(lines.map((line) => line.split(',').slice(-2))).toEqual([
      ['Comes with at least', 'Also in'],
      ['2', 'Door'],
    ])
  })
})
