// A computer whose clock is five hours off: every page goes by the server's, so nothing is over before its time, refused for its time or hidden by it (R247).
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { EventCreatePage } from '#client/event/create/create-page.tsx'
import { startOver, useDraft } from '#client/event/create/draft.ts'
import { DashboardPage } from '#client/event/dashboard/dashboard-page.tsx'
import { EventEditPage } from '#client/event/edit/edit-page.tsx'
import { toLocalInput } from '#client/lib/dates.ts'
import { forgetTokens, keepOrganizerToken, useSession } from '#client/lib/session.ts'
import { useDraft as useAnswer } from '#client/rsvp/answer/draft.ts'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, guestCalls, stateCard } from '#client/rsvp/lazy-parts.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { useRsvps } from '#client/rsvp/store.ts'
import { morning } from '../kit/world/clock.ts'
import { aCard, anEvent, eventId, groupId, groupPage } from './event-fixtures.ts'
import { freeLimits, heading, newToken, press, serve, settle, show, showAt, text, type } from './page-kit.tsx'
import { email, formView, ownRsvp, path } from './rsvp-fixtures.ts'

const hourMs = 3_600_000
/** What the server's clock shows; the computer's is `offMs` away from that. */
const today = new Date(morning).getTime()
const at = (hours: number) => new Date(today + hours * hourMs).toISOString()
const input = (hours: number) => toLocalInput(at(hours), 'Asia/Kathmandu')

describe.each([
  ['ahead', 5 * hourMs],
  ['behind', -5 * hourMs],
])('R247 a computer five hours %s', (_, offMs) => {
  const serving = (answer: Parameters<typeof serve>[0]) => serve(answer, () => Date.now() - offMs)
  beforeEach(() => {
    vi.setSystemTime(today + offMs)
    forgetTokens()
  })

  test('R247 takes a start in three hours and refuses one that has passed, where an event is made', async () => {
    startOver()
    const asked = serving(freeLimits)
    await show(<EventCreatePage />)
    await settle()
    await type('Event name', 'Supper')
    await type('Your email', 'ada@example.com')
    await type('Start', input(-3))
    await press('Next')
    expect(heading(1)).toContain('Event Details')
    expect(asked.length).toBeGreaterThan(0)
    await type('Start', input(3))
    await press('Next')
    expect(heading(1)).toBe('Attendee Setup (Step 3 of 3)')
    expect(useDraft.getState().step).toBe(2)
  })

  test('R247 takes a start in three hours and refuses one that has passed, where an event is changed', async () => {
    keepOrganizerToken(newToken())
    const event = anEvent({ start: at(48), end: at(50), timeZone: 'Asia/Kathmandu' })
    serving(({ path: asked }) => {
      if (asked === `/event/${eventId}`) return { body: { event, canManage: true } }
      return asked === `/group/${groupId}` ? { body: groupPage() } : undefined
    })
    await showAt('/event/:eventId/edit', <EventEditPage />, `/event/${eventId}/edit`)
    await settle()
    await type('Start', input(-3))
    await press('Next')
    expect(heading(1)).toBe('Update Event (Step 1 of 2)')
    await type('Start', input(3))
    await press('Next')
    expect(text()).toContain('Step 2 of 2')
  })

  test('R247 calls what runs Active and what has ended Over', async () => {
    keepOrganizerToken(newToken())
    useSession.setState({ user: null, checking: false })
    const running = aCard({ _id: '1'.repeat(24), name: 'Running', start: at(-1), end: at(2) })
    const ended = aCard({ _id: '2'.repeat(24), name: 'Ended', start: at(-4), end: at(-2), status: 'active' })
    serving(({ path: asked }) => (asked.startsWith('/event/mine') ? { body: { events: [running, ended] } } : undefined))
    await show(<DashboardPage />, '/dashboard')
    await settle()
    const cardOf = (name: string) =>
      [...document.querySelectorAll('article, li')].find((one) => one.textContent?.includes(name))?.textContent
    expect(cardOf('Running')).toContain('Active')
    expect(cardOf('Ended')).toContain('Over')
  })

  describe('R247 the invitation', () => {
    beforeEach(async () => {
      await Promise.all([stateCard.ready(), belowCard.ready(), import('#client/rsvp/card/more-acts.tsx'), guestCalls()])
      act(() => {
        useGuest.setState(useGuest.getInitialState(), true)
        useAnswer.setState(useAnswer.getInitialState(), true)
        useRsvps.setState(useRsvps.getInitialState(), true)
      })
    })
    const open = async (times: object, rsvp: object | null = null) => {
      const form = formView()
      const event = { ...form.event, ...times }
      const body = { ...form, event, userEmail: email, userName: 'Maya', rsvp }
      const asked = serving((one) => (one.path.startsWith('/rsvp/form/') ? { body } : undefined))
      await showAt('/rsvp/:groupId', <RsvpPage />, path)
      await settle()
      return asked
    }
    const state = () => document.querySelector('[data-state]')?.getAttribute('data-state')

    test('R247 is open until its event has ended, and no longer', async () => {
      await open({ start: at(-1), end: at(2) }, ownRsvp({ roles: ['Cook'] }))
      expect(state()).toBe('coming')
      expect(text()).not.toContain('Over')
    })

    test('R247 is closed once its event has ended', async () => {
      await open({ start: at(-4), end: at(-2) }, ownRsvp({ roles: ['Cook'] }))
      expect(state()).toBe('over')
    })

    test('R247 holds an offer for as long as the server does', async () => {
      await open({ start: at(30), end: at(32) }, ownRsvp({ offers: [{ role: 'Host', until: at(3) }] }))
      expect([state(), text()]).toEqual(['offered', expect.stringContaining('3 h left')])
    })
  })
})
