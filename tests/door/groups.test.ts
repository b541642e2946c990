// An event of several groups at its doors: whose door it is that a pass is held up at (R185).
import { describe, expect, test } from 'vitest'
import { decideOffline } from '#client/door/offline/decide.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { isElsewhere } from '#protocol/seats/door/open-now.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { hour, minute } from '../kit/world/clock.ts'
import { openDoor } from './stage.ts'

/** The first group, and one whose guests come three hours later; `look` asks the server, and a phone by its list. */
async function openTwo() {
  const stage = await openDoor()
  const { world, eventId, north, scan, event } = stage
  const evening = await stage.later('Evening', 3)
  const [early, late] = [await stage.yes(1), await evening.yes(2)]
  const offline = async (rsvpId: string, groupId?: string) => {
    const first = await world.ok(doorApi.list, { eventId }, north)
    const lists = await Promise.all(first.groups.map(({ _id }) => world.ok(doorApi.list, { eventId, groupId: _id }, north)))
    const found = lists.flatMap((list) => {
      const person = list.people.find(({ _id }) => _id === rsvpId)
      const group = first.groups.find(({ _id }) => _id === list.groupId)
      return person && group ? [{ person, group, holder: { ...person, person } }] : []
    })[0]
    const asked = { scanId: 'x', kind: 'in' as const, despite: false, found, groupId, doors: first.groups, now: world.clock.now() }
    return decideOffline(asked).answer
  }
  const look = async (one: { rsvpId: string; pass: string }, groupId?: string) => {
    const said = [await offline(one.rsvpId, groupId), await scan(north, { pass: one.pass, ...(groupId && { groupId }) })]
    return said.map(({ result, at }) => (at === undefined ? result : { result, at }))
  }
  const goTo = (fromStart: number) => world.clock.advance(Date.parse(event.start) + fromStart - world.clock.now())
  return { ...stage, evening, early, late, look, goTo }
}
const both = (said: unknown) => [said, said]

describe('without its group in the scan', () => {
  test('R185 the one counts whose doors are open now, with a network and without: a pass of another is another group’s', async () => {
    const { look, goTo, late, evening } = await openTwo()
    goTo(-5 * minute)
    const opens = new Date(Date.parse(evening.start) - hour).toISOString()
    expect(await look(late)).toEqual(both({ result: 'wrongGroup', at: opens }))
  })

  test('R185 who comes too late for theirs is at another group’s door too; while none is open each is judged by their own', async () => {
    const { look, goTo, early, late, evening, event } = await openTwo()
    goTo(-2 * hour)
    expect(await look(early)).toEqual(both({ result: 'early', at: new Date(Date.parse(event.start) - hour).toISOString() }))
    goTo(Date.parse(evening.start) - Date.parse(event.start) - 5 * minute)
    const isOver = Date.parse(event.end) < Date.parse(evening.start) - 5 * minute
    expect([isOver, await look(early)]).toEqual([true, both('wrongGroup')])
    goTo(Date.parse(evening.end) - Date.parse(event.start) + minute)
    expect(await look(late)).toEqual(both('ok'))
  })

  test('R185 a group that was deleted has no doors', async () => {
    const { goTo, late, scan, north, world, ada, groupId } = await openTwo()
    await world.ok(groupApi.remove, { id: groupId }, ada)
    goTo(-5 * minute)
    expect((await scan(north, { pass: late.pass })).result).toBe('early')
  })
})

test('R185 with its group in the scan that one counts, whichever doors are open', async () => {
  const { look, goTo, early, late, groupId, evening } = await openTwo()
  goTo(-5 * minute)
  const opens = new Date(Date.parse(evening.start) - hour).toISOString()
  expect(await look(late, evening.groupId)).toEqual(both({ result: 'early', at: opens }))
  expect(await look(early, evening.groupId)).toEqual(both('wrongGroup'))
  expect(await look(early, groupId)).toEqual(both('ok'))
})

test('R185 doors are open from the first moment to the last', () => {
  const at = (ms: number) => new Date(ms).toISOString()
  const [own, other] = [
    { _id: 'a', opensAt: at(1000), end: at(2000) },
    { _id: 'b', opensAt: at(0), end: at(9000) },
  ]
  expect([999, 1000, 2000, 2001].map((now) => isElsewhere(own, undefined, [own, other], now))).toEqual([true, false, false, true])
  expect(isElsewhere(own, undefined, [own], 999)).toBe(false)
})
