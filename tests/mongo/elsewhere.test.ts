// What one server process did is so on the others, also where it died before it told anybody: without a limit of time, which tests/pace has.
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { teamApi } from '#protocol/people/team.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { teammates } from '#server/people/model/team.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { ownStandIn } from '../kit/process/mongo-house.ts'
import { openProcesses } from '../kit/process/processes.ts'
import { comes } from '../kit/world/pace.ts'
import { guestNo } from '../kit/world/world.ts'

/** Two processes; a helper and a guest look at an event over the second one. Once it `dies`, the first does nothing after a commit. */
async function setUp() {
  const first = { dies: false }
  let opened = 0
  const wrap = (store: Store) =>
    opened++ > 0
      ? store
      : storeWith(store, {
          async commit(writes) {
            await store.commit(writes)
            if (first.dies) await new Promise(() => {})
          },
        })
  const { worlds, wire } = await openProcesses(['near', 'far'], { wrap })
  const [near, far] = worlds
  const ada = await near.person('ada', 'team')
  const { eventId: id, groupId } = await near.event(ada, [{ name: 'Guest', max: 9 }])
  const person = await near.person('helper')
  const { member } = await near.ok(teamApi.add, { id, email: person.email, role: 'viewer' }, ada)
  await near.ok(teamApi.accept, { token: await near.tokenMailed(person.email) })
  const [helper, phone] = [await far.socket({ token: person.token }), await far.socket()]
  expect(await helper.watch(groupRoom(groupId))).toHaveProperty('view')
  expect(await phone.watch(formRoom(groupId, id))).toHaveProperty('view')
  const remove = () => near.ok(teamApi.remove, { id, teamId: member._id }, ada)
  const answer = () => near.answer(groupId, near.proven(guestNo(0), groupId), [])
  const isTold = () => phone.hears(({ name }) => name === 'form')
  return { first, wire, helper, remove, answer, isTold }
}

test('L9 a right that ends on one process has ended on the other, where nothing more is told to who had it', async () => {
  const { helper, remove, answer, isTold } = await setUp()
  await remove()
  await helper.hears(({ name }) => name === 'gone')
  expect((await answer()).status).toBe(200)
  await isTold()
  expect(helper.heard.at(-1)?.name).toBe('gone')
})

test('L9 control: a process that hears of no change goes on telling', async () => {
  const { wire, helper, remove, answer } = await setUp()
  wire.keeps = ({ collection }, to) => to !== 'far' || collection !== teammates.name
  await remove()
  await answer()
  await helper.hears(({ name }) => name === 'group')
  expect(helper.seen('gone')).toEqual([])
})

test('L10 a process that dies before it has told anybody: what it committed is on the screens of the other, and a right it ended is silent there', async () => {
  const [answering, ending] = [await setUp(), await setUp()]
  for (const { first } of [answering, ending]) first.dies = true
  void answering.answer()
  await answering.isTold()
  void ending.remove()
  await ending.helper.hears(({ name }) => name === 'gone')
})

test('S17 (stand-in) while the database is away callers are told to come back; nothing acknowledged is lost, and all goes on by itself', async () => {
  const mongod = await ownStandIn()
  const { worlds } = await openProcesses(['one'], { server: mongod.uri })
  const [world] = worlds
  const { groupId } = await world.event(await world.person('ada'), [{ name: 'Guest', max: 9 }])
  const answer = (n: number) => world.answer(groupId, world.proven(guestNo(n), groupId), ['Guest'])
  expect((await answer(0)).status).toBe(200)
  await mongod.pause('refuse')
  const { status, body, headers } = await answer(1)
  expect([status, body.code, headers.get('retry-after')]).toEqual([503, 'store-unavailable', '1'])
  await mongod.resume()
  await comes(async () => expect((await answer(1)).body.form.roleCoverage[0].count).toBe(2))
})
