// Planted faults of budgets and of what is closed by default: a cost without a limit, a page of others that writes, a door that stands open.
import type { Planted } from './planted.ts'

export const plantedCost: readonly Planted[] = [
  {
    name: 'kept-answer-shown-after-the-right-ended',
    file: 'server/transact.ts',
    from: '    await checkRight(tx)\n',
    to: '',
    tests: ['tests/safety/replay.test.ts'],
    only: 'R56, R28',
  },
  {
    name: 'page-of-others-writes-by-cookie',
    file: 'server/http/mount.ts',
    from: '    checkPage(c, services.publicUrl)\n',
    to: '',
    tests: ['tests/safety/same-site.test.ts'],
    only: 'another port',
  },
  {
    name: 'same-site-taken-for-same-origin',
    file: 'server/http/same-origin.ts',
    from: `site === 'same-origin'`,
    to: `site.startsWith('same-')`,
    tests: ['tests/safety/same-site.test.ts'],
    only: 'another port',
  },
  {
    name: 'body-of-any-type-read',
    file: 'server/http/request.ts',
    from: '  checkJson(c)\n',
    to: '',
    tests: ['tests/safety/same-site.test.ts'],
    only: 'R121 a body',
  },
  {
    name: 'body-limit-of-the-calls-only',
    file: 'server/app.ts',
    from: 'logRequests(options.log), limitBody)',
    to: 'logRequests(options.log))',
    tests: ['tests/http.test.ts'],
    only: 'H3',
  },
  {
    name: 'connection-left-open-to-an-endless-body',
    file: 'server/http/listener.ts',
    from: 'if (!request.complete) endUnread(request)',
    to: 'if (request.destroyed) endUnread(request)',
    tests: ['tests/safety/cost-bodies.test.ts'],
    only: 'R119 H3',
  },
  {
    name: 'room-with-something-behind-its-name',
    file: 'server/rsvp/actions.ts',
    from: ' !== formRoom(group._id, group.eventId)) refuse(',
    to: '.slice(0, 54) !== formRoom(group._id, group.eventId)) refuse(',
    tests: ['tests/safety/hostile-live.test.ts'],
    only: 'S5 R64',
  },
  {
    name: 'socket-token-that-is-no-text-forgotten',
    file: 'server/live.ts',
    from: 'bearer: token === undefined ?',
    to: `bearer: typeof token !== 'string' ?`,
    tests: ['tests/safety/hostile-live.test.ts'],
    only: 'S5 R31',
  },
]
