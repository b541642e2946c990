// How a drawn page is sent, and kept for whoever asks for it next.
import { LRUCache } from 'lru-cache'
import type { FormView } from '#protocol/seats/rsvp.ts'
import { type Ctx, hasAlready } from '#server/edge/http/request.ts'
import type { RenderedPage } from './sheet.ts'

/** R254: a proxy leaves addresses and scripts as they are; readers without a script read the addresses, too. */
const asItIs = 'no-transform'
const html = { 'content-type': 'text/html; charset=UTF-8' }

/** The page in the packing that this browser takes. */
function packed(c: Ctx, { bodies, status }: RenderedPage, headers: Record<string, string>) {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  return c.body(bodies[encoding ?? 'plain'], status, encoding ? { ...headers, 'content-encoding': encoding } : headers)
}

/** Sends it; a browser that has it already gets a 304. Nothing in it is about whoever asks. */
export function send(c: Ctx, drawn: RenderedPage) {
  const headers = { ...html, 'cache-control': `no-cache, ${asItIs}`, vary: 'accept-encoding', etag: drawn.etag }
  return hasAlready(c, drawn.etag) ? c.body(null, 304, headers) : packed(c, drawn, headers)
}

/** Sends what is for this reader alone: kept by nobody, neither on the way nor in the browser. */
export const sendOwn = (c: Ctx, drawn: RenderedPage) =>
  packed(c, drawn, { ...html, 'cache-control': `private, no-store, ${asItIs}`, vary: 'cookie' })

/** Under a rush of answers a page is drawn anew at most this often; whoever opens it hears the rest live. */
const freshMs = 250

interface CachedPage {
  readonly drawn: RenderedPage
  readonly key: string
  readonly state: string
  readonly at: number
}

/** What a page shows: whose it is, as of when, and what has to be right at once. */
export interface Shows {
  readonly name: string
  readonly key: string
  readonly state: string
}

/** R219, R224: the revisions of brand and host in a form, which are no part of its own. */
export const facesIn = ({ brand, host }: Pick<FormView, 'brand' | 'host'>) =>
  `${brand ? ` ${brand.rev} ${Boolean(brand.face)} ${brand.face?.hidesMadeWith}` : ''}${host ? ` ${host.rev} ${host.photo}` : ''}`

/** Gives the page that shows this, drawn once per change; undefined where it may not be drawn now. Who may see it, and whether there is one, is asked anew each time. */
export function createCache(now: () => number) {
  const kept = new LRUCache<string, CachedPage>({ max: 200 })
  const drawing = new Map<string, Promise<RenderedPage>>()
  return async ({ name, key, state }: Shows, draw: () => Promise<RenderedPage> | undefined) => {
    const before = kept.get(name)
    if (before?.key === key || (before?.state === state && now() - before.at < freshMs)) return before.drawn
    const underWay = drawing.get(key)
    if (underWay) return underWay
    const made = draw()
    if (!made) return undefined
    drawing.set(key, made)
    try {
      const drawn = await made
      kept.set(name, { drawn, key, state, at: now() })
      return drawn
    } finally {
      drawing.delete(key)
    }
  }
}
