// Calendar entries, read by a reader nobody here wrote: what goes into a guest's calendar, what changes it and what takes it out.

import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { operatorApi } from '#protocol/app/operator.ts'
import { accessApi } from '#protocol/people/access.ts'
import { accountApi } from '#protocol/people/account.ts'
import { orgApi } from '#protocol/people/org.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { calendarApi } from '#protocol/seats/calendar.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { feedOf, icsOf } from '#server/kernel/calendar/ics.ts'
import { type CalendarEntry, sequenceOf } from '#server/kernel/calendar/model.ts'
import { smtpMailer } from '#server/kernel/ports/mailer.ts'
import { eraAt } from '#server/kernel/store/store.ts'
import { minute } from '../kit/world/clock.ts'
import { deliverAll } from '../kit/world/notices.ts'
import { openSmtp } from '../kit/world/smtp.ts'
import { openWorld, type World } from '../kit/world/world.ts'

const email = 'gast@guests.test'

/** The calendar, and its one event, as ical.js understands them. */
function read(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent')
  if (!component) throw new Error('There is no event')
  const event = new ICAL.Event(component)
  return {
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    summary: event.summary,
    description: event.description,
    location: event.location,
    start: event.startDate.toJSDate().toISOString(),
    end: event.endDate.toJSDate().toISOString(),
    zone: event.startDate.zone.tzid,
    attendees: event.attendees.map((one) => one.getFirstValue()),
    status: component.getFirstPropertyValue('status'),
    count: calendar.getAllSubcomponents('vevent').length,
  }
}
const entry = (more: Partial<CalendarEntry> = {}): CalendarEntry => ({
  method: 'REQUEST',
  uid: 'one@rolecall.test',
  sequence: 1,
  at: '2026-01-01T00:00:00.000Z',
  title: 'Choir',
  description: '',
  location: null,
  start: '2026-12-05T18:30:00.000Z',
  end: '2026-12-05T20:30:00.000Z',
  timeZone: 'Europe/Berlin',
  url: 'http://rolecall.test/rsvp/g',
  organizer: { name: 'Ada', email: 'help@rolecall.test' },
  attendee: { name: 'Gast', email },
  ...more,
})

describe('the file', () => {
  test('R95 a link and the name of a feed are read as they were written', () => {
    const url = 'http://rolecall.test/rsvp/g;x,y'
    const text = feedOf('Ada; Bob', [entry({ url })])
    const calendar = new ICAL.Component(ICAL.parse(text))
    expect(text).toContain('\r\nNAME:Ada\\; Bob\r\nX-WR-CALNAME:Ada\\; Bob\r\n')
    expect(calendar.getFirstSubcomponent('vevent')?.getFirstPropertyValue('url')).toBe(url)
  })

  test('R95, S3 whatever somebody calls it stays one title: no line of another kind, no other attendee, long lines folded', () => {
    const evil = [
      'x\r\nATTENDEE:mailto:evil@guests.test',
      'a;b,c\\d:e"f',
      '\nEND:VEVENT\nBEGIN:VEVENT',
      '\u2028\u0085\u0000x',
      '🎻'.repeat(120),
      'END:VCALENDAR',
    ]
    for (const text of evil) {
      const ics = icsOf(
        entry({
          title: text,
          description: text,
          location: text,
          organizer: { name: text, email: 'help@rolecall.test' },
          attendee: { name: text, email },
        }),
      )
      expect([read(ics).count, read(ics).attendees, read(ics).status]).toEqual([1, [`MAILTO:${email}`], 'CONFIRMED'])
      expect(Math.max(...ics.split('\r\n').map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(75)
    }
    expect(read(icsOf(entry({ title: 'a;b,c\\d:e"f' }))).summary).toBe('a;b,c\\d:e"f')
    expect(read(icsOf(entry({ title: '🎻'.repeat(120) }))).summary).toBe('🎻'.repeat(120))
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
        const { count, method } = read(icsOf(entry({ title, description: title, attendee: { name: title, email } })))
        return count === 1 && method === 'REQUEST'
      }),
      { numRuns: 200 },
    )
  })
})

test('R95, R122 the number rises with every change of answer and event, also past a restore, and stays one that calendars take', () => {
  const [era, laterEra] = [eraAt(Date.parse('2026-12-01T09:00:00Z')), eraAt(Date.parse('2027-01-01T09:00:00Z'))]
  const inOrder = [
    sequenceOf({ rev: 1 }, { rev: 1 }),
    sequenceOf({ rev: 2 }, { rev: 1 }),
    sequenceOf({ rev: 2 }, { rev: 400 }),
    sequenceOf({ rev: era + 1 }, { rev: era + 1 }),
    sequenceOf({ rev: era + 1 }, { rev: era + 300 }),
    sequenceOf({ rev: laterEra + 1 }, { rev: laterEra + 1 }),
  ]
  expect(inOrder).toEqual([...new Set(inOrder)].sort((a, b) => a - b))
  expect(Math.max(...inOrder)).toBeLessThan(2 ** 31)
})

/** What the newest email to the guest puts into their calendar. */
async function calendarMailed(world: World, to = email) {
  const [letter] = await world.mails(to)
  const [attached] = letter?.attachments ?? []
  return attached ? { ...read(attached.text), contentType: attached.contentType } : undefined
}

describe('the invitation', () => {
  test('R95 comes with a yes, follows every change under one UID with a rising number, and is taken back by a no', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { eventId, groupId, event } = await world.event(ada)
    const guest = world.proven(email, groupId)
    await world.answer(groupId, world.proven('other@guests.test', groupId), ['Guest'], { name: 'Other' })
    await world.answer(groupId, guest, ['Guest'], { name: 'Gast' })
    const first = await calendarMailed(world)
    expect(first).toMatchObject({
      method: 'REQUEST',
      contentType: 'text/calendar; charset=utf-8; method=REQUEST',
      summary: 'Summer school',
      start: event.start,
      end: event.end,
      zone: 'UTC',
      attendees: [`MAILTO:${email}`],
      status: 'CONFIRMED',
    })
    expect(first?.description).toContain('Your roles: Guest')
    expect(first?.description).not.toContain('guest=')
    const seen = [first]
    const next = async () => {
      world.clock.advance(minute)
      await world.runJobs()
      seen.push(await calendarMailed(world))
      world.clock.advance(minute)
    }
    world.clock.advance(minute)
    await world.answer(groupId, guest, ['Speaker'], { name: 'Gast' })
    await next()
    await world.ok(eventApi.update, { id: eventId, start: world.inDays(8), end: world.inDays(9) }, ada)
    await next()
    await world.answer(groupId, guest, [], { attending: false })
    await next()
    await world.answer(groupId, guest, ['Guest'])
    await next()
    await world.ok(eventApi.remove, { id: eventId }, ada)
    await next()
    expect(seen.map((one) => one?.method)).toEqual(['REQUEST', 'REQUEST', 'REQUEST', 'CANCEL', 'REQUEST', 'CANCEL'])
    expect(new Set(seen.map((one) => one?.uid)).size).toBe(1)
    const numbers = seen.map((one) => one?.sequence ?? 0)
    expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
    expect(seen[3]).toMatchObject({ status: 'CANCELLED', attendees: [`MAILTO:${email}`] })
  })

  test('R95 goes to nobody who has not said yes: assigned, no, without an event', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'team')
    const { eventId: id, groupId } = await world.event(ada, undefined, {}, { assignmentRules: { enableRoleAssignment: true } })
    await world.ok(assignApi.assign, { id, groupId, name: 'Gast', email, roleName: 'Guest' }, ada)
    expect(await calendarMailed(world)).toBeUndefined()
    world.clock.advance(minute)
    await world.answer(groupId, world.proven(email, groupId), [], { attending: false })
    expect(await calendarMailed(world)).toBeUndefined()
    world.clock.advance(minute)
    await world.answer(groupId, world.proven(email, groupId), [])
    const yes = await calendarMailed(world)
    world.clock.advance(minute)
    const { rsvps } = await world.ok(assignApi.assign, { id, groupId, name: 'Gast', email, roleName: 'Guest' }, ada)
    const assigned = await calendarMailed(world)
    await deliverAll(world)
    await world.ok(assignApi.remove, { id, groupId, rsvpId: rsvps[0]?._id ?? '', roleName: 'Guest' }, ada)
    const taken = await calendarMailed(world)
    expect([yes, assigned, taken].map((one) => [one?.method, one?.description?.includes('Guest')])).toEqual([
      ['REQUEST', false],
      ['REQUEST', true],
      ['REQUEST', false],
    ])
    const numbers = [yes, assigned, taken].map((one) => one?.sequence ?? 0)
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b))
  })

  test('R95, R96 who erases their data gets the entry taken back by the last email', async () => {
    const world = await openWorld()
    const { groupId } = await world.event(await world.person('ada'))
    const guest = world.proven(email, groupId)
    await world.answer(groupId, guest, ['Guest'])
    const before = await calendarMailed(world)
    world.clock.advance(minute)
    await world.ok(guestApi.erase, { groupId }, guest)
    const after = await calendarMailed(world)
    expect(after).toMatchObject({ method: 'CANCEL', uid: before?.uid, attendees: [`MAILTO:${email}`] })
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
  })

  test('R170, R174 it says with how many one comes, in the invitation and in the file, and names nobody', async () => {
    const world = await openWorld()
    const ada = await world.person('ada', 'pro')
    const { groupId } = await world.event(ada, undefined, {}, { assignmentRules: { enableRoleSelfSelect: true } })
    await world.ok(groupApi.settings, { id: groupId, maxCompanions: 2 }, ada)
    const guest = world.proven(email, groupId)
    const said = async (companions: { name: string }[]) => {
      await world.answer(groupId, guest, ['Guest'], { companions })
      return (await calendarMailed(world))?.description
    }
    const two = await said([{ name: 'Mia' }, { name: 'Ben' }])
    expect(two).toMatch(/^Your roles: Guest\nYou come with 2 companions\n/m)
    expect(two).not.toMatch(/Mia|Ben/)
    world.clock.advance(minute)
    expect(await said([{ name: 'Mia' }])).toContain('You come with 1 companion\n')
    world.clock.advance(minute)
    expect(await said([])).not.toContain('You come with')
  })

  test('R95, M5 by SMTP it is one of the forms of the text, with its method, and a file besides', async () => {
    const smtp = await openSmtp()
    const attachments = [
      { filename: 'invite.ics', contentType: 'text/calendar; charset=utf-8; method=CANCEL', text: icsOf(entry({ method: 'CANCEL' })) },
    ]
    const letter = {
      id: 'a'.repeat(24),
      to: email,
      subject: 'x',
      text: 'x',
      html: 'x',
      headers: { 'Auto-Submitted': 'auto-generated' },
      attachments,
    }
    await smtpMailer(smtp.url, 'Rolecall <hello@rolecall.test>').send(letter)
    const raw = smtp.raws[0] ?? ''
    expect(raw).toMatch(/^auto-submitted: auto-generated\r?$/im)
    expect(raw.replace(/\r?\n\s+/g, ' ')).toMatch(/content-type: text\/calendar; charset=utf-8; method=CANCEL/i)
    expect(raw).toMatch(/content-type: multipart\/alternative/i)
    expect(raw).toMatch(/filename="?invite\.ics/i)
  })
})

describe('the guest’s file', () => {
  test('R95 is there by proof, for who comes, and says the same as the invitation', async () => {
    const world = await openWorld()
    const { groupId, eventId } = await world.event(await world.person('ada'))
    const guest = world.proven(email, groupId)
    const path = `/api/rsvp/calendar.ics?groupId=${groupId}&eventId=${eventId}`
    expect((await world.send('GET', path, undefined, guest)).body.code).toBe('rsvp-unknown')
    await world.answer(groupId, guest, ['Guest'])
    const { status, headers, body } = await world.send('GET', path, undefined, guest)
    expect([status, headers.get('content-type'), headers.get('cache-control')]).toEqual([200, 'text/calendar; charset=utf-8', 'no-store'])
    const mailed = await calendarMailed(world)
    expect(read(body)).toMatchObject({ method: 'PUBLISH', uid: mailed?.uid, sequence: mailed?.sequence, attendees: [] })
    for (const as of [{}, world.proven(email, 'a'.repeat(24))])
      expect((await world.send('GET', path, undefined, as)).body.code).toBe('proof-missing')
    for (const bad of ['', '?groupId=x', `?groupId=${groupId}&eventId=x`]) {
      expect((await world.send('GET', `/api/rsvp/calendar.ics${bad}`, undefined, guest)).status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('the guest’s file of what was canceled', () => {
  test('R95 takes the entry out again, under its UID with a higher number, for who came and nobody else', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId, eventId } = await world.event(ada)
    const [guest, other] = [world.proven(email, groupId), world.proven('no@guests.test', groupId)]
    const file = (as: typeof guest) => world.send('GET', `/api/rsvp/calendar.ics?groupId=${groupId}&eventId=${eventId}`, undefined, as)
    await world.answer(groupId, guest, ['Guest'])
    await world.answer(groupId, other, [], { attending: false })
    const before = read((await file(guest)).body)
    await world.ok(eventApi.remove, { id: eventId }, ada)
    const after = read((await file(guest)).body)
    expect(after).toMatchObject({ method: 'CANCEL', status: 'CANCELLED', uid: before.uid, attendees: [`MAILTO:${email}`] })
    expect(after.sequence).toBeGreaterThan(before.sequence)
    expect((await file(other)).body.code).toBe('rsvp-unknown')
  })
})

describe('the organizer’s feed', () => {
  const path = (url: string) => new URL(url.replace('webcal:', 'http:')).pathname

  test('R95a, R237 shows their events with the coverage, and nobody’s name; a new address ends the one before, and so does ending it', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    await world.answer(groupId, world.proven(email, groupId), ['Guest'], { name: 'Gast' })
    expect(await world.ok(calendarApi.feed, {}, ada)).toEqual({ createdAt: null })
    const { url, webUrl } = await world.ok(calendarApi.makeFeed, {}, ada)
    expect(url).toMatch(/^webcal:\/\/rolecall\.test\/api\/calendar\/[\w-]{43}$/)
    expect(webUrl).toBe(url.replace('webcal:', 'http:'))
    const { status, body, headers } = await world.send('GET', path(url))
    expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    expect([headers.get('cache-control'), headers.get('content-encoding')]).toEqual(['no-store, no-transform', null])
    expect(read(body)).toMatchObject({ method: 'PUBLISH', summary: 'Summer school', attendees: [] })
    expect(read(body).description).toContain('Guest: 1 of 3')
    expect(body).not.toMatch(/gast/i)
    expect((await world.ok(calendarApi.feed, {}, ada)).createdAt).not.toBeNull()
    const again = await world.ok(calendarApi.makeFeed, {}, ada)
    expect((await world.send('GET', path(url))).body.code).toBe('feed-unknown')
    expect((await world.send('GET', path(again.url))).status).toBe(200)
    expect((await world.send('GET', '/api/calendar/of-nobody')).body.code).toBe('feed-unknown')
    await world.ok(calendarApi.endFeed, {}, ada)
    expect((await world.send('GET', path(again.url))).body.code).toBe('feed-unknown')
    expect(JSON.stringify(await world.store.find({ name: 'calendarFeeds', indexes: {} }, { index: '_id' }))).toBe('[]')
  })

  test('R33, R95 a password reset, “log out everywhere else” and a suspension end the feed with the logins, and its owner is shown none', async () => {
    const world = await openWorld()
    const [ada, operator] = [await world.person('ada'), await world.person('operator')]
    const fed = async () => path((await world.ok(calendarApi.makeFeed, {}, ada)).url)
    const ended = async (feed: string) => (await world.send('GET', feed)).body.code === 'feed-unknown'
    const first = await fed()
    expect(await ended(first)).toBe(false)
    await world.ok(accountApi.revokeOthers, {}, ada)
    expect([await ended(first), await world.ok(calendarApi.feed, {}, ada)]).toEqual([true, { createdAt: null }])
    const second = await fed()
    await world.ok(accessApi.requestPasswordReset, { email: ada.email })
    await world.ok(accessApi.resetPassword, { token: await world.tokenMailed(ada.email), newPassword: 'another password' })
    expect(await ended(second)).toBe(true)
    const { token } = await world.ok(accessApi.logIn, { email: ada.email, password: 'another password' })
    const third = path((await world.ok(calendarApi.makeFeed, {}, { token })).url)
    const person = { id: ada.userId }
    await world.ok(operatorApi.suspend, { ...person, isSuspended: true }, operator)
    await world.ok(operatorApi.suspend, { ...person, isSuspended: false }, operator)
    expect(await ended(third)).toBe(true)
  })

  test('R95, R36 of an organization it shows the events as long as one is its admin', async () => {
    const world = await openWorld()
    const [owner, amy] = [await world.person('olga', 'team'), await world.person('amy')]
    const { orgId } = await world.ok(orgApi.create, { organization: { name: 'Choir' }, owner: { email: owner.email } }, owner)
    await world.ok(
      orgApi.addMembers,
      { members: [{ member: { role: 'admin' }, user: { name: 'Amy', email: amy.email }, organization: { orgId } }] },
      owner,
    )
    await world.join(orgId, amy)
    await world.event(owner, undefined, {}, { ownerOrgId: orgId, name: 'Concert' })
    const { url } = await world.ok(calendarApi.makeFeed, {}, amy)
    expect((await world.send('GET', path(url))).body).toContain('SUMMARY:Concert')
    const { members } = await world.ok(orgApi.members, { id: orgId }, owner)
    const id = members.find(({ user }) => user.email === amy.email)?._id ?? ''
    await world.ok(orgApi.setRole, { id, role: 'member', orgId }, owner)
    expect((await world.send('GET', path(url))).body).not.toContain('Concert')
  })
})
