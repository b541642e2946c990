// The contract as data: every rule is tested, every call mounted and guarded, every refusal used. Each check is shown to fail on something planted.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { z } from 'zod/mini'
import { api } from '#protocol/api.ts'
import { type Endpoint, get } from '#protocol/kernel/endpoint.ts'
import { refusalCodes } from '#protocol/kernel/refusals.ts'
import { messageSchemas, watchViews } from '#protocol/live.ts'
import { roomRules, routes } from '#server/app/app.ts'
import type { Route } from '#server/people/http/route.ts'
import { parse } from './structure/ast.ts'
import { importsOf } from './structure/imports.ts'
import { testsIn } from './structure/titles.ts'
import { isOf, suiteOf } from './tiers.ts'

const filesIn = (folder: string, named: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter((file) => named.test(file))
    .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
type Source = ReturnType<typeof filesIn>[number]

const testFiles = filesIn('tests', /\.tsx?$/)
const serverFiles = filesIn('server', /\.ts$/)
const ruleFiles = ['protocol/RULES.md', 'tests/store/contract.ts'].map((file) => readFileSync(file, 'utf8'))

const seconds = JSON.parse(readFileSync('tests/durations.json', 'utf8')) as Readonly<Record<string, number>>
/** Files that took more than 20 s, by the last run that was noted, and don't say why in their first line: `// Long: …`. */
const unexplained = (files: readonly Source[], taken: typeof seconds) =>
  files.flatMap(({ file, text }) => {
    const isLong = Object.keys(taken).some((key) => key.endsWith(` ${file}`) && (taken[key] ?? 0) > 20)
    return isLong && !/^\/\/ Long: .{20,}/.test(text) ? [file] : []
  })

test('C1 a test file that takes more than 20 s says in its first line why; control: one that does not is found', () => {
  expect(unexplained(testFiles, seconds)).toEqual([])
  const file = { file: 'tests/x.test.ts', text: '// What is promised of x.' }
  expect([unexplained([file], { 'unit tests/x.test.ts': 21 }), unexplained([file], { 'unit tests/x.test.ts': 20 })]).toEqual([
    [file.file],
    [],
  ])
})

/** The ids that stand at the start of a line of a list of rules: 'R13', and of parts of a rule 'R106a'. */
const rulesIn = (text: string) => [...text.matchAll(/^(?:- \*\*| \* )([A-Z]{1,2}\d+[a-z]?)\b/gm)].flatMap(([, id]) => id ?? [])

const titlesIn = ({ file, text }: Source) => testsIn(file, text).map(({ title }) => title)
const known = new Map<string, readonly string[]>()
/** The same, looked for once in each text. */
function titlesOf(source: Source): readonly string[] {
  const found = known.get(source.text) ?? titlesIn(source)
  known.set(source.text, found)
  return found
}
/** The ids a title starts with: 'R13, R14 ...', 'ST10 ST11 ...', 'R22: ...'. */
const idsOf = (title: string) => /^(?:[A-Z]{1,2}\d+[a-z]?\b[,:]? ?)+/.exec(title)?.[0].match(/[A-Z]{1,2}\d+[a-z]?/g) ?? []

/** A table's `%s` that carries the id counts for the ids its rows begin with. */
const rowIds = ({ text }: Source) =>
  [...text.matchAll(/^\s*\[?'([A-Z]{1,2}\d+[a-z]?(?:, [A-Z]{1,2}\d+[a-z]?)*)',/gm)].flatMap(([, ids]) => idsOf(ids ?? ''))

const untested = (rules: readonly string[], files: readonly Source[]) => {
  const quoted = new Set(files.flatMap((file) => [...titlesOf(file).flatMap(idsOf), ...rowIds(file)]))
  return rules.filter((rule) => !quoted.has(rule))
}
const unknown = (rules: readonly string[], files: readonly Source[]) =>
  files.flatMap((file) => titlesOf(file).filter((title) => idsOf(title).some((id) => !rules.includes(id))))

test('C1 every rule occurs in the title of a test, and every id in a title is a rule', () => {
  const rules = ruleFiles.flatMap(rulesIn)
  expect(rules.length).toBeGreaterThan(100)
  expect(rules.filter((rule, n) => rules.indexOf(rule) !== n)).toEqual([])
  expect(untested(rules, testFiles)).toEqual([])
  expect(unknown(rules, testFiles)).toEqual([])
})

const isTestFile = (file: string) => /\.test\.tsx?$/.test(file)

/** Of these files what `npm test` runs: its test files, and what they import that holds tests of its own, as the store's contract does. */
function fastOf(files: readonly Source[]): Source[] {
  const fast = new Set(files.filter(({ file }) => isTestFile(file) && isOf('fast', suiteOf(file), file)))
  const parts = new Map(files.filter(({ file }) => !isTestFile(file)).map((one) => [one.file, one]))
  // What is added while the set is gone through is gone through as well.
  for (const { file, text } of fast)
    for (const { to } of importsOf(file, parse(file, text))) {
      const part = parts.get(to)
      if (part) fast.add(part)
    }
  return [...fast]
}

test('C1 every rule occurs in the title of a test that npm test runs; control: without one file its rule has none', () => {
  const rules = ruleFiles.flatMap(rulesIn)
  const fast = fastOf(testFiles)
  expect(fast.length).toBeGreaterThan(100)
  expect(untested(rules, fast)).toEqual([])
  const one = 'tests/mongo/backup.test.ts'
  expect(
    untested(
      rules,
      fast.filter(({ file }) => file !== one),
    ),
  ).toEqual(['O13'])
})

test('C1 control: an untested rule and an unknown id are found', () => {
  const file = {
    file: 'x.test.ts',
    text: "test.each([1])('R1, R2 two', f)\nit(`R3 x`, f)\ndescribe('R4: x', f)\ntest('Rx', f)\ncall('R9 no title')\ntest('R1a, R2b x', f)",
  }
  expect(titlesIn(file)).toEqual(['R1, R2 two', 'R3 x', 'R4: x', 'Rx', 'R1a, R2b x'])
  expect(untested(rulesIn('- **R1** a\n- **R1a** a\n- **R2** b\n- **R2c** b\n- **R5** c\n * ST1 d\nR6'), [file])).toEqual([
    'R2c',
    'R5',
    'ST1',
  ])
  expect(unknown(['R1', 'R1a', 'R2', 'R3'], [file])).toEqual(['R4: x', 'R1a, R2b x'])
})

const calls: readonly (readonly [string, Endpoint])[] = Object.entries(api).flatMap(([feature, all]) =>
  Object.entries(all as Record<string, Endpoint>).map(([name, endpoint]) => [`${feature}.${name}`, endpoint] as const),
)
const shape = ({ method, path }: Endpoint) => `${method} ${path.replace(/:\w+/g, ':')}`

function misMounted(all: typeof calls, table: readonly Route[]): string[] {
  const faults = all.map(([name, endpoint]) => {
    const rows = table.filter((route) => route.endpoint === endpoint)
    if (rows.length !== 1) return `${name} is mounted ${rows.length} times`
    return rows[0]?.guard && /^(anyone|organizer|account|operator)$/.test(rows[0].guard.title) ? '' : `${name} has no guard`
  })
  const strays = table
    .filter((route) => !all.some(([, endpoint]) => endpoint === route.endpoint))
    .map(({ endpoint }) => `${shape(endpoint)} is of no contract`)
  return [...faults.filter(Boolean), ...strays]
}
/** Two calls of one shape, or one that an earlier row answers for: '/event/mine' behind '/event/:id'. */
function shadowed(table: readonly Route[]): string[] {
  const matches = ({ method, path }: Endpoint, other: Endpoint) =>
    method === other.method && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(other.path)
  return table.flatMap(({ endpoint }, n) =>
    table.slice(0, n).some((earlier) => matches(earlier.endpoint, endpoint)) ? shape(endpoint) : [],
  )
}

test('C2 every call is mounted exactly once with a guard, and none stands before another of its shape', () => {
  expect(calls.length).toBeGreaterThan(30)
  expect(misMounted(calls, routes)).toEqual([])
  expect(shadowed(routes)).toEqual([])
})

test('C2 control: a call that is missing, doubled, unguarded, strange or shadowed is found', () => {
  const [first, second, third] = routes as [Route, Route, Route]
  const table = [second, second, { ...third, guard: undefined as never }, ...routes.slice(3), { ...first, endpoint: { ...first.endpoint } }]
  expect(misMounted(calls, table)).toEqual([
    `${calls[0]?.[0]} is mounted 0 times`,
    `${calls[1]?.[0]} is mounted 2 times`,
    `${calls[2]?.[0]} has no guard`,
    `${shape(first.endpoint)} is of no contract`,
  ])
  const paths = ['/a/:id', '/a/mine', '/a/:id/b'].map((path) => ({ ...first, endpoint: get(path, {} as never, {} as never) }))
  expect(shadowed(paths)).toEqual(['GET /a/mine'])
})

const fieldsOf = (input: z.ZodMiniType) => Object.keys((input as unknown as { shape?: object }).shape ?? {})
const strayParameters = (all: typeof calls) =>
  all.flatMap(([name, { path, input }]) =>
    [...path.matchAll(/:(\w+)/g)].flatMap(([, field = '']) => (fieldsOf(input).includes(field) ? [] : `${name}: ${field}`)),
  )

test('C3 every parameter of a path is a field of the input; control: a stray one is found', () => {
  expect(strayParameters(calls)).toEqual([])
  const [, endpoint] = calls.find(([name]) => name === 'group.read') as (typeof calls)[number]
  expect(strayParameters([['group.read', { ...endpoint, path: '/group/:id/:stray' }]])).toEqual(['group.read: stray'])
})

const usedIn = (files: readonly Source[]) =>
  new Set(files.flatMap(({ text }) => [...text.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, code = '']) => code)))
const refusedIn = (files: readonly Source[]) =>
  files.flatMap(({ text }) => [...text.matchAll(/(?:refuse|new Refusal)\(\s*'([^']+)'/g)].map(([, code = '']) => code))
const unused = (codes: readonly string[], files: readonly Source[]) => codes.filter((code) => !usedIn(files).has(code))
const missing = (codes: readonly string[], files: readonly Source[]) => refusedIn(files).filter((code) => !codes.includes(code))

test('C4 every refusal is used in server/, and every refusal used there exists', () => {
  expect(refusedIn(serverFiles).length).toBeGreaterThan(50)
  expect(unused(refusalCodes, serverFiles)).toEqual([])
  expect(missing(refusalCodes, serverFiles)).toEqual([])
})

test('C4 control: an unused and a missing refusal are found', () => {
  const file = { file: 'x.ts', text: "refuse('role-full', { role })\nthrow new Refusal(\n 'no-such')\n" }
  expect([unused(['role-full', 'never'], [file]), missing(['role-full', 'never'], [file])]).toEqual([['never'], ['no-such']])
})

const unruled = (kinds: readonly string[], rules: object) =>
  kinds.filter((kind) => typeof (rules as Record<string, unknown>)[kind] !== 'function')

test('C5 every kind of room has a rule and a message of its name, and no rule is without a kind; control', () => {
  const kinds = Object.keys(watchViews)
  expect(unruled(kinds, roomRules)).toEqual([])
  expect(Object.keys(roomRules).filter((kind) => !kinds.includes(kind))).toEqual([])
  expect(kinds.filter((kind) => !Object.hasOwn(messageSchemas, kind))).toEqual([])
  expect(unruled([...kinds, 'planted'], roomRules)).toEqual(['planted'])
})
