// The table of answers: one order for all rows, what many picked rows go through, and the roster they make.
import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { byAnswer, comparing, inOrder, type SortBy, sortColumns } from '#client/group/answers/answer-order.ts'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { bulkSum, eachRow } from '#client/group/answers/bulk.ts'
import { everyone, filterRows } from '#client/group/answers/rsvp-filter.ts'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { rosterOf, rosterTable } from '#client/group/roster/roster.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { keepLogin } from '#client/lib/session.ts'
import { putPage, putRows, useGroups } from '#client/records/groups.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { aUser, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { type Answer, newToken, press, serve, settle, show, text } from './page-kit.tsx'
import { age, diet, phone } from './question-fixtures.ts'

beforeEach(() => {
  keepLogin(newToken(), aUser)
  vi.stubGlobal('IntersectionObserver', undefined)
})

const people = [
  aRow(1, { name: 'Cleo', roles: ['Speaker'], note: 'Late' }),
  aRow(2, { name: 'ann', roles: ['Speaker'] }),
  aRow(3, { name: 'Ben', attending: false }),
]
const group = filled({ answers: { yes: 3, no: 1, none: 0 } })
const place = { eventId, groupId, orgIds: [] }
const open = async (answer: Answer, nextCursor: string | null = null, rsvps: RsvpRow[] = people) => {
  const asked = serve(answer)
  await act(async () => putPage(pageOf(group, { rsvps, nextCursor })))
  await show(<RsvpList group={group} place={place} canManage />)
  await settle()
  return asked
}
const names = () => screen.queryAllByRole('rowheader').map((cell) => cell.querySelector('[title]')?.textContent)
const pick = (label: string) => act(async () => screen.getByRole('checkbox', { name: label }).click())
const writes = (asked: ReturnType<typeof serve>) => asked.filter(({ method }) => method !== 'GET').map(({ path, body }) => [path, body])

it('R110b a column orders all answers: those that are not loaded are loaded first', async () => {
  const cursor = people[2]?._id ?? ''
  const asked = await open(() => ({ body: { rsvps: [aRow(4, { name: 'Abel' })], nextCursor: null } }), cursor)
  expect(names()).toEqual(['Cleo', 'ann', 'Ben'])
  await press('Name')
  expect(asked.map(({ path }) => path)).toEqual([`/group/${groupId}/rsvps?cursor=${cursor}`])
  expect(names()).toEqual(['Abel', 'ann', 'Ben', 'Cleo'])
  await press('Name')
  expect(names()).toEqual(['Cleo', 'Ben', 'ann', 'Abel'])
  await press('Note')
  expect(names()[0]).toBe('Cleo')
})

it('R110 an order that can’t be made whole says so, and is tried again', async () => {
  const answers = [{ status: 500, body: {} }, { body: { rsvps: [aRow(4, { name: 'Abel' })], nextCursor: null } }]
  await open(() => answers.shift(), people[2]?._id ?? '')
  await press('Name')
  expect(text()).toContain('Failed to load group data')
  expect(names()).toEqual(['Cleo', 'ann', 'Ben'])
  await press('Try again')
  expect(names()).toEqual(['Abel', 'ann', 'Ben', 'Cleo'])
})

it('R110 whatever changes, the order is the one that sorting all anew gives', () => {
  const aName = fc.constantFrom('', 'Ann', 'ann', 'Ben 2', 'Ben 10', 'Ćela')
  const some = fc.array(fc.record({ at: fc.integer({ min: 0, max: 30 }), name: aName, attending: fc.constantFrom(true, false, null) }), {
    maxLength: 30,
  })
  const rowOf = ({ at, ...part }: { at: number; name: string; attending: boolean | null }) =>
    aRow(at, {
      ...part,
      note: part.name,
      roles: part.name ? [part.name] : [],
      answers: [
        { questionId: 'age', value: at % 7 },
        ...(at % 3 > 0 ? [{ questionId: 'diet', value: at % 3 > 1 ? 'veg' : 'meat' }] : []),
        ...(part.name ? [{ questionId: 'phone', value: part.name }] : []),
      ],
    })
  const rowsOf = (all: Parameters<typeof rowOf>[0][]) => [...new Map(all.map((one) => [one.at, rowOf(one)])).values()]
  const questions = [diet, age, phone]
  const columns: SortBy[] = [...sortColumns, ...questions.map(({ _id }) => byAnswer(_id))]
  fc.assert(
    fc.property(some, some, fc.constantFrom(...columns), fc.boolean(), (first, changed, by, isDown) => {
      const sorting = { by, isDown }
      const before = inOrder(rowsOf(first), sorting, undefined, questions)
      const moved = rowsOf(changed)
      const same = (row: RsvpRow) => (other: RsvpRow) => other._id === row._id
      const others = before.from.filter((row) => !moved.some(same(row)))
      const inPlace = before.from.map((row) => moved.find(same(row)) ?? row)
      const fresh = moved.filter((row) => !before.from.some(same(row)))
      for (const now of [[...others, ...moved], [...fresh, ...inPlace], others, others.toReversed()])
        expect(inOrder(now, sorting, before, questions).rows).toEqual([...now].sort(comparing(sorting, questions)))
    }),
  )
})

it('R110d asks once, removes one after the other, and says how many and why not', async () => {
  const replies: ReturnType<Answer>[] = [
    { body: { rsvps: [{ ...people[0], rev: 2, roles: [] }], group: { ...group, rev: 2 } } },
    { status: 409, body: { error: 'Ann no longer holds it.', code: 'role-not-held' } },
  ]
  const asked = await open(() => replies.shift())
  await pick('Select Cleo')
  await pick('Select ann')
  await pick('Select Ben')
  await press('Remove')
  expect(text()).toContain('Remove 2 people?')
  expect(text()).toContain('1 person with no role to take')
  expect(writes(asked)).toEqual([])
  await press('Remove', screen.getByRole('dialog'))
  expect(writes(asked).map(([path]) => path)).toEqual(Array(2).fill(`/event/${eventId}/remove`))
  expect(text()).toContain('1 person removed, 1 failed: Ann no longer holds it.')
})

/** Moves Cleo, who is a speaker, to the other role. */
async function moveCleo() {
  await pick('Select Cleo')
  await press('Move')
  const select = screen.getByRole('dialog').querySelector('select')
  await act(async () => {
    if (select) select.value = group.roles[1]?._id ?? ''
    select?.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Move', screen.getByRole('dialog'))
}

it('R110, R106 a move is one call for each, and can be taken back', async () => {
  const moved = { rsvps: [aRow(1, { name: 'Cleo', roles: ['Host'], rev: 2 })], group, act: 'a'.repeat(24) }
  const asked = await open(({ path }) => ({ body: path.endsWith('/undo') ? { rsvps: [], group } : moved }))
  await moveCleo()
  expect(writes(asked)).toEqual([
    [`/event/${eventId}/assign`, expect.objectContaining({ email: people[0]?.email, roleName: 'Host', insteadOf: ['Speaker'] })],
  ])
  expect(text()).toContain('1 person moved')
  await press('Undo')
  expect(writes(asked).at(-1)?.[0]).toBe(`/activity/${moved.act}/undo`)
})

it('R110 where the new role is full whoever was to be moved keeps the old one', async () => {
  const asked = await open(() => ({ status: 409, body: { error: '“Host” is full.', code: 'role-full' } }))
  await moveCleo()
  expect(writes(asked).map(([path]) => path)).toEqual([`/event/${eventId}/assign`])
  expect(text()).toContain('0 people moved, 1 failed: “Host” is full.')
})

it('R110 many at once end with a lost right, and say what was not tried', async () => {
  const asked = serve(() => ({ status: 403, body: { error: 'No longer yours.', code: 'not-yours' } }))
  const { call } = await import('#client/lib/call.ts')
  const { assignApi } = await import('#protocol/seats/assign.ts')
  const end = await eachRow({
    rows: people,
    work: ({ _id: rsvpId }) => call(assignApi.remove, { id: eventId, groupId, rsvpId, roleName: 'Speaker' }),
    onState: () => undefined,
    isStopped: () => false,
  })
  expect(asked).toHaveLength(1)
  expect(bulkSum(end, 'removed')).toBe('0 people removed, 2 not tried, 1 failed: No longer yours.')
})

it('R110g the roster has each role with its people by name, empty ones too, and nobody who declined', () => {
  const rows = [...people, aRow(4, { name: 'Zoe', roles: [] }), aRow(5, { name: 'Dan', attending: false, roles: ['Speaker'] })]
  expect(rosterOf(group, rows).map(({ title, people: found }) => [title, found.map(({ name }) => name)])).toEqual([
    ['Speaker', ['ann', 'Cleo']],
    ['Host', []],
    ['Without a role', ['Zoe']],
  ])
})

it('R110g, R155, R89 the roster has those who only wait by themselves, in the file with what for', async () => {
  const rows = [aRow(4, { name: 'Zoe', roles: [] }), aRow(6, { name: 'Eve', roles: [], waitingFor: ['Host'] })]
  const parts = rosterOf(group, rows)
  expect(parts.slice(2).map(({ title, people: found }) => [title, found.map(({ name }) => name)])).toEqual([
    ['Without a role', ['Zoe']],
    ['On the waitlist', ['Eve']],
  ])
  const table = await csvText(rosterTable(group, parts, 'UTC'))
  expect(table.split('\r\n').map((line) => line.split(',').slice(0, 4).join())).toEqual([
    '\uFEFFName,Email,Roles,Waiting for',
    `Zoe,${rows[0]?.email},,`,
    `Eve,${rows[1]?.email},,Host`,
  ])
})

it('R193 who came is in the table, the filter and the file; nobody is asked about it before somebody has', async () => {
  const at = '2026-12-01T18:30:00.000Z'
  const came = [
    aRow(1, { name: 'Cleo', came: { at, isIn: true, people: 1 } }),
    aRow(2, { name: 'Ann', came: null }),
    aRow(3, { name: 'Ben', attending: false, came: null }),
  ]
  await open(() => undefined)
  expect(text()).not.toContain('Didn’t come')
  await act(async () => putPage(pageOf({ ...group, rev: group.rev + 1, door: { inside: 1, came: 1 } }, { rsvps: came })))
  await press('Filters')
  expect(screen.getByLabelText('Filter by who came').textContent).toContain('Didn’t come')
  expect(document.querySelector(`[data-row="${came[0]?._id}"]`)?.textContent).toMatch(/Came \d/)
  expect(filterRows(came, { ...everyone, door: 'came' }).map(({ name }) => name)).toEqual(['Cleo'])
  expect(filterRows(came, { ...everyone, door: 'missed' }).map(({ name }) => name)).toEqual(['Ann'])
  const [head = '', ...lines] = (await csvText(answersTable(came, 'UTC'))).split('\r\n')
  const nth = head.replaceAll('"', '').split(',').indexOf('Came')
  expect(
    lines.map((line) =>
      line
        .replaceAll('"', '')
        .split(',')
        .slice(nth, nth + 2),
    ),
  ).toEqual([
    ['Yes', at.slice(0, 19).replace('T', ' ')],
    ['No', ''],
    ['No', ''],
  ])
  // What is told of an answer alone doesn't say whether they came.
  await act(async () => putRows([aRow(1, { name: 'Cleo', rev: 99 })]))
  expect(useGroups.getState().answered[groupId]?.rows[0]?.came?.isIn).toBe(true)
})

it('R191 who was let in twice is in the table with both doors, in the filter and in the file', async () => {
  const [at, later] = ['2026-12-01T18:30:00.000Z', '2026-12-01T18:35:00.000Z']
  const twice = [
    { at, door: 'North' },
    { at: later, door: 'South' },
  ]
  const rows = [
    aRow(1, { name: 'Cleo', came: { at, isIn: true, people: 1, twice } }),
    aRow(2, { name: 'Ann', came: { at, isIn: true, people: 1 } }),
  ]
  await open(() => undefined)
  await act(async () => putPage(pageOf({ ...group, rev: group.rev + 1, door: { inside: 2, came: 2 } }, { rsvps: rows })))
  expect(document.querySelector(`[data-row="${rows[0]?._id}"]`)?.textContent).toMatch(/Let in twice: North \d.*, South \d/)
  expect(document.querySelector(`[data-row="${rows[1]?._id}"]`)?.textContent).not.toContain('twice')
  expect(filterRows(rows, { ...everyone, door: 'twice' }).map(({ name }) => name)).toEqual(['Cleo'])
  const [head = '', first = ''] = (await csvText(answersTable(rows, 'UTC'))).split('\r\n')
  expect(head).toContain('Let in twice')
  expect(first).toMatch(/North.*South/)
})
