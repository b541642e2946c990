// Waiting on screen: what a guest is offered where a role is full, their own place and offers, and the organizer's list.
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { SeatSettings } from '#client/group/settings/seat-settings.tsx'
import { placesNow } from '#client/waitlist/lines.ts'
import { MoveToWaitlist } from '#client/waitlist/move-to-waitlist.tsx'
import { MyWaiting } from '#client/waitlist/my-waiting.tsx'
import { WaitPanel } from '#client/waitlist/wait-panel.tsx'
import { timeLeft, waitSentence } from '#client/waitlist/wait-words.ts'
import { WaitlistPanel } from '#client/waitlist/waitlist-panel.tsx'
import type { FormView, OwnRsvp } from '#protocol/rsvp.ts'
import { aGroup, groupId } from './event-fixtures.ts'
import { button, leave, press, serve, settle, show, text, type } from './page-kit.tsx'
import { formView, ownRsvp } from './rsvp-fixtures.ts'

beforeEach(() => vi.useRealTimers())

const place = (role: string, position: number) => ({ role, position, page: 0, nth: position, rev: 1 })
const speaker = { _id: 's', name: 'Speaker', left: 0, isFull: true, waiting: 2 }
const host = { _id: 'h', name: 'Host', left: 3, isFull: false, waiting: 0 }
const choices = { waitFor: [], keepWaiting: false, replaceRole: false }

describe('R89 the offer to wait', () => {
  test('R89 first what is open, then the list; who waits hears how many are before them', () => {
    expect(waitSentence(speaker, [speaker, host])).toBe('Speaker is full: take Host now (3 left), or wait: 2 before you.')
    expect(waitSentence({ ...speaker, waiting: 0 }, [speaker])).toBe('Speaker is full: you can wait: nobody before you.')
    expect(waitSentence({ ...speaker, position: 2 }, [speaker])).toContain('1 before you')
  })

  test('R89 lists full roles only, and asks about the others and about the present role where that matters', async () => {
    const onChange = vi.fn<(waits: object) => void>()
    await show(<WaitPanel {...choices} roles={[speaker, host]} mayReplace onChange={onChange} />)
    expect(text()).not.toContain('Wait for Host')
    expect(text()).not.toContain('replaces')
    await act(async () => document.querySelector<HTMLInputElement>('input')?.click())
    expect(onChange).toHaveBeenCalledWith({ ...choices, waitFor: ['Speaker'] })
    await leave()
    await show(
      <WaitPanel
        {...choices}
        waitFor={['Speaker', 'Cook']}
        roles={[speaker, { ...speaker, _id: 'c', name: 'Cook' }]}
        mayReplace
        onChange={onChange}
      />,
    )
    expect(text()).toContain('Keep waiting for the others when I get one')
    expect(text()).toContain('The new seat replaces the one I have')
  })

  test('R89 without a full role there is nothing', async () => {
    await show(<WaitPanel {...choices} roles={[host]} mayReplace={false} onChange={() => {}} />)
    expect(text()).toBe('')
  })
})

describe('R91, R92 a guest’s own places and offers', () => {
  const until = () => new Date(Date.now() + 3 * 3_600_000 + 61_000).toISOString()
  const open = (rsvp: OwnRsvp, onNews = vi.fn<(rsvp: OwnRsvp, form: FormView) => void>(), form = formView()) =>
    show(<MyWaiting form={form} rsvp={rsvp} putForm={() => {}} putRsvp={onNews} />)

  test('R92 says who is before them, and that they are next', async () => {
    await open(
      ownRsvp({
        waiting: [place('Host', 1), place('Cook', 4)],
      }),
    )
    expect(text()).toContain('HostYou are next')
    expect(text()).toContain('Cook3 before you')
  })

  test.each([
    ['Accept', true],
    ['Decline', false],
  ])('R91 an offer counts down and is answered with a click: %s', async (label, accept) => {
    const onNews = vi.fn<(rsvp: OwnRsvp, form: FormView) => void>()
    const [form, rsvp] = [formView({ rev: 2 }), ownRsvp({ rev: 2, roles: accept ? ['Host'] : [] })]
    const asked = serve(({ path }) => (path === '/rsvp/offer' ? { body: { rsvp, form, roleCoverage: [] } } : undefined))
    await open(ownRsvp({ offers: [{ role: 'Host', until: until() }] }), onNews)
    expect(text()).toContain('A seat as Host is held for you.')
    expect(text()).toContain('3 h 1 min left')
    await press(label)
    expect(asked[0]?.body).toMatchObject({ role: 'Host', accept })
    expect(onNews).toHaveBeenCalledWith(rsvp, form)
  })

  test('R91 a refusal says so, and an offer whose time is over has no buttons', async () => {
    serve(() => ({ status: 409, body: { error: 'This offer has ended.', code: 'offer-over' } }))
    await open(ownRsvp({ offers: [{ role: 'Host', until: until() }] }))
    await press('Accept')
    expect(text()).toContain('This offer has ended.')
    await leave()
    await open(ownRsvp({ offers: [{ role: 'Host', until: '2020-01-01T00:00:00.000Z' }] }))
    expect(text()).toContain('The offer of a seat as Host has ended.')
    expect(() => button('Accept')).toThrow('No button')
  })

  test('R92 the place follows from the lines as they move, wherever one stands; a line older than the place moves nothing', () => {
    const far = { role: 'Host', position: 9_960, page: 199, nth: 10, rev: 5 }
    const line = (rev: number, first: number, counts: number[]) => ({ _id: groupId, rev, lines: [{ role: 'Host', first, counts }] })
    const full = Array.from({ length: 200 }, () => 50)
    expect(placesNow([far], line(6, 0, [49, ...full.slice(1)]))).toEqual([{ ...far, position: 9_959 }])
    expect(placesNow([far], line(7, 1, full.slice(1)))).toEqual([{ ...far, position: 9_910 }])
    expect(placesNow([far], line(7, -1, [3, ...full]))).toEqual([{ ...far, position: 9_963 }])
    expect(placesNow([far], line(4, 0, [1, ...full.slice(1)]))).toEqual([far])
    expect(placesNow([far], undefined)).toEqual([far])
  })

  test('R91 what is left is said in hours, then in minutes', () => {
    expect([timeLeft(4 * 3_600_000), timeLeft(725_000), timeLeft(-5)]).toEqual(['4 h 0 min', '12:05', '0:00'])
  })
})

describe('R92, R93 the organizer', () => {
  const row = (n: number, over = {}) => ({
    _id: `s_${n}`,
    rsvpId: String(n).repeat(24),
    role: 'Speaker',
    position: n,
    name: `Guest ${n}`,
    email: `g${n}@example.com`,
    roles: [],
    ...over,
  })
  const openMenu = async (name: string) => {
    const trigger = document.querySelector<HTMLButtonElement>(`[aria-label="Change the place of ${name}"]`)
    trigger?.focus()
    await act(async () => trigger?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
    await settle()
  }
  const choose = async (label: string) => {
    const item = [...document.querySelectorAll<HTMLElement>('[role=menuitem]')].find((one) => one.textContent === label)
    await act(async () => item?.click())
    await settle()
  }
  /** The list is read a moment after the page is there. */
  const read = () => act(async () => new Promise((done) => setTimeout(done, 150)))

  test('R92 shows the list in order and moves somebody to the front', async () => {
    const onGroup = vi.fn<(group: object) => void>()
    const asked = serve(({ method }) =>
      method === 'GET' ? { body: { waiting: [row(1), row(2)], nextCursor: null } } : { body: { group: aGroup({ rev: 2 }) } },
    )
    await show(
      <main id="main">
        <WaitlistPanel group={aGroup()} onGroup={onGroup} />
      </main>,
    )
    await read()
    await openMenu('Guest 2')
    await choose('Move to the front')
    expect(asked.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: `/group/${groupId}/waitlist`,
      body: { rsvpId: row(2).rsvpId, roleName: 'Speaker', change: 'front' },
    })
    expect(onGroup).toHaveBeenCalled()
  })

  test('R92 where no seat is free, giving one asks whether to add it', async () => {
    const asked = serve(({ method, body }) => {
      if (method === 'GET') return { body: { waiting: [row(1)], nextCursor: null } }
      if (!(body as { addSeat?: boolean }).addSeat)
        return { status: 409, body: { error: 'Role "Speaker" is already full.', code: 'role-full' } }
      return { body: { group: aGroup({ rev: 2 }) } }
    })
    await show(
      <main id="main">
        <WaitlistPanel group={aGroup()} onGroup={() => {}} />
      </main>,
    )
    await read()
    await openMenu('Guest 1')
    await choose('Give a seat')
    expect(text()).toContain('Add a seat for Guest 1?')
    await press('Add a seat')
    expect(asked.at(-1)?.body).toMatchObject({ change: 'give', addSeat: true })
  })

  test('R92 nobody waits: there is nothing; it fails: one can try again', async () => {
    let isUp = true
    serve(() => (isUp ? { body: { waiting: [], nextCursor: null } } : { status: 503, body: { error: 'Busy.', code: 'busy' } }))
    await show(<WaitlistPanel group={aGroup()} onGroup={() => {}} />)
    await read()
    expect(text()).toBe('')
    await leave()
    isUp = false
    await show(<WaitlistPanel group={aGroup()} onGroup={() => {}} />)
    await read()
    expect(text()).toContain('Busy.')
    expect(button('Try again')).toBeTruthy()
  })

  test('R93 a limit below the seats taken asks how many are moved to the list', async () => {
    const onMove = vi.fn<(over: object) => Promise<void>>(async () => {})
    await show(<MoveToWaitlist over={{ name: 'Speaker', max: 3, filled: 5 }} onMove={onMove} onClose={() => {}} />)
    expect(text()).toContain('Move 2 people to the waitlist?')
    await press('Move to the waitlist')
    expect(onMove).toHaveBeenCalledWith({ name: 'Speaker', max: 3, filled: 5 })
  })

  test('R89, R91 the switch and the cut-off take effect at once', async () => {
    const onChange = vi.fn<(settings: object) => Promise<void>>(async () => {})
    await show(<SeatSettings group={aGroup()} onChange={onChange} />)
    await type('Give free seats without asking', '48')
    expect(onChange).toHaveBeenCalledWith({ waitlistCutoffHours: 48 })
    await act(async () => document.querySelector<HTMLInputElement>('[role=switch]')?.click())
    expect(onChange).toHaveBeenCalledWith({ waitlist: false })
  })
})
