// Answers that come with a list of people: by a question's words, each row told by itself, and nothing dropped unseen (R162, R97).
import { expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import type { Question, QuestionInput } from '#protocol/seats/questions/question.ts'
import { questionNamed, readWords } from '#protocol/seats/questions/words.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openStage, statuses } from './stage.ts'

const asked = (part: Partial<QuestionInput> & Pick<QuestionInput, '_id' | 'label'>) => ({
  help: '',
  kind: 'line' as const,
  options: [],
  required: false,
  of: 'yes' as const,
  audience: 'organizers' as const,
  isSensitive: false,
  ...part,
})
const options = [
  { _id: 'veg', label: 'Vegetarian' },
  { _id: 'all', label: 'Meat, fish, all' },
  { _id: 'none', label: 'None of it' },
]
const diet = asked({ _id: 'diet', label: 'What do you eat?', kind: 'choice', options, required: true })
const days = asked({ _id: 'days', label: 'Days', kind: 'choices', options })
const bus = asked({ _id: 'bus', label: 'By bus', kind: 'yesNo' })
const bags = asked({ _id: 'bags', label: 'Bags', kind: 'number', min: 0, max: 5 })
const arrival = asked({ _id: 'arrival', label: 'Arrival', kind: 'date' })
const note = asked({ _id: 'note', label: 'Note' })
const every = [diet, days, bus, bags, arrival, note]

test.each([
  [diet, ' vegetarian', 'veg'],
  [diet, 'MEAT,FISH, all', 'all'],
  [diet, 'Vegetarian; None of it', { wrong: 'only one option can be chosen' }],
  [diet, 'Fish', { wrong: 'there is no option “Fish”' }],
  [diet, 'toString', { wrong: 'there is no option “toString”' }],
  [diet, '', undefined],
  [days, 'None of it;Vegetarian', ['none', 'veg']],
  [days, 'Vegetarian, None of it, vegetarian', ['veg', 'none']],
  [days, 'Meat, fish, all|Vegetarian', ['all', 'veg']],
  [days, 'Vegetarian, Fish', { wrong: 'there is no option “Fish”' }],
  [bus, 'Yes', true],
  [bus, 'n', false],
  [bus, 'x', true],
  [bus, 'maybe', { wrong: 'please write yes or no' }],
  [bags, '2', 2],
  [bags, '1,5', 1.5],
  [bags, '6', { wrong: 'Please enter a number from 0 to 5' }],
  [bags, '=2', { wrong: 'please write a number' }],
  [arrival, '2026-12-31', '2026-12-31'],
  [arrival, '31.12.2026', '2026-12-31'],
  [arrival, '12/31/2026', '2026-12-31'],
  [arrival, '1/2/2026', { wrong: 'please write the day as in 2026-12-31' }],
  [arrival, '30.2.2026', { wrong: 'Please enter a date' }],
  [note, "'=1+1", '=1+1'],
  [note, "it's", "it's"],
  [note, 'x'.repeat(201), { wrong: 'Please use at most 200 characters' }],
])('R162 to %j the words %j are read', (question, words, wanted) => {
  const read = readWords(question as Question, words)
  expect('wrong' in read ? read : read.value).toEqual(wanted)
})

test('R162 a question is named by its words, without regard to case and spaces, or by its id; none that is retired', () => {
  const all = [...every, { ...note, _id: 'old', label: 'Old', isRetired: true }] as Question[]
  expect(['what do  YOU eat?', 'bus', ' by\u00a0Bus '].map((name) => questionNamed(all, name)?._id)).toEqual(['diet', 'bus', 'bus'])
  expect(['Old', 'old', '', 'constructor'].map((name) => questionNamed(all, name))).toEqual([undefined, undefined, undefined, undefined])
})

test('R162, R97 answers of a list are in the table and in the guest’s form, and stay where the guest sends none', async () => {
  const { world, ada, id, send, rowOf, view } = await openStage()
  await world.ok(groupApi.update, { id, questions: every }, ada)
  const bo = {
    email: 'bo@guests.test',
    answers: [
      { question: 'WHAT DO YOU EAT?', answer: 'vegetarian' },
      { question: 'Bags', answer: '2' },
    ],
  }
  expect(statuses((await send({ people: [bo], dryRun: true })).rows)).toEqual(['Invited'])
  expect(await rowOf(bo.email)).toBeUndefined()
  expect(statuses((await send({ people: [bo] })).rows)).toEqual(['Invited'])
  const wanted = [
    { questionId: 'diet', value: 'veg' },
    { questionId: 'bags', value: 2 },
  ]
  expect((await rowOf(bo.email))?.answers).toEqual(wanted)
  expect((await view())?.questionCounts).toMatchObject({ diet: { answers: 1, options: { veg: 1 } }, bags: { answers: 1, sum: 2 } })
  // R166: no email says them.
  expect(JSON.stringify(await world.mails(bo.email))).not.toMatch(/vegetarian/i)
  const guest = world.proven(bo.email, id)
  expect((await world.ok(rsvpApi.form, { groupId: id }, guest)).rsvp?.answers).toEqual(wanted)
  const { status, body } = await world.answer(id, guest, ['Guest'])
  expect([status, body.rsvp.answers]).toEqual([200, wanted])
})

test('R162, R41 what can’t be taken is told at its row, and the others are invited; nothing is dropped unseen', async () => {
  const { world, ada, id, send, rowOf } = await openStage()
  await world.ok(groupApi.update, { id, questions: every }, ada)
  await world.answer(id, world.proven('yes@guests.test', id), [], { attending: false })
  const answers = (question: string, answer: string) => ({ answers: [{ question, answer }] })
  const people = [
    { email: 'a@guests.test', ...answers('Diet', 'Vegan') },
    { email: 'b@guests.test', ...answers('What do you eat?', 'Vegan') },
    { email: 'c@guests.test', answers: [...answers('Bags', '1').answers, ...answers('bags', '2').answers] },
    { email: 'd@guests.test', ...answers('Arrival', '3/4/2026') },
    { email: 'e@guests.test', ...answers('By bus', 'yes') },
    { email: 'yes@guests.test', ...answers('By bus', 'yes') },
  ]
  const { rows } = await send({ people })
  expect(rows.map(({ status, message }) => [status, message])).toEqual([
    ['Invalid', 'There is no question “Diet”.'],
    ['Invalid', '“What do you eat?”: there is no option “Vegan”.'],
    ['Invalid', '“Bags” is answered twice.'],
    ['Invalid', '“Arrival”: please write the day as in 2026-12-31.'],
    ['Invited', ''],
    ['Already Answered', 'The answers in the list were not taken: this person has been asked before.'],
  ])
  expect((await rowOf('e@guests.test'))?.answers).toEqual([{ questionId: 'bus', value: true }])
  expect((await rowOf('yes@guests.test'))?.answers).toBeUndefined()
  const [again] = (await send({ people: people.slice(4, 5) })).rows
  expect([again?.status, again?.message]).toEqual([
    'Already Invited',
    'The answers in the list were not taken: this person has been asked before.',
  ])
})
