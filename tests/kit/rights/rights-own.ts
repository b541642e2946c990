// Who may do what with what is a guest's own (R87, R96, R153): rows of the rights table.
import { all, proven, type Row, row } from './rights-rows.ts'

/** R62, R87: one's own answer and nobody else's; nobody of the cast has one, whoever they are. */
const ownAnswer = row('anyone', all, ({ groupId, eventId }) => ({ groupId, eventId }), 'proof-missing', {
  'rsvp-unknown': { free: proven, team: proven, org: proven },
})

/** R96, R153: the same over all groups of an event. */
const ownAnswers = row('anyone', all, ({ eventId }) => ({ eventId }), 'proof-missing', {
  'rsvp-unknown': { free: proven, team: proven, org: proven },
})

export const ownCalls: Readonly<Record<string, Row>> = {
  'POST /rsvp/new-link': ownAnswer,
  'GET /rsvp/my-data': ownAnswer,
  'DELETE /rsvp': ownAnswer,
  'GET /rsvp/event/:eventId/calendar': ownAnswers,
  'GET /rsvp/event/:eventId/my-data': ownAnswers,
  'DELETE /rsvp/event/:eventId': ownAnswers,
}
