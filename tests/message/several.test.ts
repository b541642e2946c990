// A message to several groups of an event at once: one email for each person, a history in each group that says the truth.
import { describe, expect, test } from 'vitest'
import { messageApi } from '#protocol/mail/message.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openSeveral } from '../kit/world/several.ts'

const words = { subject: 'Bring a cup', text: 'Dear all, bring a cup.' }

/** Ann in Bar and Stage, Bob in Stage, Cy in Door, and Dan who said no to Stage. */
async function setUp() {
  const stage = await openSeveral({ Bar: [0, 1], Door: [1, 2], Stage: [2, 3] })
  const { world, ada, idOf, as, send, one } = stage
  await send([one('Bar', ['Helper']), one('Stage')], {}, as('ann@guests.test'))
  await send([one('Stage')], {}, as('bob@guests.test'))
  await send([one('Door')], {}, as('cy@guests.test'))
  await send([one('Stage', [], false)], {}, as('dan@guests.test'))
  await deliverAll(world)
  const write = (names: readonly string[], more: object = {}) => {
    const [first = '', ...others] = names.map(idOf)
    return world.call(messageApi.send, { id: first, alsoTo: others, audience: {}, ...words, ...more }, ada)
  }
  const reached = async () => {
    await world.runJobs()
    return (await deliverAll(world)).filter(({ subject }) => subject === words.subject)
  }
  const historyOf = async (name: string) => (await world.ok(messageApi.list, { id: idOf(name) }, ada)).messages
  return { ...stage, write, reached, historyOf }
}

describe('a message', () => {
  test('R101g to several groups is one email for each person, about the event, with the link to all groups', async () => {
    const { write, reached, eventId } = await setUp()
    expect((await write(['Bar', 'Stage'])).body).toMatchObject({ recipients: 2 })
    const sent = await reached()
    expect(sent.map(({ to }) => to).sort()).toEqual(['ann@guests.test', 'bob@guests.test'])
    for (const { text = '' } of sent) {
      expect(text).toContain('The organizer of “Fair” writes:')
      expect(text).toMatch(new RegExp(`/rsvp/event/${eventId}\\?guest=`))
    }
  })

  test('R101g the history of each group has whom it reached about that one, and with which others it went; a group that it reached nobody in has none', async () => {
    const { world, ada, idOf, write, reached, historyOf } = await setUp()
    const counted = await world.ok(messageApi.count, { id: idOf('Bar'), alsoTo: [idOf('Door'), idOf('Stage')], audience: {} }, ada)
    expect(counted).toEqual({ recipients: 3, unreached: 0, declined: 0 })
    await write(['Bar', 'Door', 'Stage'])
    await reached()
    const cards = await Promise.all(['Bar', 'Door', 'Stage'].map(historyOf))
    expect(cards.map(([card]) => [card?.recipients, card?.outcomes, card?.together])).toEqual([
      [1, { sent: 1 }, ['Bar', 'Door', 'Stage']],
      [1, { sent: 1 }, ['Bar', 'Door', 'Stage']],
      [1, { sent: 1 }, ['Bar', 'Door', 'Stage']],
    ])
    await write(['Stage', 'Bar'])
    expect((await historyOf('Bar')).length).toBe(1)
  })

  test('R101g roles are meant by their names in each group', async () => {
    const { world, ada, idOf } = await setUp()
    const { group } = await world.ok(groupApi.read, { id: idOf('Bar') }, ada)
    const roleId = (name: string) => group.roles.find((role) => role.name === name)?._id ?? ''
    const count = async (...names: string[]) =>
      (await world.ok(messageApi.count, { id: idOf('Bar'), alsoTo: [idOf('Stage')], audience: { roles: names.map(roleId) } }, ada))
        .recipients
    expect([await count('Guest'), await count('Helper'), await count('Guest', 'Helper')]).toEqual([2, 1, 2])
  })

  test('R101g refuses a group of another event, of somebody else, and people who were picked in one of them', async () => {
    const { world, ada, idOf, write } = await setUp()
    const other = await world.event(ada)
    const bea = await world.person('bea', 'pro')
    const hers = await world.event(bea)
    const to = (alsoTo: string[], audience: object = {}) =>
      world.no(messageApi.send, { id: idOf('Bar'), alsoTo, audience, ...words }, ada).then(([status, code]) => [status, code])
    expect(await to([other.groupId])).toEqual([404, 'group-unknown'])
    expect(await to([hers.groupId])).toEqual([404, 'group-unknown'])
    expect(await to([idOf('Door')], { rsvpIds: ['a'.repeat(24)] })).toEqual([400, 'input-invalid'])
    expect((await write(['Bar', 'Bar'])).status).toBe(200)
  })
})
