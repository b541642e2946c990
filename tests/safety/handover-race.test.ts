// Seats that are handed over while somebody else wants them: whatever comes first, and over whichever server process, a seat has one holder.
import { describe, expect, test } from 'vitest'
import { handoverApi } from '#protocol/seats/handover.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openStage } from '../handover/stage.ts'
import { openMeeting, ordersOf } from '../kit/faults/meeting.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { patiently } from '../kit/world/client.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

/** One seat, which number 0 has and offers to number 1, and number 2 who waits for it; several server processes over one store. */
async function openRace(guard: (store: Store) => Store = (store) => store) {
  const store = await freshStore()
  const { at, meet } = openMeeting(groups, rsvps)
  const open = (nth: number) => openWorld({ store, wrap: (one) => at(nth)(guard(one)), process: `p${nth}` })
  const worlds = await Promise.all([0, 1, 2].map(open))
  const [first, second, third] = worlds as [World, World, World]
  const stage = await openStage(first)
  const { groupId, guest } = stage
  await stage.answer(0, ['Speaker'])
  await stage.wait(2, ['Speaker'])
  const token = await stage.offered(0, 1)
  const group = async () => (await store.get(groups, groupId)) as Group
  const racers = {
    accept: () => patiently(() => first.call(handoverApi.accept, { token })),
    acceptAgain: () => patiently(() => second.call(handoverApi.accept, { token })),
    release: () => patiently(() => third.answer(groupId, guest(0), [], { attending: false })),
    takeBack: () => patiently(() => second.call(handoverApi.takeBack, { groupId }, guest(0))),
  }
  /** Who has the seat, whatever was told; and whether the counts agree. */
  async function end() {
    const all = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 100 })
    const current = await group()
    const holders = all.filter(({ attending, roleIds }) => attending !== false && roleIds.length > 0)
    const [yes, no] = [true, false].map((said) => all.filter(({ attending }) => attending === said).length)
    return {
      holders: holders.map(({ email }) => email),
      taken: current.roles.map(taken),
      answers: [current.answers.yes - (yes ?? 0), current.answers.no - (no ?? 0)],
    }
  }
  return { racers, end, meet }
}
type Racer = keyof Awaited<ReturnType<typeof openRace>>['racers']
const right = { taken: [1, 0], answers: [0, 0] }

const races: readonly (readonly [string, readonly Racer[]])[] = [
  ['two acceptances', ['accept', 'acceptAgain']],
  ['acceptance and release', ['accept', 'release']],
  ['acceptance and taking back', ['accept', 'takeBack']],
  ['two acceptances, release and taking back', ['accept', 'acceptAgain', 'release', 'takeBack']],
]

const processOf: Readonly<Record<Racer, number>> = { accept: 0, acceptAgain: 1, release: 2, takeBack: 1 }

/** Every process decides on what stands now; they commit in this order. */
async function run(names: readonly Racer[], order: readonly number[], guard?: (store: Store) => Store) {
  const { racers, end, meet } = await openRace(guard)
  meet(...order)
  const statuses = await Promise.all(names.map(async (name) => [name, (await racers[name]()).status] as const))
  return { ...(await end()), statuses: Object.fromEntries(statuses) }
}

describe('R94, R3 a seat that several want at once', () => {
  test.each(races)(
    'R94, R3 %s over server processes, whoever commits first: one holder, told to one, and the counts agree',
    async (_, names) => {
      for (const order of ordersOf([...new Set(names.map((name) => processOf[name]))])) {
        const { holders, statuses, ...counts } = await run(names, order)
        expect([counts, holders.length]).toEqual([right, 1])
        const accepted = [statuses.accept, statuses.acceptAgain].filter((status) => status === 200).length
        expect(accepted).toBeLessThan(2)
        // Who was told that the seat is theirs has it; else it is the giver's, or went to who waits.
        const holder = accepted === 1 ? 1 : statuses.release === 200 ? 2 : 0
        expect(holders).toEqual([guestNo(holder)])
      }
    },
  )

  test('R94 control: where revisions are ignored, two are told that they got it, and the counts are wrong', async () => {
    const { statuses, holders: _, ...counts } = await run(['accept', 'acceptAgain', 'release'], [0, 1, 2], withoutRevisions)
    expect(statuses).toMatchObject({ accept: 200, acceptAgain: 200 })
    expect(counts).not.toEqual(right)
  })
})
