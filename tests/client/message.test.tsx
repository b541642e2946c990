// The organizer's messages on screen: the choice, the count, the question before it is sent, the draft, and the history with its failures.
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { ComposeForm } from '#client/message/compose-form.tsx'
import { MessageHistory } from '#client/message/message-history.tsx'
import { MessagesPage } from '#client/message/messages-page.tsx'
import { putMessages, useMessages } from '#client/message/store.ts'
import { useEvents } from '#client/records/events.ts'
import { useTallies } from '#client/records/tallies.ts'
import type { MessageCard } from '#protocol/mail/message-card.ts'
import { comes } from '../kit/world/pace.ts'
import { anEvent, eventId, groupId } from './event-fixtures.ts'
import { filled, forgetGroups, pageOf, speakerId } from './group-fixtures.ts'
import { type Answer, button, leave, press, serve, settle, show, showAt, text, type } from './page-kit.tsx'

const card = (part: Partial<MessageCard> = {}): MessageCard => ({
  _id: 'a'.repeat(24),
  rev: 2,
  groupId,
  subject: 'Bring a cup',
  roles: [],
  states: ['yes'],
  repliesTo: '',
  createdAt: '2026-11-22T08:00:00.000Z',
  recipients: 4,
  outcomes: { sent: 1, waiting: 3 },
  ...part,
})
const counted: Answer = ({ path, body }) => {
  if (!path.endsWith('/audience')) return undefined
  const { roles } = (body as { audience: { roles?: string[] } }).audience
  return { body: roles ? { recipients: 1, unreached: 0, declined: 0 } : { recipients: 2, unreached: 1, declined: 0 } }
}
async function compose(answer: Answer) {
  const asked = serve((one) => counted(one) ?? answer(one))
  await show(
    <ComposeForm host="Lena Park" group={filled({ showConfirmation: true })} occasion="Open stage night" eventName="Open stage night" />,
  )
  await comes(() => expect(text()).toMatch(/Reaches/))
  return asked
}
const check = (label: string) =>
  act(async () =>
    [...document.querySelectorAll('label')]
      .find((one) => one.textContent === label)
      ?.querySelector('input')
      ?.click(),
  )
const dialog = () => document.querySelector<HTMLElement>('[role=alertdialog],[role=dialog]') ?? undefined
const history = async (answer: Answer) => {
  serve(answer)
  await show(<MessageHistory groupId={groupId} />)
  await settle()
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', undefined)
  window.sessionStorage.clear()
  useMessages.setState({ byId: {}, cursors: {} })
})

test('R101 counts with each choice, shows the email, and asks before it sends; what was typed then goes', async () => {
  const asked = await compose(({ path }) => {
    if (path.endsWith('/messages')) return { body: { messageId: 'a'.repeat(24), recipients: 1 } }
    return undefined
  })
  expect(text()).toContain('Reaches 2 people. 1 person more can’t be reached')
  await check('Speaker')
  await comes(() => expect(text()).toContain('Reaches 1 person.'))
  await press('Send to 1 person')
  expect(text()).toContain('Please enter a subject')
  await type('Subject', 'Bring a cup')
  await type('Message', 'Please bring a cup.')
  expect(text()).toContain('Lena Park writes about “Open stage night”:')
  await press('Send to 1 person')
  const sends = () => asked.filter(({ path, method }) => method === 'POST' && path === `/group/${groupId}/messages`)
  expect(sends()).toEqual([])
  await press('Send', dialog())
  await settle()
  expect(sends().map(({ body }) => body)).toEqual([
    { audience: { roles: [speakerId] }, subject: 'Bring a cup', text: 'Please bring a cup.', replyTo: true },
  ])
  expect(text()).toContain('Sending to 1 person')
  expect(document.querySelector('textarea')?.value).toBe('')
})

test('R101 a draft outlives the page, and a refusal stands in the form', async () => {
  await compose(() => undefined)
  await type('Subject', 'Bring a cup')
  await type('Message', 'Please bring a cup.')
  await leave()
  const sentence = 'Your plan allows messages to 50 people a day. 1 are left today.'
  await compose(({ path }) => (path.endsWith('/messages') ? { status: 429, body: { error: sentence, code: 'messages-spent' } } : undefined))
  expect(document.querySelector('textarea')?.value).toBe('Please bring a cup.')
  await press('Send to 2 people')
  await press('Send', dialog())
  await settle()
  expect(text()).toContain(sentence)
  expect(document.querySelector('textarea')?.value).toBe('Please bring a cup.')
})

test('R101 the history is empty, fails and can be tried again, and moves; an older state never comes over a newer one', async () => {
  let isDown = true
  await history(() => (isDown ? 'offline' : { body: { messages: [card()], nextCursor: null } }))
  isDown = false
  await press('Try again')
  await settle()
  expect(text()).toContain('Sent 1 of 4')
  await act(async () => putMessages([card({ rev: 4, outcomes: { sent: 3, stopped: 1 } })]))
  await act(async () => putMessages([card({ rev: 3 })]))
  expect(text()).toContain('Sent to 3 people, not to 1 person')
  await leave()
  useMessages.setState({ byId: {}, cursors: {} })
  await history(() => ({ body: { messages: [], nextCursor: null } }))
  expect(text()).toContain('No messages yet')
})

test('R101 one of them shows its text, who got it, and why somebody didn’t', async () => {
  const recipients = [
    { rsvpId: 'b'.repeat(24), name: 'Ada', email: 'ada@example.org', outcome: 'sent' },
    { rsvpId: 'c'.repeat(24), name: '', email: '', outcome: 'stopped' },
  ]
  await history(({ path }) =>
    path.endsWith('/messages')
      ? { body: { messages: [card()], nextCursor: null } }
      : { body: { message: card(), text: 'Please bring a cup.', recipients, nextCursor: null } },
  )
  await press('Show “Bring a cup”')
  await settle()
  const shown = dialog()?.textContent ?? ''
  expect(shown).toContain('Please bring a cup.')
  expect(shown).toContain('Adaada@example.orgSent')
  expect(shown).toContain('A guestStopped such emails')
  expect(button('Close', dialog())).toBeTruthy()
})

test('R101 another message opens with its own text, whatever comes late; what is loaded stays when it moves on', async () => {
  const other = 'd'.repeat(24)
  const row = (n: number, outcome = 'waiting') => ({ rsvpId: `${n}`.repeat(24), name: `Guest ${n}`, email: '', outcome })
  let outcome = 'waiting'
  await history(({ path }) => {
    if (path.endsWith('/messages')) return { body: { messages: [card(), card({ _id: other, subject: 'Second' })], nextCursor: null } }
    if (path.includes(other)) return 'offline'
    if (path.includes('cursor')) return { body: { message: card(), text: 'First text', recipients: [row(2, outcome)], nextCursor: null } }
    return { body: { message: card(), text: 'First text', recipients: [row(1, outcome)], nextCursor: '1' } }
  })
  await press('Show “Bring a cup”')
  await settle()
  await press('Show more', dialog())
  expect(dialog()?.textContent).toContain('Guest 1Waiting')
  expect(dialog()?.textContent).toContain('Guest 2Waiting')
  outcome = 'sent'
  await act(async () => putMessages([card({ rev: 5 })]))
  await settle()
  expect(dialog()?.textContent).toContain('Guest 1Sent')
  expect(dialog()?.textContent).toContain('Guest 2Sent')
  await press('Close', dialog())
  await press('Show “Second”')
  expect(dialog()?.textContent ?? '').not.toContain('First text')
})

test('R193 once it is over, and somebody came, those can be thanked, or those who didn’t written to; nobody else, and no test', async () => {
  const asked = serve((one) => {
    if (one.path === `/group/${groupId}`) return { body: pageOf(filled({ door: { inside: 0, came: 2 } })) }
    if (one.path === `/event/${eventId}`) return { body: { event: anEvent({ status: 'over' }), canManage: true } }
    return one.path.endsWith('/messages') ? { body: { messages: [card({ door: 'missed', states: [] })], nextCursor: null } } : counted(one)
  })
  await showAt('/group/:groupId/messages', <MessagesPage />, `/group/${groupId}/messages`)
  await comes(() => expect(text()).toMatch(/Reaches/))
  const audiences = () => asked.flatMap(({ body }) => (body as { audience?: object } | undefined)?.audience ?? [])
  expect(audiences().at(-1)).toEqual({ door: 'came' })
  expect(text()).not.toContain('Said yes')
  expect(text()).not.toContain('Test to myself')
  expect(text()).toContain('Who didn’t come')
  await check('Who didn’t come')
  await comes(() => expect(audiences().at(-1)).toEqual({ door: 'missed' }))
  await leave()
  forgetGroups()
  act(() => useTallies.setState({}, true))
  useEvents.setState({ byId: {}, cards: {} })
})

test.each([
  ['over', 'This event has ended, so you can no longer write to anyone.'],
  ['cancelled', 'This event was canceled'],
] as const)('R101 once the event is %s nothing can be written, and what was sent stays', async (status, sentence) => {
  serve(({ path }) => {
    if (path === `/group/${groupId}`) return { body: pageOf(filled()) }
    if (path === `/event/${eventId}`) return { body: { event: anEvent({ status }), canManage: true } }
    return path.endsWith('/messages')
      ? { body: { messages: [card()], nextCursor: null } }
      : counted({ path, method: '', headers: {}, body: { audience: {} } })
  })
  await showAt('/group/:groupId/messages', <MessagesPage />, `/group/${groupId}/messages`)
  await settle()
  await settle()
  expect(text()).toContain(sentence)
  expect(text()).toContain('Bring a cup')
  expect(document.querySelector('textarea')).toBeNull()
  await leave()
  forgetGroups()
  useEvents.setState({ byId: {}, cards: {} })
})
