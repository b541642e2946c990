// The list of planted faults against the sources of today: a refactoring can't leave it behind. Whether each is noticed: `npm run test:mutants`.
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Planted, plant, planted } from './planted.ts'
import { runPlanted } from './run.ts'
import { openShop } from './shop.ts'
import { compilesWith, judge, untested } from './verdict.ts'

/** What is wrong with a list: a fault that no longer fits, that changes nothing, touches another, or has a name or tests that can't be. */
function objections(faults: readonly Planted[]): string[] {
  const texts = new Map(faults.map(({ file }) => [file, readFileSync(file, 'utf8')]))
  const names = faults.map(({ name }) => name)
  return faults.flatMap((fault) => {
    const [before, found] = [texts.get(fault.file) ?? '', []] as [string, string[]]
    try {
      const after = plant(fault, before)
      if (after === before) found.push(`${fault.name} changes nothing`)
      texts.set(fault.file, after) // the next one of this file must still find its place: all are compiled at once
    } catch (error) {
      found.push((error as Error).message)
    }
    if (names.filter((name) => name === fault.name).length > 1) found.push(`${fault.name} is there twice`)
    return [...found, ...fault.tests.filter((file) => !existsSync(file)).map((file) => `${fault.name}: there is no ${file}`)]
  })
}

test('C1 every planted fault fits the sources as they are, and names tests that are there', () => {
  expect(planted.length).toBeGreaterThanOrEqual(22)
  expect(objections(planted)).toEqual([])
})

test('C1 every planted fault compiles, and one that does not is found', async () => {
  const shop = openShop()
  const [first] = planted as [Planted]
  expect(await compilesWith(shop, planted)).toEqual([])
  expect((await compilesWith(shop, [{ ...first, to: 'thatStandsNowhere(' }])).length).toBeGreaterThan(0)
  shop.close()
})

test('C1 control: a fault that is stale, doubled, empty or without its tests is found', () => {
  const [first] = planted as [Planted]
  const stale = { ...first, name: 'stale', from: 'what stands nowhere' }
  const empty = { ...first, name: 'empty', to: first.from, tests: ['tests/nowhere.test.ts'] }
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
