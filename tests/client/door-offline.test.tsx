// The door's page without a network: what this phone decides by itself, keeps, sends and forgets (R187, R189 to R191).
import { fireEvent } from '@testing-library/react'
import * as database from 'fake-indexeddb'
import { act } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { logOut } from '#client/access/store.ts'
import { DoorPage } from '#client/door/door-page.tsx'
import { forgetWaiting } from '#client/door/offline/waiting.ts'
import { openDoor, tryAgain } from '#client/door/reading.ts'
import { useDoor } from '#client/door/store.ts'
import { dropBox, openBox } from '#client/lib/files/door-box.ts'
import { useSession } from '#client/lib/session.ts'
import { createPassKeys } from '#server/kernel/ports/pass-keys.ts'
import { type Answer, type Asked, drawn, press, serve, settle, showAt, text } from './page-kit.tsx'

const [eventId, groupId] = ['e'.repeat(24), 'b'.repeat(24)]
const ids = { zoe: '1'.repeat(24), max: '2'.repeat(24), nobody: '9'.repeat(24) }
const start = '2099-12-01T18:30:00.000Z'
const counts = { inside: 4, came: 5, roles: {}, doors: {} }
const keys = createPassKeys(['a secret of an installation'], '')
const stranger = createPassKeys(['of another one'], '')
/** As `server/seats/model/pass.ts` writes them. */
function passOf(rsvpId: string, { serial = 0, event = eventId, until = 4_000_000_000, by = keys } = {}) {
  const bytes = Buffer.alloc(24)
  bytes.writeUInt8(1)
  bytes.write(event.slice(-8), 1, 'hex')
  bytes.write(rsvpId, 5, 'hex')
  bytes.writeUIntBE(serial, 17, 3)
  bytes.writeUInt32BE(until, 20)
  return by.sign(bytes)
}
/** Waits until something is so. */
const until = (isSo: () => boolean | Promise<boolean>) =>
  drawn(async () => {
    if (!(await isSo())) throw new Error('not yet')
  })
const hour = 3_600_000
const list = (ahead = 0) => ({
  paired: true,
  event: { _id: eventId, name: 'Summer school', timeZone: 'UTC' },
  door: 'North',
  groupId,
  groups: [
    {
      _id: groupId,
      name: 'Summer school',
      start,
      opensAt: '2020-01-01T00:00:00.000Z',
      end: '2099-12-02T02:00:00.000Z',
      counts,
      roles: [{ name: 'Guest', free: 3 }],
    },
  ],
  people: [
    { _id: ids.zoe, name: 'Zoë Brâncuși', roles: ['Guest'], standing: 'yes', serial: 1 },
    { _id: ids.max, name: 'Max Muster', roles: [], standing: 'no' },
  ],
  until: '2099-12-02T10:00:00.000Z',
  keys: keys.publicKeys,
  nextCursor: null,
  now: new Date(Date.now() + ahead).toISOString(),
})
interface Sent {
  scans: { scanId: string; at?: string; mode?: string; rsvpId?: string; pass?: string }[]
}
const scansOf = (one: Asked) => (one.body as Sent).scans

/** A server that can be out of reach, with what it answers to scans. */
function serving(result = 'ok', more: object = {}) {
  const net = { isOn: true, ahead: 0, isCutOff: false }
  const answer: Answer = (one) => {
    if (!net.isOn) return 'offline'
    if (net.isCutOff) return { status: 404, body: { error: 'Event Not Found', code: 'event-unknown' } }
    if (one.path.includes('/list')) return { body: list(net.ahead) }
    if (!one.path.endsWith('/scans')) return undefined
    const results = scansOf(one).map(({ scanId }) => ({ scanId, result, ...more }))
    return { body: { results, counts: { [groupId]: counts }, now: new Date(Date.now() + net.ahead).toISOString() } }
  }
  return { net, asked: serve(answer, () => Date.now() + net.ahead) }
}
const open = async () => {
  await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
  await until(() => useDoor.getState().isKept === true)
  await settle()
}
const field = () => document.querySelector<HTMLInputElement>('input[type=search]') as HTMLInputElement
async function scan(typed: string) {
  await act(async () => void fireEvent.change(field(), { target: { value: typed } }))
  let answers = 0
  const stop = new MutationObserver(() => answers++)
  stop.observe(document.body, { subtree: true, childList: true, attributes: true })
  await act(async () => void fireEvent.submit(field().form as HTMLFormElement))
  await until(async () => {
    await settle()
    return answers > 0 && document.querySelector('[data-result]') !== null && document.querySelector('[aria-busy=true]') === null
  })
  stop.disconnect()
}
const result = () => document.querySelector('[data-result]')?.getAttribute('data-result')

beforeEach(async () => {
  vi.stubGlobal('isSecureContext', true)
  for (const [name, value] of Object.entries(database)) vi.stubGlobal(name, value)
  await dropBox(eventId)
  forgetWaiting()
  act(() => useDoor.setState(useDoor.getInitialState(), true))
})

describe('without a network', () => {
  test.each([
    ['ok', 'a pass of the list', () => passOf(ids.zoe, { serial: 1 })],
    ['newer', 'one newer than the list', () => passOf(ids.nobody)],
    ['newer', 'a newer one of somebody on it', () => passOf(ids.zoe, { serial: 2 })],
    ['void', 'one that was replaced', () => passOf(ids.zoe)],
    ['void', 'one that is over', () => passOf(ids.zoe, { serial: 1, until: 1_000_000 })],
    ['declined', 'one of who said no', () => passOf(ids.max)],
    ['unknown', 'one of another event', () => passOf(ids.zoe, { serial: 1, event: 'a'.repeat(24) })],
    ['unknown', 'a forged one', () => passOf(ids.zoe, { serial: 1, by: stranger })],
    ['unknown', 'an altered one', () => passOf(ids.zoe, { serial: 1 }).replace(/^(.{30})./, (_, head: string) => `${head}_`)],
  ])('R190 %s: %s', async (said, _, pass) => {
    const { net } = serving()
    await open()
    net.isOn = false
    await scan(pass())
    expect([result(), useDoor.getState().mode]).toEqual([said, 'offline'])
    expect(useDoor.getState().waiting).toBe(said === 'ok' || said === 'newer' ? 1 : 0)
    expect(document.querySelector('[data-here]')).toBeTruthy()
  })

  test('R189, R191 it begins by itself, says since when and how many wait, lets nobody in twice, and ends once all is sent', async () => {
    const { net, asked } = serving()
    await open()
    expect(text()).toContain('Not ready for a lost connection')
    net.isOn = false
    net.ahead = 0
    await scan(passOf(ids.zoe, { serial: 1 }))
    expect(text()).toMatch(/Working without a network since .*1 scan waits/)
    expect(text()).toContain('5 inside, 6 came')
    // Signed anew, so that it isn't the same picture held into the camera for long.
    await scan(passOf(ids.zoe, { serial: 1, by: createPassKeys(['a secret of an installation'], '') }))
    expect(result()).toBe('again')
    net.isOn = true
    await press('Try now')
    await until(() => useDoor.getState().mode === 'online')
    const sent = asked.filter(({ path }) => path.endsWith('/scans')).flatMap(scansOf)
    // Once at first, when the network failed, and once more to settle: the same scan.
    expect(new Set(sent.map(({ scanId }) => scanId)).size).toBe(1)
    expect(sent.at(-1)).toMatchObject({ mode: 'offline' })
    expect(useDoor.getState().waiting).toBe(0)
  })

  test('R187, R190 passes scanned faster than the phone finds out that there is no network are all judged, shown and kept', async () => {
    const { net } = serving()
    await open()
    net.isOn = false
    await act(async () => {
      for (const pass of [passOf(ids.zoe, { serial: 1 }), passOf(ids.max), passOf(ids.nobody)]) {
        fireEvent.change(field(), { target: { value: pass } })
        fireEvent.submit(field().form as HTMLFormElement)
      }
    })
    await until(() => result() === 'newer')
    expect(text()).toContain('Zoë Brâncuși: Let in')
    expect(text()).toContain('Max Muster: Not coming')
    expect(useDoor.getState().waiting).toBe(2)
  })

  test('R191 a clock that is off by an hour or a day is put right by what the server said last', async () => {
    const { net, asked } = serving()
    net.ahead = 25 * hour
    await open()
    net.isOn = false
    await scan(passOf(ids.zoe, { serial: 1 }))
    net.isOn = true
    await press('Try now')
    await until(() => useDoor.getState().mode === 'online')
    const at = Date.parse(
      asked
        .filter(({ path }) => path.endsWith('/scans'))
        .flatMap(scansOf)
        .at(-1)?.at ?? '',
    )
    expect(Math.abs(at - Date.now() - 25 * hour)).toBeLessThan(60_000)
  })

  test('R191 what was let in twice, or void, is said with both doors until somebody has read it', async () => {
    const entries = [
      { at: '2026-01-01T19:02:00.000Z', door: 'North' },
      { at: '2026-01-01T19:05:00.000Z', door: 'South' },
    ]
    const { net } = serving('double', { entries, person: { ...list().people[0], twice: entries } })
    await open()
    net.isOn = false
    await scan(passOf(ids.zoe, { serial: 1 }))
    net.isOn = true
    await press('Try now')
    await until(() => useDoor.getState().mode === 'online')
    await settle()
    expect(text()).toMatch(/Zoë Brâncuși: Let in twice.*North 19:02, South 19:05|North 7:02.PM, South 7:05.PM/)
    await press('Dismiss')
    expect(text()).not.toContain('Zoë Brâncuși: Let in twice')
  })

  test('R190 nothing on the disk is readable; after being cut off, nothing is there at the next contact', async () => {
    const { net } = serving()
    await open()
    net.isOn = false
    await scan(passOf(ids.zoe, { serial: 1 }))
    const read = (request: IDBRequest) => new Promise<unknown>((resolve) => (request.onsuccess = () => resolve(request.result)))
    const db = (await read(indexedDB.open(`rolecall-door-${eventId}`))) as IDBDatabase
    const all = (await Promise.all(['parts', 'waiting'].map((name) => read(db.transaction(name).objectStore(name).getAll())))) as {
      data: ArrayBuffer
    }[][]
    db.close()
    expect(all.map((rows) => rows.length)).toEqual([1, 1])
    for (const { data } of all.flat()) expect(Buffer.from(data).toString('latin1')).not.toMatch(/Muster|Summer|rsvpId|scanId/)
    const box = await openBox(eventId)
    expect(JSON.stringify(await box?.read('list'))).toMatch(/"paired":true.*Max Muster/) // without a network, too, it says how it can leave
    net.isOn = true
    net.isCutOff = true
    await press('Try now')
    await until(() => text().includes('This phone can’t check in guests'))
    await until(async () => (await indexedDB.databases()).every(({ name }) => !name?.startsWith('rolecall-door')))
  })
})

test('R190 whoever logs out leaves no list, on the disk or in this tab; what still has to be sent is, once somebody is logged in again', async () => {
  const { net, asked } = serving()
  act(() => useSession.setState({ token: 'hers' }))
  await open()
  net.isOn = false
  await scan(passOf(ids.zoe, { serial: 1 }))
  await act(() => logOut())
  const box = await openBox(eventId)
  expect([await box?.read('list'), (await box?.waiting())?.length]).toEqual([undefined, 1])
  await act(() => openDoor(eventId))
  expect([useDoor.getState().lists, useDoor.getState().event]).toEqual([{}, null])
  net.isOn = true
  await act(() => openDoor(eventId))
  await until(() => useDoor.getState().waiting === 0)
  expect(asked.filter(({ path }) => path.endsWith('/scans')).at(-1)?.body).toMatchObject({ scans: [{ mode: 'offline' }] })
  await act(() => logOut())
  expect((await indexedDB.databases()).map(({ name }) => name)).toEqual([])
})

test('R187 Look shows who it is; only a tap lets them in', async () => {
  const { asked } = serving('ok', { person: list().people[0] })
  await open()
  await act(async () => void fireEvent.click(document.querySelector('input[value=look]') as HTMLInputElement))
  await scan(passOf(ids.zoe, { serial: 1 }))
  expect([result(), text().includes('Coming')]).toEqual(['coming', true])
  expect(asked.filter(({ path }) => path.endsWith('/scans'))).toEqual([])
  await press('Let in')
  await until(() => result() === 'ok')
  expect(asked.filter(({ path }) => path.endsWith('/scans'))).toHaveLength(1)
})

test('R192 without a network somebody without an answer gets a seat that this phone keeps, and none else; it is settled under the same id', async () => {
  const person = {
    _id: '7'.repeat(24),
    name: 'Wanda',
    roles: ['Guest'],
    standing: 'yes',
    door: { isIn: true, at: start, door: 'North', line: 'c'.repeat(24) },
  }
  const net = { isOn: true }
  const asked = serve((one) => {
    if (!net.isOn) return 'offline'
    if (one.path.includes('/list')) return { body: list() }
    if (one.path.endsWith('/leases')) return { body: { leaseId: 'd'.repeat(24), seats: 1, until: '2099-12-01T20:00:00.000Z' } }
    return one.path.endsWith('/walkins') ? { body: { person, counts: { [groupId]: counts }, now: new Date().toISOString() } } : undefined
  })
  await open()
  const newcomer = async (name: string) => {
    await press('Someone without an answer')
    await until(() => document.querySelector('[role=dialog]') !== null)
    const input = document.querySelector<HTMLInputElement>('[role=dialog] input') as HTMLInputElement
    await act(async () => void fireEvent.change(input, { target: { value: name } }))
  }
  await newcomer('Wanda')
  await press('Keep 3 seats of Guest on this phone')
  await until(() => document.body.textContent.includes('This phone keeps 1 seat of Guest'))
  net.isOn = false
  await press('Give a seat and let in')
  await until(() => result() === 'ok')
  expect([useDoor.getState().mode, useDoor.getState().waiting]).toEqual(['offline', 1])
  await newcomer('Walter')
  await press('Give a seat and let in')
  await until(() => document.body.textContent.includes('This phone keeps no seat of Guest'))
  expect(useDoor.getState().waiting).toBe(1)
  net.isOn = true
  await act(() => tryAgain(eventId))
  await until(() => useDoor.getState().mode === 'online')
  const sent = asked
    .filter(({ path }) => path.endsWith('/walkins'))
    .map(({ body }) => body as { scanId: string; leaseId?: string; at?: string })
  expect(new Set(sent.map(({ scanId }) => scanId)).size).toBe(1)
  expect(sent.at(-1)).toMatchObject({ name: 'Wanda', role: 'Guest', leaseId: 'd'.repeat(24), at: expect.any(String) })
})
