// A call whose reply comes with a tag: the lists of a door, which are long and mostly the same.
import type { z } from 'zod/mini'
import { CallFailed, fillPath, query, refusalOf, send } from '#client/lib/call.ts'
import { unreadSentence } from '#client/lib/call-failed.ts'
import { noteAnswer, noteOffline } from '#client/lib/connection.ts'
import { credentials } from '#client/lib/session.ts'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'

/** As `call`, for a reply that comes with a tag: 'same' where it is still the one of `etag`. */
export async function callUnlessSame<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  endpoint: Endpoint<In, Out>,
  input: z.input<In>,
  etag: string | undefined,
  signal: AbortSignal,
): Promise<'same' | { readonly reply: z.output<Out>; readonly etag: string }> {
  const [path, rest] = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
  const headers = { ...credentials(), ...(etag && { 'if-none-match': etag }) }
  const answer = await send(`/api${path}${query(rest)}`, { headers, signal, cache: 'no-store' }).catch(() => {
    noteOffline()
    throw new CallFailed(0, { error: unreadSentence, code: 'offline' })
  })
  noteAnswer()
  if (answer.status === 304) return 'same'
  if (!answer.ok) throw new CallFailed(answer.status, refusalOf(answer.body))
  return { reply: endpoint.reply.parse(answer.body), etag: answer.etag ?? '' }
}
