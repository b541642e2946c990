// The only way to call the server: fills the path, sends the rest, parses the reply, and turns every no into a CallFailed.
import { z } from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { RefusalBody } from '#protocol/refusal-body.ts'
import { CallFailed, offlineSentence, unknownError } from './call-failed.ts'
import { takeEarly } from './early-call.ts'
import { noteAnswer, noteSilence } from './reach.ts'
import { credentials, forgetRefused, useSession } from './session.ts'

export { CallFailed, ownSentence, sentenceOf } from './call-failed.ts'

interface CallOptions {
  /** Makes a creating call harmless to repeat (R56). */
  key?: string
  signal?: AbortSignal
  /** Lets the call outlive the page, for what is sent while it closes; its body may have at most 64 kB. */
  keepalive?: boolean
}

/** Calls `endpoint`. Throws CallFailed. */
export async function call<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  { key, signal, keepalive = false }: CallOptions = {},
): Promise<z.output<Out>> {
  const [path, rest] = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const asked = useSession.getState()
  const address = `${path}${inQuery ? query(rest) : ''}`
  const early = endpoint.method === 'GET' ? takeEarly(address) : undefined
  const sent =
    early ??
    fetch(`/api${address}`, {
      method: endpoint.method,
      headers: {
        ...credentials(),
        ...(inQuery ? {} : { 'content-type': 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(inQuery ? {} : { body: JSON.stringify(rest) }),
      signal: signal ?? null,
      keepalive,
    })
  const response = await sent.catch((error: unknown) => {
    if (signal?.aborted) throw error
    noteSilence()
    throw new CallFailed(0, { error: offlineSentence, code: 'offline' })
  })
  noteAnswer()
  const body: unknown = await response.json().catch(() => null)
  signal?.throwIfAborted() // a reply that was asked for early knows nothing of the signal
  if (!response.ok) {
    const failed = new CallFailed(response.status, refusalOf(body))
    if (failed.code === 'token-invalid') forgetRefused(asked)
    throw failed
  }
  return endpoint.reply.parse(body)
}

/** Asks whether Rolecall answers at all (R63). */
export async function ping(): Promise<boolean> {
  const answered = await fetch('/api/health', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answered) noteAnswer()
  return answered
}

/** What something between us and the server may answer, e.g. a proxy. */
const ForeignBody = z.looseObject({ error: z.optional(z.unknown()), message: z.optional(z.unknown()) })
const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** R59: the sentence is `error`, else `message`; code 'unknown' says that there was neither. */
function refusalOf(body: unknown): RefusalBody {
  const parsed = RefusalBody.safeParse(body)
  if (parsed.success) return parsed.data
  const { error, message } = ForeignBody.safeParse(body).data ?? {}
  const said = [error, message].find(isText)
  return said ? { error: said, code: 'foreign' } : { error: unknownError, code: 'unknown' }
}

function fillPath(path: string, rest: Record<string, unknown>): [path: string, rest: Record<string, unknown>] {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return [filled, rest]
}

function query(rest: Record<string, unknown>): string {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}
