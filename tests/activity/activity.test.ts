// Who did what in a group (R105): what acts leave behind, who reads it and how, and that it outlives what it is about.
import { describe, expect, test } from 'vitest'
import { activityRoom, groupRoom } from '#protocol/live.ts'
import { type ActivityLine, activityApi } from '#protocol/record/activity.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import type { Stored } from '#server/kernel/store/store.ts'
import { drop, put } from '#server/kernel/write/outcome.ts'
import { transact } from '#server/kernel/write/transact.ts'
import { activities } from '#server/seats/model/activity.ts'
import { day } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { guestNo, openWorld } from '../kit/world/world.ts'

type Roles = { name: string; max: number }[]
async function anEvent({ isAssigned = false, roles }: { isAssigned?: boolean; roles?: Roles } = {}) {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const assignmentRules = { rule: '' as const, enableRoleAssignment: isAssigned, enableRoleSelfSelect: !isAssigned }
  const { eventId, groupId } = await world.event(ada, roles, {}, { assignmentRules })
  const page = (more: object = {}) => world.ok(activityApi.list, { id: groupId, ...more }, ada)
  const lines = async (more: object = {}) => (await page(more)).activity
  const answer = (name: string, chosen: string[] = [], more: object = {}) =>
    world.answer(groupId, world.proven(`${name.toLowerCase()}@guests.test`, groupId), chosen, { name, ...more })
  return { world, ada, eventId, groupId, page, lines, answer }
}
const short = ({ kind, by, rsvp, count }: ActivityLine) =>
  [kind, by.type, ...(rsvp ? [rsvp.name] : []), ...(count === undefined ? [] : [count])].join(' ')
const rolesIn = (one: readonly { readonly name: string }[] | undefined) => one?.map(({ name }) => name)

describe('a line', () => {
  test('R105 says who answered, by which way in, and from what to what, and nothing else', async () => {
    const { ada, answer, lines, groupId, world } = await anEvent()
    await answer('Gil', ['Speaker'])
    await answer('Gil', ['Guest'], { name: 'Gil B', note: 'I bring a chair' })
    const [changed, first, made] = await lines()
    expect(first).toMatchObject({ kind: 'answer', via: 'guest', rsvp: { name: 'Gil' }, groupId, from: {}, to: { attending: true } })
    expect(first?.by).toEqual({ type: 'guest', rsvpId: first?.rsvp?._id, name: 'Gil' })
    expect(changed).toMatchObject({ rsvp: { name: 'Gil B' }, from: { name: 'Gil' }, to: { name: 'Gil B', note: true } })
    expect([rolesIn(changed?.from.roles), rolesIn(changed?.to.roles)]).toEqual([['Speaker'], ['Guest']])
    expect(Object.keys(changed?.from ?? {}).sort()).toEqual(['name', 'roles'])
    expect(made).toMatchObject({ kind: 'create', via: 'account', by: { type: 'person', userId: ada.userId }, from: {} })
    expect(made?.to.seats).toMatchObject([
      { name: 'Speaker', max: 1, at: 0 },
      { name: 'Guest', max: 3, at: 1 },
    ])
    expect(first?.at).toBe(new Date(world.clock.now()).toISOString())
  })

  test('R105 is not written for what changes nothing', async () => {
    const { world, ada, answer, lines, groupId } = await anEvent()
    await answer('Gil', ['Guest'])
    const before = await lines()
    await answer('Gil', ['Guest'])
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 3 }, ada)
    await world.ok(groupApi.settings, { id: groupId, displayRSVPToAll: true }, ada)
    expect(await lines()).toEqual(before)
  })

  test('R105 tells a reassignment as one act of two lines that turn back into what stood', async () => {
    const { world, ada, lines, eventId: id, groupId } = await anEvent({ isAssigned: true })
    const place = { id, groupId, roleName: 'Speaker' }
    const { rsvps } = await world.ok(assignApi.assign, { ...place, name: 'Ann', email: 'ann@people.test' }, ada)
    const sent = { ...place, fromRsvpId: rsvps[0]?._id ?? '', toName: 'Bob', toEmail: 'bob@people.test' }
    await world.ok(assignApi.reassign, sent, ada)
    const [bob, ann, assigned] = await lines()
    expect([ann, bob].map((one) => one && short(one))).toEqual(['reassign person Ann', 'reassign person Bob'])
    expect(ann?.act).toBe(bob?.act)
    expect([rolesIn(ann?.from.roles), ann?.to, bob?.to.attending, rolesIn(bob?.to.roles)]).toEqual([['Speaker'], {}, null, ['Speaker']])
    expect(assigned).toMatchObject({ kind: 'assign', to: { attending: null } })
    await world.ok(assignApi.remove, { ...place, rsvpId: bob?.rsvp?._id ?? '' }, ada)
    expect((await lines()).map(short)[0]).toBe('unassign person Bob')
  })

  test('R105a tells what a lower limit does to many in one line, with their ids', async () => {
    const { world, ada, answer, lines, groupId } = await anEvent()
    for (const name of ['Ann', 'Bob', 'Cem']) await answer(name, ['Guest'])
    await world.ok(groupApi.setRoleMax, { id: groupId, name: 'Guest', max: 1, moveToWaitlist: true }, ada)
    const [moved, limit] = await lines()
    expect(limit).toMatchObject({ kind: 'limit', from: { seats: [{ name: 'Guest', max: 3 }] }, to: { seats: [{ name: 'Guest', max: 1 }] } })
    expect(moved).toMatchObject({ kind: 'wait', act: limit?.act, count: 2, by: { type: 'person' } })
    expect([moved?.rsvpIds?.length, moved?.rsvp, rolesIn(moved?.from.roles), rolesIn(moved?.to.waits)]).toEqual([
      2,
      undefined,
      ['Guest'],
      ['Guest'],
    ])
    await answer('Ann', [], { attending: false })
    const [seat, no] = await lines()
    expect(no).toMatchObject({ kind: 'answer', act: seat?.act, by: { type: 'guest' } })
    expect([seat?.kind, seat?.by, seat?.via, moved?.rsvpIds?.includes(seat?.rsvp?._id ?? '')]).toEqual([
      'seat',
      { type: 'rolecall' },
      'job',
      true,
    ])
  })

  test('R105 of a removed role keeps its limit, its place and how many held it', async () => {
    const { world, ada, answer, lines, groupId } = await anEvent()
    for (const name of ['Ann', 'Bob']) await answer(name, ['Guest'])
    await world.ok(groupApi.removeRole, { id: groupId, name: 'Guest' }, ada)
    const [line] = await lines()
    expect(line).toMatchObject({ kind: 'role-remove', count: 2, from: { seats: [{ name: 'Guest', max: 3, at: 1 }] }, to: {} })
  })

  test('R105, R54 tells settings of group and event field by field, and that confirmations ended', async () => {
    const { world, ada, lines, groupId, eventId } = await anEvent()
    await world.ok(groupApi.update, { id: groupId, name: 'Choir', showConfirmation: true }, ada)
    expect((await lines()).find(({ kind }) => kind === 'settings')).toMatchObject({
      from: { settings: { showConfirmation: false } },
      to: { settings: { name: 'Choir', showConfirmation: true } },
    })
    await world.ok(eventApi.update, { id: eventId, start: world.inDays(9), end: world.inDays(10), location: 'Town hall' }, ada)
    const moved = (await lines()).find(({ kind }) => kind === 'event')
    expect(Object.keys(moved?.to.settings ?? {}).sort()).toEqual(['end', 'location', 'start'])
    expect([moved?.from.confirmEpoch, moved?.to.confirmEpoch]).toEqual([1, 2])
  })

  test('R105 is bounded, however much one act changes', async () => {
    const roles = Array.from({ length: 30 }, (_, n) => ({ name: `${n} ${'n'.repeat(56)}`, max: 100 }))
    const { world, ada, groupId, eventId } = await anEvent({ roles })
    await world.ok(eventApi.update, { id: eventId, description: 'd'.repeat(5_000) }, ada)
    await world.ok(groupApi.update, { id: groupId, roles: roles.map(({ max }, n) => ({ name: `r${n}`, max })) }, ada)
    const people = Array.from({ length: 200 }, (_, n) => ({ email: guestNo(n), name: 'n'.repeat(100) }))
    await world.ok(invitationApi.send, { id: groupId, people }, ada)
    const { activities: kept = [] } = await everything(world.store)
    expect(kept.map(({ rev }) => rev)).toEqual(kept.map(() => 1))
    expect(Math.max(...kept.map((line) => JSON.stringify(line).length))).toBeLessThan(32_000)
  })

  test('R105 keeps the beginning of a long text, and a page and a live message stay small, however long the texts are', async () => {
    const { world, ada, groupId, eventId } = await anEvent()
    const socket = await world.socket({ token: ada.token })
    await socket.watch(activityRoom(groupId))
    for (let n = 0; n < 50; n++) await world.ok(eventApi.update, { id: eventId, description: 'ab'.charAt(n % 2).repeat(5_000) }, ada)
    const page = await world.ok(activityApi.list, { id: groupId }, ada)
    expect(page.activity).toHaveLength(50)
    expect(Buffer.byteLength(JSON.stringify(page))).toBeLessThan(100_000)
    expect(page.activity[0]?.to.settings?.description).toMatch(/^b{199}…$/)
    await socket.hears(({ name }) => name === 'activity')
    const broadcasts = socket.heard.filter(({ name }) => name === 'activity')
    expect(Math.max(...broadcasts.map((one) => JSON.stringify(one).length))).toBeLessThan(2_000)
  })

  test('R105 a page holds fewer lines where they say much, and the next ones go on from there', async () => {
    const roles = (n: number) => Array.from({ length: 30 }, (_, nth) => ({ name: `${nth} ${'äö'.charAt(n % 2).repeat(56)}`, max: 100 }))
    const { world, ada, groupId, page } = await anEvent({ roles: roles(0) })
    for (let n = 1; n <= 20; n++) await world.ok(groupApi.update, { id: groupId, roles: roles(n) }, ada)
    const { activities: kept = [] } = await everything(world.store)
    const read: string[] = []
    for (let cursor: string | undefined; ; ) {
      const some = await page(cursor ? { cursor } : {})
      expect(Buffer.byteLength(JSON.stringify(some))).toBeLessThan(100_000)
      read.push(...some.activity.map(({ _id }) => _id))
      if (some.next === null) break
      cursor = some.next
    }
    expect(read.toSorted()).toEqual(kept.map(({ _id }) => _id).sort())
  })

  test('R105b names nobody by an email address', async () => {
    const { world, ada, groupId, answer } = await anEvent()
    const { users } = await import('#server/people/model/account.ts')
    const user = (await world.store.find(users, { index: '_id' })).find(({ email }) => email === ada.email)
    if (!user) throw new Error('No Ada')
    await world.store.commit([{ collection: users, put: { ...user, rev: user.rev + 1, name: ada.email } as Stored, expectedRev: user.rev }])
    await answer('Gast', ['Guest'], { name: 'gast@guests.test' })
    await answer('Gast', ['Guest'], { name: 'Gast' })
    await world.ok(groupApi.update, { id: groupId, name: 'Choir' }, ada)
    expect(JSON.stringify((await everything(world.store)).activities)).not.toContain('@')
  })

  test('R105, S15 without saying who asked is refused as a bug, and nothing of the outcome is written', async () => {
    const { world, groupId, lines } = await anEvent()
    const before = await lines()
    const nobody = { ...world.services, actor: { via: 'guest' as const } }
    const { groups } = await import('#server/seats/model/group.ts')
    const rename = transact(nobody, groupId, async (tx) => {
      const group = await tx.get(groups, groupId)
      return { writes: group ? [put(groups, { ...group, rev: group.rev + 1, name: 'Nameless' })] : [], reply: undefined }
    })
    await expect(rename).rejects.toThrow('says not who asked')
    expect([(await world.store.get(groups, groupId))?.name === 'Nameless', await lines()]).toEqual([false, before])
  })

  test('R57 who drops what another process has dropped already decides anew, and nothing is told', async () => {
    const { world, groupId, answer, lines } = await anEvent()
    await answer('Ann')
    const { rsvps } = await import('#server/seats/model/rsvp.ts')
    const [gone] = await world.store.find(rsvps, { index: 'group', where: { groupId } })
    const before = await lines()
    const twice = { ...(gone as NonNullable<typeof gone>), _id: '0'.repeat(24) }
    let tries = 0
    await transact(world.services, groupId, async () => ({ writes: tries++ === 0 ? [drop(rsvps, twice)] : [], reply: undefined }))
    expect([tries, await lines()]).toEqual([2, before])
  })
})

describe('reading', () => {
  test('R105c goes page by page, the newest first, and leaves none out', async () => {
    const { world, groupId, page } = await anEvent({ roles: [{ name: 'Guest', max: 100 }] })
    await Promise.all(world.crowd(80, groupId).map((guest) => world.answer(groupId, guest, ['Guest'], { name: guest.email })))
    world.clock.advance(day)
    await Promise.all(world.crowd(60, groupId).map((guest) => world.answer(groupId, guest, [], { name: guest.email, attending: false })))
    const found: ActivityLine[] = []
    const sizes: number[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const { activity, next } = await page(cursor ? { cursor } : {})
      found.push(...activity)
      sizes.push(activity.length)
      cursor = next
    }
    expect([sizes, new Set(found.map(({ _id }) => _id)).size]).toEqual([[50, 50, 41], 141])
    expect(found.map(({ at }) => at)).toEqual(
      found
        .map(({ at }) => at)
        .sort()
        .reverse(),
    )
    expect(found.slice(0, 60).every(({ to }) => to.attending === false)).toBe(true)
  })

  test('R105c is narrowed by kind and by person, be it who did it or whom it is about', async () => {
    const { world, ada, answer, lines, groupId, page } = await anEvent()
    await answer('Gil', ['Guest'])
    await answer('Ann', ['Guest'])
    await world.ok(groupApi.addRole, { id: groupId, name: 'Cook', max: 2 }, ada)
    const gil = (await lines()).find(({ rsvp }) => rsvp?.name === 'Gil')?.rsvp?._id ?? ''
    expect((await lines({ kind: 'role-add' })).map(short)).toEqual(['role-add person'])
    expect((await lines({ person: gil })).map(short)).toEqual(['answer guest Gil'])
    expect((await lines({ person: ada.userId })).map(short)).toEqual(['role-add person', 'create person'])
    expect(await page({ person: gil, kind: 'create' })).toEqual({ activity: [], next: null })
    expect(await world.no(activityApi.list, { id: groupId, kind: 'nothing' as never }, ada)).toContain(400)
  })

  test('R105c, R28 is for those who manage the group: no guest, no stranger, nobody who only assigns', async () => {
    const { world, groupId, answer, eventId } = await anEvent()
    await answer('Gil', ['Guest'])
    const gil = world.proven('gil@guests.test', groupId)
    const bob = await world.person('bob', 'team')
    expect((await world.call(activityApi.list, { id: groupId }, gil)).body.code).toBe('sign-in-needed')
    expect((await world.call(activityApi.list, { id: groupId }, bob)).body.code).toBe('group-unknown')
    const guest = await world.socket({}, { cookie: gil.cookie ?? '' })
    expect(await guest.watch(activityRoom(groupId))).toMatchObject({ code: 'group-unknown' })
    await guest.watch(`form:${groupId}:${eventId}`)
    await answer('Gil', ['Speaker'])
    await guest.hears(({ name }) => name === 'form')
    expect(guest.seen('activity')).toEqual([])
  })

  test('R105c is live between two who manage it, with lines that were forgotten since', async () => {
    const { world, ada, answer, groupId, lines } = await anEvent()
    const [one, other] = [await world.socket({ token: ada.token }), await world.socket({ token: ada.token })]
    const opened = await one.watch(activityRoom(groupId))
    expect(opened).toMatchObject({ view: { _id: groupId, next: null, activity: [{ kind: 'create' }] } })
    await other.watch(activityRoom(groupId))
    await answer('Gil', ['Guest'])
    for (const socket of [one, other]) await socket.hears(({ name, view }) => name === 'activity' && view.rsvp?.name === 'Gil')
    expect(one.seen('activity')[0]).toEqual((await lines())[0])
    const board = await world.socket({ token: ada.token })
    await board.watch(groupRoom(groupId))
    await answer('Ann', ['Guest'])
    await board.hears(({ name }) => name === 'rsvp')
    expect(board.seen('activity')).toEqual([])
  })
})

describe('what stays', () => {
  test('R105a outlives the roles and the people it is about', async () => {
    const { world, ada, answer, lines, groupId } = await anEvent()
    await answer('Gil', ['Guest'])
    await world.ok(invitationApi.send, { id: groupId, people: [{ email: 'una@guests.test', name: 'Una' }] }, ada)
    const una = (await lines({ kind: 'invite' }))[0]?.rsvp?._id ?? ''
    await world.ok(groupApi.removeRole, { id: groupId, name: 'Guest' }, ada)
    await world.ok(invitationApi.takeBack, { id: groupId, rsvpId: una }, ada)
    expect((await lines()).map(short)).toEqual([
      'uninvite person ',
      'role-remove person 1',
      'invite person ',
      'answer guest Gil',
      'create person',
    ])
    expect(rolesIn((await lines({ kind: 'answer' }))[0]?.to.roles)).toEqual(['Guest'])
  })

  test('R105c, R57 goes with the event, once that is purged', async () => {
    const { world, ada, answer, eventId, lines } = await anEvent()
    for (let n = 0; n < 4; n++) await answer('Gil', n % 2 ? ['Guest'] : ['Speaker'])
    await world.ok(eventApi.remove, { id: eventId }, ada)
    world.clock.advance(29 * day)
    await world.runJobs()
    const kept = () => world.store.find(activities, { index: '_id' })
    expect((await kept()).length).toBe(6)
    world.clock.advance(2 * day)
    await world.runJobs()
    expect(await kept()).toEqual([])
    await expect(lines()).rejects.toThrow(/expected/)
  })
})

test('R105, R108: another minimum alone is a line, with the limit as it was', async () => {
  const { world, ada, groupId, lines } = await anEvent()
  const [role] = (await world.ok(groupApi.read, { id: groupId }, ada)).group.roles
  const { name = '', max = 1 } = role ?? {}
  await world.ok(groupApi.setRoleMax, { id: groupId, name, max, min: 1 }, ada)
  const [line] = await lines()
  expect(line).toMatchObject({ kind: 'limit', to: { seats: [{ name, max, min: 1 }] } })
  expect(line?.from.seats?.[0]).not.toHaveProperty('min')
})
