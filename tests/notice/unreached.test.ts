// R130g: how many of its guests emails don't reach stands in a group, in the very commit that changes it, and on its organizers' dashboards.
import { setImmediate as turn } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { boardRoom, dashboardRoom, groupRoom } from '#protocol/live.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { proofApi } from '#protocol/people/proof.ts'
import { teamApi } from '#protocol/people/team.ts'
import { type TeamRole, teamRoles } from '#protocol/people/team-roles.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { collections } from '#server/app/store/collections.ts'
import { storeStates } from '#server/kernel/store/migrate.ts'
import { migrations } from '#server/kernel/store/migrations/all.ts'
import { foresee } from '#server/kernel/store/preview-migration.ts'
import { RevisionConflict, type Store, type Stored } from '#server/kernel/store/store.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { noteRefused, showFault } from '#server/seats/notices/addresses.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { day } from '../kit/world/clock.ts'
import { signedEvents } from '../kit/world/email-events.ts'
import { everything, putAll } from '../kit/world/every-collection.ts'
import { freshStore } from '../kit/world/fresh-store.ts'
import { migrated } from '../kit/world/migrated.ts'
import { openChoir } from '../kit/world/organization.ts'
import type { Person } from '../kit/world/people.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const far = 'far@guests.test'
const bounce = async (world: World, email = far) => {
  const at = world.clock.now()
  const event = { email, event: 'bounce', type: 'bounce', timestamp: Math.floor(at / 1_000) }
  expect((await world.app.request('/api/email/events', signedEvents([event], at))).status).toBe(200)
}

async function setUp(options: Parameters<typeof openWorld>[0] = {}) {
  const world = await openWorld(options)
  const ada = await world.person('ada')
  const made = await world.event(ada)
  await world.ok(invitationApi.send, { id: made.groupId, people: [{ email: far }, { email: 'near@guests.test' }] }, ada)
  const counted = async () => {
    const [{ group }, { events }] = [
      await world.ok(groupApi.read, { id: made.groupId }, ada),
      await world.ok(eventApi.mine, { page: 1, limit: 10 }, ada),
    ]
    const onBoard = 'answers' in group ? (group.unreached ?? 0) : null
    expect(events.map(({ unreached = 0 }) => unreached)).toEqual([onBoard])
    return onBoard
  }
  const rsvpId = async () => (await world.ok(groupApi.read, { id: made.groupId }, ada)).rsvps.find(({ email }) => email === far)?._id ?? ''
  return { world, ada, ...made, counted, rsvpId }
}

test('R130g an address that doesn’t work counts from its first bounce on, once, live on the dashboard, until it is tried again', async () => {
  const { world, ada, groupId, counted, rsvpId } = await setUp()
  const socket = await world.socket({ token: ada.token })
  await socket.watch(dashboardRoom(ada.userId))
  expect(await counted()).toBe(0)
  await bounce(world)
  await socket.hears(({ name, view }) => name === 'dashboard' && view.unreached === 1)
  await bounce(world)
  expect(await counted()).toBe(1)
  await world.ok(noticeApi.retryAddress, { id: groupId, rsvpId: await rsvpId() }, ada)
  await socket.hears(({ name, view }) => name === 'dashboard' && view.unreached === undefined)
  expect(await counted()).toBe(0)
})

test('R130g who says no is not counted, who says yes again is; who is taken off the list and who gets the right address aren’t', async () => {
  const { world, ada, groupId, counted, rsvpId } = await setUp()
  await bounce(world)
  const guest = world.proven(far, groupId)
  await world.answer(groupId, guest, [], { attending: false })
  expect(await counted()).toBe(0)
  await world.answer(groupId, guest, ['Guest'])
  expect(await counted()).toBe(1)
  await world.ok(removalApi.remove, { id: groupId, rsvpId: await rsvpId() }, ada)
  expect(await counted()).toBe(0)
  await bounce(world, 'near@guests.test')
  expect(await counted()).toBe(1)
  const near = (await world.ok(groupApi.read, { id: groupId }, ada)).rsvps.find(({ email }) => email === 'near@guests.test')
  await world.ok(noticeApi.correctAddress, { id: groupId, rsvpId: near?._id ?? '', email: 'right@guests.test' }, ada)
  expect(await counted()).toBe(0)
})

test('R130g, R96 who has their data deleted is counted no longer', async () => {
  const { world, groupId, eventId, counted } = await setUp()
  await bounce(world)
  await world.ok(guestApi.erase, { groupId, eventId }, world.proven(far, groupId))
  expect(await counted()).toBe(0)
})

test.each(['by themselves', 'by time'])(
  'R130g, R96 erased %s after the end they are counted no longer, wherever the event moves then',
  async (how) => {
    const { world, ada, groupId, eventId, event } = await setUp()
    await bounce(world)
    const counted = async () => (await world.store.get(groups, groupId))?.unreached
    expect(await counted()).toBe(1)
    world.clock.advance(Date.parse(event.end) - world.clock.now() + (how === 'by time' ? 91 * day : 1))
    if (how === 'by time') await world.runJobs()
    else await world.ok(guestApi.erase, { groupId, eventId }, world.proven(far, groupId))
    expect(await counted()).toBeUndefined()
    if (how === 'by themselves') await world.ok(eventApi.update, { id: eventId, start: world.inDays(3), end: world.inDays(4) }, ada)
    expect(await counted()).toBeUndefined()
  },
)

test('R130g a mail server’s refusal counts in each group of that address, also while answers change the group at the same moment', async () => {
  let meet: (() => Promise<unknown>) | undefined
  const { world, ada, groupId } = await setUp({
    wrap: (store) =>
      storeWith(store, {
        async commit(writes) {
          const first = writes.some(({ collection }) => collection.name === 'addressMarks') ? meet : undefined
          meet = first ? undefined : meet
          await first?.()
          return store.commit(writes)
        },
      }),
  })
  const other = await world.event(ada)
  await world.ok(invitationApi.send, { id: other.groupId, people: [{ email: far }] }, ada)
  let met = 0
  meet = async () => {
    met++
    await world.answer(groupId, world.proven('quick@guests.test', groupId), ['Guest'])
  }
  await noteRefused(world.services, far, new Date(world.clock.now()).toISOString())
  expect(met).toBe(1)
  const { events } = await world.ok(eventApi.mine, { page: 1, limit: 10 }, ada)
  expect(events.map(({ unreached }) => unreached)).toEqual([1, 1])
  const read = await world.ok(groupApi.read, { id: groupId }, ada)
  expect(read.group).toMatchObject({ unreached: 1, answers: { yes: 1 } })
  await showFault(world.services, far)
  expect((await world.ok(groupApi.read, { id: groupId }, ada)).group.rev).toBe(read.group.rev)
})

test('R102, R130g where each try to mark an address conflicts, whoever marks it is told so, and no two tries follow without a wait', async () => {
  const { world } = await setUp()
  let [tries, waits, isDone] = [0, 0, false]
  const store = storeWith(world.store, {
    async commit() {
      tries++
      throw new RevisionConflict('a group')
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const marking = noteRefused({ ...world.services, store }, far, new Date(world.clock.now()).toISOString())
    .catch((error: unknown) => error)
    .finally(() => {
      isDone = true
    })
  while (!isDone) {
    await turn()
    waits += vi.getTimerCount()
    await vi.advanceTimersToNextTimerAsync()
  }
  expect(await marking).toBeInstanceOf(RevisionConflict)
  // The first of them comes at once: most conflicts are with one answer.
  expect(waits).toBe(tries - 2)
})

test('R130g, R140 each of several groups keeps its own count; the event stands first as long as a group with one begins within a week', async () => {
  const world = await openWorld()
  const event = { start: world.inDays(3), end: world.inDays(4) }
  const { ada, eventId, idOf } = await openSeveral({ Early: [-100, -98], Late: [100, 102] }, { world, event })
  const sooner = await world.event(ada, undefined, {}, { start: world.inDays(5), end: world.inDays(6) })
  await world.ok(invitationApi.send, { id: idOf('Early'), people: [{ email: far }] }, ada)
  await world.ok(invitationApi.send, { id: idOf('Late'), people: [{ email: 'near@guests.test' }] }, ada)
  const mine = async () => (await world.ok(eventApi.mine, { page: 1, limit: 10 }, ada)).events
  const counts = async () => (await mine()).find(({ _id }) => _id === eventId)?.groups?.map(({ unreached = 0 }) => unreached)
  await bounce(world, 'near@guests.test')
  expect(await counts()).toEqual([0, 1])
  expect((await mine()).map(({ _id }) => _id)).toEqual([sooner.eventId, eventId])
  await bounce(world)
  expect(await counts()).toEqual([1, 1])
  expect((await mine()).map(({ _id }) => _id)).toEqual([eventId, sooner.eventId])
})

test.each(['code', 'link'])(
  'R102d, R130g, R140 a %s that comes ends the mark in all groups of an event in one commit; not one from before the bounce',
  async (by) => {
    const commits: string[][] = []
    const world = await openWorld({
      wrap: (store) =>
        storeWith(store, {
          commit(writes) {
            commits.push(writes.filter(({ collection }) => collection.name === 'groups').map((one) => ('put' in one ? one.put._id : '')))
            return store.commit(writes)
          },
        }),
    })
    const { ada, idOf, eventId } = await openSeveral({ Bar: [0, 2], Door: [3, 5] }, { world })
    const ids = [idOf('Bar'), idOf('Door')]
    for (const id of ids) await world.ok(invitationApi.send, { id, people: [{ email: far }] }, ada)
    const counts = () => Promise.all(ids.map(async (id) => (await world.store.get(groups, id))?.unreached))
    const prove = async () => {
      await world.ok(rsvpApi.sendCode, { groupId: idOf('Bar'), email: far })
      const text = (await world.mails(far)).find(({ subject }) => subject.startsWith('Your code'))?.text ?? ''
      return (by === 'link' ? /token=([\w.-]+)/ : /^([A-Z0-9]{6})$/m).exec(text)?.[1] ?? ''
    }
    const take = (given: string) =>
      by === 'link'
        ? world.ok(proofApi.verifyLink, { token: given })
        : world.ok(rsvpApi.verifyCode, { groupId: idOf('Bar'), eventId, email: far, code: given })
    const early = by === 'link' ? await prove() : undefined
    world.clock.advance(10 * 60_000)
    await bounce(world)
    if (early) await take(early)
    expect(await counts()).toEqual([1, 1])
    const given = await prove()
    commits.length = 0
    await take(given)
    expect(await counts()).toEqual([undefined, undefined])
    expect(commits.filter((written) => written.length > 0).map((written) => written.toSorted())).toEqual([ids.toSorted()])
  },
)

test('R130g control: a commit that marks an answer without its group is seen by every test', async () => {
  const found: string[] = []
  const { world, rsvpId } = await setUp({ lacking: (what) => found.push(what) })
  const before = await world.store.get(rsvps, await rsvpId())
  if (!before) throw new Error('nobody was invited')
  const marked: Rsvp = { ...before, rev: before.rev + 1, addressFault: 'undeliverable' }
  await world.store.commit([{ collection: rsvps, put: marked, expectedRev: before.rev }])
  expect(found).toEqual(['its group counting whom emails don’t reach'])
})

test('R130g, R206 who may only assign, write or look on is not told, nor in the room of the board; who manages is', async () => {
  const world = await openWorld()
  const { ada, eventId, idOf } = await openSeveral(undefined, { world, tier: 'team' })
  const groupId = idOf('Bar')
  await world.ok(invitationApi.send, { id: groupId, people: [{ email: far }] }, ada)
  await bounce(world)
  async function helper(role: TeamRole) {
    const person = await world.person(role)
    await world.ok(teamApi.add, { id: eventId, email: person.email, role }, ada)
    expect((await world.call(teamApi.accept, { token: await world.tokenMailed(person.email) })).status).toBe(200)
    return person
  }
  async function told(as: { readonly token: string }) {
    const board = await (await world.socket({ token: as.token })).watch(boardRoom(eventId))
    const all = [await world.call(groupApi.read, { id: groupId }, as), await world.call(eventApi.read, { id: eventId }, as), board]
    return all.map((one) => JSON.stringify(one).includes('unreached'))
  }
  expect(await told(ada)).toEqual([true, true, true])
  for (const role of teamRoles) {
    const isTold = role === 'manager'
    expect([role, ...(await told(await helper(role)))]).toEqual([role, isTold, isTold, isTold])
  }
})

test('R130g, R39 whom a member of the organization let assign is not told either, on the board or the dashboard, nor in their rooms; who manages it is', async () => {
  const world = await openWorld()
  const { owner, amy, gus, mia, event, grant } = await openChoir(world, { amy: 'admin', gus: 'member', mia: 'member' })
  const made = await event()
  const { groupId, eventId } = made
  await grant(made, gus)
  await world.ok(assignApi.assign, { id: eventId, groupId, name: 'Mia', email: mia.email, roleName: 'Guest' }, owner)
  await bounce(world, mia.email)
  async function told(as: Person) {
    const socket = await world.socket({ token: as.token })
    const [onDashboard, onBoard] = [await socket.watch(dashboardRoom(as.userId)), await socket.watch(groupRoom(groupId))]
    const board = await world.call(groupApi.read, { id: groupId }, as)
    expect([board.status, 'view' in onBoard]).toEqual([200, true])
    const all = [board, onBoard, await world.call(eventApi.mine, { page: 1, limit: 10 }, as), onDashboard]
    const read = await world.call(eventApi.read, { id: eventId }, as)
    return [...all, read].map((one) => JSON.stringify(one).includes('unreached'))
  }
  expect(await told(owner)).toEqual([true, true, true, true, false])
  expect(await told(amy)).toEqual([true, true, true, true, false])
  expect(await told(gus)).toEqual([false, false, false, false, false])
})

/** What a release before kept: marks in answers, and no count of them. */
async function before(lived: Store): Promise<Store> {
  const store = await freshStore()
  const all = await everything(lived)
  for (const collection of collections) {
    const kept = (all[collection.name] ?? []).map((record) => ({ ...record, unreached: undefined }) as Stored)
    if (collection.name !== storeStates.name) await putAll(store, collection, kept)
  }
  await putAll(store, storeStates, [{ _id: 'this', rev: 1, version: 5, since: '' } as Stored])
  return store
}

test('R130g, R111 who was marked before groups counted it is counted when the store is migrated', async () => {
  const lived = await freshStore()
  const { world, groupId } = await setUp({ store: lived })
  for (const email of [far, 'near@guests.test']) await bounce(world, email)
  await world.answer(groupId, world.proven('near@guests.test', groupId), [], { attending: false })
  const store = await before(lived)
  expect((await store.get(groups, groupId))?.unreached).toBeUndefined()
  expect(await foresee(store, { collections, migrations })).toMatchObject([{ version: 6, counts: { groups: 1 } }])
  await migrated(store)
  const after = await store.get(groups, groupId)
  expect(after?.unreached).toBe(1)
  const rest = (group: Group | undefined) => ({ ...group, rev: 0 })
  expect(rest(after)).toEqual(rest(await lived.get(groups, groupId)))
  await migrated(store)
  expect(await store.get(groups, groupId)).toEqual(after)
})
