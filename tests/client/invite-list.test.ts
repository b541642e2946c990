// Lists of people to invite: out of any text, out of a file, and what the rows say of themselves.
import { afterEach, describe, expect, test, vi } from 'vitest'
import { columnLabels, entriesOf, guessColumns } from '#client/invitation/csv.ts'
import { clearDraft, draftOf, setDraft } from '#client/invitation/draft.ts'
import { readPeople } from '#client/invitation/people.ts'
import { addEntries, callsOf, countFates, fateOf, isNew, isUnchecked, type Row, withAnswers, withoutRow } from '#client/invitation/rows.ts'
import { checkRows } from '#client/invitation/sending.ts'
import { groupId } from './event-fixtures.ts'
import { serve } from './page-kit.tsx'

const read = (text: string) => readPeople(text).map(({ email, name }) => [email, name])

describe('pasted text', () => {
  test.each([
    ['Ann Archer <ann@example.com>', [['ann@example.com', 'Ann Archer']]],
    [
      '"Archer, Ann" <ann@example.com>; Ben <ben@example.com>',
      [
        ['ann@example.com', 'Archer, Ann'],
        ['ben@example.com', 'Ben'],
      ],
    ],
    [
      'ann@example.com, ben@example.com,cleo@example.com',
      [
        ['ann@example.com', ''],
        ['ben@example.com', ''],
        ['cleo@example.com', ''],
      ],
    ],
    ['Ann Archer,ann@example.com', [['ann@example.com', 'Ann Archer']]],
    ['ann@example.com,Ann Archer', [['ann@example.com', 'Ann Archer']]],
    ['Ann\tArcher\tann@example.com', [['ann@example.com', 'Ann Archer']]],
    ['Ann Archer ann@example.com', [['ann@example.com', 'Ann Archer']]],
    ['ann@example.com (Ann)', [['ann@example.com', 'Ann']]],
    ['mailto:ann@example.com', [['ann@example.com', '']]],
    ['<ann@example.com>', [['ann@example.com', '']]],
    ['Name,Email\nAnn,ann@example.com\n\n', [['ann@example.com', 'Ann']]],
    [
      'Ann, ann@example.com, Ben, ben@example.com',
      [
        ['ann@example.com', 'Ann'],
        ['ben@example.com', 'Ben'],
      ],
    ],
    [
      '\ufeffAnn\u00a0<ann@example.com>\r\nBen <ben@example.com>',
      [
        ['ann@example.com', 'Ann'],
        ['ben@example.com', 'Ben'],
      ],
    ],
    ["O'Brien <ob@example.com>", [['ob@example.com', "O'Brien"]]],
    ['5" of rain, ann@example.com', [['ann@example.com', '5" of rain']]],
    ['Uncle Ben', [['Uncle Ben', '']]],
  ])('R97 %j becomes people', (text, people) => expect(read(text)).toEqual(people))

  test.each([
    ['ann@example.com, bob@bad', 'ann@example.com', 'bob@bad'],
    ['bob@bad, ann@example.com', 'ann@example.com', 'bob@bad'],
    ['Bob bob@bad; Ann ann@example.com', 'Ann <ann@example.com>', 'Bob <bob@bad>'],
    ['bob@bad ann@example.com', 'ann@example.com', 'bob@bad'],
    ['ann@example.com, bob@bad, cleo@example.com', 'ann@example.com', 'cleo@example.com', 'bob@bad'],
    ['Bob,bob@bad,Ann,ann@example.com', 'Ann <ann@example.com>', 'Bob <bob@bad>'],
    ['Ann <ann@example.com> bob@bad', 'Ann <ann@example.com>', 'bob@bad'],
    ['ann@example.com; Bob <bob.example.com>', 'ann@example.com', 'Bob <bob.example.com>'],
    ['bob@@example.com, ann@example.com', 'ann@example.com', 'bob@@example.com'],
    ['bob@ ann@example.com', 'ann@example.com', 'bob@'],
    ['"bob@bad" <ann@example.com>', 'ann@example.com', 'bob@bad'],
    ['"ann@example.com" <ann@example.com>', 'ann@example.com'],
    ['Bob\tbob@bad\tann@example.com', 'ann@example.com', 'Bob <bob@bad>'],
    ['Ann ann@example.com Ben ben@example.com', 'Ann <ann@example.com>', 'Ben <ben@example.com>'],
  ])('R97 of %j a bad address is a row of its own, invalid, never sent and nobody’s name', (text, ...people) => {
    const rows = addEntries([], readPeople(text))
    const said = ({ name, email }: Row) => (name ? `${name} <${email}>` : email)
    expect(rows.map(said).sort()).toEqual([...people].sort())
    expect(rows.filter(({ name }) => name.includes('@'))).toEqual([])
    const isGood = ({ email }: Row) => email.endsWith('@example.com') && !email.includes('@@')
    expect(rows.filter((row) => !isGood(row)).every(({ status }) => status === 'Invalid')).toBe(true)
    expect(rows.filter(isUnchecked)).toEqual(rows.filter(isGood))
  })

  test('R97 ten thousand lines are read in a moment', () => {
    const text = Array.from({ length: 10_000 }, (_, n) => `"Guest, Number ${n}" <guest${n}@example.com>`).join('\n')
    expect(readPeople(text)).toHaveLength(10_000)
  })
})

describe('a CSV file', () => {
  const lines = [
    ['Full name', 'Phone', 'Email address', 'Role'],
    ['Ann', '1', 'ann@example.com', 'Speaker; Host'],
    ['Ben', '2', 'ben@example.com', ''],
  ]
  test('R97 its columns are guessed by their heading', () => {
    const columns = guessColumns(lines)
    expect(columns).toEqual({ email: 2, name: 0, role: 3, hasHeading: true })
    expect(entriesOf({ name: 'a.csv', lines }, columns)).toEqual([
      { email: 'ann@example.com', name: 'Ann', roles: ['Speaker', 'Host'] },
      { email: 'ben@example.com', name: 'Ben', roles: [] },
    ])
    expect(columnLabels({ name: 'a.csv', lines }, columns)).toEqual(['Full name', 'Phone', 'Email address', 'Role'])
  })
  test('R162 a heading that says a question answers it, without regard to case and spaces', () => {
    const asked = [
      { _id: 'role', label: 'Your role' },
      { _id: 'phone', label: 'phone ' },
      { _id: 'diet', label: 'Diet' },
    ]
    const columns = guessColumns([['YOUR  ROLE', ...(lines[0] ?? [])], ...lines.slice(1).map((line) => ['x', ...line])], asked)
    expect(columns).toEqual({ email: 3, name: 1, role: 4, hasHeading: true, answers: { role: 0, phone: 2 } })
    const read = entriesOf({ name: 'a.csv', lines }, { ...columns, email: 2, name: 0, role: 3, answers: { phone: 1, diet: -1 } })
    expect(read.map(({ answers }) => answers)).toEqual([[{ question: 'phone', answer: '1' }], [{ question: 'phone', answer: '2' }]])
    expect(addEntries([], read).map(({ answers }) => answers)).toEqual(read.map(({ answers }) => answers))
  })
  test('R97 and without one by what stands in them', () => {
    const bare = [
      ['ann@example.com', 'Ann'],
      ['ben@example.com', 'Ben'],
    ]
    expect(guessColumns(bare)).toEqual({ email: 0, name: 1, role: -1, hasHeading: false })
    expect(columnLabels({ name: 'a.csv', lines: bare }, guessColumns(bare))).toEqual(['Column 1 (ann@example.com)', 'Column 2 (Ann)'])
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
