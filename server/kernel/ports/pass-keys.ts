// The key that passes are signed with (R181): ES256, so that a phone at a door can check one without a network and without being able to make one.

import { createECDH, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign, verify } from 'node:crypto'
import { LRUCache } from 'lru-cache'

/** What a pass says, as bytes, and the text of a pass: the bytes with the key's id before and the signature behind them. */
export interface PassKeys {
  sign(body: Uint8Array): string
  /** The bytes of a pass of ours; undefined for any other text. */
  open(pass: string): Buffer | undefined
  /** R190: what checks a pass without being able to make one. */
  readonly publicKeys: readonly { readonly id: string; readonly x: string; readonly y: string }[]
}

const curve = 'prime256v1'
const [idLength, signatureLength] = [2, 64]
const dsaEncoding = 'ieee-p1363'

const derive = (secret: string, era: string, purpose: string, bytes: number) =>
  Buffer.from(hkdfSync('sha256', secret, era, `pass ${purpose}`, bytes))

/** A number that is no key on the curve comes once in 2^32 secrets: the next one is taken then. */
function privateKeyOf(secret: string, era: string, nth = 0): KeyObject {
  const pair = createECDH(curve)
  const d = derive(secret, era, `key ${nth}`, 32)
  try {
    pair.setPrivateKey(d)
  } catch {
    return privateKeyOf(secret, era, nth + 1)
  }
  const point = pair.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: d.toString('base64url'), x, y }, format: 'jwk' })
}

function passKey(secret: string, era: string) {
  const key = privateKeyOf(secret, era)
  return { id: derive(secret, era, 'id', idLength), key, publicKey: createPublicKey(key) }
}

/** No two signatures are alike: kept, so that whoever looks at a pass twice sees the same. What was checked is kept too: a decision asks several times, and runs again. */
const max = 5_000

/** `secrets`: TOKEN_SECRET, then those before it; of those only `era` counts (R156). */
export function createPassKeys(secrets: readonly [string, ...string[]], era: string): PassKeys {
  const [first, ...before] = secrets
  const signing = passKey(first, era)
  const keys = [signing, ...before.map((secret) => passKey(secret, era))]
  const made = new LRUCache<string, string>({ max })
  const opened = new LRUCache<string, Buffer>({ max })
  const publicKeys = keys.map(({ id, publicKey }) => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    return { id: id.toString('base64url'), x, y }
  })
  return {
    publicKeys,
    sign(body) {
      const signed = Buffer.concat([signing.id, body])
      const name = signed.toString('base64url')
      const pass =
        made.get(name) ?? Buffer.concat([signed, sign('sha256', signed, { key: signing.key, dsaEncoding })]).toString('base64url')
      made.set(name, pass)
      return pass
    },
    open(pass) {
      const known = opened.get(pass)
      if (known) return known
      const bytes = Buffer.from(pass, 'base64url')
      const at = bytes.length - signatureLength
      // Bits after the last byte, and signs that are none, would be other texts for the same pass.
      if (at <= idLength || bytes.toString('base64url') !== pass) return undefined
      const [signed, signature] = [bytes.subarray(0, at), bytes.subarray(at)]
      const key = keys.find(({ id }) => id.equals(signed.subarray(0, idLength)))
      if (!key || !verify('sha256', signed, { key: key.publicKey, dsaEncoding }, signature)) return undefined
      const body = signed.subarray(idLength)
      opened.set(pass, body)
      return body
    },
  }
}
