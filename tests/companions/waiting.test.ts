// Parties that wait: who is next for what is free, and what an offer holds.
import { beforeEach, expect, test } from 'vitest'
import { undoApi } from '#protocol/record/undo.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { openStage } from './stage.ts'

type Stage = Awaited<ReturnType<typeof openStage>>
let stage: Stage
beforeEach(async () => {
  stage = await openStage(4)
})

test('R172 a free seat goes to the first who would come with what is free; who needs more keeps their place', async () => {
  await stage.party(1, 4)
  await stage.waits(2, 3)
  await stage.waits(3, 3, { atLeast: 2 })
  await stage.waits(4, 1)
  expect((await stage.own(2))?.waiting).toMatchObject([{ position: 1, needs: 3 }])
  const { companions } = (await stage.own(1)) ?? {}
  await stage.answer(1, ['Guest'], { companions: companions?.slice(1) })
  // One seat: 2 needs three and 3 needs two, so 4 has it.
  expect([await stage.rolesOf(2), await stage.rolesOf(3), await stage.rolesOf(4)]).toEqual([[], [], ['Guest']])
  await stage.answer(1, ['Guest'], { companions: [] })
  // Two seats: 3 comes with two of its three.
  expect([await stage.rolesOf(2), await stage.rolesOf(3), await stage.counts()]).toEqual([[], ['Guest'], 4])
  const three = await stage.own(3)
  expect([three?.companions?.length, three?.waiting, three?.atLeast]).toEqual([1, undefined, undefined])
  expect(await stage.newestEmail(3)).toContain('You had asked for 3')
  expect((await stage.own(2))?.waiting).toMatchObject([{ position: 1, needs: 3 }])
  expect(await stage.faults()).toEqual([])
})

test('R90, R172 nobody overtakes who would come, and seats that nobody waiting would take are open to all', async () => {
  await stage.party(1, 3)
  await stage.waits(2, 3)
  expect((await stage.party(3, 2)).body).toMatchObject({ code: 'role-full', full: [{ free: 1 }] })
  expect((await stage.party(4, 1)).status).toBe(200)
  await stage.decline(1)
  expect([await stage.rolesOf(2), await stage.counts()]).toEqual([['Guest'], 4])
})

test('R172 a party says anew with how few it would come, and shrinks, and is seated at once where that is enough', async () => {
  await stage.party(1, 3)
  await stage.waits(2, 4, { keepWaiting: true })
  await stage.waits(3, 2)
  await stage.answer(2, [], { atLeast: 2 })
  expect((await stage.own(2))?.waiting).toMatchObject([{ needs: 2 }])
  const { companions } = (await stage.own(3)) ?? {}
  expect(companions).toHaveLength(1)
  await stage.answer(3, [], { companions: [] })
  expect([await stage.rolesOf(3), await stage.counts()]).toEqual([['Guest'], 4])
  expect(await stage.faults()).toEqual([])
})

test('R172 those who don’t fit keep the seats they had in another role', async () => {
  await stage.party(1, 3)
  await stage.answer(2, ['Host'], { companions: [{ name: 'Mia' }], waitFor: ['Guest'], atLeast: 1 })
  expect(await stage.rolesOf(2)).toEqual(['Guest', 'Host'])
  expect((await stage.own(2))?.companions).toMatchObject([{ name: 'Mia', roles: ['Host'] }])
  expect([await stage.taken(), await stage.faults()]).toEqual([[4, 2], []])
})

test('R173 after the cut-off an offer holds as many seats as they take, and says so; taking fewer gives the rest on', async () => {
  await stage.party(1, 4)
  await stage.waits(2, 3, { atLeast: 2 })
  await stage.waits(3, 1)
  stage.hoursBefore(12)
  await stage.decline(1)
  expect((await stage.own(2))?.offers).toMatchObject([{ role: 'Guest', seats: 3 }])
  expect((await stage.own(3))?.offers).toMatchObject([{ role: 'Guest' }])
  expect(await stage.newestEmails(2)).toContain('3 seats as “Guest”')
  await stage.waits(4, 2, { atLeast: 1 })
  expect((await stage.own(4))?.waiting).toHaveLength(1)
  expect(await stage.faults()).toEqual([])
  const taken = await stage.world.ok(waitlistApi.offer, { groupId: stage.groupId, role: 'Guest', accept: true, seats: 2 }, stage.guest(2))
  expect([taken.rsvp.roles, taken.rsvp.companions?.length]).toEqual([['Guest'], 1])
  expect((await stage.own(4))?.offers).toMatchObject([{ role: 'Guest' }])
  expect(await stage.faults()).toEqual([])
})

test('R173 a party that shrinks while seats are held gives the others on at once', async () => {
  await stage.party(1, 4)
  await stage.waits(2, 3)
  await stage.waits(3, 2)
  stage.hoursBefore(12)
  await stage.decline(1)
  expect((await stage.own(3))?.offers).toBeUndefined()
  await stage.answer(2, [], { companions: [] })
  expect([(await stage.own(2))?.offers, (await stage.own(3))?.offers]).toMatchObject([[{ role: 'Guest' }], [{ seats: 2 }]])
  expect((await stage.own(2))?.offers?.[0]?.seats).toBeUndefined()
  expect(await stage.faults()).toEqual([])
})

test('R92, R172 organizers see the size of a party, and give it as many seats as are free, from those it would come with', async () => {
  await stage.party(1, 3)
  await stage.waits(2, 3, { atLeast: 2 })
  const [row] = (await stage.list()).waiting
  expect(row).toMatchObject({ position: 1, size: 3, atLeast: 2 })
  const give = (addSeat: boolean) =>
    stage.world.call(
      waitlistApi.change,
      { id: stage.groupId, rsvpId: row?.rsvpId ?? '', roleName: 'Guest', change: 'give', addSeat },
      stage.ada,
    )
  expect((await give(false)).body).toMatchObject({ code: 'role-full', full: [{ free: 1 }] })
  expect((await give(true)).status).toBe(200)
  expect([(await stage.own(2))?.companions?.length, await stage.counts(), (await stage.group()).roles[0]?.max]).toEqual([1, 5, 5])
})

test('R93, R106 a lower limit moves whole parties to the front, and an undo seats them again', async () => {
  await stage.party(1, 2)
  await stage.party(2, 2)
  expect((await stage.limit(3)).body).toMatchObject({ code: 'role-under-filled', filled: 4 })
  const { body } = await stage.limit(3, { moveToWaitlist: true })
  expect([await stage.counts(), (await stage.own(2))?.waiting]).toMatchObject([2, [{ position: 1, needs: 2 }]])
  await stage.world.ok(undoApi.undo, { id: body.act }, stage.ada)
  expect([await stage.counts(), await stage.rolesOf(2), await stage.faults()]).toEqual([4, ['Guest'], []])
})
