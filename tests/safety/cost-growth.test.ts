// What lists cost as they grow: a page, however many events, groups, answers and members there are.
import { expect, test } from 'vitest'
import { dashboardRoom, orgRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/people/org.ts'
import { teamApi } from '#protocol/people/team.ts'
import { EventInput, eventApi } from '#protocol/seats/event.ts'
import { GroupInput, groupApi } from '#protocol/seats/group.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import type { Collection, Stored } from '#server/kernel/store/store.ts'
import { type User, users } from '#server/people/model/account.ts'
import { members } from '#server/people/model/org.ts'
import { teammates } from '#server/people/model/team.ts'
import { newMember } from '#server/people/org/actions.ts'
import { events } from '#server/seats/model/event.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import { newEvent } from '#server/seats/rules/event.ts'
import { newGroup } from '#server/seats/rules/group.ts'
import { type Cost, callCosts, type Grows, growth, pageCosts, roomCosts } from '../kit/rights/cost-table.ts'
import { openSpending, over } from '../kit/rights/spending.ts'
import { guestNo, type World } from '../kit/world/world.ts'

const [few, many] = [300, 3_000]

type Spending = Awaited<ReturnType<typeof openSpending>>
interface List {
  /** Asks for its first page. */
  readonly ask: Readonly<Record<string, () => Promise<unknown>>>
  /** Puts the nth more straight into the store: how they come is not what this is about. */
  readonly make: (nth: number) => readonly (readonly [collection: string, record: Stored])[]
}
const stores: Readonly<Record<string, Collection<never>>> = { events, groups, rsvps, members, grants: teammates }

/** An event of Ada's on Team, with its group and a user who may have any number. */
async function setUp(world: World) {
  const ada = await world.person('ada', 'team')
  const { eventId, groupId } = await world.event(ada, [{ name: 'Guest', max: 10 }])
  const [user, group] = [(await world.store.get(users, ada.userId)) as User, await world.store.get(groups, groupId)]
  if (!group) throw new Error('The event has no group')
  return { ada, eventId, groupId, user, group }
}
type Ground = Awaited<ReturnType<typeof setUp>>
const textOf = (nth: number) => `No. ${nth}`

function anEvent({ services }: World, { user }: Ground, nth: number) {
  const times = {
    start: new Date(services.clock.now() + nth * 60_000).toISOString(),
    end: new Date(services.clock.now() + nth * 61_000 + 3_600_000).toISOString(),
  }
  const rules = { rule: '' as const, enableRoleAssignment: false, enableRoleSelfSelect: true }
  const input = EventInput.parse({ name: textOf(nth), timeZone: 'UTC', ...times, assignmentRules: rules })
  const hosts = { owner: user, host: user, org: undefined }
  const { randomId } = services.secrets
  const { event, groups: made } = newEvent(input, [GroupInput.parse({ name: textOf(nth) })], hosts, randomId, services.clock.now())
  return [
    ['events', event],
    ['groups', made[0] as Group],
  ] as const
}
function anAnswer({ services }: World, { group, groupId }: Ground, nth: number): Rsvp {
  const at = new Date(services.clock.now()).toISOString()
  return {
    _id: rsvpId(services.secrets, group, guestNo(nth)),
    rev: 1,
    groupId,
    eventId: group.eventId,
    name: textOf(nth),
    email: guestNo(nth),
    attending: true,
    roleIds: [],
    declinedRoleIds: [],
    confirmedEpoch: null,
    confirmationDate: null,
    orgId: null,
    createdAt: at,
    updatedAt: at,
  }
}
async function listsOf({ world }: Spending): Promise<Record<Grows, List>> {
  const ground = await setUp(world)
  const { ada, user, groupId: id } = ground
  const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: ada.email } }, ada)
  const watcher = await world.socket(ada)
  const { services } = world
  const body = async (answer: Promise<{ readonly body: unknown }>) => (await answer).body
  return {
    events: {
      ask: { 'GET /event/mine': () => body(world.call(eventApi.mine, {}, ada)), dashboard: () => watcher.watch(dashboardRoom(user._id)) },
      make: (nth) => anEvent(world, ground, nth),
    },
    groups: {
      ask: { 'GET /group/mine': () => body(world.call(groupApi.mine, {}, ada)) },
      make: (nth) => [
        ['groups', newGroup(GroupInput.parse({ name: textOf(nth) }), user, null, services.secrets.randomId, services.clock.now())],
      ],
    },
    answers: {
      ask: {
        'GET /group/:id': () => body(world.call(groupApi.read, { id }, ada)),
        'GET /group/:id/rsvps': () => body(world.call(groupApi.rsvps, { id }, ada)),
      },
      make: (nth) => [['rsvps', anAnswer(world, ground, nth)]],
    },
    blocked: {
      ask: { 'GET /group/:id/blocked': () => body(world.call(removalApi.blocked, { id }, ada)) },
      make: (nth) => {
        const at = new Date(services.clock.now() + nth).toISOString()
        return [['rsvps', { ...anAnswer(world, ground, nth), attending: null, removedAt: at, blockedAt: at }]]
      },
    },
    'invitations to help': {
      ask: { 'GET /team/mine': () => body(world.call(teamApi.shared, {}, ada)) },
      make: (nth) => {
        const [made, group] = anEvent(world, ground, nth)
        const at = new Date(services.clock.now() + nth).toISOString()
        const one = { _id: `help${nth}`, rev: 1, eventId: made[1]._id, email: ada.email, name: textOf(nth), createdAt: at, acceptedAt: at }
        return [made, group, ['grants', { ...one, role: 'viewer' }]]
      },
    },
    members: {
      ask: { 'GET /org/:id/members': () => body(world.call(orgApi.members, { id: orgId }, ada)), org: () => watcher.watch(orgRoom(orgId)) },
      make: (nth) => {
        const one = { name: textOf(nth), email: guestNo(nth), mobile: '', role: 'member', preserveCnxnName: false } as const
        return [['members', newMember(services, orgId, one)]]
      },
    },
  }
}

/** What each list that grows by `what` costs with a few and with many of them: what is over its budget, and what grew. */
async function grown(what: Grows, most: Cost) {
  const spending = await openSpending()
  const { world, spent, forget } = spending
  const { ask, make } = (await listsOf(spending))[what]
  let made = 0
  const found: string[] = []
  const readsOf = async (to: number) => {
    while (made < to) {
      const some = Array.from({ length: 250 }, () => make(made++)).flat()
      await world.store.commit(some.map(([name, put]) => ({ collection: stores[name] as Collection<Stored>, put, expectedRev: 0 })))
    }
    forget()
    const reads: Record<string, number> = {}
    for (const [name, list] of Object.entries(ask)) {
      const cost = await spent(list, name, { token: 'x'.repeat(64), id: 'x'.repeat(24) })
      found.push(...over(`${name} of ${to} ${what}`, cost, most))
      reads[name] = cost.reads
    }
    return reads
  }
  const before = await readsOf(few)
  const after = await readsOf(many)
  // A look at the caller more or less is no growth.
  for (const name of Object.keys(ask))
    if ((after[name] ?? 0) > (before[name] ?? 0) + 5) found.push(`${name} reads ${before[name]}, then ${after[name]} times`)
  return { found, asked: Object.keys(ask) }
}

const kinds = [...new Set(Object.values(growth).filter((what) => typeof what === 'string'))]

test.each(kinds)('R119b however many %s there are, what is read and said of them is a page', async (what) => {
  const { found, asked } = await grown(what, pageCosts)
  expect(found).toEqual([])
  expect(asked.sort()).toEqual(
    Object.keys(growth)
      .filter((name) => growth[name] === what)
      .sort(),
  )
})

test('R119 every call and room that is a list says what grows in it, or why nothing does', () => {
  const lists = Object.entries({ ...callCosts, ...roomCosts }).filter(([, kind]) => kind === 'list')
  expect(Object.keys(growth).sort()).toEqual(lists.map(([name]) => name).sort())
})

test('R119 control: with a budget of nothing each list is over it, at either length', async () => {
  const { found } = await grown('groups', { bytes: 1, reads: -1, perByteIn: 0 })
  for (const count of [few, many]) expect(found.join()).toContain(`GET /group/mine of ${count} groups reads`)
})
