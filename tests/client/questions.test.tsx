// The questions of an invitation as a guest meets them: what is asked, what is wrong, what stays typed, and what the card says is open.
import { act } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, checking, confirmDialog, guestCalls, questionsPart, stateCard } from '#client/rsvp/lazy-parts.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { putForm, useRsvps } from '#client/rsvp/store.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { type Answer, type Asked, button, drawn, field, leave, press, serve, settle, showAt, text, type } from './page-kit.tsx'
import { email, formView, ownRsvp, path } from './rsvp-fixtures.ts'

const asks = (part: Partial<Question> & Pick<Question, '_id' | 'kind'>): Question => ({
  label: `Your ${part._id}`,
  help: '',
  options: [],
  required: false,
  of: 'yes',
  audience: 'organizers',
  isSensitive: false,
  ...part,
})
const options = (...ids: string[]) => ids.map((id) => ({ _id: id, label: `The ${id}` }))
const diet = asks({ _id: 'diet', kind: 'choice', required: true, options: options('meat', 'veg') })
const allergies = asks({ _id: 'allergies', kind: 'line', isSensitive: true, showIf: { questionId: 'diet', optionIds: ['veg'] } })
const cars = asks({ _id: 'cars', kind: 'number', min: 0, max: 5, help: 'Yours and those you bring.' })
const knife = asks({ _id: 'knife', kind: 'yesNo', of: ['cook'] })
const why = asks({ _id: 'why', kind: 'text', of: 'everyone' })
const shirt = asks({ _id: 'shirt', kind: 'choice', options: options('xs', 's', 'm', 'l', 'xl', 'xxl', 'xxxl', 'none') })
const days = asks({ _id: 'days', kind: 'choices', options: options('friday', 'saturday') })
const arrival = asks({ _id: 'arrival', kind: 'date' })
const all = [diet, allergies, cars, knife, why, shirt, days, arrival]
const asking = (questions: Question[] = all, over: Partial<FormView> = {}) => formView({ questions, ...over })
const proven = { userEmail: email, userName: 'Maya', rsvp: null as OwnRsvp | null }

beforeAll(async () => {
  await Promise.all([stateCard, belowCard, questionsPart, confirmDialog].map((one) => one.ready()))
  await Promise.all([guestCalls(), checking(), import('#client/rsvp/answer/submit.ts'), import('#client/rsvp/card/acts.ts')])
})
const forget = () =>
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })
beforeEach(() => {
  sessionStorage.clear()
  forget()
})

async function open(form: FormView, who: object = proven, answers: Answer = () => undefined): Promise<Asked[]> {
  const asked = serve((one) => (one.path.startsWith('/rsvp/form/') ? { body: { ...form, ...who } } : answers(one)))
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await settle()
  return asked
}
const inForm = () => [...document.querySelectorAll('[id^="question-"]')].map((one) => one.id.slice('question-'.length))
const at = (id: string) => document.getElementById(`question-${id}`) as HTMLElement
const pick = async (id: string, value: string) => {
  const box = at(id).querySelector<HTMLInputElement>(`input[value="${value}"]`)
  await act(async () => box?.click())
}
const choose = async (name: string) => {
  const [box] = [...document.querySelectorAll('label')].filter((one) => one.textContent?.startsWith(name))
  await act(async () => box?.querySelector('input')?.click())
}
const sent = (asked: Asked[]) => asked.find((one) => one.path === '/rsvp/submit')?.body as { answers?: unknown } | undefined
const taken =
  (form: FormView): Answer =>
  ({ path: to }) =>
    to === '/rsvp/submit' ? { body: { rsvp: ownRsvp({ rev: 9 }), roleCoverage: form.roleCoverage, form } } : undefined

test('R161 only what concerns the answer is asked: by yes or no, by role, by an earlier answer', async () => {
  await open(asking())
  expect(text()).toContain('A few questions')
  expect(inForm()).toEqual(['diet', 'cars', 'why', 'shirt', 'days', 'arrival'])
  await pick('diet', 'veg')
  expect(inForm()).toContain('allergies')
  await choose('Cook')
  expect(inForm()).toContain('knife')
  await choose('I can’t make it')
  expect(inForm()).toEqual(['why'])
  await open(asking([diet], {}))
  await choose('I can’t make it')
  expect([inForm(), text().includes('A few questions')]).toEqual([[], false])
})

test('R160 each kind has its box; what isn’t required says so, and a sensitive one when it is deleted (R166)', async () => {
  await open(asking())
  await pick('diet', 'veg')
  await choose('Cook')
  const boxes = Object.fromEntries(
    inForm().map((id) => [id, [...at(id).querySelectorAll<HTMLInputElement>('input, select, textarea')].map((one) => one.type)]),
  )
  expect(boxes).toEqual({
    diet: ['radio', 'radio'],
    allergies: ['text'],
    cars: ['text'],
    knife: ['radio', 'radio', 'radio'],
    why: ['textarea'],
    shirt: ['select-one'],
    days: ['checkbox', 'checkbox'],
    arrival: ['date'],
  })
  expect(field('Your cars').inputMode).toBe('decimal')
  expect(at('cars').textContent).toContain('Yours and those you bring. A number from 0 to 5.')
  expect([at('cars').textContent, at('diet').textContent].map((one) => one?.includes('Optional'))).toEqual([true, false])
  expect(at('allergies').textContent).toContain('deleted 7 days after the event')
})

test('R161, R162 what is asked is sent by its kind, what is hidden is dropped but stays typed', async () => {
  const form = asking()
  const asked = await open(form, proven, taken(form))
  await choose('Cook')
  await pick('diet', 'veg')
  await type('Your allergies', 'nuts')
  await type('Your cars', '1,5')
  await pick('knife', 'yes')
  await type('Your shirt', 'xl')
  await pick('days', 'saturday')
  await pick('days', 'friday')
  await type('Your arrival', '2026-12-04')
  await pick('diet', 'meat')
  expect(inForm()).not.toContain('allergies')
  await pick('diet', 'veg')
  expect(field('Your allergies').value).toBe('nuts')
  await pick('diet', 'meat')
  await press('Send')
  await drawn(() => expect(sent(asked)).toBeTruthy())
  expect(sent(asked)?.answers).toEqual([
    { questionId: 'diet', value: 'meat' },
    { questionId: 'cars', value: 1.5 },
    { questionId: 'knife', value: true },
    { questionId: 'shirt', value: 'xl' },
    { questionId: 'days', value: ['saturday', 'friday'] },
    { questionId: 'arrival', value: '2026-12-04' },
  ])
})

test('R162 a form without questions sends no answers', async () => {
  const form = formView()
  const asked = await open(form, proven, taken(form))
  await choose('Cook')
  await press('Send')
  await drawn(() => expect(sent(asked)).toBeTruthy())
  expect(sent(asked)).not.toHaveProperty('answers')
})

test('R164 the bar leads to what is open, one question after the other, and sends when none is', async () => {
  const form = asking([diet, asks({ _id: 'name', kind: 'line', required: true })])
  await open(form)
  await choose('Cook')
  await press('Answer 2 questions')
  expect(document.activeElement).toBe(at('diet').querySelector('input'))
  await pick('diet', 'meat')
  await press('Answer 1 question')
  expect(document.activeElement).toBe(field('Your name'))
  await type('Your name', '   ')
  expect(button('Answer 1 question')).toBeTruthy()
  await type('Your name', 'Maya')
  expect(button('Send')).toBeTruthy()
})

test('R162 what is wrong stands at its question, the first takes the focus, and nothing is sent or lost', async () => {
  const form = asking([cars, why, asks({ _id: 'kids', kind: 'number', max: 3 })])
  const asked = await open(form, proven, taken(form))
  await choose('Cook')
  await type('Your cars', 'many')
  await type('Your why', 'Because')
  await type('Your kids', '4')
  await press('Send')
  await drawn(() => expect(at('cars').textContent).toContain('Please enter a number from 0 to 5'))
  expect(at('kids').textContent).toContain('Please enter a number of at most 3')
  await drawn(() => expect(document.activeElement).toBe(field('Your cars')))
  expect(field('Your cars').getAttribute('aria-invalid')).toBe('true')
  expect([sent(asked), field('Your cars').value, field('Your why').value]).toEqual([undefined, 'many', 'Because'])
  await type('Your cars', '2')
  expect(at('cars').textContent).not.toContain('Please enter')
  expect(at('kids').textContent).toContain('Please enter')
})

test('R162 the server’s no stands at its question, with all that was typed', async () => {
  const form = asking([diet, why])
  const sentence = 'Please choose from the options'
  const fields = { 'answers.diet': sentence }
  await open(form, proven, ({ path: to }) =>
    to === '/rsvp/submit' ? { status: 400, body: { error: sentence, code: 'input-invalid', fields } } : undefined,
  )
  await choose('Cook')
  await pick('diet', 'meat')
  await type('Your why', 'Because')
  await press('Send')
  await drawn(() => expect(at('diet').textContent).toContain(sentence))
  await drawn(() => expect(document.activeElement).toBe(at('diet').querySelector('input:checked')))
  expect(field('Your why').value).toBe('Because')
})

test('R161 what was typed survives a reload of the tab', async () => {
  await open(asking([diet, allergies, days]))
  await choose('I’m coming')
  await pick('diet', 'veg')
  await type('Your allergies', 'nuts')
  await pick('days', 'friday')
  await leave()
  forget()
  await open(asking([diet, allergies, days]))
  expect(field('Your allergies').value).toBe('nuts')
  expect([...document.querySelectorAll<HTMLInputElement>('#questions :checked')].map((one) => one.value)).toEqual(['veg', 'friday'])
})

test('R160 what an organizer adds, rewords or takes out appears while one types, and nothing typed is lost', async () => {
  const form = asking([diet, why])
  await open(form)
  await choose('I’m coming')
  await type('Your why', 'Beca')
  const box = field('Your why')
  box.focus()
  await act(async () => putForm({ ...form, rev: 2, questions: [cars, { ...why, label: 'Why do you come?' }] }))
  expect(inForm()).toEqual(['cars', 'why'])
  expect([field('Why do you come?') === box, document.activeElement === box, box.value]).toEqual([true, true, 'Beca'])
  await act(async () => putForm({ ...form, rev: 3, questions: undefined }))
  expect(inForm()).toEqual([])
  await act(async () => putForm({ ...form, rev: 4 }))
  await drawn(() => expect(field('Your why').value).toBe('Beca'))
})

const answered = (...answers: NonNullable<OwnRsvp['answers']>) => ({ ...proven, rsvp: ownRsvp({ roles: ['Cook'], answers }) })

test('R162 who changes an answer finds the earlier ones filled in, and an optional choice can be taken back', async () => {
  const form = asking([diet, knife, days, cars])
  const given = answered(
    { questionId: 'diet', value: 'veg' },
    { questionId: 'knife', value: false },
    { questionId: 'days', value: ['saturday'] },
    { questionId: 'cars', value: 2 },
  )
  const asked = await open(form, given, taken(form))
  await act(async () => useGuest.setState({ isChanging: true }))
  await settle()
  expect(field('Your cars').value).toBe('2')
  expect([...document.querySelectorAll<HTMLInputElement>('#questions :checked')].map((one) => one.value)).toEqual(['veg', 'no', 'saturday'])
  await pick('knife', '')
  await type('Your cars', '')
  await pick('days', 'saturday')
  await press('Send')
  await drawn(() => expect(sent(asked)?.answers).toEqual([{ questionId: 'diet', value: 'veg' }]))
})

test('R162 an option that is no longer offered stays with who chose it', async () => {
  const form = asking([diet, why])
  const asked = await open(form, answered({ questionId: 'diet', value: 'fish' }), taken(form))
  await act(async () => useGuest.setState({ isChanging: true }))
  await settle()
  expect(at('diet').textContent).toContain('What you chose is no longer offered.')
  await type('Your why', 'Because')
  await press('Send')
  await drawn(() => expect(sent(asked)?.answers).toMatchObject([{ value: 'fish' }, { value: 'Because' }]))
})

test('R164 the card says what is open, and its button leads into the form at that question', async () => {
  await open(asking([why, diet]), answered())
  expect(text()).toContain('1 question is still open.')
  await press('Answer 1 question')
  await drawn(() => expect(document.activeElement).toBe(at('diet').querySelector('input')))
  await pick('diet', 'meat')
  expect(button('Send')).toBeTruthy()
})

test('R164 nothing is open for who answered, nor for whom it doesn’t concern', async () => {
  await open(asking([diet]), answered({ questionId: 'diet', value: 'veg' }))
  expect(text()).not.toContain('still open')
  await leave()
  forget()
  await open(asking([{ ...diet, of: ['host'] }]), answered())
  expect(text()).not.toContain('still open')
})

test('R164 who was assigned and says “I’m coming” is led to what is open, with yes chosen; nothing is sent', async () => {
  const asked = await open(asking([diet]), { ...proven, rsvp: ownRsvp({ attending: null, roles: ['Cook'] }) })
  expect(text()).toContain('1 question is still open.')
  await press('I’m coming')
  await drawn(() => expect(document.activeElement).toBe(at('diet').querySelector('input')))
  expect(document.querySelector<HTMLInputElement>('input[name=attending]:checked')?.value).toBe('yes')
  expect(sent(asked)).toBeUndefined()
})

test.each([
  ['?open=questions', 'diet'],
  ['#question-why', 'why'],
])('R164 a link with %s opens the form at the question', async (end, id) => {
  window.history.replaceState(null, '', `/rsvp/x${end}`)
  await open(asking([why, diet]), answered())
  await drawn(() => expect(at(id).contains(document.activeElement)).toBe(true))
})

test('R164 a link to open questions leads to one that nobody has to answer where no other is open: an organizer asked for it', async () => {
  window.history.replaceState(null, '', '/rsvp/x?open=questions')
  await open(asking([diet, why]), answered({ questionId: 'diet', value: 'veg' }))
  await drawn(() => expect(at('why').contains(document.activeElement)).toBe(true))
})

test.each(['?open=questions', '#question-cars'])('R164 a link with %s opens nothing where nothing is to be answered', async (end) => {
  window.history.replaceState(null, '', `/rsvp/x${end}`)
  await open(asking([diet]), answered({ questionId: 'diet', value: 'veg' }))
  expect(inForm()).toEqual([])
})

test('R165 one’s own data shows what one answered, in words', async () => {
  await open(asking([diet, knife]), answered({ questionId: 'diet', value: 'veg' }, { questionId: 'knife', value: true }))
  const data = [...document.querySelectorAll('summary')].find((one) => one.textContent === 'Your data')
  await act(async () => data?.click())
  await drawn(() => expect(text()).toContain('Your dietThe veg'))
  expect(text()).toContain('Your knifeYes')
})
