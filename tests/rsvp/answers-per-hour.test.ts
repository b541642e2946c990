// How often a guest changes their answer: each change writes them an email and tells everybody who watches, at the organizer's cost.
import { expect, test } from 'vitest'
import { answersPerHour } from '#protocol/kernel/limits.ts'
import { hour } from '../kit/world/clock.ts'
import { guestNo, openWorld } from '../kit/world/world.ts'

const [one, other] = [guestNo(1), guestNo(2)]

async function toggled(rateLimits: boolean) {
  const world = await openWorld({ rateLimits })
  const { groupId } = await world.event(await world.person('ada'), [{ name: 'Guest', max: 1 }])
  /** The statuses of so many changes of an answer, from yes to no and back. */
  const change = async (times: number, email = one, first = 0) => {
    const statuses: number[] = []
    for (let nth = first; nth < first + times; nth++) {
      const attending = nth % 2 === 0
      statuses.push((await world.answer(groupId, world.proven(email, groupId), attending ? ['Guest'] : [], { attending })).status)
    }
    return statuses
  }
  return { world, change }
}

test('R119 a guest changes their answer so often an hour, and is then told how long to wait; the same answer again is none, and others answer', async () => {
  const { world, change } = await toggled(true)
  expect(new Set(await change(answersPerHour))).toEqual(new Set([200]))
  expect(await change(2)).toEqual([429, 200]) // the last one was a no
  expect(await world.mails(one)).toHaveLength(1) // of those that wait only the newest is sent
  expect(await change(1, other)).toEqual([200])
  await change(1, other, 1) // gives the seat back
  world.clock.advance(hour)
  expect(await change(1)).toEqual([200])
})

test('R119 control: uncounted, every change is taken', async () => {
  const { change } = await toggled(false)
  expect(new Set(await change(answersPerHour + 10))).toEqual(new Set([200]))
})
