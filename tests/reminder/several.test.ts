// What goes out by itself to guests of several groups of one event: one email for all that is due on a day, by time, and never two.
import { describe, expect, test } from 'vitest'
import { noticeApi } from '#protocol/mail/notice.ts'
import { reminderApi } from '#protocol/mail/reminder.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { remindSome } from '#server/mail/reminder/jobs.ts'
import { stops } from '#server/seats/model/notice.ts'
import { day, hour } from '../kit/world/clock.ts'
import { openSeveral, type Times } from '../kit/world/several.ts'
import { broken, openPost, pass, remindersOf } from './stage.ts'

const zone = 'Europe/Berlin'
/** The event begins in a week, at ten in the morning in Berlin. */
async function setUp(times: Times, group: object = {}) {
  const stage = await openSeveral(times, { group, event: { timeZone: zone } })
  const post = openPost(stage.world)
  const told = (to: string) => remindersOf(post.sent).filter((one) => one.to === to)
  return { ...stage, post, told, later: (ms: number) => pass(stage.world, post, ms, hour) }
}
const order = (text: string, ...names: string[]) => names.map((name) => text.indexOf(name))
const isRising = (all: readonly number[]) => all.every((one, nth) => one >= 0 && (nth === 0 || one > (all[nth - 1] ?? 0)))

describe('a day', () => {
  test('R154 of three groups of one day is one email by time, and never two a day; who has one group is reminded as ever', async () => {
    const { send, one, as, post, told, later } = await setUp({ Stage: [6, 8], Bar: [0, 2], Door: [3, 5] })
    await send([one('Stage'), one('Bar', ['Helper']), one('Door')])
    await send([one('Door')], {}, as('single@guests.test', 'Door'))
    await later(8 * day)
    expect(told('gast@guests.test').map(({ subject }) => subject)).toEqual(['Coming up: “Fair”'])
    const text = told('gast@guests.test')[0]?.text ?? ''
    expect(text).toContain('A reminder of your 3 parts of “Fair”:')
    expect(isRising(order(text, '“Bar”: you said yes as Helper', '“Door”: you said yes as Guest', '“Stage”: you said yes as Guest'))).toBe(
      true,
    )
    expect(text).toMatch(/See or change your answers:\nhttp:\/\/rolecall\.test\/rsvp\/event\/\w+\?guest=/)
    expect(text.match(/Your pass for “/g)?.length).toBe(3)
    expect(told('single@guests.test').map(({ subject }) => subject)).toEqual(['Coming up: “Fair: Door”'])
    expect(broken(post.sent, zone)).toEqual({ twice: [], night: [] })
  })

  test('R154, R164 where a question is open in one of them, it says so and its link leads there', async () => {
    const { world, ada, idOf, send, one, as, told, later } = await setUp({ Bar: [0, 2], Door: [3, 5] })
    const done = as('done@guests.test', 'Door')
    await send([one('Bar'), one('Door')])
    const ask = { _id: 'diet', kind: 'line', label: 'What do you eat?', required: true } as const
    await world.ok(groupApi.update, { id: idOf('Door'), questions: [ask] }, ada)
    await send([one('Bar', ['Helper']), { ...one('Door'), answers: [{ questionId: 'diet', value: 'All' }] } as never], {}, done)
    await later(8 * day)
    const [open, whole] = ['gast@guests.test', 'done@guests.test'].map((to) => told(to)[0]?.text ?? '')
    expect(open).toContain('1 question is still open.')
    expect(open).toMatch(/\/rsvp\/event\/\w+\?guest=[\w.-]+&open=questions/)
    expect(whole).toMatch(/\/rsvp\/event\/\w+\?guest=/)
    expect(whole).not.toMatch(/still open|open=questions/)
  })

  test('R154 groups of other days are emails of those days; one that is set for another hour of the same day goes along', async () => {
    const { world, ada, idOf, send, one, post, told, later } = await setUp({ Bar: [0, 2], Door: [3, 5], Late: [48, 50] })
    await world.ok(reminderApi.change, { id: idOf('Door'), reminder: { isOn: true, days: 1, hour: 18 } }, ada)
    await send([one('Bar'), one('Door'), one('Late')])
    await later(10 * day)
    expect(told('gast@guests.test').map(({ subject }) => subject)).toEqual(['Coming up: “Fair”', 'Coming up: “Fair: Late”'])
    expect(broken(post.sent, zone).twice).toEqual([])
  })

  test('R154, R131a its heading is the page’s: of all groups that they come to, also of those of other days', async () => {
    const { send, one, told, later } = await setUp({ Bar: [0, 2], Door: [3, 5], Late: [48, 51] })
    await send([one('Bar'), one('Door'), one('Late')])
    await later(7 * day)
    expect(told('gast@guests.test').map(({ text }) => text.includes('your 2 parts of “Fair”'))).toEqual([true])
    expect(told('gast@guests.test')[0]?.html).toContain('>You’re coming: 3 shifts, 7 hours</h1>')
  })

  test('R154, R98 who is asked to confirm is asked once for all, and confirms each by itself or all at once', async () => {
    const { world, eventId, idOf, as, send, one, told, later } = await setUp(
      { Bar: [0, 2], Door: [3, 5], Stage: [6, 8] },
      { showConfirmation: true },
    )
    await send([one('Bar'), one('Door'), one('Stage')])
    await later(5 * day)
    expect(told('gast@guests.test').map(({ subject }) => subject)).toEqual(['Please confirm: “Fair”'])
    const text = told('gast@guests.test')[0]?.text ?? ''
    expect(text).toContain('confirm each of them alone, or all together')
    expect(text).toMatch(/Confirm:\nhttp:\/\/rolecall\.test\/rsvp\/event\/\w+\?guest=/)
    const who = as('gast@guests.test')
    const confirm = (names: readonly string[]) =>
      send(
        names.map((name) => ({ ...one(name), confirmed: true })),
        {},
        who,
      )
    const isConfirmed = async (name: string) => (await world.ok(rsvpApi.form, { groupId: idOf(name), eventId }, who)).rsvp?.confirmed
    await confirm(['Door'])
    expect(await Promise.all(['Bar', 'Door', 'Stage'].map(isConfirmed))).toEqual([false, true, false])
    await confirm(['Bar', 'Stage'])
    expect(await Promise.all(['Bar', 'Door', 'Stage'].map(isConfirmed))).toEqual([true, true, true])
    await later(2 * day)
    expect(told('gast@guests.test').map(({ subject }) => subject)).toEqual(['Please confirm: “Fair”', 'Coming up: “Fair”'])
  })

  test('R154, R99d what is no longer true is left out: a no, a group that was called off; with one left it is that group’s own email', async () => {
    const { world, ada, idOf, as, send, one, told, later } = await setUp({ Bar: [0, 2], Door: [3, 5], Stage: [6, 8] })
    await send([one('Bar'), one('Door'), one('Stage')])
    await send([one('Bar'), one('Door'), one('Stage')], {}, as('two@guests.test'))
    await world.ok(groupApi.remove, { id: idOf('Stage') }, ada)
    await later(5 * day)
    await send([one('Bar', [], false)], {}, as('gast@guests.test'))
    await later(3 * day)
    expect(told('gast@guests.test').map(({ subject }) => subject)).toEqual(['Coming up: “Fair: Door”'])
    expect(told('two@guests.test').map(({ text }) => text.includes('“Stage”'))).toEqual([false])
    expect(told('two@guests.test')[0]?.text).toContain('your 2 parts')
  })

  test('R154 a request for an answer is one email for all groups that are due that day as well', async () => {
    const event = { assignmentRules: { rule: '', enableRoleAssignment: true, enableRoleSelfSelect: false } }
    const stage = await openSeveral({ Bar: [240, 242], Door: [243, 245] }, { event: { ...event, timeZone: zone }, tier: 'team' })
    const post = openPost(stage.world)
    for (const name of ['Bar', 'Door'])
      await stage.world.ok(
        assignApi.assign,
        { id: stage.eventId, groupId: stage.idOf(name), name: 'Ben', email: 'ben@guests.test', roleName: 'Guest' },
        stage.ada,
      )
    await pass(stage.world, post, 5 * day, hour)
    const told = remindersOf(post.sent).map(({ subject }) => subject)
    expect(told).toEqual(['Please answer: “Fair”'])
    expect(remindersOf(post.sent)[0]?.text).toContain('“Door”: you have a seat as Guest. Please say whether you come.')
  })
})

/** Both groups' nudges by themselves are over, or were never on; then somebody asks by hand in both. */
async function askedByHand(isOn: boolean) {
  const stage = await openSeveral({ Bar: [240, 242], Door: [243, 245] }, { event: { timeZone: zone }, tier: 'team' })
  const { world, ada, idOf } = stage
  const post = openPost(world)
  for (const name of ['Bar', 'Door']) {
    await world.ok(reminderApi.change, { id: idOf(name), nudge: { isOn, days: 3, hour: 10 } }, ada)
    await world.ok(invitationApi.send, { id: idOf(name), people: [{ email: 'ben@guests.test' }] }, ada)
  }
  await pass(world, post, 7 * day, hour)
  const before = remindersOf(post.sent).length
  const ask = async () => {
    for (const name of ['Bar', 'Door']) await world.ok(reminderApi.send, { id: idOf(name), kind: 'nudge' }, ada)
    // The one that was asked for first goes out before the run of the other has begun.
    await remindSome(world.services)
    await post.round()
    await pass(world, post, hour, hour)
    return remindersOf(post.sent)
      .slice(before)
      .map(({ subject }) => subject)
  }
  return { ...stage, ask, post }
}

test.each([true, false])(
  'R154, R99b what is asked for by hand in several groups is one email, whether or not it went out by itself before: %s',
  async (isOn) => {
    const { world, ada, idOf, ask } = await askedByHand(isOn)
    expect(await ask()).toEqual(['Please answer: “Fair”'])
    // R97: in each of them they were asked now, and are left alone for three days.
    for (const name of ['Bar', 'Door']) {
      const { rsvps } = await world.ok(groupApi.read, { id: idOf(name) }, ada)
      expect([name, (rsvps[0]?.invitation?.at ?? '') > world.inDays(-1)]).toEqual([name, true])
    }
    world.clock.advance(day)
    expect(await ask()).toEqual(['Please answer: “Fair”'])
  },
)

test('R154, R99 while the provider refuses nothing is lost, and what is tried again is the same email', async () => {
  let isDown = true
  const { world, send, one } = await openSeveral({ Bar: [0, 2], Door: [3, 5] }, { event: { timeZone: zone } })
  const post = openPost(world, () => isDown)
  await send([one('Bar'), one('Door')])
  await pass(world, post, 6 * day + hour, hour)
  expect(remindersOf(post.sent)).toEqual([])
  isDown = false
  await pass(world, post, 12 * hour, hour)
  expect(remindersOf(post.sent).map(({ subject }) => subject)).toEqual(['Coming up: “Fair”'])
  expect(broken(post.sent, zone).twice).toEqual([])
})

test('R154, R102 one click stops them for all groups of the event, and one takes it back', async () => {
  const { world, send, one, told, later, post } = await setUp({ Bar: [0, 2], Late: [48, 50] })
  await send([one('Bar'), one('Late')])
  await later(7 * day)
  const token = /unsubscribe\?token=([\w.-]+)/.exec(told('gast@guests.test')[0]?.text ?? '')?.[1] ?? ''
  expect((await world.ok(noticeApi.stop, { token })).stopped).toBe(true)
  await later(3 * day)
  expect(remindersOf(post.sent).length).toBe(1)
  expect((await world.ok(noticeApi.resume, { token })).stopped).toBe(false)
  expect(await world.store.find(stops, { index: 'group', limit: 9 })).toEqual([])
})
