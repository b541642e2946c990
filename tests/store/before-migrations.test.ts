// The last store without migrations, with records in every collection (fixtures/before-migrations.*): opened, migrated, and gone on with (R111).
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { orgApi } from '#protocol/people/org.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { GroupView, groupApi } from '#protocol/seats/group.ts'
import { collections } from '#server/app/store/collections.ts'
import { stateOf } from '#server/kernel/store/migrate.ts'
import { migrations, storeVersion } from '#server/kernel/store/migrations/all.ts'
import { foresee } from '#server/kernel/store/preview-migration.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import type { User } from '#server/people/model/account.ts'
import { testClock } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { migrated } from '../kit/world/migrated.ts'
import { openWorld } from '../kit/world/world.ts'
import { fixtureFile, openFixture } from './old-store.ts'

const release = 'before-migrations'
interface Facts {
  readonly now: number
  readonly eventId: string
  readonly groupId: string
  readonly orgId: string
}
const facts = JSON.parse(readFileSync(fixtureFile(`${release}.json`), 'utf8')) as Facts

/** What migration 2 calls a collection. */
const newNames: Readonly<Record<string, string>> = { answers: 'keptReplies', letterCounts: 'emailCounts' }
const isNewName = (name: string) => Object.values(newNames).includes(name)

/** What migration 1 leaves of a record, written down by hand. */
function expectedOf(name: string, record: Stored): Stored {
  const lacks = (field: string) => !(field in record)
  if (name === 'events' && lacks('settingsRev')) return { ...record, rev: record.rev + 1, settingsRev: 1 } as Stored
  if (name === 'groups' && lacks('settingsRev')) return { ...record, rev: record.rev + 1, settingsRev: 1 } as Stored
  return record
}

test('R111 a store with records in every collection is migrated: what had the new shape stays as it was, the rest gets it', async () => {
  const store = await openFixture(release)
  const before = await everything(store)
  const changing = before.groups?.filter((record) => record._id !== 'left behind') ?? []
  expect(changing.length).toBeGreaterThan(2)
  const [prospect, naming, , wording] = await foresee(store, { collections, migrations })
  await migrated(store)
  const after = await everything(store)
  for (const [name, records] of Object.entries(before)) {
    if (name === 'storeStates' || name === 'accountWords' || isNewName(name)) continue
    expect([name, after[newNames[name] ?? name]]).toEqual([name, records.map((record) => expectedOf(name, record))])
  }
  const [kept, counted] = [before.answers?.length ?? 0, before.letterCounts?.length ?? 0]
  expect([kept > 0, counted > 0, after.answers, after.letterCounts]).toEqual([true, true, [], []])
  expect(naming?.counts).toEqual({ answers: kept, letterCounts: counted })
  const words = after.accountWords?.map(({ _id }) => _id) ?? []
  expect([words.length > 4, wording?.counts]).toEqual([true, { accountWords: words.length }])
  expect(words).toContain(`ada ${after.users?.find((user) => (user as User).email.startsWith('ada'))?._id}`)
  const written = Object.keys(before).flatMap((name) =>
    (after[name] ?? []).filter(({ _id, rev }) => before[name]?.some((one) => one._id === _id && one.rev < rev)),
  )
  expect(Object.values(prospect?.counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(written.length)
  expect((await stateOf(store)).version).toBe(storeVersion)
})

test('R111 S20 people go on where they were: they log in, see their events, and organizers edit and guests answer', async () => {
  const store = await openFixture(release)
  await migrated(store)
  const world = await openWorld({ store, clock: testClock(facts.now) })
  const ada = await world.logIn('ada')
  const { groupId: id } = facts
  const { events } = await world.ok(eventApi.mine, {}, ada)
  expect(events.map(({ _id }) => _id)).toContain(facts.eventId)
  const group = GroupView.parse((await world.ok(groupApi.read, { id }, ada)).group)
  await world.ok(groupApi.update, { id, name: 'Another name', settingsRev: group.settingsRev }, ada)
  expect((await world.no(groupApi.update, { id, name: 'A third', settingsRev: group.settingsRev }, ada))[1]).toBe('stale-rev')
  const late = await world.prove('late@guests.test', id)
  expect((await world.answer(id, late, [], { attending: false })).status).toBe(200)
  const amy = await world.logIn('amy')
  expect((await world.ok(orgApi.mine, {}, amy)).organizations.map(({ _id }) => _id)).toContain(facts.orgId)
})
