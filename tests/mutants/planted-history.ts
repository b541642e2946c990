// Planted faults of the fill curve: written twice, without an end, or shown to whom it isn't for.
import type { Planted } from './planted.ts'

export const plantedHistory: readonly Planted[] = [
  {
    name: 'point-written-by-every-process',
    file: 'server/history/rules.ts',
    from: 'group.rev <= history.groupRev || isSameCurve(history, after)',
    to: 'isSameCurve(history, after)',
    tests: ['tests/history/curve.test.ts'],
    only: 'no news',
  },
  {
    name: 'curve-without-an-end',
    file: 'server/history/rules.ts',
    from: 'level <= 32 && bytesOf',
    to: 'level <= 1 && bytesOf',
    tests: ['tests/history/curve.test.ts'],
    only: 'its record has an end',
  },
  {
    name: 'curve-never-thinned',
    file: 'server/history/rules.ts',
    from: 'age <= 30 * day ? 1',
    to: 'age <= 3_000 * day ? 1',
    tests: ['tests/history/curve.test.ts'],
    only: 'after 30 days',
  },
  {
    name: 'curve-written-with-every-answer',
    file: 'server/history/jobs.ts',
    from: 'gatherMs = 45_000',
    to: 'gatherMs = 0',
    tests: ['tests/history/jobs.test.ts'],
    only: 'an answer writes no curve',
  },
  {
    name: 'curve-shown-to-strangers',
    file: 'server/history/queries.ts',
    from: ' || !(await manages(services, store, group, caller))',
    to: '',
    tests: ['tests/history/history.test.ts'],
    only: 'strangers get no curve',
  },
  {
    name: 'curve-kept-after-the-event',
    file: 'server/jobs/fanout.ts',
    from: '...(curve ? [drop(histories, curve)] : []), ',
    to: '',
    tests: ['tests/history/history.test.ts'],
    only: 'purged with the answers',
  },
  {
    name: 'minute-lost-while-the-store-is-away',
    file: 'server/history/jobs.ts',
    from: '          note(id, now, [...seen, ...(waiting.get(id)?.seen ?? [])])\n',
    to: '',
    tests: ['tests/history/jobs.test.ts'],
    only: 'the minutes wait',
  },
]
