// Where somebody was on the way to when they had to log in: kept in the login page's address, and only if it is a page of ours.
import { urlOf } from '#protocol/kernel/texts.ts'

const afterLogin = '/dashboard'
const loginPages = ['/login', '/signup', '/logout', '/token', '/access']

/** Gives `text` as a path on this site, or null: never another site (what is left of '/.//x' is one), and never a page that would lead back here. */
function ownPath(text: string | null): string | null {
  const url = text?.startsWith('/') ? urlOf(text, window.location.origin) : undefined
  if (!url || url.origin !== window.location.origin || url.pathname.startsWith('//') || loginPages.includes(url.pathname)) return null
  return url.pathname + url.search + url.hash
}

/** The login page, remembering `path`. */
export const loginHref = (path: string) => (ownPath(path) ? `/login?from=${encodeURIComponent(path)}` : '/login')

/** Where to go after a login: where one came from, else the dashboard. */
export const cameFrom = (search: string) => ownPath(new URLSearchParams(search).get('from')) ?? afterLogin
