// What lists cost, and questions that are passed on to the payment provider: everyone has so many a minute, and nobody waits for somebody else's.
import { expect, test } from 'vitest'
import { checkoutApi } from '#protocol/money/checkout.ts'
import { planApi } from '#protocol/money/plan.ts'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { type Answer, type As, openWorld, type World } from '../kit/world/world.ts'

/** How many of many are answered with something else than "too often". */
async function passed(ask: () => Promise<Answer>, most = 700): Promise<number> {
  for (let nth = 0; nth < most; nth++) if ((await ask()).status === 429) return nth
  return most
}

test.each([
  ['groups', (world: World, as: As) => world.call(groupApi.mine, {}, as)],
  ['events', (world: World, as: As) => world.call(eventApi.mine, {}, as)],
])('R119 whoever lists their %s over and over is told to wait, from wherever they ask; another organizer is not', async (_, list) => {
  const world = await openWorld({ rateLimits: true, hops: 1 })
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  let nth = 0
  const ask = () => list(world, { ...ada, headers: { 'x-forwarded-for': `192.0.2.${nth++ % 200}` } })
  expect(await passed(ask)).toBe(60)
  expect((await list(world, bob)).status).toBe(200)
})

test('R119 a page of answers, and a name that every organization of theirs is told of, are counted too', async () => {
  const world = await openWorld({ rateLimits: true })
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const pages = [groupApi.rsvps, groupApi.read].map((endpoint) => () => world.call(endpoint as typeof groupApi.rsvps, { id: groupId }, ada))
  let turn = 0
  expect(await passed(() => pages[turn++ % 2]?.() ?? Promise.reject(new Error('no page')))).toBe(600) // together
  let nth = 0
  expect(await passed(() => world.call(accountApi.updateName, { name: `Ada ${nth++}` }, ada))).toBe(120)
})

test('R119 nobody has the payment provider asked without end: what it refuses to one, it refuses to all', async () => {
  let asked = 0
  const world = await openWorld({
    rateLimits: true,
    payments: (sandbox) => ({
      ...sandbox,
      readCheckout: async () => {
        asked++
        return undefined
      },
    }),
  })
  const ada = await world.person('ada')
  expect(await passed(() => world.call(checkoutApi.session, { session_id: 'cs_made_up' }, ada))).toBe(120)
  expect(asked).toBe(120)
  expect(await passed(() => world.call(planApi.cancel, {}, ada))).toBe(120)
})
