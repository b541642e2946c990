// Emails: written with what causes them, sealed while they wait, shown in the outbox, and never able to say more than one subject line.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { formatBoth } from '#client/lib/dates.ts'
import { formatLong } from '#protocol/kernel/time/dates.ts'
import { accessApi } from '#protocol/people/access.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createApp } from '#server/app/app.ts'
import { collections } from '#server/app/store/collections.ts'
import { type AddressedMessage, renderEmail } from '#server/kernel/emails/layout.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { openSqlite } from '#server/kernel/store/sqlite/engine.ts'
import { type Store, StoreUnavailable, type Write } from '#server/kernel/store/store.ts'
import { countNothing } from '#server/people/http/limits.ts'
import { movedEmail } from '#server/seats/emails/event.ts'
import { storeWith } from '../kit/faults/store-with.ts'
import { guestNo, openWorld } from '../kit/world/world.ts'

const email = 'gast@guests.test'
const names = (writes: readonly Write[]) => writes.map(({ collection }) => collection.name).sort()

/** Notes every commit; fails the next one when told to. */
function watched() {
  const commits: string[][] = []
  const broken = { next: false }
  const wrap = (store: Store) =>
    storeWith(store, {
      async commit(writes) {
        commits.push(names(writes))
        if (broken.next) throw new StoreUnavailable('The disk is full')
        await store.commit(writes)
      },
    })
  return { commits, broken, wrap }
}

describe('in the commit of their cause', () => {
  test('M1 an answer and its email are one commit; a refused one writes neither', async () => {
    const { commits, wrap } = watched()
    const world = await openWorld({ wrap })
    const { groupId } = await world.event(await world.person('ada'), [{ name: 'Guest', max: 1 }])
    commits.length = 0
    const answers = await Promise.all([0, 1, 2].map((n) => world.answer(groupId, world.proven(guestNo(n), groupId), ['Guest'])))
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 409])
    expect(commits).toEqual([['activities', 'emails', 'groups', 'rsvps']])
    expect(await Promise.all([0, 1, 2].map(async (n) => (await world.mails(guestNo(n))).length))).toEqual([1, 0, 0])
  })

  test('M1 where the commit fails nothing is answered, kept, mailed or told', async () => {
    const { broken, wrap } = watched()
    const world = await openWorld({ wrap })
    const ada = await world.person('ada')
    const { groupId, eventId } = await world.event(ada)
    const phone = await world.socket()
    await phone.watch(`form:${groupId}:${eventId}`)
    broken.next = true
    const failed = await world.answer(groupId, world.proven(email, groupId), ['Guest'])
    expect(failed).toMatchObject({ status: 503, body: { code: 'store-unavailable' } })
    expect(failed.headers.get('retry-after')).toBe('1')
    broken.next = false
    expect(await world.ok(rsvpApi.check, { groupId, email })).toEqual({ hasExistingRSVP: false })
    expect([await world.mails(email), phone.heard]).toEqual([[], []])
    expect((await world.answer(groupId, world.proven(email, groupId), ['Guest'])).status).toBe(200)
  })
})

test('M2 codes and links lie in the store sealed only: its files hold none of them', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rolecall-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store = await openSqlite({ file: join(folder, 'rolecall.sqlite'), collections })
  onTestFinished(() => store.close())
  const world = await openWorld({ store })
  const ada = await world.person('ada')
  const { groupId } = await world.event(ada, [{ name: 'In the clear', max: 1 }])
  const { organizerToken } = await world.link(ada.email)
  await world.ok(accessApi.requestPasswordReset, { email: ada.email })
  const reset = await world.tokenMailed(ada.email)
  await world.ok(rsvpApi.sendCode, { groupId, email })
  const code = await world.codeMailed(email)
  const kept = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'latin1'))
    .join('')
  expect(kept).toContain('In the clear')
  const secrets = [organizerToken, reset, code, ada.token, 'password of ada']
  expect(secrets.every((secret) => secret.length >= 6)).toBe(true)
  expect(secrets.filter((secret) => kept.includes(secret))).toEqual([])
})

describe('what they say', () => {
  test('M4 no name can break out of the subject line', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const evil = 'Party\r\nBcc: everyone@else.test'
    for (const name of [evil, 'Party\u2028Bcc', 'Party\nBcc', 'Party\u0000', 'Party\u007f']) {
      expect((await world.no(eventApi.createWithGroup, { event: world.eventInput({ name }), groups: [{}] }, ada))[0]).toBe(400)
      expect((await world.no(groupApi.create, { name }, ada))[0]).toBe(400)
      expect((await world.no(groupApi.create, { roles: [{ name, max: 1 }] }, ada))[0]).toBe(400)
    }
    expect(renderEmail({ subject: `You are coming to “${evil}”`, blocks: [] }).subject).not.toMatch(/[\r\n]/)
  })

  test('M4 what people typed is text in the HTML, in the page of the outbox as well', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const name = '<script>alert("x")</script>'
    const { groupId } = await world.event(ada, undefined, {}, { name })
    await world.answer(groupId, world.proven(email, groupId), [])
    const [letter] = await world.mails(email)
    expect(letter?.subject).toBe(`You are coming to “${name}”`)
    expect(letter?.html).not.toContain('<script>')
    expect(letter?.html).toContain('&lt;script&gt;')
    const page = await world.send('GET', `/dev/outbox?to=${email}`)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.body).toContain('&lt;script&gt;')
    expect(page.body).not.toContain('<script>')
  })

  test('R66, R128a a code stands on a line of its own, and a link leads to its full URL, which only the text shows', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId } = await world.event(ada)
    await world.ok(rsvpApi.sendCode, { groupId, email })
    const [letter] = await world.mails(email)
    const code = await world.codeMailed(email)
    expect(letter?.text.split('\n')).toContain(code)
    expect(letter?.html).toContain(`>${code}</p>`)
    const { organizerToken } = await world.link(ada.email)
    const link = `http://rolecall.test/token?token=${organizerToken}`
    const [mail] = await world.mails(ada.email)
    expect(mail?.text.split('\n')).toContain(link)
    expect(mail?.html).toContain(`href="${link}"`)
    expect(mail?.html.replaceAll(/ href="[^"]*"/g, '')).not.toContain(organizerToken)
  })

  test('R53, R54 a new time is said in the event’s own zone', async () => {
    const world = await openWorld()
    const ada = await world.person('ada')
    const { groupId, eventId } = await world.event(ada, undefined, {}, { timeZone: 'America/New_York' })
    await world.answer(groupId, world.proven(email, groupId), [])
    await world.ok(eventApi.update, { id: eventId, start: '2026-12-20T23:30:00Z', end: '2026-12-21T01:00:00Z' }, ada)
    await world.runJobs()
    expect((await world.mails(email))[0]?.text).toContain('It now starts on Sun, 20 Dec 2026, 6:30 PM EST.')
  })
})

describe('the zone', () => {
  const cases: readonly (readonly [zone: string, start: string, name: string])[] = [
    ['Europe/Berlin', '2027-01-20T18:30:00.000Z', 'CET'],
    ['Europe/Berlin', '2027-07-20T18:30:00.000Z', 'CEST'],
    ['America/New_York', '2027-01-20T18:30:00.000Z', 'EST'],
    ['America/New_York', '2027-07-20T18:30:00.000Z', 'EDT'],
    ['Asia/Kathmandu', '2027-01-20T18:30:00.000Z', 'GMT+5:45'],
    ['Pacific/Chatham', '2027-01-20T18:30:00.000Z', 'CHADT'],
    ['Pacific/Chatham', '2027-07-20T18:30:00.000Z', 'CHAST'],
    ['UTC', '2027-01-20T18:30:00.000Z', 'UTC'],
  ]
  test.each(cases)('R53 in %s at %s an email calls it as the page does: %s', (timeZone, start, name) => {
    const there = formatLong(start, timeZone)
    for (const said of [there, formatBoth(start, timeZone, null).there])
      expect(said).toMatch(new RegExp(`[AP]M ${name.replace('+', '\\+')}$`))
    const event = { name: 'Choir', start, timeZone }
    const { message } = movedEmail(
      email,
      'http://rolecall.test',
      { _id: 'g', eventId: 'e', ownerId: 'o', rsvpId: 'r', hasAnswered: true },
      event,
      {},
    )
    expect(renderEmail(message as AddressedMessage).text).toContain(`It now starts on ${there}.`)
  })
})

describe('the outbox', () => {
  test('R63 is JSON, newest first, by address in any case, and holds text, html, subject and time', async () => {
    const world = await openWorld()
    const { groupId } = await world.event(await world.person('ada'))
    await world.ok(rsvpApi.sendCode, { groupId, email })
    world.clock.advance(1000)
    await world.answer(groupId, world.proven(email, groupId), [], { attending: false })
    for (const path of ['/api/dev/outbox', '/dev/outbox']) {
      const { body } = await world.send('GET', `${path}?to=GAST@guests.test`, undefined, { headers: { accept: 'application/json' } })
      expect(body.messages.map(({ text }: { text: string }) => text.split('\n')[0])).toEqual([
        'You said that you can’t come to “Summer school”.',
        'Enter this code to answer the invitation to “Summer school”:',
      ])
      expect(body.messages[0]).toMatchObject({
        to: email,
        subject: expect.any(String),
        html: expect.any(String),
        createdAt: '2026-12-01T09:00:01.000Z',
      })
    }
    const all = (await world.send('GET', '/api/dev/outbox')).body.messages
    expect(all.map(({ to }: { to: string }) => to)).toEqual([email, email, 'ada@people.test'])
  })

  test('R63 is not there in production', async () => {
    const world = await openWorld()
    const app = createApp(world.services, { log: { info() {}, error() {} } as never, countCall: countNothing, hops: 0, outbox: 'nobody' })
    expect((await app.request('/api/dev/outbox')).status).toBe(404)
    expect((await app.request('/dev/outbox')).status).toBe(404)
  })
})

test('M3 what was sent or given up is purged after a week', async () => {
  const world = await openWorld()
  await world.person('ada')
  world.clock.advance(7 * 86_400_000 + 1)
  await world.runJobs()
  expect(await world.store.find(emails, { index: 'expiry' })).toEqual([])
})
