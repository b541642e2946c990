// Reading a form: what everybody sees is made once per revision and never older than what was acknowledged; what is one's own is kept nowhere.
import { setImmediate as immediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import type { Store } from '#server/kernel/store/store.ts'
import { eventFor, events } from '#server/seats/model/event.ts'
import { groups } from '#server/seats/model/group.ts'
import { formView } from '#server/seats/model/several.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import type { As } from '../kit/world/client.ts'
import { day } from '../kit/world/clock.ts'
import { freshStore } from '../kit/world/fresh-store.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const nobody = { userEmail: '', userName: '', rsvp: null }

/** The form as it is read, beside what its records say now. */
async function readAndMade({ ok, store, clock }: World, groupId: string) {
  const read = await ok(rsvpApi.form, { groupId })
  const group = await store.get(groups, groupId)
  const event = group?.eventId ? await store.get(events, group.eventId) : undefined
  return { read, made: group && { ...formView(group, eventFor(event, group), clock.now()), ...nobody } }
}

describe('what everybody sees', () => {
  test('H5 is what the records say, after every kind of change, and once the event is over', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId, eventId } = await world.event(ada)
    const changes = [
      async () => world.answer(groupId, world.proven('gast@guests.test', groupId), ['Guest']),
      async () => world.answer(groupId, world.proven('gast@guests.test', groupId), ['Speaker']),
      async () => world.answer(groupId, world.proven('gast@guests.test', groupId), [], { attending: false }),
      async () => world.ok(groupApi.update, { id: groupId, displayRSVPToAll: true }, ada),
      async () => world.ok(groupApi.update, { id: groupId, description: 'Müßiggang “…” \u2028 </script>' }, ada),
      async () => world.ok(eventApi.update, { id: eventId, name: 'Autumn school' }, ada),
      async () => world.ok(eventApi.update, { id: eventId, location: 'Kathmandu' }, ada),
      async () => world.clock.advance(8 * day),
    ]
    const seen = new Set<string>()
    for (const change of [async () => {}, ...changes]) {
      await change()
      for (const { read, made } of [await readAndMade(world, groupId), await readAndMade(world, groupId)]) {
        expect(read).toEqual(made)
        seen.add(JSON.stringify(read))
      }
    }
    expect(seen.size).toBe(changes.length + 1)
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect((await readAndMade(world, groupId)).read.status).toBe('cancelled')
  })

  test('H5 R23 is of the group’s own event: with another one’s id it is a 404, kept or not', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const [{ groupId, eventId }, other] = [await world.event(ada), await world.event(ada)]
    for (let times = 0; times < 2; times++) {
      expect((await world.no(rsvpApi.form, { groupId, eventId: other.eventId }))[1]).toBe('event-unknown')
      expect((await world.ok(rsvpApi.form, { groupId, eventId }))._id).toBe(groupId)
    }
    const record = await world.store.get(groups, groupId)
    if (record) await world.store.commit([{ collection: groups, drop: record, expectedRev: record.rev }])
    expect((await world.no(rsvpApi.form, { groupId }))[1]).toBe('group-unknown')
  })
})

const formPath = (groupId: string) => `/api/rsvp/form/${groupId}`
const asked = (world: World, groupId: string, etag: string, as: As = {}) =>
  world.send('GET', formPath(groupId), undefined, { ...as, headers: { 'if-none-match': etag } })

describe('whether a browser has it already', () => {
  test('H5 the open form is a 304 for who has it, until something changes; no proxy keeps it', async () => {
    const world = await openWorld()
    const { groupId } = await world.event(await world.person('ada'))
    const first = await world.send('GET', formPath(groupId))
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[0-9a-f]{64}"$/)
    for (const tags of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await asked(world, groupId, tags)
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag])
      expect(again.headers.get('cache-control')).toBe('private, no-cache')
    }
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    expect((await asked(world, groupId, '"other"')).status).toBe(200)
    await world.answer(groupId, world.proven('gast@guests.test', groupId), ['Guest'])
    const changed = await asked(world, groupId, etag)
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false])
    expect(changed.body.roleCoverage[1].count).toBe(1)
  })

  test('H5a R27 what is one’s own is never kept: not by browsers, not for the next who asks, whatever they have', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    const guest = world.proven('gast@guests.test', groupId)
    await world.answer(groupId, guest, ['Guest'], { name: 'Gerda Gast', note: 'by train' })
    const open = await world.send('GET', formPath(groupId))
    const etag = open.headers.get('etag') ?? ''
    const others = [world.proven('other@guests.test', groupId), ada]
    for (const as of [guest, ...others]) {
      const own = await asked(world, groupId, etag, as)
      expect([own.status, own.headers.get('etag'), own.headers.get('cache-control')]).toEqual([200, null, 'no-store'])
      expect([own.body.userEmail, own.body.rsvp?.name]).toEqual([as.email, as === guest ? 'Gerda Gast' : undefined])
      expect(JSON.stringify(own.body).includes('by train')).toBe(as === guest)
    }
    const again = await world.send('GET', formPath(groupId))
    expect(again.body).toEqual(open.body)
    expect(again.body).toMatchObject(nobody)
    expect(JSON.stringify(again.body)).not.toMatch(/gast@|Gerda|by train|ada@/)
    expect((await asked(world, groupId, etag)).status).toBe(304)
  })
})

/** Two processes over one store: how often a reader of either got a form older than an answer that somebody had been told of before it asked. */
async function olderThanTold(wrap: (store: Store) => Store) {
  const store = await freshStore()
  const worlds = [await openWorld({ store, process: 'a', wrap }), await openWorld({ store, process: 'b', wrap })] as const
  const { groupId } = await worlds[0].event(await worlds[0].person('ada', 'pro'), [{ name: 'Guest', max: 40 }])
  let newest = 0
  let older = 0
  let reads = 0
  let isOver = false
  const read = async (world: World) => {
    while (!isOver) {
      const before = newest
      const { rev } = await world.ok(rsvpApi.form, { groupId })
      reads++
      if (rev < before) older++
      await immediate() // else readers in memory would leave no turn of the event loop to those who answer
    }
  }
  const answer = async (world: World, name: string) => {
    for (let n = 0; n < 20; n++) {
      const { body } = await world.answer(groupId, world.proven(`${name}${n}@guests.test`, groupId), ['Guest'])
      expect(body.error).toBeUndefined()
      newest = Math.max(newest, body.form.rev)
    }
  }
  const readers = worlds.flatMap((world) => [read(world), read(world)])
  await Promise.all([answer(worlds[0], 'a'), answer(worlds[1], 'b')])
  isOver = true
  await Promise.all(readers)
  const last = await Promise.all(worlds.map((world) => world.ok(rsvpApi.form, { groupId })))
  expect(reads).toBeGreaterThan(20)
  return { older, counted: last.map(({ roleCoverage }) => roleCoverage[0]?.count) }
}

/** A store whose revisions are those it told first. */
function remembering(store: Store): Store {
  const first = new Map<string, Promise<number | undefined>>()
  const rev: Store['rev'] = (collection, id) => {
    const newest = first.get(id) ?? store.rev(collection, id)
    first.set(id, newest)
    return newest
  }
  return { ...storeWith(store, {}), rev }
}

describe('a race of answers and readers, at two processes', () => {
  test('H5 nobody who asks after an answer was acknowledged gets a form from before it', async () => {
    expect(await olderThanTold((store) => store)).toEqual({ older: 0, counted: [40, 40] })
  })

  test('H5 control: where revisions are looked up once, readers get older ones', async () => {
    const { older, counted } = await olderThanTold(remembering)
    expect(older).toBeGreaterThan(0)
    expect(counted).not.toEqual([40, 40])
  })
})
