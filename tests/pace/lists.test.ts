// How long lists of people take to be read, however they are made: ten thousand rows, ten megabytes, one endless line.
import { expect, test } from 'vitest'
import { workbookOf } from '#client/lib/files/workbook.ts'
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

test('R225 pace: control: a reader that takes the square of a line is found by the same ratio', { ...onTime, ...longer }, () => {
  const took = (text: string) => {
    const began = performance.now()
    text.replace(/\s+$/, '')
    return performance.now() - began
  }
  const [once, twice] = [20_000, 40_000].map((length) => took(`${' '.repeat(length)}x`))
  expect((twice ?? 0) / (once ?? 1)).toBeGreaterThan(3)
})

/** The longest that nothing else had its turn while `work` ran. */
async function longestWait(work: () => Promise<unknown>) {
  let [longest, last, isOver] = [0, performance.now(), false]
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (!isOver) setTimeout(look)
  }
  setTimeout(look)
  await work()
  isOver = true
  look()
  return longest
}
const people = rows(10_000, (n) => `"Guest, ${n}",g${n}@x.test,"Sound | Light, Host",+1 555 ${n}`)
test('R225c pace: while 10,000 people of a table are read nothing waits for more than 100 ms', { ...onTime, ...longer }, async () => {
  const table = ['Name,Email,Roles,Mobile', ...people].join('\r\n')
  await readPeopleList(table)
  within(await longestWait(() => readPeopleList(table)), 100)
})

test('R225 pace: ten megabytes of a table are read in a second', { ...onTime, ...longer }, async () => {
  const line = (n: number) => `Guest ${n},g${n}@x.test,${'what nobody asked for '.repeat(48)}`
  const text = ['Name,Email,Notes', ...rows(Math.ceil(10_000_000 / line(1).length), line)].join('\r\n')
  await timed(text)
  const { read, took } = await timed(text)
  expect(read.people.length).toBeGreaterThan(9_000)
  within(took, 1_000)
})

test('R233 pace: a workbook of 10,000 people is written in two seconds and read in three', { ...onTime, ...longer }, async () => {
  const columns = ['Name', 'Email', 'Roles', 'At'].map((name) => ({ name, ...(name === 'At' && { is: 'time' as const }) }))
  const cells = rows(10_000, (n) => `${n}`).map((n) => [`Guest ${n}`, `g${n}@x.test`, '"Sound | Light", Host', '2026-12-05T18:30:12.000Z'])
  const began = performance.now()
  const book = workbookOf({ title: 'People', zone: 'Asia/Kathmandu', columns, rows: cells })
  within(performance.now() - began, 2_000)
  const again = performance.now()
  expect((await readPeopleList(book)).people).toHaveLength(10_000)
  within(performance.now() - again, 3_000)
})
