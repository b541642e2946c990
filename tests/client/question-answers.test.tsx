// The answers to questions in the organizer's list: columns, filters with counts, open ones; in the file, on the roster, in messages and words.
import { screen, within } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { entryText } from '#client/activity/words.ts'
import { byAnswer, inOrder } from '#client/group/answers/answer-order.ts'
import { answersTable } from '#client/group/answers/answers-table.ts'
import { filterFor, leadOf, openFilter } from '#client/group/answers/questions/asking.ts'
import { everyone, filterRows } from '#client/group/answers/rsvp-filter.ts'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { RosterTable } from '#client/group/roster/roster-table.tsx'
import { csvText } from '#client/lib/files/csv-cells.ts'
import { keepLogin } from '#client/lib/session.ts'
import { AudiencePicker } from '#client/message/audience-picker.tsx'
import { PlanComparison } from '#client/plan/plan-comparison.tsx'
import { putPage } from '#client/records/groups.ts'
import { audienceOf, type MessageDraft, nothing, readDraft, toUnanswered } from '#client/records/message-draft.ts'
import { planLimits, tiers } from '#protocol/kernel/limits.ts'
import { ActivityLine } from '#protocol/record/activity.ts'
import type { RsvpRow } from '#protocol/seats/group.ts'
import { aUser, groupId } from './event-fixtures.ts'
import { aRow, filled, hostId, pageOf } from './group-fixtures.ts'
import { newToken, press, serve, settle, show, text } from './page-kit.tsx'
import { age, aQuestion, diet, phone, shirt } from './question-fixtures.ts'

beforeEach(() => {
  keepLogin(newToken(), aUser)
  vi.stubGlobal('IntersectionObserver', undefined)
})

const questions = [diet, phone, age, shirt]
const people = [
  aRow(1, {
    name: 'Ann',
    answers: [
      { questionId: 'diet', value: 'veg' },
      { questionId: 'age', value: 30 },
      { questionId: 'shirt', value: 's' },
    ],
  }),
  aRow(2, { name: 'Ben', answers: [{ questionId: 'phone', value: '=1+1' }] }),
  aRow(3, { name: 'Cleo', attending: false, answers: [{ questionId: 'diet', value: 'veg' }] }),
  aRow(4, { name: 'Dan', attending: null }),
]
const group = filled({
  questions,
  answers: { yes: 2, no: 1, none: 1 },
  questionCounts: {
    diet: { answers: 1, options: { veg: 1 } },
    phone: { answers: 1 },
    age: { answers: 2, sum: 70 },
    shirt: { answers: 1, options: { s: 1 } },
  },
})
const left = (question: string, asking = group) => filterRows(people, { ...everyone, question }, asking).map(({ name }) => name)

it.each([
  ['', ['Ann', 'Ben', 'Cleo', 'Dan']],
  [openFilter, ['Ben']],
  [filterFor('diet', 'veg'), ['Ann']],
  [filterFor('diet', 'meat'), []],
  [filterFor('diet'), ['Ben']],
  [filterFor('phone'), ['Ann']],
])('R164, R165 the filter %o leaves %j: who was only asked to come is not open, who declines counts in no option', (wanted, names) => {
  expect(left(wanted)).toEqual(names)
})

it.each([
  ['age', ['Fay', 'Ben', 'Ann', 'Eve'], ['Ann', 'Ben', 'Fay', 'Eve']],
  ['diet', ['Ann', 'Eve', 'Ben', 'Fay'], ['Ben', 'Ann', 'Eve', 'Fay']],
  ['days', ['Ann', 'Ben', 'Eve', 'Fay'], ['Eve', 'Ben', 'Ann', 'Fay']],
  ['bus', ['Ann', 'Ben', 'Eve', 'Fay'], ['Ben', 'Ann', 'Eve', 'Fay']],
  ['phone', ['Fay', 'Ben', 'Ann', 'Eve'], ['Ann', 'Ben', 'Fay', 'Eve']],
])('R165 a column of the question %s orders by its answers, options as the question has them, and who gave none last', (id, up, down) => {
  const days = aQuestion({ _id: 'days', kind: 'choices' })
  const asked = [diet, age, phone, days, aQuestion({ _id: 'bus', kind: 'yesNo', options: [] })]
  const row = (nth: number, name: string, answers: Record<string, string | number | boolean | string[]>) =>
    aRow(nth, { name, answers: Object.entries(answers).map(([questionId, value]) => ({ questionId, value })) })
  const rows = [
    row(1, 'Ann', { age: 100, diet: 'veg', phone: 'number 10', days: ['veg'], bus: true }),
    row(2, 'Ben', { age: 9.5, diet: 'meat', phone: 'Number 9', days: ['meat', 'veg'], bus: false }),
    row(3, 'Eve', { diet: 'veg', days: ['meat'] }),
    row(4, 'Fay', { age: -1, phone: 'a' }),
  ]
  const sorted = (isDown: boolean) => inOrder(rows, { by: byAnswer(id), isDown }, undefined, asked).rows.map(({ name }) => name)
  expect([sorted(false), sorted(true)]).toEqual([up, down])
})

it('R161, R164 a question for a role is open only for who has it', () => {
  const forHosts = filled({ questions: [{ ...diet, of: [hostId] }] })
  expect(left(openFilter, forHosts)).toEqual([])
  const host = aRow(9, { name: 'Host', roles: ['Host'] })
  expect(filterRows([host], { ...everyone, question: openFilter }, forHosts)).toEqual([host])
})

async function open(canManage = true) {
  serve(() => undefined)
  await act(async () => putPage(pageOf(group, { rsvps: people })))
  await show(<RsvpList group={group} canManage={canManage} />)
  await settle()
}
const choose = (label: string) => act(async () => screen.getByRole('radio', { name: label }).click())
const heads = () => screen.getAllByRole('columnheader').map((cell) => cell.querySelector('button')?.textContent)
const rowOf = (name: string) => screen.getAllByRole('row').find((row) => row.textContent?.includes(name)) as HTMLElement

it('R165 a column for each question, answers in words, and what all come to', async () => {
  await open()
  expect(heads().join()).not.toContain('Diet')
  await choose('Answers to questions')
  expect(heads().slice(-3)).toEqual(['Diet', 'Phone', 'Age'])
  expect(rowOf('Ann').textContent).toMatch(/Diet: Vegetarian.*Age: 30/)
  expect(text()).toContain('Sum 70, average 35, of 2')
  expect(screen.getByRole('button', { name: 'Vegetarian 1' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Everything 0' })).toBeTruthy()
  await act(async () => screen.getByRole('checkbox', { name: 'Shirt (no longer asked)' }).click())
  expect(heads().at(-1)).toBe('Shirt (no longer asked)')
})

it('R130 on a phone the order and what the list shows wait with the filters, behind one button', async () => {
  await open()
  const fold = document.getElementById(screen.getByRole('button', { name: 'Filters' }).getAttribute('aria-controls') ?? '')
  for (const part of [screen.getByRole('combobox', { name: 'Sort' }), screen.getByRole('radio', { name: 'Answers to questions' })])
    expect(fold?.contains(part)).toBe(true)
  expect(fold?.contains(screen.getByRole('searchbox'))).toBe(false)
})

it('R165 a press on an option leaves those who chose it, and another takes the filter back', async () => {
  await open()
  await choose('Answers to questions')
  await press('Vegetarian 1')
  expect(screen.getAllByRole('rowheader')).toHaveLength(1)
  await press('Vegetarian 1')
  expect(screen.getAllByRole('rowheader')).toHaveLength(4)
})

it('R164 says who has open questions, and begins a message to them', async () => {
  await open()
  expect(within(rowOf('Ben')).getByText('1 open question')).toBeTruthy()
  expect(screen.getAllByText(/open question$/)).toHaveLength(1)
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Filter by question' })
  await act(async () => {
    select.value = openFilter
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await press('Ask them to complete')
  expect(readDraft(groupId)).toMatchObject({ subject: 'Please complete your answer', unanswered: 'open', states: ['yes'] })
  expect(audienceOf(readDraft(groupId))).toEqual({ states: ['yes'], unanswered: 'open' })
})

it('R165 who only assigns roles is shown no answers', async () => {
  await open(false)
  expect(text()).not.toContain('Answers to questions')
  expect(screen.queryByText('1 open question')).toBeNull()
})

it('R165 the file has a column for each question, retired ones marked, and no formula', async () => {
  const hostile = aQuestion({ _id: 'x', label: '=HYPERLINK("x")', options: [{ _id: 'o', label: '@SUM(1)' }] })
  const rows: RsvpRow[] = [...people, aRow(5, { answers: [{ questionId: 'x', value: 'o' }] })]
  const [head = '', ann = '', ben = '', , , last = ''] = (await csvText(answersTable(rows, 'UTC', [...questions, hostile]))).split('\r\n')
  expect(head).toMatch(/"?Address"?,"?Companions"?,Diet,Phone,Age,Shirt \(no longer asked\),"'=HYPERLINK\(""x""\)"$/)
  expect(ann).toMatch(/,Vegetarian,,30,S,$/)
  expect(ben).toMatch(/,,"?'=1\+1"?,,,$/)
  expect(last).toMatch(/,"?'@SUM\(1\)"?$/)
})

it('R165 a question that ends with a mark of its own takes no colon', () => {
  expect([diet, { ...diet, label: 'What do you eat?' }].map(leadOf)).toEqual(['Diet: ', 'What do you eat? '])
})

it('R165 the roster has what is read at the door', async () => {
  const part = { key: 'x', title: 'Host', seats: 2, people }
  await show(<RosterTable part={part} isAsked={false} isApart={false} title={null} asOf="" questions={[phone]} />)
  expect(text()).toContain('Phone: =1+1')
  expect(text()).not.toContain('Vegetarian')
})

it('R164 a message can go to who has not answered a question; words come with it, but never over those typed', async () => {
  let draft: MessageDraft = nothing
  const draw = () =>
    show(
      <AudiencePicker
        others={[]}
        group={group}
        draft={draft}
        onChange={(change) => {
          draft = { ...draft, ...change }
        }}
        count={{ is: 'counting' }}
      />,
    )
  await draw()
  const select = screen.getByRole<HTMLSelectElement>('combobox')
  expect([...select.options].map(({ text: said }) => said)).toEqual([
    'Doesn’t matter',
    'Has open required questions',
    'Has not answered “Diet”',
    'Has not answered “Phone”',
    'Has not answered “Age”',
  ])
  await act(async () => {
    select.value = 'phone'
    select.dispatchEvent(new Event('change', { bubbles: true }))
  })
  expect(audienceOf(draft)).toEqual({ unanswered: 'phone' })
  expect(draft.subject).toBe('Please complete your answer')
  expect(toUnanswered({ ...nothing, subject: 'Mine' }, 'open')).toMatchObject({ subject: 'Mine', text: '' })
})

const line = (part: object) =>
  ActivityLine.parse({
    _id: 'l',
    rev: 1,
    groupId,
    act: 'a',
    at: new Date(0).toISOString(),
    by: { type: 'guest', rsvpId: 'r', name: 'Ann' },
    via: 'guest',
    kind: 'answer',
    from: {},
    to: {},
    ...part,
  })

it('R105, R166 the activity says that questions were answered or changed, never what was said', () => {
  expect(entryText(line({ to: { answers: true } }))).toBe('Ann answered the questions')
  expect(entryText(line({ from: { answers: true }, to: { answers: true } }))).toBe('Ann changed their answers to the questions')
  expect(entryText(line({ from: { answers: true } }))).toBe('Ann removed their answers to the questions')
  const settings = { kind: 'settings', from: { settings: { questions: [] } }, to: { settings: { questions } } }
  expect(entryText(line(settings))).toBe('Ann changed the questions')
})

it('R160, R170, R182, R204 the plans are compared by questions, companions, door phones and helpers too', async () => {
  await show(<PlanComparison highlighted={null} />)
  const cells = (head: string) => {
    const row = screen.getAllByRole('row').find((one) => one.textContent?.startsWith(head))
    return within(row as HTMLElement)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  }
  expect(cells('Questions per group')).toEqual(tiers.map((tier) => String(planLimits[tier].questionsPerGroup)))
  expect(cells('Companions per guest')).toEqual(['1', '10', '10', '10'])
  expect(cells('Door phones per event')).toEqual(['1', '5', '20', '20'])
  expect(cells('Helpers at the door')).toEqual(['1', '5', '100', '100'])
})
