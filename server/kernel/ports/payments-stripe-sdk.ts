// How Stripe is asked: its SDK, opened with our keys, and what counts as no answer.

import Stripe from 'stripe'
import { urlOf } from '#protocol/kernel/texts.ts'
import { type OwnersPart, PaymentNeedsOwner, PaymentRefused, PaymentsUnavailable } from './payments.ts'

export interface StripeKeys {
  readonly secretKey: string
  readonly webhookSecret: string
  /** Another address of the API, for tests. */
  readonly apiBase: string | undefined
}

const timeoutMs = 15_000

export function createSdk({ secretKey, apiBase }: StripeKeys): Stripe {
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

/** R253: by Stripe's code (https://docs.stripe.com/error-codes), what whoever pays must do. Whatever else is a card error was declined. */
export const ownersPartOf: Readonly<Record<string, OwnersPart>> = {
  authentication_required: 'approval',
  invoice_payment_intent_requires_action: 'approval',
  payment_intent_action_required: 'approval',
  payment_intent_authentication_failure: 'approval',
  subscription_payment_intent_requires_action: 'approval',
  customer_tax_location_invalid: 'address',
  invalid_tax_location: 'address',
}
/** Stripe has no code of its own for a customer without a card: `missing` and `resource_missing` are also said of other things. */
const noCard = /no attached payment source|default payment method/

function ownersPart(error: Stripe.errors.StripeError): OwnersPart | undefined {
  const { code = '', decline_code = '', message } = error
  const found = [code, decline_code].find((one) => Object.hasOwn(ownersPartOf, one))
  if (found) return ownersPartOf[found]
  if (error instanceof Stripe.errors.StripeInvalidRequestError && noCard.test(message)) return 'card-missing'
  return error instanceof Stripe.errors.StripeCardError ? 'declined' : undefined
}

/** Asks Stripe; throws PaymentsUnavailable when there is no good answer, PaymentNeedsOwner when whoever pays must do something, else PaymentRefused. */
export const ask = <T>(asking: Promise<T>): Promise<T> =>
  asking.catch((error: unknown) => {
    if (!(error instanceof Stripe.errors.StripeError)) throw error
    const words = wordsOf(error)
    if (isAway(error)) throw new PaymentsUnavailable(words)
    const needs = ownersPart(error)
    throw needs ? new PaymentNeedsOwner(words, needs) : new PaymentRefused(words, error.code)
  })

/** R253: one of Stripe's pages, before anybody is sent there by an email, a link or a redirect. */
export const pageOf = (address: string | null | undefined): string | undefined =>
  address && urlOf(address)?.protocol === 'https:' ? address : undefined
/** The same where there is nothing without it. */
export function pageFrom(address: string | null): string {
  const page = pageOf(address)
  if (!page) throw new PaymentsUnavailable('Stripe gave no page by https')
  return page
}

export const orNothing = <T>(asking: Promise<T>): Promise<T | undefined> =>
  ask(asking).catch((error: unknown) => {
    if (error instanceof PaymentRefused && error.code === 'resource_missing') return undefined
    throw error
  })
