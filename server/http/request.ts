// What is read off a request before anyone decides: address, credentials, input.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import type { Credentials } from '../identity/caller.ts'
import { Refusal, refuse } from '../refuse.ts'
import { limitKey } from './limits.ts'

export interface Bindings {
  incoming: { socket: { remoteAddress?: string | undefined } }
}
export type Ctx = Context<{ Bindings: Bindings; Variables: { requestId: string } }>

export const proofCookie = (groupId: string) => `rolecall_proof_${groupId}`

/** The address that counts: the connection's, or with `hops` trusted proxies in front the one the outermost of them saw. */
export function addressOf(remote: string | undefined, forwarded: string | undefined, hops: number): string {
  const chain = [...(forwarded ?? '').split(',').map((part) => part.trim()), remote ?? 'unknown'].filter(Boolean)
  return chain[Math.max(0, chain.length - 1 - hops)] ?? 'unknown'
}

/** R31: the scheme is read without regard to case; whatever else stands in the header is a bad Bearer. */
export const bearerOf = (header: string | undefined) =>
  header === undefined ? undefined : (/^Bearer ([\w~+/.=-]{1,500})$/i.exec(header)?.[1] ?? '')

export function credentialsOf(c: Ctx, hops: number): Credentials {
  return {
    bearer: bearerOf(c.req.header('authorization')),
    organizer: c.req.header('x-organizer-token'),
    proof: (groupId) => getCookie(c, proofCookie(groupId)),
    address: limitKey(addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), hops)),
  }
}

/** Path over query or body, parsed. Refuses `json-broken` and `input-invalid`, with a sentence per field. */
export async function inputOf(c: Ctx, { method, input }: Endpoint): Promise<unknown> {
  const sent = method === 'GET' || method === 'DELETE' ? c.req.query() : await bodyOf(c)
  const parsed = input.safeParse({ ...sent, ...c.req.param() })
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues)
}

async function bodyOf(c: Ctx): Promise<object> {
  const text = await c.req.text()
  if (text === '') return {}
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    refuse('json-broken')
  }
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : refuse('json-broken')
}

const mostFields = 20
const longestSentence = 200
const cut = (text: string, length = longestSentence) => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)

/** Bounded, since names of unknown fields come from the caller. */
function invalid(issues: readonly z.core.$ZodIssue[]): Refusal {
  const told = issues.slice(0, mostFields).map((issue) => [cut(issue.path.join('.')), cut(issue.message)])
  return new Refusal('input-invalid', { reason: told[0]?.[1] ?? 'Invalid input', fields: Object.fromEntries(told.reverse()) })
}
