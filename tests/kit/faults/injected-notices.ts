// The calls by which guests and organizers say who gets emails, each with what it must leave behind exactly once.

import { noticeApi } from '#protocol/mail/notice.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { next } from '#server/kernel/write/outcome.ts'
import { emailCounts } from '#server/people/model/org.ts'
import { groups } from '#server/seats/model/group.ts'
import { addressKey, addressMarks, stopClaims } from '#server/seats/model/notice.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day } from '../world/clock.ts'
import type { World } from '../world/world.ts'
import type { WritingCall } from './injected-calls.ts'

const keyed = { headers: { 'idempotency-key': 'the-same-each-time' } }
const email = 'gast@people.test'

/** A guest who has answered an event of Ada's, and the token of the link in a notice to them. */
async function anAnswer(world: World) {
  const ada = await world.person('ada')
  const { groupId: id } = await world.event(ada)
  await world.answer(id, world.proven(email, id), ['Speaker'])
  const [rsvp] = await world.store.find(rsvps, { index: 'group', where: { groupId: id } })
  if (!rsvp) throw new Error('no answer')
  const token = await world.services.signedTokens.sign('unsubscribe', stopClaims(rsvp._id, { groupId: id }), world.clock.now() + day)
  return { ada, id, rsvp, token }
}

export const noticeCalls: Readonly<Record<string, WritingCall>> = {
  'R56, R102 notices stopped': {
    adds: { stops: 1, keptReplies: 1, ledger: 1 },
    async open(world) {
      const { token } = await anAnswer(world)
      return (to) => to.call(noticeApi.stop, { token }, keyed)
    },
  },
  'R56, R102 notices wanted again': {
    adds: { stops: -1, keptReplies: 1 },
    async open(world) {
      const { token } = await anAnswer(world)
      await world.ok(noticeApi.stop, { token })
      return (to) => to.call(noticeApi.resume, { token }, keyed)
    },
  },
  'R56, R102 an address tried again': {
    adds: { keptReplies: 1 },
    shows: {
      read: ({ all }) => [
        ...all(addressMarks).map(({ fault }) => fault ?? ''),
        ...all(rsvps).map(({ addressFault }) => addressFault ?? ''),
      ],
      before: ['undeliverable', 'undeliverable'],
      after: ['', ''],
    },
    async open(world) {
      const { ada, id, rsvp } = await anAnswer(world)
      const mark = { _id: addressKey(world.services.secrets, email), rev: 1, fault: 'undeliverable' as const, at: rsvp.createdAt }
      const group = await world.store.get(groups, id)
      if (!group) throw new Error('no group')
      await world.store.commit([
        { collection: groups, put: next(group, { unreached: 1 }), expectedRev: group.rev },
        { collection: addressMarks, put: mark, expectedRev: 0 },
        { collection: rsvps, put: next(rsvp, { addressFault: 'undeliverable' }), expectedRev: rsvp.rev },
      ])
      return (to) => to.call(noticeApi.retryAddress, { id, rsvpId: rsvp._id }, { ...ada, ...keyed })
    },
  },
  'R56, R102 an address corrected': {
    adds: { keptReplies: 1, emails: 1, activities: 2 }, // taken from the wrong address, given to the right one
    shows: {
      read: ({ all }) => [...all(rsvps).map((rsvp) => rsvp.email), ...all(emailCounts).map(({ count }) => count)],
      before: ['bo@gusts.test', 1],
      after: ['bo@guests.test', 2],
    },
    async open(world) {
      const ada = await world.person('ada', 'team')
      const { groupId: id, eventId } = await world.event(ada)
      const at = { id: eventId, groupId: id }
      await world.ok(assignApi.assign, { ...at, name: 'Bo', email: 'bo@gusts.test', roleName: 'Speaker' }, ada)
      const [rsvp] = await world.store.find(rsvps, { index: 'group', where: { groupId: id } })
      return (to) => to.call(noticeApi.correctAddress, { id, rsvpId: rsvp?._id ?? '', email: 'bo@guests.test' }, { ...ada, ...keyed })
    },
  },
}
