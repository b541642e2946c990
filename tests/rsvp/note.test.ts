// A guest's note: who reads it, who doesn't, and how it goes.
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const note = 'I bring <b>bread</b> & =wine'

async function withNote() {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { groupId, eventId } = await world.event(ada)
  const guest = world.proven(email, groupId)
  const socket = await world.socket(ada)
  await socket.watch(groupRoom(groupId))
  const answer = await world.answer(groupId, guest, ['Guest'], { note: ` ${note} ` })
  const rows = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).rsvps
  return { world, ada, groupId, eventId, guest, socket, answer, rows }
}

test('R133 the guest and the organizers read it, in the list and live; other guests, the form and its room never do', async () => {
  const { world, groupId, eventId, guest, socket, answer, rows } = await withNote()
  const other = world.proven('other@guests.test', groupId)
  const watching = await world.socket({})
  const first = await watching.watch(formRoom(groupId, eventId))
  expect(answer.body.rsvp.note).toBe(note)
  expect(await rows()).toMatchObject([{ email, note }])
  await expect.poll(() => JSON.stringify(socket.heard)).toContain('bread')
  await world.answer(groupId, guest, ['Guest'], { note: 'bread and salt' })
  await expect.poll(() => JSON.stringify(socket.heard)).toContain('bread and salt')
  const seen = [
    first,
    watching.heard,
    await world.ok(rsvpApi.form, { groupId }, other),
    (await world.answer(groupId, other, [])).body,
    await world.ok(rsvpApi.form, { groupId }),
    answer.body.form,
  ]
  expect(JSON.stringify(seen)).not.toContain('bread')
})

test('R133 R13 left out it stays, empty it goes, the same again writes nothing', async () => {
  const { world, groupId, guest, rows } = await withNote()
  await world.answer(groupId, guest, [], { attending: false })
  expect(await rows()).toMatchObject([{ attending: false, note }])
  const { commits } = world.store
  await world.answer(groupId, guest, [], { attending: false, note })
  expect(world.store.commits).toBe(commits)
  const gone = await world.answer(groupId, guest, [], { attending: false, note: ' ' })
  expect(['note' in gone.body.rsvp, 'note' in ((await rows())[0] ?? {})]).toEqual([false, false])
})

test.each([['x'.repeat(201)], ['two\nlines'], ['a\u0000b'], ['a\u202eb'], [7]])(
  'R133 %j is no note, and nothing is answered',
  async (bad) => {
    const { world, groupId, guest, rows } = await withNote()
    expect((await world.answer(groupId, guest, [], { note: bad })).status).toBe(400)
    expect(await rows()).toMatchObject([{ note }])
    expect((await world.answer(groupId, guest, [], { note: 'x'.repeat(200) })).status).toBe(200)
  },
)

test('R133 R96 it is in the guest’s own data, and is erased with it', async () => {
  const { world, groupId, guest, rows } = await withNote()
  expect((await world.ok(guestApi.myData, { groupId }, guest)).note).toBe(note)
  await world.ok(guestApi.erase, { groupId }, guest)
  expect(JSON.stringify([await rows(), await world.store.find(rsvps, { index: 'group', where: { groupId } })])).not.toContain('bread')
})
