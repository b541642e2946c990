// A row of the route table: which call, who may, what then. Plain data, so that tests can read it.
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Caller, SignedIn } from '../identity/caller.ts'
import { refuse } from '../refuse.ts'
import type { Services } from '../services.ts'
import type { LimitName } from './limits.ts'

/** Lets a caller pass, or refuses. */
export interface Guard<C extends Caller = Caller> {
  readonly title: 'anyone' | 'organizer' | 'account' | 'operator'
  readonly pass: (caller: Caller) => C
}

const signedIn = (caller: Caller): SignedIn => {
  const { user, token, isStale } = caller
  if (isStale) refuse('token-invalid')
  return user && token ? { ...caller, user, token } : refuse('sign-in-needed')
}
/** R71: needs nobody, so a token that has ended is as good as none. */
export const anyone: Guard = { title: 'anyone', pass: (caller) => caller }
/** R30: a login, or an organizer token. */
export const organizer: Guard<SignedIn> = { title: 'organizer', pass: signedIn }
/** A login only. */
export const account: Guard<SignedIn> = {
  title: 'account',
  pass: (caller) => (signedIn(caller).via === 'account' ? signedIn(caller) : refuse('account-needed')),
}

/** R114: whoever runs the installation. To everybody else there is no such call. */
export const operator: Guard<SignedIn> = {
  title: 'operator',
  pass: (caller) => (caller.isOperator ? signedIn(caller) : refuse('call-unknown')),
}

interface More<In, Out> {
  /** Which limit counts this call besides the general one. */
  readonly limit?: LimitName
  /** R14: on success the answer carries the proof cookie for this email and group. */
  readonly proves?: (input: In, reply: Out) => Proof
  /** R115, R118: the call is told which browser asks, by a secret that the answer's cookie leaves there. */
  readonly keepsBrowser?: boolean
}
export interface Proof {
  /** null: every group (R118). */
  readonly groupId: string | null
  readonly email: string
  /** R87: of the personal link that proved it: a new link ends the proof. */
  readonly epoch?: number | undefined
}

export interface Route {
  readonly endpoint: Endpoint
  readonly guard: Guard
  readonly limit: LimitName | undefined
  readonly run: (services: Services, input: unknown, caller: Caller) => Promise<unknown>
  readonly proves: ((input: unknown, reply: unknown) => Proof) | undefined
  readonly keepsBrowser: boolean
  /** Whether `run` gives its reply `Encoded`. */
  readonly isEncoded: boolean
}

/** A reply as the text or bytes that are sent. With an `etag` it says nothing of who asked: their browser may keep it, and ask each time whether it still holds. */
export interface Encoded {
  readonly text: string | Buffer<ArrayBuffer>
  readonly etag?: string
}

/** One line of a feature's `routes.ts`. The types tie call, guard and action together; after that a row is a row. */
export function on<In extends z.ZodMiniType, Out extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In, Out>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<z.input<Out>>,
  { limit, proves, keepsBrowser = false }: More<z.output<In>, z.input<Out>> = {},
): Route {
  return {
    endpoint,
    guard: guard,
    limit,
    run: (services, input, caller) => action(services, input as z.output<In>, guard.pass(caller)),
    proves: proves as Route['proves'],
    keepsBrowser,
    isEncoded: false,
  }
}

/** As `on`, for a reply that its action gives as text. */
export function onEncoded<In extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<Encoded>,
): Route {
  const run: Route['run'] = (services, input, caller) => action(services, input as z.output<In>, guard.pass(caller))
  return { endpoint, guard, limit: undefined, run, proves: undefined, keepsBrowser: false, isEncoded: true }
}
