// Who may do what with an event's team (R200 to R208): rows of the rights table.
import {
  all,
  email,
  event,
  free,
  helpers,
  helping,
  managers,
  ofOtherGroups,
  org,
  passes,
  type Row,
  row,
  self,
  team,
  teammate,
  token,
} from './rights-rows.ts'

export const teamCalls: Readonly<Record<string, Row>> = {
  'GET /event/:id/team': event(({ eventId: id }) => ({ id })),
  'POST /event/:id/team': event(({ eventId: id }) => ({ id, email, role: 'door' })),
  'POST /event/:id/team · a manager': row('organizer', all, ({ eventId: id }) => ({ id, email, role: 'manager' }), 'event-unknown', {
    full: { team, org },
    'owner-only': { team: ['teamManager'] },
    'team-plan-needed': { free },
  }),
  'PATCH /event/:id/team/:teamId': teammate((t) => ({ id: t.eventId, teamId: t.teamId, role: 'door' })),
  'DELETE /event/:id/team/:teamId': teammate((t) => ({ id: t.eventId, teamId: t.teamId })),
  'POST /event/:id/team/:teamId/restore': row('organizer', all, (t) => ({ id: t.eventId, teamId: t.teamId }), 'event-unknown', {
    'teammate-unknown': managers,
  }),
  'POST /event/:id/owner': row('organizer', all, ({ eventId: id }) => ({ id, email }), 'event-unknown', {
    full: { free, team },
    'owner-only': { team: ['teamManager'] },
    'owner-organization': { org },
  }),
  'POST /event/:id/team/leave': helping(
    row('organizer', all, ({ eventId: id }) => ({ id }), 'event-unknown', {
      own: { team: [...helpers, ...passes, ...ofOtherGroups], org: ['grantee'] },
    }),
  ),
  'POST /team/open': self('anyone', { token }, 'invitation-invalid'),
  'POST /team/accept': self('anyone', { token }, 'invitation-invalid'),
  'GET /team/mine': self('account'),
}
