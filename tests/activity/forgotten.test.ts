// Whoever's data is gone is "a guest" in every line (R105, R96): nothing of them is left in the store, whichever way they go.
import { describe, expect, test } from 'vitest'
import { activityRoom } from '#protocol/live.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { callerOf } from '#server/people/identity/caller.ts'
import { eraseMyData } from '#server/seats/guest/actions.ts'
import { activities } from '#server/seats/model/activity.ts'
import { submitRsvp } from '#server/seats/rsvp/actions.ts'
import { day } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { openWorld } from '../kit/world/world.ts'

const email = 'gast.erased@guests.test'
const [name, renamed] = ['Gastine Canary', 'Gastine Sparrow']
const words = new RegExp(`${email}|Gastine|Canary|Sparrow|a chair of mine`, 'i')

async function anEvent() {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { groupId } = await world.event(ada)
  const guest = () => world.proven(email, groupId)
  const lines = async () => (await world.ok(activityApi.list, { id: groupId }, ada)).activity
  /** All that the activity keeps, as text. */
  const kept = async () => JSON.stringify((await everything(world.store)).activities)
  return { world, ada, groupId, guest, lines, kept }
}

/** A guest who did all that a guest does, and to whom all was done that is done. */
async function busyGuest() {
  const made = await anEvent()
  const { world, ada, groupId, guest } = made
  await world.ok(invitationApi.send, { id: groupId, people: [{ email, name }] }, ada)
  await world.answer(groupId, guest(), ['Speaker'], { name })
  await world.answer(groupId, guest(), ['Speaker'], { name: renamed, note: 'a chair of mine' })
  await world.ok(handoverApi.begin, { groupId, name: 'Bo', email: 'bo@guests.test' }, guest())
  await world.ok(handoverApi.takeBack, { groupId }, guest())
  const other = world.proven('other@guests.test', groupId)
  await world.answer(groupId, other, ['Guest'], { name: 'Other' })
  await world.ok(handoverApi.begin, { groupId, name, email }, other)
  await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Speaker', max: 2 }, ada)
  return made
}

describe('erased', () => {
  test('R105b, R96 by the guest: no name and no address of theirs is in any line; until then names are, and addresses never', async () => {
    const { world, groupId, guest, lines, kept } = await busyGuest()
    expect(await kept()).toContain(renamed)
    expect(await kept()).not.toMatch(/@|a chair of mine/)
    const ids = (await lines()).map(({ _id }) => _id)
    await world.ok(guestApi.erase, { groupId }, guest())
    expect(await kept()).not.toMatch(words)
    const now = await lines()
    expect(now.slice(-ids.length).map(({ _id }) => _id)).toEqual(ids)
    expect(now.map(({ kind }) => kind)).toContain('erase')
    expect(now.filter(({ rsvp }) => rsvp?.name === 'Other').length).toBeGreaterThan(0)
  })

  test('R105, R96 nothing of them is in anything that is stored', async () => {
    const { world, groupId, guest } = await busyGuest()
    const left = async () =>
      Object.entries(await everything(world.store))
        .filter(([, records]) => words.test(JSON.stringify(records)))
        .map(([collection]) => collection)
    expect(await left()).toEqual(expect.arrayContaining(['activities', 'rsvps']))
    await world.ok(guestApi.erase, { groupId }, guest())
    // The one email that says so waits to be sent (tests/guest/own-data.test.ts).
    expect((await left()).filter((collection) => collection !== 'emails')).toEqual([])
  })

  test('R105, R96 by time', async () => {
    const { world, kept } = await busyGuest()
    world.clock.advance(120 * day)
    await world.runJobs()
    expect(await kept()).not.toMatch(words)
    expect(await kept()).not.toContain('Other')
  })

  test('R105b, R97 by an invitation that is taken back', async () => {
    const { world, ada, groupId, kept, lines } = await anEvent()
    await world.ok(invitationApi.send, { id: groupId, people: [{ email, name }] }, ada)
    expect(await kept()).toContain(name)
    const [invited] = await lines()
    await world.ok(invitationApi.takeBack, { id: groupId, rsvpId: invited?.rsvp?._id ?? '' }, ada)
    expect(await kept()).not.toMatch(words)
    expect((await lines()).map(({ kind, rsvp }) => [kind, rsvp?.name])).toEqual([
      ['uninvite', ''],
      ['invite', ''],
      ['create', undefined],
    ])
  })

  test('R105, R96 in the very batch in which they answered, when no line of it is in the store yet', async () => {
    const { world, groupId, guest, kept } = await anEvent()
    await world.answer(groupId, guest(), ['Speaker'], { name })
    const commits = world.store.commits
    const caller = await callerOf(world.services, { proof: () => /=(.*)/.exec(guest().cookie ?? '')?.[1], address: '' })
    const again = { groupId, email, name: renamed, attending: true, roles: ['Guest'], confirmed: false }
    await Promise.all([submitRsvp(world.services, again, caller), eraseMyData(world.services, { groupId }, caller)])
    expect(world.store.commits - commits).toBe(1)
    expect(await kept()).not.toMatch(words)
    expect((await world.store.find(activities, { index: '_id' })).filter(({ kind }) => kind === 'erase')).toHaveLength(1)
  })

  test('R105, R96 however many lines there are, one commit writes a thousand; at once nobody reads a name, and soon none is kept', async () => {
    const { world, ada, groupId, guest, kept } = await anEvent()
    await world.answer(groupId, guest(), ['Speaker'], { name })
    const line = (await world.store.find(activities, { index: '_id' })).find(({ rsvpName }) => rsvpName === name)
    if (!line) throw new Error('No line')
    const older = Array.from({ length: 2_500 }, (_, n) => ({ ...line, _id: n.toString(16).padStart(24, '0'), groupRev: 0 }))
    for (let n = 0; n < 2_500; n += 250)
      await world.store.commit(older.slice(n, n + 250).map((one) => ({ collection: activities, put: one, expectedRev: 0 })))
    await world.ok(guestApi.erase, { groupId }, guest())
    const left = async () => (await world.store.find(activities, { index: '_id', limit: 10_000 })).filter(({ rsvpName }) => rsvpName).length
    expect(await left()).toBe(1_501)
    let cursor: string | undefined
    for (let pages = 0; pages < 60; pages++) {
      const page = await world.ok(activityApi.list, { id: groupId, ...(cursor && { cursor }) }, ada)
      expect(JSON.stringify(page)).not.toMatch(words)
      if (page.next === null) break
      cursor = page.next
    }
    await world.runJobs()
    expect(await kept()).not.toMatch(words)
    expect((await everything(world.store)).forgettings).toEqual([])
  })

  test('R105 is told live to those who look', async () => {
    const { world, ada, groupId, guest, lines } = await anEvent()
    await world.answer(groupId, guest(), ['Speaker'], { name })
    const [line] = await lines()
    const socket = await world.socket({ token: ada.token })
    await socket.watch(activityRoom(groupId))
    await world.ok(guestApi.erase, { groupId }, guest())
    await socket.hears(({ name: heard, view }) => heard === 'activity' && view._id === line?._id && view.rsvp.name === '' && view.rev === 2)
  })
})

test('R105 of somebody who answers again under an erased address is theirs from then on, and what was before stays nobody’s', async () => {
  const { world, groupId, guest, lines } = await anEvent()
  await world.answer(groupId, guest(), ['Speaker'], { name })
  await world.ok(guestApi.erase, { groupId }, guest())
  await world.answer(groupId, guest(), ['Guest'], { name: 'Gastine Again' })
  expect((await lines()).map(({ kind, rsvp }) => [kind, rsvp?.name])).toEqual([
    ['answer', 'Gastine Again'],
    ['erase', ''],
    ['answer', ''],
    ['create', undefined],
  ])
})
