// Links that carry claims and an end (R80): JSON Web Tokens by jose. What must be revocable at once is no such token, but one kept in the store.
import { hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import type { Clock } from './clock.ts'

/** What a token is for: one made for something else is refused. */
export type TokenPurpose = 'billing' | 'digest' | 'guest' | 'hand-over' | 'unsubscribe'

export interface SignedTokens {
  /** `until` in milliseconds. */
  sign(purpose: TokenPurpose, claims: JWTPayload, until: number): Promise<string>
  /** The claims of a token of ours that is for this purpose and not over; undefined for any other text. */
  verify(purpose: TokenPurpose, token: string): Promise<JWTPayload | undefined>
}

interface Deps {
  readonly clock: Clock
  /** The installation that signs and that alone takes what it signed. */
  readonly publicUrl: string
  /** TOKEN_SECRET, then those before it: the first signs, all verify, so that a link outlives a change of the secret. */
  readonly secrets: readonly [string, ...string[]]
}

const issuer = 'rolecall'
const algorithm = 'HS256'
const derive = (secret: string, purpose: string, bytes: number) => new Uint8Array(hkdfSync('sha256', secret, '', purpose, bytes))
/** Which key signed: it follows from the secret, so that every process names it alike. */
const keyId = (secret: string) => Buffer.from(derive(secret, 'signed token id', 6)).toString('base64url')

/** A key as it is signed with, imported once: that takes longer than signing. */
function keptKey(raw: Uint8Array<ArrayBuffer>) {
  let imported: Promise<CryptoKey> | undefined
  return () => (imported ??= crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']))
}

export function openSignedTokens({ clock, publicUrl, secrets }: Deps): SignedTokens {
  const keys = new Map(secrets.map((secret) => [keyId(secret), keptKey(derive(secret, 'signed token', 32))]))
  const kid = keyId(secrets[0])
  const keyOf = async (header: { kid?: string }) => {
    const key = await keys.get(header.kid ?? '')?.()
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  return {
    sign: async (purpose, claims, until) =>
      new SignJWT({ ...claims, purpose })
        .setProtectedHeader({ alg: algorithm, kid })
        .setIssuer(issuer)
        .setAudience(publicUrl)
        .setIssuedAt(new Date(clock.now()))
        .setExpirationTime(new Date(until))
        .sign(await keyOf({ kid })),
    async verify(purpose, token) {
      const wanted = { issuer, audience: publicUrl, algorithms: [algorithm], requiredClaims: ['exp'], currentDate: new Date(clock.now()) }
      try {
        const { payload } = await jwtVerify(token, keyOf, wanted)
        return payload.purpose === purpose ? payload : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
