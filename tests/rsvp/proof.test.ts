// How an invitee proves an email: codes, the cookie, and what counts instead.
import { describe, expect, test } from 'vitest'
import { codeAlphabet } from '#protocol/kernel/limits.ts'
import { guestApi } from '#protocol/seats/guest.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { createSecrets } from '#server/kernel/ports/secrets.ts'
import { type ProofCode, proofCodes } from '#server/people/model/proof.ts'
import { issueCode, issueLink, linkText, proofText, readLink, readProof, tryCode as tryAt } from '#server/people/rules/proof.ts'
import { day, hour, minute } from '../kit/world/clock.ts'
import { openWorld } from '../kit/world/world.ts'

const now = Date.parse('2026-12-01T09:00:00Z')
const email = 'gast@guests.test'
/** A try that is not looked at. */
const unseen = { right: false, isLookedAt: false }
const invalid = 'Invalid verification code. Please try again.'
const tryCode = (sent: ProofCode | undefined, hash: string, guesser: string, at: number) => tryAt(sent, { hash, guesser, now: at })

describe('rules', () => {
  test('R15 a code counts for ten minutes and five tries', () => {
    const sent = issueCode(undefined, 'id', 'hash', now)
    expect(tryCode(sent, 'hash', 'me', now + 10 * minute - 1)).toMatchObject({ right: true, record: { hash: null } })
    expect(tryCode(sent, 'hash', 'me', now + 10 * minute)).toMatchObject(unseen)
    let tried = tryCode(sent, 'other', 'me', now)
    for (let tries = 2; tries <= 5; tries++) tried = tryCode(tried.record, 'other', 'me', now)
    expect(tried).toMatchObject({ right: false, record: { triesBy: { me: 5 } } })
    expect(tryCode(tried.record, 'hash', 'me', now)).toMatchObject(unseen)
    expect(tryCode(tryCode(sent, 'hash', 'me', now).record, 'hash', 'me', now)).toMatchObject(unseen)
    expect(tryCode(undefined, 'hash', 'me', now)).toMatchObject(unseen)
  })

  test('R15 another after 30 seconds; five an hour', () => {
    let code = issueCode(undefined, 'id', 'first', now)
    expect(() => issueCode(code, 'id', 'second', now + 29_999)).toThrow('Please wait a minute')
    code = issueCode(code, 'id', 'second', now + 30_000)
    for (let nth = 3; nth <= 5; nth++) code = issueCode(code, 'id', 'later', now + nth * minute)
    expect(() => issueCode(code, 'id', 'sixth', now + 10 * minute)).toThrow(
      'You requested too many codes. Please try again in 50 minutes. The link we emailed still works.',
    )
    expect(issueCode(code, 'id', 'sixth', now + hour)).toMatchObject({ sentInHour: 1, triesBy: {} })
  })

  test('R227 the last two codes hold, each for its own ten minutes; a right one uses up both', () => {
    const first = issueCode(undefined, 'id', 'first', now)
    const second = issueCode(first, 'id', 'second', now + minute)
    for (const hash of ['first', 'second']) {
      const { right, record } = tryCode(second, hash, 'me', now + 2 * minute)
      expect(right).toBe(true)
      for (const used of ['first', 'second']) expect(tryCode(record, used, 'me', now + 2 * minute)).toMatchObject(unseen)
    }
    expect(tryCode(second, 'first', 'me', now + 10 * minute).right).toBe(false)
    expect(tryCode(second, 'second', 'me', now + 10 * minute).right).toBe(true)
    const third = issueCode(second, 'id', 'third', now + 2 * minute)
    expect(['first', 'second', 'third'].map((hash) => tryCode(third, hash, 'me', now + 2 * minute).right)).toEqual([false, true, true])
  })

  test('R227 wrong tries count at both codes: the later one has five of its own, the earlier none that were spent', () => {
    let code = issueCode(undefined, 'id', 'first', now)
    for (let tries = 0; tries < 3; tries++) code = tryCode(code, 'wrong', 'me', now).record
    code = issueCode(code, 'id', 'second', now + minute)
    for (let tries = 0; tries < 2; tries++) code = tryCode(code, 'wrong', 'me', now + minute).record
    expect(tryCode(code, 'first', 'me', now + minute).right).toBe(false)
    expect(tryCode(code, 'first', 'another', now + minute).right).toBe(true)
    for (let tries = 0; tries < 3; tries++) code = tryCode(code, 'wrong', 'me', now + minute).record
    expect(tryCode(code, 'second', 'me', now + minute)).toMatchObject(unseen)
  })

  test('R15, R118 after ten wrong tries in a day a link takes the place of codes, five an hour, until the day is over', () => {
    let code = issueCode(undefined, 'id', 'hash', now)
    for (let tries = 0; tries < 10; tries++) {
      if (tries === 5) code = issueCode(code, 'id', 'hash', now + minute)
      code = tryCode(code, 'wrong', 'me', now + minute).record
    }
    expect(tryCode(code, 'hash', 'me', now + minute)).toMatchObject(unseen)
    let linked = issueLink(code, now + 2 * minute)
    for (let nth = 2; nth <= 5; nth++) linked = issueLink(linked, now + (nth + 1) * minute)
    expect(linked?.linksInHour).toBe(5)
    expect(() => issueLink(linked, now + 10 * minute)).toThrow('You requested too many codes.')
    expect(issueLink(linked, now + 2 * minute + hour)?.linksInHour).toBe(1)
    expect(issueLink(code, now + day + minute)).toBe(undefined)
    expect(issueCode(code, 'id', 'hash', now + day + minute).failuresInDay).toBe(0)
  })

  test('R118 nobody uses up another’s tries at a code; all of them together have ten a day', () => {
    let code = issueCode(undefined, 'id', 'hash', now)
    for (let tries = 0; tries < 5; tries++) code = tryCode(code, 'wrong', 'stranger', now).record
    expect(tryCode(code, 'hash', 'stranger', now)).toMatchObject(unseen)
    expect(tryCode(code, 'hash', 'me', now).right).toBe(true)
    for (let tries = 0; tries < 5; tries++) code = tryCode(code, 'wrong', 'another', now).record
    expect(tryCode(code, 'hash', 'me', now)).toMatchObject(unseen)
  })

  test('R118a a link proves for two hours what it says, and neither a proof cookie nor anything else is one', () => {
    const text = linkText('g', email, now)
    expect(readLink(text, now + 2 * hour - 1)).toEqual({ groupId: 'g', email, madeAt: now })
    for (const bad of [proofText('g', email, now), '[]', '{}', undefined])
      expect(() => readLink(bad, now)).toThrow('Invalid or expired token')
    expect(() => readLink(text, now + 2 * hour)).toThrow('Invalid or expired token')
    expect(readProof(text, 'g')).toBe(undefined)
  })

  test('R14 a proof is bound to group and email, and lasts two hours', () => {
    const text = proofText('g', email, now)
    expect([readProof(text, 'g'), readProof(text, 'other')]).toEqual([{ email, until: now + 2 * hour }, undefined])
    expect([readProof(undefined, 'g'), readProof('{}', 'g'), readProof('["g",1,2]', 'g')]).toEqual([undefined, undefined, undefined])
    const [ours, theirs] = [createSecrets('a'.repeat(32), 'k'.repeat(32)), createSecrets('b'.repeat(32), 'k'.repeat(32))]
    expect([ours.unsign(ours.sign(text)), ours.unsign(theirs.sign(text)), ours.unsign(''), ours.unsign('a.b')]).toEqual([text, ...Array(3)])
  })

  test('R15 codes have six characters without look-alikes', () => {
    const { randomCode } = createSecrets('a'.repeat(32), 'k'.repeat(32))
    for (let nth = 0; nth < 500; nth++) expect(randomCode()).toMatch(/^[2-9A-HJKMNP-Z]{6}$/)
    expect(codeAlphabet).not.toMatch(/[0O1IL]/)
  })
})

const setUp = async () => {
  const world = await openWorld()
  const ada = await world.person('ada')
  return { world, ada, ...(await world.event(ada)) }
}

describe('codes', () => {
  test('R14, R15, R66 the code is mailed on a line of its own; in any case it gives a cookie for this group', async () => {
    const { world, groupId } = await setUp()
    expect(await world.ok(rsvpApi.sendCode, { email: ' Gast@Guests.test', groupId })).toEqual({ success: true, resendSeconds: 30 })
    const code = await world.codeMailed(email)
    const verified = await world.call(rsvpApi.verifyCode, { email, groupId, code: ` ${code.toLowerCase()} ` })
    expect(verified.body).toEqual({ success: true, rsvp: null })
    expect(verified.headers.get('set-cookie')).toMatch(
      new RegExp(`^rolecall_proof_${groupId}=[\\w.%-]+; Max-Age=7200; Path=/; HttpOnly; SameSite=Lax$`),
    )
    expect((await world.no(rsvpApi.verifyCode, { email, groupId, code }))[1]).toBe('code-wrong')
  })

  test('R239a whoever has proven their email, by code or personal link, is no longer somebody else; elsewhere they still are', async () => {
    const { world, groupId, eventId } = await setUp()
    await world.answer(groupId, world.proven(email, groupId), ['Guest'])
    const token = /guest=([\w.-]+)/.exec((await world.mails(email))[0]?.text ?? '')?.[1] ?? ''
    const flags = (...ids: string[]) => ids.map((id) => `rolecall_aside_${id}=1`).join('; ')
    const ended = (headers: Headers) => headers.getSetCookie().filter((one) => one.startsWith('rolecall_aside_'))
    const over = `rolecall_aside_${eventId}=; Max-Age=0; Path=/; SameSite=Lax`
    const opened = await world.call(guestApi.open, { token }, { cookie: flags('a'.repeat(24), eventId) })
    expect(ended(opened.headers)).toEqual([over])
    await world.ok(rsvpApi.sendCode, { email, groupId })
    const input = { email, groupId, code: await world.codeMailed(email) }
    expect(ended((await world.call(rsvpApi.verifyCode, input, { cookie: flags(eventId) })).headers)).toEqual([over])
    const none = await world.call(
      guestApi.open,
      { token },
      { cookie: `${flags('a'.repeat(24))}; rolecall_aside_x=1; __Host-${flags(eventId)}` },
    )
    expect(ended(none.headers)).toEqual([])
  })

  test('R14 verify-code returns the answer there is', async () => {
    const { world, groupId } = await setUp()
    await world.answer(groupId, world.proven(email, groupId), ['Guest'])
    await world.ok(rsvpApi.sendCode, { email, groupId })
    const { rsvp } = await world.ok(rsvpApi.verifyCode, { email, groupId, code: await world.codeMailed(email) })
    expect(rsvp).toMatchObject({ email, attending: true, roles: ['Guest'] })
  })

  test('R15 a wrong try is a 400 without a cookie, counts even when tried at once, and five void the code', async () => {
    const { world, groupId } = await setUp()
    await world.ok(rsvpApi.sendCode, { email, groupId })
    const code = await world.codeMailed(email)
    const wrong = await Promise.all(Array.from({ length: 5 }, () => world.call(rsvpApi.verifyCode, { email, groupId, code: '222222' })))
    expect(wrong.map(({ status, body, headers }) => [status, body.code, headers.get('set-cookie')])).toEqual(
      Array(5).fill([400, 'code-wrong', null]),
    )
    expect((await world.no(rsvpApi.verifyCode, { email, groupId, code }))[1]).toBe('code-wrong')
    expect((await world.no(rsvpApi.verifyCode, { email, groupId, code: '' }))[2]).toBe('Please enter the verification code')
    expect(await world.no(rsvpApi.verifyCode, { email, groupId, code: '2345678' })).toEqual([400, 'input-invalid', invalid])
  })

  test('R15 too soon and too often are a 429 that says how long', async () => {
    const { world, groupId } = await setUp()
    await world.ok(rsvpApi.sendCode, { email, groupId })
    const soon = await world.call(rsvpApi.sendCode, { email, groupId })
    expect([soon.status, soon.body.code, soon.headers.get('retry-after')]).toEqual([429, 'code-soon', '30'])
    expect((await world.call(rsvpApi.sendCode, { email: 'other@guests.test', groupId })).status).toBe(200)
    for (let nth = 2; nth <= 5; nth++) {
      world.clock.advance(30_000)
      await world.ok(rsvpApi.sendCode, { email, groupId })
    }
    world.clock.advance(30_000)
    expect((await world.no(rsvpApi.sendCode, { email, groupId }))[1]).toBe('code-often')
  })

  test('R15 R228 sixty per address of the caller that nobody has used yet', async () => {
    const world = await openWorld({ rateLimits: true })
    const { groupId } = await world.event(await world.person('ada'))
    const asked = await Promise.all(
      Array.from({ length: 61 }, (_, n) => world.no(rsvpApi.sendCode, { email: `g${n}@guests.test`, groupId })),
    )
    expect(asked.map(([status]) => status)).toEqual([...Array(60).fill(200), 429])
    expect(asked[60]?.[1]).toBe('rate-limited')
  })

  test('R15 only a keyed hash of the code is kept', async () => {
    const { world, groupId } = await setUp()
    await world.ok(rsvpApi.sendCode, { email, groupId })
    const code = await world.codeMailed(email)
    const kept = await world.store.find(proofCodes, { index: 'expiry' })
    expect(kept).toHaveLength(1)
    expect(JSON.stringify(kept)).not.toContain(code)
    expect(kept[0]?.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('whose answer', () => {
  test('R14 without a proof a submit is a 403; another group’s, another email’s, an old or a forged one is none', async () => {
    const { world, ada, groupId } = await setUp()
    const other = await world.event(ada)
    const proof = await world.prove(email, groupId)
    const bad = [{}, { cookie: world.proven('other@guests.test', groupId).cookie }, { cookie: world.proven(email, other.groupId).cookie }]
    const forged = [{ cookie: `${proof.cookie}x` }, { cookie: proof.cookie?.replace(groupId, other.groupId) }]
    for (const as of bad) expect((await world.answer(groupId, { email, ...as }, ['Guest'])).body.code).toBe('proof-missing')
    expect((await world.answer(groupId, { email, ...forged[0] })).body.code).toBe('proof-missing')
    expect((await world.answer(other.groupId, { email, ...forged[1] })).body.code).toBe('proof-missing')
    expect((await world.answer(groupId, proof, ['Guest'])).status).toBe(200)
    world.clock.advance(2 * hour)
    expect((await world.answer(groupId, proof)).body).toMatchObject({ code: 'proof-missing', error: 'Please verify your email first.' })
  })

  test('R17 of a logged-in person the session’s email counts, the body’s is ignored', async () => {
    const { world, groupId } = await setUp()
    const bob = await world.person('bob')
    const { body } = await world.answer(groupId, { ...bob, email: 'victim@guests.test' }, ['Guest'])
    expect(body.rsvp.email).toBe(bob.email)
    expect((await world.ok(rsvpApi.check, { groupId, email: 'victim@guests.test' })).hasExistingRSVP).toBe(false)
    expect(await world.ok(rsvpApi.form, { groupId }, bob)).toMatchObject({ userEmail: bob.email, rsvp: { roles: ['Guest'] } })
  })

  test('R17 an organizer token proves its own email only', async () => {
    const { world, ada, groupId } = await setUp()
    const link = await world.link(ada.email)
    expect((await world.answer(groupId, { ...link, email: 'victim@guests.test' })).body.code).toBe('proof-missing')
    expect((await world.answer(groupId, { ...link, email: ada.email })).body.rsvp.email).toBe(ada.email)
  })
})
