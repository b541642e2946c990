// Planted faults of presence: it reaches who may not know, outlives a connection, a right or a process, or costs more than it may.
import type { Planted } from './planted.ts'

const tests = ['tests/presence/presence.test.ts']
const processes = ['tests/mongo/processes-presence.test.ts']

export const plantedPresence: readonly Planted[] = [
  {
    name: 'presence-told-to-those-who-only-assign',
    file: 'server/group/queries.ts',
    from: 'return { view, also: [planRoom(group.ownerId)], until: Math.min(...ends) }',
    to: 'return { view, ...hereIn(group, caller), also: [planRoom(group.ownerId)], until: Math.min(...ends) }',
    tests,
    only: 'R104, R39',
  },
  {
    name: 'presence-outlives-the-socket',
    file: 'server/live/here.ts',
    from: '    presence.leave(socketId, room.slice(herePrefix.length))\n',
    to: '',
    tests,
    only: 'R104 two who manage',
  },
  {
    name: 'presence-outlives-a-lost-connection',
    file: 'server/live/here.ts',
    from: '        presence.falls(id, true)\n',
    to: '',
    tests,
    only: '10 s',
  },
  {
    name: 'presence-outlives-its-process',
    file: 'server/presence/queries.ts',
    from: 'setAlive(others, other, false)',
    to: 'setAlive(others, other, true)',
    tests: processes,
    only: 'L10',
  },
  {
    name: 'presence-kept-after-a-gap',
    file: 'server/presence/queries.ts',
    from: '  for (const { groups } of others.byProcess.values()) groups.clear()\n',
    to: '',
    tests: processes,
    only: 'missed something',
  },
  {
    name: 'presence-with-an-email-for-a-name',
    file: 'server/presence/model.ts',
    from: ` && !name.includes('@')`,
    to: '',
    tests,
    only: 'a name that changes',
  },
  {
    name: 'doing-as-free-text',
    file: 'protocol/presence.ts',
    from: `roleId: id('Invalid Role Id')`,
    to: 'roleId: z.string()',
    tests,
    only: 'not on the list',
  },
  {
    name: 'doing-without-a-budget',
    file: 'server/live/budget.ts',
    from: 'return doings <= doingsPerMinute',
    to: 'return doings <= doingsPerMinute * 1_000',
    tests,
    only: 'a flood of it',
  },
]
