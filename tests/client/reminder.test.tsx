// Emails before an event on screen: the rules in words, sending one now, how the confirmations come in, and the guest's one button.
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { NewsSection } from '#client/account/news-section.tsx'
import { GroupSettings } from '#client/group/settings/group-settings.tsx'
import { ReminderSettings } from '#client/reminder/reminder-settings.tsx'
import { nextSentence } from '#client/reminder/reminder-words.ts'
import { defaultReminders } from '#protocol/seats/reminder-rules.ts'
import { aGroup } from './event-fixtures.ts'
import { button, leave, press, serve, settle, show, text } from './page-kit.tsx'

beforeEach(() => vi.useRealTimers())

const next = '2026-12-10T08:00:00.000Z'
const reminders = {
  confirmation: { ...defaultReminders.confirmation, next: null, people: 23 },
  reminder: { ...defaultReminders.reminder, next, people: 23 },
  nudge: { ...defaultReminders.nudge, next: null, people: 0 },
}
const group = aGroup({ reminders })
const start = '2099-12-11T18:30:00.000Z'
const at = (iso: string) => Date.parse(iso)

describe('the rules', () => {
  test('R99 say in the event’s zone when the next goes out and to how many; why none does', () => {
    const said = (now: string, zone = 'Europe/Berlin', more = {}) =>
      nextSentence('reminder', { ...reminders.reminder, ...more }, zone, at(now))
    expect(said('2026-12-09T12:00:00Z')).toBe('Tomorrow, 9:00 AM CET: reminder to 23 people.')
    expect(said('2026-12-10T01:00:00Z')).toBe('Today, 9:00 AM CET: reminder to 23 people.')
    expect(said('2026-12-01T01:00:00Z', 'Asia/Kathmandu', { people: 1 })).toBe('10 Dec 2026, 1:45 PM GMT+5:45: reminder to 1 person.')
    expect(said('2026-12-11T01:00:00Z', 'UTC', { next: null })).toBe('No more of them go out.')
    expect(said('2026-12-11T01:00:00Z', 'UTC', { isOn: false })).toBe('Off.')
    expect(nextSentence('nudge', { ...reminders.nudge, next, people: 4 }, 'UTC', at('2026-12-09T12:00:00Z'))).toBe(
      'Next check tomorrow, 8:00 AM UTC; 4 people without an answer.',
    )
  })

  test('R99 where nobody is to get one yet, it says whom it will be for', () => {
    const said = (kind: 'confirmation' | 'reminder') =>
      nextSentence(kind, { ...reminders[kind], next, people: 0 }, 'UTC', at('2026-12-09T12:00:00Z'))
    expect([said('reminder'), said('confirmation')]).toEqual([
      'Tomorrow, 8:00 AM UTC: reminder to everyone who has said yes by then.',
      'Tomorrow, 8:00 AM UTC: request to confirm to everyone who hasn’t confirmed by then.',
    ])
  })

  test('R241 the hours are written as all times beside them', async () => {
    await show(<ReminderSettings group={group} timeZone="Europe/Berlin" start={start} />)
    expect(text()).toContain('between 8:00 AM and 9:00 PM')
    expect([...document.querySelectorAll('option')].map(({ textContent }) => textContent)).toContain('9:00 AM')
  })

  test('R99 a switch is saved at once; what is refused is said, and shows what stands', async () => {
    const asked = serve(({ path }) => (path.endsWith('/reminders') ? { status: 503, body: { error: 'Busy.', code: 'busy' } } : undefined))
    await show(<ReminderSettings group={group} timeZone="Europe/Berlin" start={start} />)
    const toggle = document.querySelectorAll<HTMLInputElement>('input[role=switch]')[1]
    await act(async () => toggle?.click())
    await settle()
    expect(asked[0]).toMatchObject({ method: 'PUT', body: { reminder: { isOn: false, days: 1, hour: 9 } } })
    expect([toggle?.checked, text().includes('Busy.')]).toEqual([true, true])
  })

  test('R99 sending now asks first and says how many; not where it is for nobody, or confirmation is off', async () => {
    const asked = serve(({ path }) => (path.endsWith('/send') ? { body: { people: 23, group: { ...group, rev: 2 } } } : undefined))
    await show(<ReminderSettings group={group} timeZone="Europe/Berlin" start={start} />)
    expect([button('Send now: Request to answer').disabled, button('Send now: Request to confirm').disabled]).toEqual([true, true])
    expect(text()).toContain('Goes out only once you enable confirmation.')
    expect(document.querySelector<HTMLInputElement>('input[role=switch]')?.disabled).toBe(true)
    await press('Send now: Reminder')
    expect(text()).toContain('Send the reminder to 23 people now?')
    expect(asked).toEqual([])
    await press('Send now')
    expect(asked[0]?.body).toEqual({ kind: 'reminder' })
    expect(text()).toContain('On its way to 23 people')
  })

  test('R99 once the event has started none can be sent, and it says why', async () => {
    await show(<ReminderSettings group={group} timeZone="Europe/Berlin" start="2020-12-11T18:30:00.000Z" />)
    expect(button('Send now: Reminder').disabled).toBe(true)
    expect(text()).toContain('The event has started')
  })

  test('R99 without an event there is nothing to remind of', async () => {
    await show(<ReminderSettings group={aGroup({ eventId: null })} timeZone="UTC" start={start} />)
    expect(text()).toBe('')
  })
})

describe('the round of confirmations', () => {
  test('R98 enabling says how many get an email now; then how it comes in', async () => {
    await show(<GroupSettings group={group} />)
    await press('Enable Confirmation')
    expect(text()).toMatch(/23 people will get an email\s+now/)
    await leave()
    const asking = { confirmed: 12, left: 28, asked: { at: next, people: 40 } }
    await show(<GroupSettings group={aGroup({ showConfirmation: true, asking })} />)
    expect(text()).toContain('Asked 40 people. 12 confirmed, 28 still to confirm.')
  })
})

test('R100 the profile says what each choice brings, and keeps it at once', async () => {
  const user = { _id: 'u', rev: 1, news: 'daily' } as Parameters<typeof NewsSection>[0]['user']
  const asked = serve(({ path }) => (path === '/user/update-news' ? { status: 503, body: { error: 'Busy.', code: 'busy' } } : undefined))
  await show(<NewsSection user={user} />)
  expect(text()).toContain('within 48 hours of the start')
  await act(async () => document.querySelector<HTMLInputElement>('input[value=off]')?.click())
  await settle()
  expect([asked[0]?.body, text().includes('Busy.')]).toEqual([{ news: 'off' }, true])
})
