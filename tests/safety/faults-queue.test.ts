// More commands on one key than the server is willing to keep waiting.
import { expect, test } from 'vitest'
import type { Store } from '#server/kernel/store/store.ts'
import { endlessQueues } from '../kit/rights/unguarded.ts'
import { comes } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

/** A store whose commits wait while it is held. */
function holdable() {
  let release = () => {}
  let held: Promise<void> = Promise.resolve()
  const wrap = (store: Store): Store =>
    Object.assign(Object.create(store) as Store, {
      async commit(...all: Parameters<Store['commit']>) {
        await held
        await store.commit(...all)
      },
      get: store.get.bind(store),
      find: store.find.bind(store),
    })
  const hold = () => {
    held = new Promise((go) => {
      release = go
    })
  }
  return { wrap, hold, release: () => release() }
}

/** 2,300 guests answer at once while the store holds every commit. */
async function crowded(queues?: ReturnType<typeof endlessQueues>) {
  const { wrap, hold, release } = holdable()
  const world = await openWorld({ wrap })
  if (queues) Object.assign(world.services, { queues })
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 400 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const guests = world.crowd(2_300, groupId)
  hold()
  const answers = guests.map((guest) => world.answerOnce(groupId, guest, ['Guest']))
  const statuses = async () => (await Promise.all(answers)).map(({ status }) => status)
  return { world, groupId, answers, release, statuses }
}
const count = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length

test('S10 with 2,000 waiting on one key the next is a 503 with Retry-After; other keys go on, and all who wait are answered', async () => {
  const { world, groupId, answers, release, statuses } = await crowded()
  for (const { status, headers, body } of await Promise.all(answers.slice(-40))) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])
    expect(body.error).toBe('We are very busy. Please try again in a moment.')
  }
  expect((await world.send('GET', `/api/rsvp/form/${groupId}`)).status).toBe(200)
  release()
  const all = await statuses()
  expect(count(all, 200)).toBe(400)
  expect(count(all, 200) + count(all, 409)).toBeGreaterThanOrEqual(2_000)
  expect(count(all, 200) + count(all, 409) + count(all, 503)).toBe(2_300)
  expect((await world.answer(groupId, world.proven('late@guests.test', groupId))).status).toBe(200)
})

test('S10 control: without an end to the queue all wait in it, and nobody is turned away', async () => {
  const queues = endlessQueues()
  const { release, statuses } = await crowded(queues)
  await comes(() => expect(queues.longest()).toBeGreaterThan(2_000))
  release()
  const all = await statuses()
  expect([count(all, 200), count(all, 409), count(all, 503)]).toEqual([400, 1_900, 0])
})
