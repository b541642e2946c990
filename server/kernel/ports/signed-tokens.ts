// Links that carry claims and an end (R80): JSON Web Tokens by jose. What must be revocable at once is no such token, but one kept in the store (decision 0063).
import { createHmac, createSecretKey, hkdfSync } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import type { Clock } from './clock.ts'
import { createPassKeys, type PassKeys } from './pass-keys.ts'

/** What a token is for: one made for something else is refused. */
export const tokenPurposes = ['billing', 'companion', 'digest', 'guest', 'guest-feed', 'hand-over', 'unsubscribe'] as const
export type TokenPurpose = (typeof tokenPurposes)[number]
/** R156: those that a restore leaves alone. They open nothing: whoever was once written to must be able to stop it. */
const lasting: ReadonlySet<TokenPurpose> = new Set(['digest', 'unsubscribe'])

export interface SignedTokens {
  /** `until` in milliseconds. */
  sign(purpose: TokenPurpose, claims: JWTPayload, until: number): Promise<string>
  /** The claims of a token of ours that is for this purpose and not over; undefined for any other text. */
  verify(purpose: TokenPurpose, token: string): Promise<JWTPayload | undefined>
  /** R181: passes are short enough for a QR code, and checked by others. */
  readonly passes: PassKeys
}

interface Deps {
  readonly clock: Clock
  /** The installation that signs and that alone takes what it signed. */
  readonly publicUrl: string
  /** TOKEN_SECRET, then those before it: the first signs, all verify, so that a link outlives a change of the secret. */
  readonly secrets: readonly [string, ...string[]]
  /** R156: what was signed in another one is refused, unless its purpose is lasting. */
  readonly era?: string | undefined
}

const issuer = 'rolecall'
const algorithm = 'HS256'
const derive = (secret: string, era: string, purpose: string, bytes: number) =>
  new Uint8Array(hkdfSync('sha256', secret, era, purpose, bytes))
/** Which key signed: it follows from the secret and the era, so that every process names it alike. */
const keyId = (secret: string, era: string) => Buffer.from(derive(secret, era, 'signed token id', 6)).toString('base64url')

/** A key as it is signed with, imported once: that takes longer than signing. */
function keptKey(raw: Uint8Array<ArrayBuffer>) {
  let imported: Promise<CryptoKey> | undefined
  return () => (imported ??= crypto.subtle.importKey('raw', raw, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']))
}

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')
const seconds = (ms: number) => Math.floor(ms / 1_000)

/** Signs at once: jose asks the system's threads for each signature, which costs a crowd's emails ten times as much. */
function signer(secret: string, era: string) {
  const key = createSecretKey(derive(secret, era, 'signed token', 32))
  const header = encoded({ alg: algorithm, kid: keyId(secret, era) })
  return (payload: JWTPayload) => {
    const signed = `${header}.${encoded(payload)}`
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
  }
}

/** The keys of one era, the first of which signs. */
function keysOf(secrets: Deps['secrets'], era: string) {
  const keys = new Map(secrets.map((secret) => [keyId(secret, era), keptKey(derive(secret, era, 'signed token', 32))]))
  const keyOf = async (header: { kid?: string }) => {
    const key = await keys.get(header.kid ?? '')?.()
    if (!key) throw new errors.JWKSNoMatchingKey()
    return key
  }
  return { sign: signer(secrets[0], era), keyOf }
}

export function createSignedTokens({ clock, publicUrl, secrets, era = '' }: Deps): SignedTokens {
  const [ofEra, ofAll] = [keysOf(secrets, era), keysOf(secrets, '')]
  const keysFor = (purpose: TokenPurpose) => (lasting.has(purpose) ? ofAll : ofEra)
  return {
    passes: createPassKeys(secrets, era),
    sign: async (purpose, claims, until) =>
      keysFor(purpose).sign({ ...claims, purpose, iss: issuer, aud: publicUrl, iat: seconds(clock.now()), exp: seconds(until) }),
    async verify(purpose, token) {
      const wanted = { issuer, audience: publicUrl, algorithms: [algorithm], requiredClaims: ['exp'], currentDate: new Date(clock.now()) }
      try {
        const { payload } = await jwtVerify(token, keysFor(purpose).keyOf, wanted)
        return payload.purpose === purpose ? payload : undefined
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined
        throw error
      }
    },
  }
}
