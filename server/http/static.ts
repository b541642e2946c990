// Serves the built client: precompressed assets for a year, and the page for every route of the client.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { etag } from 'hono/etag'
import type { Settings } from '#protocol/settings.ts'
import type { HttpApp } from './mount.ts'
import type { Ctx } from './request.ts'

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const attribute = (text: string) => text.replace(/[&"<>]/g, (sign) => escapes[sign] ?? '')

/** R74, R75: gives the built page with the settings as attributes of its `<html>`. Vite's own server in development does so, too. */
export const withSettings = (page: string, { payments, supportEmail }: Settings) =>
  page.replace('<html', () => `<html data-payments="${payments}" data-support-email="${attribute(supportEmail)}"`)

/** R74: a sandbox that an operator put into production says that it is a demonstration; on a laptop it speaks for itself. */
export const paymentsShown = (name: 'stripe' | 'sandbox' | 'off', isProduction: boolean): Settings['payments'] =>
  name === 'stripe' ? 'on' : name === 'sandbox' && isProduction ? 'demonstration' : name

interface Served {
  /** R74, R75: told to the client in the page itself; without them it is served as it was built. */
  readonly settings?: Settings
  /** R81: serves the pages that are drawn before they are an app; without it there are none. */
  readonly mountDrawn?: (page: string) => void
  /** Whether /dev/ui is there: never in production. */
  readonly gallery?: boolean
}

/** `folder` holds the build's `index.html` and `assets/`. Gives what answers every other path: the page. */
export function serveClient(
  app: HttpApp,
  folder: string,
  { settings, mountDrawn, gallery = false }: Served = {},
): (c: Ctx) => Response | Promise<Response> {
  const built = readFileSync(join(folder, 'index.html'), 'utf8')
  const page = settings ? withSettings(built, settings) : built
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
  mountDrawn?.(page)
  return (c) => c.html(page, 200, { 'cache-control': 'no-cache' })
}
