// The invitee's page as a person meets it: each step, each text of the spec, and nothing typed is lost.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { confirmDialog, formRoom, guestCalls, noteField, submitting, thankYou } from '#client/rsvp/later.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { putForm, useRsvps } from '#client/rsvp/store.ts'
import type { FormView } from '#protocol/rsvp.ts'
import { type Answer, type Asked, button, field, leave, press, serve, settle, showAt, text, type } from './page-kit.tsx'
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
beforeAll(async () => void (await Promise.all([thankYou.ready(), confirmDialog.ready(), guestCalls(), submitting(), formRoom()])))
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
  expect(text()).toContain('6 Dec 2026, 12:15 AM')
  expect(button('Submit RSVP').disabled).toBe(true)

  await type('Email', 'maya@')
  await press('Verify')
  expect(text()).toContain('Please enter a valid email address')
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify')
  expect(text()).toContain('Verification code sent to your email')
  expect(button('Resend in 30 s').disabled).toBe(true)
  await press('Confirm')
  expect(text()).toContain('Please enter the verification code')
  await type('Verification code', 'zzz')
  await press('Confirm')
  expect(text()).toContain('Invalid verification code. Please try again.')
  await type('Verification code', 'abc234')
  await settle()
  expect(text()).toContain('Email verified successfully!')
  expect(text()).toContain("Please select whether you're attending or not")

  await choose('Yes')
  await choose('Cook')
  await press('Submit RSVP')
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
  expect(text()).toContain('RSVP submitted successfully!')
  expect(text()).toContain('Thank You, Maya')
  expect(sessionStorage).toHaveLength(0)
})

test('sending a code fails: the server’s text, else ours; a code sent a moment ago opens its box', async () => {
  const answers = [{ status: 500, body: {} }, refusal(429, 'code-soon', 'A code was just sent.', { seconds: 12 })]
  await open(formView(), stranger, ({ path: at }) => (at === '/rsvp/send-verification-code' ? answers.shift() : undefined))
  await type('Email', email)
  await press('Verify')
  expect(text()).toContain('Failed to send verification code. Please try again.')
  await press('Verify')
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
  expect(text()).toContain('You have answered already. Verify your email to see or change it.')
})

test('R14 who is proven is not asked again, finds the answer filled in, and is locked out by another email', async () => {
  await open(formView(), { ...proven, rsvp: ownRsvp({ roles: ['Host'] }) })
  expect(text()).toContain('You answered yes.')
  expect(text()).toContain('Yours')
  expect(button('Submit RSVP').disabled).toBe(false)
  await press('Change')
  await type('Email', 'else@example.com')
  expect(button('Verify')).toBeTruthy()
  expect(button('Submit RSVP').disabled).toBe(true)
  await type('Email', email)
  expect(button('Submit RSVP').disabled).toBe(false)
})

test('R14 the proof brings the earlier answer: name, choice and roles are filled in', async () => {
  const codes: Answer = ({ path: at }) => {
    if (at === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
    return at === '/rsvp/verify-code' ? { body: { success: true, rsvp: ownRsvp({ roles: ['Host'] }) } } : undefined
  }
  await open(formView(), stranger, codes)
  await type('Email', email)
  await press('Verify')
  await type('Verification code', 'ABC234')
  await settle()
  expect(text()).toContain('You answered yes.')
  expect(text()).toContain('Maya')
  expect(document.activeElement?.getAttribute('value')).toBe('yes')
  expect(button('Submit RSVP').disabled).toBe(false)
})

test('R3 a 409 keeps what was typed and marks the full role; R14 a proof that ran out is asked for anew', async () => {
  const answers = [
    refusal(409, 'role-full', 'Role "Guide" is already full.', { role: 'Guide', roles: ['Guide'] }),
    refusal(403, 'proof-missing', 'Please verify your email first.'),
    { status: 500, body: {} },
  ]
  await open(formView(), proven, ({ path: at }) => (at === '/rsvp/submit' ? answers.shift() : undefined))
  await choose('Yes')
  await choose('Guide')
  await press('Submit RSVP')
  expect(text()).toContain('Role "Guide" is already full. Somebody took the last seat while you were choosing')
  await choose('Guide')
  await choose('Cook')
  await press('Submit RSVP')
  expect(button('Verify')).toBeTruthy()
  expect([field('Email').value, field('Name').value]).toEqual([email, 'Maya'])
  act(() => useGuest.setState({ provenEmail: email }))
  await press('Submit RSVP')
  expect(text()).toContain('Failed to submit RSVP. Please try again.')
  expect(useDraft.getState().draft).toMatchObject({ attending: true, roleIds: ['cook'] })
})

test('a full role stays in sight and says so; the toast comes at most once in 2 s', async () => {
  await open(formView(), proven)
  await choose('Yes')
  await choose('Host')
  await choose('Host')
  expect(text().match(/Role "Host" is already full\./g)).toHaveLength(2)
  expect(useDraft.getState().draft.roleIds).toBeUndefined()
})

test('a chosen role that fills up meanwhile is explained, and is not sent', async () => {
  const form = formView()
  const asked = await open(form, proven)
  await choose('Yes')
  await choose('Guide')
  act(() => putForm({ ...form, rev: 2, roleCoverage: form.roleCoverage.map((one) => (one._id === 'guide' ? { ...one, count: 2 } : one)) }))
  expect(text()).toContain('Just taken')
  await press('Submit RSVP')
  expect(bodyOf(asked, '/rsvp/submit')).toBeUndefined()
})

test('R11 Selection Disabled: assigned roles are shown, and an answer sends none', async () => {
  const form = formView({}, { enableRoleSelfSelect: false })
  const asked = await open(form, { ...proven, rsvp: ownRsvp({ attending: null, roles: ['Host'] }) }, submitted(form))
  await choose('Yes')
  expect(text()).toContain('Selection Disabled')
  expect(text()).toContain('Yours')
  await press('Submit RSVP')
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, roles: [] })
})

test('R18 Later keeps the yes unconfirmed; Confirm now on the Thank You screen confirms it', async () => {
  const form = formView({ showConfirmation: true })
  const asked = await open(form, proven, submitted(form))
  await choose('Yes')
  await press('Submit without a role')
  await settle()
  expect(text()).toContain('Will you really be there?')
  await press('Later')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ confirmed: false })
  await press('Confirm now')
  expect(asked.at(-1)?.body).toMatchObject({ confirmed: true })
})

test('R27 the Thank You screen shows coverage only when the organizer shows it to all', async () => {
  const form = formView()
  await open(form, proven, submitted(form))
  await choose('No')
  await press('Submit RSVP')
  await settle()
  expect(text()).toContain('Thank You')
  expect(text()).not.toContain('Seats so far')
  act(() => putForm({ ...form, rev: 2, displayRSVPToAll: true }))
  expect(text()).toContain('Seats so far')
  expect(text()).toContain('Full')
})

test('R20 nothing to choose: a yes is enough', async () => {
  await open(formView({ roles: [], roleCoverage: [] }), proven)
  await choose('Yes')
  expect(text()).not.toContain('Your roles')
  expect(button('Submit RSVP').disabled).toBe(false)
})

test('R21 R57 an ended event is read-only, a cancelled one has no form, an unpublished one opens by itself', async () => {
  await open(formView({ status: 'ended' }), proven)
  expect(text()).toContain('This event has ended')
  expect([...document.querySelectorAll('input')].every((one) => one.disabled)).toBe(true)
  expect(text()).not.toContain('Submit RSVP')
  act(() => putForm(formView({ rev: 2, status: 'cancelled' })))
  expect(text()).toContain('This event was canceled')
  act(() => putForm(formView({ rev: 3, status: 'unpublished', name: '', event: null })))
  expect(text()).toContain('This event is not published yet')
  act(() => putForm(formView({ rev: 4 })))
  expect(button('Submit RSVP')).toBeTruthy()
})

test('a draft survives a reload, without the code', async () => {
  const sent: Answer = ({ path: at }) =>
    at === '/rsvp/send-verification-code' ? { body: { success: true, resendSeconds: 30 } } : undefined
  await open(formView(), stranger, sent)
  await type('Email', email)
  await type('Name', 'Maya')
  await press('Verify')
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
  await choose('Yes')
  await press('Submit')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).toMatchObject({ attending: true, note: 'I bring bread' })
})

test('R133 a note that was left before is shown, and an answer that leaves it alone sends none', async () => {
  await noteField.ready()
  const form = formView()
  const asked = await open(form, { ...proven, rsvp: ownRsvp({ note: 'I bring bread' }) }, submitted(form))
  await settle()
  expect(field('Note for the organizer').value).toBe('I bring bread')
  await press('Submit')
  await settle()
  expect(bodyOf(asked, '/rsvp/submit')).not.toHaveProperty('note')
})
