// What lists cost as they grow: a page, however many events, groups, answers and members there are.
import { expect, test } from 'vitest'
import { EventInput, eventApi } from '#protocol/event.ts'
import { GroupInput, groupApi } from '#protocol/group.ts'
import { dashboardRoom, orgRoom } from '#protocol/live.ts'
import { orgApi } from '#protocol/org.ts'
import { type User, users } from '#server/account/model.ts'
import { events } from '#server/event/model.ts'
import { newEvent } from '#server/event/rules.ts'
import { groups } from '#server/group/model.ts'
import { newGroup } from '#server/group/rules.ts'
import { newMember } from '#server/org/actions.ts'
import { members } from '#server/org/model.ts'
import { type Rsvp, rsvpId, rsvps } from '#server/rsvp/model.ts'
import type { Collection, Stored } from '#server/store/store.ts'
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
const stores: Readonly<Record<string, Collection<never>>> = { events, groups, rsvps, members }

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
  const { event, group } = newEvent(input, GroupInput.parse({ name: textOf(nth) }), hosts, services.secrets.randomId, services.clock.now())
  return [
    ['events', event],
    ['groups', group],
  ] as const
}
async function listsOf({ world }: Spending): Promise<Record<Grows, List>> {
  const ground = await setUp(world)
  const { ada, user, group, groupId: id } = ground
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
      make: (nth) => {
        const at = new Date(services.clock.now()).toISOString()
        const own = { _id: rsvpId(services.secrets, group, guestNo(nth)), rev: 1, name: textOf(nth), email: guestNo(nth), attending: true }
        const none = {
          roleIds: [],
          declinedRoleIds: [],
          confirmedEpoch: null,
          confirmationDate: null,
          orgId: null,
          createdAt: at,
          updatedAt: at,
        }
        return [['rsvps', { ...own, ...none, groupId: id, eventId: group.eventId } satisfies Rsvp]]
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

test.each(kinds)('R119 however many %s there are, what is read and said of them is a page', { timeout: 120_000 }, async (what) => {
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

test('R119 control: with a budget of nothing each list is over it, at either length', { timeout: 120_000 }, async () => {
  const { found } = await grown('groups', { bytes: 1, reads: -1, perByteIn: 0 })
  for (const count of [few, many]) expect(found.join()).toContain(`GET /group/mine of ${count} groups reads`)
})
