// Server processes that compete for one hot group: none starves, however near or far the store is for each.
import { expect, test } from 'vitest'
import { RevisionConflict } from '#server/kernel/store/store.ts'
import { openTurn, tickets } from '#server/kernel/write/tickets.ts'
import { compete, share } from '../kit/process/fairness.ts'
import { rivalsOver } from '../kit/process/rivals.ts'
import { fair, onTime, untilSeen } from '../kit/world/pace.ts'
import { freshStore, openWorld } from '../kit/world/world.ts'

test('S16 of four processes on one group the slowest gets at least half of what the fastest gets through', onTime, async () => {
  const { taken, refused } = await compete(await rivalsOver(await freshStore(), true), 3_000)
  expect(refused).toEqual([])
  fair(share(taken), 0.5)
})

/** Each call takes so long that a batch is longer than a process that has died is waited for. */
const slowMs = [110, 120, 130, 140]
test('S16 over a slow database too, where nobody is told to come again: patience follows what a batch takes', async () => {
  const rivals = await rivalsOver(await freshStore(), true, slowMs)
  await compete(rivals, 3_000)
  const { taken, busy } = await compete(rivals, 20_000)
  console.log(`answers over a slow database: ${taken.join(', ')}; ${busy} told to come again`)
  expect(busy).toBe(0)
  fair(share(taken), 0.5)
}, 60_000)

test('S16 control: without turns the nearest process starves the others', untilSeen, async () => {
  const { taken } = await compete(await rivalsOver(await freshStore(), false), 2_000)
  expect(share(taken)).toBeLessThan(0.25)
})

test('S16 a ticket that another process purges while it is held, since its clock is ahead, costs one conflict and not the turn', async () => {
  const { store, services } = await openWorld({ process: 'here' })
  const turn = openTurn(services, 'a group')
  await turn.take(true)
  const held = await store.find(tickets, { index: 'key' })
  expect(held).toHaveLength(1)
  await store.commit(held.map((ticket) => ({ collection: tickets as never, drop: ticket, expectedRev: ticket.rev })))
  await expect(store.commit(turn.end())).rejects.toThrow(RevisionConflict)
  await turn.take(true)
  await store.commit(turn.end())
  expect(await store.find(tickets, { index: 'key' })).toEqual([])
})
