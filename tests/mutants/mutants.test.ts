// The list of planted faults against the sources of today: a refactoring can't leave it behind. Whether each is noticed: `npm run test:mutants`.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isOf, suiteOf } from '../tiers.ts'
import { changed, instead, reworded, without } from './plant.ts'
import { type Planted, plant, planted } from './planted.ts'
import { runPlanted } from './run.ts'
import { judge, untested } from './verdict.ts'

/** What is wrong with a list: a fault that no longer fits, that changes nothing, touches another, or has a name or tests that can't be. */
function objections(faults: readonly Planted[]): string[] {
  const texts = new Map<string, string>()
  const names = faults.map(({ name }) => name)
  return faults.flatMap((fault) => {
    const found: string[] = []
    try {
      const { file } = fault
      const before = texts.get(file) ?? readFileSync(file, 'utf8')
      const after = plant(fault, before)
      if (after === before) found.push(`${fault.name} changes nothing`)
      texts.set(file, after) // the next one of this file must still find its place: all are compiled at once
    } catch (error) {
      found.push((error as Error).message)
    }
    if (names.filter((name) => name === fault.name).length > 1) found.push(`${fault.name} is there twice`)
    return [...found, ...fault.tests.filter((file) => !existsSync(file)).map((file) => `${fault.name}: there is no ${file}`)]
  })
}

test('C1 every planted fault fits the sources as they are, and names tests that are there', () => {
  expect(planted.length).toBeGreaterThanOrEqual(100)
  expect(objections(planted)).toEqual([])
})

test('C1 npm test notices seven of ten of them', () => {
  const early = planted.filter(({ tests }) => tests.some((file) => isOf('fast', suiteOf(file), file)))
  expect(early.length).toBeGreaterThanOrEqual(planted.length * 0.7)
})

const source = `
// Comes first.
export function seat(role: Role) {
  if (role.taken >= role.max)
    refuse('role-full', { role })
  for (const one of role.waits) check(one)
  return role.isOpen && !role.isOver ? sql('UPDATE x WHERE rev = ?') : { role, rev: 1 }
}
class Store { close() { return this.wait(1, 'all') } }`
const after = (symbol: string, change: ReturnType<typeof without>) =>
  changed(source, 'x.ts', symbol, change)
    .split('\n')
    .filter((line) => !source.split('\n').includes(line))
    .map((line) => line.trim())

test('C1 a fault is found by function and structure, however it is laid out', () => {
  expect(changed(source, 'x.ts', 'seat', without("refuse('role-full', _)"))).not.toContain('role.max')
  expect(changed(source, 'x.ts', 'seat', without('check(one)'))).not.toContain('role.waits')
  expect(after('seat', without('!role.isOver'))).toEqual(["return role.isOpen ? sql('UPDATE x WHERE rev = ?') : { role, rev: 1 }"])
  expect(after('seat', without('rev: 1'))).toEqual(["return role.isOpen && !role.isOver ? sql('UPDATE x WHERE rev = ?') : { role, }"])
  expect(after('seat', instead('role.taken>=role . max', '$ + 1'))).toEqual(['if (role.taken >= role.max + 1)'])
  expect(after('seat', reworded('rev = ?', 'rev >= ?'))[0]).toContain('WHERE rev >= ?')
  expect(after('Store.close', instead('this.wait(_)', '0'))).toEqual(['class Store { close() { return 0 } }'])
})

test('C1 control: a function or a piece that is not there, or there twice, is said', () => {
  expect(() => after('gone', without('check(one)'))).toThrow('has no gone')
  expect(() => after('seat', without('check(two)'))).toThrow('stands 0 times in seat')
  expect(() => after('seat', instead('role', 'group'))).toThrow('times in seat of x.ts, not once')
})

test('C1 control: a fault that is stale, doubled, empty or without its tests is found', () => {
  const [first] = planted as [Planted]
  const stale = { ...first, name: 'stale', change: without('whatStandsNowhere()') }
  const empty = { ...first, name: 'empty', change: instead(first.change.piece, '$'), tests: ['tests/nowhere.test.ts'] }
  expect(objections([stale, first, first])).toHaveLength(4)
  expect(objections([empty])).toEqual(['empty changes nothing', 'empty: there is no tests/nowhere.test.ts'])
})

test('C1 only a test that ran and failed has noticed a fault', async () => {
  const file = (status: string, message?: string) => ({
    name: 'x.test.ts',
    status,
    message: 'Failed to load',
    assertionResults: message === undefined ? [] : [{ fullName: 'R1 x', status, failureMessages: [message] }],
  })
  const outcome = (...files: ReturnType<typeof file>[]) => judge({ files, said: '' }).outcome
  expect(outcome(file('failed', 'AssertionError: expected 1 to be 2'))).toBe('caught')
  expect(outcome(file('passed', ''))).toBe('survived')
  const broken = ['ReferenceError: x is not defined', 'Error: Test timed out in 5000ms.']
  expect([...broken.map((message) => outcome(file('failed', message))), outcome(file('failed')), outcome()]).toEqual(
    Array(4).fill('broken'),
  )
  expect(await runPlanted(['no such fault'])).toBe(1)
})

test('C1 a fault whose test has another title by now is found', () => {
  const [first] = planted as [Planted]
  const fault = { ...first, tests: ['tests/x.test.ts'], only: 'R1 x' }
  const ran = (fullName: string) => [
    { name: '/tests/x.test.ts', status: 'passed', message: '', assertionResults: [{ fullName, status: 'passed' }] },
  ]
  expect(
    [untested([fault], ran('R1 x is done')), untested([fault], ran('R1 y')), untested([fault], [])].map(({ length }) => length),
  ).toEqual([0, 1, 1])
})
