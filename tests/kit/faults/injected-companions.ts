// The calls by which somebody who comes along gets a seat of their own, each with what it must leave behind exactly once.
import { companionApi } from '#protocol/seats/claims/claim.ts'
import { groups, taken } from '#server/seats/model/group.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import type { World } from '../world/world.ts'
import type { Ledger } from './injected.ts'
import type { WritingCall } from './injected-calls.ts'

const [guest, named] = ['guest@people.test', 'mia@people.test']

/** A guest with a companion, who was sent a link if told so. */
async function aParty(world: World, isSent: boolean) {
  const ada = await world.person('ada')
  const assignmentRules = { rule: '' as const, enableRoleSelfSelect: true }
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 2 }], { maxCompanions: 1 }, { assignmentRules })
  const as = world.proven(guest, groupId)
  const { body } = await world.answer(groupId, as, ['Guest'], { companions: [{ name: 'Mia' }] })
  const one = { groupId, companionId: String(body.rsvp.companions[0]._id) }
  if (isSent) await world.ok(companionApi.link, { ...one, email: named }, as)
  const token = isSent ? await world.tokenMailed(named) : ''
  return { as, one, token }
}
/** Seats taken; links that wait; yeses and companions. */
const stands = ({ all }: Ledger) => [
  all(groups).flatMap(({ roles }) => roles.map(taken)),
  all(rsvps).flatMap(({ companions = [] }) => companions.filter(({ link }) => link)).length,
  ...all(groups).flatMap(({ answers, companions = 0 }) => [answers.yes, companions]),
]
type Shown = readonly (number | readonly number[])[]
const shows = (before: Shown, after: Shown) => ({ read: stands, before, after })

export const companionCalls: Readonly<Record<string, WritingCall>> = {
  'R175 a link sent to a companion': {
    adds: { emails: 1, activities: 1, keptReplies: 1 },
    shows: shows([[2], 0, 1, 1], [[2], 1, 1, 1]),
    async open(world) {
      const { as, one } = await aParty(world, false)
      return (to) => to.call(companionApi.link, { ...one, email: named }, { ...as, headers: { 'idempotency-key': 'the-same-each-time' } })
    },
  },
  'R175 the link taken back': {
    adds: { activities: 1 },
    shows: shows([[2], 1, 1, 1], [[2], 0, 1, 1]),
    again: 'companion-over',
    async open(world) {
      const { as, one } = await aParty(world, true)
      return (to) => to.call(companionApi.takeBack, one, as)
    },
  },
  'R175 the link answered': {
    adds: { rsvps: 1, emails: 2, activities: 2 },
    shows: shows([[2], 1, 1, 1], [[2], 0, 2, 0]),
    again: 'companion-over',
    async open(world) {
      const { token } = await aParty(world, true)
      return (to) => to.call(companionApi.accept, { token })
    },
  },
}
