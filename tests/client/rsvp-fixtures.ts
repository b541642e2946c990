// A form, an answer and a place to try the invitee's page with.
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'

export const groupId = 'a'.repeat(24)
export const eventId = 'e'.repeat(24)
export const path = `/rsvp/${groupId}?eventId=${eventId}&code=forfeedback`
export const email = 'maya@example.com'

/** A role of each kind: one of three seats taken, full, the last of two free. */
export const formView = (over: Partial<FormView> = {}, event: Partial<NonNullable<FormView['event']>> = {}): FormView => ({
  _id: groupId,
  rev: 1,
  eventId,
  status: 'open',
  name: 'Group for Harvest day',
  description: '',
  roles: [
    { _id: 'cook', name: 'Cook', max: 3 },
    { _id: 'host', name: 'Host', max: 2 },
    { _id: 'guide', name: 'Guide', max: 2 },
  ],
  roleCoverage: [
    { _id: 'cook', name: 'Cook', total: 3, count: 1 },
    { _id: 'host', name: 'Host', total: 2, count: 2 },
    { _id: 'guide', name: 'Guide', total: 2, count: 1 },
  ],
  event: {
    _id: eventId,
    name: 'Harvest day',
    description: 'Bring boots.',
    location: '',
    dressCode: '',
    theme: 'dusk',
    photo: null,
    start: '2026-12-05T18:30:00.000Z',
    end: '2026-12-05T21:00:00.000Z',
    timeZone: 'Europe/Paris',
    organizer: 'Lena',
    status: 'active',
    enableRoleSelfSelect: true,
    singleRoleOnly: false,
    ...event,
  },
  showConfirmation: false,
  displayRSVPToAll: false,
  membersOnly: false,
  ...over,
})

export const ownRsvp = (over: Partial<OwnRsvp> = {}): OwnRsvp => ({
  _id: 'f'.repeat(24),
  rev: 1,
  eventId,
  groupId,
  orgId: null,
  name: 'Maya',
  email,
  maskedEmail: 'ma***@example.com',
  attending: true,
  roles: [],
  confirmed: false,
  confirmationDate: null,
  link: '',
  ...over,
})
