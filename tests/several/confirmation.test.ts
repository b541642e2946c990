// What an answer to several groups is confirmed by: one email with all of them, and one file that no calendar takes for an invitation.
import ICAL from 'ical.js'
import { describe, expect, test } from 'vitest'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { severalApi } from '#protocol/seats/several/several.ts'
import { minute } from '../kit/world/clock.ts'
import { openSeveral } from '../kit/world/several.ts'

const email = 'gast@guests.test'

describe('the email', () => {
  test('R153 is one for all groups of an answer, by time, with one file of all who are come to and without a method', async () => {
    const { world, eventId, send, one } = await openSeveral()
    await send([one('Stage'), one('Bar', ['Helper']), one('Door', [], false)])
    const mails = await world.mails(email)
    expect(mails.map(({ subject }) => subject)).toEqual(['You are coming to “Fair”'])
    const text = mails[0]?.text ?? ''
    expect(text).toContain('You said yes to 2 parts of “Fair”')
    expect(text.indexOf('Bar')).toBeLessThan(text.indexOf('Stage'))
    for (const words of ['Helper', 'Guest', 'You said that you can’t come to “Door”']) expect(text).toContain(words)
    const [file, ...more] = mails[0]?.attachments ?? []
    expect([file?.contentType, more]).toEqual(['text/calendar; charset=utf-8', []])
    const calendar = new ICAL.Component(ICAL.parse(file?.text ?? ''))
    expect(calendar.getFirstPropertyValue('method')).toBe(null)
    const titles = calendar.getAllSubcomponents('vevent').map((entry) => new ICAL.Event(entry).summary)
    expect(titles).toEqual(['Fair: Bar', 'Fair: Stage'])
    // Its link opens all of them.
    const [, path, token] = /(\/rsvp\/event\/\w+)\?guest=([\w.-]+)/.exec(text) ?? []
    expect(path).toBe(`/rsvp/event/${eventId}`)
    const { headers } = await world.call(guestApi.open, { token: token ?? '' })
    const cookie = (headers.get('set-cookie') ?? '').split(';', 1).join()
    expect((await world.ok(severalApi.form, { eventId }, { cookie })).own.length).toBe(3)
  })

  test('R153, R131a its heading is the page’s: of all groups that they come to, whichever it is about', async () => {
    const { world, send, one } = await openSeveral({ Bar: [0, 2], Door: [2, 4], Stage: [4, 6], Yard: [6, 8], Roof: [8, 10] })
    const newest = async () => {
      const [mail] = await world.mails(email)
      world.clock.advance(minute)
      return [mail?.subject, /<h1[^>]*>([^<]*)</.exec(mail?.html ?? '')?.[1]]
    }
    await send([one('Bar')])
    await newest()
    await send([one('Door'), one('Stage')])
    expect(await newest()).toEqual(['You are coming to “Fair”', 'You’re coming: 3 shifts, 6 hours'])
    await send([one('Yard', [], false), one('Roof', [], false)])
    expect(await newest()).toEqual(['Your answers for “Fair”', 'You’re coming: 3 shifts, 6 hours'])
    await send(['Bar', 'Door', 'Stage'].map((name) => one(name, [], false)))
    expect(await newest()).toEqual(['You are not coming to “Fair”', 'You’ve said no'])
  })

  test('R153, R174 says with how many one comes, in a role or without one, and names nobody', async () => {
    const { world, ada, idOf, send, one } = await openSeveral()
    for (const name of ['Bar', 'Stage']) await world.ok(groupApi.update, { id: idOf(name), maxCompanions: 2 }, ada)
    const companions = [{ name: 'Mia' }, { name: 'Ben' }]
    await send([{ ...one('Bar', []), companions } as never, { ...one('Stage', ['Guest']), companions: companions.slice(1) } as never])
    const [mail] = await world.mails(email)
    expect(mail?.text).toMatch(/Bar[\s\S]*with 2 companions[\s\S]*Stage[\s\S]*Guest, with 1 companion/)
    expect(mail?.text).not.toMatch(/Mia|Ben/)
  })

  test('R153, R89, R172 who only waits is told so, with how many seats at once, and not that they are coming', async () => {
    const { world, ada, idOf, as, send, one } = await openSeveral()
    await send([one('Bar', ['Helper']), one('Stage', ['Helper'])], {}, as('first@guests.test'))
    await world.ok(groupApi.update, { id: idOf('Stage'), maxCompanions: 1 }, ada)
    const companions = [{ name: 'Mia' }]
    await send([{ ...one('Bar', []), waitFor: ['Helper'] } as never, { ...one('Stage', []), waitFor: ['Helper'], companions } as never])
    const [waits] = await world.mails(email)
    expect(waits?.subject).toBe('You are on the waitlist for “Fair”')
    expect(waits?.text).toContain('You are on the waitlist in 2 parts of “Fair”')
    expect(waits?.text).toMatch(/Bar[\s\S]*number 1 for “Helper”[\s\S]*Stage[\s\S]*number 1 for “Helper”, for at least 2 seats together/)
    expect(waits?.text).toContain('We email you as soon as a seat is free for you.')
    expect(waits?.text).not.toContain('You said yes')
    world.clock.advance(minute)
    // One seat, and one wait.
    await send([one('Bar', ['Guest']), { ...one('Stage', []), waitFor: ['Helper'], companions: [] } as never])
    const [both] = await world.mails(email)
    expect(both?.subject).toBe('You are coming to “Fair”')
    expect(both?.text).toMatch(/You said yes to one part[\s\S]*Bar[\s\S]*You are on the waitlist in one part[\s\S]*Stage/)
  })

  test('R153 of one changed group is the invitation as ever; the next answer about one of several says the others all the same', async () => {
    const { world, send, one } = await openSeveral()
    await send([one('Bar')])
    const [single] = await world.mails(email)
    expect([single?.subject, single?.attachments[0]?.contentType]).toEqual([
      'You are coming to “Fair: Bar”',
      'text/calendar; charset=utf-8; method=REQUEST',
    ])
    // Sent before it went out: what waits is still one email for Stage, and for what changed since.
    await send([one('Bar', ['Helper']), one('Stage')])
    await send([one('Bar', ['Guest'])])
    const [newest, ...others] = await world.mails(email)
    expect(others).toEqual([])
    expect(newest?.text).toMatch(/Bar[\s\S]*Guest[\s\S]*Stage/)
  })

  test('R153, R96 says nothing of a group whose answer was erased before it went out', async () => {
    const { world, eventId, idOf, guest, send, one } = await openSeveral()
    await send([one('Bar'), one('Stage')])
    await world.ok(guestApi.erase, { groupId: idOf('Stage'), eventId }, guest)
    expect((await world.mails(email)).map(({ subject }) => subject)).toContain('You are coming to “Fair: Bar”')
  })
})
