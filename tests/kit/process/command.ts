// What the commands of the kill tests are made of: what is sent, where it writes, and what sending it again comes to.
import { day } from '../world/clock.ts'
import { ownerToken } from './seed.ts'

/** What the commands so far have made: ids by name, and Ada's login. */
export interface Made {
  readonly url: string
  readonly ids: Record<string, string>
}
export type Json = ReturnType<typeof JSON.parse>
type Headers = Readonly<Record<string, string>>
export interface Call {
  readonly method: string
  readonly path: string
  readonly body?: object | string
  readonly headers: Headers
}
export interface Command {
  readonly name: string
  /** The collection that its decisive commit writes to; which such commit of the command, the first unless told. */
  readonly on: string
  readonly nth?: number
  /** What it comes to when it is sent again after it was done: nothing, the like of it once more, or a refusal with its status. */
  readonly again: 'nothing' | 'more' | number
  /** Sent again it is a wrong try, which is written down before it is refused (R15a). */
  readonly isTryCounted?: true
  readonly call: (made: Made) => Call | Promise<Call>
  /** Remembers of the second answer what later commands need. */
  readonly keep?: (body: Json) => Record<string, string>
}

const bearer = (token = '') => ({ authorization: `Bearer ${token}` })
export const owner = bearer(ownerToken)
export const ada = ({ ids }: Made) => bearer(ids.token)
const send =
  (method: string) =>
  (path: string, body: object | string | undefined, headers: Headers = {}): Call => ({
    method,
    path: `/api${path}`,
    headers,
    ...(body && { body }),
  })
export const [post, put, patch, del] = [send('POST'), send('PUT'), send('PATCH'), send('DELETE')]

export const [email, guest] = ['ada@people.test', 'guest@guests.test']
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
export const eventOf = (more: object = {}) => ({ name: 'Summer school', start: inDays(9), end: inDays(11), timeZone: 'UTC', ...more })
export const rolesOf = (...names: string[]) => names.map((name) => ({ name, max: 5 }))

export async function read({ url }: Made, path: string): Promise<Json> {
  return (await fetch(`${url}${path}`, { headers: { accept: 'application/json', ...owner } })).json()
}
/** What stands in the newest email that has it. */
export async function mailed(made: Made, to: string, match: RegExp): Promise<string> {
  const { messages } = await read(made, `/dev/outbox?to=${to}`)
  return messages.map(({ text }: { text: string }) => match.exec(text)?.[1]).find(Boolean) ?? ''
}

export const createEvent = (more: object = {}, roles = rolesOf('Guest', 'Speaker')) => ({ event: eventOf(more), groups: [{ roles }] })
export const eventIds = (event: string, group: string) => (body: Json) => ({ [event]: body.event._id, [group]: body.groupId })
