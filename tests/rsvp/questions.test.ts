// Questions and answers through the calls: who asks, who answers, who reads, what is counted, and how it ends.
import { expect, test } from 'vitest'
import { formRoom, groupRoom } from '#protocol/live.ts'
import { messageApi } from '#protocol/mail/message.ts'
import { activityApi } from '#protocol/record/activity.ts'
import { undoApi } from '#protocol/record/undo.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import type { QuestionInput } from '#protocol/seats/questions/question.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day } from '../kit/world/clock.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const asked = (part: Partial<QuestionInput> & Pick<QuestionInput, '_id' | 'kind'>): QuestionInput => ({
  label: `Your ${part._id}`,
  help: '',
  options: [],
  required: false,
  of: 'yes',
  audience: 'organizers',
  isSensitive: false,
  ...part,
})
const diet = asked({
  _id: 'diet',
  kind: 'choice',
  required: true,
  options: [
    { _id: 'meat', label: 'Meat' },
    { _id: 'veg', label: 'Vegetarian' },
  ],
})
const allergies = asked({ _id: 'allergies', kind: 'line', isSensitive: true, showIf: { questionId: 'diet', optionIds: ['veg'] } })
const cars = asked({ _id: 'cars', kind: 'number', min: 0, max: 5, of: 'everyone' })

async function withQuestions(questions: readonly QuestionInput[] = [diet, allergies, cars]) {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const made = await world.event(ada)
  const { groupId } = made
  await world.ok(groupApi.update, { id: groupId, questions: [...questions] }, ada)
  const guest = world.proven(email, groupId)
  const group = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).group as GroupView
  const rows = async () => (await world.ok(groupApi.read, { id: groupId }, ada)).rsvps
  const edit = (next: readonly QuestionInput[]) => world.ok(groupApi.update, { id: groupId, questions: [...next] }, ada)
  const says = (answers: unknown, more: object = {}, who = guest) => world.answer(groupId, who, ['Guest'], { answers, ...more })
  return { world, ada, ...made, guest, group, rows, edit, says }
}
const all = [
  { questionId: 'diet', value: 'veg' },
  { questionId: 'allergies', value: 'nuts' },
  { questionId: 'cars', value: 2 },
]

test('R160, R165 what is asked is in the form; what is answered reaches its guest and the organizers, live, and nobody else', async () => {
  const { world, ada, groupId, eventId, says, rows, group } = await withQuestions()
  const watching = await world.socket({})
  const first = await watching.watch(formRoom(groupId, eventId))
  const socket = await world.socket(ada)
  await socket.watch(groupRoom(groupId))
  const { body } = await says(all)
  expect(body.form.questions).toMatchObject([{ _id: 'diet' }, { _id: 'allergies' }, { _id: 'cars' }])
  expect(body.rsvp.answers).toEqual(all)
  expect(await rows()).toMatchObject([{ email, answers: all }])
  expect(await group()).toMatchObject({
    questionCounts: { diet: { answers: 1, options: { veg: 1 } }, allergies: { answers: 1 }, cars: { answers: 1, sum: 2 } },
  })
  await expect.poll(() => JSON.stringify(socket.heard)).toContain('nuts')
  const other = world.proven('other@guests.test', groupId)
  const seen = [first, watching.heard, await world.ok(rsvpApi.form, { groupId }, other), await world.ok(rsvpApi.form, { groupId })]
  expect(JSON.stringify(seen)).not.toMatch(/nuts|questionCounts/)
})

test('R165, R168 any number may choose an option; who declines counts in none', async () => {
  const { world, groupId, group, says } = await withQuestions([diet])
  const [first, second, third] = world.crowd(3, groupId)
  for (const one of [first, second, third]) await says([all[0]], {}, one)
  expect((await group()).questionCounts).toEqual({ diet: { answers: 3, options: { veg: 3 } } })
  if (first) await world.answer(groupId, first, [], { attending: false })
  await says([{ questionId: 'diet', value: 'meat' }], {}, second)
  expect((await group()).questionCounts).toEqual({
    diet: { answers: 2, options: { veg: 1, meat: 1 }, declined: { answers: 1, options: { veg: 1 } } },
  })
})

test('R163, R166 what only those who declined have answered is retired as well, with its options, and a sensitive one ends in time', async () => {
  const [away, ill, other] = [
    { _id: 'away', label: 'I am away' },
    { _id: 'ill', label: 'I am ill' },
    { _id: 'other', label: 'Another reason' },
  ] as const
  const why = asked({ _id: 'why', kind: 'choice', of: 'everyone', options: [away, ill, other], isSensitive: true })
  const { world, groupId, group, edit, guest, rows, ada, eventId } = await withQuestions([why])
  const no = (answers: object[]) => world.answer(groupId, guest, [], { attending: false, answers })
  await no([{ questionId: 'why', value: 'ill' }])
  expect((await group()).questionCounts).toEqual({ why: { answers: 0, declined: { answers: 1, options: { ill: 1 } } } })
  await edit([{ ...why, options: [away, other] }])
  expect((await group()).questions?.[0]?.options).toEqual([away, other, { ...ill, isRetired: true }])
  await edit([])
  expect((await group()).questions).toMatchObject([{ _id: 'why', isRetired: true }])
  expect((await rows())[0]?.answers).toEqual([{ questionId: 'why', value: 'ill' }])
  const { event } = await world.ok(eventApi.read, { id: eventId }, ada)
  world.clock.advance(Date.parse(event.end) + 8 * day - world.clock.now())
  await world.runJobs()
  expect((await rows())[0]?.answers ?? []).toEqual([])
})

test.each([
  [[{ questionId: 'diet', value: 'fish' }], 'diet'],
  [[{ questionId: 'diet', value: ['veg'] }], 'diet'],
  [[{ questionId: 'nothing', value: 'x' }], 'nothing'],
  [[all[0], all[0]], 'diet'],
  [[{ questionId: 'cars', value: 1 }], 'diet'],
  [[all[0], { questionId: 'cars', value: 6 }], 'cars'],
  [[all[0], { questionId: 'cars', value: 'two' }], 'cars'],
  [[all[0], { questionId: 'allergies', value: 'x'.repeat(201) }], 'allergies'],
  [[all[0], { questionId: 'allergies', value: 'two\nlines' }], 'allergies'],
])('R162 %j is told at the question, and nothing is saved', async (answers, questionId) => {
  const { says, rows } = await withQuestions()
  const { status, body } = await says(answers)
  expect([status, Object.keys((body as unknown as { fields: object }).fields)]).toEqual([400, [`answers.${questionId}`]])
  expect(await rows()).toEqual([])
})

test('R161 what isn’t asked is dropped: by an earlier answer, by a role, by a no', async () => {
  const { says, rows, edit, group, world, groupId, guest } = await withQuestions()
  await says([{ questionId: 'diet', value: 'meat' }, all[1]])
  expect((await rows())[0]?.answers).toEqual([{ questionId: 'diet', value: 'meat' }])
  const [speaker] = (await group()).roles
  const talk = asked({ _id: 'talk', kind: 'text', required: true, of: [speaker?._id ?? ''] })
  await edit([diet, allergies, cars, talk])
  expect((await says([all[0]])).status).toBe(speaker?.name === 'Guest' ? 400 : 200)
  const no = await world.answer(groupId, guest, [], { attending: false, answers: [all[0], all[2]] })
  expect(no.body.rsvp.answers).toEqual([all[2]])
  expect((await group()).questionCounts).toEqual({ cars: { answers: 0, declined: { answers: 1, sum: 2 } } })
})

test('R162, R13 left out they stay; the same again writes nothing; R164 a question required later leaves earlier answers right, and its guests can be written to', async () => {
  const { world, ada, groupId, says, rows, edit, guest } = await withQuestions([cars])
  await says([{ questionId: 'cars', value: 1 }])
  await edit([cars, diet])
  const count = async (unanswered: string) => (await world.ok(messageApi.count, { id: groupId, audience: { unanswered } }, ada)).recipients
  expect([await count('open'), await count('diet'), await count('cars')]).toEqual([1, 1, 0])
  expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(200)
  expect((await rows())[0]?.answers).toEqual([{ questionId: 'cars', value: 1 }])
  await says([all[0], { questionId: 'cars', value: 1 }])
  const { commits } = world.store
  await says([all[0], { questionId: 'cars', value: 1 }])
  expect(world.store.commits).toBe(commits)
  expect([await count('open'), await count('diet')]).toEqual([0, 0])
  const gone = await world.call(messageApi.count, { id: groupId, audience: { unanswered: 'nothing' } }, ada)
  expect(gone.body).toMatchObject({ code: 'audience-question-gone' })
})

test('R164 who answers for the first time and leaves a required one out is told', async () => {
  const { world, groupId, guest } = await withQuestions()
  expect((await world.answer(groupId, guest, ['Guest'])).status).toBe(400)
  expect((await world.answer(groupId, guest, [], { attending: false })).status).toBe(200)
})

test('R163 what has answers is retired and keeps its kind; what has none is gone; undo brings it back', async () => {
  const { world, ada, groupId, says, edit, group, rows } = await withQuestions()
  await says(all.slice(0, 1))
  const call = (questions: QuestionInput[]) => world.call(groupApi.update, { id: groupId, questions }, ada)
  expect((await call([{ ...diet, kind: 'line', options: [] }])).body).toMatchObject({ code: 'question-kind-fixed' })
  await edit([
    {
      ...diet,
      options: [
        { _id: 'meat', label: 'Meat' },
        { _id: 'fish', label: 'Fish' },
      ],
    },
    cars,
  ])
  expect((await group()).questions).toMatchObject([
    { _id: 'diet', options: [{ _id: 'meat' }, { _id: 'fish' }, { _id: 'veg', isRetired: true }] },
    { _id: 'cars' },
  ])
  expect((await says([{ questionId: 'diet', value: 'veg' }])).status).toBe(200) // as it was chosen before
  const { act = '' } = await edit([cars])
  expect((await group()).questions).toMatchObject([{ _id: 'cars' }, { _id: 'diet', isRetired: true }])
  expect((await world.ok(rsvpApi.form, { groupId })).questions).toMatchObject([{ _id: 'cars' }])
  expect((await rows())[0]?.answers).toEqual(all.slice(0, 1))
  expect((await world.ok(guestApi.myData, { groupId }, world.proven(email, groupId))).answers).toEqual([
    { question: 'Your diet', answer: 'Vegetarian' },
  ])
  await world.ok(undoApi.undo, { id: act }, ada)
  expect((await group()).questions[0]).not.toHaveProperty('isRetired')
})

test('R160 the plan’s number, and R44 what is more stays but doesn’t grow', async () => {
  const { world, ada, groupId } = await withQuestions([])
  const many = (count: number) => Array.from({ length: count }, (_, nth) => asked({ _id: `q${nth}`, kind: 'line' }))
  const put = (count: number) => world.call(groupApi.update, { id: groupId, questions: many(count) }, ada)
  expect((await put(11)).body).toMatchObject({ code: 'question-limit-reached', limit: 10 })
  expect((await put(10)).status).toBe(200)
})

test.each([
  [[{ ...diet, options: [] }]],
  [[diet, diet]],
  [[{ ...diet, options: [diet.options[0], diet.options[0]] }]],
  [[{ ...cars, min: 6 }]],
  [[{ ...cars, showIf: { questionId: 'diet', optionIds: ['veg'] } }, diet]],
  [[diet, { ...cars, showIf: { questionId: 'diet', optionIds: ['fish'] } }]],
  [[{ ...diet, label: '=1+1\u202e' }]],
  [[{ ...cars, of: ['0'.repeat(24)] }]],
])('R160, R161 questions that can’t be asked are refused: %#', async (questions) => {
  const { world, ada, groupId, group } = await withQuestions([])
  expect((await world.call(groupApi.update, { id: groupId, questions: questions as QuestionInput[] }, ada)).status).toBe(400)
  expect((await group()).questions).toEqual([])
})

test('R105, R166 the activity tells that they were answered and never how; no email says it', async () => {
  const { world, ada, groupId, says } = await withQuestions()
  await says(all)
  await says([all[0], { questionId: 'allergies', value: 'peanuts' }])
  const { activity } = await world.ok(activityApi.list, { id: groupId }, ada)
  expect(activity.filter(({ to }) => to.answers)).toHaveLength(2)
  expect(JSON.stringify(activity)).not.toMatch(/nuts/)
  await world.runJobs()
  expect(JSON.stringify([await world.mails(email), await world.mails(ada.email)])).not.toMatch(/nuts/)
})

test('R166 sensitive answers are gone seven days after the end, the others stay; R96 all go with the guest', async () => {
  const { world, says, rows, groupId, ada } = await withQuestions()
  await says(all)
  const second = world.proven('second@guests.test', groupId)
  await says(all, {}, second)
  await world.ok(guestApi.erase, { groupId }, second)
  expect(JSON.stringify(await world.store.find(rsvps, { index: 'group', where: { groupId }, limit: 10 })).match(/nuts/g)).toHaveLength(1)
  const { event } = (await world.ok(groupApi.read, { id: groupId }, ada)) as unknown as { event?: unknown }
  expect(event).toBeUndefined()
  world.clock.advance(9 * 86_400_000)
  await world.runJobs()
  expect((await rows()).find((row) => row.email === email)?.answers).toEqual(all)
  world.clock.advance(9 * 86_400_000)
  await world.runJobs()
  expect((await rows()).find((row) => row.email === email)?.answers).toEqual([all[0], all[2]])
})

const alone = asked({ _id: 'allergies', kind: 'line', isSensitive: true })
const days = (count: number) => count * 86_400_000
const kept = async ({ store }: Pick<World, 'store'>, groupId: string) =>
  JSON.stringify(await store.find(rsvps, { index: 'group', where: { groupId }, limit: 10 })).includes('nuts')

test('R166 a question that becomes sensitive when its time is over loses its answers then, unless that is taken back', async () => {
  const { world, says, groupId, edit } = await withQuestions([{ ...alone, isSensitive: false }])
  await says([{ questionId: 'allergies', value: 'nuts' }])
  world.clock.advance(days(18))
  await world.runJobs()
  expect(await kept(world, groupId)).toBe(true)
  await edit([alone])
  await world.runJobs()
  expect(await kept(world, groupId)).toBe(true)
  world.clock.advance(31_000)
  await world.runJobs()
  expect(await kept(world, groupId)).toBe(false)
})

test('R166, R140 those of one of several groups that is deleted go seven days after its end, those of a group without an event with it', async () => {
  const { world, ada, says, groupId, eventId } = await withQuestions()
  await world.ok(eventApi.addGroup, { id: eventId, group: { name: 'Late', roles: [{ name: 'Cook', max: 2 }] } }, ada)
  await says(all)
  await world.ok(groupApi.remove, { id: groupId }, ada)
  world.clock.advance(days(10))
  await world.runJobs()
  expect(await kept(world, groupId)).toBe(true)
  world.clock.advance(days(8))
  await world.runJobs()
  expect(await kept(world, groupId)).toBe(false)

  const { groupId: without } = await world.ok(
    groupApi.create,
    { name: 'Alone', roles: [{ name: 'Cook', max: 2 }], questions: [alone] },
    ada,
  )
  const answers = [{ questionId: 'allergies', value: 'nuts' }]
  expect((await world.answer(without, world.proven(email, without), [], { answers, eventId: null })).status).toBe(200)
  expect(await kept(world, without)).toBe(true)
  await world.ok(groupApi.remove, { id: without }, ada)
  world.clock.advance(31_000)
  await world.runJobs()
  expect(await kept(world, without)).toBe(false)
})

test('R167, R107 an edit of questions that started from an older state is told, and overwrites nothing', async () => {
  const { world, ada, groupId, edit, group } = await withQuestions([cars])
  const { settingsRev } = await group()
  await edit([diet])
  const stale = await world.call(groupApi.update, { id: groupId, questions: [allergies], settingsRev }, ada)
  expect([stale.status, (await group()).questions.map(({ _id }) => _id)]).toEqual([stale.status, ['diet']])
  expect(stale.status).toBeGreaterThanOrEqual(400)
})

test('R103, R161 a copy of the event asks the same, of its own roles', async () => {
  const { world, ada, eventId, edit, group } = await withQuestions()
  const [role] = (await group()).roles
  await edit([diet, asked({ _id: 'talk', kind: 'line', of: [role?._id ?? ''] })])
  const copied = await world.ok(eventApi.duplicate, { id: eventId, start: world.inDays(9) }, ada)
  const copy = (await world.ok(groupApi.read, { id: copied.groupId }, ada)).group as GroupView
  expect(copy.questions).toMatchObject([{ _id: 'diet' }, { _id: 'talk', of: [copy.roles[0]?._id] }])
  expect(copy.roles[0]?._id).not.toBe(role?._id)
})
