// One call of the HTTP contract as plain data: written once, read by the server, the client and the OpenAPI document.
import type { z } from 'zod/mini'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** R229: a call says who somebody is from now on: the browser has to keep a cookie, or a token; or a session, whose cookie has a mark that scripts can read. */
export type SaysWho = 'kept' | 'session'

/** A call. Path parameters, query and body are one flat `input`; `:name` in the path says which of its fields travel there. */
export interface Endpoint<In extends z.ZodMiniType = z.ZodMiniType, Out extends z.ZodMiniType = z.ZodMiniType> {
  readonly method: Method
  readonly path: string
  readonly input: In
  readonly reply: Out
  /** R214, R224: the body is a picture as it is, at most so many bytes of it; it comes as the input's `bytes`, all else in path and query. */
  readonly mostBytes?: number
  /** R229 */
  readonly saysWho?: SaysWho
}

/** What a call takes, once its input is parsed. */
export type Input<Call extends { readonly input: z.ZodMiniType }> = z.output<Call['input']>

const of =
  (method: Method, saysWho?: SaysWho) =>
  <In extends z.ZodMiniType, Out extends z.ZodMiniType>(path: string, input: In, reply: Out): Endpoint<In, Out> => ({
    method,
    path,
    input,
    reply,
    saysWho,
  })

export const get = of('GET')
export const post = of('POST')
export const put = of('PUT')
export const patch = of('PATCH')
export const del = of('DELETE')

/** R214, R224: a call whose body is a picture. Its input has a field `bytes` (`PictureBytes`). */
export const putPicture = <In extends z.ZodMiniType, Out extends z.ZodMiniType>(
  path: string,
  input: In,
  reply: Out,
  mostBytes: number,
): Endpoint<In, Out> => ({ ...put(path, input, reply), mostBytes })

/** R229: after this call the browser has to know who somebody is. */
export const identify = of('POST', 'kept')
export const signIn = of('POST', 'session')
