// The only way to call the server: fills the path, sends the rest, parses the reply, and turns every no into a CallFailed.
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { RefusalBody } from '#protocol/kernel/refusal-body.ts'
import { CallFailed, offlineSentence, unknownError, unreadSentence } from './call-failed.ts'
import { noteAnswer, noteOffline } from './connection.ts'
import { noteTime } from './now.ts'
import { type Reply, takeEarly } from './prefetched-call.ts'
import { credentials, forgetRefused, useSession } from './session.ts'

export { CallFailed, errorText, ownSentence } from './call-failed.ts'

interface CallOptions {
  /** Makes a creating call harmless to repeat (R56). */
  key?: string
  signal?: AbortSignal
  /** Lets the call outlive the page, for what is sent while it closes; its body may have at most 64 kB. */
  keepalive?: boolean
  /** Sends it in another way. */
  send?: (address: string, init: RequestInit) => Promise<Reply>
}

/** Calls `endpoint`. Throws CallFailed. */
export async function call<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  { key, signal, keepalive = false, send: sendIt = send }: CallOptions = {},
): Promise<z.output<Out>> {
  const [path, rest] = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
  const { bytes, ...beside } = endpoint.mostBytes ? rest : {} // R224: a picture is the body itself
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const asked = useSession.getState()
  const address = `${path}${inQuery ? query(rest) : bytes ? query(beside) : ''}`
  const isPlain = endpoint.method === 'GET' || Object.keys(rest).length === 0
  const sent =
    (isPlain ? takeEarly(address, endpoint.method) : undefined) ??
    sendIt(`/api${address}`, {
      method: endpoint.method,
      headers: {
        ...credentials(),
        ...(inQuery ? {} : { 'content-type': bytes ? 'image/*' : 'application/json' }),
        ...(key ? { 'idempotency-key': key } : {}),
      },
      ...(inQuery ? {} : { body: bytes ? (bytes as BodyInit) : JSON.stringify(rest) }),
      signal: signal ?? null,
      keepalive,
    })
  const { ok, status, body } = await sent.catch((error: unknown) => {
    if (signal?.aborted) throw error
    noteOffline()
    throw new CallFailed(0, { error: endpoint.method === 'GET' ? unreadSentence : offlineSentence, code: 'offline' })
  })
  noteAnswer()
  signal?.throwIfAborted() // a reply that was asked for early knows nothing of the signal
  if (!ok) {
    const failed = new CallFailed(status, refusalOf(body))
    if (failed.code === 'token-invalid') forgetRefused(asked) // nothing else logs anybody out, a lost connection least of all
    throw failed
  }
  const { saysWho } = endpoint
  if (saysWho) void import('./actions/keeps-cookies.ts').then(({ noteGiven }) => noteGiven(saysWho))
  return endpoint.reply.parse(body)
}

export async function send(address: string, init: RequestInit): Promise<Reply> {
  const asked = Date.now()
  const answer = await fetch(address, init)
  noteTime(Date.parse(answer.headers.get('date') ?? ''), asked)
  const body: unknown = await answer.json().catch(() => null)
  return { ok: answer.ok, status: answer.status, body, etag: answer.headers.get('etag') ?? '' }
}

/** Asks whether Rolecall answers at all (R63). */
export async function ping(signal?: AbortSignal): Promise<boolean> {
  const answered = await fetch('/api/health', { cache: 'no-store', ...(signal && { signal }) }).then(
    ({ ok }) => ok,
    () => false,
  )
  if (answered) noteAnswer()
  return answered
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** R59: the sentence is `error`, else `message`, also of what something between us and the server answers; code 'unknown' says that there was neither. */
export function refusalOf(body: unknown): RefusalBody {
  const parsed = RefusalBody.safeParse(body)
  if (parsed.success) return parsed.data
  const { error, message } = Object(body) as { error?: unknown; message?: unknown }
  const said = [error, message].find(isText)
  return said ? { error: said, code: 'foreign' } : { error: unknownError, code: 'unknown' }
}

export function fillPath(path: string, rest: Record<string, unknown>): [path: string, rest: Record<string, unknown>] {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  return [filled, rest]
}

export function query(rest: Record<string, unknown>): string {
  const given = Object.entries(rest).filter(([, value]) => value !== undefined && value !== null)
  return given.length > 0 ? `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : ''
}
