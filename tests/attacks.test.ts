// Every kind of attack that was found has a row, with tests and a control that exist, and stands in SECURITY.md.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Attack, attacks, attacksTable } from './kit/rights/attacks.ts'
import { holdings } from './kit/rights/holdings.ts'
import { testsIn } from './structure/titles.ts'

const rules = new Set(Array.from(readFileSync('protocol/RULES.md', 'utf8').matchAll(/^- \*\*(\w+)\*\*/gm), ([, id = '']) => id))
const isHeld = (by: string) => holdings.some(({ what }) => what === by)
const titlesOf = (file: string) => testsIn(file, readFileSync(file, 'utf8')).map(({ title }) => title)
/** The titles of a test, of which a row says a part. */
const titled = (file: string, part: string) => titlesOf(`tests/${file}.test.ts`).filter((title) => title.includes(part))

/** What rows lack: what holds them, a test that is there, one whose title names the rule, a control that is one. */
const lacking = (rows: readonly Attack[]) =>
  rows.flatMap(({ id, by, tests, control }) => {
    const found = tests.flatMap((one) => titled(...one))
    const unnamed = by.filter((one) => !isHeld(one) && !(rules.has(one) && found.some((title) => title.split(/[ ,]/).includes(one))))
    const absent = tests.filter((one) => titled(...one).length === 0).map(([, part]) => part)
    const isControl = titled(...control).some((title) => title.includes('control'))
    return [...(by.length === 0 ? ['nothing'] : unnamed), ...absent, ...(isControl ? [] : ['no control'])].map((one) => `${id}: ${one}`)
  })

test('R243 every attack that was found has a row, with tests and a control', () => {
  expect(attacks.map(({ id }) => id)).toEqual([...Array.from({ length: 16 }, (_, nth) => `A${nth + 1}`), 'Codes', 'Proxies'])
  expect(lacking(attacks)).toEqual([])
})

test.each<[string, Partial<Attack>, string[]]>([
  ['that nothing holds', { by: [] }, ['A1: nothing']],
  ['held by no row', { by: ['Crumbs'] }, ['A1: Crumbs']],
  ['whose tests are another rule’s', { by: ['R244'] }, ['A1: R244']],
  ['whose test is not there', { tests: [['live/held', 'crumbs']] }, ['A1: crumbs']],
  ['whose control is none', { control: ['http/held', 'a body that was answered'] }, ['A1: no control']],
])('R243 control: an attack that is made up, %s, is found', (_, change, found) => {
  const [first] = attacks
  expect(first && lacking([{ ...first, ...change }])).toEqual(found)
})

test('R243 the table of attacks stands in SECURITY.md as it is', () => {
  const security = readFileSync('SECURITY.md', 'utf8').replace(/ +/g, ' ').replace(/-{3,}/g, '---')
  expect(security).toContain(attacksTable())
})
