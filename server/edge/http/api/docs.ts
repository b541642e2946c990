// The contract shown to people (O3): /api/openapi.json and /api/docs, by two files of swagger-ui. Read, packed and hashed when first asked for.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { HttpApp } from '#server/edge/http/mount.ts'
import { type Ctx, hasAlready } from '#server/edge/http/request.ts'
import { refuse } from '#server/kernel/refuse.ts'
import type { Route } from '#server/people/http/route.ts'
import { openapiOf } from './openapi.ts'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Rolecall</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body style="margin:0"><main id="api"></main><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/open.js"></script></body></html>`

/**
 * A file of its own, since our pages run no inline script. Nothing is asked of other hosts: no validator, no fonts. The calls of each kind are folded: of some 130
 * that are open at once swagger-ui leaves most out, without a word.
 */
const open = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null, docExpansion: 'none' })\n`

/** The files of swagger-ui that the page needs; the build copies them to dist/docs, since a server is installed without the package. */
export const docsFiles = ['swagger-ui-bundle.js', 'swagger-ui.css'] as const
/** Where they lie: in the build, or in the package they come from. Where they are in neither, there is no such page. */
const readPart = (name: (typeof docsFiles)[number]) => async () => {
  const built = join(import.meta.dirname, '../docs', name)
  const path = existsSync(built) ? built : join(import.meta.dirname, '../../../../node_modules/swagger-ui-dist', name)
  return readFile(path).catch(() => refuse('call-unknown'))
}

/** Sent as they are: a copy for each request would wait as often as it is asked for (R243a). */
interface Packed {
  readonly body: Buffer<ArrayBuffer>
  readonly gzipped: Buffer<ArrayBuffer>
  readonly etag: string
}
async function pack(body: Buffer<ArrayBuffer>): Promise<Packed> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, gzipped: await promisify(gzip)(body) }
}

/** The browser keeps it and asks whether it is still the same. */
function answer(c: Ctx, { body, gzipped, etag }: Packed, contentType: string) {
  const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  if (hasAlready(c, etag)) return c.body(null, 304, headers)
  const takesGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const sent = takesGzip ? gzipped : body
  return c.body(sent, 200, { ...headers, 'content-type': contentType, ...(takesGzip && { 'content-encoding': 'gzip' }) })
}

/** Mounts the document, the page and what the page needs. */
export function mountDocs(app: HttpApp, routes: readonly Route[]) {
  const serve = (path: string, contentType: string, read: () => Promise<Buffer<ArrayBuffer>>) => {
    let packed: Promise<Packed> | undefined
    app.get(path, async (c) => {
      packed ??= read().then(pack)
      return answer(c, await packed, contentType)
    })
  }
  serve('/api/openapi.json', 'application/json', async () => Buffer.from(JSON.stringify(openapiOf(routes))))
  serve('/api/docs', 'text/html; charset=utf-8', async () => Buffer.from(page))
  serve('/api/docs/open.js', 'text/javascript; charset=utf-8', async () => Buffer.from(open))
  serve('/api/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', readPart('swagger-ui-bundle.js'))
  serve('/api/docs/swagger-ui.css', 'text/css; charset=utf-8', readPart('swagger-ui.css'))
}
