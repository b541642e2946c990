// The one invitation to all groups of an event: what it reads, what its room tells, and that a proof for one group holds for all.
import { describe, expect, test } from 'vitest'
import { eventRoom, formRoom, guestRoom } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { minute } from '../kit/world/clock.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import { openSeveral } from '../kit/world/several.ts'

test('R143, R239 an answer to several groups may have another name in one of them', async () => {
  const { world, eventId, as, send, one } = await openSeveral()
  const sent = await send([{ ...one('Bar'), name: 'Ann Smith' } as never, one('Stage')], { name: 'Ann' })
  expect(sent.status).toBe(200)
  const { own } = await world.ok(severalApi.form, { eventId }, as('gast@guests.test'))
  expect(own.map(({ rsvp }) => rsvp?.name)).toEqual(['Ann Smith', 'Ann'])
})

describe('what is read', () => {
  test('R151 all groups in their order, each as its own form shows it, and nobody’s name', async () => {
    const { world, eventId, idOf, send, one } = await openSeveral()
    await send([one('Bar'), one('Stage')])
    const { index, forms, ...own } = await world.ok(severalApi.form, { eventId })
    expect(forms.map(({ _id }) => _id)).toEqual([idOf('Bar'), idOf('Door'), idOf('Stage')])
    for (const form of forms) {
      const { userEmail: _, userName: __, rsvp: ___, ...alone } = await world.ok(rsvpApi.form, { groupId: form._id })
      expect(form).toEqual(alone)
    }
    expect(index.groups.map(({ total, taken }) => [total, taken])).toEqual([
      [3, 1],
      [3, 0],
      [3, 1],
    ])
    expect(index).toMatchObject({ _id: eventId, status: 'open', bufferMinutes: 0, maxGroups: null, minGroups: 0, event: { name: 'Fair' } })
    expect(own).toEqual({ userEmail: '', userName: '', own: [] })
    expect(JSON.stringify(forms)).not.toMatch(/gast|A guest/)
  })

  test('R151, R143 a proof for any of the groups brings the answers in all of them', async () => {
    const { world, eventId, idOf, as, send, one } = await openSeveral()
    await send([one('Bar'), one('Stage'), one('Door', [], false)])
    const { userEmail, userName, own } = await world.ok(severalApi.form, { eventId }, as('gast@guests.test', 'Door'))
    expect([userEmail, userName]).toEqual(['gast@guests.test', 'A guest'])
    expect(own.map(({ groupId, rsvp }) => [groupId, rsvp?.attending])).toEqual([
      [idOf('Bar'), true],
      [idOf('Door'), false],
      [idOf('Stage'), true],
    ])
    expect((await world.ok(severalApi.form, { eventId }, as('other@guests.test'))).own).toEqual([])
  })

  test.each([
    ['Bar', 'Stage'],
    ['Stage', 'Bar'],
  ])(
    'R151, R14 of two people who proved their emails in one browser it is the later one’s, also after %s for %s',
    async (earlier, later) => {
      const { world, eventId, as } = await openSeveral()
      const first = as('first@guests.test', earlier)
      world.clock.advance(minute)
      const second = as('second@guests.test', later)
      const cookie = `${first.cookie}; ${second.cookie}`
      expect((await world.ok(severalApi.form, { eventId }, { cookie })).userEmail).toBe('second@guests.test')
    },
  )

  test('R151 of an event that isn’t there there is none, and one that was canceled says so', async () => {
    const { world, eventId, ada } = await openSeveral()
    expect((await world.no(severalApi.form, { eventId: 'a'.repeat(24) })).slice(0, 2)).toEqual([404, 'event-unknown'])
    await world.ok(eventApi.remove, { id: eventId }, ada)
    expect((await world.ok(severalApi.form, { eventId })).index.status).toBe('cancelled')
  })

  test('R144 it says of a group whether one may have a seat elsewhere at the same time; of the only one nothing', async () => {
    const { world, eventId, idOf, ada } = await openSeveral()
    await world.ok(groupApi.update, { id: idOf('Door'), allowOverlap: true }, ada)
    const { forms } = await world.ok(severalApi.form, { eventId })
    expect(forms.map(({ allowOverlap }) => allowOverlap)).toEqual([undefined, true, undefined])
    await world.ok(groupApi.remove, { id: idOf('Bar') }, ada)
    await world.ok(groupApi.remove, { id: idOf('Stage') }, ada)
    expect('allowOverlap' in (await world.ok(rsvpApi.form, { groupId: idOf('Door') }))).toBe(false)
  })
})

test('R148 how many groups each is asked to take is said, live too, and fewer are taken all the same', async () => {
  const { world, ada, eventId, send, one } = await openSeveral()
  const watching = await world.socket()
  await watching.watch(eventRoom(eventId))
  await world.ok(eventApi.update, { id: eventId, minGroups: 2 }, ada)
  await watching.hears(({ name, view }) => name === 'event' && view.minGroups === 2)
  expect((await world.ok(severalApi.form, { eventId })).index.minGroups).toBe(2)
  await send([one('Bar')])
  for (const minGroups of [-1, 21, 1.5])
    expect((await world.no(eventApi.update, { id: eventId, minGroups }, ada)).slice(0, 2)).toEqual([400, 'input-invalid'])
})

describe('a proof', () => {
  test('R143 for one group opens one’s own answer, data and room in the others; a proof for another event doesn’t', async () => {
    const { world, ada, eventId, idOf, as, send, one } = await openSeveral()
    await send([one('Stage')])
    const here = { groupId: idOf('Stage'), eventId }
    const door = as('gast@guests.test', 'Door')
    expect((await world.ok(rsvpApi.form, { groupId: idOf('Stage') }, door)).rsvp?.roles).toEqual(['Guest'])
    expect((await world.ok(guestApi.myData, here, door)).email).toBe('gast@guests.test')
    const socket = await world.socket({}, fromOwnPage(door.cookie))
    expect(await socket.watch(guestRoom(here.groupId, eventId))).toMatchObject({ view: { rsvp: { roles: ['Guest'] } } })
    const elsewhere = world.proven('gast@guests.test', (await world.event(ada)).groupId)
    expect((await world.no(guestApi.myData, here, elsewhere))[1]).toBe('proof-missing')
    expect((await world.ok(severalApi.form, { eventId }, elsewhere)).userEmail).toBe('')
  })

  test('R87 that a personal link began ends with the link, in every group and room', async () => {
    const { world, eventId, idOf, guest, send, one } = await openSeveral()
    await send([one('Bar'), one('Stage')])
    const mailed = (await world.mails(guest.email)).map(({ text }) => /guest=([\w.-]+)/.exec(text)?.[1]).find(Boolean)
    const { headers, body } = await world.call(guestApi.open, { token: mailed ?? '' })
    const phone = { cookie: (headers.get('set-cookie') ?? '').split(';', 1).join() }
    const proven = await world.ok(severalApi.form, { eventId }, phone)
    expect([body.userEmail, proven.own.length]).toEqual([guest.email, 2])
    const sockets = [await world.socket({}, fromOwnPage(phone.cookie)), await world.socket({}, fromOwnPage(phone.cookie))]
    const other = body._id === idOf('Bar') ? idOf('Stage') : idOf('Bar')
    expect(await sockets[0]?.watch(eventRoom(eventId))).toHaveProperty('view')
    expect(await sockets[1]?.watch(guestRoom(other, eventId))).toHaveProperty('view.rsvp.attending', true)
    await world.ok(guestApi.newLink, { groupId: body._id, eventId }, world.proven(guest.email, body._id))
    await sockets[1]?.hears(({ name, view }) => name === 'gone' && view === guestRoom(other, eventId))
    expect((await world.ok(severalApi.form, { eventId }, phone)).userEmail).toBe('')
    expect((await world.no(guestApi.myData, { groupId: other, eventId }, phone))[1]).toBe('proof-missing')
    // Who watches the event goes on watching it, and hears no answer of theirs any more.
    const before = sockets[0]?.seen('guest').length
    await send([one('Bar', [], false)])
    await sockets[0]?.hears(({ name, view }) => name === 'form' && view._id === idOf('Bar') && view.roleCoverage[1].count === 0)
    expect(sockets[0]?.seen('guest').length).toBe(before)
  })
})

describe('the room of all groups', () => {
  test('R152 begins with an index, and then tells of those that changed alone; of one’s own answers in any of them to oneself', async () => {
    const { world, eventId, idOf, as, guest, send, one } = await openSeveral()
    const [mine, other] = [await world.socket({}, fromOwnPage(as(guest.email, 'Door').cookie)), await world.socket()]
    expect(await other.watch(eventRoom(eventId))).toMatchObject({
      view: { _id: eventId, groups: ['Bar', 'Door', 'Stage'].map((name) => ({ _id: idOf(name), taken: 0 })) },
    })
    await mine.watch(eventRoom(eventId))
    await send([one('Bar'), one('Stage')])
    const told = (name: string) => other.hears(({ name: what, view }) => what === 'form' && view._id === idOf(name))
    expect((await told('Bar')).view.roleCoverage[1].count).toBe(1)
    await told('Stage')
    expect(other.heard.map(({ name, view }) => [name, view._id])).not.toContainEqual(['form', idOf('Door')])
    await mine.hears(({ name, view }) => name === 'guest' && view.rsvp.groupId === idOf('Stage'))
    expect([other.seen('guest'), other.seen('event')]).toEqual([[], []])
  })

  test('R152 another order, one less or other rules of the event are a new index', async () => {
    const { world, ada, eventId, idOf } = await openSeveral()
    const other = await world.socket()
    await other.watch(eventRoom(eventId))
    await world.ok(eventApi.orderGroups, { id: eventId, groupIds: [idOf('Stage'), idOf('Bar'), idOf('Door')] }, ada)
    await world.ok(groupApi.remove, { id: idOf('Bar') }, ada)
    await world.ok(eventApi.update, { id: eventId, maxGroups: 1 }, ada)
    const { view } = await other.hears(({ name, view }) => name === 'event' && view.maxGroups === 1)
    expect(view.groups.map(({ _id }: { _id: string }) => _id)).toEqual([idOf('Stage'), idOf('Door')])
    const revs = other.seen('event').map(({ rev }) => rev)
    expect(revs).toEqual([...revs].sort((a, b) => a - b))
  })

  test('R152 of each group all hear who look at all, while the room of one group hears of that alone', async () => {
    const roles = [{ name: 'Guest', max: 50 }]
    const { world, eventId, idOf, as, one, send } = await openSeveral({ Bar: [0, 1], Door: [1, 2] }, { roles })
    const [all, bar] = [await world.socket(), await world.socket()]
    await all.watch(eventRoom(eventId))
    await bar.watch(formRoom(idOf('Bar'), eventId))
    for (let nth = 0; nth < 20; nth++) {
      const name = nth % 2 === 0 ? 'Bar' : 'Door'
      await send([one(name)], {}, as(`g${nth}@guests.test`))
      const count = 1 + Math.floor(nth / 2)
      await all.hears(({ name: what, view }) => what === 'form' && view._id === idOf(name) && view.roleCoverage[0].count >= count)
    }
    expect(bar.seen('form').every(({ _id }) => _id === idOf('Bar'))).toBe(true)
  })
})
