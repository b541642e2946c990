// The bar of an invitation: the question, who answers, the list of many roles, and what it says while offline.
import { screen } from '@testing-library/react'
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { noteAnswer, noteOffline } from '#client/lib/connection.ts'
import { useSession } from '#client/lib/session.ts'
import { editDraft, useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { takeGuestToken } from '#client/rsvp/guest-link.ts'
import { belowCard, guestCalls, stateCard } from '#client/rsvp/lazy-parts.ts'
import { endAside } from '#client/rsvp/proof/aside.ts'
import { codeEntry } from '#client/rsvp/proof/lazy-parts.ts'
import { asOfText } from '#client/rsvp/proof/offline-line.tsx'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { goToRole } from '#client/rsvp/sheet/go-to-roles.ts'
import { useRsvps } from '#client/rsvp/store.ts'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { aUser } from './event-fixtures.ts'
import { type Answer, type Asked, button, drawn, field, leave, newToken, press, serve, settle, showAt, text, type } from './page-kit.tsx'
import { email, eventId, formView, ownRsvp, path } from './rsvp-fixtures.ts'

const stranger = { userEmail: '', userName: '', rsvp: null }
const ann = { userEmail: email, userName: 'Ann', rsvp: null }
const proving: Answer = ({ path: at }) => {
  if (at === '/rsvp/send-verification-code') return { body: { success: true, resendSeconds: 30 } }
  return at === '/rsvp/verify-code' ? { body: { success: true, rsvp: null } } : undefined
}
async function open(form: FormView, who: object, at = path): Promise<Asked[]> {
  const asked = serve((one) => {
    if (one.path === '/rsvp/open') endAside(eventId) // as the answer's cookie does
    if (/^\/rsvp\/(form\/|open)/.test(one.path)) return { body: { ...form, ...who } }
    if (one.path.startsWith('/rsvp/check-email')) return { body: { hasExistingRSVP: false } }
    return proving(one)
  })
  await showAt('/rsvp/:groupId', <RsvpPage />, at)
  await settle()
  return asked
}
const choose = (name: string) =>
  act(async () => screen.getByRole<HTMLInputElement>('radio', { name: (said) => said.startsWith(name) }).click())
/** What a reload of the page forgets. */
const forget = () =>
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })
const question = () => document.querySelector('[data-asks]')
const bar = () => document.querySelector<HTMLElement>('[data-sticks]')

beforeAll(
  async () =>
    void (await Promise.all([
      ...[stateCard, belowCard, codeEntry].map((one) => one.ready()),
      guestCalls(),
      import('#client/rsvp/sheet/role-sheet.tsx'),
    ])),
)
beforeEach(() => {
  sessionStorage.clear()
  localStorage.clear()
  endAside(eventId)
  forget()
})

test('R124f an email typed before the answer changes nothing of the question, which keeps the bar; it is proven by a button of its own', async () => {
  const asked = await open(formView(), stranger)
  const looks = () => [question()?.className, question()?.hasAttribute('data-over-page'), bar() === null, question()?.innerHTML]
  const before = looks()
  expect(before.slice(1, 3)).toEqual([true, true])
  await type('Email', 'm')
  expect(looks()).toEqual(before)
  await type('Email', email)
  await press('Verify your email')
  expect(asked.some((one) => one.path === '/rsvp/send-verification-code')).toBe(true)
  expect(looks()).toEqual(before)
  expect(button('Confirm')).toBeTruthy()
})

test('R124f the part about who answers is folded until coming or not is said, and opens for what was typed', async () => {
  await open(formView(), stranger)
  const fold = () => field('Email').closest('details')
  expect([fold()?.open, fold()?.querySelector('summary')?.className.includes('hidden')]).toEqual([false, false])
  await type('Email', email)
  expect(fold()?.open).toBe(true)
  await type('Email', '')
  expect(fold()?.open).toBe(true)
  await act(async () => {
    fold()?.removeAttribute('open')
  })
  await choose('I’m coming')
  expect([fold()?.open, fold()?.querySelector('summary')?.className]).toEqual([true, 'hidden'])
})

test('R124f once coming or not is said, email and name are part of the bar, below what was chosen', async () => {
  await open(formView(), stranger)
  await type('Email', email)
  const box = field('Email')
  await choose('I’m coming')
  expect(bar()?.contains(field('Email'))).toBe(true)
  expect(bar()?.contains(field('Name'))).toBe(true)
  expect(
    [...(bar()?.querySelectorAll('h2') ?? [])].map((one) => [one.textContent, /max-md:(sr-only|hidden)/.exec(one.className)?.[1]]),
  ).toEqual([['Your email', 'sr-only']])
  expect(field('Email')).toBe(box) // what has the focus keeps it
  await choose('I can’t make it')
  expect(bar()?.textContent).toContain('I can’t make it')
  expect(() => field('Name')).toThrow('No field')
})

test('R124g offline the button says what it waits for, and what was typed is kept; what only leads on in the page can be pressed', async () => {
  onTestFinished(() => act(() => noteAnswer()))
  await open(formView(), stranger)
  await choose('I’m coming')
  act(() => noteOffline())
  expect(button('Take a seat, 3 left').disabled).toBe(false)
  await choose('I can’t make it')
  await type('Email', email)
  expect(button('Waiting for a connection').disabled).toBe(true)
  expect(bar()?.querySelector('[data-says-offline]')?.textContent).toContain('What you typed is kept')
  act(() => noteAnswer())
  expect(button('Verify your email').disabled).toBe(false)
  expect(field('Email').value).toBe(email)
  expect(text()).not.toContain('offline')
})

test('R124g offline it says as of when the seats are; the clock alone where that was today', async () => {
  onTestFinished(() => act(() => noteAnswer()))
  await open(formView(), stranger)
  await choose('I’m coming')
  act(() => noteOffline())
  await drawn(() => expect(bar()?.textContent).toMatch(/Seats are as of \d+:\d\d [AP]M, and you have one only once you send\./))
  const [at, later] = [Date.parse('2026-01-05T10:05:00Z'), Date.parse('2026-01-05T18:00:00Z')]
  expect([asOfText(at, later, 'Asia/Kathmandu'), asOfText(at, later + 3_600_000, 'Asia/Kathmandu')]).toEqual([
    '3:50 PM',
    '5 Jan 2026, 3:50 PM',
  ])
})

describe('R124d many roles on a phone', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({ _id: `r${at}`, name: `Station ${at}`, max: 4 }))
  const crowded = (over: Partial<FormView> = {}) =>
    formView({
      roles: many,
      roleCoverage: many.map(({ _id, name, max }, at) => ({ _id, name, total: max, count: at === 0 ? 4 : 1 })),
      ...over,
    })
  const sheet = () => screen.queryByRole('dialog')
  const rows = () => [...(sheet()?.querySelectorAll('li') ?? [])].map((one) => one.querySelector('button')?.textContent)
  const asOn = (width: number) => vi.stubGlobal('innerWidth', width)

  test('R124d are a sheet: searched, full ones last; one press takes a seat and leads to the email', async () => {
    asOn(390)
    await open(crowded(), stranger)
    await choose('I’m coming')
    await press('Take a seat, 87 left')
    await drawn(() => expect(sheet()?.textContent).toContain('Take a seat, 87 left'))
    expect(rows()).toHaveLength(30)
    expect(rows().at(-1)).toBe('Station 0full')
    expect(document.activeElement?.textContent).toContain('Station 1') // not the search, which would bring up the keyboard
    await press('Station 0', sheet() ?? undefined)
    expect(text()).toContain('Role "Station 0" is already full.')
    await type('Find one of 30 roles', 'station 27')
    expect(rows()).toEqual(['Station 273 of 4 left'])
    await press('Station 27', sheet() ?? undefined)
    expect(sheet()).toBeNull()
    expect(useDraft.getState().draft).toMatchObject({ attending: true, roleIds: ['r27'] })
    await drawn(() => expect(document.activeElement).toBe(field('Email')))
    await press('Change')
    await drawn(() => expect(button('Station 27', sheet() ?? undefined).getAttribute('aria-pressed')).toBe('true'))
    await press('Station 27', sheet() ?? undefined)
    expect(useDraft.getState().draft.roleIds).toEqual([])
    await press('Come without a role', sheet() ?? undefined)
    expect(sheet()).toBeNull()
    expect(text()).toContain('I’m coming, without a role')
  })

  test('R124c a tap on a large cover leads to its role: on top of the sheet on every screen, of few to its card in the page', async () => {
    asOn(1024)
    await open(crowded(), stranger)
    await choose('I’m coming')
    await press('Take a seat, 87 left')
    expect(sheet()).toBeNull()
    await act(async () => goToRole('r27'))
    await drawn(() => expect(rows()[0]).toBe('Station 273 of 4 left'))
    expect([rows().length, document.activeElement?.textContent]).toEqual([30, 'Station 273 of 4 left'])
    await leave()
    forget()
    await open(formView(), stranger)
    await choose('I’m coming')
    await act(async () => goToRole('guide'))
    expect(document.activeElement?.getAttribute('data-role')).toBe('guide')
  })

  test('R124d a full one has its waitlist there; a wide screen shows the list in the page', async () => {
    asOn(390)
    await open(crowded({ waitlist: true }), stranger)
    await choose('I’m coming')
    await press('Take a seat')
    await drawn(() => expect(sheet()).toBeTruthy())
    await press('Join the waitlist', sheet() ?? undefined)
    expect(useDraft.getState().draft).toMatchObject({ attending: true, waitFor: ['Station 0'] })
    expect(sheet()).toBeNull()
    await press('Change')
    await drawn(() => expect(sheet()?.textContent).toContain('Station 0On the waitlist'))
    await press('Come without a role, and stay on the waitlist', sheet() ?? undefined)
    expect(useDraft.getState().draft).toMatchObject({ roleIds: [], waitFor: ['Station 0'] })
    await press('Change')
    await drawn(() => expect(sheet()).toBeTruthy())
    await press('Leave the waitlist', sheet() ?? undefined)
    expect(useDraft.getState().draft.waitFor).toEqual([])
    expect(button('Join the waitlist', sheet() ?? undefined)).toBeTruthy()
    await press('Join the waitlist', sheet() ?? undefined)
    asOn(1024)
    await press('Change')
    expect(sheet()).toBeNull()
  })
})

describe('R239a somebody else opens the invitation in this browser', () => {
  const answered = { ...ann, rsvp: ownRsvp({ name: 'Ann', roles: ['Guide'] }) }

  test.each([
    ['hasn’t answered', ann],
    ['has answered', answered],
  ])('R239a where the one who is proven %s: they go on as themselves, also after a reload, and nothing is sent', async (_, who) => {
    const asked = await open(formView(), who)
    await press('Not Ann?')
    expect(document.querySelector('main, [data-state]')?.textContent).not.toContain('Ann')
    expect(document.querySelector('[data-state]')?.getAttribute('data-state')).toBe('unanswered')
    expect(field('Email').value).toBe('')
    await drawn(() => expect(document.activeElement?.getAttribute('name')).toBe('attending'))
    await leave()
    forget()
    await open(formView(), who)
    expect(text()).not.toContain('Ann')
    await choose('I can’t make it')
    await type('Email', 'ben@example.com')
    await press('Verify your email')
    expect(field('Verification code')).toBeTruthy()
    expect(asked.some((one) => one.path === '/rsvp/submit')).toBe(false)
  })

  test('R239a control: whoever doesn’t say so is still called by name after a reload', async () => {
    await open(formView(), ann)
    await leave()
    forget()
    await open(formView(), ann)
    expect(text()).toContain('Are you coming, Ann?')
  })

  test('R239c a press by mistake is said, and taken back by another, with what was typed; not once somebody else is proven', async () => {
    await open(formView(), answered)
    act(() => editDraft({ attending: false }))
    await press('Not Ann?')
    expect(text()).toContain('Ann’s answer stays as it is. What was typed and not sent is cleared.')
    const said = button('I am Ann').closest('[aria-live]')
    expect([said?.getAttribute('role'), said?.getAttribute('aria-live')]).toEqual(['status', 'polite'])
    expect(useDraft.getState().draft).toEqual({})
    await press('I am Ann')
    expect(text()).toContain('This is Ann’s answer.')
    expect(useDraft.getState().draft).toMatchObject({ attending: false })
    await drawn(() => expect(text()).not.toContain('stays as it is'))
    await leave()
    forget()
    await open(formView(), answered)
    expect(text()).toContain('This is Ann’s answer.')
    await press('Not Ann?')
    expect(text()).toContain('Ann’s answer stays as it is.')
    act(() => useGuest.setState({ provenEmail: 'ben@example.com' }))
    expect(text()).not.toContain('I am Ann')
  })

  /** Says it in one group, and opens the page anew. */
  const saidBefore = async () => {
    await open(formView(), answered)
    await press('Not Ann?')
    await leave()
    forget()
  }

  test.each([
    ['opens their own personal link', true],
    ['logs in', false],
  ])('R239a whoever %s is that person', async (_, isByLink) => {
    await saidBefore()
    if (isByLink) {
      window.history.replaceState(null, '', `${path}&guest=token`)
      takeGuestToken()
    } else act(() => useSession.setState({ token: newToken(), user: aUser }))
    await open(formView(), answered)
    expect(text()).toContain('This is Ann’s answer.')
  })

  test('R239a it holds in each group of the event, and in no other event', async () => {
    await saidBefore()
    const there = 'd'.repeat(24)
    await open(formView({ _id: there }), { ...ann, rsvp: ownRsvp({ name: 'Ann', groupId: there }) }, path.replace('a'.repeat(24), there))
    expect(text()).not.toContain('Ann')
    await leave()
    forget()
    await open(formView({ eventId: 'c'.repeat(24) }), ann, path.replace(eventId, 'c'.repeat(24)))
    expect(text()).toContain('Are you coming, Ann?')
  })

  test('R239a who is logged in is told to log out: a login counts before what is typed', async () => {
    act(() => useSession.setState({ token: newToken(), user: aUser }))
    await open(formView(), ann)
    await press('Not Ann?')
    expect(text()).toContain(`You are logged in as ${email}. Log out to answer as someone else.`)
    expect(text()).toContain('Are you coming, Ann?')
  })
})
