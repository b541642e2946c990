// Long lists are worked through in slices: whoever sends one holds nobody up (R119g). By a clock that only work moves, so that no machine is too slow for it.
import { expect, onTestFinished, test } from 'vitest'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { orgApi } from '#protocol/people/org.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'

import { routes } from '#server/app/app.ts'
import { openapiOf } from '#server/edge/http/api/openapi.ts'
import { inSlices, sliceMs } from '#server/kernel/store/slices.ts'
import type { Write } from '#server/kernel/store/store.ts'
import { groups } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day } from '../kit/world/clock.ts'
import { openChoir } from '../kit/world/organization.ts'
import { longestWait, workClock } from '../kit/world/turns.ts'
import { type Answer, freshStore, openWorld, type World } from '../kit/world/world.ts'

const rows = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `Person ${n}`, email: `person${n}@people.test`, mobile: '' }))

test.each([1, 8])('R119g a list gives the event loop back every 5 ms, in its order, %i at once; control', async (together) => {
  const clock = workClock()
  const worked = async (most: typeof inSlices) => {
    let made: number[] = []
    const list = Array.from({ length: 1_000 }, (_, n) => n)
    const double = async (one: number) => {
      clock.work()
      return 2 * one
    }
    const waits = await longestWait(clock.now, async () => {
      made = await most(list, double, { together })
    })
    expect(made).toEqual(list.map((n) => 2 * n))
    return waits
  }
  const { longest, turns } = await worked(inSlices)
  expect(longest).toBeLessThan(sliceMs + together)
  expect(turns).toBeGreaterThanOrEqual(1_000 / (sliceMs + together))
  const unguarded = await worked(async (list, work) => Promise.all(list.map(work)))
  expect(unguarded.longest).toBe(1_000)
})

test('R119g what fails in a slice fails the whole, and nothing behind it is begun', async () => {
  const begun: number[] = []
  const fails = inSlices([1, 2, 3], async (one) => {
    begun.push(one)
    if (one === 2) throw new Error('no')
  })
  await expect(fails).rejects.toThrow('no')
  expect(begun).toEqual([1, 2])
})

test('R119g a long commit is written out in slices; control: one of 256 at once', async () => {
  const clock = workClock()
  const store = await freshStore()
  onTestFinished(() => store.close())
  const putting = (count: number, from: string): Write[] =>
    Array.from({ length: count }, (_, n) => {
      const toJSON = () => {
        clock.work()
        return { _id: `${from}${n}`, rev: 1 }
      }
      return { collection: groups, put: { _id: `${from}${n}`, rev: 1, toJSON } as never, expectedRev: 0 }
    })
  expect((await longestWait(clock.now, () => store.commit(putting(2_000, 'a')))).longest).toBeLessThan(2 * sliceMs)
  expect((await longestWait(clock.now, () => store.commit(putting(256, 'b')))).longest).toBeGreaterThanOrEqual(256)
})

type Sent = (world: World) => Promise<() => Promise<Answer>>
const sent = ({ status, body }: Answer) => expect([status, body.code]).toEqual([200, undefined])
const choirOf = async (world: World) => openChoir(world, {}, 'enterprise')
async function groupOf(world: World) {
  const ada = await world.person('ada', 'enterprise')
  return { ada, ...(await world.event(ada)) }
}

const inSet = 'who is named is looked up in a set, page by page of the group, with a turn for others after each (R101)'
/** Each call with a list of more than 200: sent as long as it may be; or why its list needs no slices. */
const longLists: Readonly<Record<string, Sent | string>> = {
  'POST /member': async (world) => {
    const { orgId, owner } = await choirOf(world)
    const members = rows(2_000).map((user) => ({ user, organization: { orgId } }))
    return async () => world.call(orgApi.addMembers, { members }, owner)
  },
  'POST /member/bulk': async (world) => {
    const { orgId, owner } = await choirOf(world)
    return async () => world.call(orgApi.addBulk, { orgId, members: rows(2_000) }, owner)
  },
  'PATCH /member/remove-many': async (world) => {
    const { orgId, owner } = await choirOf(world)
    await world.ok(orgApi.addBulk, { orgId, members: rows(1_000) }, owner)
    const memberIds: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await world.ok(orgApi.members, { id: orgId, ...(cursor && { cursor }) }, owner)
      memberIds.push(...page.members.flatMap(({ memberId, role }) => (role === 'owner' ? [] : [memberId])))
      cursor = page.nextCursor
    }
    return async () => world.call(orgApi.removeMembers, { orgId, memberIds }, owner)
  },
  'POST /group/{id}/invitations': async (world) => {
    const { ada, groupId } = await groupOf(world)
    const people = rows(500).map(({ name, email }) => ({ name, email }))
    return async () => world.call(invitationApi.send, { id: groupId, people }, ada)
  },
  'POST /group/{id}/reminders/send': async (world) => {
    const { ada, groupId } = await groupOf(world)
    const people = rows(500).map(({ name, email }) => ({ name, email }))
    await world.ok(invitationApi.send, { id: groupId, people }, ada)
    const rsvpIds = (await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 500 })).map(({ _id }) => _id)
    world.clock.advance(4 * day)
    return async () => world.call(reminderApi.send, { id: groupId, kind: 'nudge', rsvpIds }, ada)
  },
  'POST /group/{id}/messages': inSet,
  'POST /group/{id}/messages/audience': inSet,
}
const most = 200

type Json = ReturnType<typeof JSON.parse>
/** The calls that take a list of more than 200, or of any length. */
function withLongLists(doc: Json): string[] {
  const isLong = (schema: Json): boolean =>
    schema !== null &&
    typeof schema === 'object' &&
    ((schema.type === 'array' && !(schema.maxItems <= most)) || Object.values(schema).some(isLong))
  const resolved = (schema: Json): Json =>
    JSON.parse(JSON.stringify(schema), (_, one) =>
      one?.$ref ? resolved(doc.components.schemas[String(one.$ref).split('/').at(-1) ?? '']) : one,
    )
  return Object.entries<Json>(doc.paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).flatMap(([method, { requestBody }]) =>
      requestBody && isLong(resolved(requestBody)) ? [`${method.toUpperCase()} ${path}`] : [],
    ),
  )
}

test('R119g every call that takes a list of more than 200 is in the table; control', () => {
  expect(withLongLists(openapiOf(routes)).sort()).toEqual(Object.keys(longLists).sort())
  const planted = { paths: { '/x': { post: { requestBody: { schema: { type: 'array', maxItems: most + 1 } } } } } }
  expect(withLongLists(planted)).toEqual(['POST /x'])
})

const called = Object.entries(longLists).flatMap(([name, how]) => (typeof how === 'string' ? [] : [[name, how] as const]))
/** What is done for one row, or for eight together, is not parted. */
const pieceMs = 60

test.each(called)('R119g %s holds nobody up for longer than a slice; control', async (_, how) => {
  const waitOf = async (stands: boolean) => {
    const clock = workClock({ stands })
    const world = await openWorld(clock.world)
    const send = await how(world)
    return longestWait(clock.now, async () => sent(await send()))
  }
  expect((await waitOf(false)).longest).toBeLessThan(sliceMs + pieceMs)
  expect((await waitOf(true)).longest).toBeGreaterThan(400)
})
