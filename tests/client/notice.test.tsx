// Stopping emails, on the page behind the link; and an address that doesn't work, in the organizer's list.
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { RsvpList } from '#client/group/answers/rsvp-list.tsx'
import { UnsubscribePage } from '#client/notice/unsubscribe-page.tsx'
import { putPage } from '#client/records/groups.ts'
import { groupId } from './event-fixtures.ts'
import { aRow, filled, pageOf } from './group-fixtures.ts'
import { type Answer, button, leave, press, serve, settle, show, text, type } from './page-kit.tsx'

const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog],[role=dialog]') ?? undefined
const choice = { occasion: 'Open stage night', about: 'event', maskedEmail: 'gi***@example.org', stopped: false }
async function open(answer: Answer) {
  const asked = serve(answer)
  await show(<UnsubscribePage />, '/unsubscribe?token=a.b.c')
  await settle()
  return asked
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', undefined))

test('R102, R116 the page only looks until its one button is pressed, and offers to take it back', async () => {
  let isDown = true
  const asked = await open(({ path }) => {
    if (path === '/notice/open') return { body: choice }
    return isDown ? 'offline' : { body: { ...choice, stopped: path === '/notice/stop' } }
  })
  expect(asked.map(({ path }) => path)).toEqual(['/notice/open'])
  expect(text()).toContain('This stops invitations, reminders and messages about Open stage night to gi***@example.org.')
  await press('Stop emails about this event')
  await settle()
  expect(text()).toContain('We can’t reach Rolecall.')
  isDown = false
  await press('Stop emails about this event')
  await settle()
  expect(text()).toContain('Emails are stopped')
  await press('Get these emails again')
  await settle()
  expect(text()).toContain('You get these emails again.')
  expect(asked.map(({ path }) => path)).toEqual(['/notice/open', '/notice/stop', '/notice/stop', '/notice/resume'])
})

test('R102 a link that has ended says so; a server that is away can be asked again', async () => {
  await open(() => ({ status: 410, body: { error: 'This link has ended.', code: 'notice-link-over' } }))
  expect(text()).toContain('This link is no longer valid')
  expect(() => button('Try again')).toThrow('No button')
  expect(text()).toContain('To stop emails about an event, open the newest one about it and press the link at its end.')
  expect(document.querySelector('a[href="/my-answers"]')?.textContent).toBe('Get a link to your answer')
  await leave()
  await open(() => 'offline')
  expect(button('Try again')).toBeTruthy()
  expect(text()).not.toContain('To stop emails')
})

test('R102 the list says that an address doesn’t work, and has it tried again; one that complained is left alone', async () => {
  const asked = serve(() => ({ body: { success: true } }))
  const rows = [aRow(1, { name: 'Ada', addressFault: 'undeliverable' }), aRow(2, { name: 'Grace', addressFault: 'complained' }), aRow(3)]
  const group = filled({ answers: { yes: 3, no: 0, none: 0 } })
  await act(async () => putPage(pageOf(group, { rsvps: rows })))
  await show(<RsvpList group={group} canManage />)
  await settle()
  expect(text().match(/Address doesn’t work/g)).toHaveLength(1)
  expect(text()).toContain('Reported as spam')
  expect(() => button('Try again: the address of Grace')).toThrow('No button')
  await press('Try again: the address of Ada')
  await press('Try again', dialog())
  await settle()
  expect(asked.map(({ path }) => path)).toEqual([`/group/${groupId}/rsvps/${rows[0]?._id}/retry-address`])
  expect(text()).toContain('Ada gets emails again')
})

test('R102 a mistyped address is corrected where nobody has answered with it; a refusal stands in the form, and what was typed stays', async () => {
  const replies = [
    { status: 409, body: { error: 'bo@guests.test is already in the list.', code: 'address-taken' } },
    { body: { success: true } },
  ]
  const asked = serve(() => replies.shift() ?? { body: {} })
  const row = aRow(1, { name: 'Bo', email: 'bo@gusts.test', attending: null, addressFault: 'undeliverable' })
  const group = filled({ answers: { yes: 0, no: 0, none: 1 } })
  await act(async () => putPage(pageOf(group, { rsvps: [row] })))
  await show(<RsvpList group={group} canManage />)
  await settle()
  await press('Try again: the address of Bo')
  await type('Email', 'nobody')
  await press('Save and send', dialog())
  expect(text()).toContain('Please enter a valid email address.')
  await type('Email', ' Bo@Guests.test ')
  await press('Save and send', dialog())
  await settle()
  expect(text()).toContain('bo@guests.test is already in the list.')
  await press('Save and send', dialog())
  await settle()
  expect(asked.map(({ path, body }) => [path, body])).toEqual(
    [1, 2].map(() => [`/group/${groupId}/rsvps/${row._id}/correct-address`, { email: 'bo@guests.test' }]),
  )
  expect(text()).toContain('Bo now gets emails at bo@guests.test')
})
