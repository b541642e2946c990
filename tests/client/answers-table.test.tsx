// The table of answers: one order for all rows, what many picked rows go through, and the roster they make.
import { screen } from '@testing-library/react'
import fc from 'fast-check'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { comparing, inOrder, sortColumns } from '#client/group/answers/answer-order.ts'
import { bulkSum, eachRow } from '#client/group/answers/bulk.ts'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { rosterOf } from '#client/group/roster/roster.ts'
import { keepLogin } from '#client/lib/session.ts'
import { putPage } from '#client/records/groups.ts'
import type { RsvpRow } from '#protocol/group.ts'
import { aUser, eventId, groupId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { type Answer, press, serve, settle, show, text } from './page-kit.tsx'

beforeEach(() => {
  keepLogin(Math.random().toString(36), aUser)
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

it('R110 a column orders all answers: those that are not loaded are loaded first', async () => {
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
  const rowsOf = (all: { at: number; name: string; attending: boolean | null }[]) => [
    ...new Map(all.map(({ at, ...part }) => [at, aRow(at, { ...part, note: part.name, roles: part.name ? [part.name] : [] })])).values(),
  ]
  fc.assert(
    fc.property(some, some, fc.constantFrom(...sortColumns), fc.boolean(), (first, changed, by, isDown) => {
      const sorting = { by, isDown }
      const before = inOrder(rowsOf(first), sorting)
      const moved = rowsOf(changed)
      const same = (row: RsvpRow) => (other: RsvpRow) => other._id === row._id
      const others = before.from.filter((row) => !moved.some(same(row)))
      const inPlace = before.from.map((row) => moved.find(same(row)) ?? row)
      const fresh = moved.filter((row) => !before.from.some(same(row)))
      for (const now of [[...others, ...moved], [...fresh, ...inPlace], others, others.toReversed()])
        expect(inOrder(now, sorting, before).rows).toEqual([...now].sort(comparing(sorting)))
    }),
  )
})

it('R110 asks once, removes one after the other, and says how many and why not', async () => {
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
  expect(text()).toContain('1 person has no role')
  expect(writes(asked)).toEqual([])
  await press('Remove', screen.getByRole('dialog'))
  expect(writes(asked).map(([path]) => path)).toEqual(Array(2).fill(`/event/${eventId}/remove`))
  expect(text()).toContain('1 person removed, 1 could not be: Ann no longer holds it.')
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
  expect(text()).toContain('0 people moved, 1 could not be: “Host” is full.')
})

it('R110 many at once end with a lost right, and say what was not tried', async () => {
  const asked = serve(() => ({ status: 403, body: { error: 'No longer yours.', code: 'not-yours' } }))
  const { call } = await import('#client/lib/call.ts')
  const { assignApi } = await import('#protocol/assign.ts')
  const end = await eachRow({
    rows: people,
    work: ({ _id: rsvpId }) => call(assignApi.remove, { id: eventId, groupId, rsvpId, roleName: 'Speaker' }),
    onState: () => undefined,
    isStopped: () => false,
  })
  expect(asked).toHaveLength(1)
  expect(bulkSum(end, 'removed')).toBe('0 people removed, 2 not tried, 1 could not be: No longer yours.')
})

it('R110 the roster has each role with its people by name, empty ones too, and nobody who declined', () => {
  const rows = [...people, aRow(4, { name: 'Zoe', roles: [] }), aRow(5, { name: 'Dan', attending: false, roles: ['Speaker'] })]
  expect(rosterOf(group, rows).map(({ title, people: found }) => [title, found.map(({ name }) => name)])).toEqual([
    ['Speaker', ['ann', 'Cleo']],
    ['Host', []],
    ['Without a role', ['Zoe']],
  ])
})
