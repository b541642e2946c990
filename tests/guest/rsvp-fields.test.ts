// One table says of each field of an RSVP what becomes of it (R240): here each row is tried, from a record in which every field is set.
import { expect, test } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import { undoAnswers } from '#server/seats/model/activity.ts'
import { attendances } from '#server/seats/model/door.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { carried, type Fields, ownFields, rsvpFields, stoodOf, withoutAnswer } from '#server/seats/model/rsvp-fields.ts'
import { rowFor } from '#server/seats/rights/rows.ts'
import { corrected } from '#server/seats/rules/notice.ts'
import { placeRsvp } from '#server/seats/rules/rsvp.ts'
import { day } from '../kit/world/clock.ts'
import { asText, everything } from '../kit/world/every-collection.ts'
import { answerOf } from '../kit/world/notices.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'field.canary@guests.test'
const names = Object.keys(rsvpFields) as (keyof Rsvp)[]
const meat: Question = {
  _id: 'meat',
  label: 'Do you eat meat?',
  help: '',
  kind: 'line',
  options: [],
  required: false,
  of: 'everyone',
  audience: 'organizers',
  isSensitive: true,
}
/** Every field, each with words or times that stand nowhere else. A new field is missed here by the type check. */
const full = (rsvp: Rsvp, group: Group): Required<Rsvp> => {
  const [role = '', other = ''] = group.roles.map(({ _id }) => _id)
  const at = (second: number) => `2019-01-01T00:00:${String(second).padStart(2, '0')}.000Z`
  return {
    ...rsvp,
    name: 'Field Canary',
    roleIds: [role],
    declinedRoleIds: [other],
    confirmedEpoch: group.confirmEpoch,
    confirmationDate: at(1),
    note: 'canary of the note',
    answers: [{ questionId: 'meat', value: 'canary of an answer' }],
    companions: [
      {
        id: 'c1',
        name: 'Canary Along',
        link: { id: 'l1', name: 'Canary Link', email: 'link.canary@guests.test', createdAt: at(2), until: at(3) },
      },
    ],
    atLeast: 2,
    invitation: { at: at(4), openedAt: at(5), nudgedAt: at(6), roleIds: [other], earlier: 'Canary of last year' },
    orgId: 'c'.repeat(24),
    changes: { since: at(7), count: 3 },
    linkEpoch: 4,
    passSerial: 5,
    erasedAt: at(8),
    removedAt: at(9),
    removalTold: true,
    blockedAt: at(10),
    waits: [{ roleId: other, page: 0 }],
    keepWaiting: true,
    replaceRole: true,
    offers: [{ roleId: other, until: at(11) }],
    offerUntil: at(11),
    handOver: {
      id: 'h1',
      name: 'Canary Heir',
      email: 'heir.canary@guests.test',
      roleIds: [role],
      createdAt: at(12),
      until: '2099-01-01T00:00:00.000Z',
    },
    handOverUntil: '2099-01-01T00:00:00.000Z',
    handOverTo: 'heir.canary@guests.test',
    cameBy: 'door',
    seatedAt: { [role]: 6 },
    despite: { groups: [{ _id: 'd'.repeat(24), name: 'Canary of a group' }], most: 1 },
    addressFault: 'undeliverable',
  }
}
/** The words and times in a value, however deep they are. */
const leaves = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : value !== null && typeof value === 'object' ? Object.values(value).flatMap(leaves) : []
/** What of a field is personal: what erasing doesn't leave. */
function personal(name: keyof Rsvp, value: unknown): string[] {
  const { erased } = rsvpFields[name] as Fields<Rsvp>[keyof Rsvp]
  if (erased === 'stays') return []
  const left = erased === 'goes' ? [] : leaves((erased as (value: unknown) => unknown)(value))
  return leaves(value).filter((one) => !left.includes(one))
}

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada)
  const guest = await world.prove(email, made.groupId)
  await world.answer(made.groupId, guest, ['Speaker'], { name: 'Field Canary', note: 'canary of the note' })
  const { rsvp, group } = await answerOf(world, made.groupId, email)
  const asking = { ...group, rev: group.rev + 1, questions: [meat] }
  await world.store.commit([{ collection: groups, put: asking, expectedRev: group.rev }])
  const sample = full(rsvp, asking)
  /** The record, living, as the store has it from then on; with it what is kept beside it by its id. */
  async function plant() {
    const {
      erasedAt: _,
      removedAt: __,
      removalTold: ___,
      blockedAt: ____,
      waits: _____,
      offers: ______,
      offerUntil: _______,
      ...living
    } = sample
    const kept: Rsvp = { ...living, rev: rsvp.rev + 1 }
    const line = { scan: 's', kind: 'in' as const, at: sample.createdAt, door: 'Canary door', by: 'canary by' }
    const there = { _id: rsvp._id, rev: 1, groupId: group._id, eventId: group.eventId ?? '', roleIds: [], log: [line] }
    const stood = { _id: rsvp._id, rev: 1, stood: stoodOf(kept), expiresAt: world.inDays(1_000) }
    const counted: Group = { ...asking, rev: asking.rev + 1, unreached: 1 }
    await world.store.commit([
      { collection: rsvps, put: kept, expectedRev: rsvp.rev },
      { collection: groups, put: counted, expectedRev: asking.rev },
      { collection: attendances, put: there, expectedRev: 0 },
      { collection: undoAnswers, put: stood, expectedRev: 0 },
    ])
    return kept
  }
  return { world, ada, guest, group: asking, sample, plant, ...made }
}

interface Grown extends Rsvp {
  readonly allergy?: string
}
test('R240 a field without a row, and a row without a field, fail the type check', () => {
  // @ts-expect-error the new field has no row
  const grown: Fields<Grown> = rsvpFields
  // @ts-expect-error a row that says nothing about erasing
  const silent = { ...rsvpFields, note: { removed: 'goes', next: 'kept', own: '', row: 'note' } } as const satisfies Fields<Rsvp>
  // @ts-expect-error a field that is always there can't go
  const gone = { ...rsvpFields, createdAt: { ...rsvpFields.createdAt, erased: 'goes' } } as const satisfies Fields<Rsvp>
  expect([grown, silent, gone]).toHaveLength(3)
})

test.each(['by the guest', 'by time'])('R240, R96 erased %s, nothing personal of any field is left in any record', async (how) => {
  const { world, guest, groupId, event, plant } = await setUp()
  const kept = await plant()
  const words = [...new Set(names.flatMap((name) => personal(name, kept[name])))].filter((word) => /canary|^2019/i.test(word))
  expect(leaves(kept).filter((word) => /canary/i.test(word) && !words.includes(word))).toEqual([]) // whatever somebody typed is personal
  const before = await asText(world.store)
  expect(words.filter((word) => !before.includes(JSON.stringify(word).slice(1, -1)))).toEqual([]) // the control: all of it was there
  if (how === 'by the guest') await world.ok(guestApi.erase, { groupId }, guest)
  else world.clock.advance(Date.parse(event.end) - world.clock.now() + 91 * day)
  await world.runJobs()
  const { emails = [], ...rest } = await everything(world.store)
  // The last email says that it is done; it isn't kept once it is sent.
  const about = emails.filter((one) => /canary/i.test(JSON.stringify(one)))
  expect(about.map((one) => 'to' in one && one.to)).toEqual(how === 'by the guest' ? [email] : [])
  expect(words.filter((word) => JSON.stringify(rest).includes(word))).toEqual([])
  const { rsvps: rows = [], attendances: there, undoAnswers: stood } = rest as unknown as Record<string, Rsvp[]>
  const [record] = rows.filter(({ _id }) => _id === kept._id)
  expect(names.filter((name) => rsvpFields[name].erased === 'goes' && record?.[name] !== undefined)).toEqual([])
  expect([there, stood]).toEqual([[], []])
})

test('R240, R62 every field that is its holder’s to read is in their own data', async () => {
  const { world, guest, groupId, group, sample, plant } = await setUp()
  const data = await world.ok(guestApi.myData, { groupId }, guest)
  expect(data).not.toMatchObject({ note: 'canary of the note', cameBy: 'door' })
  const kept = await plant()
  expect(await world.ok(guestApi.myData, { groupId }, guest)).toMatchObject(ownFields(kept, group))
  const all = JSON.stringify(ownFields(sample, group))
  for (const name of names) {
    const { own } = rsvpFields[name]
    const without = JSON.stringify(ownFields({ ...sample, [name]: Array.isArray(sample[name]) ? [] : undefined }, group))
    expect([name, without !== all]).toEqual([name, typeof own !== 'string'])
  }
})

test('R240, R165 every field that organizers are shown is in their row, and in the file', async () => {
  const { sample, group } = await setUp()
  const { erasedAt: _, removedAt: __, ...living } = sample
  const row: RsvpRow = { ...rowFor('manager', living, group, false), also: [{ groupId: '', name: '', start: '', end: '' }] }
  const shown = names.flatMap((name) => (rsvpFields[name] as { row: keyof RsvpRow | null }).row ?? [])
  expect(shown.filter((field) => row[field] === undefined || row[field] === null)).toEqual([])
  const text = await csvText(answersTable([row], 'UTC', group.questions))
  for (const word of ['Field Canary', email, 'Speaker', 'canary of the note', 'canary of an answer', 'Canary Heir', 'Canary Along'])
    expect(text).toContain(word)
  for (const at of [sample.confirmationDate, sample.updatedAt, sample.invitation?.nudgedAt])
    expect(text).toContain(at?.slice(0, 19).replace('T', ' '))
})

test('R240 the next answer keeps what its row says, and what ends is gone', async () => {
  const { group, sample, world } = await setUp()
  const { erasedAt: _, removedAt: __, blockedAt: ___, ...before } = sample
  const answer = { name: 'Field Canary', attending: true, roles: ['Guest'], confirmed: false }
  const placing = {
    group: { ...group, maxCompanions: 2 },
    event: undefined,
    before,
    answer,
    email,
    _id: before._id,
    now: world.clock.now(),
  }
  const { rsvp } = placeRsvp({ ...placing, randomId: () => 'x' })
  expect(rsvp.roleIds).not.toEqual(before.roleIds)
  const after = { ...rsvp } as Partial<Record<keyof Rsvp, unknown>>
  const of = (next: string, from: Partial<Record<keyof Rsvp, unknown>>) =>
    names.filter((name) => rsvpFields[name].next === next).map((name) => [name, from[name]])
  expect(of('kept', after)).toEqual(of('kept', sample))
  expect(of('ends', after)).toEqual(of('ends', {}))
  expect(Object.keys(carried(sample))).toHaveLength(names.filter((name) => rsvpFields[name].next === 'kept').length)
})

test('R240, R129, R106 what a removal takes is what its undo puts back', async () => {
  const { sample } = await setUp()
  const back = { ...withoutAnswer(sample), ...stoodOf(sample) } as Partial<Record<keyof Rsvp, unknown>>
  for (const name of names) expect([name, back[name]]).toEqual([name, rsvpFields[name].removed === 'ends' ? undefined : sample[name]])
})

test('R240, R102 another address for whoever was typed wrong takes along what was said of them, and nothing of the old one', async () => {
  const { sample, group, world } = await setUp()
  const right = corrected(group, sample, { _id: 'e'.repeat(24), email: 'right@guests.test', now: world.clock.now() })
  const { answers, seatedAt, createdAt, despite } = sample
  expect(right).toMatchObject({ answers, seatedAt, createdAt, despite, email: 'right@guests.test', rev: 1 })
  expect([right.addressFault, right.invitation?.openedAt]).toEqual([undefined, undefined])
})
