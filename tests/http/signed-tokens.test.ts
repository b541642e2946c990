// Signed tokens: taken only by whom, for what and as long as they were made for.
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { createSignedTokens } from '#server/kernel/ports/signed-tokens.ts'
import { testClock } from '../kit/world/clock.ts'

const hourMs = 3_600_000
const [first, second] = ['the first secret, thirty-two characters', 'the second secret, thirty-two chars ok']
const publicUrl = 'http://rolecall.test'
const clock = testClock()
const tokens = (...secrets: [string, ...string[]]) => createSignedTokens({ clock, publicUrl, secrets })
const until = () => clock.now() + hourMs
const parts = (token: string) =>
  token
    .split('.')
    .slice(0, 2)
    .map((part) => JSON.parse(Buffer.from(part, 'base64url').toString()))
/** The token with its claims changed and its signature kept. */
const altered = (token: string, change: object) => {
  const [head = '', , signature = ''] = token.split('.')
  return [head, Buffer.from(JSON.stringify({ ...parts(token)[1], ...change })).toString('base64url'), signature].join('.')
}

describe('R80 a signed token', () => {
  test('R80 carries its claims, issuer, audience, purpose, end and the id of its key', async () => {
    const token = await tokens(first).sign('billing', { sub: 'sub_1' }, until())
    expect(await tokens(first).verify('billing', token)).toMatchObject({ sub: 'sub_1', purpose: 'billing' })
    const [head, claims] = parts(token)
    expect(head).toEqual({ alg: 'HS256', kid: expect.stringMatching(/^[\w-]{8}$/) })
    expect(claims).toMatchObject({ iss: 'rolecall', aud: publicUrl, exp: Math.floor(until() / 1000) })
  })

  test('R80 is taken to its end and not a second longer', async () => {
    const token = await tokens(first).sign('billing', { sub: 'sub_1' }, until())
    clock.advance(hourMs - 1_000)
    expect(await tokens(first).verify('billing', token)).toBeDefined()
    clock.advance(1_000)
    expect(await tokens(first).verify('billing', token)).toBeUndefined()
  })

  test('R80 of another installation, audience or purpose is refused, whoever signed it', async () => {
    const elsewhere = createSignedTokens({ clock, publicUrl: 'http://other.test', secrets: [first] })
    expect(await tokens(first).verify('billing', await elsewhere.sign('billing', {}, until()))).toBeUndefined()
    expect(await tokens(first).verify('billing', await tokens(first).sign('other' as never, {}, until()))).toBeUndefined()
    expect(await tokens(first).verify('billing', await tokens(second).sign('billing', {}, until()))).toBeUndefined()
  })

  test('R80 that was changed, is unsigned, names another algorithm or no key, or is no token at all is refused', async () => {
    const token = await tokens(first).sign('billing', { sub: 'sub_1' }, until())
    const claims = { purpose: 'billing', sub: 'sub_2' }
    const unsigned = new UnsecuredJWT(claims).setIssuer('rolecall').setAudience(publicUrl).setExpirationTime('1h').encode()
    const { kid } = parts(token)[0]
    const signed = (head: object, by = Buffer.alloc(64, 1)) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', ...head })
        .setIssuer('rolecall')
        .setAudience(publicUrl)
        .setExpirationTime(new Date(until()))
        .sign(by)
    const forged = [
      altered(token, { sub: 'sub_2' }),
      altered(token, { exp: 9_999_999_999 }),
      unsigned,
      await signed({ kid }),
      await signed({ kid, alg: 'HS512' }),
      await signed({}),
      await signed({ kid: 'unknown' }),
      `${token}x`,
      token.slice(0, -2),
      '',
      'x.y.z',
      '..',
    ]
    expect(await Promise.all(forged.map((one) => tokens(first).verify('billing', one)))).toEqual(forged.map(() => undefined))
  })

  test('R80 lives on to its end after a change of the secret, as long as the one before is told, and is signed anew with the current one', async () => {
    const before = await tokens(first).sign('billing', { sub: 'sub_1' }, until())
    const rotated = tokens(second, first)
    expect(await rotated.verify('billing', before)).toMatchObject({ sub: 'sub_1' })
    const after = await rotated.sign('billing', {}, until())
    expect(parts(after)[0].kid).not.toBe(parts(before)[0].kid)
    expect([await tokens(second).verify('billing', after), await tokens(second).verify('billing', before)]).toEqual([
      expect.objectContaining({ purpose: 'billing' }),
      undefined,
    ])
    clock.advance(hourMs)
    expect(await rotated.verify('billing', before)).toBeUndefined()
  })

  test('R80 without an end is refused, though it is signed by us', async () => {
    const token = await tokens(first).sign('billing', {}, until())
    const { kid } = parts(token)[0]
    const { hkdfSync } = await import('node:crypto')
    const key = Buffer.from(hkdfSync('sha256', first, '', 'signed token', 32))
    const made = (claims: object) =>
      new SignJWT({ purpose: 'billing', ...claims })
        .setProtectedHeader({ alg: 'HS256', kid })
        .setIssuer('rolecall')
        .setAudience(publicUrl)
        .sign(key)
    expect(await tokens(first).verify('billing', await made({ exp: Math.floor(until() / 1000) }))).toBeDefined()
    expect(await tokens(first).verify('billing', await made({}))).toBeUndefined()
  })
})
