// One word on screen for one thing, in American spelling (R79): every text of the client, every refusal and every email.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsIn } from './structure/texts.ts'

/** The spec's own texts, letter for letter. */
const ofTheSpec = new Set([
  'Failed to load organisations.',
  'No organisations found.',
  'We currently allow each user to create only one organisation..',
  'Each account can only own one organisation, and each organisation has a single owner.',
  'Cancelling ends the subscription at the end of the current billing period.',
  'Cancelled',
  '(Cancelled)',
])

const strays =
  /organis|cancell(ed|ing)|e-mail|colour|favourite|centre\b|behaviour|recognis|customis|authoris|grey|\blicence|programme\b|practis/i
const misspelt = (file: string, source: string) => textsIn(file, source).filter((text) => strays.test(text) && !ofTheSpec.has(text))

const files = [
  ...readdirSync('client', { recursive: true, encoding: 'utf8' }).map((name) => `client/${name}`),
  'protocol/kernel/refusals.ts',
  ...readdirSync('server', { recursive: true, encoding: 'utf8' })
    .map((name) => `server/${name.replaceAll('\\', '/')}`)
    .filter((file) => /\/emails\/[^/]*\.ts$/.test(file)),
]

test('R79 no text on screen is spelled in another way', () => {
  const code = files.filter((file) => /\.tsx?$/.test(file)).map((file) => [file, readFileSync(file, 'utf8')] as const)
  expect(code.flatMap(([file, source]) => textsIn(file, source)).length).toBeGreaterThan(1000)
  expect(code.flatMap(([file, source]) => misspelt(file, source).map((text) => `${file}: ${text}`))).toEqual([])
})

test('R79 control: a stray word is found in every kind of text, and names are left alone', () => {
  const source = [
    `const a = 'Search by name or e-mail'`,
    'const b = `Two organisations`',
    'const c = <p title="Colour">The event was cancelled.</p>',
    `const d = status === 'cancelled', e = 'organisingOrgObj', f = '/organizations', g = 'Failed to load organisations.'`,
  ]
  const found = misspelt('x.tsx', source.join('\n'))
  expect(found).toEqual(['Search by name or e-mail', 'Two organisations', 'Colour', 'The event was cancelled.'])
})

/** Where a file says it in another way: protocol/README.md has the one word for it. */
const strayEmails = (file: string, source: string) =>
  source.split('\n').flatMap((line, at) => (/\be-mail/i.test(line) ? [`${file}:${at + 1}`] : []))

test('R79 an email is called so in code, comments, names of tests and documents; control: another spelling is found', () => {
  const folders = ['client', 'docs', 'protocol', 'scripts', 'server', 'tests']
  const inFolders = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
  )
  const all = [...readdirSync('.'), ...inFolders].filter(
    (file) => /\.(md|m?[jt]sx?|html)$/.test(file) && !file.endsWith('spelling.test.ts'),
  )
  expect(all.length).toBeGreaterThan(500)
  expect(all.flatMap((file) => strayEmails(file, readFileSync(file, 'utf8')))).toEqual([])
  expect(strayEmails('x.ts', '// outdated-time-mailed\n// an E-mail')).toEqual(['x.ts:2'])
})
