// Seats that are handed over while somebody else wants them: whatever comes first, and over whichever server process, a seat has one holder.
import { describe, expect, test } from 'vitest'
import { handoverApi } from '#protocol/seats/handover.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { type Group, groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openStage } from '../handover/stage.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { untilSeen } from '../kit/world/pace.ts'
import { freshStore, guestNo, openWorld, type World } from '../kit/world/world.ts'

/** A store that is a little way off: what each process read may be old when it commits. */
const faraway = (store: Store): Store =>
  storeWith(store, {
    async commit(writes) {
      await new Promise((there) => setTimeout(there, 4))
      await store.commit(writes)
    },
  })

/** One seat, which number 0 has and offers to number 1, and number 2 who waits for it; several server processes over one store. */
async function openRace(guard: (store: Store) => Store = (store) => store) {
  const wrap = (store: Store) => faraway(guard(store))
  const store = await freshStore()
  const worlds = await Promise.all([0, 1, 2].map((nth) => openWorld({ store, wrap, process: `p${nth}` })))
  const [first, second, third] = worlds as [World, World, World]
  const stage = await openStage(first)
  const { groupId, guest } = stage
  await stage.answer(0, ['Speaker'])
  await stage.wait(2, ['Speaker'])
  const token = await stage.offered(0, 1)
  const group = async () => (await store.get(groups, groupId)) as Group
  const racers = {
    accept: () => first.call(handoverApi.accept, { token }),
    acceptAgain: () => second.call(handoverApi.accept, { token }),
    release: () => third.answer(groupId, guest(0), [], { attending: false }),
    takeBack: () => second.call(handoverApi.takeBack, { groupId }, guest(0)),
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
  return { racers, end }
}
type Racer = keyof Awaited<ReturnType<typeof openRace>>['racers']
const right = { taken: [1, 0], answers: [0, 0] }

const races: readonly (readonly [string, readonly Racer[]])[] = [
  ['two acceptances', ['accept', 'acceptAgain']],
  ['acceptance and release', ['accept', 'release']],
  ['acceptance and taking back', ['accept', 'takeBack']],
  ['two acceptances, release and taking back', ['accept', 'acceptAgain', 'release', 'takeBack']],
]

async function run(names: readonly Racer[], rotation: number, guard?: (store: Store) => Store) {
  const { racers, end } = await openRace(guard)
  const order = [...names.slice(rotation % names.length), ...names.slice(0, rotation % names.length)]
  const statuses = await Promise.all(order.map(async (name) => [name, (await racers[name]()).status] as const))
  return { ...(await end()), statuses: Object.fromEntries(statuses) }
}

describe('R94, R3 a seat that several want at once', () => {
  test.each(races)(
    'R94, R3 %s over three server processes: one holder, told to one, and the counts agree',
    { timeout: 120_000 },
    async (_, names) => {
      for (let nth = 0; nth < 8; nth++) {
        const { holders, statuses, ...counts } = await run(names, nth)
        expect([counts, holders.length]).toEqual([right, 1])
        const accepted = [statuses.accept, statuses.acceptAgain].filter((status) => status === 200).length
        expect(accepted).toBeLessThan(2)
        // Who was told that the seat is theirs has it; else it is the giver's, or went to who waits.
        const holder = accepted === 1 ? 1 : statuses.release === 200 ? 2 : 0
        expect(holders).toEqual([guestNo(holder)])
      }
    },
  )

  test('R94 control: where revisions are ignored, two are told that they got it, or the counts are wrong', untilSeen, async () => {
    const wrong: unknown[] = []
    for (let nth = 0; nth < 40 && wrong.length === 0; nth++) {
      const { holders, statuses, ...counts } = await run(['accept', 'acceptAgain', 'release'], nth, withoutRevisions)
      const isTwice = statuses.accept === 200 && statuses.acceptAgain === 200
      if (isTwice || holders.length !== 1 || JSON.stringify(counts) !== JSON.stringify(right)) wrong.push({ holders, statuses, ...counts })
    }
    expect(wrong).not.toEqual([])
  })
})
