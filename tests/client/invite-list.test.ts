// Lists of people to invite: what becomes of what was read, and what the rows say of themselves.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { clearDraft, draftOf, setDraft } from '#client/invitation/draft.ts'
import { entriesOf, questionSaid, questionUses, rolesIn } from '#client/invitation/entries.ts'
import {
  addEntries,
  callsOf,
  countFates,
  editedRow,
  fateOf,
  isNew,
  isUnchecked,
  type Row,
  withAnswers,
  withoutRow,
} from '#client/invitation/rows.ts'
import { checkRows } from '#client/invitation/sending.ts'
import { readBrought } from '#client/people/use-reading.ts'
import { groupId } from './event-fixtures.ts'
import { serve } from './page-kit.tsx'

const read = (text: string, asked: readonly { _id: string; label: string }[] = [], chosen: Readonly<Record<string, string>> = {}) =>
  readBrought(text, { chosen, usesOf: (heading) => questionSaid(asked, heading) })

describe('what was read becomes rows', () => {
  test.each([
    ['bob@bad, ann@example.com', 'ann@example.com', 'bob@bad'],
    ['Bob bob@bad; Ann ann@example.com', 'Ann <ann@example.com>', 'Bob <bob@bad>'],
    ['ann@example.com; Bob <bob.example.com>', 'ann@example.com', 'Bob <bob.example.com>'],
    ['"ann@example.com" <ann@example.com>', 'ann@example.com'],
    ['ann@example.com; ben@example.com; Uncle Bob', 'ann@example.com', 'ben@example.com', 'Uncle Bob <>'],
  ])('R97, R225a of %j a bad address is a row of its own, invalid, never sent and nobody’s name', async (text, ...people) => {
    const rows = addEntries([], entriesOf(await read(text), []))
    expect(rows.map(({ name, email }) => (name ? `${name} <${email}>` : email))).toEqual(people)
    const isGood = ({ email }: Row) => email.endsWith('@example.com')
    expect(rows.filter((row) => !isGood(row)).every(({ status, message }) => status === 'Invalid' && message !== '')).toBe(true)
    expect(rows.filter(isUnchecked)).toEqual(rows.filter(isGood))
  })

  test('R225a who has an address already is named', async () => {
    const rows = addEntries([], entriesOf(await read('Ann <ann@example.com>\nBen <ann@example.com>'), []))
    expect(rows.map((row) => [row.name, fateOf(row), row.message])).toEqual([
      ['Ann', 'Checking…', ''],
      ['Ben', 'Twice in the list', 'Ann has this address.'],
    ])
  })

  test('R225a a row is mended where it stands: asked about anew, no longer twice, and once sent it stays', async () => {
    const rows = addEntries([], entriesOf(await read('Ann <ann@example.com>\nBen <ann@example.com>\nUncle Bob'), []))
    const [ann, ben, bob] = rows.map(({ key }) => key)
    const mended = editedRow(editedRow(rows, ben ?? 0, { name: 'Ben', email: ' <ben@example.com> ' }), bob ?? 0, {
      name: 'Bob',
      email: 'bob@example.com',
    })
    expect(mended.map(({ key, name, email, status }) => [key, name, email, status])).toEqual([
      [ann, 'Ann', 'ann@example.com', null],
      [ben, 'Ben', 'ben@example.com', null],
      [bob, 'Bob', 'bob@example.com', null],
    ])
    const freed = editedRow(rows, ann ?? 0, { name: 'Ann', email: 'other@example.com' })
    expect(freed.map(fateOf)).toEqual(['Checking…', 'Checking…', 'Invalid'])
    const sent = rows.map((row) => ({ ...row, isSent: true }))
    expect(editedRow(sent, ann ?? 0, { name: 'X', email: 'x@example.com' })).toEqual(sent)
  })

  test('R225 roles keep the marks in their names, and others are parted', () => {
    const known = ['Sound | Light', 'Bar; late', 'Host', 'Speaker']
    expect(rolesIn('Sound | Light', known)).toEqual(['Sound | Light'])
    expect(rolesIn('Host; Bar; late, speaker', known)).toEqual(['Host', 'Bar; late', 'Speaker'])
    expect(rolesIn('Drummer | Host', known)).toEqual(['Drummer', 'Host'])
    expect(rolesIn('', known)).toEqual([])
  })
})

describe('columns', () => {
  const table = 'Full name,Phone,Email address,Role\nAnn,1,ann@example.com,Speaker; Host\nBen,2,ben@example.com,'
  test('R225 a role and who has it', async () => {
    const people = entriesOf(await read(table), ['Speaker', 'Host'])
    expect(people.map(({ name, roles }) => [name, roles])).toEqual([
      ['Ann', ['Speaker', 'Host']],
      ['Ben', []],
    ])
  })
  test('R162 a heading that says a question answers it, without regard to case and spaces, and can be told otherwise', async () => {
    const asked = [
      { _id: 'phone', label: 'phone ' },
      { _id: 'diet', label: 'Diet' },
    ]
    const { uses } = await read(table, asked)
    expect(uses).toEqual(['name', 'answer:phone', 'email', 'role'])
    const entries = entriesOf(await read(table, asked), [])
    expect(entries.map(({ answers }) => answers)).toEqual([[{ question: 'phone', answer: '1' }], [{ question: 'phone', answer: '2' }]])
    const otherwise = await read(table, asked, { '1 Phone': '', '3 Role': 'answer:diet' })
    expect(entriesOf(otherwise, []).map(({ answers }) => answers)).toEqual([[{ question: 'diet', answer: 'Speaker; Host' }], []])
    expect(questionUses(asked).map(({ label }) => label)).toEqual(['Answer to “phone ”', 'Answer to “Diet”'])
  })
})

afterEach(() => {
  clearDraft(groupId)
  vi.unstubAllGlobals()
})

describe('the rows', () => {
  const people = (...emails: string[]) => emails.map((email) => ({ email, name: '', roles: [] }))
  const said = (status: Row['status']) => ({ email: '', status: status ?? 'Invalid', message: '' })

  test('R97 who is twice in the list, or has no address, is told so and never sent', () => {
    const rows = addEntries(addEntries([], people('a@x.test', 'nobody')), people('A@X.test ', 'b@x.test'))
    expect(rows.map(fateOf)).toEqual(['Checking…', 'Invalid', 'Twice in the list', 'Checking…'])
    expect(rows.filter(isUnchecked).map(({ email }) => email)).toEqual(['a@x.test', 'b@x.test'])
    expect(new Set(rows.map(({ key }) => key)).size).toBe(4)
  })
  test('R97 who is taken off the list once, and was in it twice, is asked about by the other row', () => {
    const rows = addEntries([], people('a@x.test', 'a@x.test', 'a@x.test'))
    const checked = withAnswers(rows, rows.slice(0, 1), [said('Invited')], false)
    expect(withoutRow(checked, checked[0]?.key ?? 0).map(fateOf)).toEqual(['Checking…', 'Twice in the list'])
    expect(withoutRow(checked, checked[1]?.key ?? 0).map(fateOf)).toEqual(['New', 'Twice in the list'])
  })
  test('R97 what is not possible today is not done: it can be sent tomorrow', () => {
    const rows = addEntries([], people('a@x.test', 'b@x.test', 'c@x.test'))
    const checked = withAnswers(rows, rows, [said('Invited'), said('Invited'), said('Already Answered')], false)
    expect(checked.map(fateOf)).toEqual(['New', 'New', 'Already answered'])
    const piece = checked.filter(isNew)
    const sent = withAnswers(checked, piece, [said('Invited'), said('Not Invited')], true)
    expect(sent.map(({ isSent }) => isSent)).toEqual([true, false, false])
    expect(countFates(sent)).toEqual([
      ['Invited', 1],
      ['Can’t be invited now', 1],
      ['Already answered', 1],
    ])
    expect(sent.filter(isNew)).toEqual([])
  })
  test('R97, H3 pieces have one origin each, at most 500 people, and fit into a call', () => {
    const many = addEntries(addEntries([], people(...Array.from({ length: 700 }, (_, n) => `g${n}@x.test`))), people('z@x.test'), 'event')
    expect(callsOf(many).map(({ length }) => length)).toEqual([500, 200, 1])
    const heavy = addEntries(
      [],
      many.slice(0, 400).map(({ email }) => ({ email, name: 'x'.repeat(1_000), roles: [] })),
    )
    for (const piece of callsOf(heavy))
      expect(JSON.stringify(piece.map(({ email, name }) => ({ email, name }))).length).toBeLessThan(200_000)
    expect(callsOf(heavy).flat()).toEqual(heavy)
  })

  test('R97 a piece that is refused is marked, and the rest is asked about all the same', async () => {
    setDraft(groupId, { rows: addEntries(addEntries([], people('a@x.test'), 'event'), people('b@x.test')) })
    serve(({ body }) => {
      const { fromEventId } = body as { fromEventId?: string }
      if (fromEventId) return { status: 404, body: { error: 'There is no such event.', code: 'event-unknown' } }
      return { body: { rows: [{ ...said('Invited'), email: 'b@x.test' }], left: 9 } }
    })
    await expect(checkRows(groupId)).rejects.toThrow('There is no such event.')
    expect(draftOf(groupId).rows.map(fateOf)).toEqual(['Not checked', 'New'])
    expect(draftOf(groupId).rows.some(isUnchecked)).toBe(false)
  })
})
