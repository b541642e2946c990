// Serves the built client: precompressed assets for a year, and the page for every route of the client.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { etag } from 'hono/etag'
import type { HttpApp } from './mount.ts'

/** `folder` holds the build's `index.html` and `assets/`; `payments` is told to the client in the page itself (R74). */
export function serveClient(app: HttpApp, folder: string, payments: 'on' | 'off' | 'demonstration' = 'on') {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = payments === 'on' ? built : built.replace('<html', `<html data-payments="${payments}"`)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  app.get('/assets/*', serveStatic({ root: folder, precompressed: true }), (c) => c.text('Not found', 404))
  app.use('/user-guide.pdf', etag(), async (c, next) => {
    await next()
    c.header('cache-control', 'no-cache')
  })
  app.get('/user-guide.pdf', serveStatic({ root: folder }))
  app.get('/favicon.svg', serveStatic({ root: folder, precompressed: true }))
  app.get('*', (c) => c.html(page, 200, { 'cache-control': 'no-cache' }))
}
