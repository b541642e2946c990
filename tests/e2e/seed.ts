// What a browser test needs that it is not about: accounts, events and answers, made by calls instead of clicks.
import type { z } from 'zod/mini'
import type { Endpoint } from '#protocol/kernel/endpoint.ts'
import { shareSource } from '#protocol/kernel/limits.ts'
import { accessApi } from '#protocol/people/access.ts'
import { eventApi } from '#protocol/seats/event.ts'
import { groupApi } from '#protocol/seats/group.ts'
import { photoApi } from '#protocol/seats/photo/photo.ts'
import { rsvpApi } from '#protocol/seats/rsvp.ts'
import { fromOwnPage } from '../kit/world/own-page.ts'
import type { Stage } from './kit.ts'

type EventSent = z.input<typeof eventApi.createWithGroup.input>['event']
const [hourMs, dayMs] = [3_600_000, 86_400_000]

export interface Host {
  readonly email: string
  readonly password: string
  readonly token: string
}
export interface Held {
  readonly eventId: string
  readonly groupId: string
  /** The path of the share link. */
  readonly invitation: string
}

/** The time of day at which nobody's clock is about to change its day. */
export const inDays = (days: number) => new Date(Math.ceil(Date.now() / dayMs) * dayMs + days * dayMs + dayMs / 2)

/** What a datetime-local field takes, so many days from now, at 18:30 on whatever clock. */
export const typedStart = (days: number) => `${inDays(days).toISOString().slice(0, 10)}T18:30`

let count = 0
/** A name nobody in this run has had. */
export const newName = (name: string) => `${name}${++count}`

export function openSeed(stage: Pick<Stage, 'server' | 'mailbox'>) {
  async function call<In extends z.ZodMiniType, Out extends z.ZodMiniType>(
    { method, path, reply }: Endpoint<In, Out>,
    input: z.input<In>,
    headers: Record<string, string> = {},
  ): Promise<{ body: z.output<Out>; cookie: string }> {
    const given = input as Readonly<Record<string, unknown>>
    const inPath = [...path.matchAll(/:(\w+)/g)].map(([, key = '']) => key)
    const rest = Object.fromEntries(Object.entries(given).filter(([key]) => !inPath.includes(key)))
    const address = path.replace(/:(\w+)/g, (_, key: string) => (typeof given[key] === 'string' ? encodeURIComponent(given[key]) : ''))
    const response = await fetch(`${stage.server.url}/api${address}`, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(!['GET', 'DELETE'].includes(method) && { body: JSON.stringify(rest) }),
    })
    const body: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(body)}`)
    return {
      body: reply.parse(body),
      cookie: response.headers
        .getSetCookie()
        .map((one) => one.split(';')[0])
        .join('; '),
    }
  }

  /** Somebody with a verified account, logged in. */
  async function host(name = 'olivia', username = newName(`${name}_`)): Promise<Host> {
    const [email, password] = [`${username}@hosts.test`, 'correct horse battery']
    await call(accessApi.signUp, { email, username, password })
    const link = await stage.mailbox.link(email, /Verify/)
    const { body } = await call(accessApi.verifyEmail, { token: new URL(link).searchParams.get('token') ?? '', password })
    return { email, password, token: body.token ?? '' }
  }

  /** An event of theirs with its group, in ten days for two hours unless `more` says otherwise. */
  async function event(
    { token }: Host,
    roles: { name: string; max: number; min?: number }[],
    more: Partial<EventSent> = {},
  ): Promise<Held> {
    const start = inDays(10).toISOString()
    const end = new Date(Date.parse(start) + 2 * hourMs).toISOString()
    const { body } = await call(
      eventApi.createWithGroup,
      { event: { name: 'Summer school', start, end, timeZone: 'Europe/Berlin', ...more }, groups: [{ roles, limitToMembers: false }] },
      { authorization: `Bearer ${token}`, 'idempotency-key': newName('seed') },
    )
    const { groupId, event } = body
    return { eventId: event._id, groupId, invitation: `/rsvp/${groupId}?eventId=${event._id}&code=${shareSource}` }
  }

  const enableConfirmation = ({ token }: Host, { groupId }: Held) =>
    call(groupApi.settings, { id: groupId, showConfirmation: true }, { authorization: `Bearer ${token}` })

  /** The cover photo of an event, from the bytes of a JPEG. */
  async function photo({ token }: Host, { eventId }: Held, bytes: Buffer<ArrayBuffer>): Promise<void> {
    const path = photoApi.set.path.replace(':id', eventId)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/jpeg' }
    const response = await fetch(`${stage.server.url}/api${path}`, { method: 'PUT', headers, body: bytes })
    if (!response.ok) throw new Error(`PUT ${path}: ${response.status}`)
  }

  const removeEvent = ({ token }: Host, { eventId }: Held) => call(eventApi.remove, { id: eventId }, { authorization: `Bearer ${token}` })

  /** The proof of an email, as the cookie that the code brings. */
  async function prove({ groupId, eventId }: Held, email: string): Promise<string> {
    await call(rsvpApi.sendCode, { email, groupId })
    const { cookie } = await call(rsvpApi.verifyCode, { email, groupId, eventId, code: await stage.mailbox.code(email) })
    return cookie
  }

  /** An invitee's answer; without roles a yes alone, with null a no. Gives the proof for further answers. */
  async function answer(
    held: Held,
    name: string,
    roles: string[] | null,
    { proof = '', confirmed = false, email = `${name.toLowerCase().replaceAll(' ', '.')}@guests.test` } = {},
  ): Promise<string> {
    const cookie = proof || (await prove(held, email))
    const { groupId, eventId } = held
    await call(
      rsvpApi.submit,
      { groupId, eventId, name, email, attending: roles !== null, roles: roles ?? [], confirmed },
      fromOwnPage(cookie),
    )
    return cookie
  }

  return { call, host, event, photo, enableConfirmation, removeEvent, prove, answer }
}
