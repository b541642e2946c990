// Planted faults towards the database of several machines: what only a real server, or one that fails, would show.
import type { Planted } from './planted.ts'

export const plantedDatabase: readonly Planted[] = [
  {
    name: 'database-feed-below-majority',
    file: 'server/live/mongo-adapter.ts',
    from: "new ReadConcern('majority')",
    to: "new ReadConcern('local')",
    tests: ['tests/mongo/processes-gone.test.ts'],
    only: 'L9, R57 the deletion',
  },
  {
    name: 'database-deaf-process-called-ready',
    file: 'server/http/operations.ts',
    from: ' || options.isHearing?.() === false',
    to: '',
    tests: ['tests/mongo/feed.test.ts'],
    only: 'never begins',
  },
  {
    name: 'database-hidden-index-taken',
    file: 'server/store/mongo/schema.ts',
    from: 'found.hidden === true',
    to: 'found.hidden === true && found.unique === true',
    tests: ['tests/mongo/patience.test.ts'],
    only: 'S9 .*hidden index',
  },
  {
    name: 'database-ended-session-called-away',
    file: 'server/store/mongo/trouble.ts',
    from: 'inTransaction && error.code === interrupted',
    to: '!inTransaction && error.code === interrupted',
    tests: ['tests/mongo/patience.test.ts'],
    only: 'ST7',
  },
]
