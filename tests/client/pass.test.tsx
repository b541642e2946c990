// A guest's pass on their card, and the page that a plain camera opens from it.
import { act } from 'react'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { PassPage } from '#client/pass/pass-page.tsx'
import { YourPass } from '#client/pass/your-pass.tsx'
import { useGuest } from '#client/rsvp/guest.ts'
import { belowCard, guestCalls, stateCard } from '#client/rsvp/lazy-parts.ts'
import { RsvpPage } from '#client/rsvp/rsvp-page.tsx'
import { useRsvps } from '#client/rsvp/store.ts'
import { button, drawn, leave, serve, settle, show, showAt, text } from './page-kit.tsx'
import { email, eventId, formView, groupId, ownRsvp, path } from './rsvp-fixtures.ts'

beforeAll(async () => void (await Promise.all([stateCard.ready(), belowCard.ready(), guestCalls()])))
beforeEach(() =>
  act(() => {
    useGuest.setState(useGuest.getInitialState(), true)
    useRsvps.setState(useRsvps.getInitialState(), true)
  }),
)

const url = 'http://rolecall.test/p#to-ken'
async function openCard(more: Parameters<typeof ownRsvp>[0], startsInMs: number) {
  const form = formView()
  const start = new Date(Date.now() + startsInMs).toISOString()
  const end = new Date(Date.now() + startsInMs + 3_600_000).toISOString()
  const event = form.event && { ...form.event, start, end }
  serve(() => ({ body: { ...form, event, userEmail: email, userName: 'Maya', rsvp: ownRsvp(more) } }))
  await showAt('/rsvp/:groupId', <RsvpPage />, path)
  await settle()
  await settle()
}
const folded = () => [...document.querySelectorAll('details')].find((one) => one.textContent?.includes('Your pass'))

test('R180 it is folded on the card until the day before, then open; who has none is shown none', async () => {
  await openCard({ passes: [{ url }] }, 3 * 86_400_000)
  await drawn(() => expect(document.querySelector('svg[aria-label^="Your pass"]')).toBeTruthy())
  expect(folded()?.open).toBe(false)
  await leave()
  await openCard({ passes: [{ url }] }, 3_600_000)
  expect(folded()?.open).toBe(true)
  await leave()
  await openCard({ attending: false }, 3_600_000)
  expect(folded()).toBeUndefined()
})

test('R180 it is drawn as a code of the link', async () => {
  await show(<YourPass own={{ passes: [{ url }] }} />)
  await drawn(() => expect(document.querySelector('svg path')?.getAttribute('d')?.length).toBeGreaterThan(500))
  expect(text()).toContain('Show this at the door.')
})

test('R180b each companion has one of their own, under their name', async () => {
  const companions = [
    { _id: 'c1', name: 'Mo' },
    { _id: 'c2', name: '' },
  ]
  const passes = [{ url }, { companionId: 'c1', url: `${url}-1` }, { companionId: 'c2', url: `${url}-2` }]
  await show(<YourPass own={{ name: 'Gina', companions, passes }} />)
  await drawn(() => expect(document.querySelectorAll('svg path')).toHaveLength(3))
  expect([...document.querySelectorAll('h3')].map((one) => one.textContent)).toEqual(['You', 'Mo', 'Guest of Gina (2)'])
  expect(text()).toContain('one for each of you')
})

const openPass = async () => {
  window.history.replaceState(null, '', '/p#to-ken')
  const shown = await show(<PassPage />, '/p')
  await settle()
  await settle()
  return shown
}
const place = { groupId, eventId }

test('R180 who has an answer there is led to it, and the token leaves the address bar', async () => {
  const asked = serve((one) => ({
    body: one.path === '/pass/open' ? place : { ...formView(), userEmail: email, userName: '', rsvp: ownRsvp() },
  }))
  const { at } = await openPass()
  expect(window.location.hash).toBe('')
  expect(asked[0]).toMatchObject({ method: 'POST', path: '/pass/open', body: { pass: 'to-ken' } })
  expect(at()).toBe(`/rsvp/${groupId}?eventId=${eventId}`)
})

test('R180 everybody else is told what it is, and can prove their email on the invitation', async () => {
  serve((one) => ({ body: one.path === '/pass/open' ? place : { ...formView(), userEmail: '', userName: '', rsvp: null } }))
  const { at } = await openPass()
  expect(at()).toBe('/p')
  expect(text()).toContain('This code lets one guest in.')
  const link = [...document.querySelectorAll('a')].find((one) => one.textContent === 'Open the invitation')
  expect(link?.getAttribute('href')).toBe(`/rsvp/${groupId}?eventId=${eventId}`)
})

test('R181 a void one says so and leads to one’s answers; where nothing could be asked, it can be tried again', async () => {
  const error = 'This pass doesn’t count. A newer one may have replaced it.'
  serve(() => ({ status: 410, body: { error, code: 'pass-void' } }))
  await openPass()
  expect(text()).toContain('This pass is not valid')
  expect(text()).toContain('Get a link to your answer')
  await leave()
  serve(() => 'offline')
  await openPass()
  expect(button('Try again')).toBeTruthy()
})
