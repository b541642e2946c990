// Planted faults of handing seats over: a seat given twice, a link that acts by itself, works too long, or opens what it isn't for.
import type { Planted } from './planted.ts'

const rules = 'server/handover/rules.ts'
const tests = ['tests/handover/handover.test.ts']

export const plantedHandover: readonly Planted[] = [
  {
    name: 'seat-handed-over-and-kept',
    file: rules,
    from: 'const roleIds = giver.roleIds.filter((id) => !moved.includes(id))',
    to: 'const roleIds = giver.roleIds.filter(() => moved.length > 0)',
    tests,
  },
  {
    name: 'hand-over-accepted-after-its-end',
    file: rules,
    from: 'export const isPending = ({ handOver }: Offering, event: Event | undefined, now: number) => iso(now) < handOverEnd(handOver, event)',
    to: 'export const isPending = ({ handOver }: Offering, event: Event | undefined, now: number) => iso(now) <= handOverEnd(handOver, event)',
    tests: ['tests/handover/handover.test.ts', 'tests/safety/model.test.ts'],
  },
  {
    name: 'opening-a-hand-over-accepts-it',
    file: 'server/handover/routes.ts',
    from: 'on(handoverApi.open, anyone, openHandOver, {',
    to: 'on(handoverApi.open, anyone, async (s, i) => { const shown = await openHandOver(s, i); await accept(s, i); return shown }, {',
    tests,
  },
  {
    name: 'link-of-one-hand-over-opens-another',
    file: 'server/handover/model.ts',
    from: 'living?.handOver && living.handOver.id === id ?',
    to: 'living?.handOver && id ?',
    tests,
  },
  {
    name: 'hand-over-of-a-seat-given-back-goes-on',
    file: 'server/waitlist/rules.ts',
    from: 'keepHandOver(settleWaits(seating, before, id), id)',
    to: 'settleWaits(seating, before, id)',
    tests,
  },
  {
    name: 'named-person-not-forgotten-with-the-giver',
    file: 'server/guest/rules.ts',
    from: '...withNewLink(withoutHandOver(rsvp))',
    to: '...withNewLink(rsvp)',
    tests,
  },
  {
    name: 'members-only-not-asked-of-the-one-named',
    file: 'server/handover/queries.ts',
    from: "  if (!(await mayAttend(services, tx, group, giver.handOver.email))) refuse('members-only')\n",
    to: '  await mayAttend(services, tx, group, giver.handOver.email)\n',
    tests,
  },
  {
    name: 'no-limit-on-offers-of-a-guest',
    file: 'server/handover/actions.ts',
    from: 'if (!by.allowed) refuse',
    to: 'if (!by.allowed && by.record.rev < 0) refuse',
    tests,
  },
  {
    name: 'proof-outlives-the-link-that-began-it',
    file: 'server/proof/rules.ts',
    from: 'epoch !== undefined && epoch !== (rsvp?.linkEpoch ?? 0)',
    to: 'epoch !== undefined && epoch < 0',
    tests: ['tests/guest/link.test.ts'],
  },
  {
    name: 'those-far-down-the-line-hear-nothing',
    file: 'server/group/broadcasts.ts',
    from: 'group.roles.some(({ line }) => line)',
    to: 'group.roles.every(({ line }) => !line)',
    tests: ['tests/waitlist/places-live.test.ts'],
  },
  {
    name: 'hand-overs-listed-to-who-only-assigns',
    file: 'server/handover/queries.ts',
    from: "import { managed } from '../group/queries.ts'",
    to: "import { assignable as managed } from '../group/queries.ts'",
    tests: ['tests/safety/rights.test.ts'],
  },
  {
    name: 'hand-over-list-ends-with-its-first-page',
    file: 'server/handover/queries.ts',
    from: 'limit: handOversPerPage + 1,',
    to: 'limit: handOversPerPage,',
    tests: ['tests/handover/pending.test.ts'],
  },
  {
    name: 'hand-overs-not-read-again',
    file: 'client/group/actions.ts',
    from: 'const offering = await handOversAgain(id)',
    to: 'const offering = id ? [] : await handOversAgain(id)',
    tests: ['tests/client/handover-list.test.tsx'],
  },
]
