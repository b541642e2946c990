// How Stripe is asked: its SDK, opened with our keys, and what counts as no answer.
import Stripe from 'stripe'
import { PaymentDeclined, PaymentRefused, PaymentsUnavailable } from './payments.ts'

export interface StripeKeys {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another address of the API, for tests. */
  readonly apiBase: string | undefined
}

const timeoutMs = 15_000

export function openSdk({ secretKey, apiBase }: StripeKeys): Stripe {
  const base = apiBase ? new URL(apiBase) : undefined
  const elsewhere = base && { host: base.hostname, port: base.port || '443', protocol: base.protocol === 'http:' ? 'http' : 'https' }
  return new Stripe(secretKey, { timeout: timeoutMs, maxNetworkRetries: 2, telemetry: false, ...elsewhere } as Stripe.StripeConfig)
}

const isAway = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeIdempotencyError

/** Stripe's own words without anybody's address: they go into the log and to the operator, so nothing else of the error may. */
const wordsOf = ({ type, code, param, message, requestId }: Stripe.errors.StripeError) =>
  [type, code, param, message.replace(/\S+/g, (word) => (word.includes('@') ? '…@…' : word)), requestId].filter(Boolean).join(' ')

/** Asks Stripe; throws PaymentsUnavailable when there is no good answer, PaymentDeclined when the card is refused, PaymentRefused when the rest is. */
export const ask = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const words = wordsOf(error)
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentDeclined(words)
    throw isAway(error) ? new PaymentsUnavailable(words) : new PaymentRefused(words, error.code)
  })
export const orNothing = <T>(asking: Promise<T>): Promise<T | undefined> =>
  ask(asking).catch((error: unknown) => {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return undefined
    throw error
  })
