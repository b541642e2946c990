// More commands on one key than the server is willing to keep waiting.
import { expect, test } from 'vitest'
import type { Store } from '#server/store/store.ts'
import { openWorld } from './kit/world.ts'

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

test('S10 with 2,000 waiting on one key the next is a 503 with Retry-After; other keys go on, and all who wait are answered', async () => {
  const { wrap, hold, release } = holdable()
  const world = await openWorld({ wrap })
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 400 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const guests = world.crowd(2_600, groupId)
  hold()
  const answers = guests.map((guest) => world.answer(groupId, guest, ['Guest']))
  const refused = await Promise.race([Promise.all(answers.slice(-300)), new Promise<never>((_, late) => setTimeout(late, 15_000))])
  for (const { status, headers, body } of refused) {
    expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'busy', '1'])
    expect(body.error).toBe('We are very busy. Please try again in a moment.')
  }
  expect((await world.send('GET', `/api/rsvp/form/${groupId}`)).status).toBe(200)
  release()
  const statuses = (await Promise.all(answers)).map(({ status }) => status)
  const count = (status: number) => statuses.filter((one) => one === status).length
  expect(count(200)).toBe(400)
  expect(count(200) + count(409)).toBeGreaterThanOrEqual(2_000)
  expect(count(200) + count(409) + count(503)).toBe(2_600)
  expect((await world.answer(groupId, world.proven('late@guests.test', groupId))).status).toBe(200)
}, 40_000)
