// Who of a pasted list becomes a row, and what becomes of rows that are sent.
import { expect, it } from 'vitest'
import { applyAnswers, chunkSizeOf, chunksOf, duplicateKeys, newEntries, newRow, wordsFor } from '#client/org/adding/rows.ts'
import { findMembers } from '#client/org/find-members.ts'
import { mayTouch, rolesToGive } from '#client/org/member-rules.ts'
import { readPeopleList } from '#client/people/read-people.ts'
import { roleMap } from '#protocol/people/org.ts'
import { aMember } from './org-fixtures.ts'

const rows = (count: number, name = 'Ann') => Array.from({ length: count }, (_, n) => newRow({ name, email: `p${n}@x.test`, mobile: '' }))

it('R117d, R225 takes who is new with the mobile, keeps what is to be mended, and names who is there already or has no address', async () => {
  const list = await readPeopleList('Ann,ANN@x.test,+1 555 0100\nAnna,ann@X.test \nBob\nDee,dee@x.test\nCy,bad')
  const { entries, leftOut, hasDuplicates } = newEntries(list, [newRow({ name: 'Dora', email: 'Dee@x.test', mobile: '' })])
  expect(entries).toEqual([
    { name: 'Ann', email: 'ann@x.test', mobile: '+1 555 0100' },
    { name: 'Cy', email: 'bad', mobile: '' },
  ])
  expect(leftOut).toEqual([
    { text: 'Dee <dee@x.test>', why: 'Dora has this address.' },
    { text: 'Anna <ann@x.test>', why: 'Ann has this address.' },
    { text: 'Bob', why: 'There is no email address.' },
  ])
  expect(hasDuplicates).toBe(true)
  expect(newEntries(await readPeopleList('Ann,ann@x.test\nBob'), []).hasDuplicates).toBe(false)
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
