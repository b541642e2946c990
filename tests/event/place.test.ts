// Where an event takes place, what it looks like and who invites: what each audience is shown, and who is told of a change.
import { expect, test } from 'vitest'
import { accountApi } from '#protocol/people/account.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { pendingApi } from '#protocol/seats/pending.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { defaultTheme, themeNames } from '#protocol/seats/theme/theme.ts'
import { events } from '#server/seats/model/event.ts'
import { openWorld } from '../kit/world/world.ts'

const link = 'https://meet.example.org/secret-room'
const location = 'Main Hall, Station Street 5'

async function setUp(fields: object = { location, link }) {
  const world = await openWorld()
  const ada = await world.person('ada')
  const made = await world.event(ada, undefined, { showConfirmation: true }, fields)
  return { world, ada, ...made }
}

test('R84 the place is for everyone with the invitation; the link is for managers and for guests while their answer is yes', async () => {
  const { world, ada, eventId, groupId } = await setUp()
  const guest = world.proven('guest@guests.test', groupId)
  const form = () => world.ok(rsvpApi.form, { groupId }, guest)
  expect((await world.ok(eventApi.read, { id: eventId }, ada)).event).toMatchObject({ location, link })
  const before = await form()
  expect(before.event).toMatchObject({ location })
  expect(JSON.stringify([before, await world.ok(eventApi.read, { id: eventId })])).not.toContain('secret-room')
  await world.answer(groupId, guest, ['Guest'])
  const after = await form()
  expect(after.rsvp).toMatchObject({ attending: true, link })
  expect(JSON.stringify({ ...after, rsvp: null })).not.toContain('secret-room')
  expect(JSON.stringify(await world.ok(groupApi.read, { id: groupId }, ada))).not.toContain('secret-room')
  await world.answer(groupId, guest, [], { attending: false })
  expect((await form()).rsvp).toMatchObject({ attending: false, link: '' })
})

test('R84a only people who said yes get the link by email; all read the place', async () => {
  const { world, groupId } = await setUp()
  const [yes, no] = [world.proven('yes@guests.test', groupId), world.proven('no@guests.test', groupId)]
  await world.answer(groupId, yes, ['Guest'])
  await world.answer(groupId, no, [], { attending: false })
  const [toYes, toNo] = [await world.mails(yes.email), await world.mails(no.email)]
  expect(toYes[0]?.text).toContain(location)
  expect(toYes[0]?.text).toContain(link)
  expect(toYes[0]?.html).toContain(`/og/${groupId}.png`)
  expect(toYes[0]?.text).not.toContain('.png')
  expect(toNo[0]?.text).toContain(location)
  expect(toNo[0]?.text).not.toContain(link)
})

test('R84b a changed place or link is told once to those who said yes or are assigned; confirmations stay', async () => {
  const { world, ada, eventId: id, groupId } = await setUp()
  const [yes, no] = [world.proven('yes@guests.test', groupId), world.proven('no@guests.test', groupId)]
  await world.answer(groupId, yes, ['Guest'], { confirmed: true })
  await world.answer(groupId, no, [], { attending: false })
  const subjects = async (to: string) => (await world.mails(to)).map(({ subject }) => subject)
  await world.ok(eventApi.update, { id, location, link, description: 'In winter', theme: 'ember' }, ada)
  await world.runJobs()
  expect(await subjects(yes.email)).toHaveLength(1)
  await world.ok(eventApi.update, { id, location: 'Town Library' }, ada)
  await world.runJobs()
  expect(await subjects(yes.email)).toEqual(['New place for “Summer school”', 'You are coming to “Summer school”'])
  expect((await world.mails(yes.email))[0]?.text).toMatch(/Town Library[\s\S]*secret-room/)
  expect(await subjects(no.email)).toHaveLength(1)
  expect((await world.ok(rsvpApi.form, { groupId }, yes)).rsvp).toMatchObject({ confirmed: true })
  await world.ok(eventApi.update, { id, link: 'https://meet.example.org/other-room' }, ada)
  await world.runJobs()
  expect((await world.mails(yes.email))[0]?.text).toContain('other-room')
})

test('R54, R84 a move in time and place at once is one email, which says both', async () => {
  const { world, ada, eventId: id, groupId } = await setUp()
  const yes = world.proven('yes@guests.test', groupId)
  await world.answer(groupId, yes, ['Guest'])
  await world.ok(eventApi.update, { id, start: world.inDays(8), end: world.inDays(9), location: 'Town Library' }, ada)
  await world.runJobs()
  const [newest, ...older] = await world.mails(yes.email)
  expect(older).toHaveLength(1)
  expect(newest?.subject).toBe('New time for “Summer school”: please confirm')
  expect(newest?.text).toContain('Town Library')
})

test('R84 a link is https, without a login in it; a place has 200 characters at most', async () => {
  const { world, ada, eventId: id } = await setUp()
  const refused = ['http://a.example', 'javascript:alert(1)', 'https://ada:pw@a.example', 'a.example', 'https://a.example/"><b>', 'https:']
  for (const bad of refused) {
    const [status, , sentence] = await world.no(eventApi.update, { id, link: bad }, ada)
    expect([bad, status, sentence]).toEqual([bad, 400, 'Please enter a link that begins with https://'])
  }
  expect((await world.no(eventApi.update, { id, location: 'x'.repeat(201) }, ada))[0]).toBe(400)
  expect((await world.ok(eventApi.update, { id, link: '', location: '' }, ada)).event).toMatchObject({ link: '', location: '' })
})

test('R85 an event without a theme has the one of its id, everywhere the same; a chosen one is shown to all', async () => {
  const { world, ada, eventId: id, groupId } = await setUp({})
  const themeShown = async () => [
    (await world.ok(eventApi.mine, {}, ada)).events[0]?.theme,
    (await world.ok(eventApi.read, { id })).event.theme,
    (await world.ok(rsvpApi.form, { groupId })).event?.theme,
  ]
  const own = defaultTheme(id)
  expect(await themeShown()).toEqual([own, own, own])
  await world.ok(eventApi.update, { id, theme: 'glacier' }, ada)
  expect(await themeShown()).toEqual(['glacier', 'glacier', 'glacier'])
  const hexIds = Array.from({ length: 800 }, (_, at) => (at * 2_654_435_761).toString(16).padStart(24, '0'))
  for (const name of themeNames) expect(hexIds.filter((one) => defaultTheme(one) === name).length).toBeGreaterThan(40)
})

test('R85a the host is a name: the one typed, kept in the profile if it had none; never an email', async () => {
  const world = await openWorld()
  const ada = await world.person('ada', 'pro')
  const unnamed = await world.event(ada)
  expect((await world.ok(rsvpApi.form, { groupId: unnamed.groupId })).event?.organizer).toBe('A Rolecall organizer')
  const named = await world.event(ada, undefined, {}, { hostName: 'Ada Lovelace' })
  expect((await world.ok(rsvpApi.form, { groupId: named.groupId })).event?.organizer).toBe('Ada Lovelace')
  expect((await world.ok(accountApi.me, {}, ada)).user.name).toBe('Ada Lovelace')
  const next = await world.event(ada, undefined, {}, { hostName: 'The Analytical Society' })
  expect((await world.ok(accountApi.me, {}, ada)).user.name).toBe('Ada Lovelace')
  await world.ok(eventApi.update, { id: next.eventId, hostName: '' }, ada)
  expect((await world.ok(eventApi.read, { id: next.eventId })).event.organizer).toBe('Ada Lovelace')
  expect((await world.no(eventApi.update, { id: next.eventId, hostName: 'ada@people.test' }, ada))[0]).toBe(400)
})

test('R85a a masked email that release 0.1.0 kept as the host’s name is shown to nobody', async () => {
  const { world, eventId, groupId } = await setUp({})
  const kept = await world.store.get(events, eventId)
  if (!kept) throw new Error('no event')
  const old = { ...kept, organizerName: 'ad***@people.test', rev: kept.rev + 1 }
  await world.store.commit([{ collection: events, put: old, expectedRev: kept.rev }])
  expect((await world.ok(rsvpApi.form, { groupId })).event?.organizer).toBe('A Rolecall organizer')
  const guest = world.proven('guest@guests.test', groupId)
  await world.answer(groupId, guest, ['Guest'])
  expect((await world.mails(guest.email))[0]?.text).not.toContain('***')
})

test('R85a, R116 a name typed while signed out shows once the event is published, and is kept for one who had none', async () => {
  const world = await openWorld()
  const email = 'lena@people.test'
  const { eventId } = await world.event({}, undefined, {}, { organizerEmail: email, hostName: 'Lena Park' })
  const organizer = { organizerToken: await world.tokenMailed(email) }
  const { event } = await world.ok(pendingApi.publish, { id: eventId }, organizer)
  expect(event.organizer).toBe('Lena Park')
  expect((await world.ok(accountApi.me, {}, organizer)).user.name).toBe('Lena Park')
})
