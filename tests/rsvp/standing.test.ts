// How a guest stands: every state with its next act and its words, from the facts alone.
import { expect, test } from 'vitest'
import type { Answer, NextAct, StandingFacts, State } from '#protocol/seats/standing/standing.ts'
import { nextActs, standingOf, states } from '#protocol/seats/standing/standing.ts'
import { rolesInShort, wordsOf } from '#protocol/seats/standing/words.ts'

const now = Date.parse('2026-12-01T12:00:00.000Z')
const end = '2026-12-05T21:00:00.000Z'
const [soon, past] = ['2026-12-01T15:00:00.000Z', '2026-12-01T11:59:59.000Z']
const yes: Answer = { attending: true, roles: [], confirmed: false }
const host = { ...yes, roles: ['Host'] }
const waits = { role: 'Cook', position: 3, page: 0, nth: 3, rev: 1 }
const handOver = { name: 'Bea', email: 'bea@guests.test', roles: ['Host'], until: soon }
const facts = (over: Partial<StandingFacts> = {}): StandingFacts => ({
  status: 'open',
  end,
  showConfirmation: false,
  answer: null,
  ...over,
})

type Row = readonly [what: string, facts: Partial<StandingFacts>, state: State, next: NextAct | null, title: string, line?: string]
const rows: readonly Row[] = [
  ['nothing is known of them', {}, 'unanswered', 'answer', 'You are invited'],
  ['was invited, and is silent', { answer: { ...yes, attending: null } }, 'unanswered', 'answer', 'You are invited'],
  ['comes with a role', { answer: host }, 'coming', 'add-to-calendar', 'You’re coming as Host', 'Your answer is saved.'],
  ['comes without a role', { answer: yes }, 'coming', 'add-to-calendar', 'You’re coming without a role'],
  ['comes, where nothing has a time', { answer: yes, end: null }, 'coming', 'change', 'You’re coming without a role'],
  ['is asked to confirm', { answer: host, showConfirmation: true }, 'coming', 'confirm', 'You’re coming as Host', 'Not confirmed yet.'],
  [
    'has confirmed',
    { answer: { ...host, confirmed: true }, showConfirmation: true },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
    'You have confirmed.',
  ],
  [
    'was handed a seat',
    { answer: { ...host, cameBy: 'hand-over' } },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
    'handed over to you',
  ],
  [
    'took the seat held for them',
    { answer: { ...host, cameBy: 'offer' } },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
    'You accepted',
  ],
  [
    'got a seat from the line',
    { answer: { ...host, cameBy: 'waitlist' } },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
    'opened up',
  ],
  [
    'waits, and comes anyway',
    { answer: { ...yes, waiting: [waits] } },
    'waiting',
    'add-to-calendar',
    'You’re number 3 in line for Cook',
    'You’re coming either way, for now without a role.',
  ],
  [
    'waits, and has another role',
    { answer: { ...host, waiting: [waits] } },
    'waiting',
    'add-to-calendar',
    'You’re number 3 in line for Cook',
    'You’re coming either way, as Host.',
  ],
  [
    'waits, and hasn’t said whether they come',
    { answer: { ...yes, attending: null, waiting: [waits] } },
    'waiting',
    'change',
    'You’re number 3 in line for Cook',
    'You haven’t said yet',
  ],
  [
    'is offered a seat',
    { answer: { ...yes, waiting: [waits], offers: [{ role: 'Host', until: soon }] } },
    'offered',
    'accept',
    'A seat as Host is held for you',
    `Until ${soon}`,
  ],
  [
    'let an offer lapse',
    { answer: { ...yes, offers: [{ role: 'Host', until: past }] } },
    'coming',
    'add-to-calendar',
    'You’re coming without a role',
  ],
  ['was assigned', { answer: { ...host, attending: null } }, 'assigned', 'confirm', 'You have a seat as Host'],
  [
    'hands a seat over',
    { answer: { ...host, handOver } },
    'handing-over',
    'take-back',
    'You offered your seat to Bea',
    'you are still Host',
  ],
  [
    'named somebody who did not answer',
    { answer: { ...host, handOver: { ...handOver, until: past } } },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
  ],
  ['left a question open (R164)', { answer: host, open: 1 }, 'coming', 'complete', 'You’re coming as Host', '1 question is still open.'],
  [
    'left questions open, and is asked to confirm (R164)',
    { answer: host, showConfirmation: true, open: 2 },
    'coming',
    'complete',
    'You’re coming as Host',
    '2 questions are still open.',
  ],
  [
    'waits, and left a question open (R164)',
    { answer: { ...yes, waiting: [waits] }, open: 1 },
    'waiting',
    'complete',
    'You’re number 3 in line for Cook',
    '1 question is still open.',
  ],
  [
    'was assigned, where something is asked (R164)',
    { answer: { ...host, attending: null }, open: 1 },
    'assigned',
    'confirm',
    'You have a seat as Host',
    '1 question is still open.',
  ],
  [
    'is offered a seat, and left a question open (R164)',
    { answer: { ...yes, offers: [{ role: 'Host', until: soon }] }, open: 1 },
    'offered',
    'accept',
    'A seat as Host is held for you',
  ],
  ['said no, and left a question open (R164)', { answer: { ...yes, attending: false }, open: 1 }, 'declined', 'complete', 'You’ve said no'],
  ['left a question open at what is over (R164)', { answer: host, status: 'ended', open: 1 }, 'over', null, 'This event has ended'],
  ['said no', { answer: { ...yes, attending: false } }, 'declined', 'come-after-all', 'You’ve said no'],
  [
    'comes without a role, and seats are free',
    { answer: yes, free: [{ name: 'Cook', left: 2 }] },
    'coming',
    'take-seat',
    'You’re coming without a role',
  ],
  [
    'waits, and another role has seats',
    { answer: { ...yes, waiting: [waits] }, free: [{ name: 'Guest', left: 23 }] },
    'waiting',
    'take-seat',
    'You’re number 3 in line for Cook',
  ],
  [
    'comes with a role, and seats are free',
    { answer: host, free: [{ name: 'Cook', left: 2 }] },
    'coming',
    'add-to-calendar',
    'You’re coming as Host',
  ],
  [
    'said no, and seats are free',
    {
      answer: { ...yes, attending: false },
      free: [
        { name: 'Cook', left: 2 },
        { name: 'Guest', left: 23 },
      ],
    },
    'declined',
    'come-after-all',
    'You’ve said no',
    'The organizer can see it. If plans change, 25 seats are left.',
  ],
  ['was removed', { removed: { mayAnswer: true } }, 'removed', 'answer-again', 'Your answer was removed'],
  [
    'was removed for good',
    { removed: { mayAnswer: false } },
    'removed',
    null,
    'Your answer was removed',
    'can no longer answer this invitation',
  ],
  [
    'comes to what was canceled',
    { answer: host, status: 'cancelled' },
    'canceled',
    'remove-from-calendar',
    'This event was canceled',
    'You had a seat as Host.',
  ],
  [
    'was given a seat in what was canceled',
    { answer: { ...host, attending: null }, status: 'cancelled' },
    'canceled',
    null,
    'This event was canceled',
    'You had a seat as Host.',
  ],
  [
    'said no to what was canceled',
    { answer: { ...host, attending: false }, status: 'cancelled' },
    'canceled',
    null,
    'This event was canceled',
  ],
  ['comes to what is over', { answer: host, status: 'ended' }, 'over', null, 'This event has ended', 'You said yes as Host.'],
  ['looks on while it ends', { answer: host, end: past }, 'over', null, 'This event has ended'],
  ['was removed from what is over', { removed: { mayAnswer: true }, status: 'ended' }, 'over', null, 'This event has ended'],
]

test.each(rows.map((row) => [row[0], row] as const))('R123 who %s', (_, [, given, state, next, title, line]) => {
  const about = facts(given)
  const standing = standingOf(about, now)
  expect([standing.state, standing.next]).toEqual([state, next])
  const words = wordsOf(standing, { ...about, hasRoles: true }, { now, formatted: (iso) => iso })
  expect(words.title).toBe(title)
  expect(words.lines.join(' ')).toContain(line ?? '')
})

test('R123 the table has every state and every act', () => {
  expect(new Set(rows.map(([, , state]) => state))).toEqual(new Set(states))
  expect(new Set(rows.map(([, , , next]) => next))).toEqual(new Set([...nextActs, null]))
})

test('R123 a standing says until when it holds by itself', () => {
  const until = (given: Partial<StandingFacts>) => standingOf(facts(given), now).until
  expect(until({ answer: host })).toBe(end)
  expect(until({ answer: { ...host, handOver } })).toBe(soon)
  expect(
    until({
      answer: {
        ...yes,
        offers: [
          { role: 'Host', until: end },
          { role: 'Cook', until: soon },
        ],
      },
    }),
  ).toBe(soon)
  expect([until({ end: null }), until({ status: 'ended' }), until({ status: 'cancelled' })]).toEqual([null, null, null])
})

test('R123 many roles are named in short, and where there are none nobody comes without one', () => {
  expect(rolesInShort(['A', 'B', 'C'])).toBe('A, B and C')
  expect(rolesInShort(['A', 'B', 'C', 'D', 'E'])).toBe('A, B and 3 more')
  const standing = standingOf(facts({ answer: yes }), now)
  expect(wordsOf(standing, { ...facts({ answer: yes }), hasRoles: false }, { now, formatted: (iso) => iso }).title).toBe('You’re coming')
})
