// A restore goes back in time: what was read before it must match nothing after it, and what is read after it must count as newer.
import { expect, test } from 'vitest'
import { type EventView, eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { type Entries, entriesOf, fillStore, inNewEra } from '#server/app/backup/records.ts'
import { eraAt, eraOf, type Store } from '#server/kernel/store/store.ts'
import { everything, memory, target } from '../kit/world/every-collection.ts'
import { freshStore, openWorld, type World } from '../kit/world/world.ts'

const [restoredAt, again] = [Date.parse('2026-12-02T10:00:00Z'), Date.parse('2026-12-02T10:00:03Z')]

/** A store as the engine of this suite makes it, filled with these records. */
async function restored(entries: Entries): Promise<Store> {
  const store = await freshStore()
  await fillStore(target(store), entries)
  return store
}
/** A copy of what stands now, as a backup is one. */
async function backedUp(world: World) {
  const copy = await memory()
  await fillStore(target(copy), entriesOf(world.store))
  return copy
}

interface Seen {
  rev?: number
  settingsRev?: number
}

/** An organizer's form, opened after three edits that the backup doesn't hold; after the restore as many others are made. */
async function formOverRestore(change: (entries: Entries) => Entries) {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { groupId, eventId } = await world.event(ada)
  const backup = await backedUp(world)
  const edit = (one: World, description: string, seen: Seen = {}) => one.call(groupApi.update, { id: groupId, description, ...seen }, ada)
  for (const text of ['lost 1', 'lost 2', 'lost 3']) await edit(world, text)
  const [{ group }, { event }] = await Promise.all([
    world.ok(groupApi.read, { id: groupId }, ada),
    world.ok(eventApi.read, { id: eventId }, ada),
  ])
  const seen = group as GroupView
  const after = await openWorld({ store: await restored(change(entriesOf(backup))), clock: world.clock })
  for (const text of ['new 1', 'new 2', 'new 3']) expect((await edit(after, text)).status).toBe(200)
  const { rev, settingsRev } = event as EventView
  const ofEvent = (over: Seen) => after.call(eventApi.update, { id: eventId, name: 'Over what I saw', ...over }, ada)
  const stale = [
    await edit(after, 'over what I saw', { rev: seen.rev }),
    await edit(after, 'over what I saw', { settingsRev: seen.settingsRev }),
    await ofEvent({ rev }),
    await ofEvent({ settingsRev }),
  ]
  return { stale, seen, now: (await after.ok(groupApi.read, { id: groupId }, ada)).group as GroupView }
}

test('R122, R55, R107 a form opened before a restore is stale after it, and what is read then is newer', async () => {
  const { stale, seen, now } = await formOverRestore((entries) => inNewEra(entries, restoredAt))
  expect(stale.map(({ status, body }) => [status, body.code])).toEqual(Array(4).fill([409, 'stale-rev']))
  expect([now.rev > seen.rev, now.settingsRev > seen.settingsRev, now.description]).toEqual([true, true, 'new 3'])
})

test('R122 control: with the revisions of the backup the form overwrites what it has never seen', async () => {
  const { stale, now } = await formOverRestore((entries) => entries)
  expect([stale[0]?.status, now.description]).toEqual([200, 'over what I saw'])
})

test('R122 the same backup restored again begins another era; a clock that is behind gives no revision twice either', async () => {
  const world = await openWorld()
  await world.event(await world.person('ada', 'pro'))
  const revs = async (now: number, from: Store) => {
    const store = await restored(inNewEra(entriesOf(from), now))
    return {
      store,
      all: Object.values(await everything(store))
        .flat()
        .map(({ rev }) => rev),
    }
  }
  const backup = await backedUp(world)
  const [first, second] = [await revs(restoredAt, backup), await revs(again, backup)]
  expect([new Set(first.all), new Set(second.all)]).toEqual([new Set([eraAt(restoredAt)]), new Set([eraAt(again)])])
  expect(eraAt(again) - eraAt(restoredAt)).toBeGreaterThan(3_000_000) // more than a record is written in three seconds
  const behind = await revs(restoredAt - 86_400_000, second.store)
  expect(new Set(behind.all)).toEqual(new Set([eraAt(again) + 1]))
})

test('R122, L5 an answer that the backup doesn’t hold, given again after the restore, is newer to everybody who saw it before', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const { groupId } = await world.event(ada)
  const early = world.proven('early@guests.test', groupId)
  await world.answer(groupId, early, ['Guest'])
  const backup = await backedUp(world)
  const late = world.proven('late@guests.test', groupId)
  let before = await world.answer(groupId, late, ['Guest'])
  for (const roles of [['Speaker'], ['Guest'], ['Speaker']]) before = await world.answer(groupId, late, roles)
  expect(before.body.rsvp.rev).toBe(4)
  const after = await openWorld({ store: await restored(inNewEra(entriesOf(backup), restoredAt)), clock: world.clock })
  const anew = await after.answer(groupId, late, ['Guest'])
  expect([anew.status, anew.body.rsvp._id, anew.body.rsvp.rev]).toEqual([200, before.body.rsvp._id, eraAt(restoredAt) + 1])
  expect((await after.answer(groupId, late, ['Speaker'])).body.rsvp.rev).toBe(eraAt(restoredAt) + 2)
  expect((await after.ok(rsvpApi.form, { groupId }, early)).rsvp?.rev).toBe(eraAt(restoredAt))
  const moved = await after.answer(groupId, early, [], { attending: false })
  expect(moved.body.rsvp.rev).toBe(eraAt(restoredAt) + 1)
  const rows = (await after.ok(groupApi.rsvps, { id: groupId }, ada)).rsvps.map(({ rev }) => eraOf(rev))
  expect(rows).toEqual([eraAt(restoredAt), eraAt(restoredAt)])
})
