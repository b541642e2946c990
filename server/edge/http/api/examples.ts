// What the calls of the main job are sent, as an example in the API document (R139). A test reads each as the server would.
import type { Endpoint } from '#protocol/kernel/endpoint.ts'

const [groupId, eventId] = ['66b1f0c2a4d5e6f708192a3b', '66b1f0c2a4d5e6f708192a3c']
const email = 'ada@example.org'

const examples: Readonly<Record<string, unknown>> = {
  'POST /auth/login': { email: 'olivia@example.org', password: 'correct horse battery' },
  'POST /event/with-group': {
    event: {
      name: 'Summer school',
      description: 'Bring boots.',
      location: 'Old mill',
      start: '2027-06-04T16:30:00.000Z',
      end: '2027-06-04T18:30:00.000Z',
      timeZone: 'Europe/Berlin',
    },
    groups: [
      {
        roles: [
          { name: 'Speaker', max: 3 },
          { name: 'Guest', max: 12 },
        ],
        limitToMembers: false,
      },
    ],
  },
  'POST /rsvp/send-verification-code': { email, groupId },
  'POST /rsvp/verify-code': { email, groupId, eventId, code: 'K7M2QX' },
  'POST /rsvp/submit': { groupId, eventId, name: 'Ada', email, attending: true, roles: ['Guest'] },
}

export const exampleOf = ({ method, path }: Endpoint): unknown => examples[`${method} ${path}`]
export const exampled = Object.keys(examples)
