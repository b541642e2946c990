// The calls of an event's team (R200 to R208), each with what it must leave behind exactly once.
import { ownershipApi } from '#protocol/people/ownership.ts'
import { teamApi } from '#protocol/people/team.ts'
import { teammates } from '#server/people/model/team.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const email = 'vera@people.test'
async function oneEvent(world: World) {
  const ada = await world.person('ada', 'team')
  const { eventId: id } = await world.event(ada)
  return { ada, id }
}
async function oneHelper(world: World) {
  const { ada, id } = await oneEvent(world)
  const { member } = await world.ok(teamApi.add, { id, email, role: 'viewer' }, ada)
  const token = await world.tokenMailed(email)
  return { ada, at: { id, teamId: member._id }, token }
}
const shown = (read: (one: { role?: string | undefined; acceptedAt?: string; removedAt?: string | undefined }) => boolean | string) =>
  ({ read: ({ all }) => all(teammates).map(read) }) satisfies Pick<NonNullable<WritingCall['shows']>, 'read'>

export const teamCalls: Readonly<Record<string, WritingCall>> = {
  'R201 somebody invited to a team': {
    adds: { grants: 1, emails: 1, activities: 1 },
    again: 'teammate-there',
    async open(world) {
      const { ada, id } = await oneEvent(world)
      await world.ok(teamApi.add, { id, email: 'dora@people.test', role: 'door' }, ada) // so that the day's emails are counted already
      return (to) => to.call(teamApi.add, { id, email, role: 'viewer' }, ada)
    },
  },
  'R201 an invitation to a team accepted': {
    adds: { activities: 1 },
    shows: { ...shown(({ acceptedAt }) => acceptedAt !== undefined), before: [false], after: [true] },
    async open(world) {
      const { token } = await oneHelper(world)
      return (to) => to.call(teamApi.accept, { token })
    },
  },
  'R202 another role in a team': {
    adds: { activities: 1, ledger: 1 },
    shows: { ...shown(({ role = '' }) => role), before: ['viewer'], after: ['door'] },
    async open(world) {
      const { ada, at } = await oneHelper(world)
      return (to) => to.call(teamApi.change, { ...at, role: 'door' }, ada)
    },
  },
  'R205 somebody taken off a team': {
    adds: { activities: 1, ledger: 1 },
    shows: { ...shown(({ removedAt }) => removedAt !== undefined), before: [false], after: [true] },
    again: 'teammate-unknown',
    async open(world) {
      const { ada, at } = await oneHelper(world)
      return (to) => to.call(teamApi.remove, at, ada)
    },
  },
  'R208 somebody put back on a team': {
    adds: { activities: 1 },
    shows: { ...shown(({ removedAt }) => removedAt !== undefined), before: [true], after: [false] },
    again: 'teammate-unknown',
    async open(world) {
      const { ada, at } = await oneHelper(world)
      await world.ok(teamApi.remove, at, ada)
      return (to) => to.call(teamApi.restore, at, ada)
    },
  },
  'R203 an event offered to another owner': {
    adds: { grants: 1, emails: 1, activities: 1 },
    again: 'owner-offered',
    async open(world) {
      const { ada, id } = await oneEvent(world)
      await world.ok(teamApi.add, { id, email: 'dora@people.test', role: 'door' }, ada) // so that the day's emails are counted already
      return (to) => to.call(ownershipApi.offer, { id, email }, ada)
    },
  },
  'R203 an event taken over': {
    adds: { grants: 1, emails: 1, activities: 2 },
    shows: { ...shown(({ role = '' }) => role), before: ['owner'], after: ['owner', 'manager'] },
    async open(world) {
      const vera = await world.person('vera', 'team')
      const { ada, id } = await oneEvent(world)
      await world.ok(ownershipApi.offer, { id, email: vera.email }, ada)
      const token = await world.tokenMailed(vera.email)
      return (to) => to.call(teamApi.accept, { token }, vera)
    },
  },
  'R207 a team left': {
    adds: { activities: 1, ledger: 1, grants: -1 },
    shows: { ...shown(({ removedAt }) => removedAt !== undefined), before: [false], after: [] },
    again: 'event-unknown',
    async open(world) {
      const vera = await world.person('vera')
      const { at, token } = await oneHelper(world)
      await world.ok(teamApi.accept, { token })
      return (to) => to.call(teamApi.leave, { id: at.id }, vera)
    },
  },
}
