// Ada's event in forty hours, where Ann has the one seat of Speaker, confirmed, Bob is a Guest who waits for it, and Cy comes without a role; and what is told there.
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import type { Email } from '#server/kernel/emails/outbox.ts'
import { worded } from '#server/mail/delivery/email-text.ts'
import { news } from '#server/seats/model/digest.ts'
import { type Group, groups } from '#server/seats/model/group.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { withCounts } from '#server/seats/seating/counts.ts'
import { type Consequence, followBy } from '#server/seats/seating/follow.ts'
import { hour } from '../kit/world/clock.ts'
import { allEmails, answerOf, deliverAll } from '../kit/world/notices.ts'
import { openWorld } from '../kit/world/world.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>
const mailOf = (who: string) => `${who}@guests.test`

/** An event with `Speaker` for one and `Guest` for ten. What follows there is `followed`. */
export async function openStage(followed: readonly Consequence[]) {
  const lacking: string[] = []
  const world = await openWorld({ lacking: (what) => lacking.push(what) })
  Object.assign(world.services, { follow: followBy(followed) })
  const ada = await world.person('ada', 'team')
  const roles = [
    { name: 'Speaker', max: 1 },
    { name: 'Guest', max: 10 },
  ]
  const at = (hours: number) => new Date(world.clock.now() + hours * hour).toISOString()
  const more = { start: at(40), end: at(42), assignmentRules: { enableRoleSelfSelect: true, enableRoleAssignment: false } }
  const { eventId: id, groupId } = await world.event(ada, roles, { showConfirmation: true, waitlistCutoffHours: 24 }, more)
  const guest = (who: string) => world.proven(mailOf(who), groupId)
  const answer = (who: string, held: string[] = [], said: object = {}) => world.answer(groupId, guest(who), held, { name: who, ...said })
  await answer('ann', ['Speaker'], { confirmed: true })
  await answer('bob', ['Guest'], { waitFor: ['Speaker'] })
  await answer('cy')
  const rsvpIdOf = async (who: string) => (await answerOf(world, groupId, mailOf(who))).rsvp._id
  return {
    world,
    ada,
    id,
    groupId,
    lacking,
    at,
    guest,
    answer,
    email: mailOf,
    rsvpIdOf,
    /** From now on organizers give out the roles. */
    assigning: () => world.ok(eventApi.update, { id, assignmentRules: { enableRoleSelfSelect: false, enableRoleAssignment: true } }, ada),
    assign: (who: string, roleName: string, insteadOf: string[] = []) =>
      world.ok(assignApi.assign, { id, groupId, name: who, email: mailOf(who), roleName, insteadOf }, ada),
    /** Takes somebody's whole answer away. */
    async remove(who: string, block = false) {
      const rsvpId = await rsvpIdOf(who)
      return () => world.ok(removalApi.remove, { id: groupId, rsvpId, block }, ada)
    },
    unassign: async (who: string, roleName: string) =>
      world.ok(assignApi.remove, { id, groupId, rsvpId: await rsvpIdOf(who), roleName }, ada),
  }
}

/** Whom an email goes to, its subject, and what it does to their calendar. */
async function shownIn({ services }: Stage['world'], email: Email) {
  const words = await worded(services, email)
  const subject = words?.subject.replace(/ (?:for|at|to) “Summer school”| “Summer school”/g, '')
  const method = /method=(\w+)/.exec(words?.attachments[0]?.contentType ?? '')?.[1]
  return `${email.to.split('@')[0]}: ${subject}${method ? ` [${method}]` : ''}`
}

/** What is told of one way, once it is gone: every email with its calendar entry, news of drop-outs, and what the records lack. */
export async function goes({ world, groupId, lacking }: Stage, act: () => Promise<unknown>) {
  await deliverAll(world)
  const known = new Set((await allEmails(world)).map(({ _id, rev }) => `${_id} ${rev}`))
  const before = (await world.store.find(news, { index: 'due' })).length
  lacking.length = 0
  await act()
  const written = (await allEmails(world)).filter(({ _id, rev, state }) => state === 'normal' && !known.has(`${_id} ${rev}`))
  const dropOuts = (await world.store.find(news, { index: 'due' })).length - before
  const emails = [
    ...(await Promise.all(written.map((email) => shownIn(world, email)))),
    ...Array.from({ length: dropOuts }, () => 'ada: somebody dropped out'),
  ]
  return { emails: emails.toSorted(), lacking: [...lacking, ...(await miscounted(world.store, groupId))] }
}

/** R1, R97, R98: the counts of a group that its answers don't bear out. */
async function miscounted(store: Stage['world']['store'], groupId: string): Promise<string[]> {
  const group = (await store.get(groups, groupId)) as Group
  const all: Rsvp[] = await store.find(rsvps, { index: 'group', where: { groupId }, limit: 1_000 })
  const nobody = { confirmedAndYes: 0, yesNotConfirmed: 0, assignedNoResponse: 0, declined: 0 }
  const empty: Group = {
    ...group,
    roles: group.roles.map((role) => ({ ...role, counts: nobody })),
    answers: { yes: 0, no: 0, none: 0 },
    tally: { confirmed: 0, assigned: 0 },
  }
  const { invitations: _, ...uninvited } = empty
  const counted = all.reduce<Group>((done, rsvp) => withCounts(done, undefined, rsvp), uninvited)
  const keys = ['roles', 'answers', 'tally', 'invitations'] as const
  return keys.filter((key) => JSON.stringify(group[key]) !== JSON.stringify(counted[key])).map((key) => `the right ${key}`)
}
