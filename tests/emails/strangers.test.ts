// What is promised to people who have agreed to nothing: no email that somebody else can send them carries a link of that person's making.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { code as codeRules, undoSeconds } from '#protocol/kernel/limits.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { unlinked, unlinkedText } from '#server/kernel/emails/names.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { asRead, linksIn, linksOfOthers } from '../kit/hostile/linkifiers.ts'
import { minute } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const nasty = 'Win now https://evil.example/x www.evil.test evil.com/a me@evil.test ok'
/** What some mail program makes a link of. */
const linked = [
  'example.भारत',
  'i❤.ws',
  'evil.com',
  'EVIL.Com/x?y',
  'Dr.House',
  'evil.com.test',
  'me@evil.test',
  'me@evil.com',
  'www.evil.test',
  'WWW.evil',
  'ftp.evil.test',
  'https://evil.test',
  'http://evil/x',
  '1.2.3.4/login',
  '127.0.0.1:80',
  'tel:+4915112345',
  'TEL:0123',
  'sms:123',
  'mailto:x',
  'javascript:x',
  '\\\\evil\\share',
  'xn--evil-.com',
  'evil_.com',
  'a.evil-.com/x',
  'evil.xn--p1ai',
  'evil.co\u00adm',
  'e\u200bvil.com',
  'evil。com',
  'evil．com',
  'me＠evil.com',
]
const notLinked = [
  'Dr. Who',
  'e.g. this',
  'Wait... what',
  '10.30',
  'Tel: none',
  'Hotel:bar',
  'Rolecall 1.2.3',
  '1.2.2027',
  'so - well',
  'Drinks @ Ben’s',
  'Lunch @noon',
  'St. Martin',
  'St.Martin',
  'No.5',
  'Mr.Big',
  'evil.nowhere',
  'A/B and C//D',
  'Ctrl:Alt',
  '@home',
  'Yoga@8',
]
const partsOfLinks = [
  '.',
  '.',
  '。',
  '．',
  '@',
  '://',
  ':',
  '/',
  '\\',
  '-',
  '_',
  ' ',
  '\u200b',
  '\u00ad',
  'www',
  'http',
  'tel',
  'me',
  'evil',
  'com',
  'house',
  'ws',
  'भारत',
  'xn--p1ai',
  '1',
  '255',
  'é',
  '(',
  '+49',
]

describe('emails to strangers', () => {
  test('R117c no link but ours has a code, its link, and an email to publish, which anybody may have sent to anybody', async () => {
    const world = await openWorld({ hops: 1 })
    const { groupId } = await world.event(await world.person('olga'), undefined, {}, { name: nasty })
    await world.event({}, undefined, {}, { name: nasty, organizerEmail: 'bo@people.test' })
    await world.ok(rsvpApi.sendCode, { email: 'bo@people.test', groupId })
    for (let nth = 0; nth < codeRules.failuresPerDay; nth++) {
      await world.no(
        rsvpApi.verifyCode,
        { email: 'bo@people.test', groupId, code: 'WRONG2' },
        { headers: { 'x-forwarded-for': `192.0.2.${nth % 2}` } },
      )
    }
    world.clock.advance(minute)
    await world.ok(rsvpApi.sendCode, { email: 'bo@people.test', groupId })
    const letters = await world.mails('bo@people.test')
    expect(letters.map(({ subject }) => subject.replace(/“.*/, ''))).toEqual(['Your link for ', 'Your code for ', 'Publish '])
    for (const letter of letters) expect(linksOfOthers(letter)).toEqual([])
    expect(linksOfOthers({ subject: nasty, text: '', html: '' })).not.toEqual([])
  })

  test.each(linked)('R238 no mail program makes a link of %s, and it reads the same; control: as it was typed, one does', (word) => {
    for (const text of [`See ${word} now`, `${word}.`, `(${word})`]) {
      expect([linksIn(unlinked(text)), linksIn(unlinkedText(text))]).toEqual([[], []])
      expect([asRead(unlinked(text)), asRead(unlinkedText(text))]).toEqual([asRead(text), asRead(text)])
    }
    expect(linksIn(`See ${word} now`)).not.toEqual([])
  })
  test.each(notLinked)('R238 “%s” stays sign by sign, as no mail program makes a link of it', (words) => {
    expect([unlinked(words), unlinkedText(words), linksIn(words)]).toEqual([words, words, []])
  })
  test('R238 whatever is made of parts of addresses, no mail program makes a link of it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...partsOfLinks), { maxLength: 12 }), (parts) => {
        const text = parts.join('')
        expect([linksIn(unlinked(text)), linksIn(unlinkedText(text))]).toEqual([[], []])
      }),
      { seed: 238, numRuns: 3_000 },
    )
  })
  test('R238 a long name is cut before its words are broken up, so that as much of it is seen as of any other', () => {
    expect(asRead(unlinked(`evil.com ${'a'.repeat(100)}`))).toBe(`evil.com ${'a'.repeat(71)}…`)
  })
  test('R238 names of events and hosts stand in subject, text and HTML as they are', async () => {
    const world = await openWorld()
    const owner = await world.person('olga', 'team')
    for (const [name, hostName] of [
      ['Drinks @ Ben’s', 'St.Martin'],
      ['St. Martin', 'The Bar @ 5'],
      ['Prof.Rust vs. Mr.Big', 'No.5'],
    ] as const) {
      const { groupId } = await world.event(owner, undefined, {}, { name, hostName })
      await world.ok(rsvpApi.sendCode, { email: `${groupId}@people.test`, groupId })
      const [mail] = await world.mails(`${groupId}@people.test`)
      for (const said of [mail?.subject, mail?.text, mail?.html]) expect(said).toContain(name)
      for (const said of [mail?.text, mail?.html]) expect(said).toContain(hostName)
    }
  })

  test('R117, R119 who was assigned and never answered is told of changes without them, and at most so often an hour', async () => {
    const world = await openWorld()
    const owner = await world.person('olga', 'team')
    const [fixed, gone] = ['See evil.test now', 'At evil.test too']
    const roles = [fixed, gone].map((name) => ({ name, max: 1 }))
    const { eventId: id, groupId } = await world.event(owner, roles, {}, { name: nasty })
    for (const roleName of [fixed, gone])
      await world.ok(assignApi.assign, { id, groupId, name: 'Bo', email: 'bo@people.test', roleName }, owner)
    await world.ok(eventApi.update, { id, start: world.inDays(8), end: world.inDays(9) }, owner)
    await world.ok(groupApi.removeRole, { id: groupId, name: gone }, owner)
    world.clock.advance(undoSeconds * 1_000)
    await world.runJobs()
    await world.ok(eventApi.remove, { id }, owner)
    await world.runJobs()
    const letters = await world.mails('bo@people.test')
    expect(letters).toHaveLength(5)
    for (const letter of letters) expect(linksOfOthers(letter)).toEqual([])
    const kept = await world.store.find(emails, { index: 'recipient', where: { to: 'bo@people.test' } })
    expect(kept.every(({ isUnasked }) => isUnasked)).toBe(true)
  })
})
