// Pages that are there before they are an app (R81): drawn as nobody sees them, once per change, with what the client would otherwise call for.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { FormView } from '#protocol/rsvp.ts'
import { Refusal } from '../../refuse.ts'
import type { Services } from '../../services.ts'
import type { HttpApp } from '../mount.ts'
import { type Ctx, hasAlready } from '../request.ts'
import type { Draw, DrawnPage } from './drawing.ts'
import { closedHead, headTags, invitationHead, openHeads, type PageHead } from './head.ts'
import { openForm } from './open-form.ts'

interface Drawn {
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'plain', Buffer>>
  readonly etag: string
  readonly status: 200 | 404
}

export interface Pages {
  /** The built page with its settings. */
  readonly page: string
  /** What its stylesheet holds. */
  readonly style: string
  readonly draw: Draw | undefined
  readonly filesOf: (page: DrawnPage) => string[]
}

/** Nothing in it can end the element it stands in. */
const inlined = (first: object) =>
  `<script type="application/json" id="first-view">${JSON.stringify(first).replaceAll('<', '\\u003c')}</script>`

/**
 * What is drawn waits for nothing: its style stands in it, and its scripts stay behind. The style's file is named all the same, for
 * whoever looks whether it is there.
 */
const atOnce = (page: string, style: string) =>
  page
    .replaceAll(/<(script type="module"|link rel="modulepreload")/g, '<$1 fetchpriority="low"')
    .replaceAll(/<script\s+(?=src=)/g, '<script async ')
    .replace(/<link rel="stylesheet"[^>]*>/, (link) => `<style>${style}</style>${link.replace('<link', '<link media="not all"')}`)

/** Puts a page together: its head, what is drawn of it, and beside that what it was drawn from. */
function assemble({ page, style, draw, filesOf }: Pages, path: string, at: DrawnPage, head: PageHead, first?: object): string {
  const html = (draw?.(path, first) ?? '').replace(/^<title>[^<]*<\/title>/, '')
  const already = (file: string) => page.includes(`"${file}"`)
  const preloads = filesOf(at).filter((file) => !already(file))
  const tags = [
    headTags(head),
    ...preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`),
  ].join('\n    ')
  return atOnce(page, style)
    .replace(/\s*<meta name="description"[^>]*>/, '')
    .replace(/<title>[^<]*<\/title>/, () => tags)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${first ? inlined(first) : ''}`)
}

function drawn(text: string, status: Drawn['status'] = 200): Drawn {
  const plain = Buffer.from(text)
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { bodies: { plain, gzip: gzipSync(plain), br: brotliCompressSync(plain, quick) }, etag, status }
}

/** Sends it; a browser that has it already is told so. Nothing in it is about whoever asks. */
function send(c: Ctx, { bodies, etag, status }: Drawn) {
  const accepted = c.req.header('accept-encoding') ?? ''
  const encoding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
  const headers = { 'content-type': 'text/html; charset=UTF-8', 'cache-control': 'no-cache', vary: 'accept-encoding', etag }
  if (hasAlready(c, etag)) return c.body(null, 304, headers)
  const body = new Uint8Array(bodies[encoding ?? 'plain'])
  return c.body(body, status, encoding ? { ...headers, 'content-encoding': encoding } : headers)
}

/** Keeps at most so many pages, the latest ones. */
const mostKept = 200
/** Under a rush of answers a page is drawn anew at most this often; whoever opens it hears the rest live. */
const freshMs = 250

interface Kept {
  readonly drawn: Drawn
  readonly key: string
  readonly state: string
  readonly at: number
}

/** Gives the page of one form, drawn once per change. Who may see it, and whether there is one, is asked anew each time. */
function openCache() {
  const kept = new Map<string, Kept>()
  return (form: FormView, now: number, make: () => Drawn): Drawn => {
    const key = `${form.rev} ${form.status}`
    const state = `${form.status} ${form.displayRSVPToAll}`
    const before = kept.get(form._id)
    if (before?.key === key || (before?.state === state && now - before.at < freshMs)) return before.drawn
    kept.delete(form._id)
    kept.set(form._id, { drawn: make(), key, state, at: now })
    const [oldest] = kept.keys()
    if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest)
    return kept.get(form._id)?.drawn ?? make()
  }
}

/** Serves the invitation, the landing page and the prices. */
export function mountPages(app: HttpApp, services: Services, pages: Pages) {
  const { publicUrl, clock } = services
  const cached = openCache()
  const refused = new Map<string, Drawn>()
  const bare = drawn(assemble({ ...pages, draw: undefined }, '', '/rsvp', closedHead(publicUrl)))

  const ofRefusal = ({ message, status }: Refusal) => {
    const before = refused.get(message)
    const first = { problem: { status, sentence: message } }
    const made = before ?? drawn(assemble(pages, '/rsvp/unknown', '/rsvp', closedHead(publicUrl), first), 404)
    refused.set(message, made)
    return made
  }
  app.get('/rsvp/:groupId', async (c) => {
    const groupId = c.req.param('groupId')
    const form = await openForm(services, groupId, c.req.query('eventId') ?? '')
    c.header('x-robots-tag', 'noindex, nofollow')
    if (form === null) return send(c, bare)
    if (form instanceof Refusal) return send(c, ofRefusal(form))
    const make = () => drawn(assemble(pages, `/rsvp/${groupId}`, '/rsvp', invitationHead(publicUrl, form), { form }))
    return send(c, cached(form, clock.now(), make))
  })
  for (const path of ['/', '/pricing'] as const) {
    const head = { ...openHeads[path], url: `${publicUrl}${path === '/' ? '' : path}`, picture: `${publicUrl}/og/rolecall.png` }
    const made = drawn(assemble(pages, path, path, head))
    app.get(path, (c) => send(c, made))
  }
}
