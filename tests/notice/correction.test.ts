// An address that was typed wrong, mended by those who manage the group: what was asked comes again at the right one, and nothing of the wrong one stays.
import { expect, test } from 'vitest'
import { strangerEmailsPerDay } from '#protocol/kernel/limits.ts'
import { groupRoom } from '#protocol/live.ts'
import { noticeApi } from '#protocol/mail/notice.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { guestLink, openStage, people } from '../invitation/stage.ts'
import { day } from '../kit/world/clock.ts'
import { deliverAll } from '../kit/world/notices.ts'

const wrong = 'bo@gusts.test'
const right = 'bo@guests.test'

async function openMistyped() {
  const stage = await openStage()
  const { world, ada, id, send, rowOf } = stage
  await send({ people: [{ email: wrong, name: 'Bo', roles: ['Speaker'] }] })
  const rsvpId = (await rowOf(wrong))?._id ?? ''
  const correct = (email = right, as = ada) => world.call(noticeApi.correctAddress, { id, rsvpId, email }, as)
  return { ...stage, rsvpId, correct }
}

test('R102f an invitation to a wrong address goes to the right one, live, with its name and suggested role; the link in the wrong one ends', async () => {
  const { world, ada, id, rsvpId, correct, rowOf, view } = await openMistyped()
  const [first] = await world.mails(wrong)
  const socket = await world.socket({ token: ada.token })
  await socket.watch(groupRoom(id))
  expect((await correct()).status).toBe(200)
  await socket.hears(({ name, view: shown }) => name === 'rsvp' && shown.email === right && shown.name === 'Bo')
  expect(await rowOf(wrong)).toBeUndefined()
  const row = await rowOf(right)
  expect(row).toMatchObject({ name: 'Bo', attending: null })
  expect(row?._id).not.toBe(rsvpId)
  expect(await view()).toMatchObject({ invitations: { invited: 1, opened: 0, answered: 0, silent: 1 }, answers: { none: 0 } })
  const [mail] = await world.mails(right)
  expect(mail?.text).toContain('Suggested for you: Speaker.')
  expect((await world.call(guestApi.open, { token: guestLink(first?.text) })).body.code).toBe('guest-link-over')
  expect((await world.call(guestApi.open, { token: guestLink(mail?.text) })).status).toBe(200)
})

test('R1, R102f an assigned seat stays taken throughout, and the email of the assignment goes to the right address', async () => {
  const { world, ada, id, eventId, view, rowOf } = await openStage('team')
  await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Bo', email: wrong, roleName: 'Speaker' }, ada)
  const before = await view()
  const rsvpId = (await rowOf(wrong))?._id ?? ''
  await world.ok(noticeApi.correctAddress, { id, rsvpId, email: right }, ada)
  expect((await view())?.roles).toEqual(before?.roles)
  expect(await rowOf(right)).toMatchObject({ name: 'Bo', roles: ['Speaker'], attending: null })
  expect((await world.mails(right)).map(({ subject }) => subject)).toEqual([expect.stringContaining('You are “Speaker”')])
})

test('R14, R102e what was answered with a proven address is its holder’s; a listed address, one that stopped, and strangers are refused', async () => {
  const { world, ada, id, correct, send, rowOf } = await openMistyped()
  await send({ people: people('cy@guests.test') })
  expect((await correct('cy@guests.test')).body).toMatchObject({ code: 'address-taken', error: 'cy@guests.test is already in the list.' })
  expect((await correct(wrong)).body.code).toBe('address-taken')
  expect((await correct('nobody')).status).toBe(400)
  expect((await correct(right, await world.person('eve'))).body.code).toBe('group-unknown')
  await world.answer(id, world.proven(wrong, id), [])
  expect((await correct()).body.code).toBe('address-proven')
  expect(await rowOf(right)).toBeUndefined()
  const rsvpId = 'f'.repeat(24)
  expect((await world.call(noticeApi.correctAddress, { id, rsvpId, email: right }, ada)).body.code).toBe('rsvp-unknown')
})

test('R102f, R119a each correction counts as an email to a stranger, so nobody writes to more of them than a day allows', async () => {
  const { world, ada, id, rowOf } = await openMistyped()
  const limit = strangerEmailsPerDay.pro
  const { left } = await world.ok(invitationApi.read, { id }, ada)
  expect(left).toBe(limit - 1)
  await world.ok(noticeApi.correctAddress, { id, rsvpId: (await rowOf(wrong))?._id ?? '', email: right }, ada)
  const { rsvps } = await world.ok(groupApi.rsvps, { id }, ada)
  expect(rsvps.map(({ email }) => email)).toEqual([right])
  expect((await world.ok(invitationApi.read, { id }, ada)).left).toBe(limit - 2)
})

test('R102e who once answered keeps their answer, also after the organizer assigned them a role over their no', async () => {
  const { world, ada, id, eventId, rowOf } = await openStage('team')
  await world.answer(id, world.proven('ann@guests.test', id), [], { attending: false, note: 'On holiday' })
  await world.ok(assignApi.assign, { id: eventId, groupId: id, name: 'Ann', email: 'ann@guests.test', roleName: 'Speaker' }, ada)
  const row = await rowOf('ann@guests.test')
  expect(row?.attending).toBeNull()
  const there = { id, rsvpId: row?._id ?? '', email: right }
  expect((await world.call(noticeApi.correctAddress, there, ada)).body.code).toBe('address-proven')
  expect(await rowOf(right)).toBeUndefined()
})

test('R97, R102e going back and forth writes to nobody twice within three days', async () => {
  const { world, ada, id, rowOf, correct } = await openMistyped()
  await deliverAll(world)
  await correct()
  await deliverAll(world)
  const back = { id, rsvpId: (await rowOf(right))?._id ?? '', email: wrong }
  expect((await world.call(noticeApi.correctAddress, back, ada)).body.code).toBe('address-asked')
  world.clock.advance(4 * day)
  expect((await world.call(noticeApi.correctAddress, back, ada)).status).toBe(200)
})
