// The questions of a group in its settings: adding, ordering, taking out; what two organizers change at once; and a draft that is never lost.
import { screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { act } from 'react'
import { beforeEach, expect, it } from 'vitest'
import {
  askedIn,
  type DraftQuestion,
  inputOf,
  moved,
  newOption,
  newQuestion,
  removed,
  stuck,
} from '#client/group/questions/question-list.ts'
import { compareQuestions } from '#client/group/questions/question-merge.ts'
import { QuestionsSection } from '#client/group/questions/questions-section.tsx'
import { templates } from '#client/group/questions/templates.ts'
import { keepLogin } from '#client/lib/session.ts'
import '#client/group/questions/question-form.tsx'
import { putEvent } from '#client/records/events.ts'
import { putGroup, putPage, useGroups } from '#client/records/groups.ts'
import type { Tier } from '#protocol/kernel/limits.ts'
import type { GroupView } from '#protocol/seats/group.ts'
import { Questions } from '#protocol/seats/questions/question.ts'
import { anEvent, aUser, eventId, groupId } from './event-fixtures.ts'
import { filled, pageOf } from './group-fixtures.ts'
import { type Answer, button, drawn, field, leave, newToken, openMenu, press, serve, settle, show, text, type } from './page-kit.tsx'
import { age, aQuestion, diet, phone, shirt } from './question-fixtures.ts'

beforeEach(() => keepLogin(newToken(), aUser))

const group = filled({ questions: [diet, phone, shirt], questionCounts: { diet: { answers: 12 }, shirt: { answers: 1 } } })

const Drawn = () => {
  const held = useGroups(({ byId }) => byId[groupId])
  return held ? <QuestionsSection group={held} /> : null
}
async function open(answer: Answer = () => undefined, view: GroupView = group, tier: Tier = 'pro') {
  const asked = serve(answer)
  await act(async () => putPage(pageOf(view, {}, tier)))
  await show(<Drawn />)
  await settle()
  return asked
}
interface Sent {
  settingsRev: number
  questions: { _id: string; label: string; options: { _id: string; label: string }[]; [more: string]: unknown }[]
}
const sent = (asked: ReturnType<typeof serve>, nth = 0) => asked.filter(({ method }) => method === 'PUT')[nth]?.body as Sent
/** The server that takes what it is sent. */
const taking: Answer = ({ body }) => {
  const { settingsRev, questions } = body as Sent
  return { body: { group: { ...group, rev: settingsRev + 1, settingsRev: settingsRev + 1, questions }, act: 'a'.repeat(24) } }
}
const formIs = (name: string) => drawn(() => screen.getByRole('form', { name }))

it('R160, R163 shows the questions in order, with kind, whom they concern and how many answered; retired ones apart', async () => {
  await open()
  const rows = within(screen.getByRole('list', { name: 'Questions' })).getAllByRole('listitem')
  expect(rows.map((row) => row.textContent)).toEqual([
    'DietOne choice of 2 · required · Who comes · 12 answers',
    'PhoneShort text · optional · Who comes · Also at the door · No answers yet',
  ])
  expect(text()).toContain('No longer asked (1)')
  expect(text()).toContain('2 of 10 questions.')
})

it('R160 adds a question in one act, after the others, and offers to take it back', async () => {
  const asked = await open(taking)
  await press('Add Question')
  await formIs('New question')
  await press('Save question')
  expect(text()).toContain('Please write the question')
  await type('Question', 'How tall are you?')
  await type('Kind of answer', 'number')
  await type('Lowest', '10')
  await press('Save question')
  expect(sent(asked)).toMatchObject({ settingsRev: group.settingsRev })
  expect(sent(asked).questions.map(({ label }) => label)).toEqual(['Diet', 'Phone', 'How tall are you?'])
  expect(sent(asked).questions[2]).toMatchObject({ kind: 'number', min: 10, of: 'yes', required: false })
  expect(screen.queryByRole('form')).toBeNull()
  expect(text()).toContain('“How tall are you?” saved')
  expect(button('Undo')).toBeTruthy()
})

it('R160 every template is a question that the server takes', () => {
  expect(Questions.safeParse(templates.map(({ make }) => inputOf(make()))).error?.issues).toBeUndefined()
})

it('R160 says the plan’s limit, and the way to more', async () => {
  await open(undefined, filled({ questions: [diet, phone, age] }), 'free')
  expect(button('Add Question').disabled).toBe(true)
  expect(button('Diet').disabled).toBe(true)
  expect(text()).toContain('Question limit reached (3 questions allowed)')
  expect(screen.getByRole('link', { name: 'View Plans' }).getAttribute('href')).toBe('/pricing')
  expect(screen.getByRole('link', { name: 'Upgrade Group' }).getAttribute('href')).toBe(`/payment/${groupId}`)
})

it('R160 moves by buttons, but nothing before what it depends on', async () => {
  const after = aQuestion({ _id: 'meat', label: 'Which meat?', showIf: { questionId: 'diet', optionIds: ['meat'] } })
  const asked = await open(taking, filled({ questions: [diet, after, phone] }))
  await press('Move “Which meat?” up')
  await press('Move “Diet” up')
  expect(asked).toEqual([])
  expect(button('Move “Which meat?” up').title).toBe('It is asked only after “Diet”')
  await press('Move “Phone” up')
  expect(sent(asked).questions.map(({ _id }) => _id)).toEqual(['diet', 'phone', 'meat'])
})

it('R163 says before what becomes of it: retired with answers, gone without; what depended on it is asked all the same', async () => {
  const after = aQuestion({ _id: 'meat', label: 'Which meat?', showIf: { questionId: 'diet', optionIds: ['meat'] } })
  const asked = await open(taking, { ...group, questions: [diet, after] })
  await press('Take out “Which meat?”')
  expect(text()).toContain('No one has answered it, so it will be deleted.')
  await press('Cancel')
  await press('Take out “Diet”')
  expect(text()).toContain('12 people have answered it. It is no longer asked, and its answers stay in the table and in what you export.')
  expect(text()).toContain('“Which meat?” depends on it and will be asked without it.')
  await press('Stop asking', screen.getByRole('dialog'))
  expect(sent(asked).questions).toMatchObject([{ _id: 'meat' }])
  expect(sent(asked).questions[0]).not.toHaveProperty('showIf')
})

it('R163 asks a retired question again', async () => {
  const asked = await open(taking)
  await press('Ask again: “Shirt”')
  expect(sent(asked).questions.map(({ _id }) => _id)).toEqual(['diet', 'phone', 'shirt'])
  expect(sent(asked).questions[2]).not.toHaveProperty('isRetired')
})

it('R163 the kind is fixed once it is there, and a renamed option keeps its id', async () => {
  const asked = await open(taking)
  await press('Edit “Diet”')
  await formIs('Edit “Diet”')
  expect(field('Kind of answer').disabled).toBe(true)
  expect(text()).toContain('makes a role of it')
  await type('Option 1', 'Plants')
  await press('Save question')
  expect(sent(asked).questions[0]?.options).toEqual([
    { _id: 'veg', label: 'Plants' },
    { _id: 'meat', label: 'Everything' },
  ])
})

it('R168 says that an option has no limit of seats, and makes a role of one with one press', async () => {
  const asked = await open(({ method, path, body }) => {
    if (method !== 'POST' || !path.endsWith('/roles')) return undefined
    const { name } = body as { name: string }
    if (name === 'Everything') return { status: 409, body: { error: 'The event is over.', code: 'event-over' } }
    const roles = [...group.roles, { _id: 'veg-role', name, max: 1 }]
    return { body: { group: { ...group, rev: group.rev + 1, settingsRev: group.settingsRev + 1, roles }, act: 'a'.repeat(24) } }
  })
  await press('Edit “Diet”')
  await formIs('Edit “Diet”')
  expect(text()).toContain('Any number of people can choose an option: it has no limit of seats.')
  await press('Make option 1 a role')
  expect(asked.at(-1)).toMatchObject({ method: 'POST', body: { name: 'Vegetarian', max: 1 } })
  expect(text()).toContain('“Vegetarian” is a role with 1 seat now.')
  expect(button('Undo')).toBeTruthy()
  // It is there now; the option and what was typed stay.
  expect(button('Make option 1 a role').title).toBe('Role name must be unique')
  expect(field('Option 1').value).toBe('Vegetarian')
  const before = asked.length
  await press('Make option 1 a role')
  expect(asked.length).toBe(before)
  await press('Make option 2 a role')
  expect(text()).toContain('The event is over.')
  await type('Option 2', '')
  expect(button('Make option 2 a role').title).toBe('Name the option first')
})

it('R168 where the plan has several groups, begins a group of an option; what was typed stays', async () => {
  await open(undefined, { ...group, eventId })
  await act(async () => putEvent(anEvent({ groupIds: [groupId] })))
  await press('Edit “Diet”')
  await formIs('Edit “Diet”')
  await type('Option 2', 'Boat tour')
  expect(text()).toContain('its button makes a role of it, or a group with times of its own')
  await openMenu('Limit the seats of option 2')
  const item = await drawn(() => screen.getByRole('menuitem', { name: 'Make it a group with times of its own' }))
  expect(item.getAttribute('href')).toBe(`/event/${eventId}?group=Boat%20tour`)
})

it('R167 what is typed outlives the page, and is nobody else’s', async () => {
  await open()
  await press('Add Question')
  await formIs('New question')
  await type('Question', 'Half a que')
  await leave()
  await show(<Drawn />)
  await formIs('New question')
  expect(field('Question').value).toBe('Half a que')
  await leave()
  keepLogin(newToken(), { ...aUser, _id: 'b'.repeat(24) })
  await act(async () => putPage(pageOf(group, {}, 'pro')))
  await show(<Drawn />)
  expect(text()).toContain('Diet')
  expect(screen.queryByRole('form')).toBeNull()
})

const stale = (questions: GroupView['questions']) => ({
  status: 409,
  body: {
    code: 'stale-rev',
    error: 'Changed',
    by: { _id: 'c'.repeat(24), name: 'Mia' },
    present: { ...group, rev: 5, settingsRev: 5, questions },
  },
})

it('R167 takes over what a colleague changed besides, and asks only where both changed the same', async () => {
  let replies: ReturnType<Answer>[] = [stale([{ ...diet, required: false }, phone, shirt])]
  const asked = await open((call) => replies.shift() ?? taking(call))
  await press('Edit “Diet”')
  await formIs('Edit “Diet”')
  await type('Question', 'What do you eat?')
  await press('Save question')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent(asked, 1)).toMatchObject({ settingsRev: 5, questions: [{ label: 'What do you eat?', required: false }, {}] })

  const theirs = stale([{ ...diet, label: 'Food' }, phone, shirt])
  replies = [{ ...theirs, body: { ...theirs.body, present: { ...theirs.body.present, rev: 9, settingsRev: 9 } } }]
  await press('Edit “What do you eat?”')
  await formIs('Edit “What do you eat?”')
  await type('Question', 'Your diet')
  await press('Save question')
  expect(text()).toContain('This has changed since you opened it')
  expect(text()).toContain('Theirs, last saved by Mia')
  await press('Back to the form')
  expect(field('Question').value).toBe('Your diet')
})

it('R167 says while one types that somebody else changed the questions, but not that somebody answered', async () => {
  await open()
  await press('Edit “Phone”')
  await formIs('Edit “Phone”')
  await act(async () => putGroup({ ...group, rev: 2, questionCounts: { diet: { answers: 13 } } }))
  expect(text()).not.toContain('Someone else changed')
  await act(async () => putGroup({ ...group, rev: 3, settingsRev: 3, questions: [diet, age, phone] }))
  expect(text()).toContain('Someone else changed the questions in the meantime.')
})

const lists: fc.Arbitrary<DraftQuestion[]> = (() => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const one = (id: string) =>
    fc.record({ label: fc.constantFrom('x', 'y'), required: fc.boolean() }).map((part) => newQuestion({ _id: id, ...part }))
  return fc.shuffledSubarray(ids).chain((some) => fc.tuple(...some.map(one)))
})()
const naming = { roles: [] }

it('R167 whatever two organizers do: one side’s changes alone are taken whole, and nothing is there twice', () => {
  fc.assert(
    fc.property(lists, lists, lists, fc.constantFrom('mine' as const, 'theirs' as const), (base, mine, theirs, side) => {
      expect(compareQuestions({ base, mine, theirs: base }, naming)).toMatchObject({ conflicts: [] })
      expect(compareQuestions({ base, mine, theirs: base }, naming).settle({})).toEqual(mine)
      expect(compareQuestions({ base, mine: base, theirs }, naming).settle({})).toEqual(theirs)
      const { conflicts, settle } = compareQuestions({ base, mine, theirs }, naming)
      const ids = settle(Object.fromEntries(conflicts.map(({ key }) => [key, side]))).map(({ _id }) => _id)
      expect(new Set(ids).size).toBe(ids.length)
      // What either side added is there.
      const added = [...mine, ...theirs].filter(({ _id }) => !base.some((one) => one._id === _id)).map(({ _id }) => _id)
      expect(ids).toEqual(expect.arrayContaining(added))
    }),
  )
})

it('R161 no way of ordering or taking out leaves a question before what it depends on', () => {
  const asked = askedIn([diet, phone, age])
  const first = newQuestion({ _id: 'x', showIf: { questionId: 'diet', optionIds: ['veg'] }, options: [newOption('a')] })
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), fc.constantFrom(-1 as const, 1 as const, 0 as const))), (steps) => {
      let all = [...asked, first]
      for (const [at, step] of steps) {
        const id = all[at]?._id
        if (id && step === 0 && all.length > 2) all = removed(all, id)
        else if (id && step !== 0 && !stuck(all, id, step)) all = moved(all, id, step)
      }
      const at = all.findIndex(({ _id }) => _id === 'x')
      const before = all.findIndex(({ _id }) => _id === 'diet')
      expect(at < 0 || !all[at]?.showIf || (before >= 0 && before < at)).toBe(true)
    }),
  )
})
