// A party at the door: each is found, scanned and taken back by themselves, with and without a network (R180, R190).
import { fireEvent } from '@testing-library/react'
import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { DoorPage } from '#client/door/door-page.tsx'
import { holderOf, sumsOf } from '#client/door/holder.ts'
import { decideOffline, withDoor } from '#client/door/offline/decide.ts'
import { readPass } from '#client/door/offline/verify.ts'
import { useDoor } from '#client/door/store.ts'
import type { DoorPerson } from '#protocol/seats/door/person.ts'
import { createPassKeys } from '#server/kernel/ports/pass-keys.ts'
import { passesOf } from '#server/seats/model/pass.ts'
import { comes } from '../kit/world/pace.ts'
import { type Asked, press, serve, settle, showAt, text } from './page-kit.tsx'

const [eventId, groupId] = ['e'.repeat(24), 'b'.repeat(24)]
const ids = { gina: '1'.repeat(24), mo: `${'2'.repeat(18)}abcdef`, li: `${'3'.repeat(18)}fedcba` }
const start = '2099-12-01T18:30:00.000Z'
const passes = createPassKeys(['a secret of an installation'], '')
const gina: DoorPerson = {
  _id: ids.gina,
  name: 'Gina',
  roles: ['Guest'],
  standing: 'yes',
  companions: [
    { _id: ids.mo, name: 'Mo' },
    { _id: ids.li, name: 'Li', roles: ['Speaker'] },
  ],
}
const counts = { inside: 0, came: 0, roles: {}, doors: {} }
const group = {
  _id: groupId,
  name: 'Summer school',
  start,
  opensAt: '2020-01-01T00:00:00.000Z',
  end: '2099-12-02T02:00:00.000Z',
  counts,
  roles: [],
}

/** As the server makes them. */
function made(companionIds: readonly string[]) {
  const rsvp = { _id: ids.gina, eventId, attending: true, roleIds: [], companions: companionIds.map((id) => ({ id, name: '' })) }
  const event = { _id: eventId, end: start, cancelledAt: null }
  const making = { signedTokens: { passes }, publicUrl: 'http://rolecall.test' }
  return passesOf(making as never, rsvp as never, { cancelledAt: null } as never, event as never).map(({ url }) => url)
}
const decide = async (pass: string, person = gina, despite = false) => {
  const says = await readPass(pass, eventId, passes.publicKeys)
  const holder = says && person.companions?.find(({ _id }) => says.companion && _id.endsWith(says.companion))
  const found = {
    person,
    group,
    holder: says?.companion === undefined ? holderOf(person, undefined) : holder && holderOf(person, holder._id),
  }
  return decideOffline({ scanId: 'x', kind: 'in', despite, pass: { says }, found, groupId: undefined, doors: [group], now: Date.now() })
    .answer
}

test('R181, R190 a phone reads whose pass it is, and knows each of a party by itself', async () => {
  const [mine = '', mo = '', gone = ''] = made([ids.mo, '4'.repeat(24)])
  expect(await readPass(mine, eventId, passes.publicKeys)).toEqual({ rsvpId: ids.gina, serial: 0, until: expect.any(Number) })
  expect(await readPass(mo, eventId, passes.publicKeys)).toMatchObject({ rsvpId: ids.gina, companion: 'abcdef', serial: 0 })
  expect(await readPass(mo, 'a'.repeat(24), passes.publicKeys)).toBeUndefined()
  expect(await readPass(mo, eventId, createPassKeys(['another'], '').publicKeys)).toBeUndefined()
  expect(await decide(mo)).toMatchObject({ result: 'ok', companionId: ids.mo, person: gina })
  const holder = holderOf(gina, ids.mo)
  const after = holder ? withDoor(holder, 'in', start, 'North', 'x') : gina
  expect([sumsOf(gina), sumsOf(after)]).toEqual([
    { inside: 0, came: 0 },
    { inside: 1, came: 1 },
  ])
  expect((await decide(mo, after)).result).toBe('again')
  expect((await decide(mine, after)).result).toBe('ok')
  // Who isn't on this list came along after it was read, or no longer does; a replaced pass is void.
  expect(await decide(gone)).toEqual({ scanId: 'x', result: 'newer' })
  expect((await decide(gone, { ...gina, serial: 1 })).result).toBe('void')
})

beforeEach(() => act(() => useDoor.setState(useDoor.getInitialState(), true)))

test('R180b, R187 each has a row, is found by name, let in by a tap, and taken back', async () => {
  const inNow: DoorPerson = {
    ...gina,
    companions: gina.companions?.map((one) =>
      one._id === ids.li ? { ...one, door: { isIn: true, at: start, door: 'North', line: 'c'.repeat(24) } } : one,
    ),
  }
  const asked = serve(({ path, body }) => {
    if (path.includes('/undo')) return { body: { person: gina, counts: { [groupId]: counts } } }
    if (path.endsWith('/scans')) {
      const [{ scanId } = { scanId: '' }] = (body as { scans: { scanId: string }[] }).scans
      return { body: { results: [{ scanId, result: 'ok', person: inNow, companionId: ids.li }], counts: {}, now: start } }
    }
    const event = { _id: eventId, name: 'Summer school', timeZone: 'UTC' }
    return {
      body: { event, door: 'North', groupId, groups: [group], people: [gina], until: start, keys: [], nextCursor: null, now: start },
    }
  })
  await showAt('/door/:eventId', <DoorPage />, `/door/${eventId}`)
  await settle()
  const rows = () => [...document.querySelectorAll('ul[aria-label=Guests] li')].map((one) => one.textContent)
  await comes(() => act(async () => expect(rows()).toHaveLength(3)))
  expect(rows()).toEqual(['GinaGuest · With Mo, LiIn', 'MoGuest · With GinaIn', 'LiSpeaker · With GinaIn'])
  await act(async () => void fireEvent.change(document.querySelector('input[type=search]') as Element, { target: { value: 'li' } }))
  expect(rows()).toHaveLength(1)
  await press('In: Li')
  await settle()
  const scans = asked.filter(({ path }) => path.endsWith('/scans')).flatMap(({ body }: Asked) => (body as { scans: object[] }).scans)
  expect(scans).toEqual([expect.objectContaining({ rsvpId: ids.gina, companionId: ids.li, kind: 'in' })])
  expect(document.querySelector('[data-result=ok]')?.textContent).toContain('LiSpeakerWith Gina')
  expect(rows()[0]).toContain('Out')
  await press('Undo')
  await settle()
  expect(asked.at(-1)).toMatchObject({ body: { line: 'c'.repeat(24) } })
  expect(text()).toContain('In')
})
