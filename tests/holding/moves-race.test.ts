// An answer and a move at the same moment: whoever comes second is told, so that no overlap comes to be unsaid (R147a).
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { groups } from '#server/seats/model/group.ts'
import { openMeeting, ordersOf } from '../kit/faults/meeting.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const ann = 'ann@guests.test'
const apart = { Bar: [0, 2], Door: [2, 4] } as const

/** Ann has a seat in Bar; now she answers in Door, and Bar is moved under Door. */
async function setUp(worlds: readonly World[]) {
  const [world, other = world] = worlds as [World, World?]
  const { ada, idOf, one, as, send } = await openSeveral(apart, { world })
  const guest = as(ann)
  expect((await send([one('Bar')], {}, guest)).status).toBe(200)
  const at = (hours: number) => new Date(world.clock.now() + 7 * day + hours * hour).toISOString()
  const answer = (name: string, on = world) => on.call(rsvpApi.submit, { ...one(name), name: 'Ann', email: ann }, as(ann, name))
  const move = (name: string, [from, to]: readonly [number, number], on = other) =>
    on.call(groupApi.update, { id: idOf(name), start: at(from), end: at(to) }, ada)
  const alsoIn = async (name: string) => (await world.ok(groupApi.rsvps, { id: idOf(name) }, ada)).rsvps.flatMap(({ also = [] }) => also)
  return { world, ada, idOf, answer, move, alsoIn, one, as, send }
}
const codes = (all: readonly { readonly status: number; readonly body: unknown }[]) =>
  all.map(({ status, body }) => (status === 200 ? 'ok' : (body as { code: string }).code))

/** Both have decided before either commits, over two servers. */
async function race(order: readonly number[], guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const { at, meet } = openMeeting(groups)
  const open = (nth: number) => openWorld({ store, process: `p${nth}`, wrap: (one) => at(nth)(guard(one)) })
  const { answer, move, alsoIn } = await setUp(await Promise.all([open(0), open(1)]))
  meet(...order)
  const told = codes(await Promise.all([answer('Door'), move('Bar', [3, 5])]))
  return { told, marked: (await alsoIn('Door')).length }
}

test.each(ordersOf([0, 1]))(
  'R147a R145 of an answer and a move of its sibling at once the second is told: order %i, %i',
  async (...order) => {
    const { told, marked } = await race(order)
    expect([told, marked]).toEqual([order[0] === 0 ? ['ok', 'moves-overlap'] : ['overlap', 'ok'], 0])
  },
)

test('R147a control: where their commits don’t meet, both are done and nobody is told', async () => {
  expect(await race([0, 1], withoutRevisions)).toEqual({ told: ['ok', 'ok'], marked: 1 })
})

test('R147a of an answer and a move of its own group that come together one is told', async () => {
  let held: Promise<void> | undefined
  const slow = (store: Store) =>
    storeWith(store, {
      async commit(writes) {
        await held
        await store.commit(writes)
      },
    })
  const { answer, move, alsoIn, as, send, one } = await setUp([await openWorld({ wrap: slow })])
  // More are in Bar, so that who has both is looked for among those in Door.
  await send([one('Bar')], {}, as('ben@guests.test'))
  let go = () => {}
  held = new Promise<void>((done) => {
    go = done
  })
  const first = send([one('Door', [], false)], {}, as('cy@guests.test', 'Door'))
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  const both = [answer('Door'), move('Door', [1, 3])]
  for (let turn = 0; turn < 200; turn++) await new Promise(setImmediate)
  held = undefined
  go()
  const [, ...told] = codes(await Promise.all([first, ...both]))
  expect([told.filter((code) => code !== 'ok').length, (await alsoIn('Bar')).length]).toEqual([1, 0])
})
