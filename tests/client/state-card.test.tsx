// The card of a reader who has answered, as a person meets it: what it says, its one button, the menu, the form folded under it.
import { act } from 'react'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useDraft } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, guestCalls, stateCard } from '#client/rsvp/lazy-parts.ts'
import { progressToast } from '#client/rsvp/progress-toast.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { putForm, putRsvp, useRsvps } from '#client/rsvp/store.ts'
import { toast } from '#client/ui/feedback/toast.tsx'
import { putLine } from '#client/waitlist/lines.ts'
import { namelessHost } from '#protocol/kernel/texts.ts'
import type { FormView, OwnRsvp } from '#protocol/seats/rsvp.ts'
import { type Answer, type Asked, button, drawn, heading, openMenu, press, resting, serve, settle, showAt, text } from './page-kit.tsx'
import { email, formView, groupId, ownRsvp, path } from './rsvp-fixtures.ts'

beforeAll(
  async () => void (await Promise.all([stateCard.ready(), belowCard.ready(), import('#client/rsvp/card/more-acts.tsx'), guestCalls()])),
)
beforeEach(() => {
  sessionStorage.clear()
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useDraft.setState(useDraft.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  })
})

async function open(rsvp: OwnRsvp | null, form: FormView = formView(), answers: Answer = () => undefined, more = {}): Promise<Asked[]> {
  const asked = serve((one) =>
    one.path.startsWith('/rsvp/form/') ? { body: { ...form, userEmail: email, userName: 'Maya', rsvp, ...more } } : answers(one),
  )
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await settle()
  return asked
}
const state = () => document.querySelector('[data-state]')?.getAttribute('data-state')
const writes = (asked: Asked[]) => asked.filter(({ method }) => method !== 'GET')
const reply = (rsvp: OwnRsvp, form = formView()): Answer => {
  const body = { rsvp: { ...rsvp, rev: 9 }, form, roleCoverage: [] }
  return ({ method }) => (method === 'GET' ? undefined : { body })
}
const items = () => [...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent)
const choose = async (label: string) => {
  const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === label)
  await act(async () => item?.click())
  await settle()
}
const in3h = () => new Date(Date.now() + 3 * 3_600_000 + 61_000).toISOString()

describe('R123 the card', () => {
  test('R123 comes instead of the form: thanks, state, event, one button; looking asks for nothing', async () => {
    const asked = await open(ownRsvp({ roles: ['Cook'] }))
    expect([state(), heading(1)]).toEqual(['coming', 'You’re coming as Cook'])
    for (const words of ['Thank You, Maya', 'Your answer is saved.', 'Harvest day', 'Your data']) expect(text()).toContain(words)
    expect(document.querySelector('input[name=attending]')).toBeNull()
    expect(document.querySelector('a[download]')?.textContent).toBe('Add to calendar')
    expect(writes(asked)).toEqual([])
  })

  test('R147b names the group in which one has a seat at the same time, once its times were moved', async () => {
    const also = [{ groupId: '3'.repeat(24), name: 'Bar', start: in3h(), end: in3h() }]
    await open(ownRsvp({ roles: ['Cook'], also }))
    expect(text()).toContain('Too close in time to Bar, where you have a seat too.')
  })

  test('R131 nobody is thanked for an answer they never gave', async () => {
    await open(ownRsvp({ attending: null, roles: ['Cook'] }))
    expect([state(), heading(1)]).toEqual(['assigned', 'You have a seat as Cook'])
    expect(text()).not.toContain('Thank You')
    expect(text()).toContain('Organized by Lena')
  })

  test('R95, R123 of what was canceled it says which seat they had, and takes it out of their calendar; nobody else is asked to', async () => {
    const canceled = formView({ status: 'cancelled' })
    await open(ownRsvp({ roles: ['Cook'] }), canceled)
    expect([state(), text().includes('You had a seat as Cook.')]).toEqual(['canceled', true])
    const link = document.querySelector('a[download]')
    expect([link?.textContent, link?.getAttribute('href')?.startsWith('/api/rsvp/calendar.ics?')]).toEqual(['Remove from calendar', true])
    act(() => putRsvp(ownRsvp({ rev: 2, attending: false }), canceled))
    expect([document.querySelector('a[download]'), text().includes('You had')]).toEqual([null, false])
  })

  test('what was sent is not praised any more once the event is canceled', async () => {
    await open(ownRsvp({ roles: ['Cook'] }))
    act(() => void toast.success('RSVP submitted successfully!', { id: progressToast }))
    expect(text()).toContain('RSVP submitted successfully!')
    act(() => putForm(formView({ rev: 2, status: 'cancelled' })))
    expect([state(), text().includes('RSVP submitted successfully!')]).toEqual(['canceled', false])
  })

  test('R85 an organizer without a name is not called one', async () => {
    await open(ownRsvp({ roles: ['Cook'] }), formView({}, { organizer: namelessHost }))
    expect(text()).not.toContain('Organized by')
  })

  test('R123 marks one’s own seat on the cover', async () => {
    await open(ownRsvp({ roles: ['Cook'] }))
    expect(document.querySelectorAll('[data-cover] [class*=cover-mine]').length).toBeGreaterThan(0)
  })

  test('R123 is followed live, and by the clock', async () => {
    await open(ownRsvp({ attending: false }))
    expect(state()).toBe('declined')
    act(() => putRsvp(ownRsvp({ rev: 2, attending: null, roles: ['Cook'] }), formView()))
    expect(state()).toBe('assigned')
    const until = new Date(Date.now() + 100).toISOString()
    await resting(200, async () => {
      act(() => putRsvp(ownRsvp({ rev: 3, offers: [{ role: 'Host', until }] }), formView()))
      expect(state()).toBe('offered')
    })
    expect(state()).toBe('coming')
  })

  test('R129 who was removed is told so, and may answer again unless they were blocked', async () => {
    await open(null, formView(), () => undefined, { removed: { mayAnswer: true } })
    expect([state(), heading(1)]).toEqual(['removed', 'Your answer was removed'])
    await press('Answer again')
    expect(document.querySelector('input[name=attending]')).not.toBeNull()
    act(() => useGuest.setState({ removed: { mayAnswer: false } }))
    expect(text()).toContain('You can no longer answer this invitation.')
    expect(document.querySelector('input[name=attending]')).toBeNull()
  })

  test('R96, R129 who was removed still finds what is kept of them, and erases it', async () => {
    const asked = await open(null, formView(), ({ method }) => (method === 'DELETE' ? { body: { success: true } } : undefined), {
      removed: { mayAnswer: false },
    })
    expect(text()).toContain('Your data')
    await drawn(() => button('Download my data'))
    expect(text()).toContain('Your answer was removed; your name and email are still kept with this event.')
    expect(text()).not.toContain('Email me a new link')
    await press('Erase my data')
    const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog],[role=dialog]') ?? document.body
    await drawn(() => expect(dialog().textContent).toContain('Erase your data?'))
    expect(dialog().textContent).not.toContain('your seats become free')
    await press('Erase my data', dialog())
    await settle()
    expect(asked.some(({ method, path: at }) => method === 'DELETE' && at.startsWith('/rsvp'))).toBe(true)
  })
})

describe('R123 the form under it', () => {
  test('R123 opens under Change, and folds again without having sent anything', async () => {
    const asked = await open(ownRsvp({ roles: ['Cook'] }))
    await press('Change my answer')
    expect(document.querySelector('input[name=attending]')).not.toBeNull()
    expect(state()).toBe('coming')
    // One state at a time: what is kept holds, and nothing is called unsent before something is chosen.
    expect(text()).toContain('This holds until you send a change.')
    expect(text()).not.toMatch(/Your answer is saved|Not sent yet/)
    await press('Keep it as it is')
    expect(text()).toContain('Your answer is saved.')
    expect(document.querySelector('input[name=attending]')).toBeNull()
    expect(writes(asked)).toEqual([])
  })

  test('R82, R123 what was chosen and not sent is there again after a reload', async () => {
    sessionStorage.setItem(`rsvpDraft:${groupId}:${'e'.repeat(24)}`, JSON.stringify({ attending: false }))
    await open(ownRsvp({ roles: ['Cook'] }))
    expect(state()).toBe('coming')
    expect(document.querySelector<HTMLInputElement>('input[value=no]')?.checked).toBe(true)
  })

  test('R123 who said no comes after all: a yes is chosen already', async () => {
    await open(ownRsvp({ attending: false }))
    await press('I can come after all')
    expect(document.querySelector<HTMLInputElement>('input[value=yes]')?.checked).toBe(true)
  })
})

describe('R91, R92 places and offers', () => {
  const place = (role: string, position: number) => ({ role, position, page: 0, nth: position, rev: 1 })

  test('R92 says which number, for what, and follows the line', async () => {
    await open(ownRsvp({ waiting: [place('Host', 4)] }))
    expect([state(), heading(1)]).toEqual(['waiting', 'You’re number 4 in line for Host'])
    act(() => putLine({ _id: groupId, rev: 2, lines: [{ role: 'Host', first: 0, counts: [4] }] }))
    expect(heading(1)).toBe('You’re number 4 in line for Host')
  })

  test('R89a who no longer wants to wait says so in one step', async () => {
    const asked = await open(ownRsvp({ waiting: [place('Host', 4)] }), formView(), reply(ownRsvp()))
    await openMenu('More')
    await choose('Stop waiting')
    expect(writes(asked)[0]).toMatchObject({ path: '/rsvp/submit', body: { attending: true, waitFor: [] } })
    expect(state()).toBe('coming')
  })

  test('R91 an offer counts down and is accepted with a press; the card says that it was', async () => {
    const accepted = ownRsvp({ roles: ['Host'], cameBy: 'offer' })
    const asked = await open(ownRsvp({ offers: [{ role: 'Host', until: in3h() }] }), formView(), reply(accepted))
    expect([state(), heading(1)]).toEqual(['offered', 'A seat as Host is held for you'])
    expect(text()).toContain('3 h 1 min left')
    await press('Accept the seat')
    expect(writes(asked)[0]).toMatchObject({ path: '/rsvp/offer', body: { role: 'Host', accept: true } })
    expect(text()).toContain('You accepted: the seat that was held for you is yours.')
    expect(document.activeElement?.textContent).toBe('You’re coming as Host')
  })

  test('R148, R149 who may have no further seat says first which one they give back; both stand on the card', async () => {
    const choose = {
      count: 1,
      of: [
        { _id: '7'.repeat(24), name: 'Bar' },
        { _id: '8'.repeat(24), name: 'Stage' },
      ],
    }
    const doorId = '9'.repeat(24)
    const offers = [{ role: 'Host', until: in3h(), instead: ['Door'], insteadIds: [doorId], choose }]
    const asked = await open(ownRsvp({ offers }), formView(), reply(ownRsvp({ roles: ['Host'], cameBy: 'offer' })))
    expect(text()).toContain('Accepting gives back your seat in Door.')
    expect(text()).toContain('If you accept, you choose which of them you give back.')
    await press('Accept the seat')
    await drawn(() => expect(text()).toContain('Which seat do you give back?'))
    const dialog = document.querySelector<HTMLElement>('[role=dialog]') ?? undefined
    const boxes = [...(dialog?.querySelectorAll<HTMLInputElement>('input[type=checkbox]') ?? [])]
    expect(button('Accept the seat', dialog).disabled).toBe(true)
    for (const box of boxes) await act(async () => box.click())
    expect([writes(asked), boxes.map(({ checked }) => checked)]).toEqual([[], [false, true]])
    await press('Accept the seat', dialog)
    expect(writes(asked)[0]).toMatchObject({
      path: '/rsvp/offer',
      body: { role: 'Host', accept: true, giveBack: [doorId, choose.of[1]?._id] },
    })
    expect(state()).toBe('coming')
  })

  test('R149 refused because another seat would go, the card says what is so now', async () => {
    const offered = (name: string, id: string) => ownRsvp({ offers: [{ role: 'Host', until: in3h(), instead: [name], insteadIds: [id] }] })
    const [barId, doorId] = ['7'.repeat(24), '9'.repeat(24)]
    const sentence = 'Which seats you give back for it has changed. Please look again before you accept.'
    let isMoved = false
    const answers: Answer = ({ method }) => {
      if (method !== 'POST') return undefined
      isMoved = true
      return { status: 409, body: { error: sentence, code: 'swap-changed' } }
    }
    const now = {
      get rsvp() {
        return isMoved ? offered('Door', doorId) : offered('Bar', barId)
      },
    }
    const asked = await open(null, formView(), answers, now)
    await press('Accept the seat')
    expect(writes(asked)[0]?.body).toMatchObject({ accept: true, giveBack: [barId] })
    await drawn(() => expect(text()).toContain('Accepting gives back your seat in Door.'))
    expect(document.body.textContent).toContain(sentence)
    expect(state()).toBe('offered')
  })

  test('R91a, R123 the role that is held is not offered a second time in the form below: no waitlist, and a tap says to accept it', async () => {
    await open(ownRsvp({ offers: [{ role: 'Host', until: in3h() }] }), formView({ waitlist: true }))
    await openMenu('More')
    await choose('Change my answer')
    const card = [...document.querySelectorAll('li')].find((one) => one.querySelector('[data-role="host"]'))
    expect(card?.textContent).toContain('Held for you')
    expect(card?.textContent).not.toMatch(/waitlist|waiting|full/i)
    await act(async () => card?.querySelector<HTMLInputElement>('[data-role="host"]')?.click())
    expect(document.body.textContent).toContain('A seat as Host is held for you: accept it first.')
    expect(document.body.textContent).not.toContain('already full')
  })

  test('R91, R242 it is declined beside that; a refusal says so and leaves the card', async () => {
    const answers: Answer = ({ method }) =>
      method === 'POST' ? { status: 409, body: { error: 'This offer has ended.', code: 'offer-over' } } : undefined
    const later = new Date(Date.now() + 9 * 3_600_000).toISOString()
    const offers = [
      { role: 'Cook', until: later },
      { role: 'Host', until: in3h() },
    ]
    const asked = await open(ownRsvp({ offers }), formView(), answers)
    expect(heading(1)).toBe('A seat as Host is held for you')
    await press('Decline')
    await drawn(() => expect(text()).toContain('Decline the seat as Host?'))
    expect(writes(asked)).toEqual([])
    await press('Decline the seat')
    expect(writes(asked)[0]).toMatchObject({ body: { role: 'Host', accept: false } })
    expect(text()).toContain('This offer has ended.')
    expect(state()).toBe('offered')
  })
})

describe('R94, R98 seats and confirmations', () => {
  test('R98, R116 one button confirms the answer as it is kept; a refusal is said and can be tried again', async () => {
    const form = formView({ showConfirmation: true })
    let isDown = true
    const done = reply(ownRsvp({ roles: ['Cook'], confirmed: true }), form)
    const asked = await open(ownRsvp({ roles: ['Cook'] }), form, (one) =>
      isDown && one.method === 'POST' ? { status: 503, body: { error: 'Busy.', code: 'busy' } } : done(one),
    )
    expect(text()).toContain('Not confirmed yet.')
    await press('Confirm')
    expect(text()).toContain('Busy.')
    isDown = false
    await press('Confirm')
    expect(writes(asked).at(-1)?.body).toMatchObject({ attending: true, roles: ['Cook'], confirmed: true })
    expect(text()).toContain('You have confirmed.')
  })

  test('R126 without confirmation who was assigned says that they come; R11 roles stay the organizer’s', async () => {
    const form = formView({}, { enableRoleSelfSelect: false })
    const asked = await open(ownRsvp({ attending: null, roles: ['Cook'] }), form, reply(ownRsvp({ roles: ['Cook'] }), form))
    await press('I’m coming')
    expect(writes(asked)[0]?.body).toMatchObject({ attending: true, roles: [], confirmed: false })
  })

  test('R242a a question has both its answers as buttons: a no asks what becomes of the seat, and is not in the menu as well', async () => {
    await open(ownRsvp({ attending: null, roles: ['Cook'] }))
    await openMenu('More')
    expect(items()).not.toContain('I can’t make it')
    await press('I can’t make it')
    await drawn(() => expect(text()).toContain('What should happen to your seat?'))
  })

  test('R242b whoever comes without a role is led to the seats that are free', async () => {
    await open(ownRsvp())
    await press('Take a seat, 3 left')
    await settle()
    expect(document.activeElement?.closest('#roles')).not.toBeNull()
  })

  test('R94 a hand-over under way says to whom, and is taken back with a press', async () => {
    const handOver = { name: 'Bea', email: 'bea@guests.test', roles: ['Cook'], until: in3h() }
    const asked = await open(ownRsvp({ roles: ['Cook'], handOver }), formView(), reply(ownRsvp({ roles: ['Cook'] })))
    expect([state(), heading(1)]).toEqual(['handing-over', 'You offered your seat to Bea'])
    await press('Withdraw the offer')
    expect(writes(asked)[0]).toMatchObject({ method: 'DELETE' })
    expect(state()).toBe('coming')
  })

  test('R94 who has a seat is asked what becomes of it; who has none says no in one step; who said no is not asked', async () => {
    const asked = await open(ownRsvp(), formView(), reply(ownRsvp({ attending: false })))
    await openMenu('More')
    expect(items()).toEqual([
      'Change my answer',
      'I can’t make it',
      'Add to calendar',
      'Google Calendar',
      'Outlook',
      'Outlook for work or school',
      'Copy link',
    ])
    await choose('I can’t make it')
    expect(text()).toContain('Lena sees it.')
    await press('I can’t make it')
    expect(writes(asked)[0]?.body).toMatchObject({ attending: false, roles: [] })
    expect(state()).toBe('declined')
    await openMenu('More')
    expect(items()).not.toContain('I can’t make it')
    act(() => putRsvp(ownRsvp({ rev: 12, roles: ['Cook'] }), formView()))
    await openMenu('More')
    await choose('I can’t make it')
    expect(text()).toContain('What should happen to your seat?')
  })
})
