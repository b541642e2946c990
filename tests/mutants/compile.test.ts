// Long: the project is copied and compiled. Every planted fault compiles: a mistake that the compiler finds never gets as far as a test.
import { expect, test } from 'vitest'
import { instead } from './plant.ts'
import { type Planted, planted } from './planted.ts'
import { openShop } from './shop.ts'
import { compilesWith } from './verdict.ts'

test('C1 every planted fault compiles, and one that does not is found', { timeout: 180_000 }, async () => {
  const shop = openShop()
  const [first, ...others] = planted as [Planted, ...Planted[]]
  const broken = { ...first, change: instead(first.change.piece, 'thatStandsNowhere($)') }
  const said = await compilesWith(shop, [broken, ...others])
  expect(said.filter((line) => !line.includes('thatStandsNowhere'))).toEqual([])
  expect(said.length).toBeGreaterThan(0)
  shop.close()
})
