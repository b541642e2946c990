// The headers of every answer (H2): as constants, so that a call is answered in one piece, without a header being set after the answer is made.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Bindings, Ctx } from './request.ts'

const policy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const ours = {
  'content-security-policy': policy,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'no-referrer',
  // Of this host alone: what else its domain serves is not ours to speak for.
  'strict-transport-security': 'max-age=15552000',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
}
/** R85: a cover is shown in emails, and by whoever draws a preview of a link; so is the no where there is none. */
const elsewhere = { 'cross-origin-resource-policy': 'cross-origin' }
const shownElsewhere = { ...ours, ...elsewhere }
const isCover = ({ route }: Bindings) => route.startsWith('/og/')

/** What the API answers is for the one who asked, and for now: no browser and no proxy keeps it. */
const keepNothing = { 'cache-control': 'no-store' }
/** With every name that most answers have: to add names costs 4 µs an answer, to set them 0.1 µs. */
const asNothing = { ...ours, ...keepNothing, 'x-request-id': '' }
const asJson = { ...asNothing, 'content-type': 'application/json' }

interface ResponseOptions {
  readonly status?: ContentfulStatusCode | 304
  readonly headers?: Readonly<Record<string, string>>
  readonly cookies?: readonly string[]
}

/** Answers a call with a text of JSON, or with nothing: the whole answer in one piece. Browsers and proxies don't keep it unless `headers` say so. */
export function answer(
  env: Bindings,
  json: string | Buffer<ArrayBuffer> | null,
  { status = 200, headers, cookies = [] }: ResponseOptions = {},
): Response {
  const all = { ...(json === null ? asNothing : asJson), 'x-request-id': env.requestId, ...headers }
  if (isCover(env)) Object.assign(all, elsewhere)
  const response = new Response(json, { status, headers: all })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  env.isWhole = true
  return response
}

const keptForGood = 'public, max-age=31536000, immutable'
/** R215: a picture that somebody has uploaded, written anew. Its name follows from what is in it, so it never changes; opened by itself it can do nothing. */
export function answerPicture(env: Bindings, bytes: Uint8Array<ArrayBuffer>, type: 'image/jpeg' | 'image/png'): Response {
  const alone = { 'content-security-policy': "default-src 'none'; sandbox", 'cache-control': keptForGood, 'content-type': type }
  env.isWhole = true
  return new Response(bytes, { headers: { ...shownElsewhere, ...alone, 'x-request-id': env.requestId } })
}

/** From so many characters on an answer is on its way for longer than it takes to compress it. */
const longText = 16_384
const compressed = promisify(gzip)

/** R110: answers as `answer` does; a long text goes compressed to who takes it. Only where the caller sent a token, or their browser vouches that a page of ours asks: no page of another site can have it sent then, so its length tells nobody anything. */
export async function answerLong(c: Ctx, json: string, besides: ResponseOptions = {}): Promise<Response> {
  const takesGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const isOurs = c.req.header('authorization') !== undefined || c.req.header('sec-fetch-site') === 'same-origin'
  if (json.length < longText || !takesGzip || !isOurs) return answer(c.env, json, besides)
  const headers = { ...besides.headers, 'content-encoding': 'gzip', vary: 'accept-encoding' }
  return answer(c.env, await compressed(json), { ...besides, headers })
}

/** R187: a worker goes by the policy of its own file; the page that asks for it stays at its own. */
const isScanWorker = (path: string) => /^\/assets\/scan-worker-[\w-]+\.js$/.test(path)
const withWasm = policy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

/** Gives an answer that was made otherwise, a page or a file, its headers. R247: a page also tells the time, which its script can read of no other header of its own answer (decision 0149). */
export function complete({ headers }: Response, env: Bindings, { path, now }: { readonly path: string; readonly now: number }): void {
  for (const [name, value] of Object.entries(isCover(env) ? shownElsewhere : ours)) headers.set(name, value)
  if (isScanWorker(path)) headers.set('content-security-policy', withWasm)
  if (headers.get('content-type')?.startsWith('text/html')) headers.set('server-timing', `now;dur=${now}`)
  headers.set('x-request-id', env.requestId)
  if (path.startsWith('/api/') && !headers.has('cache-control')) headers.set('cache-control', keepNothing['cache-control'])
}
