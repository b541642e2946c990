// Taking back under pressure: an undo against itself and against everybody who wants the same seat, over two server processes.
import { expect, test } from 'vitest'
import { undoApi } from '#protocol/record/undo.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openMeeting, ordersOf } from '../kit/faults/meeting.ts'
import { withoutRevisions } from '../kit/rights/unguarded.ts'
import { codeOf, patiently } from '../kit/world/client.ts'
import { type Answer, freshStore, openWorld, type World } from '../kit/world/world.ts'
import { openStage } from '../undo/stage.ts'

const count = (all: readonly Answer[], code: string) => all.filter((one) => codeOf(one) === code).length

/** A seat that was taken away; then at once, in this order, it is taken back ten times, at both processes, and assigned to twenty others. */
async function rush(order: readonly number[], wrap = (store: Store) => store) {
  const store = await freshStore()
  const { at: meetingAt, meet } = openMeeting(groups)
  const open = (nth: number) => openWorld({ store, wrap: (one) => meetingAt(nth)(wrap(one)) })
  const worlds = [await open(0), await open(1)] as const
  const stage = await openStage({ given: worlds[0] })
  await stage.assign(0, 'Speaker')
  const id = String((await stage.remove(0, 'Speaker')).body.act)
  const at = (n: number) => worlds[n % 2] as World
  meet(...order)
  const [undone, assigned] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, (_, n) => patiently(() => at(n).call(undoApi.undo, { id }, stage.ada)))),
    Promise.all(Array.from({ length: 20 }, (_, n) => patiently(() => stage.assign(n + 1, 'Speaker', stage.ada)))),
  ])
  const [speaker] = (await stage.group()).roles
  const all = await store.find(rsvps, { index: 'group', where: { groupId: stage.groupId }, limit: 1_000 })
  const held = all.filter(({ roleIds, attending }) => attending !== false && roleIds.includes(speaker?._id ?? '')).length
  await store.close()
  return { undone, assigned, held, counted: speaker?.counts.assignedNoResponse ?? 0 }
}

test('R106, R3 a seat taken back and wanted by twenty others at once is one person’s, and is taken back once at most', async () => {
  for (const order of ordersOf([0, 1])) {
    const { undone, assigned, held, counted } = await rush(order)
    expect([held, counted, count(undone, 'ok') + count(assigned, 'ok')]).toEqual([1, 1, 1])
    expect(count(undone, 'ok') + count(undone, 'undo-done') + count(undone, 'undo-seat-gone')).toBe(10)
  }
})

test('R106, R3 control: where revisions are ignored the seat is given twice, or taken back twice', async () => {
  const { undone, assigned, held, counted } = await rush([0, 1], withoutRevisions)
  expect(held === 1 && counted === 1 && count(undone, 'ok') + count(assigned, 'ok') === 1).toBe(false)
})
