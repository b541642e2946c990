// Pasted lines as people paste them, and what becomes of rows that are sent.
import { expect, it } from 'vitest'
import { readPasted } from '#client/org/adding/paste.ts'
import { applyAnswers, chunkSizeOf, chunksOf, duplicateKeys, newRow, wordsFor } from '#client/org/adding/rows.ts'
import { findMembers, mayTouch, rolesToGive } from '#client/org/member-rules.ts'
import { roleMap } from '#protocol/people/org.ts'
import { aMember } from './org-fixtures.ts'

const emails = (text: string) => readPasted(text, []).entries.map(({ email }) => email)
const rows = (count: number, name = 'Ann') => Array.from({ length: count }, (_, n) => newRow({ name, email: `p${n}@x.test`, mobile: '' }))

it('reads quotes, tabs, semicolons, Windows line ends and a heading', () => {
  expect(
    readPasted('name,email,mobile\r\n"Archer, Ann",ann@x.test,"+1 555"\r\nBob\tbob@x.test\t2\rCy ; cy@x.test\n\n', []).entries,
  ).toEqual([
    { name: 'Archer, Ann', email: 'ann@x.test', mobile: '+1 555' },
    { name: 'Bob', email: 'bob@x.test', mobile: '2' },
    { name: 'Cy', email: 'cy@x.test', mobile: '' },
  ])
})

it('a quote nobody closed spoils its own line only', () => {
  expect(emails('"Ann,ann@x.test\nBob "the" Baker,bob@x.test\n"Cy ""C"" Cole",cy@x.test')).toEqual([
    'ann@x.test',
    'bob@x.test',
    'cy@x.test',
  ])
})

it('R117d names the lines that it leaves out: those without an email, and duplicates in other case', () => {
  const { entries, leftOut } = readPasted('Ann,ANN@x.test\nAnn,ann@X.test \nBob\nCy, \nDee,dee@x.test', ['Dee@x.test'])
  expect(entries.map(({ email }) => email)).toEqual(['ANN@x.test'])
  expect(leftOut).toEqual([
    { line: 2, text: 'Ann,ann@X.test', why: 'already in the list' },
    { line: 3, text: 'Bob', why: 'no email' },
    { line: 4, text: 'Cy,', why: 'no email' },
    { line: 5, text: 'Dee,dee@x.test', why: 'already in the list' },
  ])
})

it('reads 10,000 lines', () => {
  const text = Array.from({ length: 10_000 }, (_, n) => `"Guest, ${n}",g${n}@x.test`).join('\r\n')
  expect(emails(text)).toHaveLength(10_000)
})

it('R41 one row per chunk for five or fewer, else a fifth rounded up; heavy chunks are cut', () => {
  expect([1, 5, 6, 11, 1000].map(chunkSizeOf)).toEqual([1, 1, 2, 3, 200])
  expect(chunksOf(rows(11), chunkSizeOf(11)).map((chunk) => chunk.length)).toEqual([3, 3, 3, 2])
  const heavy = chunksOf(rows(10_000, '字'.repeat(100)), 2_000)
  expect(heavy.flat()).toHaveLength(10_000)
  for (const chunk of heavy) expect(new Blob([JSON.stringify(chunk)]).size).toBeLessThan(256 * 1024)
})

it('takes each status by email, in the words of the error catalogue', () => {
  expect(wordsFor('Duplicate: already a member')).toBe('Duplicate email or member already exists.')
  expect(wordsFor('Validation failed')).toBe('Malformed or invalid email address.')
  expect(wordsFor('Invalid email')).toBe('Invalid email address.')
  expect(wordsFor('Something else')).toBe('Something else')
  const [one, two] = [newRow({ name: 'A', email: ' A@x.test', mobile: '' }), newRow({ name: 'B', email: 'b@x.test', mobile: '' })]
  const sent = new Set([one.key, two.key])
  const answers = [
    { email: 'b@x.test', status: 'Already Member', message: 'duplicate' },
    { email: 'a@x.test', status: 'Successfully Added', message: '' },
  ]
  const after = applyAnswers([one, two], sent, answers)
  expect(after.map(({ status }) => status)).toEqual(['Successfully Added', 'Already Member'])
  expect([...duplicateKeys(after)]).toEqual([two.key])
})

it('R36 offers only what rank allows', () => {
  expect(rolesToGive('owner', roleMap).map(({ value }) => value)).toEqual(['admin', 'member'])
  expect(rolesToGive('member', roleMap).map(({ value }) => value)).toEqual(['member'])
  expect(mayTouch('admin', aMember(1, { role: 'owner' }))).toBe(false)
  expect(mayTouch('admin', aMember(1, { role: 'admin' }))).toBe(true)
  expect(mayTouch('member', aMember(1))).toBe(false)
  expect(findMembers([aMember(1), aMember(2)], ' P2@ ')).toHaveLength(1)
})
