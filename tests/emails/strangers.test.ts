// What is promised to people who have agreed to nothing: no email that somebody else can send them carries a link of that person's making.
import { describe, expect, test } from 'vitest'
import { code as codeRules } from '#protocol/kernel/limits.ts'
import { undoSeconds } from '#protocol/record/undo.ts'
import { assignApi } from '#protocol/seats/assign.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { unlinked, unlinkedText } from '#server/kernel/emails/names.ts'
import { emails } from '#server/kernel/emails/outbox.ts'
import { minute } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const nasty = 'Win now https://evil.example/x www.evil.test evil.test/a me@evil.test ok'

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
    for (const { subject, text, html } of letters) expect(`${subject}${text}${html}`).not.toMatch(/evil|example/)
  })

  test.each([
    'example.भारत',
    'example.সিংহ',
    'i❤.ws',
    'कि.भारत',
    'evil.test',
    'EVIL。test',
    '1.2.3.4/login',
    '(127.0.0.1:80)',
    '１.２.３.４',
    'tel:+4915112345',
    '(TEL:0123',
    'sms:123',
    'mailto:x',
    'javascript:x',
    'xn--evil-.com',
    'evil_.com',
    'a.evil-.com/x',
  ])('R117 %s is no word for a stranger', (word) => {
    expect([unlinked(`See ${word} now`), unlinkedText(`See\n${word} now`)]).toEqual(['See … now', 'See\n… now'])
  })
  test.each(['Dr. Who', 'e.g. this', 'Wait... what', '10.30', 'Tel: none', 'Hotel:bar', 'Rolecall 1.2.3', '1.2.2027', 'so - well'])(
    'R117 “%s” stays',
    (words) => expect(unlinked(words)).toBe(words),
  )

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
    for (const { subject, text, html } of letters) expect(`${subject}${text}${html}`).not.toMatch(/evil|example/)
    const kept = await world.store.find(emails, { index: 'recipient', where: { to: 'bo@people.test' } })
    expect(kept.every(({ isUnasked }) => isUnasked)).toBe(true)
  })
})
