// Words that newcomers stumble over are in no text on screen (R132): the glossary's own table says which, so that the next one is looked for as well.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textsIn } from './structure/texts.ts'

/** The contract's own texts, letter for letter, which say some of these words. */
const ofTheContract = new Set([
  'Assignment Setup',
  'Get Access Link',
  'Send Access Link',
  'Sending access link...',
  'Access link sent (if account exists)',
  'Failed to send access link. Please try again.',
  'Invalid or expired access link.',
  'Get a new access link',
  'get a new access link',
  'Get new access link',
  'Please login or use your emailed access link to access this page',
  'Confirmation enabled — invitees will now be asked to confirm.',
  'Unlimited invitees',
])

const glossary = readFileSync('protocol/README.md', 'utf8').split('## Words on screen')[1] ?? ''
const rows = glossary.split('\n').filter((line) => line.startsWith('| '))
const never = rows.slice(2).flatMap((row) => [...(row.split('|')[3] ?? '').matchAll(/`([^`]+)`/g)].map(([, word = '']) => word))
const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const stray = new RegExp(never.map((word) => `(?<![\\w-])${escaped(word)}s?(?![\\w-])`).join('|'), 'i')

const isText = (file: string) =>
  /^client\/(?!ui\/gallery|dev\/).*\.tsx?$/.test(file) ||
  /^protocol\/kernel\/(?:.*refusals|texts|fields|limits)\.ts$/.test(file) ||
  /^server\/.*(?:^|\/)emails?\/.*\.ts$|^server\/mail\/delivery\/.*\.ts$|^server\/edge\/(?:preview|http\/pages)\/.*\.ts$|^server\/record\/.*\.ts$/.test(
    file,
  )
const files = ['client', 'protocol', 'server']
  .flatMap((folder) => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name.replaceAll('\\', '/')}`))
  .filter(isText)
const found = (file: string, source: string) =>
  textsIn(file, source)
    .filter((text) => / |^[A-Z]/.test(text) && stray.test(text) && !ofTheContract.has(text))
    .map((text) => `${file}: ${text}`)

test('R132 no text on screen or in an email says a word that the glossary rules out', () => {
  expect(never.length).toBeGreaterThan(18)
  expect(files.length).toBeGreaterThan(350)
  expect(files.flatMap((file) => found(file, readFileSync(file, 'utf8')))).toEqual([])
})

test('R132 control: each of these words is found, in every kind of text; the contract’s texts and names of the program are not', () => {
  for (const word of never) expect(found('x.ts', `const a = 'We say ${word} here'`), word).toHaveLength(1)
  const source = [
    'const a = <p title="A nudge for you">Your answer becomes a no.</p>',
    'const b = `They are silent so far`',
    `const c = 'nudge', d = 'Get Access Link', e = 'a nostalgic evening', f = groups.silent`,
  ]
  expect(found('x.tsx', source.join('\n'))).toHaveLength(3)
})

const clockTime = /(?<![\d:])\d{1,2}(?::[0-5]\d)? ?[AP]M\b|(?<![\d:.T])(?:[01]?\d|2[0-3]):[0-5]\d(?![\d:])/

test('R131 no page writes a time of day itself: client/lib/dates.ts does, as the reader’s locale has it', () => {
  const timesIn = (file: string, source: string) => textsIn(file, source).filter((text) => / |^[A-Z\d]/.test(text) && clockTime.test(text))
  const pages = files.filter((file) => file.startsWith('client/'))
  expect(pages.flatMap((file) => timesIn(file, readFileSync(file, 'utf8')).map((text) => `${file}: ${text}`))).toEqual([])
  const planted = ['<p>Friday, 7:30 PM</p>', '<p>between 8 AM and 9 PM</p>', 'a = `until 21:00 or so`', 'a = "the 24 hours of a day"']
  expect(planted.map((line) => timesIn('x.tsx', `const b = 1; ${line}`).length)).toEqual([1, 1, 1, 0])
})
