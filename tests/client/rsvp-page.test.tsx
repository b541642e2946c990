// The invitee's page as a person meets it: each step, each text of the spec, and nothing typed is lost.
import { fireEvent, screen } from '@testing-library/react'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, confirmDialog, formRoom, guestCalls, noteField, stateCard } from '#client/rsvp/lazy-parts.ts'
import { codeEntry } from '#client/rsvp/proof/lazy-parts.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { putForm, savedFor, useRsvps } from '#client/rsvp/store.ts'
import type { GroupChoice } from '#client/several/choice.ts'
import { WhoseAnswer } from '#client/several/whose-answer.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type Answer, type Asked, button, drawn, field, leave, press, serve, settle, show, showAt, text, type } from './page-kit.tsx'
import { email, eventId, formView, groupId, ownRsvp, path } from './rsvp-fixtures.ts'

const stranger = { userEmail: '', userName: '', rsvp: null }
const proven = { userEmail: email, userName: 'Maya', rsvp: null }
const refusal = (status: number, code: string, error: string, more = {}) => ({ status, body: { error, code, ...more } })

/** Opens the page; `answers` gives what the server says besides the form. */
async function open(form: FormView, who: object, answers: Answer = () => undefined): Promise<Asked[]> {
  const asked = serve((one) => {
    if (one.path.startsWith('/rsvp/form/')) return { body: { ...form, ...who } }
    if (one.path.startsWith('/rsvp/check-email')) return answers(one) ?? { body: { hasExistingRSVP: false } }
    return answers(one)
  })
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  return asked
}

const choose = async (name: string) => {
  const [found] = screen.getAllByLabelText((said, control) => said.startsWith(name) && control?.tagName === 'INPUT')
  await act(async () => found?.click())
}
const isChosen = (name: string) => screen.getByLabelText<HTMLInputElement>(name).checked
/** Opens the form under the card. */
const change = () => act(async () => useGuest.setState({ isChanging: true }))
const bodyOf = (asked: Asked[], call: string) => asked.find((one) => one.path === call)?.body
const submitted =
  (form: FormView, rsvp = ownRsvp()): Answer =>
  ({ path: at }) =>
    at === '/rsvp/submit' ? { body: { rsvp: { ...rsvp, rev: 9 }, roleCoverage: form.roleCoverage, form } } : undefined

/** What a reload of the tab forgets. */
const forget = () =>
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })

// In a browser they come while the invitee is still choosing.
const parts = [stateCard, belowCard, confirmDialog, codeEntry]
beforeAll(
  async () =>
    void (await Promise.all([...parts.map((one) => one.ready()), guestCalls(), import('#client/rsvp/answer/submit.ts'), formRoom()])),
)
beforeEach(() => {
  sessionStorage.clear()
  forget()
})

test('an email is checked, proven with a code and answered: the whole way of a new invitee', async () => {
  const form = formView()
  const asked = await open(form, stranger, ({ path: at, body }) => {
    if (at === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
    if (at === '/rsvp/verify-code' && (body as { code: string }).code === 'ABC234') return { body: { success: true, rsvp: null } }
    if (at === '/rsvp/verify-code') return { status: 400, body: {} }
    return submitted(form, ownRsvp({ roles: ['Cook'] }))({ path: at, body, method: '', headers: {} })
  })
  expect(text()).toContain('Lena invites you')
  expect(text()).toContain('5 Dec 2026, 7:30 PM – 10:00 PM CET')
  expect(text()).toContain('6 Dec, 12:15 AM GMT+5:45 your time')
  expect(document.querySelector('[data-asks][data-over-page]')?.textContent).toContain('left')
  expect(document.querySelector('[data-sticks]')).toBeNull()

  await type('Email', 'maya@')
  await press('Verify your email')
  expect(text()).toContain('Please enter a valid email address')
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify your email')
  expect(text()).toContain('Verification code sent to your email')
  expect(button('Resend in').disabled).toBe(true)
  await press('Confirm')
  expect(text()).toContain('Please enter the verification code')
  await type('Verification code', 'zzz')
  await press('Confirm')
  expect(text()).toContain('Invalid verification code. Please try again.')
  await type('Verification code', 'abc234')
  await settle()
  expect(text()).toContain('Email verified successfully!')
  expect(text()).toContain("Please select whether you're attending or not")

  await choose('I’m coming')
  await choose('Cook')
  await press('Send')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toEqual({
    groupId,
    eventId,
    name: 'Maya',
    email,
    attending: true,
    roles: ['Cook'],
    confirmed: false,
  })
  await screen.findByText('RSVP submitted successfully!')
  expect(text()).toContain('Thank You, Maya')
  expect(sessionStorage).toHaveLength(0)
})

test('sending a code fails: the server’s text, else ours; a code sent a moment ago opens its box', async () => {
  const answers = [{ status: 500, body: {} }, refusal(429, 'code-soon', 'A code was just sent.', { seconds: 12 })]
  await open(formView(), stranger, ({ path: at }) => (at === '/rsvp/send-verification-code' ? answers.shift() : undefined))
  await type('Email', email)
  await press('Verify your email')
  expect(text()).toContain('Failed to send verification code. Please try again.')
  await press('Verify your email')
  expect(text()).toContain('A code was just sent.')
  expect(field('Verification code')).toBeTruthy()
  expect(button('Resend in 12 s').disabled).toBe(true)
})

test('R16 whether an email has answered is asked once, 800 ms after the typing stops', async () => {
  const asked = await open(formView(), stranger, ({ path: at }) =>
    at.startsWith('/rsvp/check-email') ? { body: { hasExistingRSVP: true } } : undefined,
  )
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await type('Email', 'maya@example.co')
  await type('Email', email)
  const checks = () => asked.filter((one) => one.path.startsWith('/rsvp/check-email'))
  await act(async () => vi.advanceTimersByTimeAsync(799))
  expect(checks()).toHaveLength(0)
  await act(async () => vi.advanceTimersByTimeAsync(2))
  expect(checks().map((one) => one.path)).toEqual([`/rsvp/check-email?groupId=${groupId}&eventId=${eventId}&email=maya%40example.com`])
  expect(text()).toContain('You already answered. Verify your email to see or change it.')
})

test('R14 who is proven is not asked again, finds the answer filled in, and is locked out by another email', async () => {
  await open(formView(), { ...proven, rsvp: ownRsvp({ roles: ['Host'] }) })
  await change()
  expect(isChosen('I’m coming')).toBe(true)
  expect(text()).toContain('Yours')
  expect(text()).toContain('I’m coming as Host')
  await press('Edit email or name')
  await type('Email', 'else@example.com')
  expect(() => button('Send')).toThrow('No button')
  await type('Email', email)
  expect(button('Send')).toBeTruthy()
})

test('R14, R123 the proof brings the earlier answer: its card, and the form filled in with it under Change', async () => {
  const codes: Answer = ({ path: at }) => {
    if (at === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
    return at === '/rsvp/verify-code' ? { body: { success: true, rsvp: ownRsvp({ roles: ['Host'] }) } } : undefined
  }
  await open(formView(), stranger, codes)
  await type('Email', email)
  await press('Verify your email')
  await type('Verification code', 'ABC234')
  await settle()
  expect(document.activeElement?.textContent).toBe('You’re coming as Host')
  await change()
  expect(isChosen('I’m coming')).toBe(true)
  expect(button('Send')).toBeTruthy()
})

test('R3 a 409 keeps what was typed and marks the full role; R14 a proof that ran out is asked for anew', async () => {
  const answers = [
    refusal(409, 'role-full', 'Role "Guide" is already full.', { role: 'Guide', roles: ['Guide'] }),
    refusal(403, 'proof-missing', 'Please verify your email first.'),
    { status: 500, body: {} },
  ]
  await open(formView(), proven, ({ path: at }) => (at === '/rsvp/submit' ? answers.shift() : undefined))
  await choose('I’m coming')
  await choose('Guide')
  await press('Send')
  expect(text()).toContain('Role "Guide" is already full. Someone just took the last seat')
  await choose('Guide')
  await choose('Cook')
  await press('Send')
  expect(button('Verify your email')).toBeTruthy()
  expect([field('Email').value, field('Name').value]).toEqual([email, 'Maya'])
  act(() => useGuest.setState({ provenEmail: email }))
  await press('Send')
  expect(text()).toContain('Failed to submit RSVP. Please try again.')
  expect(useDraft.getState().draft).toMatchObject({ attending: true, roleIds: ['cook'] })
})

describe('R146 a seat at the time of one in another group', () => {
  const doorId = 'd'.repeat(24)
  const clash = (swap: boolean) => {
    const overlap = [groupId, doorId].map((one) => ({ groupId: one, start: '', end: '' }))
    return refusal(409, 'overlap', '“Bar” and “Door” are too close in time for one person.', { group: 'Bar', other: 'Door', overlap, swap })
  }
  const sent = (asked: Asked[]) => asked.filter(({ path: at }) => at === '/rsvp/submit').map(({ body }) => body)

  test('R146 is taken instead in one press, with what was typed', async () => {
    const answers = [clash(true), submitted(formView())({ path: '/rsvp/submit' } as Asked)]
    const asked = await open(formView(), proven, ({ path: at }) => (at === '/rsvp/submit' ? answers.shift() : undefined))
    await choose('I’m coming')
    await choose('Guide')
    await press('Send')
    expect(text()).toContain('too close in time for one person.')
    await press('Take this instead of “Door”')
    const answer = { attending: true, roles: ['Guide'], email }
    expect(sent(asked)).toEqual([expect.objectContaining(answer), expect.objectContaining({ ...answer, giveBack: [doorId] })])
    expect((sent(asked)[0] as object) ?? {}).not.toHaveProperty('giveBack')
    expect(useDraft.getState().draft).toEqual({})
  })

  test('R146 is not offered where giving back would not do, nor after something else was chosen', async () => {
    const answers = [clash(false), clash(true)]
    await open(formView(), proven, ({ path: at }) => (at === '/rsvp/submit' ? answers.shift() : undefined))
    await choose('I’m coming')
    await choose('Guide')
    const swap = () => screen.queryByRole('button', { name: /^Take this instead/ })
    await press('Send')
    expect(swap()).toBeNull()
    await press('Send')
    expect(swap()).toBeTruthy()
    await choose('Cook')
    expect(swap()).toBeNull()
  })

  test('R151 the way to all groups stands on the ticket of one of several, answered or not, and beside a refusal', async () => {
    const all = () => screen.queryAllByRole('link', { name: 'All shifts of this event' }).map((one) => one.getAttribute('href'))
    const way = `/rsvp/event/${eventId}`
    await open(formView({ isOneOfSeveral: true }), { ...proven, rsvp: ownRsvp() }, ({ path: at }) =>
      at === '/rsvp/submit' ? clash(false) : undefined,
    )
    expect(all()).toEqual([way])
    await change()
    await choose('Guide')
    await press('Send')
    expect(all()).toEqual([way, way])
    await act(async () => putForm(formView({ rev: 2 })))
    expect(all()).toEqual([])
    forget()
    await open(formView({ isOneOfSeveral: true }), stranger)
    expect(all()).toEqual([way])
  })
})

test('a full role stays in sight and says so; the toast comes at most once in 2 s', async () => {
  await open(formView(), proven)
  await choose('I’m coming')
  await choose('Host')
  await choose('Host')
  expect(text().match(/Role "Host" is already full\./g)).toHaveLength(2)
  expect(useDraft.getState().draft.roleIds).toBeUndefined()
})

test('a chosen role that fills up meanwhile is explained, and is not sent', async () => {
  const form = formView()
  const asked = await open(form, proven)
  await choose('I’m coming')
  await choose('Guide')
  act(() => putForm({ ...form, rev: 2, roleCoverage: form.roleCoverage.map((one) => (one._id === 'guide' ? { ...one, count: 2 } : one)) }))
  expect(text()).toContain('Just taken')
  expect(text()).not.toContain('I’m coming as Guide')
  await press('Choose another role')
  expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
  await choose('Cook')
  expect([isChosen('Cook'), isChosen('Guide')]).toEqual([true, false])
  expect(text()).toContain('I’m coming as Cook')
  expect(button('Send')).toBeTruthy()
})

test('R242b a role that fills up before the code is typed: the code holds, nothing is sent, and its waitlist is offered', async () => {
  const form = formView({ waitlist: true })
  const asked = await open(form, stranger, (one) => {
    if (one.path === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
    if (one.path === '/rsvp/verify-code') return { body: { success: true, rsvp: null } }
    return submitted(form)(one)
  })
  await choose('I’m coming')
  await choose('Guide')
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify your email')
  await settle()
  act(() => putForm({ ...form, rev: 2, roleCoverage: form.roleCoverage.map((one) => (one._id === 'guide' ? { ...one, count: 2 } : one)) }))
  await type('Verification code', 'ABC234')
  await settle()
  expect(useGuest.getState().provenEmail).toBe(email)
  expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
  expect(document.activeElement?.closest('li')?.textContent).toContain('Just taken')
  await press('Join the waitlist')
  expect(text()).not.toContain('Just taken')
  await press('Join the waitlist for Guide')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, roles: [], waitFor: ['Guide'] })
})

test('R127d the email is proven in another tab: what was chosen is sent, as by the code', async () => {
  const form = formView()
  let who: object = stranger
  const asked = serve((one) => {
    if (one.path.startsWith('/rsvp/form/')) return { body: { ...form, ...who } }
    if (one.path === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
    return submitted(form)(one)
  })
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await choose('I’m coming')
  await choose('Cook')
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify your email')
  await settle()
  const other = new BroadcastChannel('rolecall')
  other.postMessage({ is: 'verified' })
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined() // it was another email
  who = { ...proven, userName: '' }
  other.postMessage({ is: 'verified' })
  await drawn(() => expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, roles: ['Cook'], name: 'Maya' }))
  other.close()
})

test('R124 the cover says what its seats can do: to be taken, one’s own, or nothing', async () => {
  const form = formView()
  await open(form, proven)
  await drawn(() => expect(text()).toContain('Choose a seat to take it'))
  await choose('Cook')
  expect(text()).toContain('Your seat: Cook')
  await choose('Cook')
  act(() => putForm({ ...form, rev: 2, roleCoverage: form.roleCoverage.map((one) => ({ ...one, count: one.total })) }))
  expect(text()).not.toContain('Choose a seat')
})

test('R124 what is left is said once, and that a role is full as well', async () => {
  const form = formView({ waitlist: true })
  await open(form, stranger)
  expect(text().match(/seats left/g)).toHaveLength(1)
  expect(text().match(/Full/g)).toHaveLength(1)
  act(() => putForm({ ...form, rev: 2, roleCoverage: form.roleCoverage.map((one) => ({ ...one, count: one.total })) }))
  expect(text()).toContain('All seats are taken. You can join a waitlist, or come without a role.')
  expect(text()).not.toMatch(/seats left|first come/)
})

test('R124 who is proven and has not said whether they come is not led past that question', async () => {
  await open(formView(), { ...proven, userName: '' })
  expect(document.activeElement?.getAttribute('name')).not.toBe('name')
})

test('R11 Selection Disabled: assigned roles are shown, and an answer sends none', async () => {
  const form = formView({}, { enableRoleSelfSelect: false })
  const asked = await open(form, { ...proven, rsvp: ownRsvp({ attending: null, roles: ['Host'] }) }, submitted(form))
  await change()
  await choose('I’m coming')
  await drawn(() => expect(text()).toContain('Selection Disabled')) // its file comes for such events alone
  expect(text()).toContain('Yours')
  await press('Send')
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, roles: [] })
})

test('R18 Send, confirm later keeps the yes unconfirmed; Confirm on the card confirms it', async () => {
  const form = formView({ showConfirmation: true })
  const asked = await open(form, proven, submitted(form))
  await choose('I’m coming')
  await choose('Come without a role')
  await press('Send')
  await settle()
  expect(text()).toContain('Can you confirm?')
  await press('Send, confirm later')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ confirmed: false })
  await press('Confirm')
  await drawn(() => expect(asked.at(-1)?.body).toMatchObject({ confirmed: true }))
})

test('R27 the Thank You screen shows coverage only when the organizer shows it to all', async () => {
  const form = formView()
  await open(form, proven, submitted(form))
  await choose('I can’t make it')
  await press('Send')
  await settle()
  expect(text()).toContain('Thank You')
  expect(text()).not.toContain('Seats so far')
  act(() => putForm({ ...form, rev: 2, displayRSVPToAll: true }))
  expect(text()).toContain('Seats so far')
  expect(text()).toContain('Full')
})

test('R20 nothing to choose: a yes is enough', async () => {
  await open(formView({ roles: [], roleCoverage: [] }), proven)
  await choose('I’m coming')
  expect(text()).not.toContain('Your roles')
  expect(button('Send')).toBeTruthy()
})

test('R21 R57 an ended event is read-only, a cancelled one has no form, an unpublished one opens by itself', async () => {
  await open(formView({ status: 'ended' }), proven)
  expect(text()).toContain('This event has ended')
  expect([...document.querySelectorAll('input')].every((one) => one.disabled)).toBe(true)
  expect(document.querySelector('[data-sticks]')).toBeNull()
  act(() => putForm(formView({ rev: 2, status: 'cancelled' })))
  expect(text()).toContain('This event was canceled')
  act(() => putForm(formView({ rev: 3, status: 'unpublished', name: '', event: null })))
  expect(text()).toContain('This event is not published yet')
  act(() => putForm(formView({ rev: 4 })))
  expect(document.querySelector('[data-asks][data-over-page]')).toBeTruthy()
})

test('a draft survives a reload, without the code', async () => {
  const sent: Answer = ({ path: at }) =>
    at === '/rsvp/send-verification-code' ? { body: { success: true, resendSeconds: 30 } } : undefined
  await open(formView(), stranger, sent)
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify your email')
  await type('Verification code', 'ABC234')
  await leave()
  forget()
  await open(formView(), stranger, sent)
  expect([field('Email').value, field('Name').value]).toEqual([email, 'Maya'])
  expect(JSON.stringify(sessionStorage)).not.toContain('ABC234')
})

test.each([
  [404, 'group-unknown', 'Group Not Found'],
  [400, 'input-invalid', 'Invalid Group Id'],
  [500, 'internal', 'Server Error'],
])('a group that does not load (%i) says why', async (status, code, sentence) => {
  serve(() => refusal(status, code, code === 'internal' ? 'Something went wrong. Please try again.' : sentence, { requestId: 'req-7' }))
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  expect(text()).toContain(sentence)
  expect(text().includes('We can’t find this invitation')).toBe(status < 500)
  expect(text().includes('Reference: req-7')).toBe(status === 500)
})

test('R133 a note is folded until it is wanted, is sent once it was touched, and comes back with the answer', async () => {
  await noteField.ready()
  const form = formView()
  const asked = await open(form, proven, submitted(form, ownRsvp({ note: 'I bring bread' })))
  await settle()
  expect(() => field('Note for the organizer')).toThrow(/Note for the organizer/)
  await press('Add a note for the organizer')
  await type('Note for the organizer', 'I bring bread')
  expect(text()).toContain('Only the organizers see it. 187 characters left.')
  await choose('Come without a role')
  await press('Send')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, note: 'I bring bread' })
})

test('R133 a note that was left before is shown, and an answer that leaves it alone sends none', async () => {
  await noteField.ready()
  const form = formView()
  const asked = await open(form, { ...proven, rsvp: ownRsvp({ note: 'I bring bread' }) }, submitted(form))
  await settle()
  await change()
  expect(field('Note for the organizer').value).toBe('I bring bread')
  await press('Send')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).not.toHaveProperty('note')
})

const proving: Answer = ({ path: at }) => {
  if (at === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
  return at === '/rsvp/verify-code' ? { body: { success: true, rsvp: null } } : undefined
}

test('R124b a no needs the email alone: no role, no name, and the code sends it', async () => {
  const form = formView()
  const asked = await open(form, stranger, (one) => proving(one) ?? submitted(form, ownRsvp({ attending: false }))(one))
  await choose('I can’t make it')
  expect(() => field('Name')).toThrow('No field')
  expect(document.querySelector('[data-role]')).toBeNull()
  await type('Email', email)
  await press('Verify your email')
  expect(button('Confirm and send')).toBeTruthy()
  await type('Verification code', 'ABC234')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ name: 'maya', email, attending: false, roles: [] })
})

describe('R239 whose answer it is', () => {
  const ann = (over = {}) => ownRsvp({ name: 'Ann', roles: ['Guide'], ...over })
  const finding =
    (rsvp = ann()): Answer =>
    (one) =>
      one.path === '/rsvp/verify-code' ? { body: { success: true, rsvp } } : (proving(one) ?? submitted(formView(), rsvp)(one))
  /** Somebody else of the same address chooses, types their name, and proves the email. */
  async function asBen(form: FormView, rsvp = ann(), says: 'I’m coming' | 'I can’t make it' = 'I’m coming') {
    const asked = await open(form, stranger, finding(rsvp))
    await choose(says)
    if (says === 'I’m coming') await choose('Cook')
    await type('Email', email)
    if (says === 'I’m coming') await type('Name', 'Ben')
    await press('Verify your email')
    await type('Verification code', 'ABC234')
    await settle()
    return asked
  }

  test.each([
    ['a yes', ann()],
    ['a no', ann({ attending: false, roles: [] })],
    ['assigned seats', ann({ attending: null })],
  ])('the code finds %s: it says whose it is, sends nothing, and that name stands', async (_, rsvp) => {
    const asked = await asBen(formView(), rsvp)
    expect(text()).toContain('This is Ann’s answer.')
    expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
    expect(text()).not.toContain('Ben')
    await press(rsvp.attending === false ? 'Change to Yes' : 'Send')
    await settle()
    expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ name: 'Ann', roles: ['Cook'] })
  })

  test('nor does a no by code take away the seat of another', async () => {
    const asked = await asBen(formView(), ann(), 'I can’t make it')
    expect(text()).toContain('This is Ann’s answer.')
    expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
    expect(text()).toContain('Not sent yet. Your answer is Yes until then.')
    expect(button('Change to No')).toBeTruthy()
    await press('Keep it as it is')
    expect(text()).toContain('You’re coming as Guide')
  })

  test('the name is changed on purpose, and stays so over a reload', async () => {
    const asked = await asBen(formView())
    await press('Edit email or name')
    await type('Name', 'Anna')
    const kept = JSON.stringify(useDraft.getState().draft)
    await open(formView(), { userEmail: email, userName: 'Ann', rsvp: ann() }, submitted(formView()))
    expect(JSON.stringify(useDraft.getState().draft)).toBe(kept)
    expect(text()).toContain('Are you coming, Anna?')
    expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
  })

  test('a cookie, a link or another device says it before anything is pressed; who hasn’t answered is asked by name', async () => {
    await open(formView(), { userEmail: email, userName: 'Ann', rsvp: ann() })
    expect(text()).toContain('This is Ann’s answer.')
    forget()
    await open(formView(), { userEmail: email, userName: 'Ann', rsvp: ann({ attending: null, roles: [] }) })
    expect(text()).toContain('Are you coming, Ann?')
    forget()
    await open(formView(), { userEmail: email, userName: '', rsvp: ann({ name: '' }) })
    expect(text()).toContain(`This is ${email}’s answer.`)
  })

  test('a name typed before an invitation that nobody has answered stands', async () => {
    const asked = await asBen(formView(), ann({ attending: null, roles: [] }))
    expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ name: 'Ben', roles: ['Cook'] })
  })

  test('for somebody else one adds a companion, or is told that one address answers once', async () => {
    await open(formView({ maxCompanions: 2 }), { userEmail: email, userName: 'Ann', rsvp: ann() })
    await press('Answer for someone else too')
    await drawn(() => expect(document.activeElement?.getAttribute('name')).toBe('companion-1'))
    expect(useDraft.getState().draft).toMatchObject({ attending: true, companions: [{ name: '' }] })
    forget()
    sessionStorage.clear()
    await open(formView(), { userEmail: email, userName: 'Ann', rsvp: ann() })
    await press('Answer for someone else too')
    expect(text()).toContain('One email address answers once.')
    expect(useDraft.getState().draft).toEqual({})
  })

  test('of several groups that leads to a group that takes companions, with their row; once, and what is typed there stays', async () => {
    const form = formView({ maxCompanions: 2 })
    const { at } = await show(<WhoseAnswer isOpen all={[{ form, saved: savedFor(form, ann()), isClosed: false } as GroupChoice]} />)
    await press('Answer for someone else too')
    expect(at()).toBe(`/rsvp/${form._id}?eventId=${form.eventId}&open=companion`)
    await leave()
    window.history.replaceState(null, '', at() ?? '')
    await open(form, { userEmail: email, userName: 'Ann', rsvp: ann() })
    await drawn(() => expect(document.activeElement?.getAttribute('name')).toBe('companion-1'))
    expect(window.location.search).toBe(`?eventId=${form.eventId}`)
    await type('Companion 1', 'Ben')
    await press('Answer for someone else too')
    await drawn(() => expect(document.activeElement?.getAttribute('name')).toBe('companion-2'))
    expect(useDraft.getState().draft.companions).toEqual([{ name: 'Ben' }, { name: '' }])
    await press('Answer for someone else too')
    expect(useDraft.getState().draft.companions).toHaveLength(2)
  })
})

test('R124a R124b what was chosen before the proof is sent by it, and the bar asks for the name before the code', async () => {
  const form = formView()
  const asked = await open(form, stranger, (one) => proving(one) ?? submitted(form)(one))
  await choose('Cook')
  expect(isChosen('I’m coming')).toBe(true)
  await type('Email', email)
  await press('Verify your email')
  expect(text()).toContain('Please enter your name')
  expect(bodyOf(asked, '/rsvp/send-verification-code')).toBeUndefined()
  await type('Name', 'Maya')
  await press('Verify your email')
  await type('Verification code', 'ABC234')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ name: 'Maya', attending: true, roles: ['Cook'] })
})

test('R124d R124a a full role’s card has the waitlist, and the last button says which one is joined', async () => {
  const form = formView({ waitlist: true })
  const asked = await open(form, proven, submitted(form))
  await press('Join the waitlist')
  expect(text()).toContain('You join the waitlist when you send. No one is before you.')
  await press('Join the waitlist for Host')
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, roles: [], waitFor: ['Host'] })
})

test('R124d many roles are folded: the first of them, what one has, and what one looks for', async () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ _id: `r${at}`, name: `Station ${at}`, max: 400 }))
  await open(formView({ roles: many, roleCoverage: many.map(({ _id, name, max }) => ({ _id, name, total: max, count: 0 })) }), proven)
  const inSight = () =>
    [...document.querySelectorAll('[data-role]')].filter((one) => !one.closest('.hidden')).map((one) => one.getAttribute('data-role'))
  expect(inSight()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4'])
  await type('Find a role', 'station 27')
  expect(inSight()).toEqual(['r27'])
  await choose('Station 27')
  await type('Find a role', '')
  expect(inSight()).toEqual(['r0', 'r1', 'r2', 'r3', 'r4', 'r27'])
  await press('Show all 30 roles')
  expect(inSight()).toHaveLength(30)
})

test('R125a where organizers give out the roles guests read that, and no locked list stands above their answer', async () => {
  await open(formView({}, { enableRoleSelfSelect: false }), stranger)
  expect(text()).toContain('Lena gives out the roles.')
  const list = document.querySelector('details')
  expect(list?.open).toBe(false)
  expect([...document.querySelectorAll('[data-role]')].every((one) => list?.contains(one))).toBe(true)
})

test('R124c the seats of the cover are a list too: by keyboard one takes and gives back; a full role says so', async () => {
  await open(formView(), proven)
  const list = await screen.findByRole('listbox')
  const options = screen.getAllByRole('option')
  expect(options.map((one) => one.textContent)).toEqual(['Cook, 2 of 3 left', 'Host, full', 'Guide, 1 of 2 left'])
  expect(options[1]?.getAttribute('aria-disabled')).toBe('true')
  const key = (name: string) => act(async () => void fireEvent.keyDown(list, { key: name }))
  await key('End')
  await key(' ')
  expect(useDraft.getState().draft).toMatchObject({ attending: true, roleIds: ['guide'] })
  expect(options[2]?.getAttribute('aria-selected')).toBe('true')
  await key('ArrowUp')
  await key('Enter')
  expect(text()).toContain('Role "Host" is already full.')
  expect(useDraft.getState().draft.roleIds).toEqual(['guide'])
  await key('ArrowDown')
  await key('Enter')
  expect(useDraft.getState().draft.roleIds).toEqual([])
})

describe('R227 what a guest has under way survives the page', () => {
  const sent: Answer = ({ path: at }) =>
    at === '/rsvp/send-verification-code'
      ? { body: { success: true, resendSeconds: 30 } }
      : at === '/rsvp/verify-code'
        ? { body: { success: true, rsvp: null } }
        : undefined
  async function askForCode() {
    await open(formView(), stranger, sent)
    await type('Email', email)
    await type('Name', 'Maya')
    await press('Verify your email')
  }
  /** Comes back in `minutes`, by a reload or by the link in another tab. */
  async function comeBack(minutes: number, isSameTab: boolean) {
    await leave()
    if (!isSameTab) sessionStorage.clear()
    forget()
    vi.setSystemTime(Date.now() + minutes * 60_000)
    return open(formView(), stranger, sent)
  }

  test.each([true, false])(
    'the box of the code is there again within 30 minutes, with email and name; in the same tab: %s',
    async (isSameTab) => {
      await askForCode()
      const asked = await comeBack(29, isSameTab)
      expect(field('Email').value).toBe(email)
      expect(field('Name').value).toBe('Maya')
      expect(button('Resend code').disabled).toBe(false)
      await type('Verification code', 'ａｂｃ２３４')
      await settle()
      expect(bodyOf(asked, '/rsvp/verify-code')).toMatchObject({ email, code: 'ABC234' })
      expect(localStorage).toHaveLength(0)
    },
  )

  test('another is asked for no sooner than before', async () => {
    await askForCode()
    await comeBack(0, false)
    expect(button('Resend in 30 s').disabled).toBe(true)
  })

  test('what was begun for one group half an hour ago is gone once the form of any other is opened', async () => {
    const other = 'rsvpUnderWay:of another group'
    for (const [minutes, isKept] of [
      [29, true],
      [31, false],
    ] as const) {
      localStorage.setItem(other, JSON.stringify({ email, name: 'Maya', until: Date.now() + 30 * 60_000 }))
      await comeBack(minutes, false)
      expect(localStorage.getItem(other) !== null).toBe(isKept)
    }
  })

  test('after half an hour nothing is left but what the tab keeps, and nothing at all in another', async () => {
    await askForCode()
    await comeBack(31, true)
    expect(field('Email').value).toBe(email)
    expect(document.querySelector('input[name=code]')).toBeNull()
    await comeBack(31, false)
    expect(field('Email').value).toBe('')
    expect(localStorage).toHaveLength(0)
  })
})
