// Who may do what at the door: the rows of its calls in the table of rights. A phone that is paired to an event sees names there, and no email (R183).
import { all, event, free, managers, member, org, type Row, row, self, token, withOrg } from './rights-rows.ts'

const phone = { named: { free: ['doorPhone'], team: ['doorPhone', 'teamDoor'], org: ['doorPhone'] } }
const atDoor = (input: Row['input']) => row('anyone', all, input, 'event-unknown', { full: managers, ...phone })
const everybodyThere = {
  free: ['doorPhone', ...(managers.free ?? [])],
  team: ['doorPhone', 'teamDoor', ...(managers.team ?? [])],
  org: ['doorPhone', ...(managers.org ?? [])],
}
const scanId = '0e6d2c8e-6a4e-4a7e-9a51-1f4b7c0f2a11'

export const doorCalls: Readonly<Record<string, Row>> = {
  'POST /pass/open': self('anyone', { pass: 'a pass of nobody' }, 'pass-void'),
  // Free has one, which is paired already.
  'POST /door/:eventId/phones': row('organizer', all, ({ eventId }) => ({ eventId, name: 'South door' }), 'event-unknown', {
    full: { team: managers.team ?? [], org },
    'door-phones-reached': { free },
  }),
  'GET /door/:eventId/phones': event(({ eventId }) => ({ eventId })),
  'DELETE /door/:eventId/phones/:phoneId': row('organizer', all, ({ eventId }) => ({ eventId, phoneId: 'a'.repeat(24) }), 'event-unknown', {
    'door-phone-unknown': managers,
  }),
  'GET /door/:eventId/passes': event(({ eventId }) => ({ eventId })),
  'POST /door/:eventId/practice': event(({ eventId }) => ({ eventId })),
  'POST /door/pair': self('anyone', { token }, 'door-link-over'),
  // Nobody leaves but a phone that is paired: not even who manages the event.
  'DELETE /door/:eventId/pairing': row('anyone', all, ({ eventId }) => ({ eventId }), 'event-unknown', {
    named: { free: ['doorPhone'], team: ['doorPhone'], org: ['doorPhone'] },
  }),
  'GET /door/:eventId/list': atDoor(({ eventId }) => ({ eventId })),
  // Of whom the door doesn't know it says so: nobody is refused (R185).
  'POST /door/:eventId/scans': row(
    'anyone',
    all,
    ({ eventId, rsvpId }) => ({ eventId, scans: [{ scanId, rsvpId, despite: true }] }),
    'event-unknown',
    {
      named: everybodyThere,
    },
  ),
  // The organization's event is for its members, and that is known by their emails.
  'POST /door/:eventId/walkins': atDoor((tenant) => ({
    eventId: tenant.eventId,
    groupId: tenant.groupId,
    scanId,
    name: 'Wanda',
    role: 'Guest',
    ...('orgId' in withOrg(tenant) && { email: member.email }),
  })),
  'POST /door/:eventId/people/:rsvpId/undo': row(
    'anyone',
    all,
    ({ eventId, rsvpId }) => ({ eventId, rsvpId, line: 'a'.repeat(24) }),
    'event-unknown',
    { 'scan-unknown': everybodyThere },
  ),
  'POST /door/:eventId/leases': row(
    'anyone',
    all,
    ({ eventId, groupId }) => ({ eventId, groupId, role: 'Guest', seats: 1 }),
    'event-unknown',
    { named: everybodyThere },
  ),
}
