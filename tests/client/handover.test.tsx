// A guest who can't make it: what is chosen already, what is asked, and what is sent; and what the one named is shown.
import { expect, test, vi } from 'vitest'
import { GiveUpDialog } from '#client/handover/give-up-dialog.tsx'
import { HandOverPage } from '#client/handover/hand-over-page.tsx'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { button, leave, press, serve, settle, show, text, type } from './page-kit.tsx'
import { formView, groupId, ownRsvp } from './rsvp-fixtures.ts'

const saved = { ...ownRsvp({ roles: ['Host'] }), roleIds: ['host'], start: null }
const withWaiting = (waiting: number) => ({
  handOver: true,
  roleCoverage: [{ _id: 'host', name: 'Host', total: 2, count: 2, ...(waiting && { waiting }) }],
})
const event = { start: '2099-12-05T18:30:00.000Z', end: '2099-12-05T21:00:00.000Z' }
const open = (over: Partial<FormView>, own = saved, onDone = () => {}, more = {}) =>
  show(
    <GiveUpDialog
      form={formView(over, event)}
      saved={own}
      onDone={onDone}
      mayHandOver={over.handOver === true}
      hasBegun={false}
      open
      onOpenChange={() => {}}
      {...more}
    />,
  )

test('R94 with people waiting, giving the seat back is chosen already; without, naming somebody is', async () => {
  const receipt = { rsvp: ownRsvp({ attending: false }), form: formView(), roleCoverage: [] }
  const asked = serve(() => ({ body: receipt }))
  const onDone = vi.fn<() => void>()
  await open(withWaiting(2), saved, onDone)
  expect(text()).toContain('the seat goes to the first person on the waitlist')
  await press('Give my seat back')
  expect(asked[0]).toMatchObject({ path: '/rsvp/submit', body: { attending: false, roles: [] } })
  expect(onDone).toHaveBeenCalledWith(receipt)
  await leave()
  await open(withWaiting(0))
  expect(button('Offer my seat')).toBeTruthy()
})

test('R94 asks for a name and a valid email before anything is sent', async () => {
  const asked = serve(() => ({
    status: 409,
    body: { error: 'You have offered your seat to somebody already.', code: 'hand-over-pending' },
  }))
  await open(withWaiting(0))
  await type('Their email', 'bo')
  await press('Offer my seat')
  expect(text()).toContain('Please enter their name')
  expect(asked).toEqual([])
  await type('Their name', 'Bo')
  await type('Their email', 'bo@people.test')
  await press('Offer my seat')
  expect(asked[0]?.body).toMatchObject({ groupId, name: 'Bo', email: 'bo@people.test' })
  expect(text()).toContain('You have offered your seat to somebody already.')
})

test('R94 where it is switched off there is only giving back', async () => {
  serve(() => ({ body: {} }))
  await open({ ...withWaiting(0), handOver: undefined })
  expect(text()).toContain('your seat becomes free')
  expect(() => button('Offer my seat')).toThrow('No button')
})

test('R91, R94 once the event has begun nobody who waits is promised a seat; two roles are two seats', async () => {
  serve(() => ({ body: {} }))
  await open(withWaiting(2), { ...saved, roles: ['Host', 'Cook'] }, () => {}, { mayHandOver: false, hasBegun: true })
  expect(text()).toContain('What should happen to your seats?')
  expect(text()).toContain('your seats become free')
  expect(text()).not.toContain('waitlist')
})

const offer = {
  giver: 'Gina',
  email: 'bo@people.test',
  roles: ['Speaker', 'Host'],
  until: '2099-12-01T18:30:00.000Z',
  groupId,
  group: 'Group',
  event: null,
  replaces: ['Cook'],
}

test('R94, R116 the link takes nothing by itself, leaves the address bar, and says what is given back for it', async () => {
  window.history.replaceState(null, '', '/hand-over?token=to.ken')
  const asked = serve(({ path }) =>
    path === '/hand-over/accept' ? { body: { groupId, eventId: null, email: '', rsvp: ownRsvp() } } : { body: offer },
  )
  const { at } = await show(<HandOverPage />, '/hand-over')
  await settle()
  expect(window.location.search).toBe('')
  expect(asked.map(({ path }) => path)).toEqual(['/hand-over/open'])
  expect(document.querySelector('h1')?.textContent).toBe('Seats as Speaker and Host for you')
  expect(text()).toContain('Gina can’t make it, and offers you their seat as Speaker and Host.')
  expect(text()).toContain('You would give back your seat as Cook')
  await press('Accept the seat')
  expect(asked.at(-1)?.body).toEqual({ token: 'to.ken', replaceRole: true })
  expect(at()).toBe(`/rsvp/${groupId}`)
})

test('R94 an offer that has ended says so; one that can’t be read now can be tried again', async () => {
  window.history.replaceState(null, '', '/hand-over?token=to.ken')
  serve(() => ({ status: 410, body: { error: 'This offer has ended.', code: 'hand-over-over' } }))
  await show(<HandOverPage />, '/hand-over')
  await settle()
  expect(text()).toContain('This offer is no longer valid')
  expect(text()).toContain('It was already answered or withdrawn, or it has expired.')
  await leave()
  serve(() => ({ status: 500, body: {} }))
  await show(<HandOverPage />, '/hand-over')
  await settle()
  expect(button('Try again')).toBeTruthy()
})
