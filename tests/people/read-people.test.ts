// Lists of people as they come, and who is on them: by a table of sources, and by a property over made-up lists.
import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readPeopleList } from '#client/people/read-people.ts'
import { meaningOf } from '#client/people/words.ts'
import { mailboxOf } from '#protocol/kernel/texts.ts'
import { fileSeed, some } from '../kit/model/chance.ts'
import { lists } from './lists.ts'

test.each(lists.map((one) => [one.of, one] as const))('R225 %s', async (_, { source, people, leftOut = [] }) => {
  const read = await readPeopleList(source)
  expect(read.people).toEqual(people.map(([name, email, mobile = '', role = '']) => ({ name, email, mobile, role })))
  expect(read.leftOut.map(({ text }) => text)).toEqual(leftOut)
  expect(read.leftOut.filter(({ why }) => why === '')).toEqual([])
  expect(read.problem).toBeUndefined()
})

describe('columns', () => {
  const table = 'Who,Contact,Other\nAnn Archer,ann@example.com,+1 555 0100'
  test('R225a say what they mean, and can be told otherwise', async () => {
    const { columns } = await readPeopleList('Firma;Name;Mail\nAcme;Ann;ann@example.com')
    expect(columns).toEqual([
      { heading: 'Firma', sample: 'Acme', meaning: 'company' },
      { heading: 'Name', sample: 'Ann', meaning: 'name' },
      { heading: 'Mail', sample: 'ann@example.com', meaning: 'email' },
    ])
    const { people } = await readPeopleList('Firma;Name;Mail\nAcme;Ann;ann@example.com', { columns: ['name', 'role', 'email'] })
    expect(people).toEqual([{ name: 'Acme', email: 'ann@example.com', mobile: '', role: 'Ann' }])
    expect((await readPeopleList(table)).people).toEqual([
      { name: 'Ann Archer', email: 'ann@example.com', mobile: '+1 555 0100', role: '' },
    ])
  })
  test('R225 keep the cells beside the people', async () => {
    const { cells, people } = await readPeopleList('Name,Email,Diet\nAnn,ann@example.com,Vegan\nBen,,\nCleo,cleo@example.com,')
    expect(people.map(({ name }, nth) => [name, cells[nth]?.[2]])).toEqual([['Ann', 'Vegan'], ['Cleo', '']]) // biome-ignore format: pairs
  })
  test.each(['e mail 1 - Value', 'emailAddress', 'EMAIL:', 'What is your email address? *', 'Adresse électronique', '电子邮箱'])(
    'R225 “%s” says email',
    (heading) => expect(meaningOf(heading)).toBe('email'),
  )
  test.each(['e mail 1 - Label', 'Email opt-in', 'Manager email', 'IP Address', 'e mail display name', 'Address'])(
    'R225 “%s” doesn’t say whose email stands there',
    (heading) => expect(meaningOf(heading)).not.toBe('email'),
  )
})

describe('files', () => {
  const bytes = (...all: number[]) => new Uint8Array(all)
  test.each([
    ['an empty file', bytes()],
    ['a picture', bytes(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0)],
    ['an old workbook', bytes(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)],
    ['a PDF', new TextEncoder().encode('%PDF-1.7 ann@example.com')],
    ['an archive that is no workbook', zipSync({ 'a.txt': strToU8('ann@example.com') })],
    ['half a workbook', bytes(0x50, 0x4b, 3, 4, 20)],
  ])('R225 %s is refused with a sentence, and nothing is listed', async (_, source) => {
    const read = await readPeopleList(source, { fileName: 'list.csv' })
    expect(read).toMatchObject({ people: [], leftOut: [], problem: expect.stringContaining('“list.csv”') })
  })
  test('R225 a guess at how letters are written is said', async () => {
    const latin = bytes(...Buffer.from('Zoë;zoe@example.com', 'latin1'))
    expect(await readPeopleList(latin)).toMatchObject({ people: [{ name: 'Zoë' }], note: expect.stringContaining('accents') })
    expect((await readPeopleList(new TextEncoder().encode('Zoë;zoe@example.com'))).note).toBeUndefined()
  })
  test('R225 UTF-16 without a mark is known by its zeros', async () => {
    const wide = bytes(...Buffer.from('Ann;ann@example.com\nBen;ben@example.com', 'utf16le').swap16())
    expect((await readPeopleList(wide)).people.map(({ name }) => name)).toEqual(['Ann', 'Ben'])
  })
})

test.each([
  ['<ann@example.com>.', 'ann@example.com'],
  ['mailto:ann@example.com?subject=Hi', 'ann@example.com'],
  ['“Ann@Example.com”,', 'ann@example.com'],
  ['\u202aann@exam\u00adple.com\u202c', 'ann@example.com'],
  ['1. ann@example.com', 'ann@example.com'],
  ['Ann <ann@example.com>', 'ann@example.com'],
  ["o'brien+x@example.com", "o'brien+x@example.com"],
  ['ann@example.com!', 'ann@example.com'],
  ['a\ufffdn@example.com', ''],
  ['ann@', ''],
  ['', ''],
])('R226 %j is read as %j', (typed, email) => expect(mailboxOf(typed)).toBe(email))

describe('made-up lists', () => {
  const names = ['Ann Archer', 'Ben Baker', 'Zoë O’Neill', 'Jürgen Müller', '山田 太郎', "Mary-Jane d'Arc", 'علی رضایی', 'Li', '']
  const person = fc.record({
    name: fc.constantFrom(...names),
    phone: fc.constantFrom('', '+1 555 0100', '12'),
    isBad: fc.nat(9).map((n) => n === 0),
  })
  const people = fc
    .array(person, { minLength: 1, maxLength: 12 })
    .map((all) => all.map(({ isBad, ...one }, nth) => ({ ...one, email: isBad ? `guest${nth}@bad` : `guest${nth}@example.com` })))
  type People = typeof people extends fc.Arbitrary<infer T> ? T : never
  const quoted = (cell: string) => `"${cell}"`
  const shapes: readonly ((all: People) => string)[] = [
    (all) => all.map(({ name, email }) => (name ? `${name} <${email}>` : email)).join('; '),
    (all) => all.map(({ name, email }) => (name ? `"${name}" <${email}>` : `<${email}>`)).join(', '),
    (all) => all.map(({ name, email }, nth) => `${nth + 1}. ${name} ${email}`).join('\n'),
    (all) => all.map(({ name, email, phone }) => `${name}\t${email}\t${phone}`).join('\r\n'),
    (all) => ['Phone;Mail;Name', ...all.map(({ name, email, phone }) => `${phone};${email};${name}`)].join('\n'),
    (all) => ['"Name","Email"', ...all.map(({ name, email }) => [name, email].map(quoted).join(','))].join('\n'),
    (all) => all.map(({ name, email }) => `${email} (${name})`).join('\n'),
    (all) => all.map(({ email }) => `mailto:${email}`).join(' '),
    (all) => `Choir: ${all.map(({ email }) => email).join(', ')};`,
    (all) => all.map(({ name, email }) => `${email} :: ${name}`).join(' | '),
  ]
  const noise = fc.constantFrom('', 'Dear all,\n', '\n\n', 'sep=;\n', '“', '\u200b', '*** ')

  test('R225a every address is in the result or named as left out, exactly once, and no name holds one', async () => {
    const list = fc.tuple(noise, people, fc.constantFrom(...shapes)).map(([before, all, shape]) => ({ all, text: before + shape(all) }))
    const property = fc.asyncProperty(list, async ({ all, text }) => {
      const read = await readPeopleList(text)
      for (const { email } of all) {
        const named = read.leftOut.filter((one) => one.text.split(/[\s<>,;]+/).includes(email))
        expect(read.people.filter((one) => one.email === email).length + named.length, `${email} in ${JSON.stringify(text)}`).toBe(1)
      }
      expect(read.people.length).toBeLessThanOrEqual(all.length)
      expect(read.people.filter(({ name }) => /\S@\S/.test(name))).toEqual([])
      for (const { name, email } of read.people) {
        const own = all.find((one) => one.email === email)?.name ?? ''
        const strangers = names.filter((one) => one.length > 3 && one !== own && name.includes(one))
        expect(strangers, `${name} of ${email} in ${JSON.stringify(text)}`).toEqual([])
      }
    })
    await fc.assert(property, { seed: fileSeed(), numRuns: some(10_000) })
  })

  test('R225a any text at all: nobody is lost, nothing breaks', async () => {
    const pieces = fc.constantFrom<string[]>(
      'ann@example.com',
      'ben@example.com',
      '"',
      '<',
      '>',
      ',',
      ';',
      '\t',
      '|',
      '\n',
      ' ',
      ':',
      '(',
      ')',
      'Ann',
      'Name',
      'Email',
      "'",
      '@',
      '1.',
      'mailto:',
      '\ufffd',
    )
    const property = fc.asyncProperty(fc.array(pieces, { maxLength: 40 }), async (all) => {
      const read = await readPeopleList(all.join(''))
      const said = [...read.people.map(({ email }) => email), ...read.leftOut.map(({ text }) => text)].join(' ')
      for (const one of ['ann@example.com', 'ben@example.com'])
        expect(!all.includes(one) || said.includes(one), JSON.stringify(all.join(''))).toBe(true)
      expect(read.people.filter(({ name }) => /\S@\S/.test(name))).toEqual([])
    })
    await fc.assert(property, { seed: fileSeed(), numRuns: some(10_000) })
  })
})
