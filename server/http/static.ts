// Serves the built client: precompressed assets for a year, and the page for every route of the client.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { etag } from 'hono/etag'
import type { HttpApp } from './mount.ts'

interface Served {
  /** R74: told to the client in the page itself. */
  readonly payments?: 'on' | 'off' | 'demonstration'
  /** Whether /dev/ui is there: never in production. */
  readonly gallery?: boolean
}

/** `folder` holds the build's `index.html` and `assets/`. */
export function serveClient(app: HttpApp, folder: string, { payments = 'on', gallery = false }: Served = {}) {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = payments === 'on' ? built : built.replace('<html', `<html data-payments="${payments}"`)
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  app.get('/assets/*', serveStatic({ root: folder, precompressed: true }), (c) => c.text('Not found', 404))
  app.on('GET', ['/user-guide.pdf', '/dev/ui'], etag(), async (c, next) => {
    await next()
    c.header('cache-control', 'no-cache')
  })
  app.get('/user-guide.pdf', serveStatic({ root: folder }))
  app.get('/favicon.svg', serveStatic({ root: folder, precompressed: true }))
  if (gallery) app.get('/dev/ui', serveStatic({ root: folder, path: 'dev/ui.html' }))
  app.get('*', (c) => c.html(page, 200, { 'cache-control': 'no-cache' }))
}
