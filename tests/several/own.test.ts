// What is a guest's own in an event with several groups: the feed that their calendar follows, their links, and what is kept of them, over all groups at once.
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { holdings } from '#server/seats/model/guest.ts'
import { rsvps } from '#server/seats/model/rsvp.ts'
import { day } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'
import { withoutTokens } from '../kit/world/tokens.ts'
import type { World } from '../kit/world/world.ts'

const email = 'gast@guests.test'

interface Shown {
  readonly title: string
  readonly start: string
  readonly description: string
}
function entriesOf(text: string): Shown[] {
  const all = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((one) => new ICAL.Event(one))
  return all.map(({ summary, startDate, description }) => ({ title: summary, start: startDate.toJSDate().toISOString(), description }))
}
const fetched = (world: World, url: string) => world.send('GET', new URL(url).pathname)
const titlesAt = async (world: World, url: string) => entriesOf((await fetched(world, url)).body).map(({ title }) => title)

describe('the feed', () => {
  test('R153a has all groups that are come to, with the pass of each, and follows every change', async () => {
    const { world, ada, eventId, idOf, guest, send, one } = await openSeveral()
    await send([one('Stage'), one('Bar', ['Helper']), one('Door', [], false)])
    const { url } = await world.ok(severalApi.feed, { eventId }, guest)
    expect(url).toContain('/api/rsvp/calendar/')
    const file = await fetched(world, url)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
    const [bar, stage, ...more] = entriesOf(file.body)
    expect([bar?.title, stage?.title, more]).toEqual(['Fair: Bar', 'Fair: Stage', []])
    expect(bar?.description).toContain('Your roles: Helper')
    const passes = [bar, stage].map((entry) => /Your pass for the door: (\S+)/.exec(entry?.description ?? '')?.[1])
    expect(new Set(passes).size).toBe(2)
    expect(file.body).not.toContain(email)
    // Moved, given back, called off.
    const event = (await world.ok(eventApi.read, { id: eventId }, ada)).event as { start: string; end: string; settingsRev: number }
    const later = (iso: string) => new Date(Date.parse(iso) + day).toISOString()
    const times = { start: later(event.start), end: later(event.end), moveGroups: true }
    await world.ok(eventApi.update, { id: eventId, settingsRev: event.settingsRev, ...times }, ada)
    expect(entriesOf((await fetched(world, url)).body)[0]?.start).toBe(later(bar?.start ?? ''))
    await send([one('Bar', [], false)])
    expect(await titlesAt(world, url)).toEqual(['Fair: Stage'])
    await world.ok(groupApi.remove, { id: idOf('Stage') }, ada)
    expect(await titlesAt(world, url)).toEqual([])
  })

  test('R153a is nobody’s without a proof, nor of who has answered nothing; no other text opens it, and it ends with the event', async () => {
    const { world, eventId, guest, as, send, one } = await openSeveral()
    await send([one('Stage')])
    expect((await world.no(severalApi.feed, { eventId }))[1]).toBe('proof-missing')
    expect((await world.no(severalApi.feed, { eventId: 'a'.repeat(24) }, guest))[1]).toBe('proof-missing')
    expect((await world.no(severalApi.feed, { eventId }, as('other@guests.test')))[1]).toBe('rsvp-unknown')
    const { url } = await world.ok(severalApi.feed, { eventId }, as(email, 'Door'))
    for (const bad of [`${url}x`, url.replace(/[^/]+$/, 'x.y.z'), url.slice(0, -3)]) expect((await fetched(world, bad)).status).toBe(404)
    const mailed = /guest=([\w.-]+)/.exec((await world.mails(email))[0]?.text ?? '')?.[1] ?? ''
    expect((await fetched(world, url.replace(/[^/]+$/, mailed))).status).toBe(404)
    world.clock.advance(60 * day)
    expect((await fetched(world, url)).status).toBe(404)
  })

  test('R153 R153a the email with more than one group leads to it, and its file has the passes', async () => {
    const { world, eventId, send, one } = await openSeveral()
    await send([one('Stage'), one('Bar')])
    const [mail] = await world.mails(email)
    expect(mail?.text).toMatch(new RegExp(`/rsvp/event/${eventId}\\?guest=[\\w.-]+&open=calendar`))
    const entries = entriesOf(mail?.attachments[0]?.text ?? '')
    expect(entries.map(({ description }) => /Your pass for the door: \S+/.test(description))).toEqual([true, true])
    await send([one('Bar', ['Helper'])])
    expect((await world.mails(email)).filter(({ text }) => text.includes('open=calendar')).length).toBe(1)
  })
})

describe('the personal link', () => {
  test('R87c a new one ends the links of all groups, their passes and the feed, whichever group it was asked for in', async () => {
    const { world, eventId, idOf, guest, as, send, one } = await openSeveral()
    await send([one('Stage'), one('Bar')])
    const tokens = async () => (await world.mails(email)).flatMap(({ text }) => /\?guest=([\w.-]+)/.exec(text)?.[1] ?? [])
    const [old = ''] = await tokens()
    const { url } = await world.ok(severalApi.feed, { eventId }, guest)
    const linked = (await world.store.find(rsvps, { index: 'holder', where: { email } })).map(({ groupId }) => groupId)
    for (const groupId of linked) {
      await world.ok(guestApi.newLink, { groupId, eventId }, as(email))
      expect((await world.no(guestApi.open, { token: old }))[1]).toBe('guest-link-over')
      expect((await fetched(world, url)).status).toBe(404)
    }
    const [newest] = (await world.mails(email)).filter(({ subject }) => subject === 'Your new link for “Fair”')
    expect(newest?.text).toContain(`/rsvp/event/${eventId}?guest=`)
    const [fresh = ''] = await tokens()
    expect([idOf('Bar'), idOf('Stage')]).toContain((await world.ok(guestApi.open, { token: fresh }))._id)
  })

  test('R96a the list of one’s answers has the event once, with the link to all of its groups', async () => {
    const { world, ada, eventId, guest, send, one } = await openSeveral()
    await send([one('Stage'), one('Bar'), one('Door', [], false)])
    const single = await world.event(ada, undefined, { handOver: true })
    await world.answer(single.groupId, world.proven(email, single.groupId), ['Guest'])
    await world.ok(guestApi.links, { email }, guest)
    const [list] = (await world.mails(email)).filter(({ subject }) => subject === 'Links to your answers')
    const links = (list?.text ?? '').match(/\/rsvp\/\S+guest=/g) ?? []
    expect(new Set(links.map((link) => link.split('?')[0]))).toEqual(new Set([`/rsvp/${single.groupId}`, `/rsvp/event/${eventId}`]))
    expect(links).toHaveLength(2)
    for (const words of ['“Stage”', '“Bar”', '“Door”']) expect(list?.text).toContain(words)
  })
})

describe('own data', () => {
  test('R96a is read for all groups at once, those that were deleted among them, and nothing of anybody else', async () => {
    const { world, ada, eventId, idOf, guest, as, send, one } = await openSeveral()
    const bea = as('bea@guests.test')
    await send([one('Bar')], { name: 'Bea' }, bea)
    await send([one('Stage'), one('Bar', ['Helper'])])
    await world.ok(groupApi.remove, { id: idOf('Stage') }, ada)
    const { answers } = await world.ok(severalApi.myData, { eventId }, guest)
    expect(answers.map(({ group, roles }) => [group, roles])).toEqual([
      ['Bar', ['Helper']],
      ['Stage', ['Guest']],
    ])
    expect(withoutTokens(answers)).not.toContain('Bea')
    expect((await world.no(severalApi.myData, { eventId }))[1]).toBe('proof-missing')
  })

  test('R96a is erased in all groups at once: every seat is free, nothing of the name is left, and one last email says so', async () => {
    const { world, ada, eventId, idOf, guest, as, send, one } = await openSeveral()
    const bea = as('bea@guests.test')
    await send([one('Bar', ['Helper']), one('Stage', ['Helper'])], { name: 'Gustav' })
    // Who waits for both gets them, as the two don't overlap.
    const waits = (name: string) => ({ ...one(name, []), waitFor: ['Helper'] })
    await send([waits('Bar'), waits('Stage')], { name: 'Bea' }, bea)
    const before = (await world.mails(email)).length
    await world.ok(severalApi.erase, { eventId }, guest)
    const mine = await world.ok(severalApi.form, { eventId }, bea)
    expect(mine.own.map(({ groupId, rsvp }) => [groupId, rsvp?.roles])).toEqual([
      [idOf('Bar'), ['Helper']],
      [idOf('Stage'), ['Helper']],
    ])
    const last = (await world.mails(email)).slice(0, -before || undefined)
    expect((await world.mails(email)).filter(({ subject }) => subject.includes('was erased')).map(({ subject }) => subject)).toEqual([
      'Your data for “Fair” was erased',
    ])
    expect(last.every(({ attachments }) => attachments.length === 0)).toBe(true)
    expect((await world.no(severalApi.erase, { eventId }, guest))[1]).toBe('rsvp-unknown')
    const { rsvps: rows } = (await world.ok(groupApi.rsvps, { id: idOf('Bar') }, ada)) as { rsvps: { name: string }[] }
    expect(rows.map(({ name }) => name)).toContain('A guest')
    const kept = JSON.stringify(await Promise.all([rsvps, holdings].map((one) => world.store.find(one as typeof rsvps, { index: '_id' }))))
    for (const word of ['Gustav', email]) expect(kept).not.toContain(word)
    // Answering anew begins anew.
    await world.ok(rsvpApi.submit, { eventId, name: 'New', email, groups: [one('Door')] }, guest)
    expect((await world.ok(severalApi.myData, { eventId }, guest)).answers.map(({ group }) => group)).toEqual(['Door'])
  })
})
