// How a test calls the product: any request, or a call of the contract.
import { expect } from 'vitest'
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { fromOwnPage } from './own-page.ts'

/** Who asks: by login token, by organizer token, or by the cookies of proven emails. */
export interface As {
  readonly token?: string
  readonly organizerToken?: string
  readonly cookie?: string
  readonly headers?: Record<string, string>
}
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** Parsed, if it is JSON; what a test reads off it, the test checks. */
  readonly body: ReturnType<typeof JSON.parse>
}

/** Gives 'ok', or the code of the refusal. */
export const codeOf = ({ status, body }: Answer): string => (status === 200 ? 'ok' : String(body.code))

/** Asks again while the server is too busy, as a browser does: nothing was done then, and on a busy machine that is no fault. */
export async function patiently<A extends { readonly status: number; readonly body: { readonly code?: unknown } }>(
  ask: () => Promise<A>,
): Promise<A> {
  for (;;) {
    const answer = await ask()
    if (answer.body.code !== 'busy') return answer
  }
}

const headersOf = (as: As, hasBody: boolean) => ({
  ...(hasBody && { 'content-type': 'application/json' }),
  ...(as.token !== undefined && { authorization: `Bearer ${as.token}` }),
  ...(as.organizerToken !== undefined && { 'x-organizer-token': as.organizerToken }),
  ...(as.cookie !== undefined && fromOwnPage(as.cookie)),
  ...as.headers,
})

/** Any request; `body` as it is when text, else as JSON. */
async function send(app: HttpApp, method: string, path: string, body?: unknown, as: As = {}): Promise<Answer> {
  const headers = headersOf(as, body !== undefined)
  const whole = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return sent(await app.request(path, { method, headers, ...whole }))
}

/** A call that takes a picture: its bytes as they are, or as JSON has made of them. */
async function sendPicture(app: HttpApp, { method, path }: Endpoint, { bytes, ...rest }: Record<string, unknown>, as: As): Promise<Answer> {
  const { path: filled } = pathOf({ method: 'DELETE', path } as Endpoint, rest)
  const body = Buffer.from(bytes as Uint8Array)
  return sent(await app.request(filled, { method, headers: { ...headersOf(as, false), 'content-type': 'image/png', ...as.headers }, body }))
}
async function sent(response: Response): Promise<Answer> {
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: /^[{[]/.test(text) ? JSON.parse(text) : text }
}

/** The path and the rest of an input as the contract has them travel. */
function pathOf({ method, path }: Endpoint, input: object) {
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  if (method !== 'GET' && method !== 'DELETE') return { path: `/api${filled}`, body: rest }
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()
  return { path: `/api${filled}${query ? `?${query}` : ''}`, body: undefined }
}

export function openClient(app: HttpApp) {
  /** One call of the contract, sent once. A good answer must carry exactly what the contract names: one field more is a leak. */
  async function callOnce<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    endpoint: Endpoint<In, Out>,
    input: z.input<In>,
    as: As = {},
  ): Promise<Answer> {
    const { path, body } = pathOf(endpoint, input as object)
    const answer = endpoint.mostBytes
      ? await sendPicture(app, endpoint, input as Record<string, unknown>, as)
      : await send(app, endpoint.method, path, body, as)
    if (answer.status === 200) expect(endpoint.reply.parse(answer.body)).toEqual(answer.body)
    return answer
  }

  /** As `callOnce`, by somebody who asks again where the server is too busy. */
  const call = <In extends z.ZodMiniType, Out extends z.ZodMiniType>(endpoint: Endpoint<In, Out>, input: z.input<In>, as: As = {}) =>
    patiently(() => callOnce(endpoint, input, as))

  /** As `call`, for what must go well: gives the body. */
  async function ok<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    endpoint: Endpoint<In, Out>,
    input: z.input<In>,
    as: As = {},
  ): Promise<z.output<Out>> {
    const { status, body } = await call(endpoint, input, as)
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }

  /** As `call`, for what must be refused: gives status, code and sentence, to compare with one line. */
  async function no<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    endpoint: Endpoint<In, Out>,
    input: z.input<In>,
    as: As = {},
  ): Promise<[status: number, code: string, sentence: string]> {
    const { status, body } = await call(endpoint, input, as)
    return [status, body.code, body.error]
  }

  return { send: (method: string, path: string, body?: unknown, as?: As) => send(app, method, path, body, as), call, callOnce, ok, no }
}
export type Client = ReturnType<typeof openClient>
