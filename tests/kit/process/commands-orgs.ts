// The commands of organizations, and of assigning in their events, for the kill tests.
import { type Command, createEvent, del, email, eventIds, type Json, type Made, owner, patch, post, read } from './command.ts'

const rsvpOf = async (made: Made, who: string): Promise<string> =>
  (await read(made, `/api/group/${made.ids.choirGroup}`)).rsvps.find((one: Json) => one.email === who)?._id ?? ''
const memberOf = async (made: Made, who: string): Promise<{ memberId: string; userId: string }> =>
  (await read(made, `/api/org/${made.ids.org}/members`)).members.find(({ user }: Json) => user.email === who) ?? {
    memberId: '',
    userId: '',
  }

const newMember = (orgId = '', name = '') => ({
  members: [{ member: { role: 'member' }, user: { name, email: `${name}@people.test` }, organization: { orgId } }],
})
const seat = (ids: Made['ids']) => ({ groupId: ids.choirGroup, orgId: ids.org, roleName: 'Speaker' })
export const orgCommands: readonly Command[] = [
  {
    name: 'found an organization',
    on: 'orgs',
    again: 'nothing',
    call: () => post('/org', { organization: { name: 'Choir' }, owner: { email: 'owner@bench.test' } }, owner),
    keep: ({ orgId }) => ({ org: orgId }),
  },
  { name: 'add a member', on: 'members', again: 'nothing', call: ({ ids }) => post('/member', newMember(ids.org, 'mona'), owner) },
  {
    name: 'add members',
    on: 'members',
    again: 'nothing',
    call: ({ ids }) =>
      post('/member/bulk', { members: ['ada', 'noah'].map((name) => ({ name, email: `${name}@people.test` })), orgId: ids.org }, owner),
  },
  {
    name: 'make an admin',
    on: 'members',
    again: 'more',
    call: async (made) =>
      patch(`/member/${(await memberOf(made, 'mona@people.test')).memberId}/role`, { role: 'admin', orgId: made.ids.org }, owner),
  },
  {
    name: 'create an event of the organization',
    on: 'events',
    again: 'nothing',
    call: ({ ids }) =>
      post('/event/with-group', createEvent({ ownerOrgId: ids.org, assignmentRules: { rule: '', enableRoleAssignment: true } }), owner),
    keep: eventIds('choirEvent', 'choirGroup'),
  },
  {
    name: 'assign a role',
    on: 'rsvps',
    again: 'nothing',
    call: ({ ids }) => post(`/event/${ids.choirEvent}/assign`, { ...seat(ids), name: 'Mona', email: 'mona@people.test' }, owner),
  },
  {
    name: 'move a role',
    on: 'rsvps',
    again: 409,
    call: async (made) => {
      const to = { toName: 'Noah', toEmail: 'noah@people.test', fromRsvpId: await rsvpOf(made, 'mona@people.test') }
      return post(`/event/${made.ids.choirEvent}/reassign`, { ...seat(made.ids), ...to }, owner)
    },
  },
  {
    name: 'take a role away',
    on: 'rsvps',
    again: 409,
    call: async (made) =>
      post(`/event/${made.ids.choirEvent}/remove`, { ...seat(made.ids), rsvpId: await rsvpOf(made, 'noah@people.test') }, owner),
  },
  {
    name: 'let somebody assign',
    on: 'grants',
    again: 'nothing',
    call: async (made) =>
      post(`/event/${made.ids.choirEvent}/grants`, { userId: (await memberOf(made, email)).userId, groupId: made.ids.choirGroup }, owner),
  },
  {
    name: 'take that back',
    on: 'grants',
    again: 404,
    call: async (made) => {
      const path = `/event/${made.ids.choirEvent}/group/${made.ids.choirGroup}/grants`
      return del(`${path}/${(await read(made, `/api${path}`)).grants[0]?._id}`, undefined, owner)
    },
  },
  {
    name: 'remove a member',
    on: 'members',
    again: 404,
    call: async (made) =>
      patch('/member/remove-many', { orgId: made.ids.org, memberIds: [(await memberOf(made, 'noah@people.test')).memberId] }, owner),
  },
]
