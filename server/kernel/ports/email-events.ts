// The signature under the email provider's delivery events (R102): ECDSA with P-256 over the time it was made and the body as it came (decision 0106).
import { createPublicKey, verify } from 'node:crypto'

/** A message that found us away is sent again for a day. */
const oldestSeconds = 25 * 3_600
const aheadSeconds = 600

export interface EmailEvents {
  /** Whether the provider signed this body at this time, in seconds; `now` in milliseconds. */
  isGenuine(body: string, signed: { readonly signature: string; readonly timestamp: string }, now: number): boolean
}

/** `key` as the provider shows it: public, in DER, as base64. */
export function createEmailEvents(key: string): EmailEvents {
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' })
  return {
    isGenuine(body, { signature, timestamp }, now) {
      if (!/^\d{9,11}$/.test(timestamp) || !/^[\w+/]{40,200}={0,2}$/.test(signature)) return false
      const age = now / 1_000 - Number(timestamp)
      if (age > oldestSeconds || age < -aheadSeconds) return false
      return verify('sha256', Buffer.from(timestamp + body), publicKey, Buffer.from(signature, 'base64'))
    },
  }
}
