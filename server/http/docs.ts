// The contract shown to people (O3): /api/openapi.json and /api/docs, by swagger-ui from node_modules. Read, packed and hashed when first asked for.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { refuse } from '../refuse.ts'
import type { HttpApp } from './mount.ts'
import { openapiOf } from './openapi.ts'
import { type Ctx, hasAlready } from './request.ts'
import type { Route } from './route.ts'

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API · Rolecall</title><link rel="stylesheet" href="/api/docs/swagger-ui.css"></head>
<body style="margin:0"><main id="api"></main><script src="/api/docs/swagger-ui-bundle.js"></script><script src="/api/docs/open.js"></script></body></html>`

/** A file of its own, since our pages run no inline script. Nothing is asked of other hosts: no validator, no fonts. */
const open = `SwaggerUIBundle({ url: '/api/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null, docExpansion: 'list' })\n`

const require = createRequire(import.meta.url)
/** Where swagger-ui lies; where it isn't installed there is no such page. */
const fromPackage = (name: string) => async () => {
  try {
    return await readFile(join(dirname(require.resolve('swagger-ui-dist/package.json')), name))
  } catch {
    return refuse('call-unknown')
  }
}

interface Packed {
  readonly body: Buffer
  readonly gzipped: Buffer
  readonly etag: string
}
async function pack(body: Buffer): Promise<Packed> {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { body, etag, gzipped: await promisify(gzip)(body) }
}

/** The browser keeps it and asks whether it is still the same. */
function answer(c: Ctx, { body, gzipped, etag }: Packed, contentType: string) {
  const headers = { etag, 'cache-control': 'no-cache', vary: 'accept-encoding' }
  if (hasAlready(c, etag)) return c.body(null, 304, headers)
  const takesGzip = /\bgzip\b/.test(c.req.header('accept-encoding') ?? '')
  const sent = new Uint8Array(takesGzip ? gzipped : body)
  return c.body(sent, 200, { ...headers, 'content-type': contentType, ...(takesGzip && { 'content-encoding': 'gzip' }) })
}

/** Mounts the document, the page and what the page needs. */
export function mountDocs(app: HttpApp, routes: readonly Route[]) {
  const serve = (path: string, contentType: string, read: () => Promise<Buffer>) => {
    let packed: Promise<Packed> | undefined
    app.get(path, async (c) => {
      packed ??= read().then(pack)
      return answer(c, await packed, contentType)
    })
  }
  serve('/api/openapi.json', 'application/json', async () => Buffer.from(JSON.stringify(openapiOf(routes))))
  serve('/api/docs', 'text/html; charset=utf-8', async () => Buffer.from(page))
  serve('/api/docs/open.js', 'text/javascript; charset=utf-8', async () => Buffer.from(open))
  serve('/api/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', fromPackage('swagger-ui-bundle.js'))
  serve('/api/docs/swagger-ui.css', 'text/css; charset=utf-8', fromPackage('swagger-ui.css'))
}
