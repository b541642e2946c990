// The email provider's side of its delivery events: signs them as it does (R102).
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** As the provider shows it. */
export const webhookKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** Signs any bytes with the provider's key, or another's: so that a signature can be right of something else. */
export const signatureOf = (bytes: string, { digest = 'sha256', dsaEncoding = 'der', key = privateKey }: SigningOptions = {}) =>
  sign(digest, Buffer.from(bytes), { key, dsaEncoding }).toString('base64')
interface SigningOptions {
  readonly digest?: string
  readonly dsaEncoding?: 'der' | 'ieee-p1363'
  readonly key?: KeyObject
}

/** The request with these events, signed at `now` in milliseconds. */
export function signedEvents(events: unknown, now: number) {
  const body = typeof events === 'string' ? events : JSON.stringify(events)
  const timestamp = String(Math.floor(now / 1_000))
  const headers = {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': signatureOf(timestamp + body),
  }
  return { method: 'POST', headers, body }
}
