// Questions and answers that somebody sends to break something: each is refused at its field or taken as plain text; and the largest group that may be.
import { expect, test } from 'vitest'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { type GroupView, groupApi } from '#protocol/seats/group.ts'
import { questionLimits } from '#protocol/seats/questions/kinds.ts'
import { type QuestionInput, Questions } from '#protocol/seats/questions/question.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { openWorld } from '../kit/world/world.ts'

const asked = (part: Partial<QuestionInput> & Pick<QuestionInput, '_id'>): QuestionInput => ({
  label: `Your ${part._id}`,
  help: '',
  kind: 'line',
  options: [],
  required: false,
  of: 'yes',
  audience: 'organizers',
  isSensitive: false,
  ...part,
})
const options = ['meat', 'veg', 'fish'].map((_id) => ({ _id, label: _id }))
const diet = asked({ _id: 'diet', kind: 'choice', options })
const days = asked({ _id: 'days', kind: 'choices', options })
const bus = asked({ _id: 'bus', kind: 'yesNo' })
const cars = asked({ _id: 'cars', kind: 'number' })
const arrival = asked({ _id: 'arrival', kind: 'date' })
const line = asked({ _id: 'line' })
const every = [diet, days, bus, cars, arrival, line]
const after = (question: QuestionInput, questionId: string, ...optionIds: string[]) => ({ ...question, showIf: { questionId, optionIds } })
const many = (emoji: string, count = 50) => Array.from({ length: count }, (_, nth) => ({ _id: `o${nth}`, label: emoji.repeat(38) + nth }))

const fieldsOf = (body: unknown) => Object.keys((body as { fields?: object }).fields ?? {})
async function opened() {
  const world = await openWorld()
  const ada = await world.person('ada', 'enterprise')
  const { groupId } = await world.event(ada, [{ name: 'Guest', max: 50 }], {}, { assignmentRules: { enableRoleSelfSelect: true } })
  const put = (questions: readonly unknown[]) => world.call(groupApi.update, { id: groupId, questions: questions as QuestionInput[] }, ada)
  const read = async () => {
    const { group, rsvps } = await world.ok(groupApi.read, { id: groupId }, ada)
    return { questions: (group as GroupView).questions, rsvps }
  }
  const says = (name: string, answers: unknown) =>
    world.answer(groupId, world.proven(`${name}@guests.test`, groupId), ['Guest'], { answers })
  return { world, ada, groupId, put, read, says }
}

test.each<[title: string, questions: readonly unknown[], field: string]>([
  ['one that depends on itself', [after(diet, 'diet', 'veg')], 'questions.0.showIf'],
  ['two that depend on each other', [after(diet, 'days', 'veg'), after(days, 'diet', 'veg')], 'questions.0.showIf'],
  ['one that depends on a later one', [after(line, 'diet', 'veg'), diet], 'questions.0.showIf'],
  [
    'three in a ring',
    [after(diet, 'more', 'veg'), after(days, 'diet', 'veg'), { ...after(diet, 'days', 'veg'), _id: 'more' }],
    'questions.0.showIf',
  ],
  ['one that depends on a text', [line, after(diet, 'line', 'veg')], 'questions.1.showIf'],
  ['one that depends on an option that isn’t there', [diet, after(line, 'diet', 'cheese')], 'questions.1.showIf'],
  ['one that depends on a retired one', [{ ...diet, isRetired: true }, after(line, 'diet', 'veg')], 'questions.1.showIf'],
  ['doubled ids', [diet, { ...line, _id: 'diet' }], 'questions'],
  ['doubled ids of options', [{ ...diet, options: [options[0], { _id: 'meat', label: 'Other' }] }], 'questions.0.options'],
  ['doubled labels of options', [{ ...diet, options: [options[0], { _id: 'x', label: 'MEAT ' }] }], 'questions.0.options'],
  ['an id that every object has', [{ ...line, _id: 'constructor' }], 'questions.0._id'],
  [
    'an option with an id that every object has',
    [{ ...diet, options: [{ _id: '__proto__', label: 'x' }, options[0]] }],
    'questions.0.options.0._id',
  ],
  ['51 options', [{ ...diet, options: many('🍏', 51) }], 'questions.0.options'],
  ['an option of 81 emoji', [{ ...diet, options: [options[0], { _id: 'x', label: '🍏'.repeat(81) }] }], 'questions.0.options.1.label'],
  [
    'an option that turns the text around it',
    [{ ...diet, options: [options[0], { _id: 'x', label: '\u202ex' }] }],
    'questions.0.options.1.label',
  ],
  ['an option that nobody sees', [{ ...diet, options: [options[0], { _id: 'x', label: '\u200b' }] }], 'questions.0.options.1.label'],
  ['a limit that is no number', [{ ...cars, min: '1' }], 'questions.0.min'],
  ['a limit beyond all', [{ ...cars, max: 1e300 }], 'questions.0.max'],
  ['a field that there isn’t', [{ ...line, capacity: 3 }], 'questions.0'],
])('R160, R161 %s: 400 at the field, and nothing is saved', async (_, questions, field) => {
  const { put, read } = await opened()
  const { status, body } = await put(questions)
  expect([status, fieldsOf(body)]).toEqual([400, [field]])
  expect((await read()).questions).toEqual([])
})

const formulas = ['=SUM(A1)', '+1+1', '-2+3', '@cmd', '=HYPERLINK("http://x")', '\t=1+1', '＝1+1']
test('R165 formulas are kept as the text that they are, and no spreadsheet computes them', async () => {
  const { put, says, read } = await opened()
  const before = { ...diet, label: '=cmd()', options: [...formulas.slice(0, 4), 'x'].map((label, nth) => ({ _id: `f${nth}`, label })) }
  expect((await put([before, line])).status).toBe(200)
  for (const [nth, formula] of formulas.entries()) {
    const answers = [
      { questionId: 'diet', value: `f${Math.min(nth, 4)}` },
      { questionId: 'line', value: formula },
    ]
    const { body } = await says(`formula${nth}`, answers)
    expect(body.rsvp.answers?.[1]).toEqual({ questionId: 'line', value: formula.trim() })
  }
  const { rsvps, questions } = await read()
  const { default: Papa } = await import('papaparse')
  const cells = Papa.parse<string[]>((await csvText(answersTable(rsvps, 'UTC', questions))).slice(1)).data.flat()
  expect(cells.filter((cell) => /^[=+\-@＝\t\r]/.test(cell))).toEqual([])
  for (const formula of formulas.slice(0, 4)) expect(cells.filter((cell) => cell === `'${formula}`)).toHaveLength(2)
})

test.each<[title: string, answers: readonly unknown[], field: string]>([
  ['a retired question', [{ questionId: 'old', value: 'x' }], 'answers.old'],
  ['a retired option', [{ questionId: 'diet', value: 'meat' }], 'answers.diet'],
  ['a retired option among several', [{ questionId: 'days', value: ['veg', 'meat'] }], 'answers.days'],
  ['an option of another question', [{ questionId: 'diet', value: 'yes' }], 'answers.diet'],
  [
    'a question twice',
    [
      { questionId: 'line', value: 'a' },
      { questionId: 'line', value: 'b' },
    ],
    'answers.line',
  ],
  ['what every object has', [{ questionId: 'constructor', value: 'x' }], 'answers.0.questionId'],
  ['an option that every object has', [{ questionId: 'diet', value: 'toString' }], 'answers.diet'],
  ['an object for a value', [{ questionId: 'line', value: { $gt: '' } }], 'answers.0.value'],
  ['a number that isn’t one', [{ questionId: 'cars', value: '=2' }], 'answers.cars'],
  ['a number beyond all', [{ questionId: 'cars', value: 1e300 }], 'answers.cars'],
  ['a day that isn’t in the calendar', [{ questionId: 'arrival', value: '2026-02-30' }], 'answers.arrival'],
  ['yes as a word', [{ questionId: 'bus', value: 'yes' }], 'answers.bus'],
  ['2,001 characters', [{ questionId: 'line', value: 'x'.repeat(2_001) }], 'answers.0.value'],
  ['51 options', [{ questionId: 'days', value: Array.from({ length: 51 }, () => 'veg') }], 'answers.0.value'],
  ['61 answers', Array.from({ length: 61 }, (_, nth) => ({ questionId: `q${nth}`, value: 'x' })), 'answers'],
])('R162 an answer with %s: 400 at the field, and nothing is saved', async (_, answers, field) => {
  const { put, says, read } = await opened()
  await put([...every, asked({ _id: 'old' })])
  // Answered once, so that they are retired and not gone.
  const early = [
    { questionId: 'old', value: 'x' },
    { questionId: 'diet', value: 'meat' },
    { questionId: 'days', value: ['meat'] },
  ]
  expect((await says('early', early)).status).toBe(200)
  await put(every.map((one) => (one.options.length > 0 ? { ...one, options: options.slice(1) } : one)))
  const { status, body } = await says('hostile', answers)
  expect([status, fieldsOf(body)]).toEqual([400, [field]])
  expect((await read()).rsvps.map(({ email }) => email)).toEqual(['early@guests.test'])
})

/** Every text as long as it may be. */
const full = (text: string) =>
  Array.from({ length: questionLimits.questions }, (_, nth) => ({
    ...asked({ _id: `question${nth}`.padEnd(12, 'x'), kind: nth % 2 === 0 ? 'choice' : 'choices' }),
    label: text.repeat(questionLimits.label),
    help: text.repeat(questionLimits.help),
    options: Array.from({ length: questionLimits.options }, (__, at) => ({
      _id: `option${at}`.padEnd(12, 'x'),
      label: `${text.repeat(questionLimits.option - 2)}${String(at).padStart(2, '0')}`,
    })),
  }))

test('R160 20 questions of 50 options of 80 emoji are saved over HTTP, shown in form and table, and answered', async () => {
  const { world, ada, groupId, read, says } = await opened()
  const questions = full('🍏')
  const body = JSON.stringify({ questions })
  const saved = await fetch(`${await world.address()}/api/group/${groupId}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
    body,
  })
  expect([saved.status, Buffer.byteLength(body) > 256 * 1024]).toEqual([200, true])
  expect((await read()).questions).toMatchObject(questions)
  const form = await world.ok(rsvpApi.form, { groupId })
  expect(form.questions?.flatMap((one) => one.options)).toHaveLength(1_000)
  const answers = questions.map(({ _id, kind, options: all }) => ({
    questionId: _id,
    value: kind === 'choice' ? (all[49]?._id ?? '') : all.map((one) => one._id),
  }))
  const { body: said } = await says('guest', answers)
  expect(said.rsvp.answers).toEqual(answers)
  expect((await read()).rsvps[0]?.answers).toEqual(answers)
})

test('R160, H3 what may be asked fits into the body of its call; more is told as too long, not cut off', async () => {
  const limit = 512 * 1024
  expect(Buffer.byteLength(JSON.stringify(full('🍏')))).toBeLessThan(questionLimits.allBytes)
  expect(questionLimits.allBytes).toBeLessThan(limit - 16 * 1024)
  const sixty = full('🍏').flatMap((one) => ['a', 'b', 'c'].map((part) => ({ ...one, _id: `${part}${one._id}`, isRetired: true })))
  expect(Questions.safeParse(sixty).error?.issues.map(({ message }) => message)).toEqual(['Please shorten the questions'])
  const { world, ada, groupId } = await opened()
  const put = (path: string, bytes: number) =>
    fetch(`${new URL(path, address)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${ada.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(bytes - 11) }),
    })
  const address = await world.address()
  const statuses = async (path: string, bytes: number) => (await put(path, bytes)).status
  expect([await statuses(`/api/group/${groupId}`, limit), await statuses(`/api/group/${groupId}`, limit + 1)]).toEqual([400, 413])
  expect(await statuses(`/api/group/${groupId}/roles`, 256 * 1024 + 1)).toBe(413)
})
