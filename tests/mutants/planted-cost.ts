// Planted faults of what one caller may cost: a handshake that is kept, a queue without shares, bodies without a budget, a known browser that pays for others.
import { instead, without } from './plant.ts'
import type { Planted } from './planted.ts'

export const plantedCost: readonly Planted[] = [
  {
    name: 'proofs-of-a-handshake-kept-unverified',
    file: 'server/edge/live/handshake.ts',
    symbol: 'readHandshake',
    change: instead('isProof(services, groupId, proof)', 'groupId !== proof'),
    tests: ['tests/safety/cost-handshakes.test.ts'],
    only: 'R119e a socket keeps two',
  },
  {
    name: 'auth-of-a-handshake-with-anything-in-it',
    file: 'server/edge/live/handshake.ts',
    symbol: 'tokensOf',
    change: without('if (Object.keys(others).length > 0) return undefined'),
    tests: ['tests/safety/cost-handshakes.test.ts'],
    only: 'R119e a handshake with anything',
  },
  {
    name: 'known-browser-locked-out-with-its-address',
    file: 'server/edge/http/charge.ts',
    symbol: 'charge',
    change: instead("knowsBrowser || limit === 'guess'", "limit === 'guess'"),
    tests: ['tests/access/login.test.ts'],
    only: 'R118b is not locked',
  },
  {
    name: 'queue-of-pages-without-shares',
    file: 'server/edge/preview/fair-queue.ts',
    symbol: 'createShares',
    change: instead('held(asker) < allowed.share', 'held(asker) < allowed.waiting'),
    tests: ['tests/http/turns.test.ts'],
    only: 'R119f',
  },
  {
    name: 'body-in-crumbs-read-to-its-end',
    file: 'server/edge/http/listener.ts',
    symbol: 'Asked.push',
    change: instead('this.#pieces <= manyPieces', 'this.#pieces > 0'),
    tests: ['tests/safety/cost-drips.test.ts'],
    only: 'R119, S4 a body',
  },
  {
    name: 'long-list-in-one-go',
    file: 'server/kernel/store/slices.ts',
    symbol: 'inSlices',
    change: without('await turn()'),
    tests: ['tests/http/slices.test.ts'],
    only: 'R119g a list gives',
  },
]
