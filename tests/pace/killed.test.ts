// How soon a screen is right after its server was killed and serves again: a browser tries again within two seconds, and then sees what is.
import { expect, test } from 'vitest'
import { openScreens } from '../kit/process/killed.ts'
import { comes, onTime, within } from '../kit/world/pace.ts'

test('L10 pace: killed after the commit, every screen is right within 4 s of the new start', onTime, async () => {
  const { kill, shown, connects } = await openScreens()
  await comes(() => expect(shown()).toEqual([1, 1]))
  await kill('after')
  const served = performance.now()
  await comes(() => expect([connects().every((times) => times > 1), shown()]).toEqual([true, [2, 2]]))
  within(performance.now() - served, 4_000)
})
