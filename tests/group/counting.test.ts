// How counts say what they count (R171): one helper, and no text that says it in words of its own.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerText, areParties, partiesText, peopleText } from '#protocol/seats/companions/counting.ts'
import { answersText } from '#protocol/seats/coverage.ts'

test('R171 a count says people or answers: people, as long as each answer is one', () => {
  expect([0, 1, 2, 1_200].map(peopleText)).toEqual(['0 people', '1 person', '2 people', '1,200 people'])
  expect([1, 2, 1_200].map(answerText)).toEqual(['1 answer', '2 answers', '1,200 answers'])
  expect([{}, { maxCompanions: 0 }, { maxCompanions: 2 }, { companions: 1 }].map(areParties)).toEqual([false, false, true, true])
  expect([partiesText(3, {}), partiesText(3, { maxCompanions: 1 })]).toEqual(['3 people', '3 answers'])
})

test('R171 the line on a card says people beside answers once somebody brings others', () => {
  const answers = { yes: 12, no: 3, none: 2 }
  expect(answersText(answers, false)).toBe('12 coming, 3 not coming, 2 no response')
  expect(answersText(answers, false, 5)).toBe('12 coming (answers), 17 people coming, 3 not coming, 2 no response')
})

const home = 'protocol/seats/companions/counting.ts'
const files = ['client', 'protocol', 'server']
  .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((name) => `${top}/${name}`.replaceAll('\\', '/')))
  .filter((file) => /\.tsx?$/.test(file) && file !== home)
/** A number put before the noun, or the noun chosen by a number. */
const own = /\$\{[^}]*\} (?:people|persons?|answers)\b|['`](?:person|answer)['`] : ['`](?:people|answers)['`]|['`]1 (?:person|answer)\b/

test('R171 no other text counts people or answers in words of its own', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, nth) => (own.test(line) && !/^\s*(?:\/\/|\*|\/\*)/.test(line) ? [`${file}:${nth + 1} ${line.trim()}`] : [])),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(found).toEqual([])
  // Control: it finds what it looks for.
  for (const text of [`\`\${count} people\``, "count === 1 ? '1 person' : ''", `\${count === 1 ? 'answer' : 'answers'}`])
    expect(own.test(text)).toBe(true)
})
