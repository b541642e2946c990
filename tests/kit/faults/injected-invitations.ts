// The calls of those who are invited to an organization, or leave it, with what each must leave behind exactly once.
import { memberApi } from '#protocol/people/member.ts'
import { members, orgs } from '#server/people/model/org.ts'
import { day } from '../world/clock.ts'
import { openChoir } from '../world/organization.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { Send, WritingCall } from './injected-calls.ts'

const statuses = ({ all }: Ledger) => all(members).map(({ status }) => status ?? '')
const counts = ({ all }: Ledger) => all(orgs).map(({ memberCount }) => memberCount)

/** What Max, who has an account, says to the organization that invites him. */
async function answering(world: World, accept: boolean): Promise<Send> {
  const { orgId, invite } = await openChoir(world, {})
  const max = await world.person('max')
  await invite('max')
  return (to) => to.call(memberApi.answer, { id: orgId, accept }, max)
}
/** Each under the rules it carries and what it does. */
export const invitationCalls: Readonly<Record<string, WritingCall>> = {
  'R117 an invitation accepted': {
    adds: {},
    shows: { read: statuses, before: ['active', 'invited'], after: ['active', 'active'] },
    open: async (world) => answering(world, true),
  },
  'R117 an invitation declined': {
    adds: { members: -1, emailCounts: 1, ledger: 1 },
    shows: { read: counts, before: [2], after: [1] },
    again: 'org-unknown',
    open: async (world) => answering(world, false),
  },
  'R117 an invitation accepted by its link': {
    adds: {},
    shows: { read: statuses, before: ['active', 'invited'], after: ['active', 'active'] },
    async open(world) {
      await (await openChoir(world, {})).invite('max')
      const token = await world.tokenMailed('max@people.test')
      return (to) => to.call(memberApi.answerByLink, { token, accept: true })
    },
  },
  'R117 a letter sent again': {
    adds: { emails: 1 },
    again: 'invitation-soon',
    async open(world) {
      const { owner, orgId, invite, memberId } = await openChoir(world, {})
      await invite('max')
      world.clock.advance(8 * day)
      const id = await memberId({ email: 'max@people.test' })
      return (to) => to.call(memberApi.inviteAgain, { id, orgId }, owner)
    },
  },
  'R117 a member with a permission leaves': {
    adds: { members: -1, grants: -1, emailCounts: 1, activities: 1, ledger: 2 },
    shows: { read: counts, before: [2], after: [1] },
    again: 'org-unknown',
    async open(world) {
      const choir = await openChoir(world, { max: 'member' })
      await choir.grant(await choir.event(), choir.max)
      return (to) => to.call(memberApi.leave, { id: choir.orgId }, choir.max)
    },
  },
}
