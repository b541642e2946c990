// The email provider's side of its delivery events: signs them as it does (R102).
import { generateKeyPairSync, sign } from 'node:crypto'

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
/** As the provider shows it. */
export const webhookKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')

/** The request with these events, signed at `now` in milliseconds. */
export function signedEvents(events: unknown, now: number) {
  const body = typeof events === 'string' ? events : JSON.stringify(events)
  const timestamp = String(Math.floor(now / 1_000))
  const headers = {
    'content-type': 'application/json',
    'x-twilio-email-event-webhook-timestamp': timestamp,
    'x-twilio-email-event-webhook-signature': sign('sha256', Buffer.from(timestamp + body), privateKey).toString('base64'),
  }
  return { method: 'POST', headers, body }
}
