// Every way to say no, where a group asks something of everyone: a no is a tap, and who gives a seat back is never kept from it by a question.
import { describe, expect, test } from 'vitest'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { waitlistApi } from '#protocol/seats/waitlist.ts'
import { openSeveral, three } from '../kit/world/several.ts'

const question = {
  _id: 'why',
  label: 'Why',
  help: '',
  kind: 'line' as const,
  options: [],
  required: true,
  of: 'everyone' as const,
  audience: 'organizers' as const,
  isSensitive: false,
}
const email = 'gast@guests.test'
const answers = [{ questionId: 'why', value: 'A trip' }]

/** Bar asks everyone something, from when it is told to; Door overlaps it. */
async function setUp() {
  const all = await openSeveral(three, { tier: 'team', email, event: { assignmentRules: { rule: '', enableRoleSelfSelect: true } } })
  const { world, ada, eventId, idOf, send, one, guest } = all
  const ask = () => world.ok(groupApi.update, { id: idOf('Bar'), questions: [question] }, ada)
  const own = async () => (await world.ok(rsvpApi.form, { groupId: idOf('Bar') }, guest)).rsvp
  const picks = (enableRoleSelfSelect: boolean) =>
    world.ok(
      eventApi.update,
      { id: eventId, assignmentRules: { rule: '', enableRoleSelfSelect, enableRoleAssignment: !enableRoleSelfSelect } },
      ada,
    )
  /** By who gave out the roles then; by now guests pick theirs. */
  const assign = async () => {
    await picks(false)
    await world.ok(assignApi.assign, { id: eventId, groupId: idOf('Bar'), name: 'Gast', email, roleName: 'Helper' }, ada)
    await picks(true)
  }
  /** The only seat as Helper at Door is another's, who gives it back: it is held for the guest, instead of the one at Bar. */
  const offered = async () => {
    const other = world.proven('other@guests.test', idOf('Bar'))
    await send([one('Door', ['Helper'])], {}, other)
    await send([{ ...one('Door', []), waitFor: ['Helper'] } as never])
    await send([one('Door', [], false)], {}, other)
  }
  const no = { ...one('Bar', [], false) }
  return { ...all, ask, own, assign, offered, no }
}
type Stage = Awaited<ReturnType<typeof setUp>>

/** What the guest has before. */
const stands = {
  assigned: async ({ ask, assign }: Stage) => {
    await ask()
    await assign()
  },
  'coming since before it was asked': async ({ ask, send, one }: Stage) => {
    await send([one('Bar', ['Helper'])])
    await ask()
  },
}
/** How the seat at Bar is given back, without an answer to what is asked there. */
const ways = {
  'one press on its own card': ({ world, idOf, eventId, guest }: Stage) =>
    world.call(
      rsvpApi.submit,
      { groupId: idOf('Bar'), eventId, name: 'A guest', email, attending: false, roles: [], confirmed: false },
      guest,
    ),
  'among the answers to several': ({ send, no, one }: Stage) => send([no, one('Stage')]),
  'a swap that the form sends': ({ send, no, one }: Stage) => send([no, one('Door')]),
  'a swap that is asked for': ({ send, one, idOf }: Stage) => send([one('Door')], { giveBack: [idOf('Bar')] }),
  'an offer that is accepted': async (stage: Stage) => {
    await stage.offered()
    return stage.world.call(waitlistApi.offer, { groupId: stage.idOf('Door'), role: 'Helper', accept: true }, stage.guest)
  },
}

describe('R161a R146 R149 a seat is given back without an answer to what is asked of everyone', () => {
  const rows = Object.keys(stands).flatMap((stand) => Object.keys(ways).map((way) => [stand, way] as const))
  test.each(rows)('%s, by %s', async (stand, way) => {
    const stage = await setUp()
    await stands[stand as keyof typeof stands](stage)
    expect([way, (await ways[way as keyof typeof ways](stage)).status]).toEqual([way, 200])
    expect(await stage.own()).toMatchObject({ attending: false, roles: [] })
  })
})

test('R161a what was answered before stays with who gives the seat back', async () => {
  const { ask, send, one, idOf, own } = await setUp()
  await ask()
  await send([{ ...one('Bar'), answers } as never])
  expect((await send([one('Door')], { giveBack: [idOf('Bar')] })).status).toBe(200)
  expect(await own()).toMatchObject({ attending: false, answers })
})

test('R161a, R162 a first no answers what is asked of everyone; a refusal names the group and the question', async () => {
  const { ask, send, no, one, own, idOf } = await setUp()
  await ask()
  const refused = await send([no, one('Stage')])
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { groupId: idOf('Bar'), fields: { 'answers.why': 'Please answer this question' } },
  ])
  expect((await send([{ ...no, answers } as never, one('Stage')])).status).toBe(200)
  expect(await own()).toMatchObject({ attending: false, answers })
})

test('R161a, R162 with answers sent, a no is held to them as a yes is', async () => {
  const { ask, assign, send, no, own } = await setUp()
  await ask()
  await assign()
  expect((await send([{ ...no, answers: [] } as never])).status).toBe(400)
  expect(await own()).toMatchObject({ attending: null, roles: ['Helper'] })
})
