// The calls that write at the door of an event, each with what it must leave behind exactly once.
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { attendances, doorCounts, doorPhones } from '#server/seats/model/door.ts'
import { groups } from '#server/seats/model/group.ts'
import { cookieOf } from '../world/people.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const scanId = '0e6d2c8e-6a4e-4a7e-9a51-1f4b7c0f2a11'

/** A phone at the door of an event, and a guest who comes. */
async function aDoor(world: World) {
  const ada = await world.person('ada')
  const { eventId, groupId } = await world.event(ada)
  const { body } = await world.answer(groupId, world.proven('gast@people.test', groupId), ['Speaker'])
  const { phone, link } = await world.ok(doorApi.makePhone, { eventId, name: 'North' }, ada)
  const token = link.split('#')[1] ?? ''
  return { ada, eventId, groupId, rsvpId: String(body.rsvp._id), phoneId: phone._id, token }
}
async function aPairedDoor(world: World) {
  const door = await aDoor(world)
  return { ...door, phone: { cookie: cookieOf((await world.call(doorApi.pair, { token: door.token })).headers) } }
}
const counted: NonNullable<WritingCall['shows']>['read'] = ({ all }) => [
  ...all(attendances).map(({ log }) => log.length),
  ...all(doorCounts).flatMap(({ counts }) => [counts.inside, counts.came]),
]

export const doorCalls: Readonly<Record<string, WritingCall>> = {
  'R182 a phone for the door': {
    adds: { doorPhones: 1 },
    again: 'door-phones-reached',
    async open(world) {
      const ada = await world.person('ada')
      const { eventId } = await world.event(ada)
      return (to) => to.call(doorApi.makePhone, { eventId, name: 'North' }, ada)
    },
  },
  'R182 a phone paired': {
    adds: {},
    shows: { read: ({ all }) => all(doorPhones).map(({ pairedAt }) => pairedAt !== undefined), before: [false], after: [true] },
    again: 'door-link-over',
    async open(world) {
      const { token } = await aDoor(world)
      return (to) => to.call(doorApi.pair, { token })
    },
  },
  'R182 a phone cut off': {
    adds: { doorPhones: -1 },
    again: 'door-phone-unknown',
    async open(world) {
      const { ada, eventId, phoneId } = await aPairedDoor(world)
      return (to) => to.call(doorApi.endPhone, { eventId, phoneId }, ada)
    },
  },
  'R190 a phone that leaves': {
    adds: { doorPhones: -1 },
    again: 'event-unknown',
    async open(world) {
      const { eventId, phone } = await aPairedDoor(world)
      return (to) => to.call(doorApi.unpair, { eventId }, phone)
    },
  },
  'R184 a scan': {
    adds: { activities: 1, attendances: 1, doorCounts: 1, doorScans: 1 },
    shows: { read: counted, before: [], after: [1, 1, 1] },
    async open(world) {
      const { eventId, rsvpId, phone } = await aPairedDoor(world)
      return (to) => to.call(doorApi.scan, { eventId, scans: [{ scanId, rsvpId, despite: true }] }, phone)
    },
  },
  'R192 a guest without an answer': {
    adds: { activities: 1, attendances: 1, doorCounts: 1, doorScans: 1, rsvps: 1 },
    shows: { read: counted, before: [], after: [1, 1, 1] },
    async open(world) {
      const { eventId, groupId, phone } = await aPairedDoor(world)
      return (to) => to.call(walkinApi.add, { eventId, groupId, scanId, name: 'Wanda', role: 'Guest' }, phone)
    },
  },
  'R188 a scan taken back': {
    adds: {},
    shows: { read: counted, before: [1, 1, 1], after: [2, 0, 0] },
    again: 'scan-unknown',
    async open(world) {
      const { eventId, rsvpId, phone } = await aPairedDoor(world)
      const { results } = await world.ok(doorApi.scan, { eventId, scans: [{ scanId, rsvpId, despite: true }] }, phone)
      const line = results[0]?.person?.door?.line ?? ''
      return (to) => to.call(doorApi.undo, { eventId, rsvpId, line }, phone)
    },
  },
  'R192 a lease': {
    adds: { doorLeases: 1, keptReplies: 1 },
    shows: { read: ({ all }) => all(groups).flatMap(({ roles }) => roles.map(({ held = 0 }) => held)), before: [0, 0], after: [0, 2] },
    async open(world) {
      const { eventId, groupId, phone } = await aPairedDoor(world)
      return (to) =>
        to.call(
          doorApi.lease,
          { eventId, groupId, role: 'Guest', seats: 2 },
          { ...phone, headers: { 'idempotency-key': 'the-same-each-time' } },
        )
    },
  },
}
