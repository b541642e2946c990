// R243: the table of what somebody without a login can make the process hold leaves no budget out, and stands in SECURITY.md.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budgets, holdings, holdingsTable } from './kit/rights/holdings.ts'
import { parse, within } from './structure/ast.ts'

const keysOf = (all: typeof budgets) => Object.entries(all).flatMap(([name, one]) => Object.keys(one).map((key) => `${name}.${key}`))
const missing = (all: typeof budgets) => keysOf(all).filter((key) => holdings.filter(({ by }) => by.includes(key)).length !== 1)

test('R243 every budget has one row in the table of what is held, and every row’s budgets are there; control', () => {
  expect(missing(budgets)).toEqual([])
  expect(holdings.flatMap(({ by }) => by).filter((key) => !keysOf(budgets).includes(key))).toEqual([])
  expect(missing({ ...budgets, planted: { bytes: 1 } })).toEqual(['planted.bytes'])
})

test('R243 every row has a test that fills it', () => {
  const found = ({ test: [file, title] }: (typeof holdings)[number]) => readFileSync(`tests/${file}.test.ts`, 'utf8').includes(title)
  expect(holdings.filter((one) => !found(one)).map(({ what }) => what)).toEqual([])
})

test('R243 the table stands in SECURITY.md as it is', () => {
  const security = readFileSync('SECURITY.md', 'utf8').replace(/ +/g, ' ').replace(/-{3,}/g, '---')
  expect(security).toContain(holdingsTable())
})

/** Copies of bytes that a call is answered with. */
const copies = (file: string, text: string) =>
  within(parse(file, text)).filter(
    ({ type, callee }) => type === 'NewExpression' && (callee as { name?: string } | undefined)?.name === 'Uint8Array',
  )

test('R243 no answer is a copy of what is kept: sent as it is it is there once, however often it is asked for; control', () => {
  const files = ['api/docs', 'headers', 'pages/sending', 'pages/preview', 'pages/pictures', 'static', 'mount', 'other-calls']
  expect(files.filter((name) => copies(`${name}.ts`, readFileSync(`server/edge/http/${name}.ts`, 'utf8')).length > 0)).toEqual([])
  expect(copies('planted.ts', 'export const planted = (c, bytes) => c.body(new Uint8Array(bytes))')).toHaveLength(1)
})
