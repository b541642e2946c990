// How Stripe is asked: its SDK, opened with our keys, and what counts as no answer.
import Stripe from 'stripe'
import { PaymentDeclined, PaymentsUnavailable } from './payments.ts'

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

const isMissing = (error: unknown) => error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
const isAway = (error: unknown) =>
  error instanceof Stripe.errors.StripeConnectionError ||
  error instanceof Stripe.errors.StripeAPIError ||
  error instanceof Stripe.errors.StripeRateLimitError ||
  error instanceof Stripe.errors.StripeAuthenticationError ||
  error instanceof Stripe.errors.StripePermissionError ||
  error instanceof Stripe.errors.StripeIdempotencyError

/** Asks Stripe; throws PaymentsUnavailable when there is no good answer, PaymentDeclined when the card is refused. */
export const ask = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    if (error instanceof Stripe.errors.StripeCardError) throw new PaymentDeclined('Stripe could not charge the card', { cause: error })
    throw isAway(error) ? new PaymentsUnavailable('Stripe does not answer as it should', { cause: error }) : error
  })
export const orNothing = <T>(asking: Promise<T>): Promise<T | undefined> =>
  ask(asking).catch((error: unknown) => {
    if (isMissing(error)) return undefined
    throw error
  })
