// How long lists of people take to be read, however they are made: ten thousand rows, ten megabytes, one endless line.
import { expect, test } from 'vitest'
import { readPeopleList } from '#client/people/read-people.ts'
import { longTexts } from '../kit/hostile/expressions.ts'
import { longer, onTime, times, within } from '../kit/world/pace.ts'

async function timed(text: string) {
  const began = performance.now()
  const read = await readPeopleList(text)
  return { read, took: performance.now() - began }
}
const rows = (count: number, line: (n: number) => string) => Array.from({ length: count }, (_, n) => line(n))

test.each([
  ['a table', (n: number) => `"Guest, ${n}",g${n}@x.test`, '\r\n'],
  ['lines', (n: number) => `Guest ${n} <g${n}@x.test>`, '\n'],
  ['one line', (n: number) => `Guest ${n} <g${n}@x.test>`, '; '],
])('R225, R41 pace: 10,000 people in %s are read in two seconds', { ...onTime, ...longer }, async (_, line, between) => {
  const { read, took } = await timed(rows(10_000, line).join(between))
  expect(read.people).toHaveLength(10_000)
  within(took, 2_000)
})

const units = [
  ...longTexts(800_000),
  ...['a@b.test,', '"a" ', '""', '<a@b.test>', 'a@', '(', 'a:', 'mailto:', ';"', '"\n', '|'].map((one) => one.repeat(800_000 / one.length)),
]
test('R225 pace: 800,000 characters on one line, whatever they are, are read in three seconds', { ...onTime, ...longer }, async () => {
  for (const text of units) {
    const { took } = await timed(text)
    within(took, 3_000)
  }
})

test('R225 pace: of a text that is twice as long the reading takes at most three times as long', { ...onTime, ...longer }, async () => {
  for (const unit of ['Guest, One <g@x.test>; ', 'g@x.test ', '"Guest One" g@x.test, ', 'x'])
    times((await timed(unit.repeat(40_000))).took, Math.max(30, (await timed(unit.repeat(20_000))).took), 3)
})
