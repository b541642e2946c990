// The cookies that answers set.
import { generateCookie } from 'hono/cookie'
import type { Services } from '#server/kernel/write/services.ts'
import type { WithSession } from '#server/people/http/route.ts'
import { asideCookie, asideIds, doorCookie, organizerCookie, signedInCookie } from '#server/people/identity/cookies.ts'
import { groups } from '#server/seats/model/group.ts'

/** R127: keeps the session in this browser for as long as its token lives, or ends that. No script reads the token, only a mark that there is one. */
export function sessionCookies(services: Services, session: WithSession<unknown>['session']) {
  const { publicUrl, secrets, clock } = services
  const { token = '', until = '' } = session ?? {}
  const seconds = session ? Math.max(0, Math.floor((Date.parse(until) - clock.now()) / 1000)) : 0
  const mark = session ? secrets.hashToken(token).slice(0, 16) : ''
  return [
    cookieOf(services, organizerCookie(publicUrl), token, seconds),
    cookieOf(services, signedInCookie(publicUrl), mark, seconds, false),
  ]
}

/** R182: pairs this browser to the door of an event. */
export function doorCookieOf(services: Services, { eventId, secret, until }: NonNullable<WithSession<unknown>['door']>) {
  const seconds = Math.max(0, Math.floor((Date.parse(until) - services.clock.now()) / 1000))
  return cookieOf(services, doorCookie(eventId, services.publicUrl), secret, seconds)
}

/** R239a: whoever has just proven their email for this group, or for all, is no longer somebody else; `sent` are the cookies of the request. */
export async function asideOver(services: Services, sent: string, groupId: string | null): Promise<string[]> {
  const { publicUrl, store } = services
  const set = asideIds(sent, publicUrl)
  if (set.length === 0) return []
  const here = groupId === null ? null : ((await store.get(groups, groupId))?.eventId ?? groupId)
  return set.filter((id) => here === null || id === here).map((id) => cookieOf(services, asideCookie(id, publicUrl), '', 0, false))
}

/** A cookie of ours, of whatever name. */
export const cookieOf = ({ publicUrl }: Pick<Services, 'publicUrl'>, name: string, value: string, maxAge: number, httpOnly = true) =>
  generateCookie(name, value, {
    httpOnly,
    sameSite: 'Lax',
    path: '/',
    maxAge,
    secure: publicUrl.startsWith('https:'),
  })
