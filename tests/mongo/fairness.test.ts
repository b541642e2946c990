// Long: four servers compete for one group until each has had its share.
// Server processes that compete for one hot group on the MongoDB engine: none starves.
import { expect, inject, test } from 'vitest'
import { compete, rivalAt, share } from '../kit/process/fairness.ts'
import { openSite } from '../kit/process/mongo-house.ts'
import { bundled } from '../kit/process/process.ts'
import { rivalsOver } from '../kit/process/rivals.ts'
import { freshMongo } from '../kit/world/fresh-store.ts'
import { fair, longer, onTime, untilSeen } from '../kit/world/pace.ts'

const ms = process.env.SOAK === undefined ? 8_000 : 20_000
const server = inject('mongodb') ?? ''

test('S16 pace: of four real server processes on one group the slowest gets at least half of what the fastest gets through', {
  ...onTime,
  ...longer,
}, async () => {
  const site = await openSite(server, await bundled('server/app/main.ts'))
  const running = await Promise.all([1, 2, 3, 4].map(() => site.start()))
  const rivals = running.map(({ url }) => rivalAt(url, site.target))
  await compete(rivals, 1_000)
  const { taken, refused } = await compete(rivals, ms)
  console.log(`answers of four processes in ${ms / 1_000} s: ${taken.join(', ')}`)
  expect(refused).toEqual([])
  fair(share(taken), 0.5)
})

test('S16 pace: of four processes at different distances from the database too', { ...onTime, ...longer }, async () => {
  const { taken, refused } = await compete(await rivalsOver(await freshMongo(server), true), ms)
  console.log(`answers at four distances: ${taken.join(', ')}`)
  expect(refused).toEqual([])
  fair(share(taken), 0.5)
})

test('S16 pace: control: without turns the nearest process starves the others', { ...untilSeen, ...longer }, async () => {
  const { taken } = await compete(await rivalsOver(await freshMongo(server), false), ms)
  console.log(`answers at four distances, without turns: ${taken.join(', ')}`)
  expect(share(taken)).toBeLessThan(0.4)
})
