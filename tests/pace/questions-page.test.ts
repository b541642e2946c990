// What the first page of a group's 10,000 answers costs where each answers twenty questions.
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { onTime, times } from '../kit/world/pace.ts'
import { openWorld } from '../kit/world/world.ts'

const options = [{ label: 'Yes, with rice' }, { label: 'No, with bread' }]
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0

/** A group whose answers are all like one that was given to so many questions; gives what reads its first page, in milliseconds of the processor. */
async function crowded(count: number, answered: number) {
  const world = await openWorld()
  const ada = await world.person('ada', 'enterprise')
  const questions = Array.from({ length: count }, (_, nth) => ({ label: `Question ${nth}`, kind: 'choice' as const, options }))
  const rules = { assignmentRules: { enableRoleSelfSelect: true } }
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 500 }], { questions }, rules)
  const { group } = await world.ok(groupApi.read, { id: groupId }, ada)
  const asked = 'maxCompanions' in group ? (group.questions ?? []) : []
  const answers = asked.map((one) => ({ questionId: one._id, value: one.options[0]?._id ?? '' }))
  await world.answer(groupId, world.proven('guest@guests.test', groupId), ['Guest'], { answers })
  const [one] = await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 1 })
  const others = Array.from({ length: answered - 1 }, (_, nth) => {
    const put = { ...one, _id: nth.toString(16).padStart(24, '0'), email: `guest${nth}@guests.test`, rev: 1 } as Rsvp
    return { collection: rsvps, put, expectedRev: 0 }
  })
  for (let from = 0; from < others.length; from += 500) await world.store.commit(others.slice(from, from + 500))
  return async () => {
    const before = process.cpuUsage()
    const page = await world.call(groupApi.read, { id: groupId }, ada)
    const { user, system } = process.cpuUsage(before)
    expect([page.body.rsvps.length > 100, page.body.rsvps[0].answers?.length ?? 0]).toEqual([true, count])
    return (user + system) / 1_000
  }
}

test('R165 pace: the first page of 10,000 answers to twenty questions costs at most 1.5 times what it costs without', onTime, async () => {
  const [plain, asked] = await Promise.all([crowded(0, 10_000), crowded(20, 10_000)])
  const took: [number[], number[]] = [[], []]
  for (let nth = 0; nth < 25; nth++) {
    took[0].push(await plain())
    took[1].push(await asked())
  }
  times(median(took[1]), median(took[0]), 1.5)
})
