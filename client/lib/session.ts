// Who is here: the login token (local storage), the organizer token (session storage, or a cookie that no script reads), and the person they stand for.
import { create } from 'zustand'
import type { UserView } from '#protocol/people/account.ts'

const loginKey = 'rolecallToken'
/** These keys' names are part of the contract (R73). */
const organizerKey = 'organizerToken'
const pendingEmailKey = 'pendingGroupEmail'

export type Access = 'account' | 'organizer' | 'none'

interface Session {
  token: string | null
  /** Of this tab; else the mark of the one in this browser's cookie (R127), which travels by itself. */
  organizerToken: string | null
  /** Filled by the auth check 100 ms after start and after each login. */
  user: UserView | null
  /** True while the auth check has not ended; a browser without tokens has nothing to check. */
  checking: boolean
}

const read = (storage: () => Storage, key: string) => {
  try {
    return storage().getItem(key)
  } catch {
    return null // storage can be forbidden; the session then lives in this tab's memory only
  }
}
const keep = (storage: () => Storage, key: string, value: string | null) => {
  try {
    if (value === null) storage().removeItem(key)
    else storage().setItem(key, value)
  } catch {
    // as above
  }
}
/** The mark beside that cookie says that it is there, and changes with it. */
const markPrefix = 'in a cookie: '
const isMark = (organizerToken: string) => organizerToken.startsWith(markPrefix)
const keptInCookie = () => {
  const mark = /(?:^|;\s*)(?:__Host-)?rolecall_signed_in=(\w+)/.exec(document.cookie)?.[1]
  return mark ? `${markPrefix}${mark}` : null
}
function dropMark() {
  for (const name of ['rolecall_signed_in', '__Host-rolecall_signed_in']) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and no page may see the mark again
    document.cookie = `${name}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; Path=/; SameSite=Lax${name.startsWith('_') ? '; Secure' : ''}`
  }
}
const local = () => window.localStorage
const perTab = () => window.sessionStorage

/** Begins as nobody's, as the server draws a page (R81), and becomes this browser's at once. */
export const useSession = create<Session>(() => ({ token: null, organizerToken: null, user: null, checking: false }))

const isBrowser = typeof window !== 'undefined'
const kept = isBrowser
  ? { token: read(local, loginKey), organizerToken: read(perTab, organizerKey) ?? keptInCookie() }
  : { token: null, organizerToken: null }
useSession.setState({ ...kept, checking: Boolean(kept.token ?? kept.organizerToken) })

/** Logs in and out with the other tabs of this browser. Returns what stops it. */
export function followOtherTabs(): () => void {
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== loginKey && key !== null) return
    const token = key === null ? null : newValue
    if (token !== useSession.getState().token) useSession.setState({ token, user: null, checking: true })
  }
  window.addEventListener('storage', follow)
  return () => window.removeEventListener('storage', follow)
}

/** The three ways in which somebody may be here. A full token wins. */
export const accessOf = ({ token, organizerToken }: Pick<Session, 'token' | 'organizerToken'>): Access =>
  token ? 'account' : organizerToken ? 'organizer' : 'none'

export function keepLogin(token: string, user: UserView) {
  keep(local, loginKey, token)
  keepPendingEmail('')
  useSession.setState({ token, user, checking: false })
}

export function keepOrganizerToken(organizerToken: string) {
  keep(perTab, organizerKey, organizerToken)
  keepPendingEmail('')
  useSession.setState(({ user }) => ({ organizerToken, checking: user === null }))
}

/** Whether another tab of this browser has signed in by a cookie. */
export const isKeptIn = () => keptInCookie() !== null

/** Goes on as whom the browser's cookie has signed in just now (R127). */
export function followCookie() {
  keepPendingEmail('')
  useSession.setState(({ user }) => ({ organizerToken: keptInCookie(), checking: user === null }))
}

/** Keeps the email under which something waits for its link, created while signed out (R32); '' forgets it. */
export const keepPendingEmail = (email: string) => keep(perTab, pendingEmailKey, email || null)
/** Gives that email, '' when nothing waits. */
export const pendingEmail = () => read(perTab, pendingEmailKey) ?? ''

/** Forgets every token of this browser; the server's side is revoked by the logout call. */
export function forgetTokens() {
  keep(local, loginKey, null)
  keep(perTab, organizerKey, null)
  keepPendingEmail('')
  dropMark()
  useSession.setState({ token: null, organizerToken: null, user: null, checking: false })
}

/** Forgets the token the server refused, and only that one: a stale login doesn't take a good access link with it. */
export function forgetRefused({ token, organizerToken }: Pick<Session, 'token' | 'organizerToken'>) {
  const now = useSession.getState()
  if (token && token === now.token) {
    keep(local, loginKey, null)
    useSession.setState({ token: null, user: null })
  } else if (!token && organizerToken && organizerToken === now.organizerToken) {
    if (isMark(organizerToken)) dropMark()
    else keep(perTab, organizerKey, null)
    const left = keptInCookie()
    useSession.setState({ organizerToken: left, user: null, checking: left !== null })
  }
}

/** What a call carries: the login token as a Bearer, else the organizer token. */
export function credentials(): Record<string, string> {
  const { token, organizerToken } = useSession.getState()
  if (token) return { authorization: `Bearer ${token}` }
  return organizerToken && !isMark(organizerToken) ? { 'x-organizer-token': organizerToken } : {}
}

/** The same, as the socket's handshake takes it. */
export function socketAuth(): { token?: string; organizerToken?: string } {
  const { token, organizerToken } = useSession.getState()
  if (token) return { token }
  return organizerToken && !isMark(organizerToken) ? { organizerToken } : {}
}
