// The calls by which a seat is handed over, one's own or a companion's, each with what it must leave behind exactly once.
import { handoverApi } from '#protocol/seats/handover.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'
import { companionCalls } from './injected-companions.ts'

const [giver, named] = ['giver@people.test', 'named@people.test']

/** A guest who has a seat, and offers it to somebody if told so. */
async function aSeat(world: World, isOffered: boolean) {
  const ada = await world.person('ada')
  const assignmentRules = { rule: '' as const, enableRoleSelfSelect: true }
  const { groupId } = await world.event(ada, [{ name: 'Speaker', max: 1 }], {}, { assignmentRules })
  const as = world.proven(giver, groupId)
  await world.answer(groupId, as, ['Speaker'])
  const offer = { groupId, name: 'Bo', email: named }
  if (isOffered) await world.ok(handoverApi.begin, offer, as)
  const token = /token=([\w.-]+)/.exec((await world.mails(named))[0]?.text ?? '')?.[1] ?? ''
  return { as, groupId, offer, token }
}
/** Seats taken; offers pending; yeses and noes. */
const stands = ({ all }: Ledger) => [
  all(groups).flatMap(({ roles }) => roles.map(taken)),
  all(rsvps).filter(({ handOver }) => handOver).length,
  ...all(groups).flatMap(({ answers }) => [answers.yes, answers.no]),
]
type Shown = readonly (number | readonly number[])[]
const shows = (before: Shown, after: Shown) => ({ read: stands, before, after })

export const handoverCalls: Readonly<Record<string, WritingCall>> = {
  ...companionCalls,
  'R94 a seat offered to somebody': {
    adds: { emails: 1, activities: 1 },
    shows: shows([[1], 0, 1, 0], [[1], 1, 1, 0]),
    again: 'hand-over-pending',
    async open(world) {
      const { as, offer } = await aSeat(world, false)
      return (to) => to.call(handoverApi.begin, offer, as)
    },
  },
  'R94 the offer taken back': {
    adds: { activities: 1 },
    shows: shows([[1], 1, 1, 0], [[1], 0, 1, 0]),
    again: 'hand-over-over',
    async open(world) {
      const { as, groupId } = await aSeat(world, true)
      return (to) => to.call(handoverApi.takeBack, { groupId }, as)
    },
  },
  'R94 the offer accepted': {
    adds: { rsvps: 1, emails: 2, activities: 2 },
    shows: shows([[1], 1, 1, 0], [[1], 0, 1, 1]),
    again: 'hand-over-over',
    async open(world) {
      const { token } = await aSeat(world, true)
      return (to) => to.call(handoverApi.accept, { token })
    },
  },
  'R94 the offer declined': {
    adds: { emails: 1, activities: 1 },
    shows: shows([[1], 1, 1, 0], [[1], 0, 1, 0]),
    again: 'hand-over-over',
    async open(world) {
      const { token } = await aSeat(world, true)
      return (to) => to.call(handoverApi.decline, { token })
    },
  },
}
