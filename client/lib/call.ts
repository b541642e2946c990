// The only fetch in the client: fills the path, sends the rest, parses the reply, and turns every no into a CallFailed.
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/endpoint.ts'
import { RefusalBody } from '#protocol/refusals.ts'
import { noteAnswer, noteSilence } from './reach.ts'
import { credentials, forgetRefused, useSession } from './session.ts'

/** What the server said no with. `message` is the sentence to show; `status` 0 means that no answer came. */
export class CallFailed extends Error {
  override name = 'CallFailed'
  readonly status: number
  readonly body: RefusalBody
  constructor(status: number, body: RefusalBody) {
    super(body.error)
    this.status = status
    this.body = body
  }
  get code() {
    return this.body.code
  }
  /** One sentence per bad field, by field name. */
  get fields(): Record<string, string> {
    return this.body.fields ?? {}
  }
}

export const offlineSentence = 'We can’t reach Rolecall. Check your connection; what you typed is still here.'

/** Calls `endpoint`; `key` makes a creating call harmless to repeat (R56). Throws CallFailed. */
export async function call<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  { key, signal }: { key?: string; signal?: AbortSignal } = {},
): Promise<z.output<Out>> {
  const [path, rest] = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const asked = useSession.getState()
  const response = await fetch(`/api${path}${inQuery ? query(rest) : ''}`, {
    method: endpoint.method,
    headers: {
      ...credentials(),
      ...(inQuery ? {} : { 'content-type': 'application/json' }),
      ...(key ? { 'idempotency-key': key } : {}),
    },
    ...(inQuery ? {} : { body: JSON.stringify(rest) }),
    signal: signal ?? null,
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    noteSilence()
    throw new CallFailed(0, { error: offlineSentence, code: 'offline' })
  })
  noteAnswer()
  const body: unknown = await response.json().catch(() => null)
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

/** R59: the sentence is `error`, else `message`, else "Unknown error". */
function refusalOf(body: unknown): RefusalBody {
  const parsed = RefusalBody.safeParse(body)
  if (parsed.success) return parsed.data
  const message = typeof body === 'object' && body !== null && 'message' in body ? String(body.message) : 'Unknown error'
  return { error: message, code: 'unknown' }
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

/** The sentence to show for anything that was thrown; `fallback` where it isn't the server's word. */
export const sentenceOf = (error: unknown, fallback: string) =>
  error instanceof CallFailed && error.code !== 'unknown' && error.code !== 'internal' ? error.message : fallback
