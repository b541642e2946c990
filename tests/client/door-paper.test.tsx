// Passes on paper, and the rehearsal with ten that count nowhere: the sheets, and what a phone says of such a pass.
import { cleanup, fireEvent } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PassesPage, PracticePage } from '#client/door/desk/sheet-page.tsx'
import { DoorPage } from '#client/door/door-page.tsx'
import { look } from '#client/door/scan.ts'
import { useDoor } from '#client/door/store.ts'
import { keepLogin } from '#client/lib/session.ts'
import { tonesOf } from '#protocol/people/brand/tones.ts'
import { createPassKeys } from '#server/kernel/ports/pass-keys.ts'
import { practicePasses } from '#server/seats/model/pass.ts'
import { comes } from '../kit/world/pace.ts'
import { aUser, opened } from './event-fixtures.ts'
import { aRow } from './group-fixtures.ts'
import { liveForAll } from './group-live.ts'
import { button, newToken, press, serve, settle, showAt, text } from './page-kit.tsx'

const live = await liveForAll()
const [eventId, groupId, otherId] = ['e'.repeat(24), 'b'.repeat(24), 'c'.repeat(24)]
const keys = createPassKeys(['a secret of an installation'], '')
const passes = ['Ada', 'Ben'].map((name) => ({ name, roles: ['Guest'], url: `http://rolecall.test/p#${name}` }))
const sheet = { event: { name: 'Summer school' }, groups: [], passes, nextCursor: null }
const groups = [
  { _id: groupId, name: 'Morning' },
  { _id: otherId, name: 'Evening' },
]
const labels = () => [...document.querySelectorAll('ul[aria-label=Passes] li')].map((one) => one.textContent)

beforeEach(() => {
  keepLogin(newToken(), aUser)
  act(() => useDoor.setState(useDoor.getInitialState(), true))
})

test('R180 passes come with their names, group by group, some at a time, and are printed', async () => {
  const asked = serve(({ path }) => ({
    body: {
      ...sheet,
      groups,
      nextCursor: path.includes('cursor') ? null : 'd'.repeat(24),
    },
  }))
  await showAt('/event/:eventId/passes', <PassesPage />, `/event/${eventId}/passes`)
  await settle()
  expect(labels()).toEqual(['AdaGuest · Summer school', 'BenGuest · Summer school'])
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  await press('Print')
  expect(print).toHaveBeenCalledOnce()
  await press('Next passes')
  expect(asked.at(-1)?.path).toContain(`cursor=${'d'.repeat(24)}`)
  await act(async () => void fireEvent.change(document.querySelector('select') as Element, { target: { value: otherId } }))
  await settle()
  expect(asked.at(-1)?.path).toContain(`groupId=${otherId}`)
})

test('R180 nobody comes, the call fails: it says so, and tries again', async () => {
  const answers = ['offline' as const, { body: { ...sheet, passes: [] } }]
  serve(() => answers.shift())
  await showAt('/event/:eventId/passes', <PassesPage />, `/event/${eventId}/passes`)
  await settle()
  await press('Try again')
  await settle()
  expect(text()).toContain('No one is coming yet')
  expect(button('Print')?.disabled).toBe(true)
})

const sheets = { passes: <PassesPage />, practice: <PracticePage /> }
type SheetName = keyof typeof sheets

/** Opens a sheet that is watched; `answers` says what the server does from then on. */
async function openWatched(name: SheetName, answer: (path: string) => ReturnType<Parameters<typeof serve>[0]>) {
  let isOpen = false
  const asked = serve(({ path }) => (isOpen ? answer(path) : { body: { ...sheet, groups } }))
  const watched: string[] = []
  live.answerWatch((room) => {
    watched.push(room)
    return undefined
  })
  await showAt(`/event/:eventId/${name}`, sheets[name], `/event/${eventId}/${name}`)
  await settle()
  await comes(async () => {
    await settle()
    expect(watched).toContain(`activity:${groupId}`)
  })
  expect(labels()).toHaveLength(2)
  isOpen = true
  return asked
}
const says = (words: RegExp) =>
  comes(async () => {
    await settle()
    expect(text()).toMatch(words)
  })
const hears = (...said: ['gone', string] | ['activity' | 'rsvp', never]) =>
  act(async () => {
    live.say(...(said as ['gone', string]))
    await live.heard()
  })
const refusal = (status: number, code: string, more = {}) => ({ status, body: { error: 'No.', code, ...more } })

test.each(['passes', 'practice'] as const)('R205, R181 %s: once the right to it ends the sheet is empty, and says so', async (name) => {
  await openWatched(name, () => refusal(404, 'event-unknown'))
  await hears('gone', `activity:${groupId}`)
  await says(/You do not have access to this/)
  expect([labels(), text().includes('Print')]).toEqual([[], false])
})

test.each(['passes', 'practice'] as const)('R136, R205 %s: of an event that was canceled it says so', async (name) => {
  const canceled = refusal(410, 'was-canceled', { name: 'Summer school', by: { _id: 'f'.repeat(24), name: 'Bea' } })
  await openWatched(name, (path) => (path.startsWith('/door/') ? refusal(404, 'event-unknown') : canceled))
  await hears('gone', `activity:${groupId}`)
  await says(/“Summer school” was canceled by Bea/)
  expect(labels()).toEqual([])
})

const line = {
  groupId,
  act: '1'.repeat(21),
  at: '2026-12-01T10:00:00.000Z',
  by: { type: 'guest', rsvpId: 'f'.repeat(24), name: 'Ben' },
  via: 'guest',
  kind: 'answer',
  from: { attending: true },
  to: { attending: false },
}
let rev = 0
const somethingHappens = {
  'a line of the activity': () => hears('activity', { ...line, _id: '1'.repeat(24), rev: ++rev } as never),
  'another link of theirs': () => hears('rsvp', { ...aRow(1), groupId, rev: ++rev } as never),
}
const happenings = Object.entries(somethingHappens)
test.each(happenings)('R181 what becomes void while the sheet is open goes from it: %s', async (_, happens) => {
  await openWatched('passes', () => ({ body: { ...sheet, groups, passes: passes.slice(0, 1) } }))
  await happens()
  await comes(async () => {
    await settle()
    expect(labels()).toEqual(['AdaGuest · Summer school'])
  })
})

test.each(happenings)(
  'R180a, R137 what happens meanwhile makes no other passes to practice with, and shows the event’s new name: %s',
  async (_, happens) => {
    const asked = await openWatched('practice', () => ({ body: { ...opened({ name: 'Winter school' }), canManage: true } }))
    await happens()
    await comes(async () => {
      await settle()
      expect(labels()).toEqual(['AdaGuest · Winter school', 'BenGuest · Winter school'])
    })
    expect(asked.filter(({ path }) => path.endsWith('/practice'))).toHaveLength(1)
  },
)

test('R137 a sheet that could not be read again is tried once more', async () => {
  const answers = [refusal(429, 'too-many'), { body: { ...sheet, groups, passes: passes.slice(0, 1) } }]
  await openWatched('passes', () => answers.shift())
  await somethingHappens['a line of the activity']()
  await comes(async () => {
    await settle()
    expect(labels()).toEqual(['AdaGuest · Summer school'])
  })
  expect(answers).toEqual([])
})

test('R205 of a group that is no more the sheet of another one is shown', async () => {
  const asked = await openWatched('passes', (path) =>
    path.includes(otherId) ? refusal(404, 'event-unknown') : { body: { ...sheet, groups: groups.slice(0, 1) } },
  )
  await act(async () => void fireEvent.change(document.querySelector('select') as Element, { target: { value: otherId } }))
  await comes(async () => {
    await settle()
    expect(labels()).toHaveLength(2)
  })
  expect(document.querySelector('select')).toBeNull()
  expect(asked.filter(({ path }) => path.includes(otherId))).toHaveLength(1)
})

test('R216 the host’s logo, name and color stand on each pass, in the tones of paper; without a brand there is none', async () => {
  const logo = { url: '/brand/small.png', largeUrl: '/brand/large.png', width: 160, height: 40 }
  const face = { name: 'Harbor Choir', accent: '#ffee00', style: ':root{--color-action:#ffee00}', hidesMadeWith: false, logo }
  const ofPass = () => [...document.querySelectorAll('ul[aria-label=Passes] li')].map((one) => one as HTMLElement)
  const open = async (brand: object) => {
    serve(() => ({ body: { ...sheet, ...brand } }))
    await showAt('/event/:eventId/passes', <PassesPage />, `/event/${eventId}/passes`)
    await settle()
  }
  await open({ brand: { _id: 'f'.repeat(24), rev: 1, face } })
  expect(labels()).toEqual(['Harbor ChoirAdaGuest · Summer school', 'Harbor ChoirBenGuest · Summer school'])
  expect(ofPass().map((one) => one.querySelector('img')?.getAttribute('src'))).toEqual([logo.url, logo.url])
  const { border, text: ink } = tonesOf(face.accent).print
  const like = Object.assign(document.createElement('p'), { style: `border-color:${border};color:${ink}` }).style
  expect(ofPass().map(({ style }) => style.borderColor)).toEqual([like.borderColor, like.borderColor])
  expect(ofPass().map((one) => (one.firstElementChild as HTMLElement).style.color)).toEqual([like.color, like.color])
  // The page around them keeps our look.
  expect(document.body.innerHTML).not.toContain('--color-action')
  cleanup()
  await open({ brand: { _id: 'f'.repeat(24), rev: 1, face: null } })
  expect(labels()).toEqual(['AdaGuest · Summer school', 'BenGuest · Summer school'])
})

test('R180a a rehearsal makes ten new ones with a press', async () => {
  const asked = serve(() => ({ body: sheet }))
  await showAt('/event/:eventId/practice', <PracticePage />, `/event/${eventId}/practice`)
  await settle()
  await press('Make ten new ones')
  await settle()
  expect(asked.map(({ method, path }) => [method, path])).toEqual(Array(2).fill(['POST', `/door/${eventId}/practice`]))
})

test('R180a, R190 a phone knows them without a network too: practice, again, over; nothing waits, nobody is in', async () => {
  const making = { signedTokens: { passes: keys }, publicUrl: 'http://rolecall.test' } as never
  const [one = ''] = practicePasses(making, eventId, 'd'.repeat(24), Date.now() + 60_000, 1)
  const [over = ''] = practicePasses(making, eventId, 'd'.repeat(24), Date.now() - 60_000, 1)
  const start = '2020-01-01T00:00:00.000Z'
  const counts = { inside: 4, came: 5, roles: {}, doors: {} }
  const list = {
    event: { _id: eventId, name: 'Summer school', timeZone: 'UTC' },
    door: 'North',
    groupId,
    groups: [{ _id: groupId, name: 'Summer school', start, opensAt: start, end: '2099-12-02T02:00:00.000Z', counts, roles: [] }],
    people: [],
    until: '2099-12-02T10:00:00.000Z',
    keys: keys.publicKeys,
    nextCursor: null,
    now: start,
  }
  serve(({ path }) => (path.includes('/list') ? { body: list } : 'offline'))
  await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
  await settle()
  act(() => useDoor.setState({ isKept: true, mode: 'offline' }))
  const scan = async (pass: string) => {
    const field = document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement
    await act(async () => void fireEvent.change(field, { target: { value: pass } }))
    await act(async () => void fireEvent.submit(field.form as HTMLFormElement))
    await comes(() => act(async () => expect(document.querySelector('[aria-busy=true]')).toBeNull()))
    await settle()
  }
  await scan(one)
  await comes(() => expect(text()).toContain('Practice: Let in'))
  expect(text()).toContain('no one was let in')
  expect(await look({ pass: one })).toMatchObject({ result: 'again', door: 'North', practice: true })
  expect(await look({ pass: over })).toMatchObject({ practice: true })
  expect([useDoor.getState().waiting, text().includes('4 inside, 5 came')]).toEqual([0, true])
})
