// A guest's pass: where it is, what it leads to, what ends it, and that nobody makes one but this installation.
import { encode } from 'uqr'
import { describe, expect, test } from 'vitest'
import { passApi } from '#protocol/seats/door/pass.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { handoverApi } from '#protocol/seats/handover.ts'
import { removalApi } from '#protocol/seats/removal.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { isCurrent, passClaims, withPassSerial } from '#server/seats/model/pass.ts'
import { type Rsvp, rsvps } from '#server/seats/model/rsvp.ts'
import { day, testClock } from '../kit/world/clock.ts'
import { everything } from '../kit/world/every-collection.ts'
import { openWorld, tokenSecret, type World } from '../kit/world/world.ts'
import { pass as letPass, openPost, remindersOf, stage } from '../reminder/stage.ts'

const email = 'gast@guests.test'
const passIn = (text = '') => /https?:\/\/[^\s#]+\/p#[\w-]+/.exec(text.replaceAll('\r\n ', ''))?.[0] ?? ''

async function setUp() {
  const world = await openWorld()
  const ada = await world.person('ada', 'team')
  const made = await world.event(
    ada,
    undefined,
    { handOver: true, limitToMembers: false },
    { assignmentRules: { enableRoleSelfSelect: true } },
  )
  const guest = world.proven(email, made.groupId)
  await world.answer(made.groupId, guest, ['Guest'], { name: 'Gast' })
  const own = async () => (await world.ok(rsvpApi.form, { groupId: made.groupId }, guest)).rsvp
  const passNow = async () => (await own())?.passes?.[0]?.url ?? ''
  return { world, ada, ...made, guest, own, passNow, pass: await passNow() }
}
const opens = async (world: World, pass: string) => (await world.call(passApi.open, { pass })).status === 200

describe('where it is', () => {
  test('R180 a yes has one, the same whoever asks how often; a no and an answer that is not given have none', async () => {
    const { world, groupId, guest, own, passNow, pass } = await setUp()
    expect(pass).toMatch(/^http:\/\/rolecall\.test\/p#[\w-]{120}$/)
    expect(await passNow()).toBe(pass)
    await world.answer(groupId, guest, [], { attending: false })
    expect(await own()).not.toHaveProperty('passes')
  })

  test('R180 it stands in the calendar file and in the calendar entry of the email, and is kept nowhere', async () => {
    const { world, groupId, guest, pass } = await setUp()
    const file = await world.send('GET', `/api/rsvp/calendar.ics?groupId=${groupId}`, undefined, guest)
    expect(passIn(file.body as string)).toBe(pass)
    const [mail] = await world.mails(email)
    expect(passIn(mail?.attachments?.[0]?.text)).toBe(pass)
    await world.runJobs()
    expect(JSON.stringify(await everything(world.store))).not.toContain(pass.split('#')[1])
  })

  test('R180 the reminder brings it, and the file that takes an event out does not', async () => {
    const { world, groupId } = await stage(2)
    const post = openPost(world)
    await letPass(world, post, 10 * day)
    const reminders = remindersOf(post.sent).filter(({ subject }) => subject.startsWith('Coming up'))
    expect(reminders).toHaveLength(2)
    for (const { to, text } of reminders) {
      const own = (await world.ok(rsvpApi.form, { groupId }, world.proven(to, groupId))).rsvp
      expect(passIn(text)).toBe(own?.passes?.[0]?.url)
    }
  })
})

describe('what it leads to', () => {
  test('R180 everybody is told where its answer is and nothing of its holder, and nothing changes', async () => {
    const { world, ada, groupId, eventId, guest, pass } = await setUp()
    const before = JSON.stringify(await everything(world.store))
    for (const as of [guest, {}, ada, world.proven('other@guests.test', groupId)]) {
      expect(await world.ok(passApi.open, { pass }, as)).toEqual({ groupId, eventId })
      expect(await world.ok(passApi.open, { pass: pass.split('#')[1] ?? '' }, as)).toEqual({ groupId, eventId })
    }
    expect(JSON.stringify(await everything(world.store))).toBe(before)
  })
})

describe('what ends it', () => {
  const ends: readonly [string, (at: Awaited<ReturnType<typeof setUp>>) => Promise<unknown>][] = [
    ['a no', ({ world, groupId, guest }) => world.answer(groupId, guest, [], { attending: false })],
    ['a new link', ({ world, groupId, guest }) => world.ok(guestApi.newLink, { groupId }, guest)],
    ['erased data', ({ world, groupId, guest }) => world.ok(guestApi.erase, { groupId }, guest)],
    ['a seat given back', ({ world, groupId, guest }) => world.answer(groupId, guest, [])],
    [
      'removal',
      async ({ world, ada, groupId, own }) => world.ok(removalApi.remove, { id: groupId, rsvpId: (await own())?._id ?? '' }, ada),
    ],
    [
      'a seat handed over',
      async ({ world, groupId, guest }) => {
        await world.ok(handoverApi.begin, { groupId, name: 'Next', email: 'next@guests.test' }, guest)
        const [mail] = await world.mails('next@guests.test')
        await world.ok(handoverApi.accept, { token: /hand-over\?token=([\w.-]+)/.exec(mail?.text ?? '')?.[1] ?? '' })
      },
    ],
    ['30 days after the end', async ({ world }) => world.clock.advance(38 * day)],
  ]
  test.each(ends)('R181 %s', async (_, end) => {
    const at = await setUp()
    expect(await opens(at.world, at.pass)).toBe(true)
    await end(at)
    expect(await at.world.no(passApi.open, { pass: at.pass })).toEqual([
      410,
      'pass-void',
      'This pass doesn’t count. A newer one may have replaced it.',
    ])
  })

  test('R181 whoever comes after all has a new one, and the old one stays void', async () => {
    const { world, groupId, guest, passNow, pass } = await setUp()
    await world.answer(groupId, guest, [], { attending: false })
    await world.answer(groupId, guest, ['Guest'])
    expect([await opens(world, pass), await opens(world, await passNow())]).toEqual([false, true])
  })

  test('R181 it outlives another role, a move of the event and a rename: the calendar on a phone may be old', async () => {
    const { world, ada, groupId, eventId, guest, passNow, pass } = await setUp()
    await world.answer(groupId, guest, ['Speaker'])
    await world.ok(groupApi.update, { id: groupId, name: 'Another name' }, ada)
    const [start, end] = [world.inDays(8), new Date(Date.parse(world.inDays(8)) + 3_600_000).toISOString()]
    await world.ok(eventApi.update, { id: eventId, start, end }, ada)
    expect([await opens(world, pass), await opens(world, await passNow())]).toEqual([true, true])
  })

  test('R181 the serial never falls, whatever an older version of the answer says', () => {
    const answer = (more: Partial<Rsvp>) => ({ attending: true, roleIds: ['a'], ...more }) as Rsvp
    expect(withPassSerial(answer({ passSerial: 3 }), answer({ passSerial: 1 })).passSerial).toBe(3)
    expect(withPassSerial(answer({ passSerial: 3 }), answer({ roleIds: [] })).passSerial).toBe(4)
    expect(withPassSerial(answer({}), answer({ roleIds: ['b'] }))).not.toHaveProperty('passSerial')
    expect(withPassSerial(answer({ attending: null }), answer({ attending: false }))).not.toHaveProperty('passSerial')
  })
})

describe('what it is', () => {
  test('R181 90 bytes, a code of 49 modules, and nothing of a person in it', async () => {
    const { world, guest, own, pass } = await setUp()
    const token = pass.split('#')[1] ?? ''
    expect(Buffer.from(token, 'base64url')).toHaveLength(90)
    expect(encode(`https://rolecall.example/p#${token}`, { ecc: 'M', border: 0 }).size).toBe(49)
    const claims = passClaims(world.services.signedTokens, token)
    expect(claims).toMatchObject({ rsvpId: (await own())?._id, serial: 0 })
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain(guest.email.slice(0, 4))
  })

  test('R181, S2 a text that was changed in any bit, cut, lengthened or written otherwise is none of ours', async () => {
    const { world, pass } = await setUp()
    const { signedTokens } = world.services
    const token = pass.split('#')[1] ?? ''
    const bytes = Buffer.from(token, 'base64url')
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const changed = Buffer.from(bytes)
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3)
      expect(passClaims(signedTokens, changed.toString('base64url')), `bit ${bit}`).toBeUndefined()
    }
    const others = [
      '',
      'x',
      token.slice(1),
      token.slice(0, -4),
      `${token}AAAA`,
      `${token}=`,
      `${token} `,
      bytes.toString('base64'),
      bytes.toString('hex'),
    ]
    // Some bytes are written alike in both alphabets.
    for (const one of others.filter((text) => text !== token)) expect(passClaims(signedTokens, one), one).toBeUndefined()
    expect(passClaims(signedTokens, token)).toBeDefined()
  })

  test('R181 one of another installation, and of before a restore, is void; one from before a change of the secret is not', async () => {
    const { world, pass } = await setUp()
    const token = pass.split('#')[1] ?? ''
    const clock = testClock()
    const open = (secrets: [string, ...string[]], era?: string) =>
      passClaims(createSignedTokens({ clock, publicUrl: world.services.publicUrl, secrets, era }), token)
    const other = 'another secret of thirty-two characters'
    expect([open([other]), open([tokenSecret], 'a restore')]).toEqual([undefined, undefined])
    expect([open([tokenSecret]), open([other, tokenSecret])]).toEqual([expect.anything(), expect.anything()])
  })

  test('R181 one for another event is not that of the answer, though its signature is right', async () => {
    const { world, own, pass } = await setUp()
    const claims = passClaims(world.services.signedTokens, pass.split('#')[1] ?? '')
    const rsvp = await world.store.get(rsvps, (await own())?._id ?? '')
    if (!claims || !rsvp) throw new Error('there is no pass')
    const now = world.clock.now()
    expect(isCurrent(claims, rsvp, now)).toBe(true)
    expect(isCurrent({ ...claims, event: 'ffffffff' }, rsvp, now)).toBe(false)
    expect(isCurrent({ ...claims, serial: 1 }, rsvp, now)).toBe(false)
    expect(isCurrent(claims, rsvp, claims.until)).toBe(false)
  })
})
