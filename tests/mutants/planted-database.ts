// Planted faults towards the database of several machines: what only a real server, or one that fails, would show.
import type { Planted } from './planted.ts'

export const plantedDatabase: readonly Planted[] = [
  {
    name: 'database-feed-below-majority',
    file: 'server/store/mongo/feed.ts',
    from: "readConcern: { level: 'majority' }",
    to: "readConcern: { level: 'local' }",
    tests: ['tests/mongo/processes-gone.test.ts'],
    only: 'L9, R57 the deletion',
  },
  {
    name: 'database-collection-left-out-of-the-stream',
    file: 'server/store/mongo/feed.ts',
    from: 'collections.map(({ name }) => name)',
    to: "collections.map(({ name }) => name).filter((name) => name !== 'tokens')",
    tests: ['tests/mongo/processes-gone.test.ts'],
    only: 'L9, L6, R33 by logout over',
  },
  {
    name: 'database-drop-told-by-nobody',
    file: 'server/store/mongo/engine.ts',
    from: '!put && this.#followed.has(collection)',
    to: 'put === null && this.#followed.has(collection)',
    tests: ['tests/mongo/store.test.ts'],
    only: 'ST20',
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
