// A row of the route table: which call, who may, what then. Plain data, so that tests can read it.
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Services } from '#server/kernel/write/services.ts'
import type { Caller, SignedIn } from '#server/people/identity/caller.ts'
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
/** R71: open to everybody, so a token that has ended is treated as none. */
export const anyone: Guard = { title: 'anyone', pass: (caller) => caller }
/** R30: a login, or an organizer token. */
export const organizer: Guard<SignedIn> = { title: 'organizer', pass: signedIn }
/** R201: as `organizer`, and whoever helps with an event without an account. */
export const helper: Guard = { title: 'organizer', pass: (caller) => (caller.helps ? caller : signedIn(caller)) }
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

interface RouteOptions<In, Out> {
  /** Which limit counts it as one call more; left out, the general one. */
  readonly general?: LimitName
  /** Which limit counts this call besides the general one. */
  readonly limit?: LimitName
  /** R118: whether the browser has a count of its own once its address is over the limit. */
  readonly knowsBrowser?: (services: Services, input: In, caller: Caller) => Promise<boolean>
  /** R119: whose password the call has hashed. */
  readonly hashesFor?: (input: In) => string
  /** R14: on success the answer carries the proof cookie for this email and group. */
  readonly proves?: (input: In, reply: Out) => Proof
  /** R14: what it does goes by the email that the caller's cookie proves, where no login does. */
  readonly readsProof?: boolean
  /** R201: on success the answer carries the cookie of who helps with an event, where its reply says so. */
  readonly admits?: (reply: Out) => Admitted | undefined
  /** R115, R118: the call knows which browser asks, by a secret that the answer's cookie leaves there. */
  readonly keepsBrowser?: boolean
}
export interface Proof {
  /** null: every group (R118). */
  readonly groupId: string | null
  readonly email: string
  /** R87: of the personal link that proved it: a new link ends the proof. */
  readonly epoch?: number | undefined
}

/** R201: whose cookie it is, and until when. */
export interface Admitted {
  readonly _id: string
  readonly eventId: string
  readonly acceptedAt: string
  readonly until: string
}

export interface Route {
  readonly endpoint: Endpoint
  readonly guard: Guard
  readonly general: LimitName
  readonly limit: LimitName | undefined
  readonly knowsBrowser?: ((services: Services, input: unknown, caller: Caller) => Promise<boolean>) | undefined
  readonly hashesFor?: ((input: unknown) => string) | undefined
  readonly run: (services: Services, input: unknown, caller: Caller) => Promise<unknown>
  readonly proves: ((input: unknown, reply: unknown) => Proof) | undefined
  readonly admits?: ((reply: unknown) => Admitted | undefined) | undefined
  readonly readsProof: boolean
  readonly keepsBrowser: boolean
  /** R127: whether `run` gives its reply with the `Session` that begins or ends in this browser's cookie. */
  readonly keepsSession: boolean
  /** R182: whether `run` gives its reply with the `door` that this browser is paired to. */
  readonly keepsDoor: boolean
  /** Whether `run` gives its reply `Encoded`. */
  readonly isEncoded: boolean
}

/** R127: the organizer token that this browser keeps from now on, until an instant; null: none. Left out, whatever it keeps stays. */
export interface WithSession<Reply> {
  readonly reply: Reply
  readonly session?: { readonly token: string; readonly until: string } | null
  /** R182: what this browser keeps of the door that it was paired to; nothing once `until` has passed. */
  readonly door?: { readonly eventId: string; readonly secret: string; readonly until: string }
}

/** A reply as the text that is sent. With an `etag` it says nothing of who asked: their browser may keep it, and ask each time whether it still holds. */
export interface EncodedReply {
  readonly text: string
  readonly etag?: string
  /** No browser keeps it by itself: who asks says which one they have. */
  readonly isPrivate?: true
}

type Kind = Partial<Pick<Route, 'keepsSession' | 'keepsDoor' | 'isEncoded'>>

function rowOf<In, C extends Caller>(
  endpoint: Endpoint,
  guard: Guard<C>,
  action: (services: Services, input: In, caller: C) => Promise<unknown>,
  { general = 'all', limit, knowsBrowser, hashesFor, proves, admits, readsProof = false, keepsBrowser = false }: RouteOptions<never, never>,
  { keepsSession = false, keepsDoor = false, isEncoded = false }: Kind = {},
): Route {
  return {
    endpoint,
    guard: guard,
    general,
    limit,
    knowsBrowser: knowsBrowser as Route['knowsBrowser'],
    hashesFor: hashesFor as Route['hashesFor'],
    run: (services, input, caller) => action(services, input as In, guard.pass(caller)),
    proves: proves as Route['proves'],
    admits: admits as Route['admits'],
    readsProof,
    keepsBrowser,
    keepsSession,
    keepsDoor,
    isEncoded,
  }
}

/** One line of a feature's `routes.ts`. The types tie call, guard and action together; after that a row is a row. */
export const on = <In extends z.ZodMiniType, Out extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In, Out>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<z.input<Out>>,
  more: RouteOptions<z.output<In>, z.input<Out>> = {},
): Route => rowOf(endpoint, guard, action, more)

/** As `on`, for a call that begins or ends the session in this browser's cookie. */
export const onSession = <In extends z.ZodMiniType, Out extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In, Out>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<WithSession<z.input<Out>>>,
  more: RouteOptions<z.output<In>, z.input<Out>> = {},
): Route => rowOf(endpoint, guard, action, more, { keepsSession: true })

/** As `on`, for a call that pairs this browser to a door, or ends that. */
export const onPairing = <In extends z.ZodMiniType, Out extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In, Out>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<WithSession<z.input<Out>>>,
  more: RouteOptions<z.output<In>, z.input<Out>> = {},
): Route => rowOf(endpoint, guard, action, more, { keepsDoor: true })

/** As `on`, for a reply that its action gives as text. */
export const onEncoded = <In extends z.ZodMiniType, C extends Caller>(
  endpoint: Endpoint<In>,
  guard: Guard<C>,
  action: (services: Services, input: z.output<In>, caller: C) => Promise<EncodedReply>,
  more: RouteOptions<z.output<In>, EncodedReply> = {},
): Route => rowOf(endpoint, guard, action, more, { isEncoded: true })
