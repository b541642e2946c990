// Planted faults of what is done to many picked answers: it reaches others, or counts as done to all.
import type { Planted } from './planted.ts'

export const plantedAnswers: readonly Planted[] = [
  {
    name: 'message-to-more-than-the-named',
    file: 'server/message/queries.ts',
    from: 'if (isOfThem(rsvp) && isMeant(',
    to: 'if ((isOfThem(rsvp) || true) && isMeant(',
    tests: ['tests/message/named.test.ts'],
    only: 'nobody but those who were picked',
  },
  {
    name: 'request-to-some-counts-as-one-to-all',
    file: 'server/reminder/actions.ts',
    from: "kind === 'confirmation' && named === undefined",
    to: "kind === 'confirmation'",
    tests: ['tests/message/named.test.ts'],
    only: 'the round of all stays',
  },
]
