// Every way in which a seat changes, and what must follow from each: the table that no caller of `changeSeats` may be missing from.

import { noticeApi } from '#protocol/mail/notice.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { doorApi } from '#protocol/seats/door/door.ts'
import { walkinApi } from '#protocol/seats/door/walkin.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { iso } from '#server/kernel/ports/clock.ts'
import { groups } from '#server/seats/model/group.ts'
import { hour } from '../kit/world/clock.ts'
import { cookieOf } from '../kit/world/people.ts'
import type { Stage } from './stage.ts'

export interface Way {
  /** The function that asks `changeSeats` for it. */
  readonly by: string
  /** Everyone who is told: the email, and the calendar entry it brings. */
  readonly emails: readonly string[]
  /** Makes what it needs; gives the act itself. */
  readonly open: (stage: Stage) => Promise<() => Promise<unknown>>
}

const given = 'bob: You have a seat: “Speaker” [REQUEST]'
const offList = (who: string) => `${who}: You were removed from [CANCEL]`
const droppedOut = 'ada: somebody dropped out'

/** After the cut-off a free seat is held for who is next. */
async function held(stage: Stage) {
  stage.world.clock.advance(20 * hour)
  await stage.answer('ann', [], { attending: false })
}
/** Who hands over by the link in the email to whoever they named. */
async function named({ world, groupId, guest, email }: Stage, who: string, to: string) {
  await world.ok(handoverApi.begin, { groupId, name: to, email: email(to) }, guest(who))
  return world.tokenMailed(email(to))
}

/** A phone at the door. */
async function phoneOf({ world, ada, id: eventId }: Stage) {
  const { link } = await world.ok(doorApi.makePhone, { eventId, name: 'North' }, ada)
  return { cookie: cookieOf((await world.call(doorApi.pair, { token: link.split('#')[1] ?? '' })).headers) }
}

/** Callers without a way of their own, and why. */
export const besides: Readonly<Record<string, string>> = {
  'server/record/undo/actions.ts eventBack': 'for the other groups of an event, which no call makes yet',
  'server/seats/lease/actions.ts leaseSeats': 'a phone keeps seats that are free: nobody has one yet (tests/door)',
  'server/seats/removal/actions.ts blocked': 'after a restore, of what everybody was told before it (tests/backup/ending.test.ts)',
}

export const ways: Readonly<Record<string, Way>> = {
  'a first yes': {
    by: 'server/seats/rsvp/actions.ts answerIn',
    emails: ['dan: You are coming [REQUEST]'],
    open: async (stage) => () => stage.answer('dan', ['Guest']),
  },
  'a no, which gives the seat on': {
    by: 'server/seats/rsvp/actions.ts answerIn',
    emails: ['ann: You are not coming [CANCEL]', given, droppedOut],
    open: async (stage) => () => stage.answer('ann', [], { attending: false }),
  },
  'another role': {
    by: 'server/seats/rsvp/actions.ts answerIn',
    emails: ['ann: You are coming [REQUEST]', given, droppedOut],
    open: async (stage) => () => stage.answer('ann', ['Guest']),
  },
  'erased data': {
    by: 'server/seats/guest/actions.ts erased',
    emails: ['ann: Your data was erased [CANCEL]', given, droppedOut],
    open:
      async ({ world, groupId, guest }) =>
      () =>
        world.ok(guestApi.erase, { groupId }, guest('ann')),
  },
  'an answer taken away': {
    by: 'server/seats/removal/actions.ts removeAnswer',
    emails: [offList('ann'), given],
    open: async (stage) => stage.remove('ann'),
  },
  'an answer taken away, and its address kept out': {
    by: 'server/seats/removal/actions.ts removeAnswer',
    emails: [offList('bob')],
    open: async (stage) => stage.remove('bob', true),
  },
  'an answer taken away, and put back by an undo': {
    by: 'server/record/undo/actions.ts seatsBack',
    emails: ['eve: You were added again [REQUEST]'],
    async open(stage) {
      await stage.answer('eve', ['Guest'])
      const { act = '' } = await (await stage.remove('eve'))()
      return () => stage.world.ok(undoApi.undo, { id: act }, stage.ada)
    },
  },
  'an answer given anew after it was taken away': {
    by: 'server/seats/rsvp/actions.ts answerIn',
    emails: ['bob: You are coming [REQUEST]'],
    async open(stage) {
      await (await stage.remove('bob'))()
      return () => stage.answer('bob', ['Guest'])
    },
  },
  'a role assigned to somebody who was taken off the list': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['bob: You are “Guest”'],
    async open(stage) {
      await (await stage.remove('bob'))()
      await stage.assigning()
      return () => stage.assign('bob', 'Guest')
    },
  },
  'an offer accepted': {
    by: 'server/seats/waitlist/actions.ts answerOffer',
    emails: ['bob: You are coming [REQUEST]'],
    async open(stage) {
      await held(stage)
      return () => stage.world.ok(waitlistApi.offer, { groupId: stage.groupId, role: 'Speaker', accept: true }, stage.guest('bob'))
    },
  },
  'a seat given to somebody who waits, by hand': {
    by: 'server/seats/waitlist/actions.ts changeWaitlist',
    emails: [given],
    async open({ world, groupId: id, ada, rsvpIdOf }) {
      const rsvpId = await rsvpIdOf('bob')
      return () => world.ok(waitlistApi.change, { id, rsvpId, roleName: 'Speaker', change: 'give', addSeat: true }, ada)
    },
  },
  'a seat that one commit could not give on': {
    by: 'server/seats/waitlist/jobs.ts changeInQueue',
    emails: [given],
    async open({ world, groupId }) {
      const group = await world.store.get(groups, groupId)
      if (!group) throw new Error('The group is gone')
      const roles = group.roles.map((role) => (role.name === 'Speaker' ? { ...role, max: 2 } : role))
      const put = { ...group, rev: group.rev + 1, roles, unfilledSince: iso(world.clock.now()) }
      await world.store.commit([{ collection: groups, put, expectedRev: group.rev }])
      return () => world.runJobs()
    },
  },
  'a seat that a phone kept and gives back': {
    by: 'server/seats/lease/jobs.ts returnLeases',
    emails: ['eve: You have a seat: “Guest” [REQUEST]'],
    async open(stage) {
      const { world, id: eventId, groupId, answer } = stage
      await world.ok(doorApi.lease, { eventId, groupId, role: 'Guest', seats: 9 }, await phoneOf(stage))
      await answer('eve', [], { waitFor: ['Guest'] })
      world.clock.advance(hour)
      return () => world.runJobs()
    },
  },
  'somebody who comes to the door without an answer': {
    by: 'server/seats/walkin/actions.ts seated',
    emails: ['wanda: You are coming [REQUEST]'],
    async open(stage) {
      const { world, id: eventId, groupId, email } = stage
      const phone = await phoneOf(stage)
      const scanId = '0e6d2c8e-6a4e-4a7e-9a51-1f4b7c0f2a11'
      return () => world.ok(walkinApi.add, { eventId, groupId, scanId, name: 'Wanda', email: email('wanda'), role: 'Guest' }, phone)
    },
  },
  'a limit raised': {
    by: 'server/seats/group/actions.ts change',
    emails: [given],
    open:
      async ({ world, groupId: id, ada }) =>
      () =>
        world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 2 }, ada),
  },
  'a limit lowered, and the newest moved to the list': {
    by: 'server/seats/group/actions.ts change',
    emails: ['eve: You are on the waitlist for “Guest” [REQUEST]'],
    async open({ world, groupId: id, ada, answer }) {
      await answer('eve', ['Guest'])
      return () => world.ok(groupApi.setRoleMax, { id, name: 'Guest', max: 1, moveToWaitlist: true }, ada)
    },
  },
  'a limit raised with a minimum, as it was seen': {
    by: 'server/seats/group/actions.ts change',
    emails: [given],
    async open({ world, groupId: id, ada }) {
      const { settingsRev } = (await world.ok(groupApi.read, { id }, ada)).group as GroupView
      return () => world.ok(groupApi.setRoleMax, { id, name: 'Speaker', max: 2, min: 1, settingsRev }, ada)
    },
  },
  'a limit raised in the event’s form': {
    by: 'server/seats/event/actions.ts updateEvent',
    emails: [given],
    async open({ world, id, groupId, ada }) {
      const { roles = [] } = (await world.store.get(groups, groupId)) ?? {}
      const wanted = roles.map(({ _id, name }) => ({ _id, name, max: 10 }))
      return () => world.ok(eventApi.update, { id, roles: wanted }, ada)
    },
  },
  'a role assigned': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['cy: You are “Guest” [REQUEST]'],
    async open(stage) {
      await stage.assigning()
      return () => stage.assign('cy', 'Guest')
    },
  },
  'a role assigned in the place of another': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['ann: You are no longer “Speaker” [REQUEST]', 'ann: You are “Guest” [REQUEST]', given],
    async open(stage) {
      await stage.assigning()
      return () => stage.assign('ann', 'Guest', ['Speaker'])
    },
  },
  'a role moved': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['ann: You are no longer “Speaker” [REQUEST]', 'cy: You are “Speaker” [REQUEST]'],
    async open({ assigning, world, ada, id, groupId, rsvpIdOf, email }) {
      await assigning()
      const fromRsvpId = await rsvpIdOf('ann')
      return () => world.ok(assignApi.reassign, { id, groupId, fromRsvpId, toName: 'cy', toEmail: email('cy'), roleName: 'Speaker' }, ada)
    },
  },
  'a role taken away': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['ann: You are no longer “Speaker” [REQUEST]', given],
    async open(stage) {
      await stage.assigning()
      return () => stage.unassign('ann', 'Speaker')
    },
  },
  'holders assigned again in a new event': {
    by: 'server/seats/assign/actions.ts assignHolders',
    emails: ['ann: You are “Speaker”', 'bob: You are “Guest”'],
    async open({ assigning, world, id, ada, at }) {
      await assigning()
      return () => world.ok(eventApi.duplicate, { id, start: at(100), holders: true }, ada)
    },
  },
  'a hand-over accepted': {
    by: 'server/seats/handover/actions.ts accept',
    emails: ['ann: Your seat was handed over [CANCEL]', 'dan: You are coming [REQUEST]'],
    async open(stage) {
      const token = await named(stage, 'ann', 'dan')
      return () => stage.world.ok(handoverApi.accept, { token })
    },
  },
  'a companion who answers for themselves': {
    by: 'server/seats/companion/actions.ts accept',
    emails: ['ann: Your companion has a seat of their own [REQUEST]', 'dan: You are coming [REQUEST]'],
    async open({ world, groupId, guest, email, ada }) {
      await world.ok(groupApi.settings, { id: groupId, maxCompanions: 1 }, ada)
      const { body } = await world.answer(groupId, guest('ann'), ['Speaker'], { companions: [{ roles: ['Guest'] }] })
      await world.ok(companionApi.link, { groupId, companionId: body.rsvp.companions[0]._id, email: email('dan') }, guest('ann'))
      const token = await world.tokenMailed(email('dan'))
      return () => world.ok(companionApi.accept, { token })
    },
  },
  'a role taken away whose seat was being handed over': {
    by: 'server/seats/assign/actions.ts outcome',
    emails: ['ann: You are no longer “Speaker” [REQUEST]', given],
    async open(stage) {
      await named(stage, 'ann', 'dan')
      await stage.assigning()
      return () => stage.unassign('ann', 'Speaker')
    },
  },
  'a seat that goes over to the right address': {
    by: 'server/mail/notice/actions.ts correctAddress',
    emails: ['right: You are “Guest”'],
    async open({ assigning, assign, world, groupId: id, ada, email, rsvpIdOf }) {
      await assigning()
      await assign('wrong', 'Guest')
      const rsvpId = await rsvpIdOf('wrong')
      return () => world.ok(noticeApi.correctAddress, { id, rsvpId, email: email('right') }, ada)
    },
  },
  'a removal undone': {
    by: 'server/record/undo/actions.ts seatsBack',
    emails: ['eve: You are “Guest” [REQUEST]'],
    async open(stage) {
      await stage.answer('eve', ['Guest'])
      await stage.assigning()
      const { act = '' } = await stage.unassign('eve', 'Guest')
      return () => stage.world.ok(undoApi.undo, { id: act }, stage.ada)
    },
  },
  'an assignment undone': {
    by: 'server/record/undo/actions.ts seatsBack',
    emails: ['cy: You are no longer “Guest” [REQUEST]'],
    async open(stage) {
      await stage.assigning()
      const { act = '' } = await stage.assign('cy', 'Guest')
      return () => stage.world.ok(undoApi.undo, { id: act }, stage.ada)
    },
  },
  'a lowered limit undone': {
    by: 'server/record/undo/actions.ts seatsBack',
    emails: ['eve: You have a seat: “Guest” [REQUEST]'],
    async open({ world, groupId: id, ada, answer }) {
      await answer('eve', ['Guest'])
      const { act = '' } = await world.ok(groupApi.setRoleMax, { id, name: 'Guest', max: 1, moveToWaitlist: true }, ada)
      return () => world.ok(undoApi.undo, { id: act }, ada)
    },
  },
}
