// R243: the table of what somebody without a login can make the process hold leaves no budget out, and stands in SECURITY.md.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budgetsIn } from './kit/rights/budgets.ts'
import { type Holding, holdings, holdingsTable, noBudgets } from './kit/rights/holdings.ts'
import { parse, within } from './structure/ast.ts'
import { testsIn } from './structure/titles.ts'

const budgets = readdirSync('server', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .flatMap((name) => budgetsIn(name, readFileSync(`server/${name}`, 'utf8')))
const nameOf = (key: string) => key.slice(0, key.lastIndexOf('.'))
const missing = (keys: readonly string[]) =>
  keys.filter((key) => !noBudgets.has(nameOf(key)) && holdings.filter(({ by }) => by.includes(key)).length !== 1)

test('R243 every budget that the server has has one row in the table of what is held, and every row’s budgets are there', () => {
  expect(missing(budgets)).toEqual([])
  expect(holdings.flatMap(({ by }) => by).filter((key) => !budgets.includes(key))).toEqual([])
  expect([...noBudgets].filter((name) => !budgets.some((key) => nameOf(key) === name))).toEqual([])
})

test.each([
  ['exported', 'export const planted = { bytes: 1 }', ['planted.bytes']],
  ['of its module', 'const planted = { ofOne: 2 * size, ofAll: { bytes: 1 } } as const', ['planted.ofOne', 'planted.ofAll']],
  ['typed', 'export const planted = { most: Math.min(1, heap) } satisfies Budget', ['planted.most']],
  ['given away at once', 'const open = () => new Tally({ ofOne: 1, ofAll: 2 })', ['x.ts.ofOne', 'x.ts.ofAll']],
])('R243 control: a budget that is planted, %s, has no row', (_, text, found) => {
  expect(missing(budgetsIn('x.ts', text))).toEqual(found)
})

test('R243 what counts from nothing, and a record, is no budget', () => {
  expect(budgetsIn('x.ts', 'const none = { bytes: 0 }\nconst make = () => ({ _id, rev: 1 })')).toEqual([])
})

const testsOf = (file: string) => testsIn(file, readFileSync(file, 'utf8'))
/** What rows lack: a test that is there, and a control that is there and takes each of their budgets away. */
const lacking = (rows: readonly Holding[]) =>
  rows.flatMap(({ what, by, test: filled, control }) => {
    const [fills, controls] = [filled, control].map(([file, title]) =>
      testsOf(`tests/${file}.test.ts`).filter((one) => one.title.includes(title)),
    )
    const isControl = controls?.some(({ title }) => title.includes('control'))
    const left = by
      .map((key) => key.slice(key.lastIndexOf('.') + 1))
      .filter((key) => !controls?.some(({ text }) => new RegExp(`\\b${key}'?(?::|\\s*[,}])`).test(text)))
    return [...(fills?.length ? [] : [`${what}: no test`]), ...(isControl ? left : ['none']).map((key) => `${what}: no control, ${key}`)]
  })

test('R243 every row has a test that fills it, and a control in which each of its budgets is taken away', () => {
  expect(lacking(holdings)).toEqual([])
})

test.each<[string, Partial<Holding>, string[]]>([
  ['whose test is not there', { test: ['http/held', 'of crumbs'] }, ['x: no test']],
  ['whose control is not there', { control: ['http/held', 'control: of crumbs'] }, ['x: no control, none']],
  ['whose control is none', { control: ['http/held', 'of requests on one connection'] }, ['x: no control, none']],
  ['a budget of which is not taken away', { by: ['holding.requests', 'holding.crumbs'] }, ['x: no control, crumbs']],
])('R243 control: a row that is made up, %s, is found', (_, change, found) => {
  const requests = holdings.find(({ by }) => by.includes('holding.requests'))
  expect(requests && lacking([{ ...requests, what: 'x', ...change }])).toEqual(found)
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

test('R243a no answer is a copy of what is kept: sent as it is it is there once, however often it is asked for; control', () => {
  const files = ['api/docs', 'headers', 'pages/page-cache', 'pages/preview', 'pages/pictures', 'static', 'mount', 'webhooks-and-files']
  expect(files.filter((name) => copies(`${name}.ts`, readFileSync(`server/edge/http/${name}.ts`, 'utf8')).length > 0)).toEqual([])
  expect(copies('planted.ts', 'export const planted = (c, bytes) => c.body(new Uint8Array(bytes))')).toHaveLength(1)
})
