// What is read off a request before anyone decides: address, credentials, input.
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { Refusal, refuse } from '#server/kernel/refuse.ts'
import { type CountCall, limitKey } from '#server/people/http/limits.ts'
import type { Credentials } from '#server/people/identity/caller.ts'
import { browserCookie, doorCookie, isOwnPage, organizerCookie, proofCookie, teamCookie } from '#server/people/identity/cookies.ts'
import type { SocketLimits } from '#server/people/live/rooms.ts'
import { readAtMost } from './bodies.ts'

/** What is known of a request while it is served (`serve.ts`). */
export interface Bindings {
  incoming?: { socket: { remoteAddress?: string | undefined } }
  requestId: string
  /** The pattern of the route that answers it. */
  route: string
  /** Notes that its large body is no longer under way. */
  release?: () => void
  /** Its answer has all of its headers already. */
  isWhole: boolean
}
export type Ctx = Context<{ Bindings: Bindings }>

const isSecret = (text: string | undefined) => text !== undefined && /^[\w-]{43}$/.test(text)

/** The address that counts: the connection's, or with `hops` trusted proxies in front the one the outermost of them saw. */
export function addressOf(remote: string | undefined, forwarded: string | undefined, hops: number): string {
  if (hops === 0) return remote ?? 'unknown'
  const chain = [...(forwarded ?? '').split(',').map((part) => part.trim()), remote ?? 'unknown'].filter(Boolean)
  return chain[Math.max(0, chain.length - 1 - hops)] ?? 'unknown'
}

const isLoopback = (address: string | undefined) => address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address)
const forwarding = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via']

/** Whether the connection itself comes from this machine, and no proxy speaks for somebody else; a header may refuse access, never give it. */
export const isThisMachine = (c: Ctx, hops: number) =>
  hops === 0 && !forwarding.some((name) => c.req.header(name) !== undefined) && isLoopback(c.env.incoming?.socket.remoteAddress)

/** R31: the scheme is read without regard to case; whatever else stands in the header is a bad Bearer. */
export const bearerOf = (header: string | undefined) =>
  header === undefined ? undefined : (/^Bearer ([\w~+/.=-]{1,500})$/i.exec(header)?.[1] ?? '')

/** R119: sockets count for the same addresses as calls do. */
export const socketLimits = (countCall: CountCall, hops: number): SocketLimits => ({
  addressOf: (remote, forwarded) => limitKey(addressOf(remote, forwarded, hops)),
  count: countCall,
})

/** The address that a request counts for. */
export const addressFrom = (headers: Headers, { incoming }: Bindings, hops: number) =>
  limitKey(addressOf(incoming?.socket.remoteAddress, headers.get('x-forwarded-for') ?? undefined, hops))

export const addressOfCall = (c: Ctx, hops: number) => addressFrom(c.req.raw.headers, c.env, hops)

export function credentialsOf(c: Ctx, hops: number, publicUrl: string): Credentials {
  const cookies = getCookie(c)
  const [browser, kept] = [cookies[browserCookie(publicUrl)], cookies[organizerCookie(publicUrl)]]
  return {
    bearer: bearerOf(c.req.header('authorization')),
    organizer: c.req.header('x-organizer-token'),
    proof: (groupId) => cookies[proofCookie(groupId, publicUrl)],
    door: (eventId) => cookies[doorCookie(eventId, publicUrl)],
    team: (eventId) => cookies[teamCookie(eventId, publicUrl)],
    helps: c.req.header('cookie')?.includes(teamCookie('', publicUrl)) === true,
    kept: isSecret(kept) ? kept : undefined,
    browser: isSecret(browser) ? browser : undefined,
    address: addressOfCall(c, hops),
  }
}

/** Whether the browser has kept the answer with this ETag. */
export const hasAlready = (c: Ctx, etag: string) =>
  (c.req.header('if-none-match')?.split(',') ?? []).some((tag) => tag.trim().replace(/^W\//, '') === etag)

/** Path over query or body, or for a DELETE whichever there is, parsed. Refuses `json-needed`, `json-broken` and `input-invalid`, with a sentence per field; of a picture `picture-type-unknown` and `picture-too-large`. */
export async function inputOf(c: Ctx, { method, input, mostBytes }: Endpoint, hold: () => (() => void) | undefined): Promise<unknown> {
  const asked = method === 'GET' || method === 'DELETE' || mostBytes ? c.req.query() : {}
  const body = method === 'GET' ? {} : mostBytes ? { bytes: await pictureOf(c, mostBytes, hold) } : await bodyOf(c)
  const sent = { ...asked, ...body }
  const parsed = input.safeParse({ ...sent, ...c.req.param() })
  if (parsed.success) return parsed.data
  throw invalid(parsed.error.issues.flatMap(nearest))
}

const sizeOf = (bytes: number) => (bytes < 1_048_576 ? `${bytes / 1_024} kB` : `${bytes / 1_048_576} MB`)

/** R224: the body as it is. A type that says it is a picture no page of others may send without asking; which picture it is, its bytes tell. */
async function pictureOf(c: Ctx, mostBytes: number, hold: () => (() => void) | undefined): Promise<Uint8Array> {
  if (!/^image\//i.test(c.req.header('content-type') ?? '')) refuse('picture-type-unknown')
  const tooLarge = () => refuse('picture-too-large', { size: sizeOf(mostBytes) })
  if (Number(c.req.header('content-length') ?? 0) > mostBytes) tooLarge()
  const [before, end] = [c.env.release, hold()]
  c.env.release = () => {
    before?.()
    end?.()
  }
  return (await readAtMost(c.req.raw, mostBytes)) ?? tooLarge()
}

const weight = (issues: readonly z.core.$ZodIssue[]) =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0)
/** Where a call takes one of several shapes: what is amiss with the one that was nearly sent. */
const nearest = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' && issue.path.length === 0
    ? (issue.errors.toSorted((one, other) => weight(one) - weight(other))[0] ?? [issue])
    : [issue]

async function bodyOf(c: Ctx): Promise<object> {
  const text = await c.req.text()
  if (text === '') return {}
  checkJson(c)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    refuse('json-broken')
  }
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? body : refuse('json-broken')
}

const maxFields = 20
const longestSentence = 200
const cut = (text: string, length = longestSentence) => (text.length > length ? `${text.slice(0, length).toWellFormed()}…` : text)

/** Bounded, since names of unknown fields come from the caller. */
function invalid(issues: readonly z.core.$ZodIssue[]): Refusal {
  const shown = issues.slice(0, maxFields).map((issue) => [cut(issue.path.join('.')), cut(issue.message)])
  return new Refusal('input-invalid', { reason: shown[0]?.[1] ?? '', fields: Object.fromEntries(shown.reverse()) })
}

/** Refuses `json-needed`: other types a page of others may send without asking. */
export function checkJson(c: Ctx) {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header('content-type') ?? '')) refuse('json-needed')
}

/** R121: keeps pages of others from writing with a browser's cookies, which travel by themselves, also from another port or a sibling subdomain. Refuses `page-foreign`, unless the caller sends a token, which no page of others can, or no cookie, or the browser vouches for the page. */
export function checkPage(c: Ctx, publicUrl: string) {
  if (c.req.method === 'GET' || c.req.header('cookie') === undefined) return
  if (c.req.header('authorization') !== undefined || c.req.header('x-organizer-token') !== undefined) return
  const page = { site: c.req.header('sec-fetch-site'), origin: c.req.header('origin'), host: c.req.header('host') }
  if (!isOwnPage(page, publicUrl)) refuse('page-foreign')
}
