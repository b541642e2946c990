// Everything a person and a guest do on a running server, over real HTTP and a real socket, with the secrets that came up on the way.
import { io } from 'socket.io-client'
import { day } from '../world/clock.ts'
import { fromOwnPage } from '../world/own-page.ts'
import { comes } from '../world/pace.ts'

export interface Mailbox {
  /** The newest email to an address that matches, once it is there. */
  readonly newest: (to: string, match: RegExp) => Promise<string>
}
export interface Visit {
  /** What must stand nowhere. */
  readonly secrets: readonly string[]
  readonly cookie: string
  readonly responses: readonly Response[]
}

function openCalls(url: string) {
  const responses: Response[] = []
  async function call(method: string, path: string, body?: object, headers: Record<string, string> = {}) {
    const init = { method, headers: { 'content-type': 'application/json', ...headers }, redirect: 'manual' as const }
    const response = await fetch(url + path, body ? { ...init, body: JSON.stringify(body) } : init)
    responses.push(response)
    const text = await response.text()
    return { headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : {} }
  }
  return { call, responses }
}

/** Emits until answered; a socket is let go at once. */
async function watch(url: string, auth: object, room: string) {
  const socket = io(url, { auth, transports: ['websocket'], forceNew: true })
  const answer: unknown = await new Promise((reply) => socket.emit('watch', room, reply))
  socket.disconnect()
  return answer
}

/** Signs up, logs in, loses the password, creates an event, invites; a guest proves an email and answers. Mistakes are made as well. */
export async function visit(url: string, { newest }: Mailbox): Promise<Visit> {
  const { call, responses } = openCalls(url)
  const [email, guest, unknown] = ['ada.lovelace@people.test', 'guest.one@guests.test', 'nobody.here@refused.test']
  const [password, newPassword, wrong] = ['a password of Ada', 'another password of Ada', 'not the password of Ada']
  const tokenIn = async (to: string, match: RegExp) => /token=([\w-]+)/.exec(await newest(to, match))?.[1] ?? ''

  await call('POST', '/api/auth/signup', { email, username: 'ada_lovelace', password })
  const verify = await tokenIn(email, /verify-email/)
  await call('POST', '/api/auth/verify-email', { token: verify, password })
  await call('POST', '/api/auth/login', { email, password: wrong })
  const first = (await call('POST', '/api/auth/login', { email, password })).body.token as string
  const bearer = { authorization: `Bearer ${first}` }
  await call('GET', '/api/auth/me', undefined, { ...bearer, referer: `${url}/token?token=${first}` })
  await call('POST', '/api/token-access/request', { email })
  const link = await tokenIn(email, /\/token/)
  for (const path of [`/token?token=${link}`, `/api/token-access/validate?token=${link}`, `/api/unknown?token=${link}`])
    await call('GET', path)
  await call('GET', '/api/event/mine', undefined, { 'x-organizer-token': link })
  const [start, end] = [1, 2].map((days) => new Date(Date.now() + days * day).toISOString())
  const groups = [{ roles: [{ name: 'Guest', max: 5 }] }]
  const created = (await call('POST', '/api/event/with-group', { event: { name: 'Tea', start, end }, groups }, bearer)).body
  const groupId = created.groupId as string
  await watch(url, { token: first }, `group:${groupId}`)
  await watch(url, { token: link }, `group:${groupId}`)

  await call('GET', `/api/rsvp/check-email?groupId=${groupId}&email=${encodeURIComponent(guest)}`)
  for (const to of [guest, unknown]) await call('POST', '/api/rsvp/send-verification-code', { email: to, groupId })
  const code = /^([A-Z0-9]{6})\r?$/m.exec(await newest(guest, /^[A-Z0-9]{6}\r?$/m))?.[1] ?? ''
  await call('POST', '/api/rsvp/verify-code', { email: guest, groupId, code: 'WRONG2' })
  const proven = await call('POST', '/api/rsvp/verify-code', { email: guest, groupId, code })
  const cookie = proven.headers.get('set-cookie') ?? ''
  const answer = { groupId, name: 'Guest One', email: guest, attending: true, roles: ['Guest'] }
  await call('POST', '/api/rsvp/submit', answer, fromOwnPage(cookie.split(';')[0]))
  await call('GET', `/api/group/${groupId}`, undefined, bearer)

  await call('POST', '/api/auth/request-password-reset', { email })
  const reset = await tokenIn(email, /reset-password/)
  await call('GET', `/reset-password?token=${reset}`)
  await call('POST', '/api/auth/reset-password', { token: reset, newPassword })
  const second = (await call('POST', '/api/auth/login', { email, password: newPassword })).body.token as string
  await call('POST', '/api/auth/logout', {}, { authorization: `Bearer ${second}` })
  const proof = /=([^;]+)/.exec(cookie)?.[1] ?? ''
  return {
    secrets: [verify, first, link, code, proof, reset, second, password, newPassword, wrong, email, guest, unknown],
    cookie,
    responses,
  }
}

/** Waits for an email in a list that grows. */
export const mailboxOf = (letters: () => Promise<readonly string[]> | readonly string[]): Mailbox => ({
  newest: (to, match) =>
    comes(async () => {
      const found = (await letters()).findLast((letter) => letter.includes(to) && match.test(letter))
      return found ?? Promise.reject(new Error(`no letter to ${to}`))
    }, 50),
})
