// A place that is a web address (R255): it is the link, so whoever may not see that finds it nowhere.
import { expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { invitationHead, severalHead } from '#server/edge/http/pages/head.ts'
import { readOutbox } from '#server/mail/delivery/recent-emails.ts'
import { factsOf } from '#server/seats/model/event-picture.ts'
import { openSeveral } from '../kit/world/several.ts'
import { openWorld } from '../kit/world/world.ts'

const location = 'https://meet.example.org/secret-room'
const secret = 'secret-room'

async function setUp(fields: object = { location }) {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada, undefined, { showConfirmation: true }, fields)
  return { world, ada, ...made }
}
type World = Awaited<ReturnType<typeof setUp>>
const emailsTo = async ({ world }: World, to: string) => {
  await world.runJobs()
  return JSON.stringify(await readOutbox(world.services, to))
}

test('R255, R84a such a place is for managers and for guests while their answer is yes: on pages, in the picture, in emails and calendars', async () => {
  const all = await setUp()
  const { world, ada, eventId, groupId } = all
  const [yes, no] = [world.proven('yes@guests.test', groupId), world.proven('no@guests.test', groupId)]
  const form = (as = {}) => world.ok(rsvpApi.form, { groupId }, as)
  const seenByAll = async () =>
    JSON.stringify([await form(), await world.ok(eventApi.read, { id: eventId }), await world.ok(severalApi.form, { eventId })])
  expect(await seenByAll()).not.toContain(secret)
  const { event } = await world.ok(eventApi.read, { id: eventId }, ada)
  expect(event).toMatchObject({ location, placeLink: location, link: '' })
  await world.answer(groupId, yes, ['Guest'])
  await world.answer(groupId, no, [], { attending: false })
  expect((await form(yes)).rsvp).toMatchObject({ link: location })
  expect(JSON.stringify([await form(no), await seenByAll()])).not.toContain(secret)
  expect(await emailsTo(all, no.email)).not.toContain(secret)
  const [email] = await world.mails(yes.email)
  expect(email?.text).toContain(`Open the event’s link:\n${location}`)
  expect(email?.text).toContain('Where: Shared as a link')
  const file = await world.app.request(`/api/rsvp/calendar.ics?groupId=${groupId}&eventId=${eventId}`, {
    headers: { cookie: yes.cookie ?? '' },
  })
  const calendar = (await file.text()).replace(/\r\n /g, '')
  expect(calendar).toContain(`Join: ${location}`)
  expect(calendar).toContain('LOCATION:Shared as a link\r\n')
  // Whoever said no later has it no more.
  await world.answer(groupId, yes, [], { attending: false })
  expect(JSON.stringify(await form(yes))).not.toContain(secret)
})

test('R255 words beside the address are the place; a link of its own goes before it; a group’s own address before both', async () => {
  const { world, ada, eventId, groupId } = await setUp({ location: `Zoom: ${location}` })
  const guest = world.proven('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  const seen = async () => {
    const { event, rsvp } = await world.ok(rsvpApi.form, { groupId }, guest)
    return [event?.location, event?.isOffMap, rsvp?.link]
  }
  expect(await seen()).toEqual(['Zoom', true, location])
  await world.ok(eventApi.update, { id: eventId, link: 'https://live.example.org' }, ada)
  expect(await seen()).toEqual(['Zoom', true, 'https://live.example.org'])
  await world.ok(eventApi.update, { id: eventId, location: 'Town hall' }, ada)
  expect(await seen()).toEqual(['Town hall', undefined, 'https://live.example.org'])
  await world.ok(groupApi.update, { id: groupId, location: 'meet.example.org/own' }, ada)
  expect(await seen()).toEqual(['Shared as a link', true, 'https://meet.example.org/own'])
})

test('R255 whoever may not see the link reads “Shared as a link” wherever the place stands, and that is all they read of it', async () => {
  const { world, ada, eventId, idOf, as, one, send } = await openSeveral({ Bar: [0, 1], Door: [3, 4] }, { event: { location } })
  await world.ok(groupApi.update, { id: idOf('Door'), location: 'www.late.example/own-room' }, ada)
  const no = as('no@guests.test')
  await send([one('Bar', [], false)], {}, no)
  const several = await world.ok(severalApi.form, { eventId }, no)
  const { event } = await world.ok(eventApi.read, { id: eventId })
  const by = world.services
  for (const form of several.forms) {
    expect(form.event).toMatchObject({ location: 'Shared as a link', isOffMap: true })
    expect(factsOf(form).place).toBe('Shared as a link')
    expect(invitationHead(by, form).description).toContain('· Shared as a link ·')
  }
  expect([event, several.index.event]).toEqual(Array(2).fill(expect.objectContaining({ location: 'Shared as a link', isOffMap: true })))
  expect(severalHead(by, several).description).toContain('· Shared as a link ·')
  await world.runJobs()
  const emails = JSON.stringify(await readOutbox(world.services, no.email))
  expect(emails).toMatch(/\bShared as a link\b/)
  expect(JSON.stringify([several, event, emails])).not.toMatch(/secret-room|own-room/)
})

test('R255, R84b another address is told to who said yes, by its new link, and to nobody else', async () => {
  const all = await setUp()
  const { world, ada, eventId, groupId } = all
  const guest = world.proven('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  await world.ok(eventApi.update, { id: eventId, location: 'https://meet.example.org/other-room' }, ada)
  const told = await emailsTo(all, guest.email)
  expect(told).toContain('other-room')
})
