// Server processes that compete for one hot group: none starves. How evenly they get through, over real distances: tests/pace/fairness.test.ts.
import { expect, test } from 'vitest'
import { RevisionConflict, type Store } from '#server/kernel/store/store.ts'
import { createTurn, tickets } from '#server/kernel/write/tickets.ts'
import { groups } from '#server/seats/model/group.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { type Answer, freshStore, openWorld } from '../kit/world/world.ts'

/** How often a process that is beaten each time it is about to commit tries, while the other goes on answering: ten times at most. `takesTurns` or not. */
async function tries(takesTurns: boolean) {
  const store = await freshStore()
  let [isRacing, count] = [false, 0]
  let seesTicket = () => {}
  const nearby = (one: Store) =>
    storeWith(one, {
      async find(collection, query) {
        const found = await one.find(collection, query)
        if (collection.name === tickets.name && found.length > 0) seesTicket() // it waits for its turn
        return found
      },
    })
  const answers: Promise<Answer>[] = []
  const beaten = (one: Store) =>
    storeWith(one, {
      async commit(writes) {
        if (isRacing && writes.some(({ collection }) => collection.name === groups.name)) {
          count++
          const waits = new Promise<void>((go) => {
            seesTicket = go
          })
          if (count <= 10) {
            const guest = near.proven(`near${count}@guests.test`, groupId)
            const answer = near.answer(groupId, guest)
            answers.push(answer)
            await Promise.race([answer, waits])
          }
        }
        await one.commit(writes)
      },
    })
  const near = await openWorld({ store, wrap: nearby, ...(takesTurns && { process: 'near' }) })
  const far = await openWorld({ store, wrap: beaten, ...(takesTurns && { process: 'far' }) })
  const { groupId } = await near.event(await near.person('ada', 'pro'))
  isRacing = true
  const { status } = await far.answer(groupId, near.proven('far@guests.test', groupId))
  const answered = (await Promise.all(answers)).filter((answer) => answer.status === 200).length
  await store.close()
  return { status, count, answered }
}

test('S16 a process that lost a race goes before its winner: it tries twice; control: without turns it loses as long as the other answers', async () => {
  expect(await tries(true)).toEqual({ status: 200, count: 2, answered: 2 })
  expect(await tries(false)).toEqual({ status: 200, count: 11, answered: 10 })
})

test('S16 a ticket that another process purges while it is held, since its clock is ahead, costs one conflict and not the turn', async () => {
  const { store, services } = await openWorld({ process: 'here' })
  const turn = createTurn(services, 'a group')
  await turn.take(true)
  const held = await store.find(tickets, { index: 'key' })
  expect(held).toHaveLength(1)
  await store.commit(held.map((ticket) => ({ collection: tickets as never, drop: ticket, expectedRev: ticket.rev })))
  await expect(store.commit(turn.end())).rejects.toThrow(RevisionConflict)
  await turn.take(true)
  await store.commit(turn.end())
  expect(await store.find(tickets, { index: 'key' })).toEqual([])
})
