// Serves the built client: precompressed assets for a year, and the page for every route of the client.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { etag } from 'hono/etag'
import { isPage } from '#protocol/kernel/pages.ts'
import type { Settings } from '#protocol/kernel/settings.ts'
import type { HttpApp } from './mount.ts'
import type { Ctx } from './request.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? '')

/** R74, R75: gives the built page with the settings as attributes of its `<html>`. Vite's own server in development does so, too (decision 0073). */
export const withSettings = (page: string, { payments, supportEmail, retentionDays }: Settings) =>
  page.replace(
    '<html',
    () => `<html data-payments="${payments}" data-support-email="${attribute(supportEmail)}" data-retention-days="${retentionDays}"`,
  )

/** R74: a sandbox that an operator put into production says that it is a demonstration; on a laptop it speaks for itself. */
export const paymentsShown = (name: 'stripe' | 'sandbox' | 'off', isProduction: boolean): Settings['payments'] =>
  name === 'stripe' ? 'on' : name === 'sandbox' && isProduction ? 'demonstration' : name

/** R187: the door of an event as an app on a phone. It says nothing of the event: to who isn't paired there is none. */
function doorApp(c: Ctx, eventId: string) {
  if (!/^[0-9a-f]{24}$/.test(eventId)) return c.text('Not found', 404)
  const app = {
    name: 'Door · Rolecall',
    short_name: 'Door',
    id: `/door/${eventId}`,
    start_url: `/door/${eventId}`,
    scope: '/door/',
    display: 'standalone',
    background_color: '#12100e',
    theme_color: '#12100e',
    icons: [{ src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml' }],
  }
  return c.body(JSON.stringify(app), 200, { 'content-type': 'application/manifest+json', 'cache-control': 'no-cache' })
}

/** R243a: known ahead, or each request would keep the whole file to find it out. The same however a file is packed. */
const tagOf = (file: string) =>
  existsSync(file) ? `W/"${createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)}"` : undefined

interface StaticOptions {
  /** R74, R75: written into the page itself for the client; without them it is served as it was built. */
  readonly settings?: Settings
  /** R81: serves the pages that are drawn before they are an app; without it there are none. */
  readonly mountDrawn?: (page: string) => void
  /** Gives the page at a path, with what else is known of it there. */
  readonly pageAt?: (page: string) => (path: string) => string
  /** Whether /dev/ui is there: never in production. */
  readonly gallery?: boolean
}

/** `folder` holds the build's `index.html` and `assets/`. Gives what answers every other path: the page, as a 404 where the client has none (R136). */
export function serveClient(
  app: HttpApp,
  folder: string,
  { settings, mountDrawn, pageAt = (page) => () => page, gallery = false }: StaticOptions = {},
): (c: Ctx) => Response | Promise<Response> {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = settings ? withSettings(built, settings) : built
  app.use('/assets/*', async (c, next) => {
    await next()
    if (c.res.ok) c.header('cache-control', 'public, max-age=31536000, immutable')
  })
  app.get('/assets/*', serveStatic({ root: folder, precompressed: true }), (c) => c.text('Not found', 404))
  for (const [path, file = path] of [['/user-guide.pdf'], ['/dev/ui', '/dev/ui.html'], ['/door-worker.js']] as const) {
    const tag = tagOf(join(folder, file))
    app.get(path, etag(), async (c, next) => {
      c.header('etag', tag)
      await next()
      c.header('cache-control', 'no-cache')
    })
  }
  app.get('/user-guide.pdf', serveStatic({ root: folder }))
  app.get('/door-worker.js', serveStatic({ root: folder, precompressed: true }), (c) => c.text('Not found', 404))
  app.get('/door/:eventId/app.webmanifest', (c) => doorApp(c, c.req.param('eventId')))
  // The second is what browsers ask for beside a page that names none.
  app.on('GET', ['/favicon.svg', '/favicon.ico'], serveStatic({ root: folder, path: 'favicon.svg', precompressed: true }))
  if (gallery) app.get('/dev/ui', serveStatic({ root: folder, path: 'dev/ui.html' }))
  mountDrawn?.(page)
  const at = pageAt(page)
  return (c) => c.html(at(c.req.path), isPage(c.req.path) ? 200 : 404, { 'cache-control': 'no-cache' })
}
