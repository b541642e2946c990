// Planted faults of taking back: by whom, until when, how often, and over whose seat.
import type { Planted } from './planted.ts'

const tests = ['tests/undo/undo.test.ts']
export const plantedUndo: readonly Planted[] = [
  {
    name: 'no-put-back-over-what-came-since',
    file: 'server/undo/rules.ts',
    from: 'from.attending === undefined || hasMore(present, line, group) ?',
    to: 'from.attending === undefined || (hasMore(present, line, group) && from.attending !== false) ?',
    tests,
    only: 'who had said no',
  },
  {
    name: 'act-of-another-taken-back',
    file: 'server/undo/rules.ts',
    from: ' || first.by.userId !== userId) refuse',
    to: ') refuse',
    tests,
    only: 'R106 another admin',
  },
  {
    name: 'act-taken-back-hours-later',
    file: 'server/undo/rules.ts',
    from: '+ undoSeconds * 1_000 <= now) refuse',
    to: '+ undoSeconds * 100_000 <= now) refuse',
    tests,
    only: 'R106 not a second time',
  },
  {
    name: 'act-taken-back-again',
    file: 'server/undo/actions.ts',
    from: `  if (await isTakenBack(services, tx, id)) refuse('undo-done')\n`,
    to: '',
    tests,
    only: 'R106 not a second time',
  },
  {
    name: 'seat-of-another-taken-back',
    file: 'server/undo/rules.ts',
    from: 'if (occupied(role) > role.max || isWaitedFor)',
    to: 'if (isWaitedFor)',
    tests,
    only: 'stays theirs',
  },
  {
    name: 'undo-without-the-right',
    file: 'server/undo/actions.ts',
    from: `  if (own.some(rules.isOfSeats)) await assignable(services, tx, group.eventId ?? '', group._id, caller)\n`,
    to: '',
    tests,
    only: 'the rights and the plan',
  },
  {
    name: 'deletion-told-though-taken-back',
    file: 'server/undo/actions.ts',
    from: 'const told = await tellNoMore(services, tx, group._id, back)',
    to: 'const told = await tellNoMore(services, tx, group._id, [])',
    tests,
    only: 'nobody hears',
  },
]
