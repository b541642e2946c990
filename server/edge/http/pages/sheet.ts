// Puts a drawn page together and packs it: all of its work, which takes milliseconds by the dozen and is done away from the thread that answers.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { headTags, type PageHead } from './head.ts'
import type { Draw, DrawnPage } from './renderer.ts'

/** What a page is made of. */
export interface Sheet {
  /** Where it is drawn; '' leaves drawing to the client. */
  readonly path: string
  readonly at: DrawnPage
  readonly head: PageHead
  /** What it is drawn from, for the client to find beside it. */
  readonly first?: object
  readonly status?: 200 | 404
}
export interface RenderedPage {
  readonly bodies: Readonly<Record<'br' | 'gzip' | 'plain', Uint8Array<ArrayBuffer>>>
  readonly etag: string
  readonly status: 200 | 404
}

/** What all pages share. */
export interface PageAssets {
  /** The built page with its settings. */
  readonly page: string
  /** What its stylesheet holds. */
  readonly style: string
  /** Which files the script of each page needs. */
  readonly files: Readonly<Record<DrawnPage, readonly string[]>>
}

/** Nothing in it can end the element it stands in. */
const inlined = (id: string, value: object) =>
  `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll('<', '\\u003c')}</script>`

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
function assemble({ page, style, files }: PageAssets, { path, at, head, first }: Sheet, draw: Draw | undefined): string {
  const clock = { ahead: {}, names: {} }
  const html = (path === '' ? '' : (draw?.(path, first, clock) ?? '')).replace(/^<title>[^<]*<\/title>/, '')
  const left = first ? inlined('first-view', first) + inlined('drawn-clock', clock) : ''
  const already = (file: string) => page.includes(`"${file}"`)
  const preloads = files[at].filter((file) => !already(file))
  const tags = [
    headTags(head),
    ...preloads.map((file) => `<link rel="modulepreload" fetchpriority="low" crossorigin href="${file}">`),
  ].join('\n    ')
  return atOnce(page, style)
    .replace(/<meta name="description"[^<>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => tags)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>${left}`)
}

/** Makes the page. */
export function make(stock: PageAssets, sheet: Sheet, draw?: Draw): RenderedPage {
  const plain = Buffer.from(assemble(stock, sheet, draw))
  const quick = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 27)}"`
  return { bodies: { plain, gzip: gzipSync(plain), br: brotliCompressSync(plain, quick) }, etag, status: sheet.status ?? 200 }
}
