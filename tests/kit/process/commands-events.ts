// The commands of events, groups and answers, for the kill tests.

import { fromOwnPage } from '../world/own-page.ts'
import {
  type Command,
  createEvent,
  del,
  eventIds,
  eventOf,
  guest,
  type Made,
  mailed,
  owner,
  patch,
  post,
  put,
  read,
  rolesOf,
} from './command.ts'
import { proof } from './seed.ts'

const second = 'second@guests.test'
const invitee = 'i2@guests.test'
/** The id of somebody's row in the list, while they are in it. */
const rowOf = async (made: Made, email: string) => {
  const { rsvps } = await read(made, `/api/group/${made.ids.group}/rsvps`)
  return rsvps.find((row: { email: string }) => row.email === email)?._id ?? 'f'.repeat(24)
}
const answer = (name: string, email: string, said: object): Command => ({
  name,
  on: 'rsvps',
  again: 'nothing',
  call: ({ ids: { group: groupId = '' } }) =>
    post('/rsvp/submit', { groupId, email, name: 'A guest', roles: [], ...said }, fromOwnPage(proof(groupId, email))),
})

const named = 'named@guests.test'
/** R94: the guest with the seat offers it. */
const offered = (name: string): Command => ({
  name,
  on: 'rsvps',
  again: 409,
  call: ({ ids: { group: groupId = '' } }) =>
    post('/rsvp/hand-over', { groupId, name: 'Named', email: named }, fromOwnPage(proof(groupId, guest))),
})
const answered = (name: string, how: 'accept' | 'decline'): Command => ({
  name,
  on: 'rsvps',
  again: 410,
  call: async (made) => post(`/hand-over/${how}`, { token: await mailed(made, named, /hand-over\?token=([\w.-]+)/) }),
})

export const eventCommands: readonly Command[] = [
  {
    name: 'create an event',
    on: 'events',
    again: 'nothing',
    call: () => post('/event/with-group', createEvent({ assignmentRules: { rule: '', enableRoleSelfSelect: true } }), owner),
    keep: eventIds('event', 'group'),
  },
  {
    name: 'create an event while signed out',
    on: 'events',
    again: 'nothing',
    call: () => post('/event/with-group', createEvent({ organizerEmail: 'olga@people.test' })),
    keep: eventIds('pending', 'pendingGroup'),
  },
  {
    name: 'publish it',
    on: 'events',
    again: 'nothing',
    call: async (made) =>
      post(
        `/event/${made.ids.pending}/publish`,
        {},
        { 'x-organizer-token': await mailed(made, 'olga@people.test', /token\?token=([\w-]+)/) },
      ),
  },
  {
    name: 'create a group',
    on: 'groups',
    again: 'nothing',
    call: () => post('/group', { name: 'Alone', roles: rolesOf('Guest') }, owner),
    keep: ({ groupId }) => ({ alone: groupId }),
  },
  {
    name: 'invite people',
    on: 'rsvps',
    again: 'nothing',
    call: ({ ids }) => post(`/group/${ids.group}/invitations`, { people: [{ email: 'i1@guests.test' }, { email: invitee }] }, owner),
  },
  {
    name: 'take an invitation back',
    on: 'rsvps',
    again: 404,
    call: async (made) => del(`/group/${made.ids.group}/invitations/${await rowOf(made, invitee)}`, undefined, owner),
  },
  {
    name: 'make an event again',
    on: 'events',
    again: 'nothing',
    call: ({ ids }) => post(`/event/${ids.event}/duplicate`, { start: eventOf().start }, owner),
  },
  { name: 'rename an event', on: 'events', again: 'more', call: ({ ids }) => put(`/event/${ids.event}`, { name: 'Winter school' }, owner) },
  {
    name: 'change a group',
    on: 'groups',
    again: 'more',
    call: ({ ids }) => put(`/group/${ids.group}`, { description: 'Bring a cup' }, owner),
  },
  {
    name: 'change the settings',
    on: 'groups',
    again: 'more',
    call: ({ ids }) => patch(`/group/${ids.group}/settings`, { showConfirmation: true }, owner),
  },
  {
    name: 'add a role',
    on: 'groups',
    again: 'nothing',
    call: ({ ids }) => post(`/group/${ids.group}/roles`, { name: 'Cook', max: 2 }, owner),
  },
  { name: 'set a limit', on: 'groups', again: 'more', call: ({ ids }) => patch(`/group/${ids.group}/roles/Cook`, { max: 3 }, owner) },
  {
    name: 'take the limit back',
    on: 'groups',
    again: 'nothing',
    call: async (made) => {
      const { activity } = await read(made, `/api/group/${made.ids.group}/activity?kind=limit`)
      return post(`/activity/${activity[0]?._id}/undo`, {}, owner)
    },
  },
  {
    name: 'ask for a code',
    on: 'proofCodes',
    again: 429,
    call: ({ ids }) => post('/rsvp/send-verification-code', { email: guest, groupId: ids.group }),
  },
  {
    name: 'give the code',
    on: 'proofCodes',
    again: 400,
    isTryCounted: true,
    call: async (made) =>
      post('/rsvp/verify-code', { email: guest, groupId: made.ids.group, code: await mailed(made, guest, /^([A-Z0-9]{6})$/m) }),
  },
  answer('answer yes', guest, { attending: true, roles: ['Cook'] }),
  {
    name: 'write to the guests',
    on: 'messages',
    again: 'nothing',
    call: ({ ids }) => post(`/group/${ids.group}/messages`, { audience: {}, subject: 'Bring a cup', text: 'Bring a cup.' }, owner),
  },
  { name: 'lower a limit', on: 'groups', again: 'more', call: ({ ids }) => patch(`/group/${ids.group}/roles/Cook`, { max: 1 }, owner) },
  {
    ...answer('wait for a role', second, { attending: true, waitFor: ['Cook'] }),
    on: 'waitPages',
    keep: ({ rsvp }) => ({ waiter: rsvp._id }),
  },
  {
    name: 'move somebody to the front of the list',
    on: 'groups',
    again: 'more',
    call: ({ ids }) => patch(`/group/${ids.group}/waitlist`, { rsvpId: ids.waiter, roleName: 'Cook', change: 'front' }, owner),
  },
  offered('offer one’s seat'),
  {
    name: 'take the offer back',
    on: 'rsvps',
    again: 410,
    call: ({ ids: { group: groupId = '' } }) => del(`/rsvp/hand-over?groupId=${groupId}`, undefined, fromOwnPage(proof(groupId, guest))),
  },
  offered('offer it to somebody who declines'),
  answered('decline it', 'decline'),
  offered('offer it to somebody who accepts'),
  answered('accept it', 'accept'),
  {
    name: 'change when guests are reminded',
    on: 'groups',
    again: 'nothing',
    call: ({ ids }) => put(`/group/${ids.group}/reminders`, { reminder: { isOn: true, days: 2, hour: 9 } }, owner),
  },
  {
    name: 'remind guests now',
    on: 'groups',
    again: 'nothing',
    call: ({ ids }) => post(`/group/${ids.group}/reminders/send`, { kind: 'reminder' }, owner),
  },
  // The seat goes to the one who waits.
  answer('answer no', named, { attending: false }),
  {
    name: 'ask for a new personal link',
    on: 'rsvps',
    again: 'nothing',
    call: ({ ids: { group: groupId = '' } }) => post('/rsvp/new-link', { groupId }, fromOwnPage(proof(groupId, guest))),
  },
  { name: 'ask for all personal links', on: 'hourCounts', again: 'nothing', call: () => post('/rsvp/links', { email: guest }) },
  {
    name: 'erase one’s data',
    on: 'rsvps',
    again: 404,
    call: ({ ids: { group: groupId = '' } }) => del(`/rsvp?groupId=${groupId}`, undefined, fromOwnPage(proof(groupId, guest))),
  },
  { name: 'make a calendar feed', on: 'calendarFeeds', again: 'more', call: () => post('/user/calendar-feed', {}, owner) },
  { name: 'end the calendar feed', on: 'calendarFeeds', again: 'nothing', call: () => del('/user/calendar-feed', undefined, owner) },
  { name: 'remove a role', on: 'groups', again: 404, call: ({ ids }) => del(`/group/${ids.group}/roles?name=Cook`, undefined, owner) },
  { name: 'delete a group', on: 'groups', again: 404, call: ({ ids }) => del(`/group/${ids.alone}`, undefined, owner) },
  { name: 'delete an event', on: 'events', again: 404, call: ({ ids }) => del(`/event/${ids.event}`, undefined, owner) },
]
