// The invitation to all groups of an event as a guest meets it: what is asked in each, where what is wrong stands, and that a no is a tap.
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { endAside } from '#client/rsvp/proof/aside.ts'
import { putForm, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import { companionsOfGroup, questionsOfGroup } from '#client/several/asks/group-asks.tsx'
import { usePicks } from '#client/several/picks.ts'
import { SeveralPage } from '#client/several/several-page.tsx'
import { useSeveral } from '#client/several/store.ts'
import type { Question } from '#protocol/seats/questions/question.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import type { SeveralForm } from '#protocol/seats/several/several.ts'
import { type Answer, type Asked, drawn, field, heading, press, serve, settle, showAt, text, type } from './page-kit.tsx'
import { aQuestion } from './question-fixtures.ts'
import { email, eventId, formView, ownRsvp } from './rsvp-fixtures.ts'

const [barId, doorId] = ['1'.repeat(24), '2'.repeat(24)]
const why = aQuestion({ _id: 'why', label: 'Your reason', kind: 'line', options: [], required: true, of: 'everyone' })
const diet = aQuestion({ required: true })
const at = (hour: number) => new Date(Date.UTC(2026, 11, 5, hour)).toISOString()
/** Bar asks; Door overlaps it and asks the same, as a copy does. */
const group = (_id: string, name: string, hour: number, over: Partial<FormView> = {}) =>
  formView({ _id, name, ...over }, { start: at(hour), end: at(hour + 2) })
const bar = (questions: Question[] | undefined = [why]) => group(barId, 'Bar', 10, questions && { questions })
const door = (questions?: Question[]) => group(doorId, 'Door', 11, questions && { questions })

interface Shown {
  readonly forms?: readonly FormView[]
  readonly own?: Readonly<Record<string, Partial<OwnRsvp>>>
  readonly answers?: Answer
  readonly status?: SeveralForm['index']['status']
  /** Nobody is proven. */
  readonly stranger?: true
  readonly rules?: Partial<Pick<SeveralForm['index'], 'maxGroups' | 'minGroups'>>
}
async function open({
  forms = [bar(), door()],
  own = {},
  answers = () => undefined,
  status = 'open',
  stranger,
  rules,
}: Shown = {}): Promise<Asked[]> {
  const all: SeveralForm = {
    index: {
      _id: eventId,
      rev: 1,
      status,
      event: forms[0]?.event ?? null,
      bufferMinutes: 0,
      maxGroups: null,
      minGroups: 0,
      ...rules,
      groups: forms.map(({ _id, rev }) => ({ _id, rev, total: 7, taken: 4 })),
    },
    forms: [...forms],
    userEmail: stranger ? '' : email,
    userName: stranger ? '' : 'Maya',
    own: forms.map(({ _id }) => ({ groupId: _id, rsvp: own[_id] ? ownRsvp({ _id, groupId: _id, ...own[_id] }) : null })),
  }
  const asked = serve((one) => (one.path === `/rsvp/event/${eventId}` ? { body: all } : answers(one)))
  await showAt('/rsvp/event/:eventId', <SeveralPage />, `/rsvp/event/${eventId}`)
  await settle()
  return asked
}
const taken: Answer = ({ path, body }) => {
  if (path !== '/rsvp/submit') return undefined
  const groups = (body as { groups: { groupId: string; attending: boolean }[] }).groups.map(({ groupId, attending }) => {
    const form = groupId === barId ? bar() : door()
    return { rsvp: ownRsvp({ _id: groupId, groupId, attending, rev: 9 }), roleCoverage: form.roleCoverage, form }
  })
  return { body: { ...groups[0], groups } }
}

const card = (name: string) => document.querySelector<HTMLElement>(`[data-group="${name}"]`) as HTMLElement
const boxIn = (name: string, which: string) => card(name).querySelector<HTMLInputElement>(which)
const take = async (name: string, role: string) => {
  await act(async () => boxIn(name, `input[data-pick$=" ${role}"]`)?.click())
  await settle()
}
const write = (name: string, value: string) =>
  act(async () => {
    const box = boxIn(name, 'input[name="answers.why"]') as HTMLInputElement
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(box, value)
    box.dispatchEvent(new Event('input', { bubbles: true }))
  })
type Sent = { groups: { groupId: string; attending: boolean; answers?: unknown; companions?: unknown; atLeast?: number }[] } | undefined
const sentIn = (asked: Asked[], groupId: string) =>
  (asked.findLast(({ path }) => path === '/rsvp/submit')?.body as Sent)?.groups.find((one) => one.groupId === groupId)

beforeAll(async () => {
  await Promise.all([
    companionsOfGroup.ready(),
    questionsOfGroup.ready(),
    import('#client/several/sending.ts'),
    import('#client/several/check.ts'),
  ])
})
beforeEach(() => {
  sessionStorage.clear()
  endAside(eventId)
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
    usePicks.setState(usePicks.getInitialState(), true)
    useSeveral.setState(useSeveral.getInitialState(), true)
  })
})

describe('R124f the first question to all groups', () => {
  const asks = () => document.querySelector('[data-asks]')

  test('R124f is the bar of a phone until something is picked, whatever is typed; then the bar says what is picked', async () => {
    await open()
    expect(asks()?.hasAttribute('data-over-page')).toBe(true)
    expect(document.querySelector('[data-sticks]')).toBeNull()
    expect(text()).toContain('Are you coming, Maya?')
    await press('I’m coming')
    expect(document.activeElement?.closest('[data-group]')?.getAttribute('data-group')).toBe('Bar')
    await take('Bar', 'cook')
    expect(asks()?.hasAttribute('data-over-page')).toBe(false)
    expect(document.querySelector('[data-sticks]')?.textContent).toContain('1 shift, 2 hours')
  })

  test('R124f once something is picked, email and name are part of a phone’s bar, and what is typed meanwhile keeps its box', async () => {
    await open({ stranger: true })
    const bar = () => document.querySelector<HTMLElement>('[data-sticks][data-over-page]')
    await type('Email', 'm')
    const box = field('Email')
    expect([bar(), document.querySelector('[data-sticks]')]).toEqual([null, null])
    await take('Bar', 'cook')
    expect([bar()?.contains(field('Email')), bar()?.contains(field('Name')), field('Email') === box]).toEqual([true, true, true])
    expect(bar()?.textContent).toContain('1 shift, 2 hours')
    expect(document.querySelectorAll('[data-sticks]')).toHaveLength(1)
  })

  test('R239a whoever is somebody else goes on as themselves, in all groups', async () => {
    const asked = await open({ own: { [barId]: { attending: true, roles: ['Cook'], name: 'Maya' } } })
    await take('Bar', 'guide')
    expect(Object.keys(usePicks.getState().picks)).toEqual([barId])
    await press('Not Maya?')
    expect(document.querySelector('[data-state]')?.textContent).not.toContain('Maya')
    expect(asks()).toBeTruthy()
    expect(usePicks.getState().picks).toEqual({})
    expect(text()).toContain('What was typed and not sent is cleared.')
    await press('I am Maya')
    expect(text()).toContain('This is Maya’s answer.')
    expect(Object.keys(usePicks.getState().picks)).toEqual([barId])
    expect(asked.some((one) => one.path === '/rsvp/submit')).toBe(false)
  })
})

describe('R161a R124 each way to say no, where a group asks everyone something that has to be answered', () => {
  const asksFirst = {
    'to all groups': () => press('I can’t make it'),
    'to the group, taken and let go of': async () => {
      await take('Bar', 'cook')
      await take('Bar', 'cook')
    },
  }
  test.each(Object.keys(asksFirst))('a first no, %s, is asked there, and sent with the answer', async (way) => {
    const asked = await open({ answers: taken })
    await asksFirst[way as keyof typeof asksFirst]()
    await press('Send')
    expect(sentIn(asked, barId)).toBeUndefined()
    expect(card('Bar').textContent).toContain('Please answer this question')
    await drawn(() => expect(document.activeElement).toBe(boxIn('Bar', 'input[name="answers.why"]')))
    await write('Bar', 'A trip')
    expect(card('Bar').textContent).not.toContain('Please answer this question')
    await press('Send')
    expect(sentIn(asked, barId)).toMatchObject({ attending: false, answers: [{ questionId: 'why', value: 'A trip' }] })
  })

  const assigned = { attending: null, roles: ['Cook'] }
  const coming = { attending: true, roles: ['Cook'] }
  const givesBack = {
    swap: () => press('Take this instead of Bar', card('Door')),
    'the role let go of': () => take('Bar', 'cook'),
  }
  const rows = Object.entries({ assigned, coming }).flatMap(([stand, own]) =>
    Object.keys(givesBack).map((way) => [stand, way, own] as const),
  )
  test.each(rows)('%s, given back by %s: nothing has to be answered', async (_, way, own) => {
    const asked = await open({ own: { [barId]: own }, answers: taken, forms: [bar(), group(doorId, 'Door', 11)] })
    await givesBack[way as keyof typeof givesBack]()
    await press('Send')
    expect(sentIn(asked, barId)).toMatchObject({ attending: false })
    expect(sentIn(asked, barId)).not.toHaveProperty('answers')
  })
})

describe('what is asked in a group', () => {
  test('R162 it stands under a heading, what is missing at its question, and the first in sight takes the focus', async () => {
    // Door is on the board before Bar, and below it on the page.
    await open({ forms: [group(doorId, 'Door', 13, { questions: [why, diet] }), bar([why, diet])] })
    for (const name of ['Bar', 'Door']) await take(name, 'cook')
    for (const name of ['Bar', 'Door'])
      expect([...card(name).querySelectorAll('h4')].map((one) => one.textContent)).toEqual(['A few questions'])
    await press('Send')
    for (const name of ['Bar', 'Door']) expect(card(name).textContent?.split('Please answer this question')).toHaveLength(3)
    await drawn(() => expect(document.activeElement).toBe(boxIn('Bar', 'input[name="answers.why"]')))
  })

  test('R161 two groups that ask the same, as a copy does, are answered each by itself', async () => {
    await open({ forms: [bar([diet]), group(doorId, 'Door', 13, { questions: [diet] })] })
    for (const name of ['Bar', 'Door']) await take(name, 'cook')
    await act(async () => boxIn('Bar', 'input[value="veg"]')?.click())
    await act(async () => boxIn('Door', 'input[value="meat"]')?.click())
    expect([boxIn('Bar', 'input[value="veg"]')?.checked, boxIn('Door', 'input[value="meat"]')?.checked]).toEqual([true, true])
    expect(document.querySelectorAll('[id]').length).toBe(new Set([...document.querySelectorAll('[id]')].map(({ id }) => id)).size)
  })

  test('R162 what the server refuses stands at its question, not at its group, and takes the focus', async () => {
    const refused = { error: 'Please choose from the options', code: 'input-invalid', groupId: barId }
    await open({
      answers: ({ path }) =>
        path === '/rsvp/submit' ? { status: 400, body: { ...refused, fields: { 'answers.why': refused.error } } } : undefined,
    })
    await take('Bar', 'cook')
    await write('Bar', 'A trip')
    await press('Send')
    expect(useSeveral.getState().wrongAnswers).toEqual({ [barId]: { why: refused.error } })
    expect(card('Bar').textContent?.split(refused.error)).toHaveLength(2)
    await drawn(() => expect(document.activeElement).toBe(boxIn('Bar', 'input[name="answers.why"]')))
  })

  test('R148 a refusal of too many groups stands at the group that was too many, and the other keeps its place', async () => {
    const error = 'One person can have seats in at most 1 of this event’s groups. That is reached with “Bar”; “Stage” would be too many.'
    const refused = { error, code: 'too-many-groups', limit: 1, counted: [{ groupId: barId }], tooMany: [{ groupId: doorId }] }
    await open({
      forms: [bar([]), group(doorId, 'Stage', 13)],
      answers: ({ path }) => (path === '/rsvp/submit' ? { status: 409, body: refused } : undefined),
    })
    for (const name of ['Bar', 'Stage']) await take(name, 'cook')
    await press('Send')
    expect([card('Bar').textContent?.includes(error), card('Stage').textContent?.includes(error)]).toEqual([false, true])
  })

  test('R161 what was written to a question that is taken out meanwhile is told, and no answer to it is sent', async () => {
    const asked = await open({ answers: taken })
    await take('Bar', 'cook')
    await write('Bar', 'A trip')
    await act(async () => putForm({ ...group(barId, 'Bar', 10), rev: 2 }))
    expect(text()).toContain('“Your reason” is no longer asked.You wrote: A trip')
    await press('Send')
    expect(sentIn(asked, barId)).not.toHaveProperty('answers')
  })

  test('R164 a seat that is to be confirmed leads to what is open there first', async () => {
    await open({ own: { [barId]: { attending: null, roles: ['Cook'] } } })
    const links = [...document.querySelectorAll<HTMLAnchorElement>('a')].map((one) => one.getAttribute('href'))
    expect(links).toContain(`/rsvp/${barId}?eventId=${eventId}&open=questions`)
  })
})

test('R164 a link from an email opens the first question that waits for an answer, in its group', async () => {
  window.history.replaceState(null, '', `/rsvp/event/${eventId}?open=questions`)
  const came = { attending: true, roles: ['Cook'] }
  // Door is on the board before Bar, and below it on the page.
  const forms = [group(doorId, 'Door', 13, { questions: [why] }), bar([why])]
  const asked = await open({ forms, own: { [barId]: came, [doorId]: came }, answers: taken })
  await drawn(() => expect(document.activeElement).toBe(boxIn('Bar', 'input[name="answers.why"]')))
  await write('Bar', 'A trip')
  await press('Send')
  expect(sentIn(asked, barId)).toMatchObject({ attending: true, roles: ['Cook'], answers: [{ questionId: 'why', value: 'A trip' }] })
  expect(sentIn(asked, doorId)).toBeUndefined()
})

describe('who comes along to a group', () => {
  const welcome = (over: Partial<FormView> = {}) => group(barId, 'Bar', 10, { maxCompanions: 2, ...over })
  const name = (nth: number) => boxIn('Bar', `input[name="companion-${nth}"]`) as HTMLInputElement
  const call = (nth: number, value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(name(nth), value)
      name(nth).dispatchEvent(new Event('input', { bubbles: true }))
    })
  const saved = { attending: true, roles: ['Cook'], companions: [{ _id: 'c1', name: 'Mia' }] }

  test('R170 they are asked of who comes, in that group, and sent with its answer; a reload of the tab keeps what was typed', async () => {
    const forms = [welcome(), group(doorId, 'Door', 13)]
    await open({ forms })
    expect(card('Bar').textContent).toContain('You can bring someone along.')
    expect(text()).not.toContain('Who comes with you?')
    for (const one of ['Bar', 'Door']) await take(one, 'cook')
    expect([...document.querySelectorAll('h4')].map((one) => one.textContent)).toEqual(['Who comes with you?'])
    await press('Bring someone along (+1)', card('Bar'))
    await drawn(() => expect(document.activeElement).toBe(name(1)))
    await call(1, 'Mia')
    act(() => usePicks.setState(usePicks.getInitialState(), true))
    const asked = await open({ forms, answers: taken })
    expect(name(1).value).toBe('Mia')
    // Two of the three seats are theirs by now.
    expect(card('Bar').textContent).toContain('0 of 3 left')
    await press('Send')
    expect(sentIn(asked, barId)).toMatchObject({ attending: true, companions: [{ name: 'Mia' }] })
    expect(sentIn(asked, doorId)).not.toHaveProperty('companions')
  })

  test('R170, R171 those of a saved answer are there with their ids; one more is added, one gives the seat back', async () => {
    const asked = await open({ forms: [welcome(), door()], own: { [barId]: saved }, answers: taken })
    expect(name(1).value).toBe('Mia')
    await press('One more (+1)', card('Bar'))
    await call(2, 'Ben')
    await press('Send')
    expect(sentIn(asked, barId)).toMatchObject({ companions: [{ _id: 'c1', name: 'Mia' }, { name: 'Ben' }] })
  })

  test('R170 where no companion was touched, none is sent: those there are stay', async () => {
    const roleCoverage = welcome().roleCoverage.map((role) => ({ ...role, total: 9 }))
    const asked = await open({ forms: [welcome({ roleCoverage }), door()], own: { [barId]: saved }, answers: taken })
    await take('Bar', 'guide')
    await press('Send')
    expect(sentIn(asked, barId)).not.toHaveProperty('companions')
  })

  test('R172 a party that waits says with how few it would come', async () => {
    const asked = await open({ forms: [welcome({ waitlist: true }), door()], answers: taken })
    await press('Join the waitlist', card('Bar'))
    await press('Bring someone along (+1)', card('Bar'))
    const least = [...card('Bar').querySelectorAll('select')].find((one) => one.textContent?.includes('Even alone')) as HTMLSelectElement
    await act(async () => {
      least.value = '1'
      least.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await press('Send')
    expect(sentIn(asked, barId)).toMatchObject({ waitFor: ['Host'], atLeast: 1, companions: [{ name: '' }] })
  })

  const wrong = {
    'all of them': [{ companions: 'You can bring 1 at most' }, 'You can bring 1 at most'],
    'how few would come': [{ atLeast: 'You can’t wait for more people than you are' }, 'You can’t wait for more people than you are'],
    'one row': [{ 'companions.0.name': 'Please write a shorter name' }, 'Please write a shorter name'],
  } as const
  test.each(Object.keys(wrong))('R178 what the server refuses of %s stands there, once, until it is changed', async (what) => {
    const [fields, sentence] = wrong[what as keyof typeof wrong]
    const refused = { error: sentence, code: 'input-invalid', groupId: barId, fields }
    await open({
      forms: [welcome(), door()],
      answers: ({ path }) => (path === '/rsvp/submit' ? { status: 400, body: refused } : undefined),
    })
    await take('Bar', 'cook')
    await press('Bring someone along (+1)', card('Bar'))
    await press('Send')
    expect(card('Bar').textContent?.split(sentence)).toHaveLength(2)
    const row = name(1).closest('li')
    expect(row?.textContent?.includes(sentence)).toBe(what === 'one row')
    await call(1, 'Mia')
    expect(card('Bar').textContent).not.toContain(sentence)
  })
})

test('R89 R151 who waits says whether to stay on the other lists, and whether their seat is to be swapped for it', async () => {
  const [{ event, ...whole }, host] = [group(barId, 'Bar', 10), 'Keep me on the other waitlists when I get one']
  const roleCoverage = whole.roleCoverage.map((role) => (role._id === 'guide' ? { ...role, count: role.total } : role))
  const single: FormView = { ...whole, roleCoverage, waitlist: true, event: event && { ...event, singleRoleOnly: true } }
  const own = { [barId]: { attending: true, roles: ['Cook'] } }
  const asked = await open({ forms: [single, door()], own, answers: taken })
  const tick = (label: string) =>
    act(async () => [...document.querySelectorAll('label')].find((one) => one.textContent?.includes(label))?.click())
  const join = () => press('Join the waitlist', document.getElementById(`group-${barId}`) ?? document.body)
  await drawn(() => expect(text()).not.toContain(host))
  await join()
  await drawn(() => expect(text()).toContain('Swap my current seat for the new one'))
  expect(text()).not.toContain(host)
  await join()
  await drawn(() => expect(text()).toContain(host))
  await tick(host)
  await tick('Swap my current seat for the new one')
  await press('Send')
  expect(sentIn(asked, barId)).toMatchObject({ waitFor: ['Host', 'Guide'], keepWaiting: true, replaceRole: true, roles: ['Cook'] })
})

describe('R147b seats that times were moved under', () => {
  test('R147b are marked in one’s own list, each with the other, and no others are', async () => {
    const late = group('3'.repeat(24), 'Late', 20)
    const seated = { attending: true, roles: ['Cook'] }
    await open({ forms: [bar(undefined), door(), late], own: { [barId]: seated, [doorId]: seated, [late._id]: seated } })
    const rows = [...document.querySelectorAll('ul[aria-label="Your shifts"] li')].map((row) => row.textContent ?? '')
    expect(rows.map((row) => /Too close in time to (\w+),/.exec(row)?.[1])).toEqual(['Door', 'Bar', undefined])
  })
})

describe('one’s own list says of each group what its own page says', () => {
  const row = (name: string) =>
    [...document.querySelectorAll('ul[aria-label="Your shifts"] li')].find((one) => one.textContent?.startsWith(name))?.textContent ?? ''
  const until = new Date(Date.UTC(2099, 0, 1, 9)).toISOString()
  const place = { role: 'Cook', position: 1, page: 0, nth: 1, rev: 1 }
  const link = { email: 'mia@guests.test', until }
  const said: [ids: string, own: Partial<OwnRsvp>, sentences: RegExp[]][] = [
    [
      'R91 until when a seat is held',
      { offers: [{ role: 'Host', until, seats: 1 }] },
      [/Until .*2099.*, then it goes to the next person\./],
    ],
    [
      'R172 why a party still waits, and that it comes all the same',
      { waiting: [{ ...place, needs: 3 }] },
      [/You’re next for 2 seats; you need 3\./, /You’re coming either way, for now without a role\./],
    ],
    [
      'R175 whose link has not been answered',
      { roles: ['Cook'], companions: [{ _id: 'c1', name: 'Mia', link }] },
      [/We emailed mia@guests\.test a link for Mia\. Until they accept, their seat is yours\./],
    ],
    ['R123 who gave the seat', { attending: null, roles: ['Cook'] }, [/Lena gave it to you\. Are you coming\?/]],
  ]
  test.each(said)('%s', async (_, own, sentences) => {
    await open({ own: { [barId]: own } })
    for (const sentence of sentences) expect(row('Bar')).toMatch(sentence)
  })

  test('R141, R123 where a group has a place of its own it is named, and no row says that the answer is saved', async () => {
    const there = formView({ _id: doorId, name: 'Door' }, { start: at(13), end: at(15), location: 'Back gate' })
    await open({ forms: [bar(), there], own: { [barId]: { roles: ['Cook'] }, [doorId]: { roles: ['Cook'] } } })
    expect(row('Door')).toContain('Back gate')
    expect(row('Bar')).toContain('You’re coming as Cook')
    expect(row('Bar')).not.toMatch(/Back gate|saved/)
  })
})

test('R143, R140 where a group was deleted while its answer was typed the rest is sent, and it says which one isn’t', async () => {
  const [late, gone] = [group(doorId, 'Door', 13), { error: 'This group was not found', code: 'group-unknown', groupId: barId }]
  let refusals = 0
  const asked = await open({
    forms: [bar([]), late],
    answers: (one) => (one.path === '/rsvp/submit' && refusals++ === 0 ? { status: 404, body: gone } : taken(one)),
  })
  for (const name of ['Bar', 'Door']) await take(name, 'cook')
  await press('Send')
  const sent = asked.filter(({ path }) => path === '/rsvp/submit').map(({ body }) => (body as Sent)?.groups.map(({ groupId }) => groupId))
  expect(sent).toEqual([[barId, doorId], [doorId]])
  await drawn(() => expect(text()).toContain('Bar can no longer be answered. The rest of your answer is in.'))
  expect(Object.keys(usePicks.getState().picks)).toEqual([])
})

test('R154, R239 one press confirms all groups, each under the name that its answer has', async () => {
  const asks = (form: FormView) => ({ ...form, showConfirmation: true })
  const own = { [barId]: { roles: ['Cook'], name: 'Ann' }, [doorId]: { roles: ['Guide'], name: 'Ann Smith' } }
  const asked = await open({ forms: [asks(bar([])), asks(door([]))], own, answers: taken })
  await press('Confirm all 2')
  expect(sentIn(asked, barId)).toMatchObject({ name: 'Ann', attending: true, roles: ['Cook'], confirmed: true })
  expect(sentIn(asked, doorId)).toMatchObject({ name: 'Ann Smith', attending: true, roles: ['Guide'], confirmed: true })
  await drawn(() => expect(text()).toContain('All confirmed'))
})

test('R148 who had as many as one may in groups that are over is told so, and isn’t asked for more', async () => {
  const old = formView({ _id: doorId, name: 'Door', status: 'ended' }, { start: at(1), end: at(2) })
  const shown = { forms: [bar([]), old], own: { [doorId]: { roles: ['Cook'] } } }
  await open({ ...shown, rules: { maxGroups: 1 } })
  expect(card('Bar').textContent).toContain('You can take 1 at most, and you have had as many.')
  await open({ ...shown, rules: { minGroups: 2 } })
  await take('Bar', 'cook')
  expect(document.querySelector('[data-sticks]')?.textContent).toContain('1 shift')
  expect(document.querySelector('[data-sticks]')?.textContent).not.toContain('Please pick')
})

describe('R148, R149 a seat that is held for whoever has as many as one may', () => {
  test('R148, R149 accepting asks which seat is given back, and sends it', async () => {
    const until = new Date(Date.now() + 3_600_000).toISOString()
    const choose = { count: 1, of: [{ _id: barId, name: 'Bar' }] }
    const own = { [barId]: { attending: true, roles: ['Cook'] }, [doorId]: { attending: null, offers: [{ role: 'Cook', until, choose }] } }
    const asked = await open({ own, forms: [bar([]), group(doorId, 'Door', 20)] })
    expect(text()).toContain('If you accept, you choose which of them you give back.')
    await press('Accept')
    await drawn(() => expect(text()).toContain('Which seat do you give back?'))
    const dialog = document.querySelector<HTMLElement>('[role=dialog]') ?? undefined
    await act(async () => dialog?.querySelector<HTMLInputElement>('input[type=checkbox]')?.click())
    await press('Accept the seat', dialog)
    expect(asked.find(({ path }) => path === '/rsvp/offer')?.body).toMatchObject({ groupId: doorId, accept: true, giveBack: [barId] })
  })
})

describe('R242 the ticket of several groups begins with how its reader stands, by the rule of one', () => {
  const none: Partial<OwnRsvp> = { attending: true, roles: [] }
  const waits = (role: string, position: number) => ({ ...none, waiting: [{ role, position, page: 0, nth: position, rev: 1 }] })
  const until = new Date(Date.UTC(2099, 0, 1)).toISOString()
  const held = { ...none, waiting: [], offers: [{ role: 'Host', until, seats: 1 }] }
  const cases: [title: string, shown: Shown][] = [
    ['You’re number 2 in line for Host', { own: { [barId]: waits('Host', 2) } }],
    ['You’re in line in 2 groups', { own: { [barId]: waits('Host', 2), [doorId]: waits('Host', 1) } }],
    ['A seat as Host is held for you', { own: { [barId]: waits('Host', 2), [doorId]: held } }],
    ['You’ve said no', { own: { [barId]: { ...none, attending: false } } }],
    ['This event has ended', { own: { [barId]: { roles: ['Cook'] } }, status: 'ended' }],
    ['This event was canceled', { own: { [barId]: waits('Host', 2) }, status: 'cancelled' }],
  ]
  test.each(cases)('%s', async (title, { own, status = 'open' }) => {
    await open({ own, status, forms: [bar(), door()].map((form) => ({ ...form, status })) })
    expect(heading(1).replace(/\.$/, '')).toBe(title)
    expect(text()).not.toContain('invites you')
    expect(heading(2)).toBe(bar().event?.name)
  })

  test('live: what somebody else gives stands there at once', async () => {
    await open({ own: { [barId]: waits('Host', 2) } })
    act(() => putRsvp(ownRsvp({ _id: barId, groupId: barId, rev: 9, ...held }), bar()))
    expect(heading(1)).toBe('A seat as Host is held for you')
  })
})
