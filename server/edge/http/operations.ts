// What those who run the server ask it (R63, O1, O2): is it alive, is it ready, how is it doing.
import { createHash, timingSafeEqual } from 'node:crypto'
import { refuse } from '#server/kernel/refuse.ts'
import { answer } from './headers.ts'
import type { HttpApp, HttpOptions } from './mount.ts'
import { addressOfCall, bearerOf, type Ctx, isThisMachine } from './request.ts'

export interface OperationsOptions extends HttpOptions {
  /** METRICS_TOKEN: the token that opens the figures; without one only this machine may read them. */
  readonly metricsToken?: string | undefined
  /** Then nobody reads the figures without a token: a proxy on the same machine may tell nothing of whom it speaks for. */
  readonly isProduction?: boolean
  /** Whether the server is on its way down, and no longer to be sent anything. */
  readonly isStopping?: () => boolean
  /** Whether it hears the other server processes, where there may be any: what they tell would else be missing on its screens. */
  readonly isHearing?: (() => boolean) | undefined
}
interface ProbeOptions {
  /** A cookie as all of ours are set. */
  readonly cookie: string
  readonly isWritable: () => Promise<boolean>
  readonly figures: () => Promise<{ text: string; contentType: string }>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** O2: the token, where there is one. Else, outside production, the connection itself must come from this machine; a header may refuse access, never give it. */
function mayReadFigures(c: Ctx, { metricsToken, isProduction, hops }: OperationsOptions) {
  if (metricsToken !== undefined) {
    const given = bearerOf(c.req.header('authorization')) ?? ''
    if (!timingSafeEqual(digest(given), digest(metricsToken))) refuse('token-invalid')
    return
  }
  if (isProduction || !isThisMachine(c, hops)) refuse('not-yours')
}

/** Mounts health, ready and metrics. They are no calls of the product, so they stand in no table of its. */
export function mountOperations(app: HttpApp, options: OperationsOptions, { cookie, isWritable, figures }: ProbeOptions) {
  app.get('/api/health', (c) => answer(c.env, '{"status":"ok"}'))
  // Ended as it is set: the doctor (O14) sees by it what a proxy makes of our cookies.
  app.get('/api/health/cookie', (c) => answer(c.env, '{"status":"ok"}', { cookies: [cookie] }))
  app.get('/api/ready', async (c) => {
    if (options.isStopping?.() || options.isHearing?.() === false || !(await isWritable())) refuse('store-unavailable')
    return answer(c.env, '{"status":"ready"}')
  })
  app.get('/api/metrics', async (c) => {
    await options.countCall(addressOfCall(c, options.hops), 'all')
    mayReadFigures(c, options)
    const { text, contentType } = await figures()
    return c.body(text, 200, { 'content-type': contentType })
  })
}
