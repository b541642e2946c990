// The dress code of an event: on the invitation at once, in emails and calendars, in a guest's own data; '' in events from before there was one.
import { expect, test } from 'vitest'
import { formRoom } from '#protocol/live.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { invitationApi } from '#protocol/seats/invitation.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { events } from '#server/seats/model/event.ts'
import { linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { openWorld } from '../kit/world/world.ts'

test('R84d a dress code is read by everyone with the invitation, live, and stands in emails, calendar entry and own data', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { eventId, groupId } = await world.event(ada)
  const watcher = await world.socket({})
  await watcher.watch(formRoom(groupId, eventId))
  await world.ok(eventApi.update, { id: eventId, dressCode: ' Black tie ' }, ada)
  await watcher.hears(({ name, view }) => name === 'form' && view.event?.dressCode === 'Black tie')
  const guest = world.proven('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  const [mail] = await world.mails(guest.email)
  expect(mail?.text).toContain('Dress code: Black tie')
  expect(mail?.attachments?.[0]?.text).toContain('Dress code: Black tie')
  expect((await world.ok(guestApi.myData, { groupId, eventId }, guest)).event).toMatchObject({ dressCode: 'Black tie' })
  expect((await world.no(eventApi.update, { id: eventId, dressCode: 'x'.repeat(101) }, ada))[0]).toBe(400)
})

test('R84d no word of a dress code becomes a link in an email to somebody who has agreed to nothing', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const { groupId } = await world.event(ada, undefined, {}, { dressCode: 'see evil.com for more' })
  const guest = world.proven('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  await world.ok(invitationApi.send, { id: groupId, people: [{ name: '', email: 'new@guests.test' }] }, ada)
  await world.runJobs()
  const [mail] = await world.mails('new@guests.test')
  expect(mail?.text).toMatch(/Dress code: see/)
  expect(mail && linksOfOthers(mail)).toEqual([])
})

test('R84d an event from before there was one has none', async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  const { eventId, groupId } = await world.event(ada)
  const kept = await world.store.get(events, eventId)
  if (!kept) throw new Error('no event')
  const { dressCode: _, ...old } = kept
  await world.store.commit([{ collection: events, put: { ...old, rev: kept.rev + 1 }, expectedRev: kept.rev }])
  expect((await world.ok(eventApi.read, { id: eventId }, ada)).event).toMatchObject({ dressCode: '' })
  expect((await world.ok(rsvpApi.form, { groupId })).event).toMatchObject({ dressCode: '' })
})
