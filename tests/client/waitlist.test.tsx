// Waiting on screen: what a guest is offered where a role is full, their own place and offers, and the organizer's list.
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { GroupSettings } from '#client/group/settings/group-settings.tsx'
import { WaitLine } from '#client/rsvp/answer/wait-line.tsx'
import { placesNow } from '#client/waitlist/lines.ts'
import { MoveToWaitlist } from '#client/waitlist/move-to-waitlist.tsx'
import { WaitOptions } from '#client/waitlist/wait-options.tsx'
import { timeLeft } from '#client/waitlist/wait-words.ts'
import { WaitlistPanel } from '#client/waitlist/waitlist-panel.tsx'
import { aGroup, groupId } from './event-fixtures.ts'
import { button, drawn, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

beforeEach(() => vi.useRealTimers())

describe('R89 waiting for a full role', () => {
  const onWait = vi.fn<(isOn: boolean) => void>()

  test.each([
    [{ before: 2, isOn: false }, '2 people are waiting.', 'Join the waitlist', true],
    [{ before: 0, isOn: true }, 'You join the waitlist when you send. No one is before you.', 'Don’t join', false],
    [{ before: 5, position: 2, isOn: true }, 'You are on the waitlist. 1 person is before you.', 'Leave the waitlist', false],
    [{ before: 5, position: 2, isOn: false }, 'You leave the waitlist when you send.', 'Stay on it', true],
  ])('R89 R124 the card of a full role says who is before one, and what its button does: %o', async (line, said, label, then) => {
    await show(<WaitLine {...line} onWait={onWait} />)
    expect(text()).toContain(said)
    await press(label)
    expect(onWait).toHaveBeenLastCalledWith(then)
  })

  test('R89 who waits is asked about the other lists and about the seat they have, where that matters', async () => {
    const onChange = vi.fn<(waits: object) => void>()
    const choices = { keepWaiting: false, replaceRole: false, onChange }
    await show(<WaitOptions {...choices} waitFor={['Speaker']} mayReplace={false} />)
    expect(document.querySelectorAll('input')).toHaveLength(0)
    await leave()
    await show(<WaitOptions {...choices} waitFor={['Speaker', 'Cook']} mayReplace />)
    expect(text()).toContain('Keep me on the other waitlists when I get one')
    expect(text()).toContain('Swap my current seat for the new one')
    await act(async () => document.querySelector<HTMLInputElement>('input')?.click())
    expect(onChange).toHaveBeenCalledWith({ waitFor: ['Speaker', 'Cook'], keepWaiting: true, replaceRole: false })
  })
})

describe('R91, R92 a guest’s own places and offers', () => {
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
    expect([timeLeft(4 * 3_600_000), timeLeft(12_000_000), timeLeft(725_000), timeLeft(-5)]).toEqual(['4 h', '3 h 20 min', '12:05', '0:00'])
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
    const trigger = document.querySelector<HTMLButtonElement>(`[aria-label="Options for ${name}"]`)
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
  const read = () => drawn(() => expect(text()).toContain('Guest 1'))

  test('R92 shows the list in order and moves somebody to the front', async () => {
    const onGroup = vi.fn<(group: object) => void>()
    const asked = serve(({ method }) =>
      method === 'GET' ? { body: { waiting: [row(1), row(2)], offers: [], nextCursor: null } } : { body: { group: aGroup({ rev: 2 }) } },
    )
    await show(
      <main id="main">
        <WaitlistPanel group={aGroup()} timeZone="UTC" onGroup={onGroup} />
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
      if (method === 'GET') return { body: { waiting: [row(1)], offers: [], nextCursor: null } }
      if (!(body as { addSeat?: boolean }).addSeat)
        return { status: 409, body: { error: 'Role "Speaker" is already full.', code: 'role-full' } }
      return { body: { group: aGroup({ rev: 2 }) } }
    })
    await show(
      <main id="main">
        <WaitlistPanel group={aGroup()} timeZone="UTC" onGroup={() => {}} />
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
    const asked = serve(() =>
      isUp ? { body: { waiting: [], offers: [], nextCursor: null } } : { status: 503, body: { error: 'Busy.', code: 'busy' } },
    )
    await show(<WaitlistPanel group={aGroup()} timeZone="UTC" onGroup={() => {}} />)
    await drawn(() => expect(asked).toHaveLength(1))
    expect(text()).toBe('')
    await leave()
    isUp = false
    await show(<WaitlistPanel group={aGroup()} timeZone="UTC" onGroup={() => {}} />)
    await drawn(() => expect(text()).toContain('Busy.'))
    expect(button('Try again')).toBeTruthy()
  })

  test('R93 a limit below the seats taken asks how many are moved to the list', async () => {
    const onMove = vi.fn<(over: object) => Promise<void>>(async () => {})
    await show(<MoveToWaitlist over={{ name: 'Speaker', max: 3, filled: 5 }} onMove={onMove} onClose={() => {}} />)
    expect(text()).toContain('Move 2 people to the waitlist?')
    await press('Move to the waitlist')
    expect(onMove).toHaveBeenCalledWith({ name: 'Speaker', max: 3, filled: 5 })
  })

  test('R27, R89, R91 what the tab shares with the form takes effect at once', async () => {
    const asked = serve(({ method }) => (method === 'PATCH' ? { body: { group: aGroup(), act: 'a' } } : undefined))
    await show(<GroupSettings group={aGroup()} />)
    await type('Give free seats automatically', '48')
    await settle()
    await act(async () => document.querySelector<HTMLInputElement>('[role=switch]')?.click())
    await settle()
    await act(async () => document.querySelector<HTMLInputElement>('[value=private]')?.click())
    await settle()
    expect(asked.map(({ body }) => body)).toEqual([{ waitlistCutoffHours: 48 }, { waitlist: false }, { displayRSVPToAll: false }])
  })
})
