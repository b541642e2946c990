// R121: keeps pages of others from writing with a browser's cookies, which travel by themselves, also from another port or a sibling subdomain.
import { refuse } from '../refuse.ts'
import type { Ctx } from './request.ts'

const localHost = /^(localhost|127(\.\d+){3}|\[::1\]|.+\.localhost)$/
/** Whether an address leads to the machine itself, so that nobody else is meant to reach it. */
export const isLocalUrl = (url: string) => URL.canParse(url) && localHost.test(new URL(url).hostname)

/** PUBLIC_URL's origin; while that is this machine, also the host that was asked, since it has several names. */
function isOwn(c: Ctx, origin: string, publicUrl: string) {
  if (!URL.canParse(origin)) return false
  return origin === new URL(publicUrl).origin || (isLocalUrl(publicUrl) && new URL(origin).host === c.req.header('host'))
}

/** Refuses `page-foreign`, unless the caller sends a token, which no page of others can, or no cookie, or the browser vouches for the page. */
export function checkPage(c: Ctx, publicUrl: string) {
  const hasToken = c.req.header('authorization') !== undefined || c.req.header('x-organizer-token') !== undefined
  if (c.req.method === 'GET' || hasToken || c.req.header('cookie') === undefined) return
  const [site, origin = ''] = [c.req.header('sec-fetch-site'), c.req.header('origin')]
  const isOurs = site === undefined ? isOwn(c, origin, publicUrl) : site === 'same-origin'
  if (!isOurs) refuse('page-foreign')
}
