// The calls of the product that write, each with what it must leave behind exactly once.
import { accessApi } from '#protocol/people/access.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { tokens } from '#server/people/model/access.ts'
import { users } from '#server/people/model/account.ts'
import { orgs } from '#server/people/model/org.ts'
import { events } from '#server/seats/model/event.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { isConfirmed, rsvpId, rsvps } from '#server/seats/model/rsvp.ts'
import type { Answer, As } from '../world/client.ts'
import { deliverAll } from '../world/notices.ts'
import { openChoir } from '../world/organization.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import { groupCalls } from './injected-groups.ts'
import { guestCalls } from './injected-guests.ts'
import { handoverCalls } from './injected-handover.ts'
import { invitationCalls } from './injected-invitations.ts'
import { invitingCalls } from './injected-inviting.ts'
import { messageCalls } from './injected-messages.ts'
import { noticeCalls } from './injected-notices.ts'
import { operatorCalls } from './injected-operator.ts'
import { pendingCalls } from './injected-pending.ts'
import { photoCalls } from './injected-photo.ts'
import { reminderCalls } from './injected-reminders.ts'
import { removalCalls } from './injected-removal.ts'
import { teamCalls } from './injected-team.ts'
import { undoCalls } from './injected-undo.ts'
import { upgradeCalls } from './injected-upgrades.ts'
import { waitingCalls } from './injected-waiting.ts'

export type Send = (to: World) => Promise<Answer>
type Shown = number | string | boolean | readonly Shown[]
export interface WritingCall {
  /** How many records more, by collection; whatever isn't named stays as many. */
  readonly adds: Readonly<Record<string, number>>
  /** What it is about, before and after; read off the store. */
  readonly shows?: { readonly read: (ledger: Ledger) => Shown; readonly before: Shown; readonly after: Shown }
  /** What sending it again may be told, once it is done. */
  readonly again?: string
  /** Several commits, each harmless by itself: there may be a state in between. */
  readonly inSteps?: true
  /** Makes what it needs over a sound process; gives what sends it, the same each time. */
  readonly open: (world: World) => Promise<Send>
}

const keyed = <A extends As>(as: A): A => ({ ...as, headers: { 'idempotency-key': 'the-same-each-time' } })
const seatsShown = (before: Shown, after: Shown) => ({
  read: ({ all }: Ledger) => all(groups).flatMap(({ roles }) => roles.map(taken)),
  before,
  after,
})
const shows = (read: (ledger: Ledger) => Shown, before: Shown, after: Shown) => ({ read, before, after })

/** An event of Ada's where roles are chosen, or assigned; guests by number. */
async function anEvent(world: World, enableRoleAssignment = false) {
  const ada = await world.person('ada', 'team')
  const assignmentRules = { rule: '' as const, enableRoleAssignment, enableRoleSelfSelect: !enableRoleAssignment }
  const { eventId: id, groupId } = await world.event(ada, undefined, { showConfirmation: true }, { assignmentRules })
  const email = (n: number) => `m${n}@people.test`
  const answer = (roles: string[], more = {}): Send => {
    const guest = world.proven(email(0), groupId)
    return (to) => to.answer(groupId, guest, roles, more)
  }
  const assign =
    (n: number): Send =>
    (to) =>
      to.call(assignApi.assign, { id, groupId, name: `M ${n}`, email: email(n), roleName: 'Speaker' }, ada)
  const group = (await world.store.get(groups, groupId)) ?? refuseNothing()
  const answerId = (n: number) => rsvpId(world.services.secrets, group, email(n))
  return { ada, id, groupId, answer, assign, answerId, email }
}
const refuseNothing = (): never => {
  throw new Error('The event has no group')
}

/** Each under the rules it carries and what it does. */
export const writingCalls: Readonly<Record<string, WritingCall>> = {
  'R13 an answer': {
    adds: { rsvps: 1, emails: 1, activities: 1 },
    shows: seatsShown([0, 0], [1, 1]),
    open: async (world) => (await anEvent(world)).answer(['Speaker', 'Guest']),
  },
  'R13 a changed answer': {
    adds: { emails: 1, activities: 1 },
    shows: seatsShown([0, 1], [1, 0]),
    async open(world) {
      const { answer } = await anEvent(world)
      await answer(['Guest'])(world)
      await deliverAll(world) // a confirmation that waits would be replaced
      return answer(['Speaker'])
    },
  },
  'R2 a no after a yes': {
    adds: { emails: 1, activities: 1 },
    shows: seatsShown([1, 0], [0, 0]),
    async open(world) {
      const { answer } = await anEvent(world)
      await answer(['Speaker'])(world)
      await deliverAll(world) // a confirmation that waits would be replaced
      return answer([], { attending: false })
    },
  },
  'R18 a confirmation': {
    adds: { emails: 1, activities: 1 },
    shows: shows(({ all }) => all(groups).flatMap(({ roles }) => roles.map(({ counts }) => counts.confirmedAndYes)), [0, 0], [1, 0]),
    async open(world) {
      const { answer } = await anEvent(world)
      await answer(['Speaker'])(world)
      await deliverAll(world) // a confirmation that waits would be replaced
      return answer(['Speaker'], { confirmed: true })
    },
  },
  'R56 an event with its group': {
    adds: { events: 1, groups: 1, shortLinks: 1, keptReplies: 1, activities: 1 },
    shows: shows(
      ({ all }) => all(users).flatMap(({ countedEvents, createdInMonth }) => [countedEvents.length, createdInMonth.count]),
      [0, 0],
      [1, 1],
    ),
    async open(world) {
      const ada = keyed(await world.person('ada'))
      const input = { event: world.eventInput(), groups: [{ roles: [{ name: 'Guest', max: 3 }] }] }
      return (to) => to.call(eventApi.createWithGroup, input, ada)
    },
  },
  'R32, R56 an event of somebody who is not signed in': {
    adds: { users: 1, hourCounts: 1, proofCodes: 1, tokens: 1, events: 1, groups: 1, shortLinks: 1, emails: 1, keptReplies: 1 },
    async open(world) {
      const input = { event: world.eventInput({ organizerEmail: 'new@people.test' }), groups: [{}] }
      return (to) => to.call(eventApi.createWithGroup, input, keyed({}))
    },
  },
  'R56, M1 a group': {
    adds: { groups: 1, shortLinks: 1, emails: 1, keptReplies: 1, activities: 1 },
    shows: shows(({ all }) => all(users).map(({ standaloneGroupIds }) => standaloneGroupIds.length), [0], [1]),
    async open(world) {
      const ada = keyed(await world.person('ada'))
      return (to) => to.call(groupApi.create, { name: 'Choir' }, ada)
    },
  },
  'R56 a role more': {
    adds: { keptReplies: 1, activities: 1 },
    shows: seatsShown([0, 0], [0, 0, 0]),
    async open(world) {
      const { ada, groupId: id } = await anEvent(world)
      return (to) => to.call(groupApi.addRole, { id, name: 'Cook', max: 2 }, keyed(ada))
    },
  },
  'R8 a held role deleted': {
    adds: { fanouts: 1, activities: 1 },
    shows: seatsShown([1, 1], [1]),
    again: 'role-unknown',
    async open(world) {
      const { ada, groupId: id, answer } = await anEvent(world)
      await answer(['Speaker', 'Guest'])(world)
      return (to) => to.call(groupApi.removeRole, { id, name: 'Speaker' }, ada)
    },
  },
  'R54 an event moved': {
    adds: { fanouts: 1, activities: 2 },
    shows: shows(({ all }) => all(groups).flatMap((group) => all(rsvps).map((rsvp) => isConfirmed(rsvp, group))), [true], [false]),
    async open(world) {
      const { ada, id, answer } = await anEvent(world)
      await answer(['Speaker'], { confirmed: true })(world)
      const times = { start: world.inDays(8), end: world.inDays(9) }
      return (to) => to.call(eventApi.update, { id, ...times }, ada)
    },
  },
  'R57 an event deleted': {
    adds: { fanouts: 2, activities: 1 },
    shows: shows(({ all }) => all(users).map(({ countedEvents }) => countedEvents.length), [1], [0]),
    again: 'event-unknown',
    async open(world) {
      const { ada, id } = await anEvent(world)
      return (to) => to.call(eventApi.remove, { id }, ada)
    },
  },
  'R12 a role assigned': {
    adds: { rsvps: 1, emails: 1, emailCounts: 1, activities: 1 },
    shows: seatsShown([0, 0], [1, 0]),
    open: async (world) => (await anEvent(world, true)).assign(1),
  },
  'R40 a role moved': {
    adds: { rsvps: 1, activities: 2 }, // one email more, and one less that nobody had heard yet
    shows: seatsShown([1, 0], [1, 0]),
    again: 'role-not-held',
    async open(world) {
      const { ada, id, groupId, assign, answerId, email } = await anEvent(world, true)
      await assign(1)(world)
      const moving = { id, groupId, fromRsvpId: answerId(1), toName: 'M 2', toEmail: email(2), roleName: 'Speaker' }
      return (to) => to.call(assignApi.reassign, moving, ada)
    },
  },
  'R40 a role taken away': {
    adds: { emails: -1, activities: 1 },
    shows: seatsShown([1, 0], [0, 0]),
    again: 'role-not-held',
    async open(world) {
      const { ada, id, groupId, assign, answerId } = await anEvent(world, true)
      await assign(1)(world)
      return (to) => to.call(assignApi.remove, { id, groupId, rsvpId: answerId(1), roleName: 'Speaker' }, ada)
    },
  },
  ...guestCalls,
  ...groupCalls,
  ...photoCalls,
  ...pendingCalls,
  ...handoverCalls,
  ...waitingCalls,
  ...undoCalls,
  ...noticeCalls,
  ...operatorCalls,
  ...invitingCalls,
  ...removalCalls,
  ...messageCalls,
  ...reminderCalls,
  'R37, R56 an organization': {
    adds: { orgs: 1, members: 1, keptReplies: 1 },
    async open(world) {
      const ada = keyed(await world.person('ada', 'team'))
      return (to) => to.call(orgApi.create, { organization: { name: 'Choir' }, owner: { email: ada.email } }, ada)
    },
  },
  'R41 a member added': {
    adds: { members: 1, emails: 1, emailCounts: 1 },
    shows: shows(({ all }) => all(orgs).map(({ memberCount }) => memberCount), [1], [2]),
    async open(world) {
      const { owner, orgId } = await openChoir(world, {})
      const members = [{ user: { name: 'Max', email: 'max@people.test' }, organization: { orgId } }]
      return (to) => to.call(orgApi.addMembers, { members }, owner)
    },
  },
  ...invitationCalls,
  ...upgradeCalls,
  'R38 a member with a permission removed': {
    adds: { members: -1, grants: -1, emailCounts: 1, activities: 1, ledger: 2 },
    shows: shows(({ all }) => all(orgs).map(({ memberCount }) => memberCount), [2], [1]),
    again: 'member-unknown',
    async open(world) {
      const choir = await openChoir(world, { max: 'member' })
      await choir.grant(await choir.event(), choir.max)
      const removal = { orgId: choir.orgId, memberIds: [await choir.memberId(choir.max)] }
      return (to) => to.call(orgApi.removeMembers, removal, choir.owner)
    },
  },
  'R39 a permission': {
    adds: { grants: 1, emails: 1, activities: 1 },
    async open(world) {
      const choir = await openChoir(world, { max: 'member' })
      const { eventId: id, groupId } = await choir.event()
      return (to) => to.call(assignApi.grant, { id, groupId, userId: choir.max.userId }, choir.owner)
    },
  },
  ...teamCalls,
  'A1 a sign-up': {
    adds: { users: 1, tokens: 1, accountWords: 4 },
    async open(world) {
      const email = 'ada@people.test'
      const here = await world.signUp({ email, username: 'ada_1815', password: 'what ada chose' })
      const token = await world.tokenMailed(email)
      return (to) => to.call(accessApi.verifyEmail, { token }, here)
    },
  },
  'R29 a session by link': {
    adds: { accountWords: 3 },
    shows: shows(
      ({ all }) => [...all(tokens).map(({ usedAt }) => usedAt !== null), ...all(users).map(({ verified }) => verified)],
      [false, false],
      [true, true],
    ),
    async open(world) {
      await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
      const token = await world.tokenMailed('nora@people.test')
      return (to) => to.call(accessApi.openLink, { token })
    },
  },
  'R116 an event published that waited': {
    adds: { activities: 1, accountWords: 3 },
    shows: shows(
      ({ all }) => [
        ...all(events).map(({ published }) => published),
        ...all(groups).map(({ expiresAt }) => expiresAt === null),
        ...all(users).map(({ countedEvents }) => countedEvents.length === 1),
      ],
      [false, false, false],
      [true, true, true],
    ),
    async open(world) {
      const { eventId: id } = await world.event({}, undefined, {}, { organizerEmail: 'nora@people.test' })
      const organizerToken = await world.tokenMailed('nora@people.test')
      return (to) => to.call(pendingApi.publish, { id }, { organizerToken })
    },
  },
}
