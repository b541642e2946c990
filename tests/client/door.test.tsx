// The door's page, as a helper works with it: pairing, results, search, a hand scanner, and what is said when it can't go on.
import { fireEvent } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { PhonesDialog } from '#client/door/desk/phones-dialog.tsx'
import { DoorPage } from '#client/door/door-page.tsx'
import { passIn } from '#client/door/pass-text.ts'
import { unlessLeaving } from '#client/door/reading.ts'
import { useDoor } from '#client/door/store.ts'
import { useSession } from '#client/lib/session.ts'
import { startFinderOf } from '#protocol/kernel/finding/names.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { type Answer, type Asked, button, press, serve, settle, show, showAt, text } from './page-kit.tsx'

const eventId = 'e'.repeat(24)
const groupId = 'b'.repeat(24)
const person = (nth: number, name: string, more: Partial<DoorPerson> = {}): DoorPerson => ({
  _id: String(nth).repeat(24),
  name,
  roles: ['Guest'],
  standing: 'yes',
  ...more,
})
const people = [
  person(1, 'Zoë Brâncuși'),
  person(2, 'Max Muster', { companions: [{ _id: 'a'.repeat(24), name: 'Mo' }] }),
  person(3, 'Nora Nein', { standing: 'no' }),
]
const counts = { inside: 4, came: 5, roles: {}, doors: {} }
const start = '2099-12-01T18:30:00.000Z'
const list = {
  event: { _id: eventId, name: 'Summer school', timeZone: 'UTC' },
  door: 'North',
  groupId,
  groups: [
    {
      _id: groupId,
      name: 'Summer school',
      start,
      opensAt: start,
      end: '2099-12-02T02:00:00.000Z',
      counts,
      roles: [{ name: 'Guest', free: 3 }],
    },
  ],
  people,
  until: '2099-12-02T10:00:00.000Z',
  keys: [],
  nextCursor: null,
  now: start,
}
const ended = { status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }
const token = 'A'.repeat(120)

beforeEach(() => act(() => useDoor.setState(useDoor.getInitialState(), true)))

async function open(scanned: Answer = () => undefined): Promise<Asked[]> {
  const asked = serve((one) => (one.path.includes('/list') ? { body: list } : scanned(one)))
  await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
  await settle()
  return asked
}
const answered =
  (result: string, more: object = {}, now = { ...counts, inside: 5, came: 6 }): Answer =>
  ({ body, path }) =>
    path.endsWith('/scans')
      ? {
          body: {
            results: [{ scanId: (body as { scans: { scanId: string }[] }).scans[0]?.scanId, result, ...more }],
            counts: { [groupId]: now },
            now: start,
          },
        }
      : undefined
const field = () => document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement
const type = (value: string) => act(async () => void fireEvent.change(field(), { target: { value } }))
const enter = async () => {
  await act(async () => void fireEvent.submit(field().form as HTMLFormElement))
  await settle()
}
const checkbox = (label: string) =>
  [...document.querySelectorAll('label')].find((one) => one.textContent === label)?.querySelector('input') as HTMLInputElement
/** Holds whatever is asked from now on until it is released; counts how often the phone shakes. */
function holding() {
  const ask = fetch
  let release = () => {}
  const gate = new Promise<void>((open) => (release = open))
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof fetch>) => {
    await gate
    return ask(...sent)
  })
  const vibrate = vi.fn<() => boolean>(() => true)
  const shaking = (at: Navigator, name: string | symbol): unknown => (name === 'vibrate' ? vibrate : Reflect.get(at, name, at))
  vi.stubGlobal('navigator', new Proxy(navigator, { has: (at, name) => name === 'vibrate' || name in at, get: shaking }))
  return { release, shakes: () => vibrate.mock.calls.length }
}
const names = () => [...document.querySelectorAll('ul[aria-label=Guests] li')].map((one) => one.textContent)

describe('the page', () => {
  test('R183, R186 it shows who is expected and how many are inside', async () => {
    await open()
    expect(text()).toContain('4 inside, 5 came')
    expect(names()).toHaveLength(4)
    expect(text()).toContain('Guest · With Mo')
    expect(text()).toContain('Not coming · Guest')
  })

  test('R187 two letters find a name, accents aside', async () => {
    await open()
    await type('zo br')
    expect(names()).toHaveLength(1)
    await type('brancusi')
    expect(names()).toHaveLength(1)
    await type('xx')
    expect(text()).toContain('No one with that name')
    expect(startFinderOf('mar ang')('Anne-Marie Ångström')).toBe(true)
    expect(startFinderOf('nne')('Anne-Marie')).toBe(false)
  })

  test('R187 a hand scanner types a pass and Enter: it is sent, said in a word, counted, and the field is free again', async () => {
    const [zoe] = people
    const asked = await open(answered('ok', { person: { ...zoe, door: { isIn: true, at: start, door: 'North', line: 'c'.repeat(24) } } }))
    await type(`https://rolecall.test/p#${token}`)
    await enter()
    expect(asked.at(-1)?.body).toMatchObject({ scans: [{ pass: token }] })
    expect(document.querySelector('[data-result=ok]')?.textContent).toContain('Let in')
    expect(document.querySelector('[data-result=ok]')?.textContent).toContain('Zoë Brâncuși')
    expect(text()).toContain('5 inside, 6 came')
    expect(field().value).toBe('')
  })

  test('R187 passes scanned while another is still asked about are judged in their order, each shown and each felt', async () => {
    const [zoe, max, nora] = people
    const passes = ['A', 'B', 'C'].map((letter) => letter.repeat(120))
    const whose = [zoe, max, nora]
    const said = ['ok', 'ok', 'declined']
    const asked = await open((one) => {
      const nth = passes.indexOf((one.body as { scans?: { pass: string }[] } | null)?.scans?.[0]?.pass ?? '')
      return nth < 0 ? undefined : answered(said[nth] ?? '', { person: whose[nth] })(one)
    })
    const { release, shakes } = holding()
    for (const pass of passes) {
      await type(pass)
      await enter()
      expect(field().value).toBe('')
    }
    // Once more the first one, as a copy that is held out right behind it.
    await type(passes[0] ?? '')
    await enter()
    await act(async () => release())
    await settle()
    const sent = asked
      .filter(({ path }) => path.endsWith('/scans'))
      .map(({ body }) => (body as { scans: { pass: string }[] }).scans[0]?.pass)
    expect(sent).toEqual([...passes, passes[0]])
    expect(shakes()).toBe(4)
    expect(document.querySelector('[data-result=ok]')?.textContent).toContain('Zoë Brâncuși')
    const before = [...document.querySelectorAll('ul[aria-label="Just before"] li')].map((one) => one.textContent)
    expect(before).toEqual(['Zoë Brâncuși: Let in', 'Max Muster: Let in', 'Nora Nein: Not comingLet in anyway'])
    await press('Let in anyway: Nora Nein')
    await settle()
    expect(asked.at(-1)?.body).toMatchObject({ scans: [{ pass: passes[2], despite: true }] })
    const left = [...document.querySelectorAll('ul[aria-label="Just before"] li')].map((one) => one.textContent)
    expect(left).toEqual(['Zoë Brâncuși: Let in', 'Max Muster: Let in', 'Zoë Brâncuși: Let in'])
    // The next one by itself begins anew.
    await type(passes[1] ?? '')
    await enter()
    expect(document.querySelector('ul[aria-label="Just before"]')).toBeNull()
  })

  test.each([
    ['again', 'Already in', { at: start, door: 'South', person: people[1] }, true],
    ['early', 'The doors open on', { at: '2099-12-02T18:30:00.000Z', person: people[1] }, true],
    ['declined', 'Not coming', { person: people[2] }, true],
    ['void', 'Void pass', { person: people[1] }, true],
    ['unknown', 'Unknown', {}, false],
    ['canceled', 'Canceled', {}, false],
  ])('R185 %s is said as “%s”, and only whom the list knows can be let in all the same', async (result, word, more, isKnown) => {
    const asked = await open(answered(result, more))
    await type(token)
    await enter()
    expect(document.querySelector(`[data-result=${result}]`)?.textContent).toContain(word)
    const letIn = [...document.querySelectorAll('button')].filter((one) => one.textContent === 'Let in anyway')
    expect(letIn).toHaveLength(isKnown ? 1 : 0)
    if (!isKnown) return
    await press('Let in anyway')
    expect(asked.at(-1)?.body).toMatchObject({ scans: [{ pass: token, despite: true }] })
  })

  test('R188 what was just done is taken back by its line', async () => {
    const max = { ...(people[1] as DoorPerson), door: { isIn: true, at: start, door: 'North', line: 'c'.repeat(24) } }
    const asked = await open((one) =>
      one.path.endsWith('/undo') ? { body: { person: people[1], counts: { [groupId]: counts } } } : answered('ok', { person: max })(one),
    )
    await press('In: Max Muster')
    await settle()
    await press('Undo')
    await settle()
    expect(asked.at(-1)?.path).toBe(`/door/${eventId}/people/${max._id}/undo`)
    expect(asked.at(-1)?.body).toEqual({ line: 'c'.repeat(24) })
    expect(text()).toContain('4 inside, 5 came')
    expect(document.querySelector('[data-result]')).toBeNull()
  })

  test('R188 who manages the event takes back that somebody came from the list, whenever it was; nobody else is offered it', async () => {
    const max = { ...(people[1] as DoorPerson), door: { isIn: false, at: start, door: 'North', line: 'c'.repeat(24) } }
    let manages = false
    const asked = serve(({ path }) =>
      path.includes('/list')
        ? { body: { ...list, people: [people[0], max], manages } }
        : path.endsWith('/undo')
          ? { body: { person: people[1], counts: { [groupId]: { ...counts, came: 4 } } } }
          : undefined,
    )
    const opened = async () => {
      await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
      await settle()
      return [...document.querySelectorAll('button[aria-label^=Undo]')].map((one) => one.getAttribute('aria-label'))
    }
    expect(await opened()).toEqual([])
    manages = true
    act(() => useDoor.setState(useDoor.getInitialState(), true))
    expect(await opened()).toEqual(['Undo: Max Muster'])
    const undone = () => asked.filter(({ path }) => path.endsWith('/undo')).length
    await press('Undo: Max Muster')
    expect([document.querySelector('dialog[open], [role=dialog]')?.textContent, undone()]).toEqual([
      expect.stringContaining('Undo letting Max Muster out?'),
      0,
    ])
    await press('Undo')
    await settle()
    expect(undone()).toBe(1)
    expect(asked.findLast(({ path }) => path.endsWith('/undo'))).toMatchObject({
      path: `/door/${eventId}/people/${max._id}/undo`,
      body: { line: 'c'.repeat(24) },
    })
    expect(text()).toContain('4 inside, 4 came')
    expect(document.querySelector('button[aria-label="Undo: Max Muster"]')).toBeNull()
  })

  test('R184 what got lost on its way is sent once more under the same id; if that fails too, nobody was let in and it says so', async () => {
    let fails = 1
    const asked = await open((one) => (one.path.endsWith('/scans') && fails-- > 0 ? 'offline' : answered('ok', { person: people[1] })(one)))
    await press('In: Max Muster')
    await settle()
    const sent = asked.filter(({ path }) => path.endsWith('/scans')).map(({ body }) => JSON.stringify(body))
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    fails = 2
    await press('In: Zoë Brâncuși')
    await settle()
    expect(text()).toContain('no one was let in')
    expect(text()).toContain('No connection')
  })

  test('R182 a phone that was cut off shows nobody any more', async () => {
    await open(({ path }) => (path.endsWith('/scans') ? ended : undefined))
    await press('In: Max Muster')
    await settle()
    expect(text()).toContain('This phone can’t check in guests')
    expect(text()).not.toContain('Max Muster')
  })

  test('R190 a paired phone leaves at a press, once that is confirmed, and shows nobody any more', async () => {
    const asked = serve(({ path, method }) =>
      path.includes('/list') ? { body: { ...list, paired: true } } : method === 'DELETE' ? { body: { success: true } } : undefined,
    )
    await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
    await settle()
    await press('Stop using this phone at the door')
    expect(text()).toContain('The guest list is deleted from this phone.')
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    await press('Leave the door')
    await settle()
    expect(asked.at(-1)).toMatchObject({ method: 'DELETE', path: `/door/${eventId}/pairing` })
    expect(text()).toContain('This phone has left the door')
    expect(text()).not.toContain('Max Muster')
  })

  test('R190 where that doesn’t reach the server the phone stays at its door, without a network it can’t leave, and a helper’s browser is asked nothing', async () => {
    serve(({ path }) =>
      path.includes('/list') ? { body: { ...list, paired: true } } : { status: 503, body: { error: 'Busy', code: 'busy' } },
    )
    await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
    await settle()
    await press('Stop using this phone at the door')
    await press('Leave the door')
    await settle()
    expect(text()).toContain('Max Muster')
    await act(async () => useDoor.setState({ mode: 'offline' }))
    expect(text()).toContain('This phone can leave the door once it is online again')
    await act(async () => useDoor.setState({ mode: 'online', paired: false }))
    expect(text()).not.toContain('Stop using this phone')
  })

  test('R190 a phone doesn’t leave while a scan is under way: one that then waits here would go with the list', async () => {
    let reply: (answer: Response) => void = () => {}
    const asked = serve(({ path }) => (path.includes('/list') ? { body: { ...list, paired: true } } : undefined))
    await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
    await settle()
    const scan = unlessLeaving(() => new Promise<Response>((done) => (reply = done)))
    await press('Stop using this phone at the door')
    await press('Leave the door')
    await settle()
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    await act(async () => {
      useDoor.setState({ waiting: 1 })
      reply(new Response())
      await scan
    })
    await settle()
    expect(asked.filter(({ method }) => method === 'DELETE')).toEqual([])
    expect(text()).toContain('This phone holds scans that aren’t sent yet')
    expect(text()).toContain('Max Muster')
  })

  test('R190 a phone that has left reads no list again by itself; whoever is logged in opens the door at a press', async () => {
    const asked = serve(({ path }) => (path.includes('/list') ? { body: list } : undefined))
    useSession.setState({ token: 'token' })
    await act(async () => useDoor.setState({ eventId, failure: 'left' }))
    await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
    await settle()
    expect([text().includes('This phone has left the door'), asked.filter(({ path }) => path.includes('/list'))]).toEqual([true, []])
    await press('Open the door with your account')
    await settle()
    expect(text()).toContain('Max Muster')
    await act(async () => useSession.setState({ token: null }))
  })

  test('R182 the link pairs at a press only, and leaves the address bar', async () => {
    window.history.replaceState(null, '', `/door/${eventId}#pair.token`)
    const asked = serve(({ path }) =>
      path === '/door/pair' ? { body: { eventId, name: 'North', until: start } } : path.includes('/list') ? { body: list } : undefined,
    )
    await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
    await settle()
    expect([window.location.hash, asked]).toEqual(['', []])
    await press('Pair this phone')
    await settle()
    expect(asked[0]).toMatchObject({ path: '/door/pair', body: { token: 'pair.token' } })
    expect(text()).toContain('4 inside')
  })
})

test('R187 what is a pass is told from a name', () => {
  expect([passIn(`http://x.test/p#${token}`), passIn(token), passIn('Max Muster'), passIn('')]).toEqual([token, token, null, null])
})

test('R182 a new phone is a name, then a code to open on it; a phone is cut off at a press', async () => {
  const phone = { _id: 'd'.repeat(24), name: 'North', createdAt: start, pairedAt: null, seenAt: null, groupIds: [] }
  const asked = serve(({ method, path }) =>
    method === 'POST'
      ? { body: { phone: { ...phone, name: 'South' }, link: `http://rolecall.test/door/${eventId}#x.y`, until: start } }
      : method === 'DELETE'
        ? { body: { success: true } }
        : path.endsWith('/phones')
          ? { body: { phones: [phone], groups: [{ _id: groupId, name: 'Summer school' }] } }
          : undefined,
  )
  await show(<PhonesDialog eventId={eventId} isOpen onOpenChange={() => {}} />)
  await settle()
  expect(document.body.textContent).toContain('Its link was not opened yet')
  const name = document.querySelector<HTMLInputElement>('input[placeholder="North door"]') as HTMLInputElement
  await act(async () => void fireEvent.change(name, { target: { value: 'South' } }))
  await press('Make a link')
  await settle()
  expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ name: 'South' })
  expect(document.querySelector('svg[aria-label="Link for South, as a QR code"]')).toBeTruthy()
  await act(async () => button('Cut off North').click())
  await settle()
  expect(asked.some(({ method, path }) => method === 'DELETE' && path.endsWith(`/phones/${phone._id}`))).toBe(true)
})

test('R182a where the event has several groups a phone can be for some of them, and the list says for which', async () => {
  const groups = [
    { _id: groupId, name: 'Early shift' },
    { _id: 'c'.repeat(24), name: 'Late shift' },
  ]
  const phone = { _id: 'd'.repeat(24), name: 'North', createdAt: start, pairedAt: start, seenAt: start, groupIds: ['c'.repeat(24)] }
  const asked = serve(({ method, path }) =>
    method === 'POST'
      ? { body: { phone, link: `http://rolecall.test/door/${eventId}#x.y`, until: start } }
      : path.endsWith('/phones')
        ? { body: { phones: [phone], groups } }
        : undefined,
  )
  await show(<PhonesDialog eventId={eventId} isOpen onOpenChange={() => {}} />)
  await settle()
  expect(document.querySelector('ul[aria-label=Phones]')?.textContent).toContain('Only for Late shift')
  const makes = async (name: string) => {
    const typed = document.querySelector<HTMLInputElement>('input[placeholder="North door"]') as HTMLInputElement
    await act(async () => void fireEvent.change(typed, { target: { value: name } }))
    await press('Make a link')
    await settle()
    return asked.findLast(({ method }) => method === 'POST')?.body
  }
  expect(await makes('South')).toEqual({ name: 'South' })
  await act(async () => checkbox('Late shift').click())
  expect(await makes('West')).toEqual({ name: 'West', groupIds: ['c'.repeat(24)] })
  expect(checkbox('Late shift').checked).toBe(false)
})
