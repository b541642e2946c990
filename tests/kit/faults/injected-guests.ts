// The calls that write what is a guest's own, and an organizer's calendar feed, each with what it must leave behind exactly once.
import { calendarApi } from '#protocol/seats/calendar.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'
import { doorCalls } from './injected-door.ts'

const keyed = { headers: { 'idempotency-key': 'the-same-each-time' } }
const email = 'gast@people.test'

/** A guest who has answered an event of Ada's. */
async function anAnswer(world: World) {
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada)
  const guest = world.proven(email, groupId)
  await world.answer(groupId, guest, ['Speaker'])
  return { ada, groupId, guest }
}

const linkReplaced: WritingCall['shows'] = {
  read: ({ all }) => all(rsvps).map(({ linkEpoch }) => linkEpoch ?? 0),
  before: [0],
  after: [1],
}

export const guestCalls: Readonly<Record<string, WritingCall>> = {
  ...doorCalls,
  'R56, R87 a new personal link': {
    adds: { emails: 1, keptReplies: 1 },
    shows: linkReplaced,
    async open(world) {
      const { groupId, guest } = await anAnswer(world)
      return (to) => to.call(guestApi.newLink, { groupId }, { ...guest, ...keyed })
    },
  },
  'R56, R87 a new personal link, by the organizer': {
    adds: { emails: 1, keptReplies: 1 },
    shows: linkReplaced,
    async open(world) {
      const { ada, groupId: id } = await anAnswer(world)
      const [rsvp] = await world.store.find(rsvps, { index: 'group', where: { groupId: id } })
      return (to) => to.call(guestApi.newLinkFor, { id, rsvpId: rsvp?._id ?? '' }, { ...ada, ...keyed })
    },
  },
  'R56, R88 the links of all answers': {
    adds: { hourCounts: 1, emails: 1, keptReplies: 1 },
    open: async () => (to) => to.call(guestApi.links, { email }, keyed),
  },
  'R96 data erased': {
    adds: { activities: 1, ledger: 1 },
    shows: {
      read: ({ all }) => [...all(groups).flatMap(({ roles }) => roles.map(taken)), ...all(rsvps).map((rsvp) => rsvp.email)],
      before: [1, 0, email],
      after: [0, 0, ''],
    },
    again: 'rsvp-unknown',
    async open(world) {
      const { groupId, guest } = await anAnswer(world)
      return (to) => to.call(guestApi.erase, { groupId }, guest)
    },
  },
  'R95 a calendar feed': {
    adds: { calendarFeeds: 1 },
    async open(world) {
      const ada = await world.person('ada')
      return (to) => to.call(calendarApi.makeFeed, {}, ada)
    },
  },
  'R95 a calendar feed ended': {
    adds: { calendarFeeds: -1 },
    async open(world) {
      const ada = await world.person('ada')
      await world.ok(calendarApi.makeFeed, {}, ada)
      return (to) => to.call(calendarApi.endFeed, {}, ada)
    },
  },
}
