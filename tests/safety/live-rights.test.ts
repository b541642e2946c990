// Who may watch what; and that no client, however hostile, hurts the others.
import { describe, expect, test } from 'vitest'
import { dashboardRoom, formRoom, groupRoom } from '#protocol/live.ts'
import { accessApi } from '#protocol/people/access.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { roomRules } from '#server/app/app.ts'
import type { RoomRules } from '#server/people/live/rooms.ts'
import { groups, groupView } from '#server/seats/model/group.ts'
import { managersRoom } from '#server/seats/rights/rows.ts'
import { openWorld } from '../kit/world/world.ts'

const canary = { name: 'Canary Bird', email: 'canary@guests.test' }

/** The control: rooms that open for anyone. */
const allowAll: RoomRules = {
  ...roomRules,
  group: async ({ store, publicUrl }, id) => ({
    view: groupView((await store.get(groups, id)) as never, publicUrl),
    also: [managersRoom(id)],
  }),
}

const setUp = async (rules = roomRules) => {
  const world = await openWorld({ rules })
  const [ada, bob] = [await world.person('ada'), await world.person('bob')]
  const made = await world.event(ada, [{ name: 'Guest', max: 20 }])
  const rooms = { group: groupRoom(made.groupId), form: formRoom(made.groupId, made.eventId), dashboard: dashboardRoom(ada.userId) }
  let nth = 0
  const somebodyAnswers = () => world.answer(made.groupId, world.proven(`g${nth++}@guests.test`, made.groupId), [])
  const canaryAnswers = () => world.answer(made.groupId, world.proven(canary.email, made.groupId), ['Guest'], { name: canary.name })
  return { world, ada, bob, ...made, rooms, somebodyAnswers, canaryAnswers }
}
const refusalOf = (answer: object) => ('code' in answer ? answer.code : 'a view')

describe('strangers', () => {
  test('L6, R28 are refused the rooms of others, and can’t tell a group that is not theirs from none', async () => {
    const { world, bob, rooms } = await setUp()
    for (const auth of [{}, { token: bob.token }, { token: 'nonsense' }, { organizerToken: bob.token }]) {
      const one = await world.socket(auth)
      expect(await one.watch(rooms.group)).toEqual(await one.watch(groupRoom('a'.repeat(24))))
      expect(await one.watch(rooms.dashboard)).toEqual(await one.watch(dashboardRoom('a'.repeat(24))))
      expect(await one.watch(rooms.group)).not.toHaveProperty('view')
    }
    const visitor = await world.socket()
    expect(await visitor.watch(rooms.group)).toEqual({ error: 'Group Not Found', code: 'group-unknown' })
    expect(await visitor.watch(rooms.dashboard)).toEqual({ error: 'You do not have access to this.', code: 'not-yours' })
  })

  test('L6, R27 no message of any room they try, and none of the form room, carries a name or email of a guest', async () => {
    const { world, bob, rooms, canaryAnswers, somebodyAnswers } = await setUp()
    const watchers = [await world.socket(), await world.socket({ token: bob.token })]
    for (const one of watchers) for (const room of Object.values(rooms)) await one.watch(room)
    await canaryAnswers()
    for (const one of watchers) await one.hears(({ name }) => name === 'form')
    const told = watchers.map(({ heard }) => heard.length)
    await somebodyAnswers() // what is told of that comes after all that was told before
    for (const [nth, one] of watchers.entries()) {
      await one.hears((last) => one.heard.indexOf(last) >= (told[nth] ?? 0))
      expect(new Set(one.heard.map(({ name }) => name))).toEqual(new Set(['form']))
      expect(JSON.stringify(one.heard)).not.toMatch(/canary/i)
    }
  })

  test('L6 control: with rules that let everyone in, the canary does arrive', async () => {
    const { world, bob, rooms, canaryAnswers } = await setUp(allowAll)
    const stranger = await world.socket({ token: bob.token })
    await stranger.watch(rooms.group)
    await canaryAnswers()
    expect(await stranger.hears(({ name }) => name === 'rsvp')).toMatchObject({ view: canary })
  })

  test('R27 Keep Private takes the details out of what the form room is told, at once', async () => {
    const { world, ada, groupId, rooms, somebodyAnswers } = await setUp()
    const guest = await world.socket()
    const reply = await guest.watch(rooms.form)
    expect(JSON.stringify(reply)).toContain('detailedCounts')
    await Promise.all([somebodyAnswers(), world.ok(groupApi.settings, { id: groupId, displayRSVPToAll: false }, ada), somebodyAnswers()])
    const { view } = await guest.hears((one) => one.view.displayRSVPToAll === false)
    await somebodyAnswers()
    const { rev } = await world.ok(rsvpApi.form, { groupId })
    await guest.hears((one) => one.view.rev === rev)
    const after = guest.heard.filter((one) => one.view.rev >= view.rev)
    expect(JSON.stringify(after)).not.toContain('detailedCounts')
  })

  test('R32, R27 the form room of what is not published says no more than the form', async () => {
    const world = await openWorld()
    const { groupId, eventId } = await world.event(
      {},
      undefined,
      { name: 'Secret' },
      { name: 'Secret', organizerEmail: 'nora@people.test' },
    )
    const guest = await world.socket()
    expect(await guest.watch(formRoom(groupId, eventId))).toMatchObject({
      view: { status: 'unpublished', name: '', roles: [], event: null },
    })
    const nora = { organizerToken: await world.tokenMailed('nora@people.test') }
    await world.ok(accessApi.openLink, { token: nora.organizerToken })
    await world.ok(pendingApi.publish, { id: eventId }, nora)
    expect((await guest.hears(({ view }) => view.status === 'open')).view.name).toBe('Secret')
  })
})

test('L1, L4 an answer that comes in while it is asked whether one may watch is not missed', async () => {
  let meanwhile: (() => Promise<unknown>) | undefined
  const form: RoomRules['form'] = async (...asked) => {
    const view = await roomRules.form(...asked)
    const happens = meanwhile
    meanwhile = undefined
    await happens?.()
    return view
  }
  const { world, rooms, canaryAnswers } = await setUp({ ...roomRules, form })
  meanwhile = canaryAnswers
  expect(await (await world.socket()).watch(rooms.form)).toMatchObject({ view: { roleCoverage: [{ count: 1 }] } })
})

describe('hostile clients', () => {
  test('L7 names that can’t be, acknowledgements that are none and floods are refused, and hurt nobody', async () => {
    const { world, ada, rooms, somebodyAnswers } = await setUp()
    const [hostile, honest] = [await world.socket(), await world.socket({ token: ada.token })]
    await honest.watch(rooms.group)
    const bad = [
      '',
      'group',
      ':',
      'x:y',
      '@user:1',
      `@token:${'a'.repeat(64)}`,
      '__proto__:x',
      'constructor:x',
      'a'.repeat(101),
      'group:\u0000',
    ]
    const strange: unknown[] = [null, 1, [], {}, { toString: 1 }, [[rooms.group]], true, { length: 3 }]
    for (const room of [...bad, ...strange]) expect(refusalOf(await hostile.watch(room as never))).toMatch(/^(room|group)-unknown$/)
    const { socket } = hostile
    const emit = (...sent: unknown[]) => socket.emit('watch', ...(sent as never as [never, never]))
    for (const reply of [1, 'reply', {}, null]) emit(rooms.form, reply)
    emit()
    emit(rooms.form)
    for (const room of strange) socket.emit('unwatch', room as never)
    socket.emit('unknown' as never, ...(['x'] as never))
    const flood = await Promise.all(Array.from({ length: 60 }, (_, n) => hostile.watch(n === 0 ? rooms.form : `form:${n}:none`)))
    expect(flood.filter((answer) => 'view' in answer)).toHaveLength(1)
    await somebodyAnswers()
    await honest.hears(({ name }) => name === 'group')
    expect(await hostile.watch(rooms.form)).toHaveProperty('view')
  })

  test('L7 one socket watches fifty rooms at most', async () => {
    const { world } = await setUp()
    const boss = await world.person('boss', 'team')
    const ids: string[] = []
    for (let nth = 0; nth < 60; nth++) ids.push((await world.ok(groupApi.create, {}, boss)).groupId)
    const one = await world.socket({ token: boss.token })
    const answers: object[] = []
    for (const id of ids) answers.push(await one.watch(groupRoom(id)))
    expect(answers.map(refusalOf)).toEqual([...Array(50).fill('a view'), ...Array(10).fill('busy')])
  })
})
